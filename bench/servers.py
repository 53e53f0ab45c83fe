"""The servers that are compared, each a process of its own.

    python -m bench.servers bare|durable|single|whole FOLDER

Prints its port. bare: stock aiosmtpd with a sink, nothing stored. durable: our intake. single:
ours, but with a transaction for every mail instead of group commit. whole: all of pbp over the
journal in the folder, but for the sending of what stands in the outbox; when it ends it prints
how late its event loop was, in microseconds, at 99.9 of 100 looks and at most.
"""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from time import perf_counter

from aiosmtpd.smtp import SMTP

from bench import games
from pbp.post.clock import SystemClock
from pbp.post.journal_writer import JournalWriter
from pbp.post.smtp_in import SmtpInSettings, SmtpIntake
from pbp.post.smtp_session import Limits
from pbp.server import Server
from pbp.store import SqliteStore
from pbp.wiring import JOURNAL, open_store

LOOK_SECONDS = 0.002
"""How often the event loop is asked whether it is late."""

STOP_SECONDS = 20.0


class Sink:
    """Takes every mail and forgets it."""

    async def handle_DATA(self, _server, _session, _envelope):  # noqa: N802
        return "250 OK"


class Single:
    """The store, one transaction a mail."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store

    def append_letters(self, letters):
        return [self.store.append_letters([letter])[0] for letter in letters]


class Lateness:
    """How late the event loop calls back."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.late: list[float] = []
        self._ask()

    def _ask(self) -> None:
        self.loop.call_later(LOOK_SECONDS, self._look, perf_counter() + LOOK_SECONDS)

    def _look(self, due: float) -> None:
        self.late.append(max(0.0, perf_counter() - due))
        self._ask()

    def told(self) -> str:
        """The worst but one in a thousand, and the worst, in microseconds."""
        late = sorted(self.late)
        return f"{1e6 * late[int(0.999 * (len(late) - 1))]:.0f} {1e6 * late[-1]:.0f}"


async def bare() -> int:
    loop = asyncio.get_running_loop()
    sink = Sink()
    server = await loop.create_server(
        lambda: SMTP(sink, hostname="bench", enable_SMTPUTF8=True, loop=loop), "127.0.0.1", 0
    )
    return server.sockets[0].getsockname()[1]


async def ours(folder: Path, *, single: bool) -> int:
    store = SqliteStore.open(folder / JOURNAL)
    journal = JournalWriter(Single(store) if single else store, SystemClock())
    journal.start()
    settings = SmtpInSettings(port=0, limits=Limits(mails_max=1_000_000))
    intake = SmtpIntake(settings, journal, lambda address: address.endswith("@host.example"))
    await intake.start()
    return intake.port


async def whole(folder: Path) -> None:
    """All of it; nobody takes what stands in the outbox."""
    config = games.generous(games.config_of(folder))
    with open_store(config) as store:
        server = Server(config, store, SystemClock())
        server.outbox.start = server.outbox.stop = lambda: None
        await server.start()
        print(server.port, flush=True)
        late = Lateness()
        await asyncio.to_thread(sys.stdin.readline)
        print(late.told(), flush=True)
        await server.stop()


async def main(kind: str, folder: Path) -> None:
    if kind == "whole":
        await whole(folder)
        return
    port = await (bare() if kind == "bare" else ours(folder, single=kind == "single"))
    print(port, flush=True)
    await asyncio.to_thread(sys.stdin.readline)  # ends with the one who started it


@contextmanager
def running(kind: str, folder: Path, *before: str) -> Iterator["Running"]:
    """Such a server as a process, by its port. before: a command to run it under."""
    command = [*before, sys.executable, "-m", "bench.servers", kind, str(folder)]
    process = Popen(command, stdin=PIPE, stdout=PIPE, text=True)
    try:
        yield Running(process)
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


class Running:
    """A server that hears. port: where; pid: of the process that was started."""

    def __init__(self, process: "Popen[str]") -> None:
        self._process = process
        self.pid = process.pid
        self.port = int(process.stdout.readline())

    def end(self) -> str:
        """Let it end by itself; what it says last."""
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        said = self._process.stdout.readline() if self._process.poll() is None else ""
        self._process.wait(STOP_SECONDS)
        return said.strip()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
