"""Play a scenario through the real product: mail → reading → rules → notice text. In memory.

The clock is virtual and there is no network: each mail of the scenario becomes the bytes of a real
mail, is stored, opened, read and judged by the same code as on the server.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import formataddr, parseaddr
from typing import Any

import msgspec

from pbp.game.nouns import Phase, Seat
from pbp.game.optiontable import IN_SCENARIOS
from pbp.render import Renderer
from pbp.scenario.model import MailSpec, MessageIdOf, Scenario
from pbp.scenario.times import At, PhaseNotKnown, resolve
from pbp.service import record, setup
from pbp.service.addresses import write
from pbp.service.incoming import Ref
from pbp.service.live import GM, Live
from pbp.service.outgoing import about_of
from pbp.service.referee import Referee
from pbp.service.settings import Settings
from pbp.store.rows import NewLetter
from pbp.store.sqlite_store import SqliteStore

GAME, HOST, GM_ADDRESS, MX = "g41", "games.test", "referee@gm.test", "mx.games.test"
LONGEST = timedelta(days=60)
JUST_BEFORE = timedelta(microseconds=1)
"""The last heartbeat comes before a stop: at its very instant the server is down."""

SECRET = b"a scenario has no secret to keep"

SETTINGS = Settings(host=HOST, authserv_ids=(MX,), hosts=(MX,), gm=(GM_ADDRESS,), outage_min=0)


def play(scenario: Scenario) -> dict[str, Any]:
    """The game record of a scenario, played to its end (docs/scenario-format.md)."""
    return Player(scenario).play()


class CannotPlay(ValueError):  # noqa: N818 - said to whoever wrote the scenario
    """The story cannot be played on: a mail hangs on a phase that never opens."""


class Player:
    """One scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        """An empty store in memory, and a referee over it."""
        self.scenario = scenario
        self.store = SqliteStore.open(":memory:")
        self.renderer = Renderer()
        self.referee = Referee(self.store, SETTINGS, self.renderer)
        self.sent: dict[int, str] = {}
        self.down = list(scenario.down)

    def play(self) -> dict[str, Any]:
        """Play it to its end; the record."""
        with self.store:
            self.tell()
            return self.record()

    def tell(self) -> None:
        """Start the game, deliver every mail at its time, go on to the end."""
        starts = self.scenario.game.starts
        self.referee.new_game(setup_of(self.scenario), SECRET, starts)
        for spec in self.scenario.mails:
            at = self._time_of(spec)
            if self._is_past_the_end(at):
                break
            self._deliver(spec, at)
        self._go_on()

    def record(self) -> dict[str, Any]:
        """The record of what has been told."""
        live = self._live()
        about = about_of(live, SETTINGS)
        return record.Recorder(live.play.table, self.renderer, about).record()

    def _live(self) -> Live:
        live = self.referee.live(GAME)
        if live is None:
            raise RuntimeError("the game stopped: an error of ours")
        return live

    # -- time -----------------------------------------------------------------------------------

    def _phases(self) -> dict[str, Phase]:
        return {phase.id: phase for phase in self._live().play.table.phases}

    def _time_of(self, spec: MailSpec) -> datetime:
        """When a mail arrives; the game goes on until its phase is known."""
        while True:
            try:
                return resolve(spec.at, self._phases())
            except PhaseNotKnown:
                due = self._live().play.next_due()
                if due is None:
                    raise CannotPlay(f"mail {spec.number}: {spec.at.text} never comes") from None
                self._advance(self._not_in_outage(due))

    def _advance(self, now: datetime) -> None:
        """Let time pass: outages that are over by `now`, everything that is due."""
        while self.down and self.down[0][1] <= now:
            since, until = self.down.pop(0)
            self._settle_before(since)
            self.store.beat(since - JUST_BEFORE)
            self.referee.wake(until)
            self._read(until)
        self._read(now)
        self.referee.tick(now)

    def _settle_before(self, since: datetime) -> None:
        due = self._live().play.next_due()
        while due is not None and due < since:
            self.referee.tick(due)
            due = self._live().play.next_due()

    def _read(self, now: datetime) -> None:
        while self.referee.read_letters(now):
            pass

    def _is_down(self, at: datetime) -> bool:
        return any(since <= at < until for since, until in self.down)

    # -- mail -----------------------------------------------------------------------------------

    def _deliver(self, spec: MailSpec, at: datetime) -> None:
        """Bring one mail to the store; it is read at once, or when the server is back."""
        if not self._is_down(at):
            self._advance_to(at)
        recipient, raw = self._mail(spec, at)
        letter = NewLetter(received_at=at, recipients=(recipient,), raw=raw, envelope_from=b"x@y")
        self.store.append_letters([letter])
        if not self._is_down(at):
            self._read(at)

    def _advance_to(self, at: datetime) -> None:
        if self.down and self.down[0][1] <= at:
            self._advance(self.down[0][1])

    def _mail(self, spec: MailSpec, at: datetime) -> tuple[str, bytes]:
        """The envelope recipient and the bytes of one mail."""
        live = self._live()
        name, address, seat = self._person(spec, live)
        token = live.token(seat) if seat and spec.auth == "token" else ""
        recipient = write(SETTINGS, spec.to, GAME, token)
        own_id = f"<scenario.{spec.number}@mail.test>"
        self.sent[spec.number] = own_id
        if spec.raw is not None:
            return recipient, spec.raw
        headers = [
            ("From", formataddr((name, address))),
            ("To", recipient),
            ("Subject", spec.subject),
            ("Date", at.strftime("%a, %d %b %Y %H:%M:%S +0000")),
            ("Message-ID", own_id),
            *self._thread(spec, live, seat or address),
            *((key, self._header(value)) for key, value in spec.headers),
        ]
        if spec.auth == "from":
            domain = address.rpartition("@")[2]
            proof = f"{MX}; dkim=pass header.d={domain}; dmarc=pass header.from={domain}"
            headers.insert(0, ("Authentication-Results", proof))
        return recipient, written(headers, spec)

    def _person(self, spec: MailSpec, live: Live) -> tuple[str, str, str | None]:
        """Name, address and seat (or "gm") of whoever writes."""
        if spec.sender == "gm":
            return "GM", GM_ADDRESS, GM
        handle = spec.sender.removeprefix("owner:")
        person = live.play.table.played_by(handle) or handle
        owner = self.scenario.game.owners.get(person)
        if owner is not None:
            return owner.name, owner.address, handle if live.knows(handle) else None
        name, address = parseaddr(spec.sender)
        return name, address or spec.sender, None

    def _header(self, value: str | MessageIdOf) -> str:
        return self.sent[value.mail] if isinstance(value, MessageIdOf) else value

    def _thread(self, spec: MailSpec, live: Live, who: str) -> Iterator[tuple[str, str]]:
        """In-Reply-To: our answer to a mail, the reader's copy of a post, or the standing vote."""
        name: str | None = None
        if spec.reply_to is not None:
            name = self._sent_to(live, who, mail=spec.reply_to)
        elif spec.reply_to_post is not None:
            name = self._sent_to(live, who, post=spec.reply_to_post)
            name = name or self._sent_to(live, who, mail=spec.reply_to_post)
        elif spec.reply_to_vote:
            vote = self._standing_vote(live, who)
            name = self._sent_to(live, who, mail=vote) if vote is not None else None
        if name is not None:
            yield "In-Reply-To", name

    def _standing_vote(self, live: Live, who: str) -> int | None:
        table = live.play.table
        if table.phase is None or who not in table.players:
            return None
        vote = table.ballot(table.phase.id, table.players[who].life).votes.get(who)
        return vote.mail if vote is not None else None

    def _sent_to(
        self, live: Live, who: str, *, mail: int | None = None, post: int | None = None
    ) -> str | None:
        """The Message-ID of our answer to a mail, or of somebody's copy of a post."""
        for row in self.store.outbox_of(live.setup.id):
            ref = msgspec.json.decode(row.ref, type=Ref)
            if mail is not None and ref.mail == mail:
                return row.message_id
            if post is not None and ref.post == post and ref.to == who:
                return row.message_id
        return None

    # -- the end --------------------------------------------------------------------------------

    def _is_past_the_end(self, at: datetime) -> bool:
        until = self.scenario.until
        if isinstance(until, At):
            return at > resolve(until, self._phases())
        phase = self._phases().get(until) if until else None
        return phase is not None and phase.closed is not None

    def _go_on(self) -> None:
        """On to `until`, or until the game is over, 60 days at most."""
        until = self.scenario.until
        if isinstance(until, At):
            self._advance(resolve(until, self._phases()))
            return
        last = self.scenario.game.starts + LONGEST
        while True:
            phase = self._phases().get(until) if until else None
            due = self._live().play.next_due()
            if phase is not None and phase.closed is not None:
                return
            if due is None or due > last:
                self._end_outages()
                return
            self._advance(self._not_in_outage(due))

    def _end_outages(self) -> None:
        """What came while the server was stopped is read when it is back, the game over or not."""
        while self.down:
            self._advance(self.down[0][1])

    def _not_in_outage(self, due: datetime) -> datetime:
        for since, until in self.down:
            if since <= due < until:
                return until
        return due


