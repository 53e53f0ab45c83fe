"""Whether a journal is whole: what SQLite says, whether its tables are ours, what is missing in it.

Looks at any store; mends only what follows from the rest: indexes, triggers, the list of unread
letters, deliveries of mails, facts that somebody has derived. Each mending is one transaction.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbp.store.database import Row
from pbp.store.instants import maybe_instant
from pbp.store.rows import Fact
from pbp.store.sqlite_store import SqliteStore

_UNREAD_LOST = (
    "SELECT l.received_at, l.id FROM letters l"
    " WHERE NOT EXISTS (SELECT 1 FROM letter_reads r WHERE r.letter = l.id)"
    " AND NOT EXISTS (SELECT 1 FROM unread u WHERE u.letter = l.id)"
)
_UNREAD_READ = (
    "SELECT u.letter FROM unread u JOIN letter_reads r ON r.letter = u.letter"
    " UNION SELECT u.letter FROM unread u JOIN letters l ON l.id = u.letter"
    " WHERE l.received_at <> u.received_at"
)
_NO_DELIVERY = (
    "SELECT o.id, o.created_at FROM outbox o"
    " WHERE NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.mail = o.id)"
)


def damages(store: SqliteStore) -> list[str]:
    """What SQLite finds broken in the file itself; indexes alone can be made anew."""
    said = [str(row[0]) for row in _ask(store, "PRAGMA integrity_check(20)")]
    return [line for line in said if line != "ok"]


def orphans(store: SqliteStore) -> list[tuple[str, int]]:
    """Tables with rows that name a row which is not there, and how many of them."""
    sql = 'SELECT "table", count(*) FROM pragma_foreign_key_check GROUP BY 1 ORDER BY 1'
    return [(table, count) for table, count in _ask(store, sql)]


def missing_parts(store: SqliteStore) -> list[str]:
    """Indexes and triggers that today's tables have and this file has not; their names."""
    return sorted(_parts_of_today().keys() - _parts(store).keys())


def mend_parts(store: SqliteStore) -> None:
    """Make what missing_parts named, and every index anew."""
    today, here = _parts_of_today(), _parts(store)
    with store._db.transaction() as connection:
        for name in sorted(today.keys() - here.keys()):
            connection.execute(today[name])
        connection.execute("REINDEX")


def broken_runs(store: SqliteStore, game: str) -> list[str]:
    """Numbers of inputs or facts of a game that are not 1, 2, 3 …"""
    found = []
    for table in ("inputs", "facts"):
        row = store._db.row(
            f"SELECT count(*), coalesce(max(seq), 0) FROM {table} WHERE game = ?",  # noqa: S608
            (game,),
        )
        if row is not None and row[0] != row[1]:
            found.append(f"{row[1] - row[0]} {table} are missing")
    return found


def lost_unread(store: SqliteStore) -> int:
    """How many letters wait to be read and are in no list, or are in it and should not be."""
    return len(store._db.rows(_UNREAD_LOST)) + len(store._db.rows(_UNREAD_READ))


def mend_unread(store: SqliteStore) -> None:
    """Make the list of unread letters what it must be."""
    with store._db.transaction() as connection:
        gone = connection.execute(_UNREAD_READ).fetchall()
        connection.executemany("DELETE FROM unread WHERE letter = ?", gone)
        lost = connection.execute(_UNREAD_LOST).fetchall()
        connection.executemany("INSERT INTO unread VALUES (?, ?)", lost)


def lost_deliveries(store: SqliteStore) -> int:
    """How many mails of the outbox nobody would ever send."""
    return len(store._db.rows(_NO_DELIVERY))


def mend_deliveries(store: SqliteStore, priority: int) -> None:
    """Queue them; whether they were sent is not known: they go out again, same Message-ID."""
    with store._db.transaction() as connection:
        rows = connection.execute(_NO_DELIVERY).fetchall()
        connection.executemany(
            "INSERT INTO deliveries (mail, priority, state, next_try_at)"
            " VALUES (?, ?, 'queued', ?)",
            [(mail, priority, created) for mail, created in rows],
        )


def unmarked_letters(store: SqliteStore, game: str, heard: Sequence[int]) -> list[int]:
    """Letters among `heard` that are not there, or are not marked as read for this game."""
    marked = {row[0] for row in _ask(store, "SELECT letter FROM letter_reads WHERE game = ?", game)}
    return [letter for letter in heard if letter not in marked]


def mend_facts(store: SqliteStore, facts: Sequence[Fact]) -> None:
    """Write facts in place of those with the same numbers, or where there are none.

    The caller has derived them and found that all others are the same. The triggers that keep
    facts as they are stand aside for this one transaction.
    """
    triggers = {n: sql for n, sql in _parts_of_today().items() if n.startswith("facts_")}
    with store._db.transaction() as connection:
        for name in triggers:
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        connection.executemany(
            "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)",
            [(fact.game, fact.seq, fact.input_seq, fact.body) for fact in facts],
        )
        for sql in triggers.values():
            connection.execute(sql)


def last_told(store: SqliteStore, game: str) -> datetime | None:
    """When the last mail was written that tells a fact of a game; its facts reach to there."""
    row = store._db.row(
        "SELECT max(created_at) FROM outbox WHERE game = ? AND kind <> 'message'", (game,)
    )
    return None if row is None else maybe_instant(row[0])


def message_ids(store: SqliteStore, game: str) -> Iterator[tuple[str, str]]:
    """The Message-ID and the recipient of every mail of a game."""
    yield from _ask(store, "SELECT message_id, recipient FROM outbox WHERE game = ?", game)


def _ask(store: SqliteStore, sql: str, *values: object) -> list[Row]:
    return store._db.rows(sql, values)


def _parts(store: SqliteStore) -> dict[str, str]:
    return dict(_ask(store, _PARTS))


def _parts_of_today() -> dict[str, str]:
    with SqliteStore.open() as fresh:
        return _parts(fresh)


_PARTS = (
    "SELECT name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
)
