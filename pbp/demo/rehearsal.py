"""A rehearsal: the GM's own set-up played to its end by bots, so that he sees what players get.

A server of its own in a folder of its own: the real journal, the real players and the real way out
are not touched. Roles are dealt anew; those of the real game stay unknown. Time goes from one event
to the next, so that a game of weeks takes a minute.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from pbp.config import Config, Delivery, Intake, SmtpIntake
from pbp.demo.mailprogram import Letter, Sent
from pbp.demo.players import Deed, Person
from pbp.demo.stage import Play, Stage
from pbp.demo.words import words_of
from pbp.game.dice import Dice
from pbp.post.clock import StandingClock
from pbp.post.maildir_out import folder_name
from pbp.service.incoming import Ref
from pbp.service.setup import Owner, Setup
from pbp.store import OutboxRow

BOTS = "rehearsal.invalid"
"""The domain of the bots' addresses: no mail can ever reach it (RFC 2606)."""

LONGEST = timedelta(days=120)
"""A rehearsal that is not over by then is ended."""

SIGN_UP = timedelta(days=2)
"""A longer time for signing up is not rehearsed."""

ROOM_FOR_SIGN_UP = 0.5
"""By which part of the time for signing up all bots have signed up."""


class Stepping(StandingClock):
    """A clock that is at any instant as soon as it is wanted there."""

    def run_to(self, instant: datetime) -> None:
        """Go on to an instant."""
        self.set(instant)


class Player(msgspec.Struct, frozen=True):
    """A bot, for the GM: its handle and role (the first one), its mailbox, its mails."""

    handle: str
    role: str
    folder: str
    private: int
    mails: int


@dataclass
class Rehearsed:
    """What a rehearsal left. rows: the mails that went out, in order.

    winners: camps, where somebody won or all at the end share a draw. took: from the first night's
    opening to the end; nights: how many there were. phase: the last one. gm: the GM's mailbox.
    """

    state: str = ""
    winners: tuple[str, ...] = ()
    took: timedelta = timedelta(0)
    nights: int = 0
    phase: str = ""
    gm: str = ""
    is_sound: bool = False
    players: list[Player] = field(default_factory=list)
    rows: list[OutboxRow] = field(default_factory=list)


class _Watcher:
    """An audience that only counts the days."""

    def __init__(self, told: Callable[[datetime], None]) -> None:
        self._told = told
        self.posts: list[Letter] = []

    def wrote(self, _person: Person, _sent: Sent, now: datetime) -> None:
        """Somebody has sent a mail."""
        self._told(now)

    def got(self, _person: Person, _letter: Letter, now: datetime) -> None:
        """Somebody has got a letter."""
        self._told(now)

    def posted(self, letter: Letter, _now: datetime) -> None:
        """The GM's own mailbox has got a letter or a post."""
        if letter.is_list:
            self.posts.append(letter)


def rehearse(
    config: Config, made: Setup, folder: Path, told: Callable[[datetime], None]
) -> Rehearsed:
    """Play a set-up with bots; mailboxes and journal are left in the folder.

    told: the game's own time, now and then.
    """
    own = _config_in(config, folder)
    bots = _bots(made)
    if made.plan is not None:
        made = replace(made, starts=max(made.starts, made.plan.closes - SIGN_UP))
    made = replace(made, id="g1", owners=dict(zip(_handles(made), bots, strict=False)))
    made = replace(made, substitutes={}) if made.plan is None else replace(made, owners={})
    watcher = _Watcher(told)
    with Stage(own, Stepping(made.starts)) as stage:
        people = [
            Person(
                stage.program(bot.name, bot.addresses[0]),
                made.locale,
                ZoneInfo(made.timezone),
                Dice(f"rehearsal/{bot.name}"),
            )
            for bot in bots
        ]
        play = Play(stage, people, stage.program("GM", own.gm.addresses[0]), watcher)
        stage.new_game(made)
        stage.settle()
        play.look_around()
        if made.plan is not None:
            _invite(play, people, watcher.posts[0], made.plan.closes)
        play.go_on(
            until=made.starts + LONGEST, over=lambda: all(person.notes.over for person in people)
        )
        stage.settle()
        play.look_around()
        return _left(stage, made)


