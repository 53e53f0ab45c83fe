"""The engine: start a game, settle what is due, hear a mail. Pure: facts come out, nothing else.

"Settle, then hear": whoever has an input received at t calls `settle(table, law, t)` first; a clock
tick is a settle with nothing to hear, so that extra or missing ticks change nothing. All functions
are generators; `fold.run` folds each fact in before the next is asked for.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from pbp.game import (
    activity,
    awards,
    deliveries,
    deputy,
    digest,
    early,
    nightfall,
    polls,
    posts,
    questioning,
    receipts,
    reminders,
    report,
    votes,
)
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.law import Law, WithTimers
from pbp.game.nouns import Phase
from pbp.game.table import Table

STEPS_MAX = 10_000
"""More steps than any game takes between two inputs; past it the engine itself is wrong."""


def start(table: Table, law: Law, started: f.GameStarted) -> Iterator[f.AnyFact]:
    """Post the roster, mail the seats, open the first phase (C-3.3)."""
    yield started
    yield from report.with_commitments(table, law.starting(table, started.at))
    yield from _open(table, law, law.first_phase(table, started.at))


def next_due(table: Table) -> datetime | None:
    """The next instant at which something happens by itself; None when nothing ever will."""
    if table.due is None:
        table.due = (min((at for at, _, _ in _agenda(table)), default=None),)
    return table.due[0]


def _agenda(table: Table) -> Iterator[tuple[datetime, float, Any]]:
    """All that is due one day: when, its rank at one instant, and what it is about.

    At one instant posts go out first, then bundles, reminders, the digest and the defaults of
    questions; then comes the close, and last what a rule set has set timers for. What was written
    before the end goes out after it too.
    """
    if table.started is None:
        return
    yield from ((at, 0, None) for at in posts.due(table))
    yield from ((at, 0.5, who) for at, who in deliveries.due(table))
    yield from ((at, 7, number) for at, number in polls.due(table))
    if table.ended is not None:
        yield from ((at, 6, what) for at, what in awards.due(table))
        return
    yield from ((at, 8, what) for at, what in deputy.due(table))
    yield from ((at, 3, number) for at, number in questioning.due(table))
    if table.paused is not None:
        return
    yield from ((at, 5, key) for key, at in table.timers.items())
    yield from ((at, 1, key) for at, key in reminders.due(table))
    yield from ((at, 2, key) for at, key in digest.due(table))
    closing = closing_due(table)
    if closing is not None:
        yield closing, 4, None


@clause("C-2.1")
def closing_due(table: Table) -> datetime | None:
    """When the running phase is due to be closed: at its cut-off, after `settle_wait`.

    None where no phase runs.
    """
    phase = table.phase
    if phase is None or phase.closed is not None or table.ended is not None:
        return None
    return phase.closes + max(table.span("settle_wait"), _review(table, phase))


@clause("L-2.6", "S-1.3")
def _review(table: Table, phase: Phase) -> timedelta:
    """Dawn waits for the GM's 准/废, every night alike: the wait must not tell of a declaration."""
    if phase.kind != "night" or "declaration_review" not in table.options:
        return timedelta(0)
    return table.span("declaration_review")


@clause("C-2.9")
def closing_instant(table: Table, due: datetime) -> datetime:
    """When a close that was due is made: then, or when the server was back after an outage."""
    for outage in table.outages:
        if outage.since < due < outage.at:
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
    """What is due at one instant, in the order of the agenda."""
    now = closing_instant(table, due)
    phase = table.phase
    for at, rank, what in sorted(_agenda(table), key=lambda entry: entry[:2]):
        if at > due:
            continue
        if rank == 0:
            yield from posts.publish_due(table, due, now)
        elif rank == 0.5:
            yield from deliveries.bundle(table, what, now)
        elif rank == 1:
            yield from _before_cut_off(table, reminders.remind_due(table, now, what), what, now)
        elif rank == 2:
            yield from _before_cut_off(table, digest.send_due(table, law, now, what), what, now)
        elif rank == 3:
            yield from questioning.take_default(table, law, what, now)
        elif rank >= 5:
            yield from _besides(table, law, rank, what, now)
        elif phase is not None and closing_due(table) == due:
            yield from _close(table, law, phase, now)


def _besides(table: Table, law: Law, rank: float, what: Any, now: datetime) -> Iterator[f.AnyFact]:
    """What is due of the rule set's own, and around the play: awards, polls, the deputy."""
    if rank == 5:
        yield from _ring(table, law, what, now)
    elif rank == 6:
        yield from awards.step(table, law, what, now)
    elif rank == 7:
        yield from polls.close(table, what, now)
    elif table.ended is None:
        yield from deputy.step(table, what, now)
        if table.around.acting:
            yield from digest.to_both(table, law, now, "asked", gm=False)


def _ring(table: Table, law: Law, key: str, now: datetime) -> Iterator[f.AnyFact]:
    """A timer of the rule set's own; a game that has ended at this instant has none."""
    if table.ended is None and key in table.timers:
        yield f.TimerRang(at=now, key=key)
        if isinstance(law, WithTimers):
            yield from law.ring(table, key, now)


def _before_cut_off(
    table: Table, told: Iterator[f.AnyFact], key: str, now: datetime
) -> Iterator[f.AnyFact]:
    """What is said before a cut-off is not said after it, when the server was down meanwhile."""
    phase = table.phase
    if phase is not None and now < phase.closes:
        yield from told
    else:
        yield f.Reminded(at=now, key=key)


def _close(table: Table, law: Law, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Close a phase: resolve, announce, look for the end and the silence, open the next one."""
    yield f.PhaseClosed(at=at, audience=f.EVERYBODY, phase=phase.id)
    sealed = receipts.head(table) if receipts.has_key(table) else ""
    yield from receipts.at_close(table, phase.id, _closed(table, law, phase, at), sealed)


def _closed(table: Table, law: Law, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """What follows once a phase is closed."""
    yield from nightfall.standing_at_end(table, phase.id, at)
    yield from activity.check(table, phase, at)
    yield from law.closing(table, phase, at)
    ended = law.verdict(table, at)
    if ended is not None:
        yield ended
        yield from report.closing(table, law.ending(table, ended))
        yield from posts.release_at_end(table, at)
        yield from awards.opened(table)
        return
    yield from _silence(table, phase, at)
    yield from open_next(table, law, phase, _opening_time(table, phase, at))
    yield from digest.to_both(table, law, at, "closed")


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
        data={
            "before": phase.closes.isoformat(),
            "closes": closes.isoformat(),
            "change_until": votes.change_until(table, table.phases[-1]).isoformat(),
        },
    )


@clause("C-2.8")
def end_early(table: Table, law: Law, at: datetime) -> Iterator[f.AnyFact]:
    """Where everybody is done the phase may end early, as the option says."""
    how = table.options["early_end"]
    phase = table.phase
    if how is None or phase is None or phase.closed is not None or table.ended is not None:
        return
    if table.replacing or phase.id in table.notes.get("early", ()):
        return
    if not early.everybody_is_done(table, law, phase):
        return
    yield f.Noted(at=at, key="early", value=[*table.notes.get("early", ()), phase.id])
    if how == "ask":
        yield questioning.ask(
            table, at, "early_end", "wait", phase.closes, "end phase", "wait", phase=phase.id
        )
        return
    closes = early.next_full_hour(at, table.zone)
    if closes < phase.closes:
        yield from move_cut_off(table, closes, at)
