"""An intake as a process of its own, to be killed: prints its port, accepts for everybody."""

import asyncio
import sys

from pbp.post.clock import SystemClock
from pbp.post.journal_writer import JournalWriter
from pbp.post.smtp_in import SmtpInSettings, SmtpIntake
from pbp.store import SqliteStore


async def main(path: str) -> None:
    journal = JournalWriter(SqliteStore.open(path), SystemClock())
    journal.start()
    intake = SmtpIntake(SmtpInSettings(port=0), journal, lambda _address: True)
    await intake.start()
    sys.stdout.write(f"{intake.port}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1]))
