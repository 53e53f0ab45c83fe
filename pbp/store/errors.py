"""What can go wrong in the store, in our own words; no sqlite3 exception ever leaves the room.

The texts hold SQLite's error name and nothing else: no address, no content, no path.
"""

# ruff: noqa: N818  (the names say whose trouble it is, not that it is an error)

import sqlite3


class StoreError(Exception):
    """The store could not do it; nothing of what was asked has been written."""


class StoreBusy(StoreError):
    """Somebody else (a backup, another process) holds the lock; later it may work."""


class StoreFull(StoreError):
    """No room on the disk, or the disk is read-only or broken for writing; nothing was written."""


class StoreConflict(StoreError):
    """A row contradicts what is written: a number taken twice, a letter read twice, a game unknown.

    Two writers for one game, or a bug of the caller: trying the same again does not help.
    """


class StoreBroken(StoreError):
    """The file is damaged, not there, not to be opened, or no journal of ours."""


class StoreTooNew(StoreError):
    """The file was written by a later version of the program."""


class StoreInUse(StoreError):
    """Another process already runs on this journal. holder: its number, 0 where it is unknown."""

    def __init__(self, holder: int = 0) -> None:
        super().__init__("another process runs on this journal")
        self.holder = holder


_BY_PRIMARY_CODE: dict[int, type[StoreError]] = {
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_IOERR: StoreFull,
    sqlite3.SQLITE_READONLY: StoreFull,
    sqlite3.SQLITE_CONSTRAINT: StoreConflict,
}


def own_error(error: sqlite3.Error) -> StoreError:
    """Translate an exception of sqlite3 into ours, by the lowest byte of SQLite's result code."""
    code = getattr(error, "sqlite_errorcode", None)
    name = getattr(error, "sqlite_errorname", None) or type(error).__name__
    kind = StoreBroken if code is None else _BY_PRIMARY_CODE.get(code & 0xFF, StoreBroken)
    return kind(name)
