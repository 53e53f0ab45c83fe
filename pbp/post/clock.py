"""The clock: the only place that asks what time it is. Everybody else is told.

Must never wait, and never be asked below post/: time is an input (C-2.9, "Time and chance").
"""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Something that knows the present instant."""

    def now(self) -> datetime:
        """Give the present instant, aware, in UTC."""

    def seconds_until(self, instant: datetime) -> float:
        """Give how many real seconds pass before now() reaches an instant; 0 if it has."""


class SystemClock:
    """The clock of the operating system."""

    def now(self) -> datetime:
        """Give the present instant."""
        return datetime.now(UTC)

    def seconds_until(self, instant: datetime) -> float:
        """Give the real seconds until then."""
        return max(0.0, (instant - self.now()).total_seconds())


class FastClock:
    """A clock for demonstrations: begins at a given instant and runs some times faster."""

    def __init__(self, begin: datetime, times_faster: float) -> None:
        """Begin now. times_faster: game seconds a real second, more than 0."""
        if times_faster <= 0:
            message = "a clock must run forward"
            raise ValueError(message)
        self._begin = begin.astimezone(UTC)
        self._times_faster = times_faster
        self._started = time.monotonic()

    def now(self) -> datetime:
        """Give the present instant of the fast time."""
        real = time.monotonic() - self._started
        return self._begin + timedelta(seconds=real * self._times_faster)

    def seconds_until(self, instant: datetime) -> float:
        """Give the real seconds until then."""
        return max(0.0, (instant - self.now()).total_seconds() / self._times_faster)


class StandingClock:
    """A clock that stands until it is set: for tests, scenarios and replays."""

    def __init__(self, at: datetime) -> None:
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        """Give the instant it was set to."""
        return self._at

    def set(self, at: datetime) -> None:
        """Set it; going back is allowed, clocks of machines do."""
        self._at = at.astimezone(UTC)

    def seconds_until(self, instant: datetime) -> float:
        """Give the seconds between the instant it shows and the other."""
        return max(0.0, (instant - self._at).total_seconds())
