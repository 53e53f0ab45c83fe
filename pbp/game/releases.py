"""What a writer does with a post of his own that has not gone out: 撤帖 and 公开."""

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game import posts
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.intents import Reading
from pbp.game.law import Law
from pbp.game.table import Table

HIS_OWN_TO_TELL = frozenset(("personal",))
"""Concerns with which a post goes out once its writer says so; with any other the GM decides."""


@clause("C-5.8")
def unpost(table: Table, _: Law, hearing: Hearing, heard: Heard) -> Judged:
    """撤帖: the waiting post that is answered does not go out, else the writer's last one."""
    mine = [post for post in table.waiting.values() if post.author == hearing.actor]
    if not mine:
        return Outcome(verdict="refused", code="late")
    chosen = next((post for post in mine if post.mail == heard.answers_mail), mine[-1])
    yield f.PostStopped(at=hearing.now, mail=chosen.mail)
    return Outcome(data={"post": chosen.post})


@clause("C-1.1", "C-9.2")
def release(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """公开: a mail that was held as a secret order, or for what is in it, is meant as a post."""
    mail = _held_mail(table, hearing.actor, heard.answers_mail)
    if mail is None:
        return Outcome(verdict="asked", code="unreadable")
    fate = table.fates.get(mail.n)
    if mail.code == "secret_on_board" and (fate is None or fate.held != posts.GM_FOLDER):
        return (yield from _release_order(table, law, hearing, heard, mail))
    return (yield from _insist(table, law, hearing, heard, mail))


def _held_mail(table: Table, who: str, answered: int | None) -> f.MailHeard | None:
    """The mail that is answered, else the last of his that waits for his word."""
    waiting = [
        mail for mail in table.mails.values() if mail.sender == who and _waits_for_him(table, mail)
    ]
    named = [mail for mail in waiting if mail.n == answered]
    chosen = named or waiting
    return chosen[-1] if chosen else None


def _waits_for_him(table: Table, mail: f.MailHeard) -> bool:
    fate = table.fates.get(mail.n)
    if (fate is not None and fate.published) or mail.n in table.waiting:
        return False
    held = fate is not None and fate.held == posts.GM_FOLDER and bool(mail.concerns)
    return (held or mail.code == "secret_on_board") and mail.n not in _asked_about(table)


def _asked_about(table: Table) -> set[int]:
    """The mails about whose posts the GM has been asked."""
    return {question.about["n"] for question in table.questions.values() if "n" in question.about}


def _release_order(
    table: Table, law: Law, hearing: Hearing, heard: Heard, mail: f.MailHeard
) -> Judged:
    """It is no order but chat; what is in it is looked at like any post's."""
    reading = Reading(kind="chat", text=mail.text)
    post = replace(hearing, mail=mail.n, reading=reading, address="gm")
    as_post = replace(heard, in_thread=True, concerns=mail.concerns)
    outcome = yield from posts.hear_post(table, law, post, as_post)
    return replace(outcome, data={**outcome.data, "released": True})


@clause("C-9.2")
def _insist(table: Table, law: Law, hearing: Hearing, heard: Heard, mail: f.MailHeard) -> Judged:
    """He has seen what is wrong with it: his own affairs go out, anything else the GM decides."""
    reading = posts.reading_of(mail)
    if set(mail.concerns) <= HIS_OWN_TO_TELL:
        post = replace(hearing, mail=mail.n, reading=reading)
        as_post = replace(heard, in_thread=True, concerns=())
        outcome = yield from posts.hear_post(table, law, post, as_post)
        return replace(outcome, data={**outcome.data, "released": True})
    yield posts.ask_gm(
        table,
        "insists",
        mail.n,
        mail.sender,
        hearing.now,
        "publish",
        "keep",
        concerns=mail.concerns,
        text=reading.text[:500],
    )
    data = {"where": posts.GM_FOLDER, "insists": True}
    return Outcome(verdict="held", code="review", data=data)
