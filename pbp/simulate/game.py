"""One simulated game: dealt, played to its end by a strategy, and what came of it.

Everything goes through the engine as it would on a server: a mail that was understood is heard,
deadlines are settled before it. What depends on the rule set is only who writes what at night.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from pbp.game import engine, listening
from pbp.game import facts as f
from pbp.game.dice import Dice
from pbp.game.fold import run
from pbp.game.hearing import Heard
from pbp.game.intents import Reading, Understood
from pbp.game.law import Deals
from pbp.game.nouns import Phase, Seat
from pbp.game.options import parse_options
from pbp.game.table import Table
from pbp.rulesets.seven_kill.roles import STARS
from pbp.rulesets.shelf import law_of
from pbp.simulate.strategies import STRATEGIES, Strategy
from pbp.simulate.views import Lots, View, view_of

BEGIN = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""When every simulated game starts: a Monday, 20:00 in Shanghai."""

PHASES_MAX = 400
"""A game that runs longer than any has ever run is called stuck."""

QUIET = {"reminders": "off", "digest_before": "off", "early_end": "off", "low_activity": "off"}
"""What asks or tells people something, unless the set-up says otherwise: nobody here reads it."""

ZONE = "Asia/Shanghai"
GUARDS = {"binder": "bind", "healer": "heal"}
RIGHTS = {"kill_right": "kill", "sure_kill": "sure_kill"}
"""Private notice → the order to which it gives the right."""


class Case(msgspec.Struct, frozen=True):
    """What one game is played from; the same case is the same game, on any machine."""

    ruleset: str
    options: dict[str, Any]
    strategy: str
    seed: str


class Result(msgspec.Struct, frozen=True):
    """What came of a game. state: won · draw · stuck. days: from the roster to the end.

    why: where it is stuck, the name of the error or "too_long".
    """

    seed: str
    state: str
    winners: tuple[str, ...]
    days: float
    nights: int
    why: str = ""


def play(case: Case) -> Result:
    """Play one game to its end. An error of ours is a stuck game, which names its seed."""
    try:
        return _Game(case).played()
    except Exception as error:
        return Result(case.seed, "stuck", (), 0.0, 0, type(error).__name__)


