"""`three_lives`, the deal: L-1.2. Uniform over all valid deals, by one draw of a number.

All valid deals are counted by combinatorics and numbered; the dice draw a number and the deal with
it is built. Nothing is drawn again and thrown away, so that the deal always takes the same time.
The numbers of a game stand in GAME; a test counts a smaller game by hand.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import factorial, prod
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from pbp.game.clauses import clause
from pbp.game.dice import Dice
from pbp.game.nouns import Seat
from pbp.rulesets.three_lives.lives import LIVES, ROLES, SIDE_OF

T = TypeVar("T")


class Plan(msgspec.Struct, frozen=True):
    """What is dealt: in each life these roles, and so many players who start there.

    bounds: side → least and most of it among those who start in a life, by their roles there.
    """

    lives: tuple[str, ...]
    roles: Mapping[str, int]
    starting: int
    bounds: Mapping[str, tuple[int, int]]

    @property
    def players(self) -> int:
        """How many play."""
        return self.starting * len(self.lives)


GAME = Plan(
    lives=LIVES,
    roles=ROLES,
    starting=5,
    bounds={"villager": (2, 4), "killer": (0, 2), "wolf": (0, 2)},
)
"""L-1.1 and L-1.2."""


class Dealt(msgspec.Struct, frozen=True):
    """One player's start and roles."""

    start: str
    lives: dict[str, str]


# -- Arrangements and their numbers -------------------------------------------------------------


def arrangements(counts: Mapping[Any, int]) -> int:
    """In how many orders such a collection can stand."""
    return factorial(sum(counts.values())) // prod(factorial(n) for n in counts.values())


def arrangement(counts: Mapping[T, int], number: int) -> list[T]:
    """The order with that number, of all orders of the collection."""
    left, order = dict(counts), []
    for _ in range(sum(counts.values())):
        for item in list(left):
            if not left[item]:
                continue
            rest = {**left, item: left[item] - 1}
            with_it = arrangements(rest)
            if number < with_it:
                order.append(item)
                left = rest
                break
            number -= with_it
    return order


# -- L-1.2 One life -----------------------------------------------------------------------------


def sides(plan: Plan) -> dict[str, int]:
    """How many of each side there are in a life."""
    count: Counter[str] = Counter()
    for role, number in plan.roles.items():
        count[SIDE_OF[role]] += number
    return dict(count)


@clause("L-1.2")
def mixtures(plan: Plan) -> Iterator[dict[str, int]]:
    """Every way in which the sides may be mixed among those who start in a life."""
    names, total = list(sides(plan)), sides(plan)

    def mixed(place: int, left: int) -> Iterator[dict[str, int]]:
        if place == len(names):
            if not left:
                yield {}
            return
        side = names[place]
        least, most = plan.bounds[side]
        for number in range(least, min(most, total[side], left) + 1):
            for rest in mixed(place + 1, left - number):
                yield {side: number, **rest}

    return mixed(0, plan.starting)


def casts(plan: Plan) -> list[tuple[dict[str, int], int]]:
    """Each mixture, and in how many ways a life can be cast with it among those who start there."""
    found = []
    for mixture in mixtures(plan):
        others = {side: n - mixture[side] for side, n in sides(plan).items()}
        ways = arrangements(mixture) * arrangements(others) * prod(_within(plan))
        found.append((mixture, ways))
    return found


def _within(plan: Plan) -> list[int]:
    """For each side in how many ways its members can have its roles."""
    return [arrangements(_roles_of(plan, side)) for side in sides(plan)]


def _roles_of(plan: Plan, side: str) -> dict[str, int]:
    return {role: n for role, n in plan.roles.items() if SIDE_OF[role] == side}


def cast(plan: Plan, starters: Sequence[int], number: int) -> dict[int, str]:
    """The cast of a life with that number: player → role; starters are those who start there."""
    for found, ways in casts(plan):
        mixture = found
        if number < ways:
            break
        number -= ways
    others = {side: n - mixture[side] for side, n in sides(plan).items()}
    number, here = divmod(number, arrangements(mixture))
    number, there = divmod(number, arrangements(others))
    elsewhere = [player for player in range(plan.players) if player not in starters]
    side_of = dict(zip(starters, arrangement(mixture, here), strict=True))
    side_of |= dict(zip(elsewhere, arrangement(others, there), strict=True))
    return _with_roles(plan, side_of, number)


def _with_roles(plan: Plan, side_of: dict[int, str], number: int) -> dict[int, str]:
    role_of: dict[int, str] = {}
    for side in sides(plan):
        roles = _roles_of(plan, side)
        number, which = divmod(number, arrangements(roles))
        members = [player for player in sorted(side_of) if side_of[player] == side]
        role_of |= dict(zip(members, arrangement(roles, which), strict=True))
    return role_of


# -- L-1.2 The whole deal -----------------------------------------------------------------------


@clause("L-1.2")
def deals(plan: Plan = GAME) -> int:
    """How many valid deals there are."""
    in_a_life: int = sum(ways for _, ways in casts(plan))
    starts: int = arrangements(dict.fromkeys(plan.lives, plan.starting))
    return starts * int(in_a_life ** len(plan.lives))


@clause("L-1.2")
def dealt(number: int, plan: Plan = GAME) -> list[Dealt]:
    """The deal with that number, below deals(plan)."""
    starts = dict.fromkeys(plan.lives, plan.starting)
    number, which = divmod(number, arrangements(starts))
    start_of = arrangement(starts, which)
    in_a_life = sum(ways for _, ways in casts(plan))
    roles: list[dict[str, str]] = [{} for _ in range(plan.players)]
    for life in plan.lives:
        number, which = divmod(number, in_a_life)
        starters = [player for player, start in enumerate(start_of) if start == life]
        for player, role in cast(plan, starters, which).items():
            roles[player][life] = role
    return [Dealt(start=start, lives=lives) for start, lives in zip(start_of, roles, strict=True)]


@clause("L-1.2", "L-2.1", "C-3.3")
def deal(seats: Sequence[Seat], dice: Dice) -> list[Seat]:
    """The seats with their lives, where they start and the lot for arrivals, by the dice.

    Raises:
        ValueError: there are not as many seats as players, or one has a role already.
    """
    if len(seats) != GAME.players:
        raise ValueError(f"three_lives is played by {GAME.players}, not {len(seats)}")
    if any(seat.role for seat in seats):
        raise ValueError("three_lives has three roles a player; they are dealt, never cast by hand")
    lots = dice.shuffled(range(1, GAME.players + 1), "arrival")
    cards = dealt(dice.below(deals(), "deal"))
    return [
        replace(seat, lives=card.lives, start=card.start, arrival=lot)
        for seat, card, lot in zip(seats, cards, lots, strict=True)
    ]
