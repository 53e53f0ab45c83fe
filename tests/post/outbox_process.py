"""An outbox worker as a process of its own, to be killed: a line for each mail it has sent."""

import sys
import threading
from pathlib import Path

from pbp.post.clock import SystemClock
from pbp.post.maildir_out import MaildirTransport
from pbp.post.outbox_worker import OutboxSettings, OutboxWorker
from pbp.store import SqliteStore


class Telling(MaildirTransport):
    def send(self, mail) -> None:
        super().send(mail)
        sys.stdout.write("sent\n")
        sys.stdout.flush()


store = SqliteStore.open(sys.argv[1])
worker = OutboxWorker(store, Telling(Path(sys.argv[2])), SystemClock(), OutboxSettings(batch=7))
worker.start()
threading.Event().wait()