class _Game:
    """A game as it goes on."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.lots = Lots(f"{case.seed}/people")
        self.strategy: Strategy = STRATEGIES[case.strategy]
        self.law = law_of(case.ruleset)
        self.table = Table()
        self.rights: dict[str, f.Notified] = {}
        self.spared = False
        written = {**QUIET, **case.options}
        options = parse_options(case.ruleset, written)
        if not isinstance(self.law, Deals):
            raise TypeError(f"{case.ruleset} cannot be dealt by lot")
        places = range(1, self.law.players(options) + 1)
        seats = [Seat(number=number, handle=f"p{number}") for number in places]
        started = f.GameStarted(
            at=BEGIN,
            game="simulated",
            ruleset=case.ruleset,
            locale="zh",
            timezone=ZONE,
            options=written,
            seats=tuple(self.law.deal(options, Dice(case.seed), seats)),
            seed=case.seed,
            checked_in=True,
            deliver="each",
        )
        self._take(engine.start(self.table, self.law, started))

    def _take(self, facts: Iterable[f.AnyFact]) -> None:
        for fact in run(self.table, facts):
            if isinstance(fact, f.Notified) and fact.kind in RIGHTS:
                self.rights[fact.to] = fact

    def played(self) -> Result:
        """On to the end."""
        table = self.table
        while table.ended is None and len(table.phases) < PHASES_MAX:
            phase = table.phases[-1]
            if phase.kind == "night":
                self._night(phase)
            elif phase.kind in ("day", "runoff"):
                self._day(phase)
            if table.ended is None and table.phases[-1].id == phase.id:
                self._take(engine.settle(table, self.law, table.phases[-1].closes))
        return self._result()

    def _result(self) -> Result:
        ended, phases = self.table.ended, self.table.phases
        nights = sum(phase.kind == "night" for phase in phases)
        if ended is None:
            days = (phases[-1].opens - BEGIN) / timedelta(days=1)
            return Result(self.case.seed, "stuck", (), days, nights, "too_long")
        days = (ended.at - BEGIN) / timedelta(days=1)
        winners = ended.winners if ended.state == "won" else ()
        state = "won" if winners else "draw"
        return Result(self.case.seed, state, winners, round(days, 4), nights)

    # -- what people write ----------------------------------------------------------------------

    def _night(self, night: Phase) -> None:
        """Whoever has something to do at night does it, in an order by lot."""
        acts = []
        for who in self.table.living():
            view = view_of(self.table, self.case.ruleset, who, night)
            act = self._order(view, night)
            acts += [] if act is None else [(who, act)]
        for place, (who, act) in enumerate(self.lots.shuffled(acts), start=1):
            self._say(who, act, _moment(night, place, len(acts)))

    def _order(self, view: View, night: Phase) -> Reading | None:
        """What a player orders for the night; None where he has nothing to do."""
        right = self.rights.get(view.who)
        if right is not None and right.phase == night.id:
            names = int(right.data.get("names", 1))
            targets = self.strategy.kill(view, self.lots, names)
            return Reading(RIGHTS[right.kind], tuple(targets), self._declaration())
        if self.case.ruleset == "prayer":
            return self._in_prayer(view)
        if view.role in STARS and self._speaks_for_the_stars(view):
            return Reading("seal", (self.strategy.seal(view, self.lots),))
        if view.role in GUARDS:
            return Reading(GUARDS[view.role], (self.strategy.guard(view, self.lots),))
        return None

    def _in_prayer(self, view: View) -> Reading | None:
        """One killer speaks for all of them, as they may write to each other; villagers pray."""
        if view.role != "killer":
            return Reading("pray", (self.strategy.guard(view, self.lots),))
        team = [who for who in view.here if who == view.who or who in view.friends]
        if team[0] != view.who:
            return None
        return Reading("kill", tuple(self.strategy.kill(view, self.lots, 1)))

    def _speaks_for_the_stars(self, view: View) -> bool:
        """One of the two writes for both."""
        return next(who for who in view.here if who == view.who or who in view.friends) == view.who

    def _declaration(self) -> str:
        """As many words as a kill needs; each counts as one (L-2.4)."""
        return "word " * int(self.table.options.get("declaration_min") or 1)

    def _day(self, day: Phase) -> None:
        """Everybody who has a ballot votes, in an order by lot, and sees the votes before his."""
        voters = [who for who in self.table.living() if self.table.players[who].life in day.boards]
        for place, who in enumerate(self.lots.shuffled(voters), start=1):
            view = view_of(self.table, self.case.ruleset, who, day)
            vote = Reading("vote", (self.strategy.vote(view, self.lots),))
            self._say(who, vote, _moment(day, place, len(voters)))
        if self.case.ruleset == "seven_kill" and not self.spared:
            self._immunity(day)

    def _immunity(self, day: Phase) -> None:
        """The stars may keep somebody from the vote, once in the game (S-2.3)."""
        stars = [who for who in self.table.living() if self.table.role(who) in STARS]
        if not stars:
            return
        view = view_of(self.table, self.case.ruleset, stars[0], day)
        chosen = self.strategy.spare(view, self.lots)
        if chosen is not None:
            self.spared = True
            self._say(stars[0], Reading("immunity", (chosen,)), _moment(day, 5, 4))

    def _say(self, who: str, reading: Reading, at: datetime) -> None:
        """A mail that was understood as one thing."""
        self._take(engine.settle(self.table, self.law, at))
        heard = Heard(at=at, sender=who, understood=Understood(readings=(reading,)))
        self._take(listening.hear(self.table, self.law, heard))


def _moment(phase: Phase, place: int, of: int) -> datetime:
    """The place-th of so many moments in the first half of a phase, before every freeze."""
    return phase.opens + (phase.closes - phase.opens) * place / (2 * of + 2)
