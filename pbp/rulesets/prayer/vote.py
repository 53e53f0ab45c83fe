"""`prayer`, the vote: P-5 with C-7.1. Who is executed, who goes into a run-off, who is warned."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Count, Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.prayer.night import dies

# -- P-5 and the close of a vote --------------------------------------------------------------


@clause("P-5.1", "P-5.3")
def close_of_vote(table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Fill in the absent, warn them, execute the highest or name the candidates."""
    count = kit.count_ballot(table, phase, table.living(), absent_vote_for_themselves=True)
    for who in count.filled:
        yield from kit.warn(table, who, phase.id, at, "missed_vote")
    out = kit.due_out(table, at)
    executed = _executed(count, phase, out)
    out.pop(executed or "", None)
    revealed = table.role(executed) if executed else None
    count = replace(count, executed=executed, revealed=revealed)
    yield f.BallotCounted(at=at, audience=f.EVERYBODY, count=count)
    yield kit.post("ballot", phase.id, at, _table_of(count))
    if count.filled:
        yield kit.post("warning", phase.id, at, {"warned": _warned(table, count)})
    if executed is not None:
        yield kit.die(phase.id, executed, ["executed"], at, revealed)
    for who, why in out.items():
        yield from dies(table, phase, at, who, killed=False, out=why)
    candidates = _candidates(count, phase, out, executed)
    yield f.Noted(at=at, key="candidates", value=candidates)
    yield from _announce_vote(table, phase, at, count, out, candidates)


@clause("P-5.2", "P-5.4", "C-7.1")
def _executed(count: Count, phase: Phase, out: dict[str, str]) -> str | None:
    """The single highest; in a first ballot also the only candidate who is not out just now."""
    if len(count.leaders) == 1:
        return count.leaders[0]
    if phase.kind == "runoff":
        return None
    left = [who for who in count.leaders if who not in out]
    return left[0] if len(left) == 1 else None


@clause("P-5.3", "C-7.1")
def _candidates(
    count: Count, phase: Phase, out: dict[str, str], executed: str | None
) -> tuple[str, ...]:
    """A run-off is between exactly those with most votes, without who is out at this close."""
    if phase.kind == "runoff" or executed is not None:
        return ()
    left = tuple(who for who in count.leaders if who not in out)
    return left if len(left) > 1 else ()


def _announce_vote(
    table: Table,
    phase: Phase,
    at: datetime,
    count: Count,
    out: dict[str, str],
    candidates: tuple[str, ...],
) -> Iterator[f.AnyFact]:
    """Deaths and what they reveal together in one post (C-4.2)."""
    gone = [
        {"who": d.who, "causes": d.causes, "role": d.revealed}
        for d in table.deaths
        if d.phase == phase.id and d.who in out
    ]
    about = {
        "who": count.executed,
        "role": count.revealed,
        "votes": count.tally.get(count.executed or "", 0),
        "out": gone,
    }
    if count.executed is not None:
        yield kit.post("execution", phase.id, at, about)
    elif not candidates:
        yield kit.post("no_execution", phase.id, at, about)
    elif gone:
        yield kit.post("out", phase.id, at, about)


def _table_of(count: Count) -> dict[str, Any]:
    return {
        "votes": count.votes,
        "filled": count.filled,
        "tally": count.tally,
        "leaders": count.leaders,
        "round": count.round,
    }


def _warned(table: Table, count: Count) -> list[dict[str, Any]]:
    return [{"who": who, "count": table.players[who].warnings} for who in count.filled]
