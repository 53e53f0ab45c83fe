"""Posts on the board: C-5. What is published, what waits, what is held and where.

What a post may not contain (names, leaks) is found above, by rooms that know the outside; here it
arrives as a concern of the mail.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import facts as f
from pbp.game import questioning, speakers
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.intents import POST_KINDS, Reading
from pbp.game.law import Law
from pbp.game.speakers import GM_FOLDER, REFUSED, held
from pbp.game.table import Table
from pbp.game.text import length

__all__ = ["GM_FOLDER", "REFUSED", "UNTIL_END"]

UNTIL_END = "until_end"

LAST_WORDS_MIN = 20
"""Last words with fewer characters are asked back before the one chance is used (mail.md)."""

LAST_WORDS_WAIT = timedelta(minutes=30)
"""How long they wait for 撤帖, where posts are held back at all."""

GM_FIRST = "owner_name"
"""The concern that goes to the GM at once; with any other the writer is asked first (C-9.2)."""


def hear_post(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """Judge a post. The outcome is the return value."""
    outcome = _judged(table, law, hearing, heard)
    if "where" in outcome.data:
        where = outcome.data["where"]
        yield f.MailSettled(at=hearing.now, n=hearing.mail, held=where)
        asked_first = heard.concerns and GM_FIRST not in heard.concerns
        if where == GM_FOLDER and not asked_first:
            yield _question(table, hearing, heard)
    if outcome.verdict in ("held", "refused"):
        return outcome
    if not hearing.reading.text.strip():
        return Outcome(verdict="asked", code="unreadable")
    due, short = due_time(table, hearing.at), _short(law, hearing)
    if short is not None and due > hearing.now:
        due = _asked_back(table, law, hearing, due)
    if due > hearing.now:
        yield f.PostWaits(
            at=hearing.now,
            due=due,
            mail=hearing.mail,
            author=hearing.actor,
            post=hearing.reading.kind,
            text=hearing.reading.text,
            as_owner=hearing.reading.as_owner,
        )
        data = {**outcome.data, "due": due.isoformat()}
        return Outcome(data=data if short is None else {**data, "short": short})
    yield from publish(table, hearing.mail, hearing.actor, hearing.reading, hearing.now)
    return outcome


def _question(table: Table, hearing: Hearing, heard: Heard) -> f.QuestionAsked:
    """The GM is asked about a post that waits for him; of an owner's analysis, whom to expose."""
    as_himself = speakers.speaks_as_himself(table, hearing.actor, as_owner=hearing.reading.as_owner)
    analyses = as_himself and hearing.actor in table.players and hearing.reading.kind == "analysis"
    answers = ("publish", "expose", "keep") if analyses else ("publish", "keep")
    return ask_gm(
        table,
        "owner_analysis" if analyses else "held_post",
        hearing.mail,
        hearing.actor,
        hearing.now,
        *answers,
        concerns=heard.concerns,
        text=hearing.reading.text[:500],
    )


def ask_gm(
    table: Table, kind: str, mail: int, who: str, at: datetime, *answers: str, **about: object
) -> f.QuestionAsked:
    """Put a held post to the GM; it stays where it is if he does nothing."""
    due = max(table.phases[-1].closes, at)
    return questioning.ask(table, at, kind, "keep", due, *answers, n=mail, who=who, **about)


def publish(
    table: Table, mail: int, sender: str, reading: Reading, at: datetime
) -> Iterator[f.AnyFact]:
    """The post goes out under its writer's name, with the minute of publication (C-1.2)."""
    author = speakers.byline(table, sender, as_owner=reading.as_owner)
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


def reading_of(mail: f.MailHeard) -> Reading:
    """What of a mail is the post: its own kind, else chat (C-5.1)."""
    found = next((r for r in mail.readings if r.kind in POST_KINDS), None)
    return found or Reading(kind="chat", text=mail.text)


# -- waiting ----------------------------------------------------------------------------------


def due(table: Table) -> set[datetime]:
    """The instants at which waiting posts go out."""
    return {post.due for post in table.waiting.values()}


@clause("C-5.8")
def publish_due(table: Table, at: datetime, now: datetime) -> Iterator[f.AnyFact]:
    """The posts of one tick; of one who has been muted meanwhile nothing goes out (C-5.4)."""
    for post in _by_lot(table, [p for p in table.waiting.values() if p.due <= at], at):
        if speakers.is_muted(table, post.author, now, as_owner=post.as_owner):
            yield f.MailSettled(at=now, n=post.mail, held=GM_FOLDER)
            yield ask_gm(
                table, "held_post", post.mail, post.author, now, "publish", "keep", text=post.text
            )
        else:
            reading = Reading(kind=post.post, text=post.text, as_owner=post.as_owner)
            yield from publish(table, post.mail, post.author, reading, now)


