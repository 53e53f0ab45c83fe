"""Locked database, full disk, kill -9: nothing lost after 250, nothing kept after 451."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from pbp.store import SqliteStore, StoreInUse


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


@pytest.fixture
def filed(path):
    with SqliteStore.open(path, busy_seconds=0.01) as store:
        yield store


def test_a_locked_database_is_451_and_the_sender_may_come_again(run, filed, path):
    server = run(filed)
    with server.greeted() as client:
        with closing(sqlite3.connect(path, isolation_level=None)) as backup:
            backup.execute("BEGIN IMMEDIATE")
            assert client.mail().startswith("451 4.3.0 ")
            backup.execute("ROLLBACK")
        assert server.letters() == []
        assert client.mail().startswith("250 ")
    assert len(server.letters()) == 1
    server.stop()


def test_a_full_disk_is_451_and_nothing_is_half_written(run, filed):
    connection = filed._db.write.conn
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages + 5}")
    server = run(filed)
    with server.greeted() as client:
        assert client.mail(b"x" * 60_000 + b"\r\n").startswith("451 4.3.0 ")
        assert (filed.count_letters(), filed.count_unread()) == (0, 0)
        assert client.mail().startswith("250 ")
    assert (filed.count_letters(), filed.count_unread()) == (1, 1)
    server.stop()


def test_what_was_acknowledged_survives_kill_9_and_only_one_process_runs(path, here, run):
    """A real process: 250, then SIGKILL at once; the lock dies with it."""
    script = here / "intake_process.py"
    process = subprocess.Popen([sys.executable, script, path], stdout=subprocess.PIPE)
    with process, connected(process) as client:
        with pytest.raises(StoreInUse):
            SqliteStore.open(path)
        for number in range(20):
            assert client.mail(b"mail %d\r\n" % number).startswith("250 ")
        os.kill(process.pid, signal.SIGKILL)
    with SqliteStore.open(path) as store:
        found = [letter.raw for letter in store.next_letters(100)]
    assert found == [b"mail %d\r\n" % number for number in range(20)]


def connected(process):
    from tests.post.conftest import Telnet

    return Telnet(int(process.stdout.readline())).greet()
