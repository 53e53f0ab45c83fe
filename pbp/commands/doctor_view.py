"""`pbp doctor`, the public view: whether its file is whole and says what the journal gives.

All in it can be derived anew, so all that is wrong with it can be mended: it is made anew.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from pbp.config import Config
from pbp.doctor import Finding
from pbp.store import SqliteStore

_POSTS = "SELECT key, thread, kind, phase, life, author, at, subject, text FROM posts"
_GAMES = "SELECT id, stamp, sheet FROM games ORDER BY id"


def look_at_view(config: Config, store: SqliteStore, *, running: bool) -> Iterator[Finding]:
    """What is wrong with the file. running: a server needs it; without one it may be missing."""
    from pbp.website import board_path

    path = board_path(config)

    def mend() -> None:
        _make(config, store, path)

    if not path.exists():
        if running and config.web.enabled:
            yield Finding("view", f"{path.name}, the public view, is not there", None, mend)
        return
    try:
        with closing(_opened(path)) as there:
            said = _damage(there) or _difference(config, store, there)
    except sqlite3.Error:
        said = "is damaged"
    if said:
        yield Finding("view", f"{path.name}, the public view, {said}", None, mend)


def _opened(path: Path) -> sqlite3.Connection:
    from pbp.board.file import open_to_read

    return open_to_read(path)


def _damage(there: sqlite3.Connection) -> str:
    """What SQLite finds broken, or a file that is none of ours; one of an older pbp is no harm."""
    from pbp.board.file import APPLICATION_ID

    (number,) = there.execute("PRAGMA application_id").fetchone()
    if number != APPLICATION_ID:
        return "is no file of pbp"
    (said,) = there.execute("PRAGMA integrity_check(1)").fetchone()
    return "" if said == "ok" else "is damaged"


def _difference(config: Config, store: SqliteStore, there: sqlite3.Connection) -> str:
    """A game that is shown up to the same fact, but otherwise than the journal gives it."""
    from pbp.board.file import VERSION

    (version,) = there.execute("PRAGMA user_version").fetchone()
    if version != VERSION:
        return ""
    with closing(_derived(config, store, ":memory:")) as derived:
        wanted = {game: (stamp, sheet) for game, stamp, sheet in derived.execute(_GAMES)}
        for game, stamp, sheet in there.execute(_GAMES).fetchall():
            if game not in wanted:
                return f"shows {game}, which is no game"
            if stamp == wanted[game][0] and (
                sheet != wanted[game][1] or _posts(there, game) != _posts(derived, game)
            ):
                return f"shows {game} otherwise than the journal gives it"
    return ""


def _posts(view: sqlite3.Connection, game: str) -> list[Any]:
    return view.execute(f"{_POSTS} WHERE game = ? ORDER BY id", (game,)).fetchall()


def _derived(config: Config, store: SqliteStore, path: Path | str) -> sqlite3.Connection:
    """A view made from the journal alone."""
    from pbp.board.file import open_to_write
    from pbp.board.writer import BoardWriter
    from pbp.service.referee import Referee
    from pbp.website import gate_of, publisher_of
    from pbp.wiring import renderer_of, settings_of

    connection = open_to_write(path)
    referee = Referee(store, settings_of(config), renderer_of(config))
    publisher_of(
        store,
        referee.writer.renderer,
        BoardWriter(connection),
        gate_of(referee),
        config.server.host,
        referee.archive.games,
    ).publish_all()
    return connection


def _make(config: Config, store: SqliteStore, path: Path) -> None:
    """The file anew; only its owner may read it."""
    from pbp.board.file import remove
    from pbp.files import private_files

    remove(path)
    with private_files():
        _derived(config, store, path).close()
