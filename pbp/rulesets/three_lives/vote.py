"""`three_lives`, the vote: L-6. One ballot a life; who is executed, who has missed the vote twice.

Never moves anybody to another life: those executed are reborn at nightfall (lives.py).
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Count, Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.three_lives.departures import (
    BY_THE_GM,
    departures,
    leave_behind,
    put_out_in,
    struck_by_the_gm,
)
from pbp.rulesets.three_lives.lives import LIVES, has_just_died, side_in


@clause("L-6.1", "L-6.5")
def boards(table: Table) -> tuple[str, ...]:
    """The lives that vote: with nobody in a life there is no vote, with one as the option says."""
    least = 1 if table.options["lone_vote"] == "hold" else 2
    return tuple(life for life in LIVES if len(table.living(life)) >= least)


@clause("L-6.1", "L-6.2", "L-4.1")
def counted(table: Table, day: Phase, life: str) -> Count:
    """No vote counts as a vote for oneself; the single highest is executed, a tie executes none."""
    voters = table.living(life)
    count = kit.count_ballot(table, day, voters, absent_vote_for_themselves=True, life=life)
    executed = count.leaders[0] if len(count.leaders) == 1 else None
    revealed = side_in(table, executed, life) if executed else None
    return replace(count, executed=executed, revealed=revealed)


@clause("L-6.1", "C-4.2", "C-7.3")
def close_of_vote(table: Table, day: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Every life's ballot at once, then who is out, then one announcement a life."""
    counts = [counted(table, day, life or "") for life in day.boards]
    yield from count_misses(table, day, counts, at)
    where = {who: table.players[who].life for who in table.living()}
    for count in counts:
        yield f.BallotCounted(at=at, audience=f.EVERYBODY, count=count)
        if count.executed is not None:
            dead, shown = count.executed, count.revealed
            yield kit.die(day.id, dead, ["executed"], at, shown, count.life)
    struck = [who for who in struck_by_the_gm(table) if not has_just_died(table, who)]
    for who in struck:
        yield kit.die(day.id, who, [BY_THE_GM], at, life=where[who])
    out = yield from departures(table, at, missed_too_often(table))
    for who, why in out.items():
        yield from put_out_in(day.id, who, [], why, at)
    out |= dict.fromkeys(struck, BY_THE_GM)
    for life in LIVES:
        gone = [
            {"who": who, "causes": [why], "role": None}
            for who, why in out.items()
            if where[who] == life
        ]
        count_here = next((count for count in counts if count.life == life), None)
        yield from announce(day, life, count_here, gone, at)
    yield from leave_behind(table, at)


def announce(
    day: Phase, life: str, count: Count | None, gone: list[dict[str, Any]], at: datetime
) -> Iterator[f.AnyFact]:
    """The full table of a life's ballot, and who was executed there (L-4.1)."""
    about: dict[str, Any] = {"who": None, "role": None, "votes": 0, "out": gone}
    if count is None:
        if gone:
            yield kit.post("out", day.id, at, about, life)
        return
    yield kit.post("ballot", day.id, at, _table_of(count), life)
    about["who"], about["role"] = count.executed, count.revealed
    about["votes"] = count.tally.get(count.executed or "", 0)
    kind = "execution" if count.executed is not None else "no_execution"
    yield kit.post(kind, day.id, at, about, life)


def _table_of(count: Count) -> dict[str, Any]:
    return {
        "votes": count.votes,
        "filled": count.filled,
        "tally": count.tally,
        "leaders": count.leaders,
        "round": count.round,
    }


# -- L-6.3 Missing the vote -------------------------------------------------------------------


@clause("L-6.3")
def count_misses(
    table: Table, day: Phase, counts: list[Count], at: datetime
) -> Iterator[f.AnyFact]:
    """How many days running each has missed the vote without leave."""
    before = table.notes.get("missed_votes", {})
    missed = {who for count in counts for who in count.filled if _is_a_miss(table, day, who)}
    runs = {who: before.get(who, 0) + 1 for who in table.living() if who in missed}
    if runs != before:
        yield f.Noted(at=at, key="missed_votes", value=runs)


def _is_a_miss(table: Table, day: Phase, who: str) -> bool:
    """Not where he is on leave, or where he wrote that day and his abstention was refused."""
    if who in table.leaves:
        return False
    return not any(
        mail.sender == who
        and mail.phase == day.id
        and any(reading.kind == "abstain" for reading in mail.readings)
        for mail in table.mails.values()
    )


@clause("L-6.3")
def missed_too_often(table: Table) -> dict[str, str]:
    """Who has missed the vote as many days running as the option says."""
    runs: dict[str, int] = table.notes.get("missed_votes", {})
    return {
        who: "missed_votes" for who, run in runs.items() if run >= table.options["missed_votes"]
    }
