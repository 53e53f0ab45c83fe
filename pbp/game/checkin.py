"""Checking in: C-3.4. Who has, and until when it counts; what follows is the rule set's."""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.table import Table


def window_end(table: Table) -> datetime | None:
    """When the check-in window ends; None where nobody needs to check in.

    Where substitutes take over at `checkin_replace`, it ends then, and `checkin` only reminds
    (L-5.1).
    """
    if not table.options["checkin"] or table.start.checked_in:
        return None
    span = table.span("checkin_replace") or table.span("checkin")
    return table.after_pauses(table.start.at + span)


def missing(table: Table, at: datetime) -> list[str]:
    """Who has not checked in although the window is over."""
    end = window_end(table)
    if end is None or at < end:
        return []
    return [h for h in table.living() if not table.players[h].checked_in]


@clause("C-3.4")
def hear_checkin(table: Table, hearing: Hearing) -> Judged:
    """A check-in counts inside the window; again, it changes nothing."""
    player = table.players[hearing.actor]
    if not player.alive:
        return Outcome(verdict="refused", code="not_alive")
    if player.checked_in and not table.start.checked_in:
        return Outcome(data={"repeated": True})
    end = window_end(table)
    if end is not None and table.clock(hearing.at) >= end:
        return Outcome(verdict="refused", code=_missed(table, hearing.at, end))
    if not player.checked_in:
        yield f.CheckedIn(at=hearing.now, audience=f.EVERYBODY, who=hearing.actor)
    yield f.Posted(
        at=hearing.now,
        audience=f.EVERYBODY,
        kind="checkin",
        phase=table.phases[-1].id,
        author=hearing.actor,
        mail=hearing.mail,
        data={"who": hearing.actor, "received": hearing.at.isoformat()},
    )
    return Outcome(data={"closes": end.isoformat()} if end else {})


@clause("C-3.4")
def by_any_mail(table: Table, heard: Heard, whole: Outcome | None) -> Iterator[f.AnyFact]:
    """With `checkin_any` any mail as the handle checks in, inside the window."""
    if not table.options["checkin_any"] or not heard.proved or heard.sender not in table.players:
        return
    player, end = table.players[heard.sender], window_end(table)
    if player.checked_in or not player.alive or end is None or table.clock(heard.at) >= end:
        return
    yield f.CheckedIn(at=heard.at, audience=f.EVERYBODY, who=heard.sender)


@clause("C-2.3")
def _missed(table: Table, at: datetime, end: datetime) -> str:
    """`late` if the running phase or the one just before it had the window, else `wrong_phase`."""
    running, just_before = table.before(at)
    had_it = [p for p in (running, just_before) if p is not None and p.opens < end]
    return "late" if had_it else "wrong_phase"
