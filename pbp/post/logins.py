"""Who may log in to hand in mail: a file of addresses with salted scrypt hashes, one a line.

A password is never kept, shown or logged, and an address that is not in the file takes as long to
refuse as a wrong password.
"""

import base64
import hashlib
import hmac
import os
import re
from pathlib import Path

import msgspec

COST, BLOCK, PARALLEL = 2**14, 8, 1
"""Parameters of scrypt (RFC 7914) for new lines: some 50 ms and 16 MiB a try."""
_MEMORY_MAX = 64 * 1024 * 1024
_LINE = re.compile(r"(\S+@\S+) scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w+/=]+)\$([\w+/=]+)")


class _Hash(msgspec.Struct, frozen=True):
    cost: int
    block: int
    parallel: int
    salt: bytes
    digest: bytes

    def fits(self, password: str) -> bool:
        found = _scrypt(password, self.salt, self.cost, self.block, self.parallel)
        return hmac.compare_digest(found, self.digest)


class LoginsBroken(Exception):  # noqa: N818  (whose trouble it is, not that it is one)
    """The file cannot be read, or a line of it is not one of ours; the text names the line."""


class Logins:
    """The file; read anew when it has changed."""

    def __init__(self, path: Path) -> None:
        """Read it once, so that a broken file is found at the start.

        Raises:
            LoginsBroken: it cannot be used.
        """
        self._path = path
        self._seen: tuple[int, int] = (0, 0)
        self._hashes: dict[str, _Hash] = {}
        self._nobody = _new_hash("")
        self._load()

    def check(self, login: str, password: str) -> str | None:
        """The address that a login stands for, or None. Takes a while: not for an event loop."""
        self._load()
        known = self._hashes.get(login.lower())
        fits = (known or self._nobody).fits(password)
        return login.lower() if known is not None and fits else None

    def _load(self) -> None:
        try:
            state = self._path.stat()
            seen = (state.st_mtime_ns, state.st_size)
            if seen == self._seen:
                return
            text = self._path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise LoginsBroken(f"{self._path.name}: {type(error).__name__}") from error
        self._hashes = dict(_parsed(text, self._path.name))
        self._seen = seen


def new_line(address: str, password: str) -> str:
    """The line of a login."""
    made = _new_hash(password)
    salt, digest = (base64.b64encode(part).decode() for part in (made.salt, made.digest))
    return f"{address.lower()} scrypt${made.cost}${made.block}${made.parallel}${salt}${digest}"


def _parsed(text: str, name: str) -> list[tuple[str, _Hash]]:
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise LoginsBroken(f"{name}:{number}")
        address, cost, block, parallel, salt, digest = match.groups()
        parts = (base64.b64decode(salt), base64.b64decode(digest))
        found.append((address.lower(), _Hash(int(cost), int(block), int(parallel), *parts)))
    return found


def _new_hash(password: str) -> _Hash:
    salt = os.urandom(16)
    return _Hash(COST, BLOCK, PARALLEL, salt, _scrypt(password, salt, COST, BLOCK, PARALLEL))


def _scrypt(password: str, salt: bytes, cost: int, block: int, parallel: int) -> bytes:
    return hashlib.scrypt(
        password.encode("utf-8", "surrogateescape"),
        salt=salt,
        n=cost,
        r=block,
        p=parallel,
        maxmem=_MEMORY_MAX,
        dklen=32,
    )
