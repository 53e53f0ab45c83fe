"""What a provider lets out in a day: private notices first, the board with what is left.

Counts what was sent in the last 24 hours; a part of the day's number is kept for private mail, so
that a loud day on the board never costs anybody his answer. Must never drop a mail: it waits.
"""

from collections import deque
from datetime import datetime, timedelta

DAY = timedelta(hours=24)

PRIVATE_UP_TO = 3
"""Priorities up to this one are private notices (see service/outgoing.py)."""

RESERVED = 0.25
"""The part of a day's mails that only private notices may use."""


class Quota:
    """So many mails in any 24 hours."""

    def __init__(self, per_day: int) -> None:
        """per_day: at least 1."""
        self._per_day = per_day
        self._for_board = max(1, int(per_day * (1 - RESERVED)))
        self._sent: deque[datetime] = deque()

    def remember(self, sent: list[datetime]) -> None:
        """What was sent before the start, in order."""
        self._sent.extend(sent)

    def turn(self, priority: int, now: datetime) -> datetime:
        """When a mail of that priority may go out: now, or when enough are a day old."""
        while self._sent and self._sent[0] <= now - DAY:
            self._sent.popleft()
        limit = self._per_day if priority <= PRIVATE_UP_TO else self._for_board
        over = len(self._sent) - limit
        return now if over < 0 else self._sent[over] + DAY

    def sent(self, at: datetime) -> None:
        """One mail went out."""
        self._sent.append(at)
