"""Whether a public view is whole, and whether it says what another one, made anew, says."""

import sqlite3
from typing import Any

from pbp.board.file import APPLICATION_ID, VERSION

_POSTS = (
    "SELECT key, thread, kind, phase, life, author, at, subject, text FROM posts"
    " WHERE game = ? ORDER BY id"
)
_GAMES = "SELECT id, stamp, sheet FROM games ORDER BY id"


def damage(view: sqlite3.Connection) -> str:
    """What is wrong with the file itself; "" where nothing is.

    Raises:
        sqlite3.Error: it cannot be read at all.
    """
    (number,) = view.execute("PRAGMA application_id").fetchone()
    if number != APPLICATION_ID:
        return "is no file of pbp"
    (said,) = view.execute("PRAGMA integrity_check(1)").fetchone()
    return "" if said == "ok" else "is damaged"


def is_of_today(view: sqlite3.Connection) -> bool:
    """Whether it is of this version; one of another is thrown away at the next start."""
    return bool(view.execute("PRAGMA user_version").fetchone()[0] == VERSION)


def difference(view: sqlite3.Connection, derived: sqlite3.Connection) -> str:
    """A game that is shown up to the same fact, but otherwise; "" where there is none.

    derived: the view that the journal gives now; it may be ahead.
    """
    wanted = {game: (stamp, sheet) for game, stamp, sheet in derived.execute(_GAMES)}
    for game, stamp, sheet in view.execute(_GAMES).fetchall():
        if game not in wanted:
            return f"shows {game}, which is no game"
        same = sheet == wanted[game][1] and _posts(view, game) == _posts(derived, game)
        if stamp == wanted[game][0] and not same:
            return f"shows {game} otherwise than the journal gives it"
    return ""


def _posts(view: sqlite3.Connection, game: str) -> list[Any]:
    return view.execute(_POSTS, (game,)).fetchall()
