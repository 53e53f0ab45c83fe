"""Reading the public view: every question is one query, whatever the size of a game.

Up to where the journal was read is in the file as a word for its writer; nothing here reads it.
"""

import sqlite3
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from pbp.board import words
from pbp.board.rows import GameSheet, Post, Thread, instant

FOUND_MAX = 500

_POST = (
    "p.game, p.key, p.thread, p.floor, p.kind, p.phase, p.life, p.author, p.at, p.subject,"
    " p.text, p.about"
)


class BoardReader:
    """Answers what a page asks. May be used from one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """connection: of open_to_read."""
        self._db = connection

    def games(self) -> list[GameSheet]:
        """All games, the newest first."""
        rows = self._db.execute("SELECT id, place, state, sheet FROM games ORDER BY place DESC")
        return [_sheet(row) for row in rows]

    def game(self, game: str) -> GameSheet | None:
        """One game."""
        row = self._db.execute(
            "SELECT id, place, state, sheet FROM games WHERE id = ?", (game,)
        ).fetchone()
        return None if row is None else _sheet(row)

    def seasons(self) -> dict[str, dict[str, Any]]:
        """The tables of each year, the newest first; those over all years, of the year "", last."""
        rows = self._db.execute("SELECT year, tables FROM seasons ORDER BY year DESC")
        return {year: msgspec.json.decode(tables) for year, tables in rows}

    def version(self, game: str) -> str | None:
        """A name for how a game looks now, for pages that wait for a change; it counts nothing."""
        row = self._db.execute(
            "SELECT state, sheet, (SELECT max(at) FROM posts WHERE game = ?)"
            " FROM games WHERE id = ?",
            (game, game),
        ).fetchone()
        return None if row is None else sha256(repr(row).encode()).hexdigest()[:16]

    def threads(self, game: str) -> list[Thread]:
        """A game's threads, in the order in which they began."""
        rows = self._db.execute(
            "SELECT slug, kind, phase, life, posts, first_at, last_at FROM threads"
            " WHERE game = ? ORDER BY first_at, slug",
            (game,),
        )
        return [_thread(game, row) for row in rows]

    def thread(self, game: str, slug: str) -> Thread | None:
        """One thread."""
        row = self._db.execute(
            "SELECT slug, kind, phase, life, posts, first_at, last_at FROM threads"
            " WHERE game = ? AND slug = ?",
            (game, slug),
        ).fetchone()
        return None if row is None else _thread(game, row)

    def posts(self, game: str, slug: str, first: int, count: int) -> list[Post]:
        """The posts of a thread from a floor on."""
        rows = self._db.execute(
            f"SELECT {_POST} FROM posts p WHERE game = ? AND thread = ? AND floor >= ?"  # noqa: S608
            " ORDER BY floor LIMIT ?",
            (game, slug, first, count),
        )
        return [_post(row) for row in rows]

    def latest(self, game: str, slug: str, count: int) -> list[Post]:
        """The last posts of a thread, the newest first."""
        rows = self._db.execute(
            f"SELECT {_POST} FROM posts p WHERE game = ? AND thread = ?"  # noqa: S608
            " ORDER BY floor DESC LIMIT ?",
            (game, slug, count),
        )
        return [_post(row) for row in rows]

    def newest(self, game: str, count: int, kinds: Sequence[str] = ()) -> list[Post]:
        """The last posts of a game, the newest first; of some kinds only."""
        only = f" AND kind IN ({', '.join('?' * len(kinds))})" if kinds else ""
        rows = self._db.execute(
            f"SELECT {_POST} FROM posts p WHERE game = ?{only}"  # noqa: S608
            " ORDER BY at DESC, id DESC LIMIT ?",
            (game, *kinds, count),
        )
        return [_post(row) for row in rows]

    def post(self, game: str, key: str) -> Post | None:
        """One post by its permanent name."""
        row = self._db.execute(
            f"SELECT {_POST} FROM posts p WHERE game = ? AND key = ?",  # noqa: S608
            (game, key),
        ).fetchone()
        return None if row is None else _post(row)

    def search(
        self, asked: str, game: str | None, offset: int, count: int
    ) -> tuple[list[Post], int]:
        """Posts with all the words that are asked for, the newest first; and how many there are.

        Nobody needs more than FOUND_MAX of them: that bounds what a common word costs.
        """
        query = words.query(asked)
        if not query:
            return [], 0
        where = "WHERE said MATCH ?" + (" AND p.game = ?" if game else "")
        given: tuple[Any, ...] = (query, game) if game else (query,)
        (total,) = self._db.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM said JOIN posts p ON p.id = said.rowid {where}"  # noqa: S608
            " LIMIT ?)",
            (*given, FOUND_MAX),
        ).fetchone()
        rows = self._db.execute(
            f"SELECT {_POST} FROM said JOIN posts p ON p.id = said.rowid {where}"  # noqa: S608
            " ORDER BY said.rowid DESC LIMIT ? OFFSET ?",
            (*given, min(count, max(0, FOUND_MAX - offset)), offset),
        )
        return [_post(row) for row in rows], total

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _sheet(row: tuple[Any, ...]) -> GameSheet:
    game, place, state, sheet = row
    return GameSheet(id=game, place=place, state=state, sheet=msgspec.json.decode(sheet))


def _thread(game: str, row: tuple[Any, ...]) -> Thread:
    slug, kind, phase, life, posts, first, last = row
    return Thread(
        game=game,
        slug=slug,
        kind=kind,
        phase=phase,
        life=life,
        posts=posts,
        first_at=instant(first),
        last_at=instant(last),
    )


def _post(row: tuple[Any, ...]) -> Post:
    game, key, thread, floor, kind, phase, life, author, at, subject, text, about = row
    return Post(
        game=game,
        key=key,
        thread=thread,
        floor=floor,
        kind=kind,
        phase=phase,
        life=life,
        author=author,
        at=instant(at),
        subject=subject,
        text=text,
        about=msgspec.json.decode(about),
    )