def _by_lot(table: Table, waiting: list[f.PostWaits], at: datetime) -> list[f.PostWaits]:
    """One tick's posts, in an order by lot: when each arrived must not be seen in it.

    The lot is drawn among their writers in roster order, so that no secret mail disturbs it; the
    posts of one writer stay in the order in which he wrote them.
    """
    queues: dict[str, list[f.PostWaits]] = {}
    for post in waiting:
        queues.setdefault(speakers.byline(table, post.author, as_owner=post.as_owner), []).append(
            post
        )
    order = {name: place for place, name in enumerate(table.handles)}
    names = sorted(queues, key=lambda name: (order.get(name, len(order)), name))
    places = [name for name in names for _ in queues[name]]
    return [queues[name].pop(0) for name in table.dice.shuffled(places, f"tick {at.isoformat()}")]


@clause("S-4.5")
def _end_wait(table: Table, author: str, at: datetime) -> Iterator[f.AnyFact]:
    """A wait for last words is over when everybody who has them has had them.

    The cut-off moves to this instant, at which the phase is due to close like any other.
    """
    phase = table.phase
    if phase is None or phase.closed is not None or table.clock(at) >= phase.closes:
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


@clause("C-5.8", "S-4.5", "L-8.1")
def _short(law: Law, hearing: Hearing) -> int | None:
    """How many characters short last words have, where there is one chance; None: not so."""
    if hearing.reading.kind != "last_words" or not law.last_words_once:
        return None
    count = length(hearing.reading.text)
    return count if count < LAST_WORDS_MIN else None


def _asked_back(table: Table, law: Law, hearing: Hearing, due: datetime) -> datetime:
    """When last words go out whose writer is asked whether that is all: later, in their window."""
    window = law.last_words_window(table, hearing.actor)
    later = due_time(table, hearing.at + LAST_WORDS_WAIT)
    return max(due, min(later, window[1])) if window is not None else later


def _judged(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Outcome:
    """Whether a post may be published, by who wrote it."""
    as_himself = speakers.speaks_as_himself(table, hearing.actor, as_owner=hearing.reading.as_owner)
    outcome = (
        speakers.judged(table, hearing) if as_himself else _of_seat(table, law, hearing, heard)
    )
    if outcome.verdict == "refused" or outcome.code == "silence":
        return outcome
    if heard.concerns:
        return Outcome(
            verdict="held",
            code="review",
            data={"where": GM_FOLDER, "concerns": heard.concerns},
        )
    if outcome.verdict == "accepted" and speakers.is_muted(
        table, hearing.actor, hearing.at, as_owner=hearing.reading.as_owner
    ):
        return held("review", GM_FOLDER)
    return outcome


def _of_seat(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Outcome:
    kind, who = hearing.reading.kind, hearing.actor
    if table.is_alive(who):
        if kind == "last_words":
            return Outcome(verdict="refused", code="not_permitted")
        return Outcome()
    if kind == "last_words":
        return _last_words(table, law, hearing)
    if not law.ghosts_may_speak:
        return Outcome(verdict="refused", code="not_alive", data={"where": REFUSED})
    if table.silence is not None and not _has_last_words(law, table, who, hearing.at):
        return speakers.in_silence(table, hearing)
    return _ghost(table, hearing, heard)


@clause("C-5.4")
def _has_last_words(law: Law, table: Table, who: str, at: datetime) -> bool:
    """Who has the right to last words that day is free of the silence for that whole day."""
    window = law.last_words_window(table, who)
    return window is not None and window[0] <= table.clock(at) < window[1]


@clause("C-5.3")
def _last_words(table: Table, law: Law, hearing: Hearing) -> Outcome:
    """Last words where the rule set grants them, in their window."""
    if law.may_post_last_words(table, hearing.actor, hearing.at):
        return Outcome()
    if not law.ghosts_may_speak:
        return Outcome(verdict="refused", code="used_up", data={"where": REFUSED})
    had = law.last_words_window(table, hearing.actor)
    if had is None:
        return held("ghost", UNTIL_END)
    _, just_before = table.before(hearing.at)
    late = just_before is not None and had[0] < just_before.closes <= had[1] + timedelta(seconds=1)
    return Outcome(verdict="refused", code="late" if late else "wrong_phase")


@clause("C-5.3", "S-6.5")
def _ghost(table: Table, hearing: Hearing, heard: Heard) -> Outcome:
    """The dead write short replies inside a thread; anything else waits until the end."""
    short = len(hearing.reading.text) <= table.options["ghost_reply_limit"]
    return Outcome() if heard.in_thread and short else held("ghost", UNTIL_END)


def release_at_end(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """What was held until the end is published when the game is over (C-5.3)."""
    for n, fate in list(table.fates.items()):
        if fate.held == UNTIL_END and not fate.published:
            mail = table.mails[n]
            yield from publish(table, n, mail.sender, reading_of(mail), at)
