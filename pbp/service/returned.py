"""Mail of ours that came back: which one it was, and to whom it had gone.

A bounce is believed only for the mail whose own unguessable mark it carries: in the address that it
was sent to (VERP), or a Message-ID of ours. So a forged one disables nobody.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

import msgspec

from pbp.letters.returned import Returned
from pbp.service.incoming import Opened, Ref
from pbp.service.live import Live
from pbp.store.interface import Store
from pbp.store.rows import OutboxRow

BOUNCE = "bounce"
MARK_LENGTH = 18
"""Characters of a Message-ID that stand in the envelope sender (see outgoing.py)."""

_NO_MAILBOX = re.compile(r"55[0136][ -](?!5\.)|5\d\d[ -]5\.[12]\.\d")
"""Answers to RCPT that are about the mailbox (RFC 3463: 5.1.x, 5.2.x)."""


class CameBack(msgspec.Struct, frozen=True):
    """A bounce. row: the mail that came back; None where nothing says which. for_good: 5.x.x."""

    row: OutboxRow | None
    for_good: bool
    reason: str


def came_back(opened: Opened, store: Store) -> CameBack | None:
    """What came back; None where the letter is no bounce."""
    at_our_mark = opened.mailbox.base == BOUNCE
    if opened.letter.automatic != BOUNCE:
        return CameBack(None, for_good=False, reason="") if at_our_mark else None
    told = opened.told or Returned(for_good=False)
    mark = opened.mailbox.token if at_our_mark else ""
    row = store.find_begun(f"<p{mark}") if len(mark) == MARK_LENGTH else None
    for name in told.ids[:5]:
        row = row or store.find_sent(name)
    if row is None and not at_our_mark:
        return None
    return CameBack(row, for_good=told.for_good, reason=told.reason)


def whom(row: OutboxRow, live: Live) -> str | None:
    """Who cannot be reached; None where the mail went to an address that is not his any more.

    A mail to a predecessor on the seat, or to an earlier mailbox, says nothing of whoever has it.
    """
    if not row.ref:
        return None
    ref = msgspec.json.decode(row.ref, type=Ref)
    if not live.was_to(ref.to, ref.tenure):
        return None
    return ref.to if row.recipient.lower() in live.addresses_of(ref.to)[:1] else None


def refused(failed: Iterable[OutboxRow], live: Live) -> Iterator[tuple[str, str, datetime]]:
    """Who cannot be reached by what the next server said at once, each once: its words, which mail.

    A refusal of the message or of us (5.7.x, 554) is no word about the recipient's mailbox.
    """
    table, told = live.play.table, set()
    for row in failed:
        who = whom(row, live) if _NO_MAILBOX.match(row.last_error or "") else None
        if who is None or who in told or who in table.unreached:
            continue
        again = table.reached_again.get(who)
        if again is None or row.created_at > again:
            told.add(who)
            yield who, row.last_error or "", row.created_at
