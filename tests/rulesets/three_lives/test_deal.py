"""The deal of three lives: every valid deal equally likely, and no other ever dealt (L-1.2)."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from pbp.game.dice import Dice
from pbp.game.law import Deals
from pbp.game.nouns import Seat
from pbp.rulesets.three_lives.deal import GAME, Plan, casts, deal, deals, dealt, mixtures
from pbp.rulesets.three_lives.law import LAW
from pbp.rulesets.three_lives.lives import LIVES, ROLES, SIDE_OF

SEATS = [Seat(number=number, handle=f"p{number}") for number in range(1, 16)]

SMALL = Plan(
    lives=("past", "present"),
    roles={"plain": 1, "binder": 1, "killer": 1, "wolf": 1},
    starting=2,
    bounds={"villager": (1, 1), "killer": (0, 1), "wolf": (0, 1)},
)
"""A game small enough to write all its deals down: four players, two lives."""


def written_down(plan):
    """Every valid deal, found by trying all there are: (start, roles in each life) by player."""
    players = range(plan.players)
    hands = set(permutations([role for role, n in plan.roles.items() for _ in range(n)]))
    for first in combinations(players, plan.starting):
        starts = tuple(plan.lives[0] if who in first else plan.lives[1] for who in players)
        for one in hands:
            for other in hands:
                if all(
                    allowed(plan, [hand[who] for who in players if starts[who] == life])
                    for life, hand in zip(plan.lives, (one, other), strict=True)
                ):
                    yield tuple((starts[who], one[who], other[who]) for who in players)


def allowed(plan, roles_here):
    sides = Counter(SIDE_OF[role] for role in roles_here)
    return all(least <= sides[side] <= most for side, (least, most) in plan.bounds.items())


def test_the_numbers_name_every_valid_deal_of_a_small_game_exactly_once():
    by_number = [
        tuple((card.start, card.lives["past"], card.lives["present"]) for card in dealt(n, SMALL))
        for n in range(deals(SMALL))
    ]
    by_hand = list(written_down(SMALL))
    assert len(by_number) == len(set(by_number)) == len(by_hand)
    assert set(by_number) == set(by_hand)


def test_the_dice_give_each_deal_of_a_small_game_about_equally_often():
    total, draws = deals(SMALL), 20_000
    drawn = Counter(Dice(str(seed)).below(total, "deal") for seed in range(draws))
    expected = draws / total
    chi_square = sum((drawn[n] - expected) ** 2 / expected for n in range(total))
    # 99.9 % of fair dice stay below this (Wilson and Hilferty)
    degrees = total - 1
    assert chi_square < degrees * (1 - 2 / (9 * degrees) + 3.09 * (2 / (9 * degrees)) ** 0.5) ** 3


def test_ten_thousand_deals_keep_every_rule():
    mixed = Counter()
    for seed in range(10_000):
        seats = deal(SEATS, Dice(str(seed)))
        assert sorted(seat.arrival for seat in seats) == list(range(1, 16))
        for life in LIVES:
            assert Counter(seat.lives[life] for seat in seats) == ROLES
            here = Counter(SIDE_OF[seat.lives[life]] for seat in seats if seat.start == life)
            assert sum(here.values()) == 5
            assert 2 <= here["villager"] <= 4
            assert here["killer"] <= 2
            assert here["wolf"] <= 2
            mixed[here["villager"], here["killer"], here["wolf"]] += 1
    ways = {tuple(mixture.values()): number for mixture, number in casts(GAME)}
    total = sum(ways.values())
    for mixture, number in ways.items():
        assert mixed[mixture] / 30_000 == pytest.approx(number / total, abs=0.012)


def test_five_who_start_can_be_mixed_in_seven_ways():
    found = {tuple(mixture.values()) for mixture in mixtures(GAME)}
    assert found == {(2, 1, 2), (2, 2, 1), (3, 0, 2), (3, 1, 1), (3, 2, 0), (4, 0, 1), (4, 1, 0)}


def test_the_same_seed_deals_the_same_game_and_another_seed_another():
    assert deal(SEATS, Dice("a")) == deal(SEATS, Dice("a"))
    assert deal(SEATS, Dice("a")) != deal(SEATS, Dice("b"))


def test_the_last_number_is_a_deal_too():
    assert len(dealt(deals() - 1)) == 15


def test_a_deal_for_another_number_of_players_is_refused():
    with pytest.raises(ValueError, match="15"):
        deal(SEATS[:-1], Dice("a"))


def test_roles_cast_by_hand_are_refused():
    seats = [Seat(number=1, handle="p1", role="killer"), *SEATS[1:]]
    with pytest.raises(ValueError, match="three roles"):
        deal(seats, Dice("a"))


def test_the_law_deals_for_a_sign_up():
    assert isinstance(LAW, Deals)
    assert LAW.players({}) == 15
    assert LAW.fitting({}, 15) == {}
    assert LAW.fitting({}, 14) is None
    assert LAW.deal({}, Dice("a"), SEATS) == deal(SEATS, Dice("a"))
