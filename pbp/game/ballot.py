"""Counting a ballot: who has how many votes, who has most. Pure arithmetic."""

from collections.abc import Iterable, Mapping


def tally(votes: Mapping[str, str | None], counted: Iterable[str] | None = None) -> dict[str, int]:
    """How many votes each has, in the order in which they were first named.

    counted: only votes for these count (a run-off's candidates); None: all. Abstentions count
    for nobody.
    """
    allowed = None if counted is None else set(counted)
    result: dict[str, int] = {}
    for target in votes.values():
        if target is not None and (allowed is None or target in allowed):
            result[target] = result.get(target, 0) + 1
    return result


def leaders(counts: Mapping[str, int], roster: Iterable[str]) -> tuple[str, ...]:
    """Who has most in the tally, in roster order; nobody where nobody has a vote."""
    most = max(counts.values(), default=0)
    return tuple(handle for handle in roster if most and counts.get(handle) == most)
