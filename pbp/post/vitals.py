"""How the server is, in numbers: for Prometheus, for a health check, for systemd's watchdog.

Numbers alone: no game, no person, no address. They tell the operator of this machine when mail
comes and goes, which is why nobody else may ask (monitor.py listens on this machine alone).
"""

import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from pbp.post.clock import Clock
from pbp.store import StoreError, Vital

STUCK_SECONDS = 120.0
"""A referee that has not finished a round for so long, in real seconds, hangs."""


class Thresholds(msgspec.Struct, frozen=True):
    """From when on the server is unhealthy; see config.Metrics."""

    queue_max: timedelta = timedelta(hours=1)
    intake_max: timedelta = timedelta(minutes=5)
    late_max: timedelta = timedelta(hours=1)


class Journal(Protocol):
    """The part of the store that is needed here."""

    def vital(self, now: datetime) -> Vital:
        """Give numbers that tell how the journal stands."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of one instant. Ages and lags in seconds, 0 where nothing waits.

    intake_lag: how far behind now the ways in have been read. next_deadline: in how many seconds
    any game must next be looked at (a cut-off, a reminder, a bundle), negative if that has passed;
    None if there is nothing.
    round_age: since the referee finished a round, in real seconds. clock_steps: how often the
    clock of the machine was seen to be set.
    """

    journal: Vital | None
    queue_age: float = 0.0
    unread_age: float = 0.0
    intake_lag: float = 0.0
    next_deadline: float | None = None
    round_age: float = 0.0
    silent: int = 0
    clock_steps: int = 0


class Vitals:
    """Takes readings. The referee's thread says with done() that it has finished a round."""

    def __init__(
        self,
        journal: Journal,
        clock: Clock,
        thresholds: Thresholds,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._thresholds = thresholds
        self._monotonic = monotonic
        self._round = monotonic()
        self._until: datetime | None = None
        self._silent = 0
        self.clock_steps = 0

    def done(self, until: datetime, silent: int) -> None:
        """A round is done: all ways in are read up to `until`, so many of them are silent."""
        self._round, self._until, self._silent = self._monotonic(), until, silent

    @property
    def is_alive(self) -> bool:
        """Whether the referee goes on; for the watchdog."""
        return self._monotonic() - self._round < STUCK_SECONDS

    def read(self) -> Reading:
        """Give the numbers of now; journal is None where it cannot be read."""
        now = self._clock.now()
        try:
            journal = self._journal.vital(now)
        except StoreError:
            return Reading(journal=None, round_age=self._monotonic() - self._round)
        due = journal.next_deadline
        return Reading(
            journal=journal,
            queue_age=_age(journal.oldest_due, now),
            unread_age=_age(journal.oldest_unread, now),
            intake_lag=_age(self._until, now),
            next_deadline=None if due is None else (due - now).total_seconds(),
            round_age=self._monotonic() - self._round,
            silent=self._silent,
            clock_steps=self.clock_steps,
        )

    def troubles(self, reading: Reading) -> list[str]:
        """What is not as it should be, each a word; nothing of it: the server is healthy."""
        return list(_troubles(reading, self._thresholds))


def _troubles(reading: Reading, limits: Thresholds) -> Iterator[str]:
    if reading.round_age >= STUCK_SECONDS:
        yield "referee_hangs"
    if reading.journal is None:
        yield "journal_unreadable"
        return
    if reading.unread_age > limits.intake_max.total_seconds():
        yield "letters_unread"
    if reading.queue_age > limits.queue_max.total_seconds():
        yield "mail_waits"
    if -(reading.next_deadline or 0.0) > limits.late_max.total_seconds():
        yield "cut_off_passed"
    if reading.silent:
        yield "intake_silent"


def _age(at: datetime | None, now: datetime) -> float:
    return 0.0 if at is None else max(0.0, (now - at).total_seconds())


HELP: Mapping[str, str] = {
    "letters": "Mails that have come in, ever.",
    "letters_unread": "Mails that have come in and wait to be read.",
    "letters_unread_age_seconds": "How long the first of them has waited.",
    "intake_lag_seconds": "How far behind now the ways in have been read.",
    "intakes_silent": "Ways in that nobody waits for any more.",
    "mails": "Mails in the outbox by state.",
    "mails_queue_age_seconds": "How long the mail has waited that could go out and is the oldest.",
    "games": "Games by state.",
    "deadline_seconds": "Until any game must next be looked at; negative: that has passed.",
    "referee_round_age_seconds": "Since the referee last finished a round.",
    "clock_steps": "How often the machine's clock was seen to be set.",
    "healthy": "1 if /health answers 200.",
}
"""What Prometheus is told; each name begins with pbp_."""
