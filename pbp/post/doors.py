"""A door that cannot be opened: which one, why, and which program has it, as far as can be known.

Looks into /proc and changes nothing; what others run is named only where this user may look.
"""

import errno
from pathlib import Path


class DoorShut(Exception):  # noqa: N818 - what is said of it is for the front door
    """A way in cannot be opened. name: of the way in."""

    def __init__(self, name: str, error: OSError) -> None:
        super().__init__(name)
        self.name = name
        self.error = error


def why_shut(error: OSError, port: int) -> str:
    """Why nobody can listen there, in words of ours."""
    if error.errno == errno.EADDRINUSE:
        found = holder(port)
        return f"another program listens there{f' ({found})' if found else ''}"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "this user may not listen there"
    if error.errno == errno.EADDRNOTAVAIL:
        return "this machine has no such address"
    return error.strerror or str(error)


def holder(port: int) -> str:
    """The program that listens on a TCP port of this machine; "" where that cannot be known."""
    sockets = {f"socket:[{inode}]" for inode in _listening(port)}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            held = {str(link.readlink()) for link in (process / "fd").iterdir()}
        except OSError:
            continue
        if sockets & held:
            return program(int(process.name))
    return ""


def program(process: int) -> str:
    """A process, as a person would name it."""
    try:
        name = Path(f"/proc/{process}/comm").read_text("utf-8", "replace").strip()
    except OSError:
        return f"process {process}"
    return f"{name}, process {process}"


def _listening(port: int) -> set[str]:
    """The sockets that listen on a port, by their inodes."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            lines = Path(table).read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for words in map(str.split, lines):
            if words[3] == "0A" and int(words[1].rpartition(":")[2], 16) == port:
                found.add(words[9])
    return found
