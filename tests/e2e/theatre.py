"""A game on a stage for tests: a standing clock, people, and all that they saw."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from pbp.config import Addressing, Config, Delivery, Gm, Intake, Server, SmtpIntake
from pbp.demo.mailprogram import Letter, Sent
from pbp.demo.players import Person
from pbp.demo.stage import Play, Stage
from pbp.demo.words import MAILBOXES, words_of
from pbp.game.dice import Dice
from pbp.game.nouns import Salts
from pbp.post.clock import StandingClock
from pbp.service.setup import Plan, Setup

HOST, GM = "play.test", "referee@desk.test"
ZONE = ZoneInfo("Asia/Shanghai")
BEGIN = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SEATS = {"prayer": 9, "three_lives": 15, "seven_kill": 17}


class SteppingClock(StandingClock):
    """A clock that is at any instant as soon as it is wanted there."""

    def run_to(self, instant: datetime) -> None:
        self.set(instant)


@dataclass
class Seen:
    """All that happened, as those who were there saw it."""

    posts: list[Letter] = field(default_factory=list)
    desk: list[Letter] = field(default_factory=list)
    letters: list[tuple[Person, Letter]] = field(default_factory=list)
    mails: list[tuple[Person, Sent]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def wrote(self, person: Person, sent: Sent, now: datetime) -> None:
        self.mails.append((person, sent))
        self.remarks.append(getattr(person, "remark", ""))

    def got(self, person: Person, letter: Letter, now: datetime) -> None:
        self.letters.append((person, letter))

    def posted(self, letter: Letter, now: datetime) -> None:
        (self.posts if letter.is_list else self.desk).append(letter)

    def answers(self, sent: Sent) -> list[Letter]:
        return [letter for _, letter in self.letters if letter.answered == sent.message_id]


def config_at(folder: Path, style: str = "plus") -> Config:
    """A server on this machine, alone in a folder."""
    single = {"mailbox": f"table@{HOST}"} if style == "single" else {}
    return Config(
        server=Server(host=HOST, data="data"),
        intake=Intake(smtp=SmtpIntake(port=0)),
        delivery=Delivery(),
        addressing=Addressing(style=style, **single),
        gm=Gm(addresses=(GM,)),
        folder=str(folder),
    )


def setup_for(config: Config, ruleset: str, locale: str, **options: Any) -> Setup:
    """A game that begins with a sign-up of two days."""
    from pbp.game.options import show_value

    given = config.options(ruleset, options)
    return Setup(
        id="g1",
        ruleset=ruleset,
        locale=locale,
        timezone=str(ZONE),
        starts=BEGIN,
        seed="7" * 64,
        options={name: show_value(value) for name, value in given.items()},
        seats=(),
        owners={},
        salts=Salts(deal="1" * 64, owners="2" * 64, receipts="3" * 64),
        plan=Plan(
            seats=SEATS[ruleset],
            closes=BEGIN + timedelta(days=2),
            handles=tuple(words_of(locale).handles),
        ),
    )


class Theatre:
    """One game, its people and what was seen."""

    def __init__(
        self,
        folder: Path,
        ruleset: str,
        style: str = "plus",
        locale: str = "zh",
        *,
        seed: str = "a",
        person: type[Person] = Person,
    ) -> None:
        self.config = config_at(folder, style)
        self.ruleset, self.locale, self.seed = ruleset, locale, seed
        self.seen = Seen()
        self.person = person
        self.habits: list[str] = []
        self.people: list[Person] = []

    def play(self, **options: Any) -> None:
        """From the invitation to the end."""
        with Stage(self.config, SteppingClock(BEGIN)) as stage:
            stage.new_game(setup_for(self.config, self.ruleset, self.locale, **options))
            desk = stage.program("GM", GM)
            names = words_of(self.locale).names[: SEATS[self.ruleset]]
            self.people = [
                self.person(
                    stage.program(name, f"{box}@mail{number}.test"),
                    self.locale,
                    ZONE,
                    Dice(f"{self.seed}/{name}"),
                )
                for number, (name, box) in enumerate(zip(names, MAILBOXES, strict=False))
            ]
            for person, habit in zip(self.people, self.habits, strict=False):
                person.habit = habit
            play = Play(stage, self.people, desk, self.seen)
            stage.settle()
            play.look_around()
            invitation = self.seen.posts[0]
            for person in self.people:
                play.invite(person, invitation)
            over = lambda: all(p.notes.over for p in self.people)  # noqa: E731
            play.go_on(over=over)
            stage.settle()
            play.look_around()
            self.journal(stage)

    def journal(self, stage: Stage) -> None:
        game = stage.store.game("g1")
        assert game is not None
        self.state = game.state
        self.letters_read = [
            (letter.id, read.verdict) for letter, read in stage.store.letters_of("g1")
        ]
