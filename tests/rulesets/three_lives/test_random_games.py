"""Whatever is ordered and voted, a game of three lives keeps what its clauses promise."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbp.game.table import Table
from pbp.rulesets.three_lives.lives import LIVES, ROLES, holder
from tests.rulesets.three_lives.table_talk import HANDLES, HOUR, KIND, Game, dealt, random_game

seeds = st.integers(min_value=0, max_value=10**9)


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_a_game_ends_or_the_gm_is_told_that_it_is_stuck(seed: int) -> None:
    game = random_game(seed)
    stuck = [n for n in game.table.notices if n.data.get("what") == "stuck"]
    assert game.over or stuck


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_nobody_dies_twice_in_a_life_and_everybody_moves_on_in_order(seed: int) -> None:
    game = random_game(seed)
    died = [(d.who, d.life) for d in game.table.deaths]
    assert len(died) == len(set(died))
    for who in HANDLES:
        start = LIVES.index(game.table.players[who].seat.start or "")
        lives = [life for name, life in died if name == who]
        assert lives == [LIVES[(start + turn) % 3] for turn in range(len(lives))]
        assert game.table.is_alive(who) == (len(lives) < 3)


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_nobody_votes_in_two_lives_and_all_in_a_life_are_counted(seed: int) -> None:
    game = random_game(seed)
    by_day: dict[str, Counter[str]] = {}
    for count in game.table.counts:
        by_day.setdefault(count.phase, Counter()).update(count.votes.keys())
        assert set(count.votes.values()) <= set(count.votes), "a vote is for somebody in this life"
    assert all(votes == 1 for day in by_day.values() for votes in day.values())


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_forty_five_roles_stay_forty_five_and_arrivals_are_in_a_total_order(seed: int) -> None:
    table: Table = random_game(seed).table
    for life in LIVES:
        assert Counter(p.seat.lives[life] for p in table.players.values()) == ROLES
        places = sorted(p.place[life] for p in table.players.values() if life in p.place)
        assert places == list(range(1, len(places) + 1))


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_a_guard_is_told_of_a_miss_exactly_where_nobody_attacked(seed: int) -> None:
    table = random_game(seed).table
    hit = {
        (o.phase, o.life, table.players[o.actor].seat.lives[o.life or ""], o.targets[0])
        for o in table.orders.values()
        if o.kind == "kill" and o.effective
    }
    for kind, hunter, notice in (
        ("bind", "killer", "binding_missed"),
        ("heal", "wolf", "healing_missed"),
    ):
        due = {
            (o.phase, o.actor)
            for o in table.orders.values()
            if o.kind == kind and o.effective and (o.phase, o.life, hunter, o.targets[0]) not in hit
        }
        assert {(n.phase, n.to) for n in table.notices if n.kind == notice} == due


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_a_camp_is_extinct_only_when_all_its_members_died_in_that_life(seed: int) -> None:
    game = random_game(seed)
    if game.table.ended is None or game.table.ended.state == "draw":
        return
    (winner,) = game.table.ended.winners
    life = winner.split(".")[0]
    dead = {d.who for d in game.table.deaths if d.life == life}
    left = {p.seat.lives[life] for p in game.table.players.values() if p.handle not in dead}
    side = {"villagers": {"plain", "binder", "healer"}, "killers": {"killer"}, "wolves": {"wolf"}}
    assert left <= side[winner.split(".")[1]]


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_private_notices_speak_of_nobody_in_another_life(seed: int) -> None:
    """Who is told something of a night or a life is told it of his own (L-5.4)."""
    game = random_game(seed, nights=6)
    for notice in game.table.notices:
        if notice.kind in ("binding_missed", "healing_missed"):
            given_there = [
                o
                for o in game.table.orders.values()
                if o.phase == notice.phase and o.actor == notice.to and o.effective
            ]
            assert [o.life for o in given_there] == [notice.life]
            assert [o.targets for o in given_there] == [(notice.data["target"],)]
        if notice.kind in ("kill_right", "reborn", "seat"):
            assert notice.data["role"] == game.table.players[notice.to].seat.lives[notice.life]


@settings(max_examples=25, deadline=None)
@given(seeds, st.randoms(use_true_random=False))
def test_the_order_of_the_mails_of_a_night_does_not_matter(seed: int, mixing: Random) -> None:
    """Where everybody writes once, the dawn is the same whoever wrote first."""
    chance = Random(seed)
    one, other = Game(dealt(seed)), Game(dealt(seed))
    orders = []
    for who in one.table.living():
        kind = KIND[one.role(who)]
        if kind != "pass":
            orders.append((who, kind, chance.choice(one.here(who))))
    for game, mails in ((one, orders), (other, mixing.sample(orders, len(orders)))):
        for who, kind, target in mails:
            game.say(who, kind, target, text="一二三四" if kind == "kill" else "")
        game.close()
    assert one.public() == other.public()


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_extra_ticks_of_the_clock_change_nothing(seed: int) -> None:
    one, other = Game(dealt(seed)), Game(dealt(seed))
    one.settle(one.phase.opens + 200 * HOUR)
    for hour in range(201):
        other.settle(one.table.start.at + hour * HOUR)
    assert one.facts == other.facts


def test_the_holder_is_always_the_one_who_came_first() -> None:
    table = random_game(7, nights=5).table
    for life in LIVES:
        for role in ("killer", "wolf"):
            first = holder(table, life, role)
            here = [
                who for who in table.living(life) if table.players[who].seat.lives[life] == role
            ]
            assert first is None or all(
                table.players[first].place[life] <= table.players[who].place[life] for who in here
            )
