"""The deal: seats, handles, roster numbers and roles by lot, whoever came first (C-3.3, C-3.5).

Everything is a function of the sheet of lots, so that anybody can draw it again at the end.
"""

from collections.abc import Iterable, Sequence

import msgspec

from pbp.game import facts as f
from pbp.game import sheets
from pbp.game.book import Book
from pbp.game.clauses import clause
from pbp.game.dice import Dice
from pbp.game.law import Deals
from pbp.game.nouns import Seat
from pbp.game.options import OptionValue


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """What was drawn. seated: in roster order; rest: those without a seat, in order of sign-up."""

    lots: tuple[str, ...]
    selection: tuple[str, ...]
    seed: str
    seats: tuple[Seat, ...]
    seated: tuple[f.SignupAsked, ...]
    rest: tuple[f.SignupAsked, ...]


@clause("C-3.3", "C-3.5")
def deal(book: Book, law: Deals, options: dict[str, OptionValue], select: str) -> Deal:
    """Draw everything. The book has at least as many sign-ups as there are seats.

    Raises:
        ValueError: the roles that the GM cast do not fit the set-up.
    """
    lots = lots_of(book)
    seed = sheets.commitment(lots)
    dice = Dice(seed)
    count = law.players(options)
    chosen = select_seats(book.players(), count, select, dice)
    by_handle = handles_by_lot(chosen, book.opened.handles, dice)
    order = dice.shuffled(sorted(by_handle), "roster")
    cast = {handle: book.cast.get(by_handle[handle].name, "") for handle in order}
    bare = [Seat(number=n, handle=who, role=cast[who]) for n, who in enumerate(order, start=1)]
    return Deal(
        lots=tuple(lots),
        selection=tuple(selection_lines(book, select, count)),
        seed=seed,
        seats=tuple(law.deal(options, dice, bare)),
        seated=tuple(by_handle[handle] for handle in order),
        rest=tuple(entry for entry in book.players() if entry not in chosen),
    )


def lots_of(book: Book) -> list[str]:
    """The sheet from which all lots are drawn."""
    opened = book.opened
    spare = [entry.name for entry in book.reserve()]
    return sheets.lots_lines(opened.game, opened.seed, book.names(), spare, book.beacon)


def ranked(entries: Sequence[f.SignupAsked], select: str) -> list[f.SignupAsked]:
    """In the order in which seats are given: as they signed up, or most analyses first."""
    if select != "activity":
        return list(entries)
    return sorted(entries, key=lambda entry: -entry.analyses)


@clause("C-3.2", "C-3.5")
def selection_lines(book: Book, select: str, count: int) -> list[str]:
    """The sheet of the selection: who wanted a seat, in the order of the confirmations."""
    return [
        f"game {book.opened.game}",
        f"select {select}",
        f"seats {count}",
        *(f"signup {entry.name} {entry.analyses}" for entry in book.players()),
    ]


@clause("C-3.2")
def select_seats(
    entries: Sequence[f.SignupAsked], count: int, select: str, dice: Dice
) -> list[f.SignupAsked]:
    """Who gets a seat: the first, or by lot; what the GM took out is not among them."""
    if select == "activity":
        return ranked(entries, select)[:count]
    if select != "random":
        return list(entries[:count])
    by_name = {entry.name: entry for entry in entries}
    drawn = dice.shuffled(sorted(by_name), "select")[:count]
    return [entry for entry in entries if entry.name in drawn]


@clause("C-3.3")
def handles_by_lot(
    chosen: Iterable[f.SignupAsked], listed: Sequence[str], dice: Dice
) -> dict[str, f.SignupAsked]:
    """Handle → sign-up: wished ones to whom wished for them, the others from the list by lot.

    One lot says which handles of the list are used, another who gets which.
    """
    people = sorted(chosen, key=lambda entry: entry.name)
    taken = {entry.wish: entry for entry in people if entry.wish}
    shunned = {handle for entry in people for handle in entry.shuns} | taken.keys()
    free = dice.shuffled([handle for handle in listed if handle not in shunned], "list")
    others = [entry for entry in people if not entry.wish]
    if len(free) < len(others):
        free = dice.shuffled([handle for handle in listed if handle not in taken], "list")
    return taken | dict(
        zip(owners_by_lot(free[: len(others)], dice), others, strict=True),
    )


def owners_by_lot(handles: Iterable[str], dice: Dice) -> list[str]:
    """The handles in the order in which they go to the people, these by name."""
    return dice.shuffled(sorted(handles), "owners")
