"""A seat changes hands: whose letters, tokens and pages are whose from then on (L-7.1)."""

import pytest

from pbp.game import facts as f
from pbp.game.fold import run
from pbp.render.contract import NOTICES, POSTS
from pbp.rulesets.three_lives.law import LAW
from pbp.service import inputs, setup
from pbp.service.live import Live
from tests.rulesets.three_lives.table_talk import (
    HANDLES,
    HOUR,
    QUIET,
    START,
    Game,
    dealt,
    random_game,
)

SECRET = b"a test has no secret to keep"


def live_game():
    """A loaded game with one substitute, and the facts of a hand-over of p3 to him."""
    people = {who: setup.Owner(f"N{who}", (f"{who}@owner.test",)) for who in HANDLES}
    made = setup.Setup(
        id="g1",
        ruleset="three_lives",
        locale="zh",
        timezone="Asia/Shanghai",
        starts=START,
        seed="s",
        options=QUIET,
        seats=tuple(dealt(1)),
        owners=people,
        substitutes={"替一": setup.Owner("替一", ("sub@owner.test",))},
        gm=("gm@owner.test",),
        checked_in=True,
    )
    live = Live(made, SECRET, ())
    live.play.take(inputs.Started(at=START))
    return live


def hand_over(live, who="p3"):
    at = START + HOUR
    run(live.play.table, LAW.replace(live.play.table, {who: "gm"}, at))
    taken = [
        f.ReplacementEnded(at=at, who=who, how="taken"),
        f.SeatTaken(at=at, who=who, substitute="替一"),
        f.TokenChanged(at=at, who=who),
    ]
    run(live.play.table, taken)


def test_the_seats_mail_goes_to_the_substitute_and_comes_from_him() -> None:
    live = live_game()
    assert live.addresses_of("p3") == ("p3@owner.test",)
    hand_over(live)
    assert live.addresses_of("p3") == ("sub@owner.test",)
    assert live.seat_of("sub@owner.test") == "p3"
    assert live.seat_of("p3@owner.test") is None


def test_the_predecessors_token_dies_at_once_and_the_substitutes_own_leads_to_the_seat() -> None:
    live = live_game()
    old, own = live.token("p3"), live.token("替一")
    hand_over(live)
    assert old not in live.tokens().values()
    assert live.token("p3") != old
    assert live.token("替一") == live.token("p3")
    (holder,) = [who for who, token in live.tokens().items() if token == own]
    assert live.acting(holder) == "p3"


def test_what_was_mailed_to_the_predecessor_is_no_key_to_the_seat() -> None:
    live = live_game()
    assert live.was_to("p3", 0)
    hand_over(live)
    assert not live.was_to("p3", 0)
    assert live.was_to("p3", 1)
    assert live.was_to("p4", 0)


def test_a_further_mailbox_of_the_predecessor_is_no_key_either() -> None:
    live = live_game()
    run(live.play.table, [f.AddressAdded(at=START, who="p3", address="p3@elsewhere.test")])
    assert live.seat_of("p3@elsewhere.test") == "p3"
    hand_over(live)
    assert live.seat_of("p3@elsewhere.test") is None


def test_a_substitute_is_nobody_in_the_game_before_he_has_a_seat() -> None:
    live = live_game()
    assert live.seat_of("sub@owner.test") == "替一"
    assert live.acting("替一") == "替一"
    assert "替一" not in live.play.table.players


def test_a_second_hand_over_of_the_same_seat() -> None:
    """The substitute is silent too: the next one follows, and the first is nobody again."""
    game = Game(dealt(1), substitutes=["替一", "替二"])
    for turn, name in enumerate(("替一", "替二"), start=1):
        at = game.phase.opens + turn * HOUR
        game.replace("p3", at)
        assert game.say(name, "ready", at=at + HOUR / 2).verdict == "accepted"
        assert game.table.played_by("p3") == name
        assert game.table.tenure("p3") == turn
    assert game.table.substitutes == []
    assert game.table.seat_taken_by("替一") is None


def test_the_call_names_no_handle_life_or_role() -> None:
    game = Game(dealt(1), substitutes=["替一", "替二"])
    game.replace("p3", game.phase.opens + HOUR)
    calls = game.told("replacement_call", "N1")
    assert [call.to for call in calls] == ["替一", "替二"]
    assert all(call.data.keys() == {"until"} and call.life is None for call in calls)


def test_nobody_but_the_gm_learns_why_somebody_is_replaced() -> None:
    game = Game(dealt(1), substitutes=["替一"])
    game.replace("p3", game.phase.opens + HOUR, why="leave")
    game.say("替一", "ready", at=game.phase.opens + 2 * HOUR)
    for fact in game.facts:
        if fact.audience != f.THE_DESK:
            assert b"leave" not in f.to_bytes(fact)


@pytest.mark.parametrize("kind", ["notice", "post"])
def test_every_page_gets_the_data_that_was_promised_to_it(kind) -> None:
    games = [random_game(seed, nights=8) for seed in range(4)]
    replaced = Game(dealt(1), substitutes=["替一"], checked_in=False)
    for _ in range(4):
        replaced.close()
    away = Game(dealt(2), substitutes=["替一", "替二"])
    for hours, who in ((1, "p3"), (2, "p4")):
        away.replace(who, away.phase.opens + hours * HOUR)
    away.say("p4", "ask", text="status", at=away.phase.opens + 3 * HOUR)
    away.say("替一", "ready", at=away.phase.opens + 4 * HOUR)
    away.say("替二", "ready", at=away.phase.opens + 5 * HOUR)
    away.close()
    table_of, wanted = (NOTICES, f.Notified) if kind == "notice" else (POSTS, f.Posted)
    for game in (*games, replaced, away):
        for fact in game.facts:
            if isinstance(fact, wanted):
                assert _fits(fact, table_of), fact


def _fits(fact, table_of):
    return any(shape.required <= fact.data.keys() <= shape.fields for shape in table_of[fact.kind])
