"""Posts on the board: C-5. What is published, what waits, what is held and where.

What a post may not contain (names, leaks) is found above, by rooms that know the outside; here it
arrives as a concern of the mail.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import facts as f
from pbp.game import questioning
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.intents import Reading
from pbp.game.law import Law
from pbp.game.table import Table

GM_FOLDER, UNTIL_END, REFUSED = "gm_folder", "until_end", "refused"


def hear_post(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """Judge a post of a seat. The outcome is the return value."""
    outcome = _judged(table, law, hearing, heard)
    if outcome.verdict == "held":
        where = outcome.data["where"]
        yield f.MailSettled(at=hearing.now, n=hearing.mail, held=where)
        if where == GM_FOLDER:
            yield _question(table, hearing, heard)
        return outcome
    if outcome.verdict == "refused":
        if "where" in outcome.data:
            yield f.MailSettled(at=hearing.now, n=hearing.mail, held=outcome.data["where"])
        return outcome
    due = due_time(table, hearing.at)
    if due > hearing.now:
        yield f.PostWaits(
            at=hearing.now,
            due=due,
            mail=hearing.mail,
            author=hearing.actor,
            post=hearing.reading.kind,
            text=hearing.reading.text,
        )
        return Outcome(data={**outcome.data, "due": due.isoformat()})
    yield from publish(table, hearing.mail, hearing.actor, hearing.reading, hearing.now)
    return outcome


def _question(table: Table, hearing: Hearing, heard: Heard) -> f.QuestionAsked:
    """The GM is asked about a post that waits for him."""
    phase = table.phases[-1]
    return questioning.ask(
        table,
        hearing.now,
        "held_post",
        "keep",
        max(phase.closes, hearing.now),
        "publish",
        "keep",
        n=hearing.mail,
        who=hearing.actor,
        concerns=heard.concerns,
        text=hearing.reading.text[:500],
    )


def publish(
    table: Table, mail: int, author: str, reading: Reading, at: datetime
) -> Iterator[f.AnyFact]:
    """The post goes out under the handle, with the minute of publication (C-1.2)."""
    yield f.MailSettled(at=at, n=mail, published=reading.kind)
    yield f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind=reading.kind,
        phase=table.phases[-1].id,
        life=table.players[author].life if author in table.players else None,
        author=author,
        mail=mail,
        data={"text": reading.text},
    )
    if reading.kind == "last_words":
        yield from _end_wait(table, author, at)


@clause("S-4.5")
def _end_wait(table: Table, author: str, at: datetime) -> Iterator[f.AnyFact]:
    """A wait for last words is over when everybody who has them has had them.

    The cut-off moves to this instant, at which the phase is due to close like any other.
    """
    phase = table.phase
    if phase is None or phase.closed is not None or at >= phase.closes:
        return
    if author not in phase.speakers:
        return
    spoken = {post.author for post in table.posts if post.kind == "last_words"}
    if spoken.issuperset(phase.speakers):
        yield f.CutOffMoved(at=at, audience=f.EVERYBODY, phase=phase.id, closes=at)


@clause("C-5.8")
def due_time(table: Table, at: datetime) -> datetime:
    """When a post received at `at` goes out: after the hold, at the next publish tick."""
    due = at + table.span("publish_hold")
    tick = table.span("publish_tick")
    if tick:
        start = table.start.at
        due = start + -((start - due) // tick) * tick
    return due


def _judged(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Outcome:
    """Whether a post may be published, by who wrote it."""
    kind = hearing.reading.kind
    if heard.concerns or table.is_muted(hearing.actor, hearing.at):
        return _held("review", GM_FOLDER)
    if table.is_alive(hearing.actor):
        if kind == "last_words":
            return Outcome(verdict="refused", code="not_permitted")
        return Outcome()
    if kind == "last_words":
        return _last_words(table, law, hearing)
    speaks = law.ghosts_may_speak
    if (
        speaks
        and table.silence is not None
        and not law.may_post_last_words(table, hearing.actor, hearing.at)
    ):
        return _in_silence(table, hearing)
    return _ghost(table, law, hearing, heard)


def _held(code: str, where: str) -> Outcome:
    return Outcome(verdict="held", code=code, data={"where": where})


@clause("C-5.3")
def _last_words(table: Table, law: Law, hearing: Hearing) -> Outcome:
    """Last words where the rule set grants them, in their window."""
    if law.may_post_last_words(table, hearing.actor, hearing.at):
        return Outcome()
    if not law.ghosts_may_speak:
        return Outcome(verdict="refused", code="used_up", data={"where": REFUSED})
    had = law.last_words_window(table, hearing.actor)
    if had is None:
        return _held("ghost", UNTIL_END)
    _, just_before = table.before(hearing.at)
    late = just_before is not None and had[0] < just_before.closes <= had[1] + timedelta(seconds=1)
    return Outcome(verdict="refused", code="late" if late else "wrong_phase")


@clause("C-5.4")
def _in_silence(table: Table, hearing: Hearing) -> Outcome:
    """In the silence the dead post no analysis; chat that names the living goes to the GM."""
    if hearing.reading.kind == "analysis":
        return _held("silence", REFUSED)
    if any(name in hearing.reading.text for name in table.living()):
        return _held("review", GM_FOLDER)
    return Outcome()


@clause("C-5.3", "S-6.5")
def _ghost(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Outcome:
    """The dead write short replies inside a thread; anything else waits until the end."""
    if not law.ghosts_may_speak:
        return Outcome(verdict="refused", code="not_alive", data={"where": REFUSED})
    in_thread = heard.in_thread
    if in_thread and len(hearing.reading.text) <= table.options["ghost_reply_limit"]:
        return Outcome()
    return _held("ghost", UNTIL_END)


def release_at_end(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """What was held until the end is published when the game is over (C-5.3)."""
    for n, fate in list(table.fates.items()):
        if fate.held != UNTIL_END or fate.published:
            continue
        mail = table.mails[n]
        for reading in mail.readings:
            yield from publish(table, n, mail.sender, reading, at)
