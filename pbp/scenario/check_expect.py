"""Whether what the expectations name exists: handles, phases, mails, camps, roles.

One table says which keys hold what; the keys are those of the format. Never judges anything.
"""

from typing import Any

from pbp.scenario.model import CAMPS, REVEALED
from pbp.scenario.names import Names, items, mapping
from pbp.scenario.source import Path

_LISTS_OF_HANDLES = ("dead", "alive", "filled")
_MAPS_BY_HANDLE = ("causes", "revealed", "votes", "tally", "warnings", "prizes")
_HANDLES = ("executed", "out")
_PHASES = ("in", "ballot", "phase", "silence")
_MAILS = ("answer", "order", "held", "published")
_TIMES = ("opens", "closes")


def check_expectations(names: Names) -> None:
    """Note everything in `expect` that is named and does not exist."""
    for index, expectation in enumerate(items(mapping(names.source.data).get("expect"))):
        for key, value in mapping(expectation).items():
            path = ("expect", index, key)
            _check_handles(names, path, key, value)
            _check_others(names, path, key, value)


def _check_handles(names: Names, path: Path, key: str, value: Any) -> None:
    if key in _LISTS_OF_HANDLES:
        for index, _ in enumerate(items(value)):
            names.handle((*path, index))
    if key in _MAPS_BY_HANDLE:
        for handle in mapping(value):
            names.known((*path, handle), handle, names.handles)
    if key in _HANDLES and value is not None:
        names.handle(path)
    if key == "votes":
        for handle, target in mapping(value).items():
            if target is not None:
                names.handle((*path, handle))
    if key == "to" and "@" not in names.source.written(path):
        recipients = (*names.handles, *names.substitutes, "gm")
        names.known(path, names.source.written(path), recipients)


def _check_others(names: Names, path: Path, key: str, value: Any) -> None:
    if key in _PHASES:
        names.phase(path, value)
    if key in _MAILS:
        names.mail(path)
    if key in _TIMES:
        names.time(path)
    if names.ruleset is None:
        return
    if key == "winner":
        for index, camp in enumerate(items(value)):
            names.one_of((*path, index), camp, CAMPS[names.ruleset], "camp")
    if key == "revealed":
        roles = REVEALED[names.ruleset]
        for place, role in _roles(path, value):
            names.one_of(place, role, roles, "role")


def _roles(path: Path, value: Any) -> list[tuple[Path, Any]]:
    """The roles under `revealed`: of one person, or of several by their handles."""
    found = (
        [((*path, handle), role) for handle, role in value.items()]
        if isinstance(value, dict)
        else [(path, value)]
    )
    return [(place, role) for place, role in found if role is not None]
