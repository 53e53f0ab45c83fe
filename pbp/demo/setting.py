"""What the demo's games are made from: a folder, a configuration, a set-up, people with habits."""

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from pbp.config import Config, Gm, Intake, Server, SmtpIntake
from pbp.demo.habits import HABITS, Lively
from pbp.demo.stage import Stage
from pbp.demo.words import MAILBOXES, words_of
from pbp.game.dice import Dice
from pbp.game.nouns import Salts
from pbp.game.options import show_value
from pbp.post.clock import FastClock
from pbp.service.setup import Plan, Setup

HOST, GM = "play.example", "tianshen@mail.example"
TIMEZONE = "Asia/Shanghai"
BEGIN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
"""A Sunday, 20:00 in Shanghai."""

SIGN_UP = timedelta(days=1)
SEATS = {"prayer": 9, "three_lives": 15, "seven_kill": 17}
SPEED = {"prayer": 16_000, "three_lives": 40_000, "seven_kill": 45_000}
"""Game seconds a real second, so that a game takes about a minute."""

FRAME_SECONDS = 0.02


class PacedClock:
    """A fast clock that stands still where it was told to, until it is told to go on."""

    def __init__(self, begin: datetime, times_faster: float) -> None:
        self.times_faster = times_faster
        self._fast = FastClock(begin, times_faster)
        self._limit = begin

    def now(self) -> datetime:
        """Give the present instant, never after the one that it was told."""
        return min(self._fast.now(), self._limit)

    def seconds_until(self, instant: datetime) -> float:
        """Give the real seconds until then, as if it did not stop before."""
        return max(0.0, (instant - self.now()).total_seconds() / self.times_faster)

    def run_to(self, instant: datetime) -> None:
        """Go on to an instant; returns when it has come."""
        self._fast = FastClock(self.now(), self.times_faster)
        self._limit = max(instant, self._limit)
        while self.now() < instant:
            time.sleep(min(FRAME_SECONDS, self.seconds_until(instant)))


def config_in(folder: Path, locale: str) -> Config:
    """A server on this machine, on any free port."""
    return Config(
        server=Server(host=HOST, data="data", locale=locale, timezone=TIMEZONE),
        intake=Intake(smtp=SmtpIntake(port=0)),
        gm=Gm(addresses=(GM,)),
        folder=str(folder),
    )


def setup_of(config: Config, ruleset: str, locale: str) -> Setup:
    """A game that begins with a sign-up; its seed and salts come from the operating system."""
    options = config.options(ruleset, {})
    return Setup(
        id="g1",
        ruleset=ruleset,
        locale=locale,
        timezone=TIMEZONE,
        starts=BEGIN,
        seed=os.urandom(32).hex(),
        options={name: show_value(value) for name, value in options.items()},
        seats=(),
        owners={},
        salts=Salts(*(os.urandom(32).hex() for _ in range(3))),
        plan=Plan(
            seats=SEATS[ruleset],
            closes=BEGIN + SIGN_UP,
            handles=tuple(words_of(locale).handles),
        ),
    )


def people_of(stage: Stage, ruleset: str, locale: str, seed: str) -> list[Lively]:
    """As many people as there are seats, each with a mailbox and a habit by lot."""
    count = SEATS[ruleset]
    dice = Dice(f"demo/{seed}")
    habits = dice.shuffled([*HABITS, *["plain"] * count][: max(count, len(HABITS))], "habits")
    people = []
    for name, box, habit in zip(words_of(locale).names[:count], MAILBOXES, habits, strict=False):
        program = stage.program(name, f"{box}@mail.example")
        person = Lively(program, locale, ZoneInfo(TIMEZONE), Dice(f"demo/{seed}/{name}"))
        person.habit = habit
        people.append(person)
    return people
