"""The tie between law and code: which function judges which clause of docs/rules/.

A test checks that every clause has a judge here or is the GM's, and is played somewhere.
"""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

JUDGES: dict[str, list[str]] = {}
"""Clause number → the functions (module:name) that judge it."""


def clause(*numbers: str) -> Callable[[F], F]:
    """Mark a function as the judge of these clauses, e.g. @clause("P-1.2", "P-1.3")."""

    def mark(function: F) -> F:
        for number in numbers:
            JUDGES.setdefault(number, []).append(f"{function.__module__}:{function.__qualname__}")
        return function

    return mark
