"""A game of three lives for tests: the engine alone, mails as they were understood, no words."""

from datetime import UTC, datetime, timedelta
from random import Random

from pbp.game import engine, listening
from pbp.game import facts as f
from pbp.game.dice import Dice
from pbp.game.fold import run
from pbp.game.hearing import Heard
from pbp.game.intents import Reading, Understood
from pbp.game.nouns import Seat
from pbp.game.table import Table
from pbp.rulesets.three_lives.deal import deal
from pbp.rulesets.three_lives.law import LAW

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
HANDLES = tuple(f"p{number}" for number in range(1, 16))
QUIET = {"declaration_min": 3, "early_end": "off", "reminders": "off", "digest_before": "off"}
HOUR = timedelta(hours=1)
NIGHTS_MAX = 80
KIND = {"killer": "kill", "wolf": "kill", "binder": "bind", "healer": "heal", "plain": "pass"}


def dealt(seed):
    """Seats of a real deal."""
    seats = [Seat(number=number, handle=handle) for number, handle in enumerate(HANDLES, start=1)]
    return deal(seats, Dice(str(seed)))


class Game:
    """One game; what it has brought about stands in `facts`."""

    def __init__(self, seats, substitutes=(), checked_in=True, seed="s", **options):
        self.table = Table()
        self.facts = []
        started = f.GameStarted(
            at=START,
            game="g1",
            ruleset="three_lives",
            locale="zh",
            timezone="Asia/Shanghai",
            options={**QUIET, **options},
            seats=tuple(seats),
            seed=seed,
            checked_in=checked_in,
            substitutes=tuple(substitutes),
        )
        self._run(engine.start(self.table, LAW, started))

    def _run(self, facts):
        self.facts += run(self.table, facts)

    @property
    def phase(self):
        return self.table.phases[-1]

    @property
    def over(self):
        return self.table.ended is not None

    def settle(self, at):
        self._run(engine.settle(self.table, LAW, at))

    def say(self, who, kind, *targets, text="", at=None):
        """A mail of a player (or a substitute) that was understood as one thing."""
        at = at or self.phase.opens + HOUR
        self.settle(at)
        reading = Reading(kind=kind, targets=targets, text=text)
        heard = Heard(
            at=at,
            sender=who,
            seated=who in self.table.players,
            understood=Understood(readings=(reading,)),
            text=text,
        )
        self._run(listening.hear(self.table, LAW, heard))
        return list(self.table.mails.values())[-1]

    def close(self):
        """On to the end of the running phase; nothing where the game is over."""
        due = engine.closing_due(self.table)
        if due is not None:
            self.settle(due)

    def replace(self, who, at, why="gm"):
        """The GM replaces a player by hand."""
        self.settle(at)
        self._run(LAW.replace(self.table, {who: why}, at))

    def role(self, who):
        return self.table.role(who)

    def here(self, who):
        """Everybody in the same life."""
        return self.table.living(self.table.players[who].life)

    def told(self, kind, phase):
        return [n for n in self.table.notices if n.kind == kind and n.phase == phase]

    def public(self):
        """Everything that everybody may know, in order."""
        return [fact for fact in self.facts if fact.audience == f.EVERYBODY]


def random_night(game: Game, chance: Random) -> None:
    """Most who can act do, on somebody in their life; some forget the declaration."""
    order = list(game.table.living())
    chance.shuffle(order)
    for who in order:
        kind = KIND[game.role(who)]
        if kind == "pass" or chance.random() < 0.2:
            continue
        text = "一二三四" if chance.random() < 0.8 else ""
        game.say(who, kind, chance.choice(game.here(who)), text=text)


def random_day(game: Game, chance: Random) -> None:
    """Most vote, mostly for one of two."""
    for who in game.table.living():
        if chance.random() < 0.9:
            game.say(who, "vote", chance.choice(game.here(who)[:2]))


def random_game(seed: int, nights: int = NIGHTS_MAX, **options) -> Game:
    chance = Random(seed)
    game = Game(dealt(seed), missed_votes=100, low_activity="off", **options)
    while not game.over and game.phase.number <= nights:
        random_night(game, chance) if game.phase.kind == "night" else random_day(game, chance)
        game.close()
    return game
