"""The store on SQLite: opens the journal, commits outcomes.

Reading and writing of each subject stands in letter_tables, mailbox_tables, game_tables,
outbox_tables, running_tables and forgetting_tables.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from pbp.store.database import Database
from pbp.store.forgetting_tables import ForgettingTables
from pbp.store.game_tables import (
    GameTables,
    write_facts,
    write_games,
    write_inputs,
    write_states,
)
from pbp.store.letter_tables import (
    LetterTables,
    write_delivery_keys,
    write_reads,
    write_unread,
)
from pbp.store.lock import ProcessLock
from pbp.store.mailbox_tables import MailboxTables
from pbp.store.migrate import bring_up_to_date, check_version
from pbp.store.outbox_tables import OutboxTables, write_mails
from pbp.store.rows import Address, Counter, Game, Outcome
from pbp.store.running_tables import RunningTables

MEMORY = ":memory:"


class SqliteStore(
    LetterTables, MailboxTables, GameTables, OutboxTables, RunningTables, ForgettingTables
):
    """A Store in one SQLite file. Make one with open(); close it, or use it in a with block."""

    def __init__(self, database: Database, lock: ProcessLock | None) -> None:
        self._db = database
        self._lock = lock
        self._closed = False

    @classmethod
    def open(
        cls, path: str | Path = MEMORY, *, read_only: bool = False, busy_seconds: float = 5.0
    ) -> Self:
        """Open a journal, creating or migrating it; ":memory:" gives one that dies with the store.

        read_only: beside a running server; nothing is created, migrated or locked.
        busy_seconds: how long a write waits for a foreign lock before StoreBusy.

        Raises:
            StoreInUse: another process has it open for writing.
            StoreTooNew, StoreBroken, StoreFull, StoreBusy: see their classes.
        """
        where = str(path)
        lock = None if read_only or where == MEMORY else ProcessLock(Path(where))
        try:
            database = Database(where, busy_seconds=busy_seconds, read_only=read_only)
            if read_only:
                check_version(database)
            else:
                bring_up_to_date(database)
                database.open_reader(where, busy_seconds)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        return cls(database, lock)

    def add_game(self, game: Game) -> None:
        """Write a new game alone."""
        self.commit(Outcome(games=(game,)))

    def commit(self, *outcomes: Outcome) -> None:
        """Write outcomes, in order, in one transaction: all of it or nothing."""
        with self._db.transaction() as connection:
            write_games(connection, [row for each in outcomes for row in each.games])
            write_unread(connection, [row for each in outcomes for row in each.letters_again])
            write_reads(connection, [row for each in outcomes for row in each.letters])
            write_delivery_keys(
                connection, [row for each in outcomes for row in each.delivery_keys]
            )
            write_inputs(connection, [row for each in outcomes for row in each.inputs])
            write_facts(connection, [row for each in outcomes for row in each.facts])
            write_mails(connection, [row for each in outcomes for row in each.mails])
            write_states(connection, [row for each in outcomes for row in each.states])
            for each in outcomes:
                _write_addresses(connection, each.addresses, each.addresses_gone)
            _write_counters(connection, [row for each in outcomes for row in each.counters])

    def close(self) -> None:
        """Close the journal; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        self._db.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _write_addresses(
    connection: sqlite3.Connection, come: tuple[Address, ...], gone: tuple[Address, ...]
) -> None:
    if not come and not gone:
        return
    connection.executemany(
        "DELETE FROM addresses WHERE address = ? AND game = ? AND seat = ? AND kind = ?",
        [_address_row(entry) for entry in gone],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO addresses VALUES (?, ?, ?, ?)",
        [_address_row(entry) for entry in come],
    )


def _address_row(entry: Address) -> tuple[str, str, str, str]:
    return entry.address.lower(), entry.game, entry.seat, entry.kind


def _write_counters(connection: sqlite3.Connection, counters: Sequence[Counter]) -> None:
    connection.executemany(
        "INSERT INTO counters VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [(counter.name, counter.value) for counter in counters],
    )
