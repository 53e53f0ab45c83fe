"""The GM and the clock: extend, pause, resume, end phase, deadline, open day (C-2.8, S-4.7)."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import checkin, engine, questioning, reminders, votes
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused, running
from pbp.game.law import Law
from pbp.game.table import Table

PAUSE_MAX = timedelta(days=7)
"""So long a pause lasts at most, unless the GM puts it off: a GM asleep never stops a game."""


@clause("C-2.8", "C-7.2")
def extend(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Extend 12h: the running phase closes later; posted without name or reason."""
    if not running(table):
        return refused("no_phase")
    if command.span is None or command.span <= timedelta(0):
        return refused("needs_span")
    phase = table.phases[-1]
    yield from engine.move_cut_off(table, phase.closes + command.span, at)
    return Done(data={"phase": phase.id, "closes": table.phases[-1].closes.isoformat()})


@clause("S-4.7", "C-2.8")
def deadline(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Deadline TIME: the running phase closes at that time."""
    if not running(table):
        return refused("no_phase")
    if command.time is None:
        return refused("needs_time")
    if command.time <= at:
        return refused("time_is_past")
    yield from _go_on(table, at)
    yield from engine.move_cut_off(table, command.time, at)
    return Done(data={"phase": table.phases[-1].id, "closes": command.time.isoformat()})


@clause("C-2.8")
def end_phase(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """End phase: the running phase closes now."""
    if not running(table):
        return refused("no_phase")
    phase = table.phases[-1]
    yield from _go_on(table, at)
    yield f.CutOffMoved(at=at, audience=f.EVERYBODY, phase=phase.id, closes=at)
    return Done(data={"phase": phase.id}, undo=False)


@clause("C-2.8")
def pause(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Pause: the clock stands; what is due waits until resume."""
    if not running(table):
        return refused("no_phase")
    if table.paused is not None:
        return refused("is_paused")
    yield f.Paused(at=at, audience=f.EVERYBODY)
    yield questioning.ask(table, at, questioning.PAUSED, "resume", at + PAUSE_MAX, "resume")
    yield f.Posted(
        at=at, audience=f.EVERYBODY, kind="pause", phase=table.phases[-1].id, data={"paused": True}
    )
    return Done(data={"phase": table.phases[-1].id, "until": (at + PAUSE_MAX).isoformat()})


def _go_on(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """A pause is over, and the question how long it lasts is settled."""
    if table.paused is None:
        return
    yield f.Resumed(at=at, audience=f.EVERYBODY)
    for question in table.open_questions():
        if question.kind == questioning.PAUSED:
            yield f.QuestionAnswered(at=at, number=question.number, answer="resume")


@clause("C-2.8")
def resume(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Resume: the clock goes on; all that waits for it moves by the length of the pause."""
    if table.paused is None or not running(table):
        return refused("is_not_paused")
    phase = table.phases[-1]
    closes = phase.closes + (at - table.paused)
    yield from _go_on(table, at)
    yield f.CutOffMoved(at=at, audience=f.EVERYBODY, phase=phase.id, closes=closes)
    yield f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind="pause",
        phase=phase.id,
        data={
            "paused": False,
            "closes": closes.isoformat(),
            "change_until": votes.change_until(table, table.phases[-1]).isoformat(),
        },
    )
    yield from _tell_of_window(table, at)
    return Done(data={"phase": phase.id, "closes": closes.isoformat()})


@clause("C-2.8", "C-3.4")
def _tell_of_window(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """Whose check-in window has moved with the pause is told when it ends now."""
    if checkin.window_end(table) is not None:
        yield from reminders.remind(table, at, "checkin")
