"""`seven_kill`, the vote: S-5 with C-7.1. Who is out, who goes into a run-off, who is warned."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Count, Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.seven_kill.night import deaths
from pbp.rulesets.seven_kill.phases import skip_night
from pbp.rulesets.seven_kill.stars import stays, use_up

# -- the close of a ballot ------------------------------------------------------------------------


@clause("S-5.5", "S-5.6", "S-5.7", "S-5.9")
def close_of_vote(table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Count, warn who missed a run-off, then who is out and with which role, in one post."""
    count = counted(table, phase)
    if phase.kind == "runoff":
        yield from _warn_absent(table, phase, at)
    out = kit.due_out(table, at)
    highest = highest_of(table, count, phase, out)
    candidates = candidates_of(table, count, phase, out)
    if not candidates:
        yield from use_up(table, day_of(phase), at)
    executed = highest if highest is not None and not stays(table, highest, day_of(phase)) else None
    out.pop(executed or "", None)
    count = replace(count, executed=executed, revealed=table.role(executed) if executed else None)
    yield f.BallotCounted(at=at, audience=f.EVERYBODY, count=count)
    yield kit.post("ballot", phase.id, at, _table_of(table, count, phase))
    if executed is not None:
        yield kit.die(phase.id, executed, ["executed"], at, count.revealed)
    yield from deaths(table, phase, at, (), out)
    yield f.Noted(at=at, key="candidates", value=candidates)
    yield from _announce(table, phase, at, count, candidates)
    if not candidates:
        yield from skip_night(table, phase, at)


def day_of(phase: Phase) -> str:
    """The day to which a ballot belongs: a run-off to the one before it (S-2.3)."""
    return f"D{phase.number}"


@clause("S-5.1", "S-5.6")
def counted(table: Table, phase: Phase) -> Count:
    """The ballot as it closes. Where abstaining is allowed, who has no vote abstains."""
    count = kit.count_ballot(table, phase, table.living(), absent_vote_for_themselves=False)
    if phase.kind == "runoff":
        return count
    votes = {who: count.votes.get(who) for who in table.living()}
    return replace(count, votes=votes)


@clause("S-5.5")
def has_enough(votes: int, living: int, percent: int) -> bool:
    """Whether so many votes are at least so many per cent of the players not out."""
    return votes * 100 >= percent * living


@clause("S-5.5")
def votes_needed(table: Table) -> int:
    """The fewest votes that are enough, for the table of votes."""
    percent: int = table.options["threshold_percent"]
    return max(1, -(-percent * len(table.living()) // 100))


@clause("S-5.5", "S-5.6")
def highest_of(table: Table, count: Count, phase: Phase, out: dict[str, str]) -> str | None:
    """The one who has most votes, enough of them in a first ballot; None where that is nobody.

    Where all others of a tie that calls for a run-off are out just now, the one who is left is it
    (C-7.1).
    """
    if phase.kind == "runoff":
        return count.leaders[0] if len(count.leaders) == 1 else None
    if not _over_threshold(table, count):
        return None
    if len(count.leaders) == 1:
        return count.leaders[0]
    left = [who for who in count.leaders if who not in out]
    return left[0] if len(left) == 1 else None


@clause("S-5.6", "C-7.1")
def candidates_of(table: Table, count: Count, phase: Phase, out: dict[str, str]) -> tuple[str, ...]:
    """Those who share the highest number, each with enough votes, but for who is out just now."""
    if phase.kind == "runoff" or len(count.leaders) < 2 or not _over_threshold(table, count):
        return ()
    left = tuple(who for who in count.leaders if who not in out)
    return left if len(left) > 1 else ()


def _over_threshold(table: Table, count: Count) -> bool:
    most = max(count.tally.values(), default=0)
    return has_enough(most, len(table.living()), table.options["threshold_percent"])


# -- what is told ---------------------------------------------------------------------------------


@clause("S-5.6", "C-7.1")
def _warn_absent(table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Whoever has no vote in a run-off is warned, publicly."""
    cast = table.ballot(phase.id).votes
    absent = [who for who in table.living() if who not in cast]
    for who in absent:
        yield from kit.warn(table, who, phase.id, at, "missed_vote")
    if absent:
        warned = [{"who": who, "count": table.players[who].public_warnings} for who in absent]
        yield kit.post("warning", phase.id, at, {"warned": warned})


def _table_of(table: Table, count: Count, phase: Phase) -> dict[str, Any]:
    return {
        "votes": count.votes,
        "filled": count.filled,
        "tally": count.tally,
        "leaders": count.leaders,
        "round": count.round,
        "candidates": phase.candidates,
        "threshold": None if count.round == 2 else votes_needed(table),
    }


@clause("C-4.2", "S-2.3", "S-2.4")
def _announce(
    table: Table, phase: Phase, at: datetime, count: Count, candidates: tuple[str, ...]
) -> Iterator[f.AnyFact]:
    """One post. Where a star or an immunity saved somebody it says that nobody is out, no more."""
    gone = [
        {"who": d.who, "causes": d.causes, "role": d.revealed}
        for d in table.deaths
        if d.phase == phase.id and d.who != count.executed
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
