"""Sign-up by mail (C-3.1): what a letter brings about before the game has started.

Whoever writes is known by his address alone. A sign-up counts once its confirmation is answered;
each letter gets one answer. Never publishes an address or a wish.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import deliveries, deputy, people, questioning, signup_digest, waiting
from pbp.game import facts as f
from pbp.game.book import Book
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Judged, Outcome
from pbp.game.intents import Reading
from pbp.game.law import Law
from pbp.game.nouns import Value
from pbp.game.table import Table

WORDS = ("signup", "substitute", "withdraw", "confirm", "ask", "deliver")
"""What a letter can ask for before the start."""


LINE_MAX = 60
"""Characters of the line of a sign-up that is shown to whom it names."""


class Mail(Value, frozen=True):
    """A letter before its judge: its number, what was heard, the one reading that counts."""

    n: int
    heard: Heard
    reading: Reading

    @property
    def address(self) -> str:
        """Who writes."""
        return self.heard.sender


def hear(table: Table, law: Law, book: Book, heard: Heard) -> Iterator[f.AnyFact]:
    """Judge a letter that was received before the start; it gets one answer."""
    n = len(table.mails) + 1
    if heard.duplicate or heard.automatic:
        yield _record(heard, n, Outcome(verdict="ignored", code=_why_ignored(heard)))
        return
    reading = next((r for r in heard.understood.readings if r.kind in WORDS), None)
    if not _is_answered(book, heard, reading):
        yield _record(heard, n, Outcome(verdict="ignored", code="unknown_sender"))
        return
    mail = Mail(n=n, heard=heard, reading=reading or Reading(kind="none"))
    had_seats = waiting.seated(table, law)
    outcome = yield from _judge(table, book, mail)
    yield _record(heard, n, outcome)
    yield from waiting.moved_up(table, law, had_seats, heard.at)


def _is_answered(book: Book, heard: Heard, reading: Reading | None) -> bool:
    """A stranger whom nothing vouches for is answered only if he signs up (mail.md)."""
    if "@" not in heard.sender:
        return False
    if book.knows(heard.sender) or heard.proved:
        return True
    return reading is not None and reading.kind in ("signup", "substitute", "withdraw")


def _why_ignored(heard: Heard) -> str:
    return "duplicate" if heard.duplicate else "automatic"


def _record(heard: Heard, n: int, outcome: Outcome) -> f.MailHeard:
    return f.MailHeard(
        at=heard.at,
        n=n,
        sender=heard.sender,
        to=heard.address,
        phase=None,
        readings=heard.understood.readings,
        verdict=outcome.verdict,
        code=outcome.code,
        text=heard.text,
        message_id=heard.message_id,
        proved=heard.proved,
    )


def _judge(table: Table, book: Book, mail: Mail) -> Judged:
    kind = mail.reading.kind
    if book.cancelled:
        yield refusal(book, mail, "cancelled")
        return Outcome(verdict="refused", code="game_over")
    if kind == "ask":
        yield _state(book, mail)
        return Outcome(verdict="info")
    if kind == "deliver" and mail.reading.text in deliveries.NEWS:
        yield f.NewsChosen(
            at=mail.heard.at, who=mail.address, wants=mail.reading.text == deliveries.GAMES
        )
        yield _notice(mail, "subscription", {"what": mail.reading.text})
        return Outcome(verdict="info")
    if kind in ("none", "deliver"):
        yield refusal(book, mail, "not_understood")
        return Outcome(verdict="asked", code="unreadable")
    if kind in ("signup", "substitute") and book.closed is not None:
        yield refusal(book, mail, "closed")
        return Outcome(verdict="refused", code="late")
    if kind == "withdraw":
        return (yield from _withdraw(book, mail))
    if kind == "confirm":
        return (yield from _confirm(table, book, mail))
    return (yield from _ask(table, book, mail))


# -- asking -------------------------------------------------------------------------------------


@clause("C-3.1")
def _ask(table: Table, book: Book, mail: Mail) -> Judged:
    """报名 and 替补: refused with the reason, or asked back at the registered address."""
    name, wish, problem = people.wanted(mail.reading.text)
    if mail.reading.kind == "substitute" and not problem and wish:
        problem = "no_wish"
    problem = problem or _taken(book, mail, name, wish) or _is_deputy(table, mail)
    if problem:
        yield refusal(book, mail, problem, name=name, wish=wish)
        if problem == "name_taken":
            yield from _flag_name(table, book, mail, name)
        return Outcome(verdict="refused", code="not_permitted")
    asked = f.SignupAsked(
        at=mail.heard.at,
        n=mail.n,
        address=mail.address,
        what=mail.reading.kind,
        name=name,
        wish=wish,
        vouched=mail.heard.vouched,
        shuns=mail.heard.likes.shuns,
        analyses=mail.heard.analyses,
    )
    yield asked
    if mail.heard.proof == "gm":
        return (yield from _signed_up(table, book, mail, asked))
    what = "listed" if mail.heard.proof == "listed" else asked.what
    yield _confirmation(book, mail, what, _quote(mail.heard, name, wish))
    return Outcome(verdict="asked", code=None)


def _quote(heard: Heard, name: str, wish: str) -> str:
    """What he wrote, with the subject where the names that he confirms stand only there.

    Of what anybody can have written the line of the names alone: nobody is sent a stranger's words.
    """
    if not heard.proved:
        lines = (*heard.text.split("\n"), heard.subject)
        with_names = (line.strip() for line in lines if name in line and wish in line)
        return next(with_names, f"{name} {wish}")[:LINE_MAX]
    if name in heard.text and wish in heard.text:
        return heard.text
    return f"{heard.subject}\n{heard.text}".strip()


@clause("C-3.1")
def _taken(book: Book, mail: Mail, name: str, wish: str) -> str:
    """Whether the names tell who he is, or somebody else has one or one that is too like."""
    others = [e for a, e in book.valid.items() if a != mail.address]
    likes = mail.heard.likes
    if likes.tells:
        return likes.tells
    if people.same(name, [e.name for e in others]) or likes.names:
        return "name_taken"
    if not wish:
        return ""
    if likes.unusable:
        return "wish_a_word"
    wished = [e.wish for e in others if e.wish]
    if people.same(wish, [*wished, *(e.name for e in others), name]) or likes.wishes:
        return "wish_too_alike"
    return ""


def _is_deputy(table: Table, mail: Mail) -> str:
    """The GM's deputy never plays."""
    return "deputy" if deputy.is_deputy(table, mail.address) else ""


