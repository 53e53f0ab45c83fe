"""How many mails a second leave the outbox, against a bare smtplib loop with the same sink.

The sink is a process of its own that does no more than SMTP needs. Ours claims, sends and marks,
each batch in two synced transactions.
"""

import smtplib
import socket
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.report import SLOW, Figure, alternated, ratios, show
from pbp.post.clock import StandingClock
from pbp.post.outbox_worker import OutboxSettings, OutboxWorker
from pbp.post.smtp_out import SmtpOutSettings, SmtpTransport
from pbp.store import NewMail, Outcome, SqliteStore
from pbp.wiring import JOURNAL

NOON = datetime(2026, 1, 1, tzinfo=UTC)
DATA = b"Subject: [g1] hello\r\nTo: player@example.org\r\n\r\n" + b"hello, hello and hello\r\n" * 70


def measure(build: Path, *, quick: bool) -> list[Figure]:
    """Take the figure of the outbox."""
    rounds, mails = (3, 500) if quick else (5, 3000)
    command = [sys.executable, "-m", "bench.send"]
    with (
        TemporaryDirectory(prefix="bench-", dir=build) as folder,
        subprocess.Popen(command, stdout=subprocess.PIPE) as sink,
    ):
        try:
            port = int(sink.stdout.readline())
            with SqliteStore.open(Path(folder) / JOURNAL) as store:
                ours, bare = alternated(
                    lambda: _ours(store, port, mails), lambda: _bare(port, mails), rounds
                )
        finally:
            sink.kill()
    return [
        show(
            Figure(
                name="outbox to a local sink, one reused connection",
                value=median(ours),
                unit="/s",
                rounds=ratios(ours, bare),
                baseline="bare smtplib loop",
                bar=None if SLOW else 0.8,
            )
        )
    ]


def _ours(store: SqliteStore, port: int, mails: int) -> float:
    mail = NewMail(
        game=None,
        recipient="player@example.org",
        envelope_from="bounce+x@host.example",
        message_id="<x@host.example>",
        kind="notice",
        data=DATA,
        created_at=NOON,
    )
    store.commit(Outcome(mails=(mail,) * mails))
    transport = SmtpTransport(SmtpOutSettings(port=port))
    worker = OutboxWorker(store, transport, StandingClock(NOON), OutboxSettings())
    begin = perf_counter()
    while worker.send_due():
        pass
    rate = mails / (perf_counter() - begin)
    transport.close()
    return rate


def _bare(port: int, mails: int) -> float:
    begin = perf_counter()
    connection = smtplib.SMTP("127.0.0.1", port, local_hostname="localhost")
    for _ in range(mails):
        connection.sendmail("bounce+x@host.example", ["player@example.org"], DATA)
    rate = mails / (perf_counter() - begin)
    connection.quit()
    return rate


def _sink() -> None:
    """Take mails for ever, one connection at a time."""
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with client, client.makefile("rb") as heard:
            client.sendall(b"220 sink\r\n")
            while line := heard.readline():
                client.sendall(b"354 go on\r\n" if line[:4].upper() == b"DATA" else b"250 OK\r\n")
                if line[:4].upper() == b"DATA":
                    while heard.readline() != b".\r\n":
                        pass
                    client.sendall(b"250 OK\r\n")


if __name__ == "__main__":
    _sink()
