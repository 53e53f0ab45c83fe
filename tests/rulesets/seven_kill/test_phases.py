"""The order of play: the day opened early, who knows whom, and that every game comes to its end."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.game.intents import Reading
from tests.rulesets.seven_kill.games import FULL, Game

NIGHTS = {1: "p01", 2: "p02", 3: "p03", 4: "p04", 5: "p05", 6: "p06"}


@pytest.mark.parametrize(
    ("who", "known"),
    [
        ("p01", {"p02": "tianliang", "p06": "qisha"}),
        ("p02", {"p03": "tianji", "p06": "qisha"}),
        ("p03", {"p04": "tiantong", "p06": "qisha"}),
        ("p04", {"p05": "tianxiang", "p06": "qisha"}),
        ("p05", {"p01": "tianfu", "p06": "qisha"}),
        ("p06", {}),
        ("p07", {"p08": "tanlang"}),
        ("p08", {"p07": "pojun"}),
        ("p09", {}),
    ],
)
def test_each_role_is_told_whom_it_knows_and_nobody_else(who, known):
    (seat,) = Game(cast=FULL).notices("seat", who)
    assert {row["handle"]: row["role"] for row in seat.data["knows"]} == known


def at_the_wait():
    game = Game(cast=FULL)
    game.close()
    game.kill("p01", "p09")
    game.close()
    assert game.phase.id == "W1"
    return game


def last_words(game, at):
    return game.say("p09", Reading("last_words", text="我是好人"), at=at)


def test_the_gm_opens_the_day_and_the_victim_keeps_his_last_words_to_the_scheduled_end():
    game = at_the_wait()
    scheduled = game.phase.closes
    early = game.phase.opens + timedelta(hours=1)
    assert game.command(word="open day", line="开帖", at=early) == ""
    game.settle(early)
    assert (game.phase.id, game.phase.opens) == ("D2", early)
    assert last_words(game, scheduled - timedelta(seconds=1)) == ("accepted", None)
    assert game.phase.id == "D2"
    assert last_words(game, scheduled - timedelta(seconds=1)) == ("refused", "late")


def test_at_the_scheduled_end_that_window_is_over():
    game = at_the_wait()
    scheduled = game.phase.closes
    game.command(word="open day", line="开帖")
    assert last_words(game, scheduled) == ("refused", "late")


def test_there_is_no_day_to_open_outside_a_wait():
    game = Game()
    assert game.command(word="open day", line="开帖") == "no_phase"


def test_the_gm_may_extend_a_wait_and_the_players_are_told():
    game = at_the_wait()
    later = game.phase.closes + timedelta(hours=3)
    assert game.command(word="extend", line="延长 3h", span=timedelta(hours=3)) == ""
    assert game.phase.closes == later
    assert game.posts("extension")
    assert last_words(game, later - timedelta(seconds=1)) == ("accepted", None)


CHOICE = st.integers(0, 2**30)


@given(seed=st.lists(CHOICE, min_size=40, max_size=40), options=st.sampled_from(["none", "random"]))
def test_every_game_ends_with_the_seventh_night_at_the_latest(seed, options):
    game, draws = Game(cast=FULL, options={"missed_kill": options}), iter(seed * 20)
    for _ in range(40):
        if game.table.ended is not None:
            break
        play_a_phase(game, draws)
        game.close()
    assert game.table.ended is not None
    assert game.phase.number <= 7
    dead = [death.who for death in game.table.deaths]
    assert len(dead) == len(set(dead))
    stars_dead = {"p07", "p08"} <= set(dead)
    assert (game.table.ended.winners == ("killers",)) == stars_dead


def play_a_phase(game, draws):
    """Some orders and votes, drawn from numbers; what is refused is refused."""
    living = game.table.living()
    pick = lambda: living[next(draws) % len(living)]  # noqa: E731
    if game.phase.kind == "night":
        killer = NIGHTS.get(game.phase.number)
        if game.phase.number == 7:
            game.kill("p06", pick(), pick(), kind="sure_kill")
        elif next(draws) % 4:
            game.kill(killer, pick())
        game.say("p07", Reading("seal", (pick(),)))
    elif game.phase.kind in ("day", "runoff"):
        favourites = [pick(), pick()]
        for who in living:
            game.vote(who, favourites[next(draws) % 2])
        game.say("p08", Reading("immunity", (pick(),)))


def test_the_same_inputs_bring_the_same_facts_whatever_the_clock_ticks():
    def play(ticks):
        game = Game(cast=FULL)
        for number in range(1, 4):
            for tick in range(ticks):
                game.settle(game.phase.opens + timedelta(minutes=tick))
            game.close()
            game.kill(NIGHTS[number], f"p{9 + number:02d}")
            game.close()
            game.close()
        return game.facts

    assert play(0) == play(50)
