"""The end of a sign-up: too few, too many, the start, or no game at all (C-3.2, C-3.3, C-3.5).

Everything here has a default and a time: a GM asleep never blocks a game.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import deputy, engine, questioning, signup, signup_digest, waiting
from pbp.game import facts as f
from pbp.game.book import Book
from pbp.game.clauses import clause
from pbp.game.dealing import Deal, deal
from pbp.game.law import Deals, Law, WithSubstitutes
from pbp.game.sheets import commitment, seed_lines
from pbp.game.table import Table

PATIENCE = timedelta(hours=12)
"""How long the GM has to answer what is asked at the closing time."""

HOLDING = ("too_few", "too_many", "beacon", "cast")
"""Questions that must be settled before the game starts."""

STEPS_MAX = 1000


@clause("C-3.1", "C-3.5")
def opening(table: Table, law: Law, opened: f.SignupOpened) -> Iterator[f.AnyFact]:
    """Sign-up begins: seats, closing time and the commitment of the seed are posted."""
    yield opened
    yield f.Posted(
        at=opened.at,
        audience=f.EVERYBODY,
        kind="signup",
        phase=None,
        data={
            "seats": opened.seats,
            "closes": opened.closes.isoformat(),
            "starts": opened.starts.isoformat() if opened.starts else None,
            "commitment": commitment(seed_lines(opened.game, opened.seed)),
            "beacon": opened.beacon,
            "substitutes": isinstance(law, WithSubstitutes),
            "reveal_owners": bool(table.options["reveal_owners"]),
        },
    )


# -- time ---------------------------------------------------------------------------------------


def settle(table: Table, law: Law, now: datetime) -> Iterator[f.AnyFact]:
    """Do everything that is due at or before `now`, until the game has started."""
    for _ in range(STEPS_MAX):
        due = next_due(table)
        if due is None or due > now:
            return
        yield from _do_due(table, law, due)
    raise RuntimeError("a sign-up did not come to rest")


def next_due(table: Table) -> datetime | None:
    """The next instant at which something happens by itself before the start."""
    book = table.signup
    if book is None or table.started is not None or book.cancelled:
        return None
    asked = [at for at, _ in (*questioning.due(table), *deputy.due(table))]
    own = _own_due(table, book)
    return min([*asked, *([own] if own is not None else [])], default=None)


def _own_due(table: Table, book: Book) -> datetime | None:
    """The closing time, or the start; None while the GM is asked something that comes first."""
    if any(question.kind in HOLDING for question in table.open_questions()):
        return None
    if book.closed is None:
        return book.closes
    return max(book.closed, book.starts or book.closed)


def _do_due(table: Table, law: Law, due: datetime) -> Iterator[f.AnyFact]:
    now = engine.closing_instant(table, due)
    for at, number in questioning.due(table):
        if at <= due and number not in table.answered:
            yield from questioning.take_default(table, law, number, now)
    for at, what in list(deputy.due(table)):
        if at <= due:
            yield from deputy.step(table, what, now)
            yield from signup_digest.to_both(table, now, "asked", gm=False)
    book = table.signup
    if book is None or table.started is not None or book.cancelled:
        return
    own = _own_due(table, book)
    if own is None or own > due:
        return
    if book.closed is None:
        yield from close(table, law, now)
    else:
        yield from begin(table, law, now)


# -- closing ------------------------------------------------------------------------------------


@clause("C-3.2")
def close(table: Table, law: Law, at: datetime) -> Iterator[f.AnyFact]:
    """The closing time has come: enough, and it is closed; too few, and the GM is asked."""
    book, needed = _book(table), needed_players(table, law)
    if len(book.players()) < needed:
        yield _ask_about_too_few(table, law, book, needed, at)
        yield from signup_digest.to_both(table, at, "closed")
        return
    yield f.SignupClosed(at=at)
    yield state(table, at, needed)
    if len(book.players()) > needed and table.options["select"] == "gm" and not book.how:
        yield questioning.ask(
            table,
            at,
            "too_many",
            "first",
            max(at + PATIENCE, book.starts or at),
            "first",
            "random",
            text="、".join(book.names()),
        )
    yield from waiting.told_of_places(table, law, at)
    yield from signup_digest.to_both(table, at, "closed")


@clause("C-3.2")
def _ask_about_too_few(
    table: Table, law: Law, book: Book, needed: int, at: datetime
) -> f.QuestionAsked:
    """Longer, another set-up, or cancel: once longer by itself, then cancelled."""
    fits = isinstance(law, Deals) and law.fitting(table.options, len(book.players()))
    return questioning.ask(
        table,
        at,
        "too_few",
        "cancel" if book.extended else "longer",
        at + PATIENCE,
        "longer",
        *(("start",) if fits else ()),
        "cancel",
        text=f"{len(book.players())} / {needed}",
    )


def state(table: Table, at: datetime, seats: int) -> f.Posted:
    """How sign-up stands, by public names; it is closed or open."""
    book = _book(table)
    return f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind="signup_state",
        phase=None,
        data={
            "open": book.closed is None and not book.cancelled,
            "names": book.names(),
            "seats": seats,
            "closes": None if book.closed else book.closes.isoformat(),
            "starts": book.starts.isoformat() if book.starts else None,
            "substitutes": [entry.name for entry in book.reserve()],
            "cancelled": book.cancelled,
        },
    )


@clause("C-3.2")
def longer(table: Table, law: Law, at: datetime, span: timedelta | None) -> Iterator[f.AnyFact]:
    """Sign-up goes on, by the same length once more or by the one that the GM says."""
    book = _book(table)
    length = span or (book.opened.closes - book.opened.at)
    yield f.SignupMoved(at=at, closes=at + length, extended=True)
    yield state(table, at, needed_players(table, law))


@clause("C-3.2")
def cancel(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """There will be no game; everybody who signed up is told."""
    book = _book(table)
    yield f.SignupCancelled(at=at)
    yield state(table, at, book.opened.seats)


# -- the start ----------------------------------------------------------------------------------


@clause("C-3.3", "C-3.5")
def begin(table: Table, law: Law, at: datetime) -> Iterator[f.AnyFact]:
    """Deal and start, unless the public value that was named is still awaited."""
    book = _book(table)
    if book.opened.beacon and not book.beacon and not _was_asked(table, "beacon"):
        yield questioning.ask(
            table, at, "beacon", "start", at + PATIENCE, "start", text=book.opened.beacon
        )
        yield from signup_digest.to_both(table, at, "asked")
        return
    if not isinstance(law, Deals):
        raise TypeError(f"{law.name} cannot be dealt")
    needed = needed_players(table, law)
    if len(book.players()) < needed:  # somebody withdrew after the close
        yield _ask_about_too_few(table, law, book, needed, at)
        yield from signup_digest.to_both(table, at, "asked")
        return
    try:
        drawn = deal(book, law, table.options, book.how or table.options["select"])
    except ValueError as error:
        yield f.RolesCast(at=at, roles={})
        yield questioning.ask(table, at, "cast", "start", at + PATIENCE, "start", text=str(error))
        yield from signup_digest.to_both(table, at, "asked")
        return
    yield from _dealt(table, law, book, drawn, at)


def _was_asked(table: Table, kind: str) -> bool:
    return any(question.kind == kind for question in table.questions.values())


def _dealt(table: Table, law: Law, book: Book, drawn: Deal, at: datetime) -> Iterator[f.AnyFact]:
    """The seats are dealt; who has none is told, or is a substitute where there are any."""
    takes = isinstance(law, WithSubstitutes)
    spare = {**{e.address: e for e in drawn.rest}, **{e.address: e for e in book.reserve()}}
    waiting = [e for a, e in book.valid.items() if a in spare] if takes else []
    handles = [seat.handle for seat in drawn.seats]
    by_handle = dict(zip(handles, drawn.seated, strict=True))
    yield f.SeatsDealt(
        at=at,
        people={handle: entry.address for handle, entry in by_handle.items()},
        substitutes={entry.name: entry.address for entry in waiting},
    )
    opened = book.opened
    yield from engine.start(
        table,
        law,
        f.GameStarted(
            at=at,
            game=opened.game,
            ruleset=opened.ruleset,
            locale=opened.locale,
            timezone=opened.timezone,
            options=opened.options,
            seats=drawn.seats,
            seed=drawn.seed,
            names={handle: entry.name for handle, entry in by_handle.items()},
            substitutes=tuple(entry.name for entry in waiting),
            salts=opened.salts,
            lots=drawn.lots,
            selection=drawn.selection,
            cast=tuple(handle for handle in handles if by_handle[handle].name in book.cast),
            wished=tuple(handle for handle in handles if by_handle[handle].wish == handle),
        ),
    )
    if opened.story:
        data = {"text": opened.story, "what": "story"}
        yield f.Posted(at=at, audience=f.EVERYBODY, kind="plot", phase=None, data=data)
    for place, entry in enumerate(spare.values(), start=1):
        about = {"public_name": entry.name, "substitute": takes, "place": place if takes else None}
        yield signup.notice(entry.address, at, "not_seated", about)


def needed_players(table: Table, law: Law) -> int:
    """How many the set-up needs."""
    return law.players(table.options) if isinstance(law, Deals) else _book(table).opened.seats


def _book(table: Table) -> Book:
    if table.signup is None:
        raise LookupError("there is no sign-up")
    return table.signup
