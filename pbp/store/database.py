"""Opening a journal file, its locks and transactions; must never know what the tables mean.

SQLite in WAL mode with synchronous=FULL: once a transaction has returned it survives a power cut,
as far as the disk keeps its word. One connection writes, under one lock of the process, so that
the intake and the worker never meet on SQLite's own lock; a second one reads beside it.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database as SqliteUtilsDatabase

from pbp.store.errors import StoreFull, own_error

Row = tuple[Any, ...]
PAGE_ROWS = 1000
"""Rows that an iterating read takes under the lock at a time."""
_CHECKPOINT_PAGES = 4000
"""Pages of the WAL (16 MB) after which a commit folds them into the file, and takes longer: rarely
enough that 99 of 100 mails do not meet it."""


class Database:
    """A journal's connections.

    write: the sqlite-utils database of the writing connection, to be used inside transaction().
    """

    def __init__(self, path: str, *, busy_seconds: float, read_only: bool) -> None:
        self._read_only = read_only
        self._write_lock = threading.RLock()
        self._read_lock = threading.RLock()
        with own_errors():
            self._writer = _connect(path, busy_seconds, read_only=read_only)
            self.write = SqliteUtilsDatabase(self._writer, execute_plugins=False)
            _settle(self._writer, read_only=read_only)
        self._reader = self._writer
        if path == ":memory:" or read_only:
            self._read_lock = self._write_lock

    def open_reader(self, path: str, busy_seconds: float) -> None:
        """Open the second connection, once the tables exist; a journal in memory has only one."""
        if self._read_lock is not self._write_lock:
            with own_errors():
                self._reader = _connect(path, busy_seconds, read_only=True)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock and one transaction; any exception undoes all of it.

        Raises:
            StoreError: as own_error says, in place of sqlite3's exceptions.
        """
        if self._read_only:
            message = "opened read-only"
            raise StoreFull(message)
        with self._write_lock, own_errors():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Read all rows of a query; what was committed before is seen."""
        with self._read_lock, own_errors():
            return self._reader.execute(sql, values).fetchall()

    def row(self, sql: str, values: Sequence[object] = ()) -> Row | None:
        """Read the first row of a query."""
        with self._read_lock, own_errors():
            first: Row | None = self._reader.execute(sql, values).fetchone()
            return first

    def pages(self, sql: str, values: Sequence[object], after: int, key: int = 0) -> Iterator[Row]:
        """Read a query page by page; its last two parameters are "greater than" and the limit.

        after: where to begin. key: the column of the result that the query is ordered by.
        """
        while page := self.rows(sql, (*values, after, PAGE_ROWS)):
            yield from page
            if len(page) < PAGE_ROWS:
                return
            after = page[-1][key]

    def vacuum(self) -> None:
        """Write the file anew, without what was deleted, and empty the log beside it."""
        with self._write_lock, own_errors():
            self._writer.execute("VACUUM")
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close both connections, the last one folds the WAL into the file."""
        with self._write_lock, self._read_lock:
            self._reader.close()
            self._writer.close()


def is_text(value: str) -> bool:
    """Say whether SQLite can take it as text: words of strange mails may hold lone surrogates."""
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)


@contextmanager
def own_errors() -> Iterator[None]:
    """Turn sqlite3's exceptions into the store's."""
    try:
        yield
    except sqlite3.Error as error:
        raise own_error(error) from error


def _connect(path: str, busy_seconds: float, *, read_only: bool) -> sqlite3.Connection:
    where = path
    if path != ":memory:":
        where = f"{Path(path).absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
    return sqlite3.connect(
        where,
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )


def _settle(connection: sqlite3.Connection, *, read_only: bool) -> None:
    if not read_only:
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        connection.execute("PRAGMA journal_size_limit = 67108864")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
