"""The engine: start a game, settle what is due, hear a mail. Pure: facts come out, nothing else.

"Settle, then hear": whoever has an input received at t calls `settle(table, law, t)` first; a clock
tick is a settle with nothing to hear, so that extra or missing ticks change nothing. All functions
are generators; `fold.run` folds each fact in before the next is asked for.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import early, nightfall
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.intents import Reading
from pbp.game.law import Law
from pbp.game.nouns import Phase
from pbp.game.posts import publish, release_at_end
from pbp.game.table import Table

STEPS_MAX = 10_000
"""More steps than any game takes between two inputs; past it the engine itself is wrong."""


def start(table: Table, law: Law, started: f.GameStarted) -> Iterator[f.AnyFact]:
    """Post the roster, mail the seats, open the first phase (C-3.3)."""
    yield started
    yield from law.starting(table, started.at)
    yield from _open(table, law, law.first_phase(table, started.at))


def next_due(table: Table) -> datetime | None:
    """The next instant at which something happens by itself; None when nothing ever will."""
    due = [post.due for post in table.waiting.values()]
    closing = closing_due(table)
    if closing is not None:
        due.append(closing)
    return min(due, default=None)


@clause("C-2.1")
def closing_due(table: Table) -> datetime | None:
    """When the running phase is due to be closed: at its cut-off, after `settle_wait`.

    None where no phase runs.
    """
    phase = table.phase
    if phase is None or phase.closed is not None or table.ended is not None:
        return None
    return phase.closes + table.span("settle_wait")


@clause("C-2.9")
def closing_instant(table: Table, due: datetime) -> datetime:
    """When a close that was due is made: then, or when the server was back after an outage."""
    for outage in table.outages:
        if outage.since <= due < outage.at:
            return outage.at
    return due


def settle(table: Table, law: Law, now: datetime) -> Iterator[f.AnyFact]:
    """Do everything that is due at or before `now`, in order of time."""
    for _ in range(STEPS_MAX):
        due = next_due(table)
        if due is None or due > now:
            return
        yield from _do_due(table, law, due)
    raise RuntimeError("a game did not come to rest")


def _do_due(table: Table, law: Law, due: datetime) -> Iterator[f.AnyFact]:
    """What is due at one instant: posts go out before the phase closes."""
    for post in list(table.waiting.values()):
        if post.due <= due:
            reading = Reading(kind=post.post, text=post.text)
            yield from publish(table, post.mail, post.author, reading, post.due)
    if closing_due(table) == due and table.phase is not None:
        yield from _close(table, law, table.phase, closing_instant(table, due))


def _close(table: Table, law: Law, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Close a phase: resolve, announce, look for the end and the silence, open the next one."""
    yield f.PhaseClosed(at=at, audience=f.EVERYBODY, phase=phase.id)
    yield from nightfall.standing_at_end(table, phase.id, at)
    yield from law.closing(table, phase, at)
    ended = law.verdict(table, at)
    if ended is not None:
        yield ended
        yield from law.ending(table, ended)
        yield from release_at_end(table, at)
        return
    yield from _silence(table, phase, at)
    yield from open_next(table, law, phase, _opening_time(table, phase, at))


@clause("C-2.9")
def _opening_time(table: Table, phase: Phase, at: datetime) -> datetime:
    """The next phase begins at the cut-off, or when it is announced if that is much later."""
    return at if at - phase.closes > table.span("late_tolerance") else phase.closes


def open_next(table: Table, law: Law, closed: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Open the phase that follows a closed one; an end on the way opens nothing."""
    for item in law.next_phase(table, closed, at):
        if isinstance(item, Phase):
            yield from _open(table, law, item)
        else:
            yield item


def _open(table: Table, law: Law, phase: Phase) -> Iterator[f.AnyFact]:
    yield f.PhaseOpened(at=phase.opens, audience=f.EVERYBODY, phase=phase)
    if phase.kind == "night":
        yield from nightfall.recheck(table, law, phase.id, phase.opens)
    yield from law.opening(table, phase)


@clause("C-5.4")
def _silence(table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """When few enough are left and the game goes on, the dead fall silent."""
    number = table.options["silence_at"]
    if number is None or table.silence is not None or len(table.living()) > number:
        return
    yield f.SilenceBegan(at=at, audience=f.EVERYBODY, phase=phase.id)
    yield f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind="silence",
        phase=phase.id,
        data={"living": table.living(), "number": number},
    )


@clause("C-2.8")
def move_cut_off(
    table: Table, closes: datetime, at: datetime, why: str = ""
) -> Iterator[f.AnyFact]:
    """The running phase closes at another time; it is posted without name or reason."""
    phase = table.phase
    if phase is None or phase.closed is not None:
        return
    yield f.CutOffMoved(at=at, audience=f.EVERYBODY, phase=phase.id, closes=closes, why="")
    yield f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind="extension",
        phase=phase.id,
        data={"before": phase.closes.isoformat(), "closes": closes.isoformat()},
    )


@clause("C-2.8")
def end_early(table: Table, law: Law, at: datetime) -> Iterator[f.AnyFact]:
    """Where everybody is done the phase may end early, as the option says."""
    how = table.options["early_end"]
    phase = table.phase
    if how is None or phase is None or phase.closed is not None or table.ended is not None:
        return
    if phase.id in table.notes.get("early", ()) or not early.everybody_is_done(table, law, phase):
        return
    yield f.Noted(at=at, key="early", value=[*table.notes.get("early", ()), phase.id])
    if how == "ask":
        yield f.Notified(
            at=at,
            kind="message",
            to="gm",
            phase=phase.id,
            data={"what": "everybody_is_done", "closes": phase.closes.isoformat()},
        )
        return
    closes = early.next_full_hour(at, table.zone)
    if closes < phase.closes:
        yield from move_cut_off(table, closes, at)
