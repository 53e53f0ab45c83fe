"""A game of seven kill on the bare engine: no mail, no store, no pages."""

from datetime import UTC, datetime, timedelta

from pbp.game import engine, listening
from pbp.game import facts as f
from pbp.game.commands import Command, Ordered
from pbp.game.fold import run
from pbp.game.hearing import Heard
from pbp.game.intents import Reading, Understood
from pbp.game.nouns import Seat
from pbp.game.table import Table
from pbp.rulesets.seven_kill.law import LAW
from pbp.rulesets.seven_kill.roles import starting_roles

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""Monday, 20:00 in Shanghai."""

DECLARATION = "夜色像一块浸透了墨的布" * 10
SCENARIO = {"publish_hold": "0", "publish_tick": "0", "settle_wait": "0", "digest_before": "off"}
FULL = {f"p{n:02d}": role for n, role in enumerate(starting_roles({}), start=1)}
"""The whole cast: p01 to p06 the killers in the order of their nights, p07 Pojun, p08 Tanlang."""

SMALL = {
    "qi": "qisha",
    "fu": "tianfu",
    "po": "pojun",
    "lang": "tanlang",
    "a": "villager",
    "b": "villager",
}


class Game:
    """One game; time goes on with what is said."""

    def __init__(self, cast=None, options=None, zone="Asia/Shanghai", start=START) -> None:
        self.table = Table()
        self.facts = []
        seats = tuple(
            Seat(number=n, handle=handle, role=role)
            for n, (handle, role) in enumerate((cast or SMALL).items(), start=1)
        )
        self.take(
            engine.start(
                self.table,
                LAW,
                f.GameStarted(
                    at=start,
                    game="g",
                    ruleset="seven_kill",
                    locale="zh",
                    timezone=zone,
                    options={**SCENARIO, **(options or {})},
                    seats=seats,
                    seed="1",
                    checked_in=True,
                ),
            )
        )

    def take(self, facts):
        new = run(self.table, facts)
        self.facts += new
        return new

    @property
    def phase(self):
        return self.table.phase

    def settle(self, at):
        return self.take(engine.settle(self.table, LAW, at))

    def close(self):
        """On to the end of the running phase."""
        return self.settle(self.phase.closes)

    def say(self, who, *readings, at=None, **more):
        """A mail of a player; the verdict and code that it got."""
        at = at or self.phase.opens + timedelta(hours=1)
        self.settle(at)
        heard = Heard(at=at, sender=who, understood=Understood(readings), in_thread=True, **more)
        self.take(listening.hear(self.table, LAW, heard))
        last = self.table.mails[len(self.table.mails)]
        return last.verdict, last.code

    def vote(self, who, target, **more):
        return self.say(who, Reading("vote", (target,) if target else ()), **more)

    def kill(self, who, *targets, kind="kill", **more):
        return self.say(who, Reading(kind, targets, DECLARATION), **more)

    def command(self, at=None, **command):
        """A command of the GM; what the desk answered for it."""
        at = at or self.phase.opens + timedelta(hours=1)
        self.settle(at)
        ordered = Ordered(at=at, commands=(Command(**command),))
        new = self.take(listening.hear_gm(self.table, LAW, ordered, numbered=True))
        desk = [x for x in new if isinstance(x, f.Notified) and x.kind == "desk"]
        return desk[-1].data["rows"][0]["problem"]

    def posts(self, kind=None):
        return [x for x in self.facts if isinstance(x, f.Posted) and kind in (None, x.kind)]

    def notices(self, kind, to=None):
        return [
            x
            for x in self.facts
            if isinstance(x, f.Notified) and x.kind == kind and to in (None, x.to)
        ]
