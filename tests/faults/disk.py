"""A disk that can be watched, filled up and unplugged, under SQLite in this very process.

SQLite's own file functions (its VFS) are replaced through ctypes: each write, truncation and sync
of a file is written down in order, so that the file can be made as it would be found after a loss
of power at any moment: what was synced is there, of the rest an arbitrary part, torn anywhere.
"""

import _sqlite3
import ctypes
import random
from collections.abc import Iterable
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import NamedTuple

OK, FULL, READONLY, NOTADB = 0, 13, 8, 26
SECTOR = 512
FILES = ("journal.sqlite", "journal.sqlite-wal")

OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class Vfs(ctypes.Structure):
    """The head of struct sqlite3_vfs (version 1), then whatever later versions hold."""

    _fields_ = (
        ("version", c_int),
        ("size", c_int),
        ("path_max", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("rest", c_void_p * 14),
    )


class Methods(ctypes.Structure):
    """The head of struct sqlite3_io_methods."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("rest", c_void_p * 13),
    )


class Step(NamedTuple):
    """What happened: write · truncate · sync · delete of a file, or a mark that a test set."""

    what: str
    file: str
    place: int = 0
    data: bytes = b""


class Disk:
    """The disk under this process's SQLite, once installed. mode: ok · full · readonly."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.mode = "ok"
        self._kept: list[object] = []
        self._tables: dict[int, tuple[int, Methods]] = {}
        self._names: dict[int, str] = {}

    def install(self) -> "Disk":
        """From now on every file that SQLite opens in this process is on this disk."""
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = POINTER(Vfs)
        below = library.sqlite3_vfs_find(None)
        own = Vfs.from_buffer_copy(below.contents)
        really_open = OPEN(below.contents.open)
        really_delete = DELETE(below.contents.delete)

        def opened(_vfs, path, file, flags, out):  # path as an address: SQLite keeps it
            code = really_open(ctypes.cast(below, c_void_p), path, file, flags, out)
            if code == OK and path is not None:
                self._take(file, Path(ctypes.string_at(path).decode()).name)
            return code

        def deleted(_vfs, path, sync):
            self.steps.append(Step("delete", Path(path.decode()).name))
            return really_delete(ctypes.cast(below, c_void_p), path, sync)

        own.name = b"watched"
        own.next = None
        self._kept += [OPEN(opened), DELETE(deleted), own, really_open, really_delete]
        own.open = ctypes.cast(self._kept[0], c_void_p).value
        own.delete = ctypes.cast(self._kept[1], c_void_p).value
        assert library.sqlite3_vfs_register(ctypes.byref(own), 1) == OK
        return self

    def mark(self, what: str, data: bytes) -> None:
        """Note what the world has seen by now."""
        self.steps.append(Step(what, "", data=data))

    def _take(self, file: int, name: str) -> None:
        """Have an open file speak to us: its table of functions is replaced by our copy."""
        self._names[file] = name
        head = ctypes.cast(file, POINTER(c_void_p))
        below = head[0]
        if below not in self._tables:
            self._tables[below] = (below, self._methods(below))
        head[0] = ctypes.addressof(self._tables[below][1])

    def _methods(self, below: int) -> Methods:
        real = ctypes.cast(below, POINTER(Methods)).contents
        own = Methods.from_buffer_copy(real)
        write, truncate, sync = WRITE(real.write), TRUNCATE(real.truncate), SYNC(real.sync)

        def written(file, data, length, place):
            if self.mode != "ok":
                return FULL if self.mode == "full" else READONLY
            self.steps.append(
                Step("write", self._names[file], place, ctypes.string_at(data, length))
            )
            return write(file, data, length, place)

        def truncated(file, length):
            self.steps.append(Step("truncate", self._names[file], length))
            return truncate(file, length)

        def synced(file, flags):
            self.steps.append(Step("sync", self._names[file]))
            return sync(file, flags)

        ours = [WRITE(written), TRUNCATE(truncated), SYNC(synced)]
        self._kept += [*ours, write, truncate, sync]
        own.write, own.truncate, own.sync = (ctypes.cast(f, c_void_p).value for f in ours)
        return own


def image(steps: Iterable[Step], folder: Path, chance: random.Random | None) -> None:
    """Write the files as they are found after a loss of power behind these steps.

    chance: which of the writes since the last sync of a file are there, in part or whole, in
    their order or not; None: not one of them.
    """
    safe, waiting = _on_the_platter(steps)
    if chance is not None:
        for one in (step for left in waiting.values() for step in left):
            if chance.random() < 0.6:
                _apply(safe, _torn(one, chance))
    for name, data in safe.items():
        if name in FILES:
            (folder / name).write_bytes(bytes(data))


def _on_the_platter(steps: Iterable[Step]) -> tuple[dict[str, bytearray], dict[str, list[Step]]]:
    """What is there for sure, by file, and what was written since."""
    safe: dict[str, bytearray] = {}
    waiting: dict[str, list[Step]] = {}
    for step in steps:
        if step.what == "sync":
            for one in waiting.pop(step.file, ()):
                _apply(safe, one)
        elif step.what == "delete":
            safe.pop(step.file, None)
            waiting.pop(step.file, None)
        elif step.what in ("write", "truncate"):
            waiting.setdefault(step.file, []).append(step)
    return safe, waiting


def _torn(step: Step, chance: random.Random) -> Step:
    sectors = len(step.data) // SECTOR
    if step.what != "write" or sectors < 2 or chance.random() < 0.5:
        return step
    return step._replace(data=step.data[: SECTOR * chance.randrange(1, sectors)])


def _apply(files: dict[str, bytearray], step: Step) -> None:
    data = files.setdefault(step.file, bytearray())
    if step.what == "truncate":
        del data[step.place :]
        return
    if len(data) < step.place:
        data.extend(bytes(step.place - len(data)))
    data[step.place : step.place + len(step.data)] = step.data
