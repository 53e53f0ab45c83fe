"""DKIM: which domain signed a mail, and how much of it (RFC 6376). dkimpy does the arithmetic.

Asks for keys only through the look-up that it is given. Must never raise, whatever the bytes, and
never call a signature good that leaves a part of the mail to somebody else.
"""

import base64
import binascii
import hashlib
import logging
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from pbp.letters import headers

CLAIMS_MAX = 5
"""Signatures of one mail that are looked at."""

ONCE = ("from", "to", "cc", "subject", "date")
"""Headers that may stand in a mail once: of two, one could be another than the signed one."""

COVERED = ("from", "to", "subject", "date")
"""Headers that a signature must cover (mail.md)."""

PASS, FAIL, TROUBLE = "pass", "fail", "temperror"

_STRAY_RETURN = re.compile(rb"\r(?!\n)")
_SILENT = logging.getLogger("pbp.dkimpy")
_SILENT.addHandler(logging.NullHandler())
_SILENT.propagate = False


class LookupTroubleError(Exception):
    """The key could not be asked for now: no answer, or none in time."""


Lookup = Callable[[str], bytes | None]
"""Gives the TXT record of a name, None where there is none, or raises LookupTroubleError."""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """One DKIM-Signature line, as it says itself; nothing of it is proved.

    place: which of the lines, from the top. domain: lower case. key: what makes the same signature
    known again. covers: names of the headers under it. whole: the body to its last byte, in an
    algorithm of today. key_name: where DNS has the public key.
    """

    place: int
    domain: str
    key: bytes
    covers: frozenset[str]
    whole: bool
    key_name: str = ""


def claims(raw: bytes) -> tuple[Claim, ...]:
    """The signatures of a mail. Empty where its headers can be read in two ways."""
    fields = fields_of(raw)
    if fields is None:
        return ()
    written = fields.all("dkim-signature")[:CLAIMS_MAX]
    found = (_claim(place, value) for place, value in enumerate(written))
    return tuple(claim for claim in found if claim is not None)


@lru_cache(maxsize=2)
def fields_of(raw: bytes) -> headers.Headers | None:
    """The headers, where every reader finds the same in them; else None.

    Kept for a moment: of one mail they are asked for several times.
    """
    head = headers.HEAD_ENDS.split(raw[: headers.HEAD_MAX].lstrip(b"\r\n"), maxsplit=1)[0]
    if b"\0" in head or _STRAY_RETURN.search(head):
        return None
    fields = headers.head_of(raw)
    single = all(len(fields.all(name)) <= 1 for name in ONCE)
    return fields if single else None


def _claim(place: int, value: bytes) -> Claim | None:
    import dkim

    try:
        tags: dict[bytes, bytes] = dkim.util.parse_tag_value(value)
        domain = tags[b"d"].decode("ascii").lower().strip(".")
        covers = {name.strip().lower() for name in tags[b"h"].decode("ascii").split(":")}
        selector = tags[b"s"].decode("ascii").strip(".")
        signed = base64.b64decode(b"".join(tags[b"b"].split()), validate=True)
        algorithm = tags[b"a"]
    except (dkim.util.InvalidTagValueList, KeyError, UnicodeDecodeError, binascii.Error):
        return None
    return Claim(
        place=place,
        domain=domain,
        key=hashlib.sha256(b"dkim|" + domain.encode() + b"|" + signed).digest(),
        covers=frozenset(covers),
        whole=b"l" not in tags and algorithm.endswith(b"-sha256"),
        key_name=f"{selector}._domainkey.{domain}",
    )


def verify(raw: bytes, claim: Claim, lookup: Lookup) -> str:
    """pass, fail or temperror: whether the domain did sign this mail as it is."""
    import dkim

    try:
        mail = dkim.DKIM(raw.lstrip(b"\r\n"), logger=_SILENT, minkey=1024)
        good = mail.verify(claim.place, dnsfunc=_key_of(lookup))
    except LookupTroubleError:
        return TROUBLE
    except Exception:
        return FAIL
    return PASS if good and mail.domain.decode("ascii").lower().strip(".") == claim.domain else FAIL


def _key_of(lookup: Lookup) -> Callable[..., bytes | None]:
    """The look-up as dkimpy calls it. A key that its owner is only trying out signs nothing."""

    def ask(name: bytes | str, **_: Any) -> bytes | None:
        text = name.decode("ascii") if isinstance(name, bytes) else name
        record = lookup(text.rstrip("."))
        if record is None or re.search(rb"(?:^|;)\s*t\s*=[\sa-z:]*\by\b", record):
            return None
        return record

    return ask
