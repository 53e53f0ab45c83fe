"""Reminders before a cut-off: the same words to all whom it may concern, whatever their role.

Who has not voted and who has not checked in is public; who has acted at night is nobody's
business, so that a night's reminder goes to everybody who lives.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import checkin
from pbp.game import facts as f
from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.game.votes import VOTING


def due(table: Table) -> list[tuple[datetime, str]]:
    """When reminders of the running phase and of the check-in go out, each with its key."""
    phase = table.phase
    if phase is None or phase.closed is not None:
        return []
    spans = table.options["reminders"]
    times = table.times_before(phase.id, phase.closes, spans, phase.opens)
    end = checkin.window_end(table)
    if end is not None:
        times += table.times_before("checkin", end, spans, table.start.at)
    return [(at, key) for at, key in times if key not in table.reminded]


def remind_due(table: Table, at: datetime, key: str) -> Iterator[f.AnyFact]:
    """A reminder whose time has come."""
    yield f.Reminded(at=at, key=key)
    phase = table.phase
    if phase is None:
        return
    if key.startswith("checkin/"):
        yield from remind(table, at, "checkin")
    else:
        yield from remind(table, at, "vote" if phase.kind in VOTING else "orders")


def remind(table: Table, at: datetime, what: str) -> Iterator[f.AnyFact]:
    """Remind everybody whom it concerns of the vote, the check-in, the orders, or all of these."""
    phase = table.phase
    if phase is None or phase.closed is not None:
        return
    end = checkin.window_end(table)
    if what in ("checkin", "all") and end is not None and at < end:
        for who in table.living():
            if not table.players[who].checked_in:
                yield _notice(who, "checkin", phase, at, end)
    if what in ("vote", "all") and phase.kind in VOTING:
        for who in _unvoted(table, phase):
            yield _notice(who, "vote", phase, at, phase.closes)
    if what in ("orders", "all") and phase.kind == "night":
        for who in table.living():
            yield _notice(who, "orders", phase, at, phase.closes)


def _unvoted(table: Table, phase: Phase) -> list[str]:
    return [
        who
        for life in phase.boards
        for who in table.living(life)
        if who not in table.ballot(phase.id, life).votes
    ]


def _notice(who: str, what: str, phase: Phase, at: datetime, closes: datetime) -> f.Notified:
    return f.Notified(
        at=at,
        audience=(who,),
        kind="reminder",
        to=who,
        phase=phase.id,
        data={"what": what, "closes": closes.isoformat()},
    )
