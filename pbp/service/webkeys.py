"""Keys for the web: mailed links, their six digits, sessions, and the way to leave the list.

Each is a keyed hash of the game's secret, of the person's live token and of an instant, so nothing
of it has to be kept: a new token (新令牌) or a seat that changes hands ends them all. What must be
kept, that a link was spent, is the reception's. Never logged.
"""

import base64
import hmac
from binascii import Error
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import msgspec

from pbp.service import tokens
from pbp.service.live import GM, Live
from pbp.service.settings import Settings

LINK, SESSION, LEAVE, CODE = "web link", "web session", "web leave", "web code"
MAC_BYTES = 15
TIME_BYTES = 8
CODE_DIGITS = 6

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO = timedelta(microseconds=1)


class Found(msgspec.Struct, frozen=True):
    """Whose key it is, and since when."""

    who: str
    at: datetime


def link_of(live: Live, who: str, at: datetime, settings: Settings) -> str:
    """The address in the mail that was written at an instant."""
    key = key_of(LINK, live, who, at)
    return f"{settings.web_url}/{live.setup.id}/enter?k={key}"


def key_of(what: str, live: Live, who: str, at: datetime) -> str:
    """A key of a person, made at an instant, in lower-case base32."""
    micros = ((at - _EPOCH) // _MICRO).to_bytes(TIME_BYTES)
    return tokens.base32(micros + _mac(what, live, who, micros.hex()))


def code_of(live: Live, who: str, at: datetime) -> str:
    """The six digits beside the link that was made at that instant."""
    micros = ((at - _EPOCH) // _MICRO).to_bytes(TIME_BYTES)
    number = int.from_bytes(_mac(CODE, live, who, micros.hex())) % 10**CODE_DIGITS
    return f"{number:0{CODE_DIGITS}}"


def find(what: str, key: str, live: Live) -> Found | None:
    """Whose key it is; None for what is nobody's. How old it may be is asked by the caller."""
    try:
        raw = base64.b32decode(key.upper() + "=" * (-len(key) % 8))
    except (Error, ValueError):
        return None
    if len(raw) != TIME_BYTES + MAC_BYTES:
        return None
    micros, mac = raw[:TIME_BYTES], raw[TIME_BYTES:]
    for who in visitors(live):
        if hmac.compare_digest(_mac(what, live, who, micros.hex()), mac):
            return Found(who, _EPOCH + int.from_bytes(micros) * _MICRO)
    return None


def visitors(live: Live) -> Iterable[str]:
    """Who may sign in: the GM, and every seat."""
    return (GM, *live.play.table.players)


def leave_url(live: Live, who: str, settings: Settings) -> str:
    """Where a reader leaves the list with one click (RFC 8058); "" where the web has no TLS."""
    if not settings.web_url.startswith("https://"):
        return ""
    return f"{settings.web_url}/{live.setup.id}/leave?t={leave_key(live, who)}"


def leave_key(live: Live, who: str) -> str:
    """What proves that somebody may leave the list, and proves nothing else."""
    return tokens.base32(_mac(LEAVE, live, who))


def leaver(key: str, live: Live) -> str | None:
    """Whose key of leaving it is."""
    readers = {who: leave_key(live, who) for who in live.people()}
    return tokens.holder(key, readers)


def _mac(what: str, live: Live, who: str, *more: str) -> bytes:
    parts = (what, live.setup.id, who, live.token(who), *more)
    return tokens.keyed(live.secret, *parts)[:MAC_BYTES]
