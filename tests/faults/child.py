"""A whole server as a process of its own, to be killed: SMTP, referee, outbox, a standing clock.

Its clock is set over the control socket; its disk can be full or read-only (disk.py), and it can
be made to die at its n-th step between a DATA and a mailbox. Every process is forked from one that
has loaded everything, so that thirty deaths take seconds.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pbp import wiring
from pbp.config import Config, Delivery, Gm, Intake, Server, SmtpIntake
from pbp.post.clock import StandingClock
from pbp.post.maildir_out import MaildirTransport
from pbp.server import Server as PbpServer
from pbp.service.referee import Referee
from pbp.store import OutboxRow, SqliteStore
from tests.faults.disk import Disk

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.faults.child"])
GM_ADDRESS, HOST = "referee@gm.test", "games.test"


def config_of(folder: Path) -> Config:
    """A server that hears on any free port and delivers into folders."""
    return Config(
        server=Server(host=HOST, data=str(folder)),
        intake=Intake(smtp=SmtpIntake(port=0)),
        delivery=Delivery(transport="maildir"),
        gm=Gm(addresses=(GM_ADDRESS,)),
    )


class Steps:
    """Counts what is done, each statement of a transaction and each mail; dies at one of them."""

    def __init__(self, folder: Path, dies_at: int | str | None) -> None:
        self.folder, self.left = folder, dies_at
        self.seen: set[str] = set()

    def statement(self, sql: str) -> None:
        """A statement is about to be carried out."""
        words = sql.replace("OR REPLACE ", "").replace("OR IGNORE ", "").split()
        if words[0] in ("BEGIN", "COMMIT", "INSERT", "UPDATE", "DELETE"):
            table = words[1] if words[0] == "UPDATE" else words[2] if len(words) > 2 else ""
            self.step(f"{words[0]} {table.strip('[]()')}".strip())

    def step(self, what: str) -> None:
        """Do it, or die over it, and leave word of what it was."""
        if isinstance(self.left, int):
            self.left -= 1
        if self.left in (0, what):
            with (self.folder / "died").open("a", encoding="utf-8") as word:
                word.write(f"{what}\n")
            os.kill(os.getpid(), signal.SIGKILL)


class Stepping(MaildirTransport):
    """The way out, with a step before and behind each mail."""

    def __init__(self, folder: Path, steps: Steps) -> None:
        super().__init__(folder)
        self.steps = steps

    def send(self, mail: OutboxRow) -> None:
        """Hand it over."""
        self.steps.step("before sending")
        super().send(mail)
        self.steps.step("behind sending")


def serve(
    folder: Path, now: datetime, ready: Connection, dies_at: int | str | None, watched: bool
) -> None:
    """Run until killed. The stop before was a blink: the heartbeat goes on at once."""
    logging.getLogger("pbp").setLevel(logging.CRITICAL)
    disk = Disk().install() if watched else None
    asyncio.run(_serve(folder, now, ready, Steps(folder, dies_at), disk))


async def _serve(
    folder: Path, now: datetime, ready: Connection, steps: Steps, disk: Disk | None
) -> None:
    config, clock = config_of(folder), StandingClock(now)
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    with SqliteStore.open(wiring.data_folder(config) / wiring.JOURNAL, busy_seconds=0.02) as store:
        store._db._writer.set_trace_callback(steps.statement)
        store.beat(now)
        transport = Stepping(config.mailboxes_path(), steps)
        server = PbpServer(config, store, clock, transport)
        if disk is not None:
            server.on_command("disk", lambda asked: lambda _: _spoil(disk, asked["is"]), note=False)
        server.on_command("clock", lambda asked: lambda _: _set(clock, asked["at"]), note=False)
        server.on_command("state", lambda _: lambda referee: _state(referee, clock), note=False)
        await server.start()
        ready.send(server.port)
        await stopped.wait()
        await server.stop()


def _spoil(disk: Disk, mode: str) -> dict[str, Any]:
    disk.mode = mode
    return {"is": mode}


def _set(clock: StandingClock, at: str) -> dict[str, Any]:
    clock.set(datetime.fromisoformat(at))
    return {"set": at}


def _state(referee: Referee, clock: StandingClock) -> dict[str, Any]:
    due = referee.store.next_deadline()
    queue = referee.store.count_outbox()
    return {
        "unread": referee.store.count_unread(),
        "due": due is not None and due <= clock.now(),
        "queued": queue.get("queued", 0) + queue.get("sending", 0),
    }


class Child:
    """A server process. kill() is SIGKILL, end() is SIGTERM."""

    def __init__(
        self,
        folder: Path,
        now: datetime,
        dies_at: int | str | None = None,
        *,
        watched: bool = False,
    ) -> None:
        """dies_at: at which of its steps, or the first of a kind. watched: its disk can be spoilt.

        Raises:
            EOFError: it died before it listened.
        """
        here, there = CONTEXT.Pipe(duplex=False)
        self.process = CONTEXT.Process(
            target=serve, args=(folder, now, there, dies_at, watched), daemon=True
        )
        self.process.start()
        there.close()
        with here:
            try:
                self.port: int = here.recv()
            except EOFError:
                self.process.join()
                raise

    @property
    def alive(self) -> bool:
        return self.process.is_alive()

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)

    def end(self) -> int | None:
        self.process.terminate()
        self.process.join()
        return self.process.exitcode
