"""Locked, full, foreign, too new, opened twice: our own errors, and nothing half-written."""

import sqlite3
from contextlib import closing

import pytest

from pbp.store import (
    Counter,
    DeliveryKey,
    GameState,
    LetterRead,
    Outcome,
    SqliteStore,
    StoreBroken,
    StoreBusy,
    StoreConflict,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreTooNew,
)
from pbp.store.database import Database
from pbp.store.migrate import VERSION, bring_up_to_date

HAPPENED = ["letters", "letter_reads", "inputs", "facts", "outbox"]


def whole_outcome(make, **changes):
    parts = {
        "letters": (LetterRead(1, "g1", "accepted", make.noon),),
        "inputs": (make.input(1),),
        "facts": (make.fact(1),),
        "mails": (make.mail(game="g1"),),
        "states": (GameState("g1", "running", make.noon),),
        "delivery_keys": (DeliveryKey(b"key", 1),),
        "counters": (Counter("count", 1),),
    }
    return Outcome(**(parts | changes))


def dump(path):
    with closing(sqlite3.connect(path)) as other:
        return list(other.iterdump())


def test_a_locked_journal_is_busy_and_nothing_is_written(filed, path, make):
    filed.add_game(make.game())
    filed.append_letters([make.letter()])
    before = dump(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as backup:
        backup.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            filed.append_letters([make.letter()])
        with pytest.raises(StoreBusy):
            filed.commit(whole_outcome(make))
        with pytest.raises(StoreBusy):
            filed.claim_due(make.noon, 1)
        assert [letter.id for letter in filed.next_letters(9)] == [1]
        backup.execute("ROLLBACK")
    assert dump(path) == before
    filed.commit(whole_outcome(make))
    assert filed.next_letters(9) == []


def test_a_full_disk_undoes_the_whole_outcome(filed, path, make):
    filed.add_game(make.game())
    filed.append_letters([make.letter()])
    before = dump(path)
    pages = filed._db.write.conn.execute("PRAGMA page_count").fetchone()[0]
    filed._db.write.conn.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreFull):
        filed.commit(whole_outcome(make, mails=(make.mail(game="g1", data=b"x" * 100_000),)))
    with pytest.raises(StoreFull):
        filed.append_letters([make.letter(), make.letter(raw=b"x" * 100_000)])
    assert dump(path) == before
    filed._db.write.conn.execute("PRAGMA max_page_count = 100000")
    filed.commit(whole_outcome(make))
    assert filed.last_seqs("g1") == (1, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"states": (GameState("nowhere", "running", None),)},
        {"delivery_keys": (DeliveryKey(b"key", 99),)},
        {"letters": (LetterRead(99, "g1", "accepted", None),)},
        {"letters": (LetterRead(1, "nowhere", "accepted", None),)},
        {"counters": (Counter("too big", 1 << 70),)},
    ],
)
def test_one_wrong_row_undoes_the_whole_outcome(filed, path, make, wrong):
    filed.add_game(make.game())
    filed.append_letters([make.letter()])
    before = dump(path)
    with pytest.raises((StoreError, TypeError, OverflowError)):
        filed.commit(whole_outcome(make), whole_outcome(make, **wrong))
    assert dump(path) == before


def test_several_outcomes_are_one_transaction(filed, make):
    filed.add_game(make.game())
    with pytest.raises(StoreConflict):
        filed.commit(Outcome(inputs=(make.input(1),)), Outcome(inputs=(make.input(1),)))
    assert filed.last_seqs("g1") == (0, 0)


@pytest.mark.parametrize("table", HAPPENED)
@pytest.mark.parametrize("change", ["DELETE FROM {}", "UPDATE {} SET rowid = 5", "REPLACE"])
def test_what_happened_cannot_be_changed_even_by_hand(filed, path, make, table, change):
    filed.add_game(make.game())
    filed.append_letters([make.letter()])
    filed.commit(whole_outcome(make))
    connection = filed._db.write.conn
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    statement = {
        "DELETE FROM {}": f"DELETE FROM {table}",
        "UPDATE {} SET rowid = 5": f"UPDATE {table} SET {columns[-1]} = {columns[-1]}",
        "REPLACE": f"REPLACE INTO {table} SELECT * FROM {table}",
    }[change]
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)


def test_a_second_writer_is_turned_away_until_the_first_has_gone(path):
    with SqliteStore.open(path), pytest.raises(StoreInUse):
        SqliteStore.open(path)
    SqliteStore.open(path).close()


def test_a_reader_sees_what_a_running_writer_commits_and_writes_nothing(filed, path, make):
    with SqliteStore.open(path, read_only=True) as reader:
        filed.append_letters([make.letter()])
        assert reader.count_letters() == 1
        with pytest.raises(StoreError):
            reader.append_letters([make.letter()])
        assert reader.count_letters() == 1


def test_a_journal_at_rest_can_be_read(path, make):
    with SqliteStore.open(path) as store:
        store.append_letters([make.letter()])
    with SqliteStore.open(path, read_only=True) as reader:
        assert reader.count_letters() == 1


def test_reading_a_journal_that_is_not_there_makes_none(path):
    with pytest.raises(StoreBroken):
        SqliteStore.open(path, read_only=True)
    assert not path.exists()


