"""Writing files and folders so that they are there whole, or not at all, whatever happens.

What is written goes under a name beside the final one, is flushed to the disk, and takes its name
in one step. Must never leave half of something under the name that was asked for.
"""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PRIVATE, PUBLIC = 0o600, 0o644

NOT_UTF_8 = "is not UTF-8; save it once more as UTF-8 (Notepad: Save as, Encoding)"


class NotText(Exception):  # noqa: N818 - what is there, and where
    """A file that a person wrote is not in UTF-8. line: the first one that is not, from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(NOT_UTF_8)
        self.line = line


def written_text(path: Path) -> str:
    """What a person wrote into a file; a byte order mark is nothing.

    Raises:
        NotText: it is not in UTF-8.
        OSError: it cannot be read.
    """
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotText(content[: error.start].count(b"\n") + 1) from None


def write_whole(path: Path, content: bytes, mode: int = PUBLIC) -> None:
    """Write a file, in place of one that is there. mode: who may read it.

    Raises:
        OSError: it cannot be written; what was there before is untouched.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fchmod(file.fileno(), mode)
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


@contextmanager
def private_files() -> Iterator[None]:
    """Whatever is made meanwhile, in the whole process, only its owner may read."""
    old = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(old)


def keep_private(folder: Path) -> None:
    """Let nobody else look into a folder of ours; one of somebody else, or of all, is left be."""
    found = folder.stat()
    mine = found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX
    if mine and found.st_mode & 0o077:
        folder.chmod(0o700)


@contextmanager
def whole_folder(path: Path, mode: int = 0o755) -> Iterator[Path]:
    """A folder to fill; it takes its name when all has been written into it.

    Raises:
        FileExistsError: something of that name is there, with something in it.
        OSError: it cannot be written; then nothing of that name is there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        yield made
        made.chmod(mode)
        for folder, _, files in os.walk(made):
            for file in files:
                with Path(folder, file).open("rb") as written:
                    os.fsync(written.fileno())
            flush_folder(Path(folder))
        made.rename(path) if not path.exists() else _take_place(made, path)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    flush_folder(path.parent)


def _take_place(made: Path, path: Path) -> None:
    """Only an empty folder gives way."""
    if not path.is_dir() or any(path.iterdir()):
        raise FileExistsError(str(path))
    made.replace(path)


def flush_folder(folder: Path) -> None:
    """Let the names in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
