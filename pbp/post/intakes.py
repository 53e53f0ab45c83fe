"""The ways in, together: up to which instant all have been read, and which has fallen silent.

A phase closes only when every way in has been read past its deadline. A way that does not work is
waited for, but not for ever: then the others go on without it, and the GM is told.
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from pbp.post.clock import Clock


class Intake(Protocol):
    """A way in."""

    @property
    def name(self) -> str:
        """What it is called: smtp · lmtp · submission · imap."""

    async def start(self) -> None:
        """Open it, in an event loop."""

    async def stop(self) -> None:
        """Close it; what is being taken in is stored first."""

    def complete_until(self) -> datetime:
        """Give an instant up to which every letter that came in this way is in the store."""

    def expect(self, instant: datetime) -> None:
        """Say that it must be known soon what came in up to an instant."""

    def was_away(self, since: datetime, now: datetime) -> None:
        """Say that the server did not run from `since` to `now`, and a deadline fell into it."""


class Watermark:
    """Up to where all ways in have been read. Used by one thread."""

    def __init__(
        self,
        intakes: Sequence[Intake],
        clock: Clock,
        patience_seconds: float,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """patience_seconds: how long one that does not move is waited for, in real seconds."""
        self._intakes = intakes
        self._clock = clock
        self._patience = patience_seconds
        self._monotonic = monotonic
        began = monotonic()
        self._moved = {intake.name: (intake.complete_until(), began) for intake in intakes}
        self._silent: set[str] = set()

    def until(self) -> datetime:
        """Give the instant up to which all have been read, those that fell silent apart."""
        now = self._clock.now()
        found = {intake.name: intake.complete_until() for intake in self._intakes}
        for name, until in found.items():
            self._note(name, until, behind=until < now)
        return min([now, *(until for name, until in found.items() if name not in self._silent)])

    def expect(self, instant: datetime) -> None:
        """Ask all of them to read up to an instant."""
        for intake in self._intakes:
            intake.expect(instant)

    @property
    def silent(self) -> frozenset[str]:
        """The ways in that nobody waits for any more."""
        return frozenset(self._silent)

    def _note(self, name: str, until: datetime, *, behind: bool) -> None:
        seconds = self._monotonic()
        if until != self._moved[name][0]:
            self._moved[name] = until, seconds
            self._silent.discard(name)
        elif behind and seconds - self._moved[name][1] > self._patience:
            self._silent.add(name)
