"""The stage: a real server in this process, with its own thread, and time that waits for mail.

Time goes from one event to the next – somebody writes, a phase closes – and stands still until
the server has done all that follows, so that a slow machine plays the same game as a fast one.
"""

import asyncio
import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Protocol

from pbp import wiring
from pbp.audit import audit_game
from pbp.config import Config
from pbp.demo.mailprogram import Letter, MailProgram, Sent
from pbp.demo.players import Deed, Person
from pbp.post.clock import Clock
from pbp.post.maildir_out import MaildirTransport, folder_name
from pbp.server import Server
from pbp.service.referee import Referee
from pbp.service.setup import Setup
from pbp.store import OutboxRow, SqliteStore

LONG_SECONDS = 60.0
"""Whoever waits longer than this waits for something that will not come."""


class StageTime(Clock, Protocol):
    """A clock that can be told to go on to an instant."""

    def run_to(self, instant: datetime) -> None:
        """Go on to an instant; returns when it has come."""


class Audience(Protocol):
    """Whoever watches."""

    def wrote(self, person: Person, sent: Sent, now: datetime) -> None:
        """Somebody has sent a mail."""

    def got(self, person: Person, letter: Letter, now: datetime) -> None:
        """Somebody has got a letter."""

    def posted(self, letter: Letter, now: datetime) -> None:
        """The GM's own mailbox has got a letter or a post."""


class Watched(MaildirTransport):
    """The Maildir transport, which tells whoever waits that something went out."""

    def __init__(self, root: Path, changed: threading.Condition) -> None:
        super().__init__(root)
        self._changed = changed

    def send(self, mail: OutboxRow) -> None:
        """Deliver, and tell."""
        super().send(mail)
        with self._changed:
            self._changed.notify_all()


class Stage:
    """A server with games on it, and people who write to it. Use it as a context."""

    def __init__(self, config: Config, clock: StageTime) -> None:
        """config: with a folder of its own, the SMTP intake on a free port."""
        self.config, self.clock = config, clock
        self.changed = threading.Condition()
        self.store: SqliteStore = wiring.open_store(config)
        self.server = Server(
            config, self.store, clock, Watched(config.mailboxes_path(), self.changed)
        )
        self._ready, self._stopped = threading.Event(), asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="stage", daemon=True)

    def __enter__(self) -> "Stage":
        self._thread.start()
        self._ready.wait(LONG_SECONDS)
        if self._failed is not None:
            raise self._failed
        return self

    def __exit__(self, *_: object) -> None:
        if self._loop is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(LONG_SECONDS)
        self.store.close()

    def _serve(self) -> None:
        try:
            asyncio.run(self._run())
        except BaseException as error:
            self._failed = error
        finally:
            self._ready.set()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self.server.start()
        self._ready.set()
        try:
            await self._stopped.wait()
        finally:
            await self.server.stop()

    # -- what can be done -------------------------------------------------------------------

    def new_game(self, made: Setup) -> None:
        """Make a game, which begins."""

        def act(referee: Referee) -> dict[str, object]:
            referee.new_game(made, wiring.new_secret(), self.clock.now())
            return {}

        self.server.submit(act).result(LONG_SECONDS)

    def program(self, name: str, address: str) -> MailProgram:
        """A mail program for somebody's mailbox here."""
        mailbox = self.config.mailboxes_path() / folder_name(address)
        return MailProgram(name, address, mailbox, ("127.0.0.1", self.server.port))

    def audit(self) -> bool:
        """Whether the whole game follows from its inputs: what `pbp audit` does."""
        row = self.store.game("g1")
        settings = wiring.settings_of(self.config)
        return row is not None and audit_game(self.store, row, settings).first_difference is None

    def settle(self) -> None:
        """Wait until the server has done all that can be done at this instant."""
        for _ in range(100_000):
            idle = self.server.submit(self._look).result(LONG_SECONDS)["idle"]
            counts = self.store.count_outbox()
            waiting = sum(n for state, n in counts.items() if state in ("queued", "sending"))
            if idle and not waiting:
                return
            with self.changed:
                self.changed.wait(0.005)
        raise TimeoutError("the server does not come to rest")

    def _look(self, _: Referee) -> dict[str, object]:
        due = self.store.next_deadline()
        idle = self.store.count_unread() == 0 and (due is None or due > self.clock.now())
        return {"idle": idle}


class Play:
    """People on a stage: who does what next."""

    def __init__(
        self, stage: Stage, people: Iterable[Person], desk: MailProgram, audience: Audience
    ) -> None:
        """desk: the GM's mailbox, which gets every post."""
        self.stage, self.people, self.desk = stage, list(people), desk
        self.audience = audience
        self.deeds: list[Deed] = []

    def invite(self, person: Person, invitation: Letter) -> None:
        """Show somebody the post about the sign-up, as a forum does; some time later he writes."""
        now = self.stage.clock.now()
        self.deeds.append(person.invited(invitation, now))

    def look_around(self) -> None:
        """Everybody reads what has come."""
        now = self.stage.clock.now()
        for letter in self.desk.fresh():
            self.audience.posted(letter, now)
        for person in self.people:
            for letter in person.program.fresh():
                self.audience.got(person, letter, now)
                self.deeds += person.read(letter, now)

    def go_on(self, until: datetime | None = None, over: Callable[[], bool] = bool) -> None:
        """Play until nothing more will happen, it is over, or an instant has come."""
        while not over():
            self.stage.settle()
            self.look_around()
            due = self.stage.store.next_deadline()
            nexts = [deed.at for deed in self.deeds] + ([due] if due else [])
            if not nexts or over():
                return
            at = min(nexts)
            if until is not None and at > until:
                self.stage.clock.run_to(until)
                self.stage.server.wake()
                self.stage.settle()
                return
            if at > self.stage.clock.now():
                self.stage.clock.run_to(at)
            self.stage.server.wake()
            self._do_next()

    def _do_next(self) -> None:
        """The first deed whose hour has come."""
        now = self.stage.clock.now()
        ready = [deed for deed in self.deeds if deed.at <= now]
        if not ready:
            return
        deed = min(ready, key=lambda deed: deed.at)
        self.deeds.remove(deed)
        sent = deed.who.do(deed, now)
        if sent is not None:
            self.audience.wrote(deed.who, sent, now)