def test_a_journal_in_a_folder_that_is_not_there_is_not_opened(path):
    with pytest.raises(StoreBroken):
        SqliteStore.open(path.parent / "nowhere" / path.name)


def test_the_errors_do_not_tell_what_was_written(filed, make):
    filed.add_game(make.game())
    with pytest.raises(StoreConflict) as caught:
        filed.add_game(make.game())
    assert str(caught.value) == "SQLITE_CONSTRAINT_PRIMARYKEY"


def test_a_journal_of_a_later_program_is_left_alone(path):
    SqliteStore.open(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 999")
    with pytest.raises(StoreTooNew):
        SqliteStore.open(path)
    with pytest.raises(StoreTooNew):
        SqliteStore.open(path, read_only=True)


def test_a_database_of_another_program_is_left_alone(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE theirs (x)")
    with pytest.raises(StoreBroken):
        SqliteStore.open(path)


def test_a_file_that_is_no_database_is_left_alone(path):
    path.write_bytes(b"not a database " * 1000)
    with pytest.raises(StoreBroken):
        SqliteStore.open(path)
    assert path.read_bytes() == b"not a database " * 1000


def test_an_older_journal_goes_through_the_numbered_migrations(path, tmp_path):
    SqliteStore.open(path).close()
    (tmp_path / f"{VERSION + 1:04}-more.sql").write_text(
        "CREATE TABLE more (x);\n"
        "CREATE TRIGGER more_stay BEFORE UPDATE ON more\n"
        "BEGIN SELECT 1; SELECT RAISE(ABORT, 'no');\nEND;\n"
    )
    (tmp_path / f"{VERSION + 2:04}-most.sql").write_text(
        "-- a remark\nALTER TABLE more ADD COLUMN y; -- y\n"
    )
    database = Database(str(path), busy_seconds=1, read_only=False)
    bring_up_to_date(database, tmp_path, version=VERSION + 2)
    assert database.rows("PRAGMA user_version") == [(VERSION + 2,)]
    assert database.rows("SELECT x, y FROM more") == []
    with pytest.raises(StoreBroken, match=f"{VERSION + 3:04}"):
        bring_up_to_date(database, tmp_path, version=VERSION + 3)
    assert database.rows("PRAGMA user_version") == [(VERSION + 2,)]
    database.close()


def test_a_journal_of_the_first_version_is_brought_up_to_date(path):
    SqliteStore.open(path).close()
    database = Database(str(path), busy_seconds=1, read_only=False)
    fresh = database.rows("SELECT name FROM pragma_table_list WHERE schema = 'main' ORDER BY 1")
    with database.transaction() as connection:
        connection.execute("DROP TABLE positions")
        connection.execute("DROP TABLE fetched")
        connection.execute("DROP TABLE acts")
        for table in ("inputs", "facts", "outbox"):
            connection.execute(f"DROP TRIGGER {table}_stay")
            connection.execute(
                f"CREATE TRIGGER {table}_stay BEFORE UPDATE ON {table}"
                " BEGIN SELECT RAISE(ABORT, 'append-only'); END"
            )
        connection.execute("DROP TABLE forgotten")
        connection.execute("ALTER TABLE letters DROP COLUMN stamps")
        connection.execute("PRAGMA user_version = 1")
    bring_up_to_date(database)
    tables = database.rows("SELECT name FROM pragma_table_list WHERE schema = 'main' ORDER BY 1")
    assert tables == fresh
    assert database.rows("SELECT stamps FROM letters") == []
    database.close()


def test_the_journal_is_synced_at_every_commit(filed):
    pragmas = ["journal_mode", "synchronous", "foreign_keys"]
    connection = filed._db.write.conn
    found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    assert found == ["wal", 2, 1]


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda store, now: store.due_games(now), "games_by_deadline"),
        (lambda store, _: store.next_deadline(), "games_by_deadline"),
        (lambda store, now: store.claim_due(now, 5), "deliveries_queued"),
        (lambda store, _: store.next_try(), "deliveries_next_try"),
        (lambda store, _: store.recover(), "deliveries_sending"),
        (lambda store, _: store.failed_mails("g1"), "deliveries_failed"),
        (lambda store, _: store.failed_mails(None), "deliveries_failed"),
        (lambda store, _: list(store.letters_of("g1")), "letter_reads_by_game"),
        (lambda store, _: store.find_sent("<1>"), "outbox_by_message_id"),
        (lambda store, _: list(store.outbox_of("g1")), "outbox_by_game"),
        (lambda store, _: store.next_letters(5), "SCAN u"),
        (lambda store, _: store.count_unread(), "SCAN unread"),
    ],
)
def test_what_is_asked_often_goes_by_an_index_without_sorting(filed, make, ask, index):
    statements = []
    for connection in (filed._db._reader, filed._db._writer):
        connection.set_trace_callback(statements.append)
    ask(filed, make.noon)
    (statement,) = [s for s in statements if s.startswith(("SELECT", "UPDATE"))]
    plan = [row[3] for row in filed._db.rows(f"EXPLAIN QUERY PLAN {statement}")]
    assert index in " ".join(plan)
    assert not any("TEMP B-TREE" in step for step in plan)


def test_closing_twice_is_closing_once(path):
    store = SqliteStore.open(path)
    store.close()
    store.close()
