"""The clock: the only place that asks what time it is. Everybody else is told.

Must never wait, and never be asked below post/: time is an input (C-2.9, "Time and chance").
"""

import time
from collections.abc import Callable
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


STEP_SECONDS = 60.0
"""A clock that moves by so much against the time since boot was set."""


class Steps:
    """Notices that the machine's clock was set: it moved against the time since boot.

    Sleep of a laptop is no step, for that time goes on. Nothing is corrected here: which of the
    two times was right nobody on the machine knows.
    """

    def __init__(self, clock: Clock, since_boot: Callable[[], float] | None = None) -> None:
        """since_boot: real seconds, which go on while the machine sleeps."""
        self._clock = clock
        self._since_boot = since_boot or _since_boot
        self._gap = self._measured()

    def seconds(self) -> float:
        """By how much the clock was set since the last look; 0.0 for less than STEP_SECONDS."""
        gap = self._measured()
        step = gap - self._gap
        if abs(step) < STEP_SECONDS:
            return 0.0
        self._gap = gap
        return step

    def _measured(self) -> float:
        return self._clock.now().timestamp() - self._since_boot()


def _since_boot() -> float:
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


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
