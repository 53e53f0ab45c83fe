"""Whether a public view is whole, and whether it says what another one, made anew, says."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from pbp.board.file import APPLICATION_ID, VERSION, open_to_read

DAMAGED = "is damaged"

_POSTS = (
    "SELECT key, thread, kind, phase, life, author, at, subject, text FROM posts"
    " WHERE game = ? ORDER BY id"
)
_GAMES = "SELECT id, stamp, sheet FROM games ORDER BY id"


def wrong_with(path: Path, derive: Callable[[], sqlite3.Connection]) -> str:
    """What is wrong with a file of the public view; "" where nothing is.

    derive: makes the view that the journal gives now; it may be ahead. A file of another version is
    not looked into: it is thrown away at the next start.
    """
    try:
        with closing(open_to_read(path)) as view:
            said = _damage(view)
            if said or view.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                return said
            with closing(derive()) as derived:
                return _difference(view, derived)
    except sqlite3.Error:
        return DAMAGED


def _damage(view: sqlite3.Connection) -> str:
    (number,) = view.execute("PRAGMA application_id").fetchone()
    if number != APPLICATION_ID:
        return "is no file of pbp"
    (said,) = view.execute("PRAGMA integrity_check(1)").fetchone()
    return "" if said == "ok" else DAMAGED


def _difference(view: sqlite3.Connection, derived: sqlite3.Connection) -> str:
    """A game that is shown up to the same fact, but otherwise; "" where there is none."""
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