def _confirmation(book: Book, mail: Mail, what: str, quote: str) -> f.Notified:
    return _notice(
        mail, "confirm", {"what": what, "quote": quote, "until": book.closes.isoformat()}
    )


# -- confirming ---------------------------------------------------------------------------------


@clause("C-3.1")
def _confirm(table: Table, book: Book, mail: Mail) -> Judged:
    """确认: what was asked counts, if the answer came from the registered address."""
    found = book.confirmed_by(mail.address, mail.heard.answers_mail)
    if len(found) != 1:
        yield refusal(book, mail, "several_asked" if found else "nothing_asked")
        return Outcome(verdict="asked", code="ambiguous" if found else "unreadable")
    (asked,) = found
    if not mail.heard.proved:
        yield _confirmation(book, mail, asked.what, "")
        return Outcome(verdict="asked", code="unauthenticated")
    if asked.what == "withdraw":
        return (yield from _withdrawn(book, mail))
    if book.closed is not None:
        yield refusal(book, mail, "closed")
        return Outcome(verdict="refused", code="late")
    others = [e for a, e in book.valid.items() if a != mail.address]
    if people.same(asked.name, [e.name for e in others]):
        yield refusal(book, mail, "name_taken", name=asked.name)
        yield from _flag_name(table, book, mail, asked.name)
        return Outcome(verdict="refused", code="not_permitted")
    if asked.wish and people.same(asked.wish, [e.wish for e in others]):
        yield refusal(book, mail, "wish_too_alike", name=asked.name, wish=asked.wish)
        return Outcome(verdict="refused", code="not_permitted")
    return (yield from _signed_up(table, book, mail, asked))


def _signed_up(table: Table, book: Book, mail: Mail, asked: f.SignupAsked) -> Judged:
    """What was asked counts; one answer says so."""
    yield f.SignedUp(at=mail.heard.at, asked=asked)
    yield _counts(table, book, mail, asked)
    yield from _flag_mailbox(table, book, mail, asked)
    return Outcome()


