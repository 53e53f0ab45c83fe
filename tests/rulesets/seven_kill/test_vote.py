"""The vote of seven kill: the threshold by integers, proxies, what a public count leaves out."""

from datetime import timedelta

import pytest

from pbp.game.intents import Reading
from pbp.rulesets.seven_kill.vote import has_enough
from tests.rulesets.seven_kill.games import SMALL, Game

LEAST = {4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4, 10: 4, 11: 5, 12: 5, 13: 6, 14: 6, 15: 6, 16: 7, 17: 7}
"""The fewest votes that are 40 per cent of so many players, counted by hand."""


@pytest.mark.parametrize("living", LEAST)
def test_forty_per_cent_of_each_number_of_players(living):
    assert not has_enough(LEAST[living] - 1, living, 40)
    assert has_enough(LEAST[living], living, 40)


def test_a_thousandth_less_is_not_enough():
    assert not has_enough(399, 1000, 40)
    assert has_enough(400, 1000, 40)


def test_a_public_count_of_warnings_leaves_secret_ones_out():
    """Fu missed his kill, which nobody may know; his missed run-off is the first public warning."""
    game = Game(options={"threshold_percent": 10})
    game.close()
    game.close()
    assert game.table.players["fu"].warnings == 1
    game.vote("po", "a")
    game.vote("lang", "b")
    game.close()
    assert game.phase.id == "R2"
    game.close()
    (post,) = game.posts("warning")
    assert {"who": "fu", "count": 1} in post.data["warned"]
    assert game.table.players["fu"].warnings == 2


# -- S-5.8 ----------------------------------------------------------------------------------------


def proxy(game, who, target, at=None, **more):
    readings = (Reading("vote", (target,) if target else (), **more),)
    return game.command(word="proxy", line="代投", who=who, readings=readings, at=at)


def test_a_proxy_vote_is_posted_at_once_and_the_voter_is_told():
    game = Game()
    assert proxy(game, "a", "qi") == ""
    (post,) = game.posts("proxy_vote")
    assert (post.data["voter"], post.data["target"]) == ("a", "qi")
    assert game.notices("gm_acted", "a")
    assert game.table.ballot("D1").votes["a"].target == "qi"


def test_a_proxy_vote_leaves_the_voter_his_one_change():
    game = Game()
    proxy(game, "a", "qi")
    vote = game.table.ballot("D1").votes["a"].mail
    later = game.phase.opens + timedelta(hours=2)
    assert game.vote("a", "b", at=later) == ("void", "not_quoted")
    assert game.vote("a", "b", at=later, answers_vote=vote) == ("replaced", None)
    assert game.vote("a", "qi", at=later, answers_vote=vote) == ("refused", "no_change_left")


def test_a_proxy_vote_counts_until_ten_minutes_before_the_close():
    game = Game()
    last = game.phase.closes - timedelta(minutes=10)
    assert proxy(game, "a", "qi", at=last) == ""
    assert proxy(game, "b", "qi", at=last + timedelta(seconds=1)) == "late"


def test_how_long_before_is_an_option():
    game = Game(options={"proxy_notice": "2h"})
    assert proxy(game, "a", "qi", at=game.phase.closes - timedelta(minutes=119)) == "late"


def test_a_proxy_vote_is_refused_where_there_is_a_vote_already():
    game = Game()
    game.vote("a", "b")
    assert proxy(game, "a", "qi") == "has_vote"
    assert game.table.ballot("D1").votes["a"].target == "b"


@pytest.mark.parametrize(
    ("who", "target", "more", "problem"),
    [
        ("a", "", {"problem": "conditional"}, "conditional"),
        ("a", "", {"problem": "ambiguous"}, "ambiguous"),
        ("a", "", {}, "not_permitted"),
        ("nobody", "qi", {}, "unknown_handle"),
    ],
)
def test_a_proxy_vote_needs_a_player_and_one_clear_target(who, target, more, problem):
    game = Game()
    assert proxy(game, who, target, **more) == problem
    assert game.posts("proxy_vote") == []


def test_a_proxy_vote_in_a_run_off_is_for_a_candidate():
    game = Game(options={"threshold_percent": 10})
    game.vote("po", "a")
    game.vote("lang", "b")
    game.close()
    assert proxy(game, "qi", "fu") == "not_candidate"
    assert proxy(game, "qi", "a") == ""


def test_there_is_no_proxy_vote_at_night_for_the_dead_or_by_them():
    game = Game(cast=SMALL)
    for who in ("qi", "fu", "po"):
        game.vote(who, "a")
    game.close()
    assert proxy(game, "b", "qi") == "no_phase"
    game.close()
    assert proxy(game, "a", "qi") == "not_alive"
    assert proxy(game, "b", "a") == "bad_target"
