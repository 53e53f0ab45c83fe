"""The only one who talks to the world: takes due mails from the outbox and hands them over.

Each mail goes out at least once, always with the same Message-ID; what was being sent when the
server died is sent again. Must never change a message, choose a recipient or log either.
"""

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from pbp.post.clock import Clock
from pbp.post.quota import DAY, Quota
from pbp.post.transport import RefusedForGood, SendingTrouble, Transport, TransportDown
from pbp.post.trouble import name_of
from pbp.store import Delivery, OutboxRow, StoreError

_log = logging.getLogger(__name__)


class OutboxSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How sending goes.

    retry_minutes: after the first, second … attempt that failed for now; the last one repeats.
    give_up_hours: after its writing a mail that still cannot be delivered has failed.
    down_minutes: how long the transport rests when it does not work, the last one repeats.
    pace_seconds: least time between two mails to one domain; "*" for those that are not named.
    per_day: mails that go out in any 24 hours; None: as many as there are.
    batch: mails that are taken at a time; after a crash at most so many are sent twice.
    """

    retry_minutes: tuple[float, ...] = (1, 5, 15, 60)
    give_up_hours: float = 72
    down_minutes: tuple[float, ...] = (1, 5)
    pace_seconds: Mapping[str, float] = {}
    per_day: int | None = None
    batch: int = 100
    store_retry_seconds: float = 1.0
    mark_seconds: float = 1.0


class Outbox(Protocol):
    """The part of the store that is needed here."""

    def claim_due(self, now: datetime, limit: int) -> list[OutboxRow]:
        """Take queued mails whose time has come."""

    def mark(self, deliveries: Sequence[Delivery]) -> None:
        """Write how attempts went."""

    def next_try(self) -> datetime | None:
        """Give the earliest instant at which a queued mail may go out."""

    def sent_since(self, at: datetime) -> list[datetime]:
        """Give when mails were sent since then, the earliest first."""

    def recover(self) -> int:
        """Put mails that were being sent back into the queue."""


class OutboxWorker:
    """A thread that empties the outbox. start() it, wake() it after a commit, stop() it.

    failed: how many mails have failed for good since its start.
    """

    def __init__(
        self, outbox: Outbox, transport: Transport, clock: Clock, settings: OutboxSettings
    ) -> None:
        self._outbox = outbox
        self._transport = transport
        self._clock = clock
        self._settings = settings
        self._pace = Pace(settings.pace_seconds)
        self._quota = Quota(settings.per_day) if settings.per_day else None
        self._woken = threading.Event()
        self._stopping = False
        self._downs = 0
        self._down_until: datetime | None = None
        self._marks: list[Delivery] = []
        self.failed = 0
        self._thread = threading.Thread(target=self._run, name="outbox-worker", daemon=True)

    def start(self) -> None:
        """Start the sending thread, first putting back what was being sent at the last end.

        Raises:
            StoreError: that could not be written.
        """
        if self._quota is not None:
            self._quota.remember(self._outbox.sent_since(self._clock.now() - DAY))
        again = self._outbox.recover()
        if again:
            _log.info("mails put back into the queue: count=%d", again)
        self._thread.start()

    def wake(self) -> None:
        """Look now: something was written to the outbox, or the clock was set."""
        self._woken.set()

    def stop(self) -> None:
        """Finish the mail at hand, put the rest back, write how it went, and end."""
        self._stopping = True
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def send_due(self) -> int:
        """Send one batch of what is due and give its size; for the thread, tests and drains."""
        now = self._clock.now()
        if self._down_until is not None and now < self._down_until:
            return 0
        mails = self._outbox.claim_due(now, self._settings.batch)
        marked = time.monotonic()
        for mail in mails:
            self._marks.append(self._attempt(mail))
            if time.monotonic() - marked > self._settings.mark_seconds:
                self._write_marks()
                marked = time.monotonic()
        self._write_marks()
        return len(mails)

    def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            try:
                self._write_marks()
                if self.send_due():
                    continue
                pause = self._pause()
            except StoreError as error:
                _log.warning("outbox not to be had: error=%s", name_of(error))
                pause = self._settings.store_retry_seconds
            self._woken.wait(pause)
        self._transport.close()

    def _pause(self) -> float | None:
        """Give the real seconds until there may be something to do; None: until woken."""
        due = self._outbox.next_try()
        if due is None:
            self._transport.close()
            return None
        if self._down_until is not None:
            due = max(due, self._down_until)
        return self._clock.seconds_until(due)

    def _write_marks(self) -> None:
        if self._marks:
            self._outbox.mark(self._marks)
            self.failed += sum(m.error is not None and m.retry_at is None for m in self._marks)
            self._marks = []

    def _attempt(self, mail: OutboxRow) -> Delivery:
        now = self._clock.now()
        if self._stopping:
            return Delivery(mail.id, None, mail.next_try_at)
        if self._down_until is not None and now < self._down_until:
            return Delivery(mail.id, None, self._down_until)
        turn = self._turn(mail, now)
        if turn > now:
            return Delivery(mail.id, None, turn)
        try:
            self._transport.send(mail)
        except TransportDown as error:
            return self._rest(mail, error)
        except RefusedForGood as error:
            _log.warning("mail refused for good: mail=%d", mail.id)
            return Delivery(mail.id, str(error))
        except SendingTrouble as error:
            return self._again(mail, str(error))
        except Exception as error:
            _log.error("mail not sent: mail=%d, error=%s", mail.id, name_of(error))
            return self._again(mail, type(error).__name__)
        self._downs, self._down_until = 0, None
        if self._quota is not None:
            self._quota.sent(now)
        return Delivery(mail.id)

    def _turn(self, mail: OutboxRow, now: datetime) -> datetime:
        """When a mail may go out: first what the day still allows, then the pace of its domain."""
        turn = now if self._quota is None else self._quota.turn(mail.priority, now)
        return turn if turn > now else self._pace.turn(mail, now)

    def _again(self, mail: OutboxRow, answer: str) -> Delivery:
        now = self._clock.now()
        if now - mail.created_at >= timedelta(hours=self._settings.give_up_hours):
            _log.warning("mail given up: mail=%d, attempts=%d", mail.id, mail.attempts + 1)
            return Delivery(mail.id, answer)
        minutes = _step(self._settings.retry_minutes, mail.attempts)
        _log.info("mail put off: mail=%d, minutes=%g", mail.id, minutes)
        return Delivery(mail.id, answer, now + timedelta(minutes=minutes))

    def _rest(self, mail: OutboxRow, error: TransportDown) -> Delivery:
        minutes = _step(self._settings.down_minutes, self._downs)
        self._downs += 1
        self._down_until = self._clock.now() + timedelta(minutes=minutes)
        _log.warning("transport down: minutes=%g, times=%d", minutes, self._downs)
        return Delivery(mail.id, str(error), self._down_until)


class Pace:
    """Gives each mail to a domain its turn, at least so many seconds after the one before."""

    def __init__(self, pace_seconds: Mapping[str, float]) -> None:
        self._seconds = {domain.lower(): seconds for domain, seconds in pace_seconds.items()}
        self._sent_at: dict[str, datetime] = {}
        self._free_at: dict[str, datetime] = {}
        self._reserved: dict[int, datetime] = {}

    def turn(self, mail: OutboxRow, now: datetime) -> datetime:
        """Give the instant at which a mail may go out: now, or a turn that is kept for it."""
        domain = mail.recipient.rpartition("@")[2].lower()
        seconds = self._seconds.get(domain, self._seconds.get("*", 0.0))
        if not seconds:
            return now
        gap = timedelta(seconds=seconds)
        earliest = self._sent_at[domain] + gap if domain in self._sent_at else now
        reserved = self._reserved.pop(mail.id, None)
        if reserved is None or reserved > now or earliest > now:
            slot = max(earliest, self._free_at.get(domain, earliest))
            if slot > now:
                self._free_at[domain] = slot + gap
                self._reserved[mail.id] = slot
                return slot
        self._sent_at[domain] = now
        self._free_at[domain] = max(now + gap, self._free_at.get(domain, now))
        return now


def _step(minutes: Sequence[float], index: int) -> float:
    return minutes[min(index, len(minutes) - 1)]
