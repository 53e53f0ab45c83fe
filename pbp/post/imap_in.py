"""Mail comes in from a mailbox that somebody else keeps: by IMAP, watched and polled as well.

One thread with one connection. Whatever goes wrong ends in a new connection, later each time;
what has been stored is never fetched again. Tells up to which instant the mailbox has surely been
read, so that no phase closes over mail that lies there already. Must never change the mailbox.
"""

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from imapclient.exceptions import IMAPClientError

from pbp.post.clock import Clock
from pbp.post.imap_folder import Folder
from pbp.post.imap_session import ImapSettings, connected, hang_up
from pbp.post.trouble import name_of
from pbp.store import Store

_log = logging.getLogger(__name__)

IDLE_MAX_SECONDS = 300.0
"""No IDLE is longer: servers and the boxes between forget silent lines."""

EMPTY_MAX = 3
"""A line that is readable and says nothing, so often in a row, is broken: it is asked (NOOP)."""


class ImapIntake:
    """The reader of one mailbox. start() and stop() it in an event loop."""

    name = "imap"

    def __init__(
        self,
        settings: ImapSettings,
        store: Store,
        clock: Clock,
        is_ours: Callable[[str], bool],
        on_stored: Callable[[], None] = lambda: None,
    ) -> None:
        """on_stored: called in the reading thread whenever something was read."""
        self.settings = settings
        self._clock = clock
        self._on_stored = on_stored
        self._folders = [Folder(settings, name, store, clock, is_ours) for name in settings.folders]
        self._guard = threading.Lock()
        self._woken = threading.Event()
        self._stopping = False
        self._wanted: datetime | None = None
        self._client: Any = None
        self._rounds_done = 0
        self._complete_until = self._known()
        self._thread = threading.Thread(target=self._run, name="imap", daemon=True)

    async def start(self) -> None:
        """Start reading."""
        self._thread.start()

    async def stop(self) -> None:
        """End between two commands; a line that does not answer is cut."""
        with self._guard:
            self._stopping = True
        self._woken.set()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join, self.settings.stop_seconds)
        if self._thread.is_alive():
            self._cut()
            await asyncio.to_thread(self._thread.join)

    def complete_until(self) -> datetime:
        """Give an instant up to which everything that came into the mailbox is in the store."""
        with self._guard:
            return self._complete_until

    def expect(self, instant: datetime) -> None:
        """Say that it must be known what came in up to an instant: it is read soon after it."""
        with self._guard:
            if self._complete_until < instant and (self._wanted is None or instant < self._wanted):
                self._wanted = instant

    def was_away(self, since: datetime, now: datetime) -> None:
        """Nothing: up to when it was read is in the journal."""

    def _known(self) -> datetime:
        """Up to when all folders were read before we were started."""
        until = [folder.read_until() for folder in self._folders]
        known = [at for at in until if at is not None]
        now = self._clock.now()
        return min([now, *known]) if len(known) == len(until) else now - self.settings.look_back

    # -- the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        failures = 0
        while not self._stopping:
            before = self._rounds_done
            try:
                self._visit()
            except Exception as error:
                if not self._stopping:
                    _log.warning("mailbox not read: error=%s", name_of(error))
            failures = 0 if self._rounds_done > before else failures + 1
            waits = self.settings.retry_seconds
            self._wait(waits[max(0, min(failures, len(waits)) - 1)])

    def _wait(self, seconds: float) -> None:
        self._woken.wait(seconds)
        if not self._stopping:
            self._woken.clear()

    def _visit(self) -> None:
        """One connection, as long as it holds."""
        client = connected(self.settings)
        self._client = client
        try:
            while not self._stopping:
                self._round(client)
                self._rest(client)
            with suppress(OSError, IMAPClientError):
                client.logout()
        finally:
            self._client = None
            hang_up(client)

    def _round(self, client: Any) -> None:
        """Read all folders, the one that is watched last."""
        begun = self._clock.now()
        until = begun - timedelta(seconds=self.settings.lag_seconds)
        for folder in reversed(self._folders):
            folder.read(client, until)
        with self._guard:
            if all(folder.is_whole for folder in self._folders):
                self._complete_until = max(self._complete_until, until)
            if self._wanted is not None and self._wanted <= self._complete_until:
                self._wanted = None
        self._rounds_done += 1
        self._on_stored()

    def _rest(self, client: Any) -> None:
        """Wait for news, for a deadline, for the next poll, or for the end."""
        until = time.monotonic() + min(self.settings.poll_seconds, IDLE_MAX_SECONDS)
        if self._folders[0].has_news:
            return
        if self.settings.idle and client.has_capability("IDLE"):
            client.idle()
            self._watch(client, until)
            client.idle_done()
        else:
            while not self._is_called() and time.monotonic() < until:
                self._wait(self.settings.step_seconds)

    def _watch(self, client: Any, until: float) -> None:
        empty = 0
        while not self._is_called() and time.monotonic() < until and empty < EMPTY_MAX:
            step = self.settings.step_seconds
            began = time.monotonic()
            said = client.idle_check(timeout=step)
            if any(_is_news(line) for line in said):
                return
            empty = empty + 1 if not said and time.monotonic() - began < step / 2 else 0

    def _is_called(self) -> bool:
        """Whether to stop, or a deadline has passed up to which the mailbox must have been read."""
        if self._stopping:
            return True
        with self._guard:
            if self._wanted is None:
                return False
            lag = timedelta(seconds=self.settings.lag_seconds)
            return self._clock.now() >= self._wanted + lag

    def _cut(self) -> None:
        client = self._client
        if client is not None:
            with suppress(OSError):
                client.socket().shutdown(socket.SHUT_RDWR)


def _is_news(line: object) -> bool:
    """Whether an answer during IDLE says that the folder has other mails than before."""
    return isinstance(line, tuple) and any(word in (b"EXISTS", b"RECENT") for word in line)
