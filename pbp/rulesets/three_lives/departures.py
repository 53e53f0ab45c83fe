"""`three_lives`, who is out and who is replaced instead: L-7.3, L-7.4, L-6.3, C-7.3.

At a close: whose seat is lost, who would be out by C-7.1 or C-9, who missed the vote too often;
and which of them may still be replaced in the phase that follows. The hand-over itself is in
substitutes.py.
"""

from collections.abc import Collection, Generator, Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.table import Table
from pbp.rulesets import kit

LOST = "disqualified"
"""Cause and why of who is out for missed votes or a lost seat (FORMAT.md)."""

BY_THE_GM = "gm"
"""A death that the GM ordered (C-10): in the present life, and nobody is replaced for it."""

Out = dict[str, str]
"""Handle → why, in roster order."""


@clause("L-7.3", "L-7.4", "C-7.3")
def departures(
    table: Table, at: datetime, missed: dict[str, str], dying: Collection[str] = ()
) -> Generator[f.AnyFact, None, Out]:
    """Who is out at this close, and why; who can be replaced is noted for the next phase instead.

    dying: who dies for the third time at this close, and needs no substitute.
    """
    lost = list(table.replacing)
    for who in lost:
        yield f.ReplacementEnded(at=at, who=who, how="lost")
    due = {**missed, **kit.due_out(table, at)}
    out: Out = {}
    replaced: Out = {}
    for who in table.living():
        if who in lost:
            out[who] = LOST
        elif who in due and due[who] != BY_THE_GM:
            if may_be_replaced(table, who):
                replaced |= {who: due[who]} if who not in dying else {}
            else:
                out[who] = LOST if due[who] == "missed_votes" else due[who]
    if replaced:
        yield f.Noted(at=at, key="to_replace", value=replaced)
    return out


@clause("L-7.4")
def may_be_replaced(table: Table, who: str) -> bool:
    """Whether a substitute is on the list, and the player's present role is not known.

    Who was executed is in another life from then on: his present role is another one.
    """
    known: dict[str, str] = table.notes.get("role_known", {})
    return bool(table.substitutes) and known.get(who) != table.players[who].life


@clause("C-10")
def struck_by_the_gm(table: Table) -> list[str]:
    """Who dies at this close by the GM's word."""
    asked = table.notes.get("out", {})
    return [who for who in table.living() if asked.get(who) == BY_THE_GM]


def put_out_in(
    phase: str, who: str, causes: list[str], why: str, at: datetime
) -> Iterator[f.AnyFact]:
    """Out is dead in all three lives; who is killed at the same close is not listed as out."""
    yield kit.notice("out", who, phase, at, {"why": why})
    if not causes:
        yield from kit.put_out(who, phase, why, at)
    yield kit.die(phase, who, [*causes, why], at)


def leave_behind(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """What was asked of this close is done."""
    if table.notes.get("out"):
        yield f.Noted(at=at, key="out", value={})
