"""Tokens and Message-IDs: keyed hashes that nobody outside can guess or count.

A token is 80 bits of HMAC-SHA-256 over game, seat and round, in lower-case base32; case does not
matter when it comes back. A Message-ID of ours holds 120 such bits and three check characters, so
that mail which comes back to us is known by its shape, whatever the host. Never logged.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Mapping
from functools import lru_cache

TOKEN_BYTES = 10
"""80 bits, the least that mail.md asks for."""

_ID = re.compile(r"<?p([a-z2-7]{24})([a-z2-7]{3})@[^\s<>@]+>?", re.IGNORECASE)


def keyed(secret: bytes, *parts: str) -> bytes:
    """HMAC-SHA-256 of the parts, which are kept apart by a character that no part holds."""
    return hmac.digest(secret, "\x1f".join(parts).encode(), "sha256")


@lru_cache(maxsize=16384)
def token(secret: bytes, game: str, seat: str, turn: int) -> str:
    """The token of a seat; another turn makes another token (新令牌).

    Kept for a while: every mail to a private address is compared with all tokens of its game.
    """
    return base32(keyed(secret, "token", game, seat, str(turn))[:TOKEN_BYTES])


def holder(found: str, tokens: Mapping[str, str]) -> str | None:
    """The seat whose token was found in an address; every comparison takes the same time."""
    wanted = found.lower().encode()
    holders = [seat for seat, own in tokens.items() if hmac.compare_digest(own.encode(), wanted)]
    return holders[0] if holders else None


def message_id(secret: bytes, host: str, *parts: str) -> str:
    """A Message-ID of ours, with its angle brackets (RFC 5322, 3.6.4)."""
    body = base32(keyed(secret, "message-id", *parts)[:15])
    return f"<p{body}{_check(body)}@{host}>"


def is_ours(found: str) -> bool:
    """Whether a Message-ID has the shape and the check characters of ours."""
    match = _ID.fullmatch(found.strip())
    return match is not None and _check(match[1].lower()) == match[2].lower()


def _check(body: str) -> str:
    return base32(hashlib.sha256(f"pbp|{body}".encode()).digest()[:5])[:3]


def base32(raw: bytes) -> str:
    """Bytes as letters and digits of one case, which any mail program leaves alone (RFC 4648)."""
    return base64.b32encode(raw).decode().rstrip("=").lower()
