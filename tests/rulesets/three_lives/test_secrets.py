"""What everybody may know is the same whatever the secret behind it is (L-3.6, L-4, L-7.1)."""

from itertools import combinations

import pytest

from pbp.game import facts as f
from pbp.game.nouns import Seat
from pbp.render import About, Renderer
from tests.rulesets.three_lives.table_talk import HOUR, Game

PAST = {
    "killer": "小一",
    "wolf": "小二",
    "binder": "小三",
    "healer": "小四",
    "plain": "小五",
}
HANDLES = ("小一", "小二", "小三", "小四", "小五", "小六", "小七", "小八", "小九")
ABOUT = About(
    game="g1",
    ruleset="three_lives",
    locale="zh",
    timezone="Asia/Shanghai",
    host="games.test",
    handles=HANDLES,
)
WORDS = "月黑风高"
KIND = {"killer": "kill", "wolf": "kill", "binder": "bind", "healer": "heal"}


def seats(**past):
    """Nine players, five of them in the past life with one role each."""
    roles = {handle: role for role, handle in (PAST | past).items()}
    others = {"小六": "killer", "小七": "wolf", "小八": "plain", "小九": "plain"}
    for number, handle in enumerate(HANDLES, start=1):
        yield Seat(
            number=number,
            handle=handle,
            lives={
                "past": roles.get(handle) or others[handle],
                "present": ("plain", "killer", "wolf")[number % 3],
                "next": ("wolf", "plain", "killer")[number % 3],
            },
            start="past" if handle in roles else "present",
            arrival=number,
        )


def board(game):
    """Every byte, order and time of what goes to everybody, as it is posted."""
    renderer = Renderer()
    posts = [fact for fact in game.public() if isinstance(fact, f.Posted)]
    assert posts
    return [(post.at, post.kind, post.life, renderer.post(post, ABOUT)) for post in posts]


def night(*nights, swapped=()):
    """Games of some nights. Each night: role → target. swapped: two roles change their players."""
    roles = dict(PAST)
    if swapped:
        one, other = swapped
        roles[one], roles[other] = roles[other], roles[one]
    game = Game(seats(**roles), missed_votes=9)
    for orders in nights:
        for role, target in orders.items():
            text = WORDS if KIND[role] == "kill" else ""
            game.say(roles[role], KIND[role], target, text=text)
        game.close()
        if game.phase.kind == "day" and orders is not nights[-1]:
            game.close()
    return game


def test_a_killers_victim_and_a_wolfs_victim_are_posted_alike():
    assert board(night({"killer": "小五"})) == board(night({"wolf": "小五"}))


def test_who_died_of_a_binder_and_who_of_a_healer_is_posted_alike():
    bound, healed = {"binder": "小五"}, {"healer": "小五"}
    assert board(night(bound, bound)) == board(night(healed, healed))


def test_a_victim_of_binder_and_healer_both_is_posted_as_of_one():
    both, one = {"binder": "小五", "healer": "小五"}, {"binder": "小五"}
    assert board(night(both, both)) == board(night(one, one))


def test_whatever_saved_is_posted_as_nothing_at_all():
    nothing = board(night({}))
    assert nothing == board(night({"killer": "小五", "binder": "小五"}))
    assert nothing == board(night({"wolf": "小五", "healer": "小五"}))
    assert nothing == board(
        night({"killer": "小五", "wolf": "小五", "binder": "小五", "healer": "小五"})
    )
    assert nothing == board(night({"binder": "小五", "healer": "小一"}))
    assert nothing == board(night({"killer": "小六"}))


@pytest.mark.parametrize("pair", list(combinations(PAST, 2)), ids="-".join)
def test_another_deal_is_the_same_board_as_long_as_nobody_acts(pair):
    assert board(night({})) == board(night({}, swapped=pair))


@pytest.mark.parametrize("pair", list(combinations(KIND, 2)), ids="-".join)
def test_whoever_it_was_that_killed_the_board_is_the_same(pair):
    assert board(night({"killer": "小五"})) == board(night({"killer": "小五"}, swapped=pair))


def test_who_kills_is_known_to_nobody_by_the_order_of_two_declarations():
    """Two attackers of one victim: the texts stand in an order of their own."""
    one = Game(seats(), missed_votes=9)
    one.say("小一", "kill", "小五", text="甲乙丙")
    one.say("小二", "kill", "小五", text="丁戊己")
    one.close()
    other = Game(seats(killer="小二", wolf="小一"), missed_votes=9)
    other.say("小二", "kill", "小五", text="丁戊己")
    other.say("小一", "kill", "小五", text="甲乙丙")
    other.close()
    assert board(one) == board(other)


def test_nobody_acting_and_everybody_acting_thrice_is_one_board():
    silent, busy = Game(seats(), missed_votes=9), Game(seats(), missed_votes=9)
    for turn in range(3):
        for role, kind in KIND.items():
            at = busy.phase.opens + (turn + 1) * HOUR
            busy.say(PAST[role], kind, PAST[role] if kind != "kill" else "小五", at=at)
    silent.close()
    busy.close()
    assert board(silent) == board(busy)


def test_no_public_fact_holds_a_role_an_order_or_a_cause():
    game = night({"killer": "小五", "binder": "小三", "healer": "小四"}, {"wolf": "小三"})
    said = b"".join(f.to_bytes(fact) for fact in game.public())
    for secret in (b"binder", b"healer", b"binding", b"healing", b'"bind"', b'"heal"', b'"wolf"'):
        assert secret not in said


def test_a_hand_over_for_a_private_reason_names_nobody():
    one, other = (Game(seats(), substitutes=["替一"]) for _ in range(2))
    for game, who in ((one, "小三"), (other, "小四")):
        at = game.phase.opens + HOUR
        game.settle(at)
        game.replace(who, at)
    assert board(one) == board(other)
