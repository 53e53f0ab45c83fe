"""Onlookers: the built-in list's subscribers (C-5.5). They read the board, ask, chat and analyse.

Whoever subscribes gives a public name and confirms from his address; nobody sees that address. A
seat, a waiting substitute or the GM who subscribes or leaves chooses how the board comes to him.
"""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from pbp.game import deliveries, people, posts, questions, releases
from pbp.game import facts as f
from pbp.game.answering import answer
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.intents import POST_KINDS, Reading, Understood
from pbp.game.law import Law
from pbp.game.table import Table

SUBSCRIBE, UNSUBSCRIBE = "subscribe", "unsubscribe"
"""Places of the board's address that join and leave the list."""

NOT_FOR_ONLOOKERS = Outcome(verdict="refused", code="not_permitted", data={"onlooker": True})


def as_delivery(table: Table, heard: Heard) -> Heard:
    """A reader who has the board anyway: to subscribe is the usual way, to leave notices alone."""
    if heard.address not in (SUBSCRIBE, UNSUBSCRIBE):
        return heard
    mode = table.start.deliver if heard.address == SUBSCRIBE else deliveries.NOTICES
    reading = Reading(kind="deliver", text=mode)
    return replace(heard, address="gm", understood=Understood((reading,)))


def is_meant(table: Table, heard: Heard) -> bool:
    """Whether a letter of somebody without a seat is an onlooker's, or of one who wants to be."""
    asks = heard.certain and heard.sender in table.subscribing
    delivers = heard.proved and any(r.kind == "deliver" for r in heard.understood.readings)
    at_the_list = heard.address in (SUBSCRIBE, UNSUBSCRIBE)
    return at_the_list or asks or delivers or is_one(table, heard)


def is_one(table: Table, heard: Heard) -> bool:
    """Whether a letter is a subscriber's, beyond doubt."""
    return heard.sender in table.subscribers and (heard.certain or heard.proved)


def hear(
    table: Table, law: Law, heard: Heard, n: int, record: Callable[[Outcome], f.MailHeard]
) -> Iterator[f.AnyFact]:
    """Judge it. record: the fact that the mail was heard; it comes before the one answer."""
    has_the_board = heard.sender == deliveries.GM or heard.sender in table.substitutes
    is_reader = heard.sender in table.subscribers or has_the_board
    proved = heard.certain or heard.proved
    if is_reader and not proved:
        yield record(Outcome(verdict="ignored", code="unknown_sender"))
    elif is_reader and not has_the_board and _leaves(heard):
        yield f.Unsubscribed(at=heard.at, address=heard.sender)
        yield record(Outcome())
        yield _told(heard, n, "left")
    elif is_reader:
        yield from _readings(table, law, as_delivery(table, heard), n, record)
    elif heard.address == UNSUBSCRIBE:
        yield record(Outcome(verdict="info" if proved else "ignored", code="unknown_sender"))
        if proved:
            yield _told(heard, n, "none")
    else:
        yield from _subscribe(table, heard, n, record)


def _leaves(heard: Heard) -> bool:
    return heard.address == UNSUBSCRIBE or _says(heard, "withdraw")


def _says(heard: Heard, kind: str) -> bool:
    return any(reading.kind == kind for reading in heard.understood.readings)


# -- joining and leaving --------------------------------------------------------------------------


@clause("C-5.5", "C-3.1")
def _subscribe(
    table: Table, heard: Heard, n: int, record: Callable[[Outcome], f.MailHeard]
) -> Iterator[f.AnyFact]:
    """A public name first, then his word from that address; then he is on the list."""
    asked = table.subscribing.get(heard.sender)
    if asked is not None and asked.name and heard.certain and _says(heard, "confirm"):
        yield f.Subscribed(at=heard.at, address=heard.sender, name=asked.name)
        yield record(Outcome())
        yield _told(heard, n, "subscribed", asked.name)
        return
    name, problem = _name(table, heard)
    yield f.SubscriptionAsked(at=heard.at, address=heard.sender, name="" if problem else name)
    yield record(Outcome(verdict="asked"))
    yield (
        _told(heard, n, problem, name)
        if problem
        else f.Notified(
            at=heard.at,
            kind="confirm",
            to=heard.sender,
            phase=None,
            mail=n,
            data={"what": "subscribe", "quote": name},
        )
    )


def _name(table: Table, heard: Heard) -> tuple[str, str]:
    """The name on the first line, and what is wrong with it."""
    lines = [line.strip() for line in heard.text.split("\n") if line.strip()]
    given = [r.text for r in heard.understood.readings if r.kind in ("signup", "substitute")]
    if _says(heard, "deliver") or _says(heard, "confirm") or not (given or lines):
        return "", "name"
    words = (given[0] if given else lines[0]).split()
    name = words[0] if words else ""
    if len(words) != 1 or people.wrong_with(name):
        return " ".join(words)[: people.LONGEST * 2], "name_odd" if words else "name"
    book = table.signup
    taken = [*table.handles, *table.subscribers.values(), *(book.names() if book else ())]
    return name, "name_taken" if people.same(name, taken) else ""


def _told(heard: Heard, n: int, what: str, name: str = "") -> f.Notified:
    return f.Notified(
        at=heard.at,
        kind="subscription",
        to=heard.sender,
        phase=None,
        mail=n,
        data={"what": what, "name": name},
    )


# -- what an onlooker writes ----------------------------------------------------------------------


def _readings(
    table: Table, law: Law, heard: Heard, n: int, record: Callable[[Outcome], f.MailHeard]
) -> Iterator[f.AnyFact]:
    """Each reading to its judge; one answer for all."""
    results: list[tuple[Reading, Outcome]] = []
    for reading in heard.understood.readings:
        outcome = yield from _judge(table, law, heard, n, reading)
        results.append((reading, outcome))
    nothing = Outcome(verdict="asked", code=heard.understood.problem or "unreadable")
    worst = (o for _, o in results if o.verdict not in ("accepted", "info"))
    whole = next(worst, results[0][1] if results else nothing)
    yield record(whole)
    yield answer(table, heard, n, results, whole)


@clause("C-5.5")
def _judge(table: Table, law: Law, heard: Heard, n: int, reading: Reading) -> Judged:
    """Chat, analyses and questions; how the board comes. Never an order, never a vote."""
    hearing = Hearing(
        mail=n, at=heard.at, now=heard.at, actor=heard.sender, reading=reading, text=heard.text
    )
    if reading.kind == "deliver":
        return (yield from deliveries.hear_deliver(table, hearing))
    if table.ended is not None and reading.kind != "ask":
        return Outcome(verdict="refused", code="game_over")
    if reading.kind == "ask":
        return questions.answer_question(table, hearing)
    if reading.kind in POST_KINDS and heard.sender in table.subscribers:
        return (yield from posts.hear_post(table, law, hearing, heard))
    if reading.kind in ("unpost", "publish"):
        return (yield from _own_post(table, law, hearing, heard))
    return NOT_FOR_ONLOOKERS


def _own_post(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    judge = releases.unpost if hearing.reading.kind == "unpost" else releases.release
    return (yield from judge(table, law, hearing, heard))
