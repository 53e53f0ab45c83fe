"""The GM and the sign-up: open, close, start, cast, the beacon, who is put out (C-3, C-9.1)."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from pbp.game import facts as f
from pbp.game import signup, signup_close, waiting
from pbp.game.book import Book
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.dice import Dice
from pbp.game.gm.acting import Act, Done, refused
from pbp.game.law import Deals, Law
from pbp.game.nouns import Seat
from pbp.game.table import Table


def _closed_book(table: Table) -> Done | None:
    """A refusal where there is no sign-up, or it is over."""
    if table.signup is None or table.started is not None:
        return refused("has_started")
    return refused("game_over") if table.signup.cancelled else None


def _book(table: Table) -> Book:
    if table.signup is None:
        raise LookupError("there is no sign-up")
    return table.signup


@clause("C-3.1")
def open_signup(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Open signup: what was closed is open again, as long as it was before."""
    if wrong := _closed_book(table):
        return wrong
    too_few = _settled(table, at, "too_few")
    if _book(table).closed is None and not too_few:
        return refused("is_open")
    yield from too_few
    yield from _settled(table, at, "too_many", "beacon", "cast")
    yield from signup_close.longer(table, law, at, command.span)
    return Done(data={"closes": _book(table).closes.isoformat()})


@clause("C-3.2")
def extend(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Extend 12h: sign-up closes later."""
    if wrong := _closed_book(table):
        return wrong
    if command.span is None or command.span <= timedelta(0):
        return refused("needs_span")
    return (yield from _moved(table, law, max(_book(table).closes, at) + command.span, at))


@clause("C-3.2")
def deadline(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Deadline TIME: sign-up closes at that time."""
    if wrong := _closed_book(table):
        return wrong
    if command.time is None:
        return refused("needs_time")
    if command.time <= at:
        return refused("time_is_past")
    return (yield from _moved(table, law, command.time, at))


def _moved(table: Table, law: Law, closes: datetime, at: datetime) -> Act:
    """Sign-up, which is not closed yet, closes at another time; what its end asked is settled."""
    if _book(table).closed is not None:
        return refused("is_closed")
    yield from _settled(table, at, "too_few")
    yield f.SignupMoved(at=at, closes=closes)
    yield signup_close.state(table, at, signup_close.needed_players(table, law))
    return Done(data={"closes": closes.isoformat()})


@clause("C-3.2")
def close_signup(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Close signup: as if the closing time had come."""
    if wrong := _closed_book(table):
        return wrong
    if _book(table).closed is not None:
        return refused("is_closed")
    yield from _settled(table, at, "too_few")
    yield from signup_close.close(table, law, at)
    have, needed = len(_book(table).players()), signup_close.needed_players(table, law)
    return Done(data={"too_few": f"{have} / {needed}"} if have < needed else {}, undo=False)


@clause("C-3.3", "C-3.2")
def start(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Start [time]: now, or then; with too few only where the set-up can be made to fit."""
    if wrong := _closed_book(table):
        return wrong
    if command.time is not None:
        if command.time <= at:
            return refused("time_is_past")
        yield f.SignupMoved(at=at, starts=command.time)
        return Done(data={"closes": command.time.isoformat()})
    have, needed = len(_book(table).players()), signup_close.needed_players(table, law)
    if have < needed:
        changes = law.fitting(table.options, have) if isinstance(law, Deals) else None
        if not changes or command.value != "fit":
            return refused("too_few", told=f"{have} / {needed}")
        for name, value in changes.items():
            yield f.OptionChanged(at=at, audience=f.EVERYBODY, name=name, value=value)
    yield from _settled(table, at, *signup_close.HOLDING)
    if _book(table).closed is None:
        yield f.SignupClosed(at=at)
        yield signup_close.state(table, at, signup_close.needed_players(table, law))
    yield from signup_close.begin(table, law, at)
    return Done(undo=False)


@clause("C-3.5")
def cast(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Cast NAME=ROLE …: by public name or wished handle, before the deal; the roster says so."""
    if wrong := _closed_book(table):
        return wrong
    book, roles = _book(table), {}
    for name, role in _pairs(command.value):
        entry = book.named(name) or next((e for e in book.players() if e.wish == name), None)
        if entry is None or entry.what != "signup":
            return refused("unknown_signup", heard=name)
        if not _can_be_cast(table, law, role):
            return refused("no_such_role", heard=f"{name}={role}")
        roles[entry.name] = role
    if not roles:
        return refused("needs_pairs")
    yield f.RolesCast(at=at, roles={**book.cast, **roles})
    return Done(data={"cast": [f"{name}={role}" for name, role in roles.items()]})


def _can_be_cast(table: Table, law: Law, role: str) -> bool:
    """Whether the rule set deals such a role, and takes it from the GM's hand."""
    try:
        if isinstance(law, Deals):
            law.deal(table.options, Dice(""), [Seat(number=1, handle="", role=role)])
    except ValueError:
        return False
    return True


def _pairs(written: str) -> list[tuple[str, str]]:
    pairs = [word.split("=", 1) for word in re.split(r"[\s,，、;；]+", written.replace("＝", "="))]
    return [(pair[0], pair[1]) for pair in pairs if len(pair) == 2 and all(pair)]


@clause("C-3.5")
def beacon(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Beacon VALUE: the public value that was named when sign-up opened."""
    if wrong := _closed_book(table):
        return wrong
    value = " ".join(f"{command.value} {command.reason}".split())
    if not _book(table).opened.beacon:
        return refused("no_beacon")
    if not value:
        return refused("needs_text")
    yield f.BeaconGiven(at=at, value=value)
    yield from _settled(table, at, "beacon")
    return Done(data={"value": value})


@clause("C-3.2")
def select(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """First or random, in answer to the question who gets a seat."""
    if wrong := _closed_book(table):
        return wrong
    yield f.SelectChosen(at=at, how=command.value)
    return Done(data={"value": command.value})


@clause("C-9.1", "C-3.1")
def out(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Out NAME reason: a sign-up is struck off before the start; he is told so."""
    if wrong := _closed_book(table):
        return wrong
    book = _book(table)
    found = [entry for name in command.who.split("、") if (entry := book.named(name))]
    if not found:
        return refused("unknown_signup", heard=command.who)
    had_seats = waiting.seated(table, law)
    for entry in found:
        yield f.SignupWithdrawn(at=at, address=entry.address, by="gm")
        about = {"public_name": entry.name, "withdrawn": True, "by": "gm", "reason": command.reason}
        yield signup.notice(entry.address, at, "signed_up", about)
    yield from waiting.moved_up(table, law, had_seats, at)
    return Done(data={"who": "、".join(entry.name for entry in found), "signed_up": True})


@clause("C-3.2")
def longer(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Longer, in answer to the question about too few."""
    if wrong := _closed_book(table):
        return wrong
    yield from signup_close.longer(table, law, at, command.span)
    return Done(data={"closes": _book(table).closes.isoformat()})


@clause("C-3.2", "C-10")
def cancel(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Cancel (abort): the game will not take place."""
    if wrong := _closed_book(table):
        return wrong
    yield from _settled(table, at, *(q.kind for q in table.open_questions()))
    yield from signup_close.cancel(table, at)
    return Done(data={"cancelled": True}, undo=False)


@clause("C-10")
def abort(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Abort reason: the game will not take place."""
    if wrong := _closed_book(table):
        return wrong
    if not command.reason:
        return refused("needs_reason")
    return (yield from cancel(table, law, command, at))


def _settled(table: Table, at: datetime, *kinds: str) -> list[f.QuestionAnswered]:
    """Open questions that an act of the GM's has answered."""
    return [
        f.QuestionAnswered(at=at, number=question.number, answer="done")
        for question in table.open_questions()
        if question.kind in kinds
    ]


BEFORE: dict[str, Callable[[Table, Law, Command, datetime], Act]] = {
    "open signup": open_signup,
    "close signup": close_signup,
    "extend": extend,
    "deadline": deadline,
    "start": start,
    "cast": cast,
    "beacon": beacon,
    "select": select,
    "out": out,
    "out all": out,
    "longer": longer,
    "cancel": cancel,
    "abort": abort,
}
"""The acts of a game that has not started."""

ALSO_BEFORE = ("announce", "publish", "option", "deputy")
"""Acts of a running game that can be done before it."""
