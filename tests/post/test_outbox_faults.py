"""kill -9 of a real process that is sending: afterwards each mail has arrived, once."""

import os
import signal
import subprocess
import sys

import pytest

from pbp.post.clock import StandingClock
from pbp.post.maildir_out import MaildirTransport
from pbp.post.outbox_worker import OutboxSettings, OutboxWorker
from pbp.store import NewMail, Outcome, SqliteStore

MAILS = 40


@pytest.fixture
def path(tmp_path, noon):
    path = tmp_path / "journal.db"
    with SqliteStore.open(path) as store:
        mails = [
            NewMail(
                game=None,
                recipient="player@example.org",
                envelope_from="",
                message_id=f"<{number}@host.example>",
                kind="notice",
                data=b"Message-ID: <%d@host.example>\r\n\r\n" % number,
                created_at=noon,
            )
            for number in range(MAILS)
        ]
        store.commit(Outcome(mails=tuple(mails)))
    return path


def kill_after(process, lines):
    for _ in range(lines):
        assert process.stdout.readline() == b"sent\n"
    os.kill(process.pid, signal.SIGKILL)


@pytest.mark.parametrize("lines", [1, 6, 7, 8, 20])
def test_a_worker_killed_while_sending_loses_no_mail_and_doubles_none(
    path, here, tmp_path, noon, lines
):
    script = here / "outbox_process.py"
    command = [sys.executable, script, path, tmp_path / "mail"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        kill_after(process, lines)
    with SqliteStore.open(path) as store:
        worker = OutboxWorker(
            store, MaildirTransport(tmp_path / "mail"), StandingClock(noon), OutboxSettings()
        )
        store.recover()
        while worker.send_due():
            pass
        assert store.count_outbox() == {"sent": MAILS}
    arrived = [
        file.read_bytes() for file in (tmp_path / "mail" / "player@example.org" / "new").iterdir()
    ]
    assert sorted(arrived) == sorted(
        b"Message-ID: <%d@host.example>\r\n\r\n" % number for number in range(MAILS)
    )
