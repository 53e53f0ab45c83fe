"""The file of a backup: a compressed tar of a few named pieces, locked with a passphrase or not.

With a passphrase it is an age file: `age -d FILE | tar xz` opens it without us. Never writes
anything to where a piece's name points; whoever opens it decides what goes where.
"""

import gzip
import io
import tarfile
import zlib
from collections.abc import Mapping

import msgspec
import pyrage

FORMAT = 1
MANIFEST = "manifest.json"
JOURNAL, CONFIG, TEMPLATES, KEYS = "journal.sqlite", "config.yaml", "templates/", "keys/"
LOCKED = b"age-encryption.org/"


class ArchiveWrong(ValueError):  # noqa: N818  (what is wrong with the file, in a few words)
    """It is no backup of ours, it is damaged, or the passphrase is not the one."""


class Locked(ArchiveWrong):
    """It can only be opened with a passphrase."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup says of itself. made: when; host: of the server.

    letters, mails: how many had come, and the number of the last one that was written to be sent.
    games: id → state. keys: name of the setting → where its file lay.
    """

    format: int
    made: str
    host: str
    letters: int
    mails: int
    games: dict[str, str]
    keys: dict[str, str] = {}


def pack(pieces: Mapping[str, bytes], passphrase: str | None) -> bytes:
    """One file of these pieces, name → content."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=6) as tar:
        for name, content in pieces.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), 0o600
            tar.addfile(entry, io.BytesIO(content))
    if passphrase is None:
        return packed.getvalue()
    locked: bytes = pyrage.passphrase.encrypt(packed.getvalue(), passphrase)
    return locked


def is_locked(content: bytes) -> bool:
    """Whether a passphrase is needed."""
    return content.startswith(LOCKED)


def unpack(content: bytes, passphrase: str | None) -> dict[str, bytes]:
    """The pieces of a file that `pack` made.

    Raises:
        Locked: a passphrase is needed.
        ArchiveWrong: it is not ours, it is damaged, or the passphrase is wrong.
    """
    if is_locked(content):
        if passphrase is None:
            raise Locked("it can only be opened with its passphrase")
        try:
            content = pyrage.passphrase.decrypt(content, passphrase)
        except pyrage.DecryptError:
            raise ArchiveWrong("the passphrase is not the one, or the file is damaged") from None
    pieces: dict[str, bytes] = {}
    try:
        plain = gzip.decompress(content)  # to the end: its sum of all bytes is looked at
        with tarfile.open(fileobj=io.BytesIO(plain), mode="r:") as tar:
            for entry in tar:
                read = tar.extractfile(entry)
                if read is not None:
                    pieces[entry.name] = read.read()
    except (tarfile.TarError, gzip.BadGzipFile, EOFError, zlib.error, OSError):
        raise ArchiveWrong("it is no backup of pbp, or it is damaged") from None
    if MANIFEST not in pieces or JOURNAL not in pieces:
        raise ArchiveWrong("it is no backup of pbp")
    return pieces


def manifest_of(pieces: Mapping[str, bytes]) -> Manifest:
    """What the backup says of itself.

    Raises:
        ArchiveWrong: it is of a later version, or damaged.
    """
    try:
        found = msgspec.json.decode(pieces[MANIFEST], type=Manifest)
    except msgspec.DecodeError:
        raise ArchiveWrong("it is no backup of pbp, or it is damaged") from None
    if found.format > FORMAT:
        raise ArchiveWrong("it was made by a newer pbp")
    return found
