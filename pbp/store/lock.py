"""One process a journal: a lock file beside it that the kernel frees when its holder dies."""

import fcntl
import os
from pathlib import Path

from pbp.store.errors import StoreBroken, StoreInUse


class ProcessLock:
    """Held from its making until release()."""

    def __init__(self, journal: Path) -> None:
        """Take the lock of this journal.

        Raises:
            StoreInUse: another process (or another store in this one) holds it.
            StoreBroken: the folder is not there, or not ours to write in.
        """
        path = journal.with_name(journal.name + ".lock")
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreBroken(type(error).__name__) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = _number(os.pread(self._descriptor, 20, 0))
            os.close(self._descriptor)
            raise StoreInUse(holder) from error
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let the next process in; a second call does nothing. The file stays."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _number(written: bytes) -> int:
    """The process that the holder wrote down; 0 where none stands there."""
    word = written.strip()
    return int(word) if word.isdigit() else 0
