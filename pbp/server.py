"""The running server: mail in, the clock, mail out, started and stopped as one thing.

Three threads beside the event loop: one writes letters, one referees, one sends. The referee's
thread reads what has come, then settles what is due up to the instant to which every way in has
been read ("settle, then hear"), and sleeps until the next deadline or the next letter.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pbp import helpers, wiring
from pbp.config import Config
from pbp.post.clock import Clock, Steps, SystemClock
from pbp.post.control import Control, whoami
from pbp.post.doors import DoorShut, why_shut
from pbp.post.intakes import Intake, Watermark
from pbp.post.journal_writer import JournalWriter
from pbp.post.outbox_worker import OutboxWorker
from pbp.post.smtp_in import SmtpIntake
from pbp.post.transport import Transport
from pbp.post.trouble import name_of
from pbp.service import addresses, collector
from pbp.service.administering import administered, noted
from pbp.service.restored import HELD_COPY, RESUME, is_held
from pbp.store import SqliteStore, StoreError

if TYPE_CHECKING:
    from pbp.post.judges import Judges
    from pbp.service.referee import Referee

log = logging.getLogger("pbp.server")

BEAT_SECONDS = 10.0
"""How often the heartbeat is journalled, in real seconds (C-2.9)."""

HELD_SECONDS = 0.25
"""How long the referee waits for a way in that has not been read far enough."""

TROUBLE_SECONDS = 1.0
"""How long the referee waits when the store cannot be written."""

DOORS = "doors"
"""The command that asks where this server listens; a held copy answers it too."""

TIDY_EVERY = timedelta(hours=1)
"""How often it is looked whether raw mails may go."""

Work = Callable[["Referee"], dict[str, Any]]

Show = Callable[["Referee", datetime, bool], None]
"""Shows elsewhere what has happened, after each round; the last: whether letters wait."""


class Server:
    """One server. start() it in an event loop, stop() it there."""

    def __init__(
        self, config: Config, store: SqliteStore, clock: Clock, transport: Transport | None = None
    ) -> None:
        """store: open for writing; it stays the caller's. transport: else as configured."""
        self.config = config
        self.store = store
        self.clock = clock
        self._settings = wiring.settings_of(config)
        self._loaded: Referee | None = None
        self._judges: Judges | None = None
        self._loading = threading.Lock()
        if config.server.templates_dir is not None:
            self.load()  # what is wrong with the GM's templates is told before a door opens
        self.writer = JournalWriter(store, clock, on_stored=self._wake)
        self.outbox = OutboxWorker(
            store,
            transport or wiring.transport_of(config),
            clock,
            wiring.outbox_settings_of(config),
        )
        self.intakes: list[Intake] = wiring.intakes_of(
            config, store, clock, self.writer, self._is_ours, self._wake
        )
        self._watermark = Watermark(self.intakes, clock, config.intake.wait_max.total_seconds())
        self._silent: frozenset[str] = frozenset()
        self._failed = -1
        self.vitals = wiring.vitals_of(config, store, clock)
        self.monitor = wiring.monitor_of(config, self.vitals)
        self._steps = Steps(clock) if isinstance(clock, SystemClock) else None
        self.control = Control(wiring.control_path(config), self.carry_out)
        self._woken = threading.Event()
        self._stopping = False
        self._work: list[tuple[Work, Future[dict[str, Any]]]] = []
        self._guard = threading.Lock()
        self._thread = threading.Thread(target=self._referee, name="referee", daemon=True)
        self._commands: dict[str, Callable[[dict[str, Any]], Work]] = {}
        self._unnoted: set[str] = set()
        self._shows: list[Show] = []
        self._games = self.store.game_ids()
        self._restored = is_held(store)
        self.doors = ""
        """Where it listens, in words, for whoever asks."""
        self.no_figures = ""
        """Why there are no figures, though they are wanted."""
        self._begun: datetime | None = None
        """When it was started, until what was missed before is made up for."""
        self._tidied: datetime | None = None

    @property
    def referee(self) -> "Referee":
        """The referee. What he needs is loaded when he is first wanted, behind open doors."""
        return self._loaded or self.load()

    def load(self) -> "Referee":
        """Load the referee now, which takes a while; or wait until it is done."""
        with self._loading:
            if self._loaded is None:
                self._judges = helpers.judges_of(self.config)
                self._loaded = wiring.referee_of(self.config, self.store, self._judges)
                collector.look_seldom()
            return self._loaded

    async def start(self) -> None:
        """Open the doors; what was missed is made up for before anything new is heard.

        Raises:
            DoorShut: one of them cannot be opened; the server is as if it had not been started.
        """
        if self._restored:
            log.warning("a restored copy says nothing before pbp resume")
        else:
            self._begun = self.clock.now()
            self._was_away(self.store.last_beat(), self._begun)
        await self._open_monitor()
        self.writer.start()
        await self._open_doors()
        noted(self.store, {"command": "start", "by": whoami()}, self.clock.now())
        if not self._restored:
            self.outbox.start()
        self._thread.start()

    async def _open_monitor(self) -> None:
        """Figures are no mail: where another program has the port, the server does without."""
        if self.monitor is None:
            return
        try:
            await self.monitor.start()
        except OSError as error:
            self.no_figures = why_shut(error, self.monitor.port)
            log.error("no figures: port=%d, error=%s", self.monitor.port, self.no_figures)
            self.monitor = None

    async def _open_doors(self) -> None:
        """All of them, or none: then what was begun is ended, and nothing was sent."""
        door: Control | Intake = self.control
        try:
            await self.control.start()
            for door in self.intakes:
                await door.start()
        except OSError as error:
            await self.control.stop()
            for intake in self.intakes:
                await intake.stop()
            await asyncio.to_thread(self.writer.stop)
            if self.monitor is not None:
                await self.monitor.stop()
            name = "control" if isinstance(door, Control) else door.name
            raise DoorShut(name, error) from error

    def _make_up(self) -> None:
        """What was missed since the last sign of life, in the referee's thread: mail may wait."""
        if self._begun is not None:
            self.referee.wake(self._begun)
            self.store.beat(self._begun)
            self._begun = None

    def _was_away(self, since: datetime | None, now: datetime) -> None:
        """Let the ways in know that a deadline fell into an outage."""
        missed = self.store.next_deadline()
        if since is not None and missed is not None and missed <= now:
            for intake in self.intakes:
                intake.was_away(since, now)

    async def stop(self) -> None:
        """Take no more mail, finish what is at hand, end."""
        await self.control.stop()
        for intake in self.intakes:
            await intake.stop()
        await asyncio.to_thread(self.writer.stop)
        self._stopping = True
        self._woken.set()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join)
        if self._judges is not None:
            await asyncio.to_thread(self._judges.close)
        await asyncio.to_thread(self.outbox.stop)
        if self.monitor is not None:
            await self.monitor.stop()
        now = self.clock.now()
        if not self._restored and self._begun is None:
            self.store.beat(now)
        noted(self.store, {"command": "stop", "by": whoami()}, now)

    @property
    def port(self) -> int:
        """The SMTP port; 0 where nothing listens there."""
        found = (intake for intake in self.intakes if isinstance(intake, SmtpIntake))
        return next((intake.port for intake in found if intake.name == "smtp"), 0)

    def on_command(
        self, name: str, make: Callable[[dict[str, Any]], Work], *, note: bool = True
    ) -> None:
        """Say how a command of the control socket is carried out; note: it changes something."""
        self._commands[name] = make
        if not note:
            self._unnoted.add(name)

    def on_round(self, show: Show) -> None:
        """Say what is done in the referee's thread after each round of its work."""
        self._shows.append(show)

    async def carry_out(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Carry a command out in the referee's thread; its answer."""
        name = str(asked.get("command"))
        if name == DOORS:
            return {DOORS: self.doors}
        if self._restored and name != RESUME:
            return {"error": HELD_COPY}
        make = self._commands.get(name)
        if make is None:
            return {"error": "unknown_command"}
        work = make(asked)
        if name not in self._unnoted:
            work = administered(asked, work, self.clock.now)
        if name == RESUME:
            work = self._speaking(work)
        return await asyncio.wrap_future(self.submit(work))

    def _speaking(self, work: Work) -> Work:
        """The work that lets a restored copy go on; after it this server is as any other."""

        def act(referee: "Referee") -> dict[str, Any]:
            since, answer = self.store.last_beat(), work(referee)
            if self._restored and not is_held(self.store):
                self._was_away(since, self.clock.now())
                self._restored = False
                self.outbox.start()
            return answer

        return act

    def submit(self, work: Work) -> "Future[dict[str, Any]]":
        """Hand work to the referee's thread."""
        done: Future[dict[str, Any]] = Future()
        with self._guard:
            self._work.append((work, done))
        self._woken.set()
        return done

    def wake(self) -> None:
        """Look now: the clock was set, or goes at another pace."""
        self._woken.set()
        self.outbox.wake()

    # -- the referee's thread -------------------------------------------------------------------

    def _wake(self) -> None:
        self._woken.set()

    def _is_ours(self, address: str) -> bool:
        """Whether mail for an address is taken; games that nobody knows are no address."""
        mailbox = addresses.parse(address, self._settings)
        return mailbox is not None and (not mailbox.game or mailbox.game in self._games)

    def _referee(self) -> None:
        while not self._stopping:
            self._woken.clear()
            pause: float | None
            try:
                self.load()
                pause = self._round()
            except StoreError as error:
                log.warning("the journal cannot be written: error=%s", name_of(error))
                pause = TROUBLE_SECONDS
            self._woken.wait(pause)
        self._drain()

    def _round(self) -> float:
        """Do all that can be done now; how long there is nothing to do, in real seconds."""
        if self._restored:
            self._do_work()
            self.vitals.done(self.clock.now(), 0)
            return 0.0 if not self._restored else BEAT_SECONDS
        self._make_up()
        until = self._read_until()
        if not self._is_held(until):
            self._do_work()
        busy = self.referee.read_letters(until)
        if not busy:
            self.referee.tick(until)
        self._beat()
        if not busy:
            self._tell_failures(until)
        self.outbox.wake()
        for show in self._shows:
            show(self.referee, self.clock.now(), bool(busy))
        self._look_at_the_clock()
        self._tidy()
        self.vitals.done(until, len(self._silent))
        return 0.0 if busy else self._pause(until)

    def _tidy(self) -> None:
        """Now and then: raw mails of games that have been over for long enough go."""
        span, now = self.config.server.retain_raw, self.clock.now()
        if span is None or (self._tidied is not None and now - self._tidied < TIDY_EVERY):
            return
        from pbp.service.retaining import drop_old

        self._tidied = now
        dropped = drop_old(self.store, now, span)
        if dropped:
            log.info("raw mails dropped, their games are over: count=%d", dropped)

    def _look_at_the_clock(self) -> None:
        """Log and tell the GMs that the machine's clock was set: cut-offs go by it."""
        seconds = self._steps.seconds() if self._steps is not None else 0.0
        if seconds:
            log.warning("the clock was set: seconds=%d", seconds)
            self.vitals.clock_steps += 1
            self.referee.tell_gms("clock_set", self.clock.now(), "clock")

    def _tell_failures(self, until: datetime) -> None:
        """What could not be delivered for good since the last look, or before the start."""
        failed = self.outbox.failed
        if failed != self._failed:
            self.referee.tell_failures(until)
            self._failed = failed

    def _read_until(self) -> datetime:
        """Up to which instant every way in has been read; the GMs learn which fell silent."""
        until = min(self.writer.complete_until(), self._watermark.until())
        silent = self._watermark.silent
        for name in silent - self._silent:
            log.warning("a way in is silent, the games go on without it: way=%s", name)
            self.referee.tell_gms("intake_silent", self.clock.now(), name)
        self._silent = silent
        return until

    def _is_held(self, until: datetime) -> bool:
        """Whether a deadline has passed up to which not every way in has been read."""
        due = self.store.next_deadline()
        return due is not None and until < due <= self.clock.now()

    def _pause(self, until: datetime) -> float:
        """How long to sleep; what a deadline or a letter waits for is asked of the ways in."""
        waiting = [letter.received_at for letter in self.store.next_letters(1)]
        due = self.store.next_deadline()
        wanted = min([at for at in (due, *waiting) if at is not None], default=None)
        if wanted is None:
            return BEAT_SECONDS
        self._watermark.expect(wanted)
        if wanted > until and (waiting or wanted <= self.clock.now()):
            return HELD_SECONDS
        return min(BEAT_SECONDS, self.clock.seconds_until(wanted))

    def _beat(self) -> None:
        """Journal that the server is alive, now and then."""
        now = self.clock.now()
        last = self.store.last_beat()
        if last is None or self.clock.seconds_until(now + (now - last)) >= BEAT_SECONDS:
            self.store.beat(now)

    def _do_work(self) -> None:
        with self._guard:
            work, self._work = self._work, []
        for act, done in work:
            try:
                told = act(self.referee)
                self._games = self.store.game_ids()  # before he is told whom mail may come for
            except Exception as error:
                log.error("a command failed: error=%s", name_of(error))
                done.set_exception(error)
            else:
                done.set_result(told)

    def _drain(self) -> None:
        """At the end: read what has been taken, so that a restart finds little to do."""
        try:
            self._make_up()
            while not self._restored and self.referee.read_letters(self.clock.now()):
                pass
        except StoreError as error:
            log.warning("letters stay unread: error=%s", name_of(error))
