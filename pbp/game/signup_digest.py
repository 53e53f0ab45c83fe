"""What the GM is told of a sign-up: the questions, and who has signed up from where. His alone."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.book import Book
from pbp.game.deputy import DEPUTY
from pbp.game.table import Table


def to_both(table: Table, at: datetime, why_now: str, *, gm: bool = True) -> Iterator[f.AnyFact]:
    """The digest to the GM, and to his deputy as long as he acts for him."""
    told = notice(table, at, why_now)
    if gm:
        yield told
    if table.around.acting:
        yield replace(told, to=DEPUTY)


def notice(table: Table, at: datetime, why_now: str) -> f.Notified:
    """The digest before the start. why_now: closed · before · asked."""
    return f.Notified(
        at=at,
        kind="digest",
        to="gm",
        phase=None,
        data={"why_now": why_now, **contents(table, at)},
    )


def contents(table: Table, at: datetime) -> dict[str, Any]:
    """Everything that the digest tells; what only a running game has is empty."""
    book = table.signup
    runs = book is not None and book.closed is None and book.closes > at
    return {
        "closes": book.closes.isoformat() if book is not None and runs else None,
        "paused": False,
        "questions": [question(q) for q in table.open_questions()],
        "if_closed_now": [],
        "unheard": [],
        "late": [],
        "held": [],
        "not_understood": [],
        "analyses": {},
        "warnings": {},
        "leaves": [],
        "living": [],
        "drafts": table.notes.get("drafts", {}),
        "signups": _signups(book) if book is not None else [],
        **(_seats(book) if book is not None else {}),
    }


def _seats(book: Book) -> dict[str, Any]:
    """How many seats there are and how many of them are taken, and when the game starts."""
    return {
        "seats": book.opened.seats,
        "taken": min(len(book.players()), book.opened.seats),
        "starts": book.starts.isoformat() if book.starts else None,
    }


def _signups(book: Book) -> list[dict[str, Any]]:
    rows = [(entry, True) for entry in book.valid.values()]
    rows += [(entry, False) for a, entry in book.asked.items() if a not in book.valid]
    return [
        {
            "name": entry.name,
            "wish": entry.wish,
            "address": entry.address,
            "vouched": entry.vouched,
            "substitute": entry.what == "substitute",
            "confirmed": confirmed,
        }
        for entry, confirmed in rows
        if entry.name
    ]


def question(asked: f.QuestionAsked) -> dict[str, Any]:
    """A question as the digest shows it."""
    return {
        "number": asked.number,
        "kind": asked.kind,
        "answers": asked.answers,
        "default": asked.default,
        "due": asked.due.isoformat(),
        "about": asked.about,
    }