def _handles(made: Setup) -> list[str]:
    return [seat.handle for seat in made.seats]


def _bots(made: Setup) -> list[Owner]:
    """As many people as there are seats, each with a public name and an address of its own."""
    names = words_of(made.locale).names
    seats = made.plan.seats if made.plan is not None else len(made.seats)
    return [
        Owner(
            names[place] if place < len(names) else f"{names[place % len(names)]}{place + 1}",
            (f"player{place + 1}@{BOTS}",),
        )
        for place in range(seats)
    ]


def _invite(play: Play, people: list[Person], invitation: Letter, closes: datetime) -> None:
    """All bots sign up in good time."""
    now = play.stage.clock.now()
    until = now + (closes - now) * ROOM_FOR_SIGN_UP
    for person in people:
        play.deeds.append(Deed(person.some_time(now, until), person, "sign_up", invitation))


def _config_in(config: Config, folder: Path) -> Config:
    """The GM's configuration, but with a journal, a door and mailboxes of the rehearsal's own."""
    written = config.server.templates_dir
    templates = str(config.path(written).absolute()) if written is not None else None
    server = replace(config.server, data="data", templates_dir=templates, retain_raw=None)
    return replace(
        config,
        server=server,
        intake=Intake(smtp=SmtpIntake(port=0)),
        delivery=Delivery(folder=str(folder.absolute() / "mailboxes")),
        board=replace(config.board, list_address=None),
        metrics=replace(config.metrics, enabled=False),
        folder=str(folder.absolute()),
    )


def _left(stage: Stage, made: Setup) -> Rehearsed:
    """What there is to see: who played what, and where his mails are."""
    referee = stage.server.referee
    live = referee.loaded("g1")
    table, rows = live.play.table, list(stage.store.outbox_of("g1"))
    players = []
    for handle, owner in live.owners.items():
        address = owner.addresses[0]
        own = [row for row in rows if row.recipient == address]
        private = sum(not msgspec.json.decode(row.ref, type=Ref).public for row in own)
        seat = table.players[handle].seat
        role = seat.role or seat.lives.get(seat.start or "", "")
        players.append(Player(handle, role, folder_name(address), private, len(own)))
    ended = table.ended
    begun = table.phases[0].opens if table.phases else made.starts
    until = ended.at if ended is not None else stage.clock.now()
    return Rehearsed(
        state=ended.state if ended is not None else "unfinished",
        winners=ended.winners if ended is not None else (),
        took=until - begun,
        nights=sum(phase.kind == "night" for phase in table.phases),
        phase=table.phases[-1].id if table.phases else "",
        gm=folder_name(stage.config.gm.addresses[0]),
        is_sound=stage.audit(),
        players=players,
        rows=rows,
    )


def to_show(rows: list[OutboxRow]) -> list[OutboxRow]:
    """What a GM wants in his own mailbox: every private mail, and one copy of each post."""
    seen: set[tuple[str, datetime, bytes]] = set()
    found = []
    for row in rows:
        ref = msgspec.json.decode(row.ref, type=Ref)
        if not row.recipient.endswith(f"@{BOTS}"):
            continue
        if ref.public:
            key = (row.kind, row.created_at, _subject(row.data))
            if key in seen:
                continue
            seen.add(key)
        found.append(row)
    return found


def _subject(data: bytes) -> bytes:
    """The Subject header as it stands, its folded lines too."""
    head = data.partition(b"\r\n\r\n")[0]
    after = head.partition(b"\r\nSubject: ")[2]
    lines = after.split(b"\r\n")
    folded = [line for line in lines[1:] if line.startswith((b" ", b"\t"))]
    return b"".join([lines[0], *folded])