def setup_of(scenario: Scenario) -> setup.Setup:
    """The game's set-up, as a file with its cast would make it."""
    game = scenario.game
    options = {**IN_SCENARIOS, **game.options}
    return setup.Setup(
        id=GAME,
        ruleset=game.ruleset,
        locale=game.locale,
        timezone=game.timezone,
        starts=game.starts,
        seed=str(game.seed),
        options=options,
        seats=tuple(seats_of(game.cast)),
        owners={
            handle: setup.Owner(owner.name, (owner.address,))
            for handle, owner in game.owners.items()
            if handle in game.cast
        },
        substitutes={
            name: setup.Owner(game.owners[name].name, (game.owners[name].address,))
            for name in game.substitutes
        },
        gm=(GM_ADDRESS,),
        checked_in=game.checked_in,
        deliver="each",
    )


def seats_of(cast: Any) -> Iterator[Seat]:
    """The seats in roster order."""
    for number, (handle, role) in enumerate(cast.items(), start=1):
        if isinstance(role, str):
            yield Seat(number=number, handle=handle, role=role)
            continue
        lives = {life: role[life] for life in ("past", "present", "next")}
        yield Seat(
            number=number,
            handle=handle,
            lives=lives,
            start=role["start"],
            arrival=role.get("arrival"),
        )


def written(headers: list[tuple[str, str]], spec: MailSpec) -> bytes:
    """The bytes of a mail as a plain client writes it: 8-bit UTF-8, raw headers."""
    kind = "plain" if spec.text is not None else "html"
    text = spec.text if spec.text is not None else spec.html or ""
    if spec.sender.startswith("owner:") and not text.lstrip().startswith(("真身", "as myself")):
        text = f"真身 {text}"
    lines = [f"{name}: {value}" for name, value in headers]
    lines += [
        "MIME-Version: 1.0",
        f"Content-Type: text/{kind}; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        text,
    ]
    return "\r\n".join(lines).replace("\r\n", "\n").replace("\n", "\r\n").encode()
