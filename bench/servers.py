"""The servers that are compared, each a process of its own.

    python -m bench.servers bare|durable|single FOLDER

Prints its port. bare: stock aiosmtpd with a sink, nothing stored. durable: ours. single: ours,
but with a transaction for every mail instead of group commit.
"""

import asyncio
import sys
from pathlib import Path

from aiosmtpd.smtp import SMTP

from pbp.post.clock import SystemClock
from pbp.post.journal_writer import JournalWriter
from pbp.post.smtp_in import SmtpInSettings, SmtpIntake
from pbp.post.smtp_session import Limits
from pbp.store import SqliteStore


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


async def bare() -> int:
    loop = asyncio.get_running_loop()
    sink = Sink()
    server = await loop.create_server(
        lambda: SMTP(sink, hostname="bench", enable_SMTPUTF8=True, loop=loop), "127.0.0.1", 0
    )
    return server.sockets[0].getsockname()[1]


async def ours(folder: Path, *, single: bool) -> int:
    store = SqliteStore.open(folder / "journal.db")
    journal = JournalWriter(Single(store) if single else store, SystemClock())
    journal.start()
    settings = SmtpInSettings(port=0, limits=Limits(mails_max=1_000_000))
    intake = SmtpIntake(settings, journal, lambda address: address.endswith("@host.example"))
    await intake.start()
    return intake.port


async def main(kind: str, folder: Path) -> None:
    port = await (bare() if kind == "bare" else ours(folder, single=kind == "single"))
    print(port, flush=True)
    await asyncio.to_thread(sys.stdin.read)  # ends with the one who started it


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
