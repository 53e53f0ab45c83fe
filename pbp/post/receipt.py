"""Which time of receipt counts, where several clocks have seen a mail (C-2.1).

Three sources: `received`, the line that our own edge wrote into the mail; `data`, the end of DATA
at our own door; `internaldate`, what an IMAP server says. The configured order decides; sources
that differ by more than two minutes are kept with the letter, for the GM. Never the Date header.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from pbp.letters.received import edge_stamp

RECEIVED, DATA, INTERNALDATE = "received", "data", "internaldate"
USUAL_ORDER = (RECEIVED, DATA, INTERNALDATE)

APART = timedelta(minutes=2)
"""A difference that the GM is shown."""

OLDEST = timedelta(days=14)
"""No edge keeps a mail longer than this before it passes it on; an older line is no clock."""


class Trust(msgspec.Struct, frozen=True, kw_only=True):
    """order: the sources, the most trusted first. hosts: names of our own edge, lower case."""

    order: tuple[str, ...] = USUAL_ORDER
    hosts: tuple[str, ...] = ()

    @property
    def reads_received(self) -> bool:
        """Whether Received lines are looked for at all."""
        return RECEIVED in self.order and bool(self.hosts)

    def edge(self, raw: bytes) -> datetime | None:
        """What our own edge wrote into a mail, or None."""
        return edge_stamp(raw, self.hosts) if self.reads_received else None


class Receipt(msgspec.Struct, frozen=True):
    """at: the time that counts. others: the sources that are over two minutes away from it."""

    at: datetime
    others: tuple[tuple[str, datetime], ...] = ()


def receipt(found: Mapping[str, datetime | None], trust: Trust, now: datetime) -> Receipt:
    """Choose. found: what each source says; now: our own clock, later than which nothing came."""
    known = {name: min(at, now) for name, at in found.items() if at and _is_a_clock(name, at, now)}
    chosen = next((known[name] for name in trust.order if name in known), now)
    all_of_them = {name: at for name, at in found.items() if at is not None}
    others = sorted((name, at) for name, at in all_of_them.items() if abs(at - chosen) > APART)
    return Receipt(chosen, tuple(others))


def _is_a_clock(name: str, at: datetime, now: datetime) -> bool:
    return name != RECEIVED or at > now - OLDEST
