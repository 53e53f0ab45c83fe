"""`three_lives`, the hand-over of a seat: L-7.1, L-7.2, L-5.1, L-6.4.

From the call for substitutes to the first who is ready; or back, where the player himself writes.
The call names no handle, life or role, and the post about it a handle only where the absence was
public. Which seats are lost is decided at the close (departures.py).
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import checkin
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.hearing import Hearing, Judged, Outcome
from pbp.game.nouns import Phase
from pbp.game.orders import cut_offs
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.three_lives.departures import LOST, may_be_replaced

PUBLIC = ("checkin", "missed_votes")
"""Absences that everybody could see: the post about the hand-over names the handle."""

OFFENCES = ("warnings", "disqualified")
"""What a mail from the player does not undo: he is not absent."""

REMINDER, REPLACEMENT, RENEWAL = "checkin_reminder", "checkin_replacement", "vote_renewal"
"""Keys of this rule set's timers."""


# -- L-7.1 The call ---------------------------------------------------------------------------


@clause("L-7.1", "L-7.4")
def replace(table: Table, whys: dict[str, str], at: datetime) -> Iterator[f.AnyFact]:
    """These players are to be replaced by the close of the running phase, extended once."""
    phase = table.phases[-1]
    if phase.closed is not None or at >= phase.closes:
        yield f.Noted(at=at, key="to_replace", value={**table.notes.get("to_replace", {}), **whys})
        return
    new = {who: why for who, why in whys.items() if _can_begin(table, who)}
    lost = {who: _as_out(why) for who, why in whys.items() if who not in new}
    if lost:
        yield f.Noted(at=at, key="out", value={**table.notes.get("out", {}), **lost})
    for who, why in new.items():
        yield f.ReplacementBegan(at=at, who=who, why=why, phase=phase.id)
    if new:
        yield from _extend(table, phase, at)
        yield from _announce(table, table.phases[-1], new, at)


@clause("L-7.4")
def _as_out(why: str) -> str:
    """Why somebody is out who cannot be replaced, as the record has it."""
    return why if why in ("checkin", "warnings", "leave") else LOST


def _can_begin(table: Table, who: str) -> bool:
    alive = table.is_alive(who) and who not in table.replacing
    return alive and may_be_replaced(table, who)


