"""A copy of a journal, consistent although a server goes on writing: SQLite's own backup.

The copy is one plain file, checked; where anything goes wrong there is none.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from pbp.store.database import own_errors
from pbp.store.errors import StoreBroken

PAGES = 2000
"""Pages that are copied between two looks at how far it is (8 MB)."""


def copy_journal(
    source: Path, target: Path, told: Callable[[int, int], None] = lambda _done, _of: None
) -> None:
    """Copy a journal to a new file that only its owner may read; told: pages done, of all.

    Raises:
        StoreError: the journal cannot be read, or the copy is not sound.
        OSError: the copy cannot be written.
    """
    target.touch(mode=0o600, exist_ok=False)
    try:
        where = f"{source.absolute().as_uri()}?mode=ro"
        with (
            own_errors(),
            closing(sqlite3.connect(where, uri=True, timeout=30)) as journal,
            closing(sqlite3.connect(target)) as copy,
        ):
            # One read transaction: a snapshot that no write begins anew.
            journal.execute("BEGIN")
            journal.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            journal.backup(
                copy, pages=PAGES, progress=lambda _, left, of: told(of - left, of), sleep=0
            )
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
            (sound,) = copy.execute("PRAGMA quick_check").fetchone()
        if sound != "ok":
            raise StoreBroken("the copy is not sound")
    except BaseException:
        target.unlink(missing_ok=True)
        raise
