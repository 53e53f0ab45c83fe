"""What one player knows of a game: his role, whom he was told of, and what the board says.

A strategy sees a View and nothing else, so that no simulated player ever knows more than his mail
would have told him.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from pbp.game.dice import Dice
from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.rulesets.seven_kill.roles import KILLERS, acquaintances
from pbp.rulesets.three_lives.lives import SIDE_OF

T = TypeVar("T")


class Lots:
    """Lots of one simulated game, each of its own purpose; the same seed draws the same."""

    def __init__(self, seed: str) -> None:
        """seed: any text."""
        self._dice = Dice(seed)
        self._drawn = 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        self._drawn += 1
        return self._dice.below(limit, str(self._drawn))

    def one_of(self, items: list[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: list[T]) -> list[T]:
        """The items in an order by lot."""
        self._drawn += 1
        return self._dice.shuffled(items, str(self._drawn))

    def percent(self, share: int) -> bool:
        """True so many times of a hundred."""
        return self.below(100) < share


@dataclass
class View:
    """What a player knows. here: who lives where he is, himself included.

    side: what he fights for, as the board names sides. friends: whom he was told to be of his own
    side. present: the standing votes of the running ballot. history: for each ballot that was
    closed here, who voted for whom. revealed: side of the dead, where it was made public.
    spared: who had most votes alone and yet was not out. last: his own last target at night.
    tied: nobody was executed in the last ballot here.
    """

    who: str
    role: str
    side: str
    here: list[str]
    friends: frozenset[str] = frozenset()
    candidates: tuple[str, ...] = ()
    present: dict[str, str] = field(default_factory=dict)
    history: list[dict[str, str]] = field(default_factory=list)
    revealed: dict[str, str] = field(default_factory=dict)
    spared: frozenset[str] = frozenset()
    last: str = ""
    tied: bool = False

    def others(self) -> list[str]:
        """Who may be against him: the living here but himself and his friends."""
        left = [who for who in self.here if who != self.who and who not in self.friends]
        return left or [who for who in self.here if who != self.who] or [self.who]

    def enmity(self, other: str) -> int:
        """How often somebody voted for one of his side, less for one of another, as is known."""
        score = 0
        for votes in self.history:
            side = self.revealed.get(votes.get(other, ""))
            if side is not None:
                score += 1 if side == self.side else -1
        return score


def view_of(table: Table, ruleset: str, who: str, phase: Phase) -> View:
    """What a player knows as a phase runs."""
    player = table.players[who]
    life = player.life
    side_of = SIDES[ruleset]
    counts = [count for count in table.counts if count.life == life]
    ballot = table.ballot(phase.id, life).votes
    cast = {voter: vote.target for voter, vote in ballot.items()}
    nights = [o for o in table.orders.values() if o.actor == who and o.life == life and o.targets]
    return View(
        who=who,
        role=player.role,
        side=side_of(player.role),
        here=table.living(life),
        friends=_friends(table, ruleset, who),
        candidates=phase.candidates,
        present={voter: target for voter, target in cast.items() if target is not None},
        history=[_votes(count.votes, count.filled) for count in counts],
        revealed=_revealed(table, side_of, life),
        spared=frozenset(
            count.leaders[0]
            for count in counts
            if len(count.leaders) == 1 and count.executed is None and _enough(table, count.tally)
        ),
        last=nights[-1].targets[0] if nights else "",
        tied=bool(counts) and counts[-1].executed is None,
    )


def _votes(votes: dict[str, str | None], filled: tuple[str, ...]) -> dict[str, str]:
    return {voter: t for voter, t in votes.items() if t is not None and voter not in filled}


def _enough(table: Table, tally: dict[str, int]) -> bool:
    """Whether the highest had votes enough to be out (S-5.5), as far as the living now tell."""
    percent: int = table.options.get("threshold_percent", 0)
    return max(tally.values(), default=0) * 100 >= percent * len(table.living())


def _revealed(table: Table, side_of: Callable[[str], str], life: str | None) -> dict[str, str]:
    """The sides of the dead that were announced: an execution says a side or a role."""
    return {
        death.who: side_of(death.revealed)
        for death in table.deaths
        if death.revealed is not None and death.life == life
    }


def _friends(table: Table, ruleset: str, who: str) -> frozenset[str]:
    """Whom his role was told of at the start (P-1.1, S-1.2, S-2.1, L-1.3)."""
    if ruleset == "prayer":
        mates = table.handles if table.role(who) == "killer" else ()
        return frozenset(mate for mate in mates if table.role(mate) == "killer" and mate != who)
    if ruleset == "seven_kill":
        return frozenset(known["handle"] for known in acquaintances(table, who))
    return frozenset()


def _side_in_prayer(role: str) -> str:
    return role


def _side_in_seven_kill(role: str) -> str:
    return "killers" if role in KILLERS else "good"


def _side_in_three_lives(role: str) -> str:
    return SIDE_OF.get(role, role)


SIDES: dict[str, Callable[[str], str]] = {
    "prayer": _side_in_prayer,
    "seven_kill": _side_in_seven_kill,
    "three_lives": _side_in_three_lives,
}
"""Rule set → from a role, or from what an announcement says, to the side that it is of."""


def leading(present: dict[str, str]) -> Counter[str]:
    """How many votes everybody has at this moment."""
    return Counter(present.values())