@clause("L-7.1", "L-6.4")
def _extend(table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """By `handover`, once a phase; in an extended vote everyone may change once more."""
    if table.notes.get("handed_over") == phase.id:
        return
    yield f.Noted(at=at, key="handed_over", value=phase.id)
    closes = phase.closes + table.span("handover")
    yield f.CutOffMoved(at=at, audience=f.EVERYBODY, phase=phase.id, closes=closes)
    if phase.kind == "day":
        yield f.TimerSet(at=at, key=f"{RENEWAL}/{phase.id}", due=phase.closes)


def _announce(
    table: Table, phase: Phase, whys: dict[str, str], at: datetime
) -> Iterator[f.AnyFact]:
    """The public post with the new cut-offs, the call to every substitute, a word to the GM."""
    freeze = table.span("freeze" if phase.kind == "night" else "vote_freeze")
    closes = phase.closes.isoformat()
    shown = {"closes": closes, "change_until": (phase.closes - freeze).isoformat()}
    for who in dict.fromkeys(who if why in PUBLIC else None for who, why in whys.items()):
        yield kit.post("handover", phase.id, at, {"who": who, **shown})
    for name in table.substitutes:
        yield kit.notice("replacement_call", name, phase.id, at, {"until": closes})
    for who, why in whys.items():
        yield _to_gm(phase.id, at, {"what": "replacing", "from": who, "reason": why, **shown})


def _to_gm(phase: str, at: datetime, data: dict[str, Any]) -> f.Notified:
    return f.Notified(at=at, kind="message", to="gm", phase=phase, data=data)


def begin_noted(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """What was found at the last close is begun with the phase that follows (L-6.3)."""
    whys = table.notes.get("to_replace", {})
    if whys:
        yield f.Noted(at=at, key="to_replace", value={})
        yield from replace(table, whys, at)


# -- L-7.1, L-7.2 The first who is ready --------------------------------------------------------


@clause("L-7.2")
def longest_silent(table: Table) -> str | None:
    """Of those to be replaced, the one who has been silent longest."""
    heard = {mail.sender: mail.at for mail in table.mails.values() if mail.verdict != "ignored"}
    waiting = [who for who in table.handles if who in table.replacing]
    return min(waiting, key=lambda who: heard.get(who, table.start.at), default=None)


@clause("L-7.1", "L-7.2")
def hear_ready(table: Table, hearing: Hearing) -> Judged:
    """The first substitute to answer gets the seat of the one silent longest, and so on."""
    who = longest_silent(table)
    if who is None:
        code = "late" if _was_late(table, hearing.at) else "wrong_phase"
        return Outcome(verdict="refused", code=code)
    yield f.ReplacementEnded(at=hearing.now, who=who, how="taken")
    yield f.SeatTaken(at=hearing.now, who=who, substitute=hearing.actor)
    yield f.TokenChanged(at=hearing.now, who=who)
    yield from _forget(table, who, hearing.now, "out", "missed_votes")
    yield _taken(table, who, hearing)
    return Outcome(data={"taken": True})


def _was_late(table: Table, at: datetime) -> bool:
    """Whether there was a seat to be had in this phase or the one just before it."""
    recent = [phase.opens for phase in table.phases[-2:]]
    return any(ended.at >= recent[0] for ended in table.replaced)


def _forget(table: Table, who: str, at: datetime, *keys: str) -> Iterator[f.AnyFact]:
    """What the predecessor was to be put out for is not held against whoever plays now."""
    for key in keys:
        kept = {other: value for other, value in table.notes.get(key, {}).items() if other != who}
        if kept != table.notes.get(key, {}):
            yield f.Noted(at=at, key=key, value=kept)


@clause("L-7.1")
def _taken(table: Table, who: str, hearing: Hearing) -> f.Notified:
    """What the newcomer gets: the seat, its role here, its standing orders; not whose it was."""
    player, phase = table.players[who], table.phases[-1]
    orders = [
        {"order": order.kind, "targets": order.targets, "phase": order.phase}
        for order in table.orders.values()
        if order.actor == who and order.state == "standing" and not _is_over(table, order.phase)
    ]
    return f.Notified(
        at=hearing.now,
        audience=(hearing.actor, who),
        kind="replacement_taken",
        to=hearing.actor,
        phase=phase.id,
        life=player.life,
        mail=hearing.mail,
        data={
            "taken": True,
            "handle": who,
            "number": player.seat.number,
            "role": player.role,
            "life": player.life,
            "living": table.living(player.life),
            "orders": orders,
            **cut_offs(table, phase.id),
        },
    )


def _is_over(table: Table, name: str) -> bool:
    phase = table.phase_named(name)
    return phase is not None and phase.closed is not None


# -- L-7.1 Heard from first ---------------------------------------------------------------------


@clause("L-7.1", "L-6.3")
def heard_from(table: Table, who: str, at: datetime) -> Iterator[f.AnyFact]:
    """The player himself is heard from first: the replacement is cancelled, the extension stays.

    To be heard from is no vote: the votes that he has missed stay missed.
    """
    began = table.replacing.get(who)
    if began is None or began.why in OFFENCES:
        return
    yield f.ReplacementEnded(at=at, who=who, how="cancelled")
    if began.why == "checkin":
        yield f.CheckedIn(at=at, audience=f.EVERYBODY, who=who)
    yield from _forget(table, who, at, "out") if began.why != "missed_votes" else ()
    told = [who] if table.replacing else [who, *table.substitutes]
    for name in told:
        yield kit.notice("replacement_cancelled", name, began.phase, at, {})
    yield _to_gm(began.phase, at, {"what": "replacement_cancelled", "from": who})


# -- L-5.1, L-6.4 The timers --------------------------------------------------------------------


@clause("L-5.1", "C-3.4")
def set_timers(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """A reminder when the check-in is due, a substitute when it is long overdue."""
    end = checkin.window_end(table)
    if end is None:
        return
    reminder = at + table.span("checkin")
    if reminder < end:
        yield f.TimerSet(at=at, key=REMINDER, due=reminder)
    yield f.TimerSet(at=at, key=REPLACEMENT, due=end)


def ring(table: Table, key: str, at: datetime) -> Iterator[f.AnyFact]:
    """What is due at an instant of its own."""
    kind, _, phase = key.partition("/")
    if kind == RENEWAL:
        yield f.ChangesRenewed(at=at, audience=f.EVERYBODY, phase=phase)
    elif kind == REMINDER:
        yield from _remind(table, at)
    elif kind == REPLACEMENT:
        absent = [who for who in checkin.missing(table, at) if _can_begin(table, who)]
        if absent:
            yield from replace(table, dict.fromkeys(absent, "checkin"), at)


def _remind(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    end = checkin.window_end(table)
    for who in table.living():
        if end is not None and not table.players[who].checked_in:
            about = {"what": "checkin", "closes": end.isoformat()}
            yield kit.notice("reminder", who, table.phases[-1].id, at, about)
