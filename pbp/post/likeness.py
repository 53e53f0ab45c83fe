"""Whether a process that is started later is made of the same files as the server that starts it.

A new version may be installed, or a template edited, while the server runs with what it has read.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbp.render.page import PACKAGE

OURS = Path(__file__).resolve().parents[1]


def likeness(templates: Iterable[Path]) -> str:
    """A mark of our code and of these folders of templates: the same files, the same mark.

    Names, sizes and times of change alone; nothing is opened.
    """
    marks = [mark for folder in (OURS, PACKAGE, *templates) for mark in _marks(folder)]
    return hashlib.sha256("\n".join(sorted(marks)).encode("utf-8", "surrogateescape")).hexdigest()


def _marks(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.suffix in (".py", ".txt", ".html") and path.is_file():
            status = path.stat()
            yield f"{path} {status.st_size} {status.st_mtime_ns}"
