"""Mailboxes elsewhere in the SQLite store: how far each was read, and what was fetched from it.

Letters, digests and the position are written together: a mail is fetched once, whatever breaks.
"""

import hashlib
import sqlite3
from collections.abc import Sequence

from pbp.store.database import Database
from pbp.store.instants import from_micros, to_micros
from pbp.store.letter_tables import write_letters
from pbp.store.rows import NewLetter, Position


class MailboxTables:
    """The part of the store that knows other mailboxes; see Store for what each method promises."""

    _db: Database

    def position(self, name: str) -> Position | None:
        """Give how far a mailbox was read."""
        row = self._db.row(
            "SELECT name, validity, uid, begin, read_until FROM positions WHERE name = ?", (name,)
        )
        if row is None:
            return None
        return Position(
            name=row[0],
            validity=row[1],
            uid=row[2],
            begin=from_micros(row[3]),
            read_until=from_micros(row[4]),
        )

    def append_fetched(self, letters: Sequence[NewLetter], position: Position) -> list[int]:
        """Write those letters that were not fetched before, and the position; give new ids."""
        with self._db.transaction() as connection:
            fresh = [one for one in letters if _is_fresh(connection, position.name, one.raw)]
            _write_position(connection, position)
            return write_letters(connection, fresh) if fresh else []


def _is_fresh(connection: sqlite3.Connection, name: str, raw: bytes) -> bool:
    """Whether these bytes are new in a mailbox; they are known from now on."""
    digest = hashlib.sha256(raw).digest()
    done = connection.execute("INSERT OR IGNORE INTO fetched VALUES (?, ?)", (name, digest))
    return done.rowcount == 1


def _write_position(connection: sqlite3.Connection, position: Position) -> None:
    connection.execute(
        "INSERT INTO positions VALUES (?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET"
        " validity = excluded.validity, uid = excluded.uid, begin = excluded.begin,"
        " read_until = excluded.read_until",
        (
            position.name,
            position.validity,
            position.uid,
            to_micros(position.begin),
            to_micros(position.read_until),
        ),
    )
