"""Who stands behind a letter that has no key of ours: a login, our own server's word, or DKIM.

The rules are mail.md's ("Who is writing"): the mail names us, its Date is fresh, it was never seen
before. The verdict goes into the journal with the letter; an audit asks nobody again.
"""

import ipaddress
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import msgspec

from pbp.letters import dkim_check
from pbp.letters.addresses import mailboxes, sender_of
from pbp.letters.dkim_check import Claim, Lookup
from pbp.letters.letter import Letter
from pbp.letters.senders import aligned, vouched
from pbp.service import addresses
from pbp.service.readers import PLAIN, Reader
from pbp.service.settings import Settings
from pbp.store.rows import Letter as StoredLetter

FRESH = timedelta(hours=24)
"""How far a Date may be off the time of receipt."""

LOGIN, OUR_SERVER, SIGNED = "login", "our_server", "dkim"
LISTED, BY_GM = "listed", "gm"
"""A sign-up that the GM entered from a list; to be confirmed, or on his word."""

TRIED_MAX = 2
"""Signatures of one letter whose key is asked for."""


class Proof(msgspec.Struct, frozen=True):
    """What stands behind a letter. by: login · our_server · dkim · listed · gm · "" for nothing.

    keys: of its signatures, by which the same one is known when it comes again.
    """

    by: str = ""
    keys: tuple[bytes, ...] = ()

    @property
    def is_provider(self) -> bool:
        """Whether it is the mailbox that proves him, not the GM's word."""
        return bool(self.by) and self.by not in (LISTED, BY_GM)


NOTHING = Proof()


def proof_of(
    stored: StoredLetter,
    letter: Letter,
    game: str,
    settings: Settings,
    *,
    claims: tuple[Claim, ...],
    seen: Collection[bytes],
    lookup: Lookup | None,
    reader: Reader = PLAIN,
) -> Proof:
    """What stands behind a letter to a game.

    claims: its signatures; seen: the keys of those that have come before.
    lookup: where keys are asked for; None where nobody answers. reader: does the arithmetic.
    """
    keys = tuple(claim.key for claim in claims)
    if stored.proved and stored.proved.lower() == letter.sender:
        return Proof(stored.peer if stored.peer in (LISTED, BY_GM) else LOGIN, keys)
    if letter.sender is None or any(key in seen for key in keys):
        return Proof("", keys)
    if not _names_us(stored, game, settings, {"to", "cc"}) or not _is_fresh(stored):
        return Proof("", keys)
    if not _is_straight(stored) and vouched(letter, settings.authserv_ids, settings.hosts):
        return Proof(OUR_SERVER, keys)
    if lookup is not None and _is_signed(stored, letter, game, settings, claims, lookup, reader):
        return Proof(SIGNED, keys)
    return Proof("", keys)


def _is_straight(stored: StoredLetter) -> bool:
    """Whether another's machine handed it to us by SMTP: no server of ours wrote a line in it."""
    try:
        peer = ipaddress.ip_address(stored.peer.partition("%")[0])
    except ValueError:
        return False
    inner = peer.ipv4_mapped if isinstance(peer, ipaddress.IPv6Address) else None
    return not (inner or peer).is_loopback


def _is_signed(
    stored: StoredLetter,
    letter: Letter,
    game: str,
    settings: Settings,
    claims: tuple[Claim, ...],
    lookup: Lookup,
    reader: Reader,
) -> bool:
    """Whether an aligned signature holds that covers all that must be covered."""
    fields = dkim_check.fields_of(stored.raw)
    written = sender_of(fields) if fields is not None else None
    if fields is None or written is None or written.address != letter.sender:
        return False
    domain = written.address.rpartition("@")[2]
    fitting = [
        claim
        for claim in claims
        if claim.whole
        and aligned(claim.domain, domain)
        and claim.covers.issuperset(dkim_check.COVERED)
        and fields.has("date")
        and _names_us(stored, game, settings, claim.covers)
    ]
    return any(
        reader.verify(stored.raw, claim, lookup) == dkim_check.PASS for claim in fitting[:TRIED_MAX]
    )


def _names_us(
    stored: StoredLetter, game: str, settings: Settings, covered: set[str] | frozenset[str]
) -> bool:
    """Whether To or Cc (as far as they are covered) names an address of ours for this game."""
    fields = dkim_check.fields_of(stored.raw)
    if fields is None:
        return False
    named = [
        addresses.parse(box.address, settings)
        for name in ("to", "cc")
        if name in covered
        for value in fields.all(name)
        for box in mailboxes(value)
    ]
    return any(mailbox is not None and mailbox.game in ("", game) for mailbox in named)


def _is_fresh(stored: StoredLetter) -> bool:
    """Whether the Date, where there is one, is less than a day off the time of receipt."""
    fields = dkim_check.fields_of(stored.raw)
    written = fields.text("date") if fields is not None else ""
    if not written:
        return True
    at = _instant(written)
    return at is not None and abs(stored.received_at - at) < FRESH


def _instant(written: str) -> datetime | None:
    """A Date header as an instant; a zone that has no one meaning is none."""
    try:
        at = parsedate_to_datetime(written)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    try:
        return at.astimezone(UTC) if at.tzinfo is not None else at.replace(tzinfo=UTC)
    except (OverflowError, ValueError):
        return None
