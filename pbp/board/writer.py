"""Writing the public view: a game's sheet and its new posts, in one transaction."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbp.board.rows import GameSheet, Post, micros
from pbp.board.words import indexed


class BoardWriter:
    """The one writer of a public view."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """connection: of open_to_write; it is closed by close()."""
        self._db = connection

    def stamps(self) -> dict[str, tuple[str, str]]:
        """The stamp of each game that is shown, and its state."""
        rows = self._db.execute("SELECT id, stamp, state FROM games")
        return {game: (stamp, state) for game, stamp, state in rows}

    def keys(self, game: str) -> list[str]:
        """The keys of a game's posts, in their order."""
        rows = self._db.execute("SELECT key FROM posts WHERE game = ? ORDER BY id", (game,))
        return [key for (key,) in rows]

    def write(self, sheet: GameSheet, posts: Sequence[Post], keep: int | None = None) -> None:
        """Write a game's sheet and further posts. keep: how many of its posts stay before them.

        Where nothing that everybody sees has changed the file is not touched: when secret mail came
        can be told by no time and no counter of it.
        """
        if not posts and self._stands(sheet, keep):
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            if keep is not None:
                self._cut(sheet.id, keep)
            self._write_posts(sheet.id, posts)
            self._write_sheet(sheet)
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise

    def season_stamp(self) -> str:
        """Of which games the statistics are, as a word that only the writer understands."""
        row = self._db.execute("SELECT stamp FROM seasons LIMIT 1").fetchone()
        return "" if row is None else str(row[0])

    def write_seasons(self, stamp: str, seasons: Mapping[str, Any]) -> None:
        """Write the statistics: year → tables."""
        rows = [
            (year, stamp, msgspec.json.encode(tables).decode()) for year, tables in seasons.items()
        ]
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.execute("DELETE FROM seasons")
            self._db.executemany("INSERT INTO seasons VALUES (?, ?, ?)", rows)
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _stands(self, sheet: GameSheet, keep: int | None) -> bool:
        """Whether a game is shown like this already.

        Of a game that is over the stamp counts too: it has no secret hours any more, and is not to
        be read again at each start.
        """
        row = self._db.execute(
            "SELECT place, state, sheet, stamp FROM games WHERE id = ?", (sheet.id,)
        ).fetchone()
        over = sheet.sheet.get("ended") is not None
        if row is None or row[:3] != (sheet.place, sheet.state, _written(sheet)):
            return False
        return (not over or row[3] == sheet.stamp) and (
            keep is None or keep >= self._many(sheet.id)
        )

    def _many(self, game: str) -> int:
        (number,) = self._db.execute(
            "SELECT count(*) FROM posts WHERE game = ?", (game,)
        ).fetchone()
        return int(number)

    def _write_sheet(self, sheet: GameSheet) -> None:
        self._db.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
            " place = excluded.place, stamp = excluded.stamp, state = excluded.state,"
            " sheet = excluded.sheet",
            (sheet.id, sheet.place, sheet.stamp, sheet.state, _written(sheet)),
        )

    def _cut(self, game: str, keep: int) -> None:
        """Take away all posts of a game but the first ones."""
        rows = self._db.execute(
            "SELECT id, thread FROM posts WHERE game = ? ORDER BY id LIMIT -1 OFFSET ?",
            (game, keep),
        ).fetchall()
        gone = [(number,) for number, _ in rows]
        self._db.executemany("DELETE FROM said WHERE rowid = ?", gone)
        self._db.executemany("DELETE FROM posts WHERE id = ?", gone)
        for thread in {thread for _, thread in rows}:
            self._count(game, thread)

    def _count(self, game: str, thread: str) -> None:
        """A thread that has lost posts is counted anew."""
        number, first, last = self._db.execute(
            "SELECT count(*), min(at), max(at) FROM posts WHERE game = ? AND thread = ?",
            (game, thread),
        ).fetchone()
        if number:
            self._db.execute(
                "UPDATE threads SET posts = ?, first_at = ?, last_at = ?"
                " WHERE game = ? AND slug = ?",
                (number, first, last, game, thread),
            )
        else:
            self._db.execute("DELETE FROM threads WHERE game = ? AND slug = ?", (game, thread))

    def _write_posts(self, game: str, posts: Sequence[Post]) -> None:
        floors = self._floors(game, {post.thread for post in posts})
        for post in posts:
            floors[post.thread] += 1
            number = self._db.execute(
                "INSERT INTO posts (game, key, thread, floor, kind, phase, life, author, at,"
                " subject, text, about) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(post.game, post.key, post.thread, floors[post.thread], post.kind),
                    *(post.phase, post.life, post.author, micros(post.at), post.subject),
                    *(post.text, msgspec.json.encode(post.about).decode()),
                ),
            ).lastrowid
            self._db.execute(
                "INSERT INTO said (rowid, words) VALUES (?, ?)",
                (number, indexed("\n".join(_said(post)))),
            )
            self._write_thread(post)

    def _floors(self, game: str, threads: set[str]) -> dict[str, int]:
        found = dict.fromkeys(threads, 0)
        for thread in threads:
            row = self._db.execute(
                "SELECT max(floor) FROM posts WHERE game = ? AND thread = ?", (game, thread)
            ).fetchone()
            found[thread] = row[0] or 0
        return found

    def _write_thread(self, post: Post) -> None:
        at = micros(post.at)
        kind = post.thread.partition("-")[0] if post.thread.startswith("vote-") else post.thread
        phase = post.phase if kind == "vote" else ""
        life = post.life if kind == "vote" else ""
        self._db.execute(
            "INSERT INTO threads VALUES (?, ?, ?, ?, ?, 1, ?, ?) ON CONFLICT (game, slug)"
            " DO UPDATE SET posts = posts + 1, last_at = excluded.last_at",
            (post.game, post.thread, kind, phase, life, at, at),
        )


def _written(sheet: GameSheet) -> str:
    return msgspec.json.encode(sheet.sheet).decode()


def _said(post: Post) -> Iterator[str]:
    yield post.author
    yield post.subject
    yield post.text
