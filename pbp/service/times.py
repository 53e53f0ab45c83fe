"""When a letter counts as received, once its game is known, and what other clocks say of it.

A letter may come late by way of a mailbox or a queue: when what it was in time for has been closed
already, or later letters have been heard. It is then heard behind those, and the GM is shown when
it was handed over (C-2.1). Asks no clock.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.letters.received import handed_over
from pbp.store.rows import Letter as StoredLetter

PLAUSIBLE = timedelta(days=7)
"""A hand-over longer ago than this is no hand-over but a wrong clock."""

RECEIVED_EARLIER = "received"
"""The clock that says when a letter was received which is heard later than that."""


def in_order(stored: StoredLetter, table: Table) -> StoredLetter:
    """The letter, received no earlier than what its game has already been told.

    What came in an outage after the cut-off is in order, although the phase that follows opens only
    when the server is back (C-2.9).
    """
    heard_until = max(_told(table, stored.received_at), default=stored.received_at)
    if heard_until <= stored.received_at:
        return stored
    others = (*stored.stamps, (RECEIVED_EARLIER, stored.received_at))
    return replace(stored, received_at=heard_until, stamps=others)


def _told(table: Table, received_at: datetime) -> Iterator[datetime]:
    """Instants before which nothing can be heard any more."""
    if table.phases and received_at < _last_cut_off(table.phases):
        yield table.phases[-1].opens
    if table.mails:
        yield table.mails[max(table.mails)].at


def _last_cut_off(phases: Sequence[Phase]) -> datetime:
    """When the phase before the running one was over; before the first there is the start."""
    if len(phases) == 1:
        return phases[0].opens
    before = phases[-2]
    return min(before.closes, before.closed or before.closes)


def handed(stored: StoredLetter) -> datetime | None:
    """When a letter that was long on its way was handed over, by its provider's word or ours."""
    known = [handed_over(stored.raw), dict(stored.stamps).get(RECEIVED_EARLIER)]
    earliest = stored.received_at - PLAUSIBLE
    times = [at for at in known if at is not None and earliest < at < stored.received_at]
    return min(times, default=None)


def clocks(stored: StoredLetter) -> dict[str, str]:
    """The clocks that are far from the time of receipt, for the GM."""
    return {name: at.isoformat() for name, at in stored.stamps}
