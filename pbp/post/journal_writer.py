"""Group commit: letters of all connections are written together, by one thread, before the "250".

While one transaction is being synced the next letters gather; there is no timer that waits for
company. A letter that was taken is written even if the one who waits for it goes away. Must never
look into a letter.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from pbp.post.clock import Clock
from pbp.post.trouble import name_of
from pbp.store import NewLetter

_log = logging.getLogger(__name__)
_JUST_BEFORE = timedelta(microseconds=1)


class LetterSink(Protocol):
    """The part of the store that is needed here."""

    def append_letters(self, letters: Sequence[NewLetter]) -> list[int]:
        """Write letters in one transaction."""


class JournalClosed(Exception):  # noqa: N818  (whose trouble it is, not that it is one)
    """The server is stopping; the sender must come again."""


class _Waiting(NamedTuple):
    letter: NewLetter
    loop: asyncio.AbstractEventLoop
    waiter: "asyncio.Future[int]"


class JournalWriter:
    """Writes letters in the order in which they were taken. start() it, stop() it."""

    def __init__(
        self, store: LetterSink, clock: Clock, on_stored: Callable[[], None] = lambda: None
    ) -> None:
        """Write to a store. on_stored: called in the writer's thread after each transaction."""
        self._store = store
        self._clock = clock
        self._on_stored = on_stored
        self._changed = threading.Condition()
        self._waiting: list[_Waiting] = []
        self._writing: list[_Waiting] = []
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)

    def start(self) -> None:
        """Start the writing thread."""
        self._thread.start()

    def stop(self) -> None:
        """Write what has been taken, then end; takes nothing more."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def take(self, letter_at: Callable[[datetime], NewLetter]) -> "asyncio.Future[int]":
        """Stamp a letter with the present instant and queue it; to be called in an event loop.

        The future gives the letter's id once it is on disk, or the StoreError; cancelling the
        future does not take the letter back.

        Raises:
            JournalClosed: the server is stopping.
        """
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[int] = loop.create_future()
        with self._changed:
            if self._closing:
                raise JournalClosed
            letter = letter_at(self._clock.now())
            self._waiting.append(_Waiting(letter, loop, waiter))
            self._changed.notify()
        return waiter

    async def store_letter(self, letter: NewLetter) -> int:
        """Queue a letter that has its time of receipt, and wait until it is on disk.

        Raises:
            StoreError: it was not written, nor any part of it.
            JournalClosed: the server is stopping.
        """
        return await self.take(lambda _now: letter)

    def complete_until(self) -> datetime:
        """Give an instant up to which every letter that came in here is in the store.

        A phase may close at t only if this is at or after t: what is being written still counts.
        """
        with self._changed:
            in_hand = [entry.letter.received_at for entry in (*self._waiting, *self._writing)]
            now = self._clock.now()
            return min((now, *(received_at - _JUST_BEFORE for received_at in in_hand)))

    def _run(self) -> None:
        while batch := self._next_batch():
            ids: list[int] = []
            failure: Exception | None = None
            try:
                ids = self._store.append_letters([entry.letter for entry in batch])
            except Exception as error:
                _log.error("letters not stored: count=%d, error=%s", len(batch), name_of(error))
                failure = error
            with self._changed:
                self._writing = []
            _tell(batch, ids, failure)
            if failure is None:
                self._on_stored()

    def _next_batch(self) -> list[_Waiting]:
        with self._changed:
            while not self._waiting and not self._closing:
                self._changed.wait()
            self._writing, self._waiting = self._waiting, []
            return self._writing


def _tell(batch: list[_Waiting], ids: list[int], failure: Exception | None) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[int], int]]] = {}
    for number, entry in enumerate(batch):
        letter_id = ids[number] if failure is None else 0
        by_loop.setdefault(entry.loop, []).append((entry.waiter, letter_id))
    for loop, results in by_loop.items():
        try:
            loop.call_soon_threadsafe(_resolve, results, failure)
        except RuntimeError:  # the loop is gone, and with it the one who waited
            _log.warning("nobody left to answer: count=%d", len(results))


def _resolve(results: list[tuple["asyncio.Future[int]", int]], failure: Exception | None) -> None:
    for waiter, letter_id in results:
        if waiter.done():
            continue
        if failure is None:
            waiter.set_result(letter_id)
        else:
            waiter.set_exception(failure)
