"""What leaves the SQLite store: raw bytes of letters, and what names somebody who is forgotten.

The triggers let nothing else go. Freed pages are overwritten, so that the file keeps no shadow.
"""

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from pbp.store.database import Database
from pbp.store.instants import from_micros, to_micros
from pbp.store.rows import Forgotten, Rewritten

_DROP_OLD = (
    "UPDATE letters SET raw = x'', envelope_from = NULL, recipients = x'', peer = '', proved = NULL"
    " WHERE raw <> x'' AND received_at < ? AND id IN"
    " (SELECT letter FROM letter_reads WHERE game = ?)"
)
_DROP_ONE = (
    "UPDATE letters SET raw = x'', envelope_from = NULL, recipients = x'', peer = '', proved = NULL"
    " WHERE raw <> x'' AND id = ?"
)
_DROP_OF_NO_GAME = (
    "UPDATE letters SET raw = x'', envelope_from = NULL, recipients = x'', peer = '', proved = NULL"
    " WHERE raw <> x'' AND (lower(CAST(envelope_from AS TEXT)) = ?1"
    " OR instr(lower(CAST(raw AS TEXT)), ?1) > 0)"
    " AND id NOT IN (SELECT letter FROM letter_reads WHERE game IS NOT NULL)"
)


class ForgettingTables:
    """The part of the store that lets things go; see Store for what each method promises."""

    _db: Database

    def drop_raw(self, before: datetime, games: Sequence[str]) -> int:
        """Drop the bytes of letters that came before an instant, of these games; how many."""
        with self._db.transaction() as connection:
            connection.execute("PRAGMA secure_delete = ON")
            return sum(
                connection.execute(_DROP_OLD, (to_micros(before), game)).rowcount for game in games
            )

    def forgotten(self, game: str) -> list[Forgotten]:
        """Give when somebody was forgotten in a game, the earliest first."""
        rows = self._db.rows(
            "SELECT game, at, followed, digest FROM forgotten WHERE game = ? ORDER BY id", (game,)
        )
        return [
            Forgotten(game=game, at=from_micros(at), followed=bool(followed), digest=digest)
            for game, at, followed, digest in rows
        ]

    def forget(self, address: str, games: Sequence[Rewritten]) -> int:
        """Write games without somebody, and drop what he wrote to no game; letters dropped.

        All of it or nothing; afterwards the file is written anew.
        """
        dropped = 0
        with self._db.transaction() as connection:
            connection.execute("PRAGMA secure_delete = ON")
            for game in games:
                dropped += _rewrite(connection, game)
            connection.execute("DELETE FROM addresses WHERE address = ?", (address.lower(),))
            dropped += connection.execute(_DROP_OF_NO_GAME, (address.lower(),)).rowcount
        self._db.vacuum()
        return dropped


def _rewrite(connection: sqlite3.Connection, game: Rewritten) -> int:
    mark = game.mark
    connection.execute(
        "INSERT INTO forgotten (game, at, followed, digest, open) VALUES (?, ?, ?, ?, 1)",
        (mark.game, to_micros(mark.at), int(mark.followed), mark.digest),
    )
    connection.execute("UPDATE games SET config = ? WHERE id = ?", (game.config, mark.game))
    connection.executemany(
        "UPDATE inputs SET body = ? WHERE game = ? AND seq = ?",
        [(body, mark.game, seq) for seq, body in game.inputs.items()],
    )
    connection.executemany(
        "UPDATE facts SET body = ? WHERE game = ? AND seq = ?",
        [(body, mark.game, seq) for seq, body in game.facts.items()],
    )
    connection.execute("UPDATE outbox SET data = x'' WHERE game = ?", (mark.game,))
    connection.executemany(
        "UPDATE outbox SET recipient = ?, ref = ?, envelope_from = '' WHERE id = ?",
        [(recipient, ref, mail) for mail, (recipient, ref) in game.mails.items()],
    )
    connection.execute("UPDATE forgotten SET open = 0 WHERE game = ?", (mark.game,))
    dropped = 0
    for letter in game.letters:
        dropped += connection.execute(_DROP_ONE, (letter,)).rowcount
    return dropped
