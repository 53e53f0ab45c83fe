"""The waiting list between the close of a sign-up and the start (C-3.2).

Who has no seat is told his place; when a seat is freed before the start the next one moves up and
is told so. Where seats are given by lot there is no list: the lot is drawn at the start.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.dealing import ranked
from pbp.game.law import Deals, Law
from pbp.game.table import Table

IN_ORDER = ("first", "activity")
"""Ways to choose in which somebody has a place on the list."""


def order(table: Table) -> list[f.SignupAsked]:
    """Those who want a seat, in the order in which they get one; empty where a lot decides."""
    book = table.signup
    if book is None or book.closed is None or table.started is not None or book.cancelled:
        return []
    how = book.how or str(table.options["select"])
    return ranked(book.players(), how) if how in IN_ORDER else []


def seats(table: Table, law: Law) -> int:
    """How many of them get one."""
    return law.players(table.options) if isinstance(law, Deals) else 0


def seated(table: Table, law: Law) -> list[str]:
    """The addresses of those who have a seat as it stands."""
    return [entry.address for entry in order(table)[: seats(table, law)]]


@clause("C-3.2")
def told_of_places(table: Table, law: Law, at: datetime) -> Iterator[f.AnyFact]:
    """Sign-up is closed: who has no seat learns his place on the list."""
    for place, entry in enumerate(order(table)[seats(table, law) :], start=1):
        about = {"public_name": entry.name, "waiting": place}
        yield _notice(entry.address, at, "not_seated", about)


@clause("C-3.2")
def moved_up(table: Table, law: Law, before: list[str], at: datetime) -> Iterator[f.AnyFact]:
    """A seat was freed: whoever has it now is told. before: who had seats until then."""
    if not before:
        return
    for entry in order(table)[: seats(table, law)]:
        if entry.address not in before:
            about = {"public_name": entry.name, "moved_up": True, "handle": entry.wish or None}
            yield _notice(entry.address, at, "signed_up", about)


def _notice(address: str, at: datetime, kind: str, data: dict[str, object]) -> f.Notified:
    return f.Notified(at=at, audience=(address,), kind=kind, to=address, phase=None, data=data)
