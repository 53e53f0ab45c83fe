"""Expectations about ballots: who voted for whom, what counted, who was executed.

Three lives has several ballots in one phase: `life` narrows, and without it one of them must fit.
Part of judge.py.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pbp.scenario.model import Expectation
from pbp.scenario.record import Record, people


def judge_ballot(expected: Expectation, seen: Record) -> Iterator[str]:
    """Votes and tally: those named must match; filled: exactly these."""
    ballots = _ballots(seen, expected.value, expected.more.get("life"))
    if not ballots:
        ids = people(ballot["phase"] for ballot in seen.ballots)
        yield f"expected a ballot in {expected.value}; there were: {ids}"
        return
    findings = [list(_differences(expected, ballot)) for ballot in ballots]
    if all(findings):
        yield from min(findings, key=len)


def _differences(expected: Expectation, ballot: Mapping[str, Any]) -> Iterator[str]:
    votes, tally = ballot["votes"], ballot["tally"]
    for who, target in expected.more.get("votes", {}).items():
        if votes.get(who) != target:
            wanted = target or "nobody"
            came = votes.get(who) or "nobody"
            yield f"expected in {expected.value} the vote of {who} to be for {wanted}, not {came}"
    for who, count in expected.more.get("tally", {}).items():
        if tally.get(who, 0) != count:
            found = tally.get(who, 0)
            yield f"expected {count} votes for {who} in {expected.value}; he has {found} in {tally}"
    filled = expected.more.get("filled")
    if filled is not None and set(filled) != set(ballot["filled"]):
        came = people(ballot["filled"])
        yield f"expected filled in {expected.value}: {people(filled)}; filled in were: {came}"


def judge_executed(expected: Expectation, seen: Record) -> Iterator[str]:
    """Who was executed at that close, or that nobody was."""
    phase, life = expected.more["in"], expected.more.get("life")
    if not seen.was_closed(phase):
        yield f"expected the close of {phase}, but it was not reached"
        return
    executed = {
        ballot["executed"]: ballot["revealed"]
        for ballot in _ballots(seen, phase, life)
        if ballot["executed"] is not None
    }
    place = f"{phase}, {life}" if life else phase
    if (expected.value is None and executed) or (expected.value and expected.value not in executed):
        yield f"expected executed in {place}: {expected.value or 'nobody'}; was: {people(executed)}"
    elif expected.value and "revealed" in expected.more:
        wanted, came = expected.more["revealed"], executed[expected.value]
        if wanted != came:
            yield f"expected {expected.value}, executed in {place}, shown as {wanted}, not {came}"


def _ballots(seen: Record, phase: str, life: str | None) -> list[dict[str, Any]]:
    return [
        ballot
        for ballot in seen.ballots
        if ballot["phase"] == phase and life in (None, ballot["life"])
    ]
