"""Letters in the SQLite store: append, read in order, recognise a second delivery."""

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime

from pbp.store.database import Database, Row
from pbp.store.instants import from_micros, to_micros
from pbp.store.rows import DeliveryKey, Letter, LetterRead, NewLetter, Waiting

_SELECT = (
    "SELECT l.id, l.received_at, l.envelope_from, l.recipients, l.peer, l.proved, l.raw,"
    " l.stamps, r.letter, r.game, r.verdict, r.at"
    " FROM letters l LEFT JOIN letter_reads r ON r.letter = l.id"
)
_INSERT = (
    "INSERT INTO letters (received_at, envelope_from, recipients, peer, proved, raw, stamps) VALUES"
)
_VALUES = "(?, ?, ?, ?, ?, ?, ?)"
_AT_ONCE = 50
"""Letters an INSERT. One for all, because between two statements the thread waits for its turn."""


class LetterTables:
    """The part of the store that keeps letters; see Store for what each method promises."""

    _db: Database

    def append_letters(self, letters: Sequence[NewLetter]) -> list[int]:
        """Write letters in one transaction and give their ids."""
        with self._db.transaction() as connection:
            return write_letters(connection, letters)

    def next_letters(self, limit: int) -> list[Letter]:
        """Give the unread letters that come first."""
        rows = self._db.rows(
            f"{_SELECT} JOIN unread u ON u.letter = l.id ORDER BY u.received_at, u.letter LIMIT ?",
            (limit,),
        )
        return [_from_row(row) for row in rows]

    def waiting(self, limit: int, until: datetime | None = None) -> list[Waiting]:
        """Give the outsides of the unread letters that come first."""
        rows = self._db.rows(
            "SELECT l.id, l.received_at, l.recipients"
            " FROM unread u JOIN letters l ON l.id = u.letter"
            " WHERE ?1 IS NULL OR u.received_at <= ?1 ORDER BY u.received_at, u.letter LIMIT ?2",
            (None if until is None else to_micros(until), limit),
        )
        return [Waiting(row[0], from_micros(row[1]), _recipients(row[2])) for row in rows]

    def letter(self, letter_id: int) -> Letter | None:
        """Give one letter."""
        row = self._db.row(f"{_SELECT} WHERE l.id = ?", (letter_id,))
        return None if row is None else _from_row(row)

    def letter_read(self, letter_id: int) -> LetterRead | None:
        """Give what became of a letter."""
        row = self._db.row(
            "SELECT letter, game, verdict, at FROM letter_reads WHERE letter = ?", (letter_id,)
        )
        return None if row is None else _read_from_row(row)

    def letters_of(self, game: str) -> Iterator[tuple[Letter, LetterRead]]:
        """Give the letters that were read for a game, by id."""
        rows = self._db.pages(
            f"{_SELECT} WHERE r.game = ? AND r.letter > ? ORDER BY r.letter LIMIT ?",
            (game,),
            after=0,
        )
        return ((_from_row(row), _read_from_row(row[8:])) for row in rows)

    def count_letters(self) -> int:
        """Count all letters."""
        return int(self._db.rows("SELECT count(*) FROM letters")[0][0])

    def count_unread(self) -> int:
        """Count the letters that nobody has read yet."""
        return int(self._db.rows("SELECT count(*) FROM unread")[0][0])

    def seen(self, keys: Sequence[bytes]) -> set[bytes]:
        """Give those of these delivery keys with which a letter came before."""
        marks = ", ".join("?" * len(keys))
        asked = f"SELECT key FROM delivery_keys WHERE key IN ({marks})"  # noqa: S608 - marks alone
        return {key for (key,) in self._db.rows(asked, keys)}


def write_letters(connection: sqlite3.Connection, letters: Sequence[NewLetter]) -> list[int]:
    """Write letters, inside the caller's transaction, and give their ids."""
    rows = [_to_row(letter) for letter in letters]
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM letters").fetchone()
    for begin in range(0, len(rows), _AT_ONCE):
        some = rows[begin : begin + _AT_ONCE]
        values = ", ".join([_VALUES] * len(some))
        connection.execute(f"{_INSERT} {values}", [field for row in some for field in row])
    return list(range(last + 1, last + 1 + len(rows)))


def write_unread(connection: sqlite3.Connection, letters: Sequence[int]) -> None:
    """Take the marks of letters away, inside the caller's transaction: they are read again."""
    for letter in letters:
        connection.execute("DELETE FROM letter_reads WHERE letter = ?", (letter,))
        connection.execute(
            "INSERT INTO unread SELECT received_at, id FROM letters WHERE id = ?", (letter,)
        )


def write_reads(connection: sqlite3.Connection, reads: Sequence[LetterRead]) -> None:
    """Mark letters as read, inside the caller's transaction."""
    connection.executemany(
        "INSERT INTO letter_reads VALUES (?, ?, ?, ?)",
        [(read.letter, read.game, read.verdict, to_micros(read.at)) for read in reads],
    )


def write_delivery_keys(connection: sqlite3.Connection, keys: Sequence[DeliveryKey]) -> None:
    """Write delivery keys, inside the caller's transaction."""
    connection.executemany(
        "INSERT INTO delivery_keys VALUES (?, ?)", [(key.key, key.letter) for key in keys]
    )


def _to_row(letter: NewLetter) -> tuple[int, bytes | None, bytes, str, str | None, bytes, str]:
    if any("\n" in recipient for recipient in letter.recipients):
        message = "a recipient holds a line end"
        raise ValueError(message)
    return (
        to_micros(letter.received_at),
        letter.envelope_from,
        "\n".join(letter.recipients).encode("utf-8", "surrogateescape"),
        letter.peer,
        letter.proved,
        letter.raw,
        "\n".join(f"{name}={to_micros(at)}" for name, at in letter.stamps),
    )


def _from_row(row: Row) -> Letter:
    number, received_at, envelope_from, recipients, peer, proved, raw, stamps = row[:8]
    return Letter(
        id=number,
        received_at=from_micros(received_at),
        envelope_from=envelope_from,
        recipients=_recipients(recipients),
        peer=peer,
        proved=proved,
        raw=raw,
        stamps=tuple(_stamp(line) for line in stamps.split("\n") if line),
    )


def _stamp(line: str) -> tuple[str, datetime]:
    name, _, micros = line.partition("=")
    return name, from_micros(int(micros))


def _recipients(stored: bytes) -> tuple[str, ...]:
    if not stored:
        return ()
    return tuple(stored.decode("utf-8", "surrogateescape").split("\n"))


def _read_from_row(row: Row) -> LetterRead:
    letter, game, verdict, at = row
    return LetterRead(letter, game, verdict, from_micros(at))
