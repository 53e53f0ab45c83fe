"""What the GM is told of a sign-up: the questions, and who has signed up from where. His alone."""

from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.book import Book
from pbp.game.table import Table


def notice(table: Table, at: datetime, why_now: str) -> f.Notified:
    """The digest before the start. why_now: closed · before · asked."""
    return f.Notified(
        at=at,
        kind="digest",
        to="gm",
        phase=None,
        data={"why_now": why_now, **contents(table)},
    )


def contents(table: Table) -> dict[str, Any]:
    """Everything that the digest tells; what only a running game has is empty."""
    book = table.signup
    return {
        "closes": book.closes.isoformat() if book is not None and book.closed is None else None,
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