def _counts(table: Table, book: Book, mail: Mail, asked: f.SignupAsked) -> f.Notified:
    """The answer: whether his provider vouches, and that owners are posted at the end."""
    return _notice(
        mail,
        "signed_up",
        {
            "public_name": asked.name,
            "handle": asked.wish or None,
            "substitute": asked.what == "substitute",
            "vouched": asked.vouched or mail.heard.vouched,
            "by": "gm" if mail.heard.proof == "gm" else None,
            "confirmed": True,
            "until": book.closes.isoformat(),
            "reveal_owners": bool(table.options["reveal_owners"]),
            "place": book.place(asked.address),
        },
    )


# -- withdrawing --------------------------------------------------------------------------------


def _withdraw(book: Book, mail: Mail) -> Judged:
    """退出 before the start: at once where something vouches, else it is asked back."""
    if not book.knows(mail.address):
        yield refusal(book, mail, "not_signed_up")
        return Outcome(verdict="refused", code="not_permitted")
    if mail.heard.proved:
        return (yield from _withdrawn(book, mail))
    yield f.SignupAsked(at=mail.heard.at, n=mail.n, address=mail.address, what="withdraw")
    yield _confirmation(book, mail, "withdraw", mail.heard.text or mail.heard.subject)
    return Outcome(verdict="asked", code="unauthenticated")


def _withdrawn(book: Book, mail: Mail) -> Judged:
    entry = book.valid.get(mail.address) or book.asked[mail.address]
    yield f.SignupWithdrawn(at=mail.heard.at, address=mail.address)
    yield _notice(mail, "signed_up", {"public_name": entry.name, "withdrawn": True})
    return Outcome()


# -- what the GM is asked -----------------------------------------------------------------------


@clause("C-3.1", "C-9")
def _flag_mailbox(
    table: Table, book: Book, mail: Mail, asked: f.SignupAsked
) -> Iterator[f.AnyFact]:
    """Two sign-ups that lead to one mailbox: the GM puts out all of that person's, or none."""
    key = people.mailbox(asked.address)
    twins = [e for a, e in book.valid.items() if a != asked.address and people.mailbox(a) == key]
    if twins:
        names = [*(e.name for e in twins), asked.name]
        addresses = [*(e.address for e in twins), asked.address]
        yield _double(table, book, mail, names, " = ".join(addresses))
        yield from signup_digest.to_both(table, mail.heard.at, "asked")


@clause("C-3.1", "C-9")
def _flag_name(table: Table, book: Book, mail: Mail, name: str) -> Iterator[f.AnyFact]:
    """One public name twice: the second is refused, and the GM is told of both."""
    first = next((e for e in book.valid.values() if people.same(name, [e.name])), None)
    if first is not None:
        yield _double(table, book, mail, [first.name], f"{first.address}, {mail.address}")
        yield from signup_digest.to_both(table, mail.heard.at, "asked")


def _double(table: Table, book: Book, mail: Mail, names: list[str], why: str) -> f.QuestionAsked:
    at = mail.heard.at
    return questioning.ask(
        table,
        at,
        "double_signup",
        "keep all",
        max(book.closes, at),
        "keep all",
        "out all",
        who="、".join(dict.fromkeys(names)),
        n=mail.n,
        text=why,
    )


# -- answers ------------------------------------------------------------------------------------


def _state(book: Book, mail: Mail) -> f.Notified:
    """How sign-up stands: his own entry, and the public names."""
    own = book.valid.get(mail.address)
    return _notice(
        mail,
        "help",
        {
            "signup": "state",
            "name": own.name if own else None,
            "wish": own.wish if own else None,
            "substitute": own is not None and own.what == "substitute",
            "pending": mail.address in book.asked,
            "until": book.closes.isoformat() if book.closed is None else None,
            "seats": book.opened.seats,
            "names": book.names(),
        },
    )


def refusal(book: Book, mail: Mail, problem: str, **about: str) -> f.Notified:
    """What was wrong, and what would be right."""
    until = None if book.closed or book.cancelled else book.closes.isoformat()
    return _notice(mail, "ask_again", {"signup": problem, "until": until, **about})


def _notice(mail: Mail, kind: str, data: dict[str, Any]) -> f.Notified:
    return notice(mail.address, mail.heard.at, kind, data, mail.n)


def notice(
    address: str, at: datetime, kind: str, data: dict[str, Any], n: int | None = None
) -> f.Notified:
    """A private notice to somebody who has no handle yet."""
    return f.Notified(
        at=at, audience=(address,), kind=kind, to=address, phase=None, mail=n, data=data
    )
