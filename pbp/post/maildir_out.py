"""The transport that needs no other program: one Maildir a recipient, under one folder.

Any mail client that reads Maildir can read it. A message is synced in tmp/, then renamed into
new/; sent twice it replaces itself, because its name comes from its Message-ID.
"""

import errno
import hashlib
import os
from pathlib import Path
from urllib.parse import quote

from pbp.post.transport import RefusedForNow, TransportDown
from pbp.store import OutboxRow

_NAME_MAX = 200
_DOWN = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO})


class MaildirTransport:
    """Delivers into ROOT/<recipient>/new/."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def send(self, mail: OutboxRow) -> None:
        """Write one message into its recipient's Maildir, byte by byte as it is.

        Raises:
            TransportDown: disk full, read-only or not ours. RefusedForNow: any other trouble.
        """
        try:
            _deliver(self._root / folder_name(mail.recipient), _file_name(mail), mail.data)
        except OSError as error:
            answer = errno.errorcode.get(error.errno or 0, "OSError")
            kind = TransportDown if error.errno in _DOWN else RefusedForNow
            raise kind(answer) from error

    def close(self) -> None:
        """Nothing is kept open."""


def folder_name(recipient: str) -> str:
    """Give a recipient's folder: the address in lower case, strange characters as %XX.

    Different addresses (upper and lower case apart) have different folders, none is hidden, none
    leads outside, none is longer than a file system takes.
    """
    name = quote(recipient.lower().encode("utf-8", "surrogateescape"), safe="@+=")
    if name.startswith("."):
        name = "%2E" + name[1:]
    if not name or len(name) > _NAME_MAX:
        digest = hashlib.sha256(recipient.lower().encode("utf-8", "surrogateescape")).hexdigest()
        name = f"{name[:100]}%-{digest[:32]}"
    return name


def _file_name(mail: OutboxRow) -> str:
    digest = hashlib.sha256(mail.message_id.encode("utf-8", "surrogateescape")).hexdigest()
    return f"{int(mail.created_at.timestamp())}.{digest[:24]}.pbp"


def _deliver(folder: Path, name: str, data: bytes) -> None:
    if not (folder / "new").is_dir():
        for part in ("tmp", "cur", "new"):
            (folder / part).mkdir(mode=0o700, parents=True, exist_ok=True)
        _sync_folder(folder)
        _sync_folder(folder.parent)
    fresh = folder / "tmp" / name
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(folder / "new" / name)
    _sync_folder(folder / "new")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
