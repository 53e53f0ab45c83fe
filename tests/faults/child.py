"""A whole server as a process of its own, to be killed: SMTP, referee, outbox, a standing clock.

Its clock is set over the control socket. Every process is forked from one that has loaded
everything, so that thirty deaths take seconds.
"""

import asyncio
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
from pbp.server import Server as PbpServer
from pbp.service.referee import Referee

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


def serve(folder: Path, now: datetime, ready: Connection) -> None:
    """Run until killed. The stop before was a blink: the heartbeat goes on at once."""
    asyncio.run(_serve(folder, now, ready))


async def _serve(folder: Path, now: datetime, ready: Connection) -> None:
    config, clock = config_of(folder), StandingClock(now)
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    with wiring.open_store(config) as store:
        store.beat(now)
        server = PbpServer(config, store, clock)
        server.on_command("clock", lambda asked: lambda _: _set(clock, asked["at"]), note=False)
        server.on_command("state", lambda _: lambda referee: _state(referee, clock), note=False)
        await server.start()
        ready.send(server.port)
        await stopped.wait()
        await server.stop()


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

    def __init__(self, folder: Path, now: datetime) -> None:
        here, there = CONTEXT.Pipe(duplex=False)
        self.process = CONTEXT.Process(target=serve, args=(folder, now, there), daemon=True)
        self.process.start()
        there.close()
        with here:
            self.port: int = here.recv()

    @property
    def alive(self) -> bool:
        return self.process.is_alive()

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)

    def end(self) -> int | None:
        self.process.terminate()
        self.process.join()
        return self.process.exitcode
