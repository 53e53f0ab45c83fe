"""What the desk shows of a server: its games, and of one game the digest and its questions.

Looking changes nothing: no fact, no input.
"""

from datetime import datetime
from typing import Any

from pbp.game import digest
from pbp.game.table import Table
from pbp.service.outgoing import about_of
from pbp.service.referee import Referee


def games(referee: Referee) -> list[dict[str, Any]]:
    """Every game: id, rule set, state, next cut-off in its own zone, open questions."""
    found = []
    for row in referee.store.games():
        live = referee.live(row.id)
        table = live.play.table if live is not None else None
        closes = row.next_deadline
        found.append(
            {
                "game": row.id,
                "ruleset": row.ruleset,
                "state": row.state,
                "closes": _minute(closes, table) if closes and table else "",
                "open": len(table.open_questions()) if table is not None else 0,
            }
        )
    return found


def one_game(referee: Referee, game: str, at: datetime) -> dict[str, Any] | None:
    """A game's digest as it would be sent now, its questions, and the names in it.

    None where there is no such game, or it was stopped.
    """
    live = referee.live(game)
    if live is None:
        return None
    table = live.play.table
    notice = digest.notice(table, live.play.law, at, "asked")
    page = referee.writer.renderer.notice(notice, about_of(live, referee.settings))
    return {
        "game": game,
        "locale": live.setup.locale,
        "text": page.text,
        "handles": list(table.handles),
        "questions": _questions(table),
    }


def _questions(table: Table) -> list[dict[str, Any]]:
    return [
        {
            "number": question.number,
            "answers": list(question.answers),
            "default": question.default,
            "due": _minute(question.due, table),
        }
        for question in table.open_questions()
    ]


def _minute(at: datetime, table: Table) -> str:
    """An instant in the game's own zone."""
    return f"{at.astimezone(table.zone):%Y-%m-%d %H:%M} ({table.zone.key})"
