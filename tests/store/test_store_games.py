"""Games, their inputs and facts, their deadlines, and the small tables beside them."""

from datetime import timedelta

import pytest

from pbp.store import Address, Counter, GameState, Outcome, StoreConflict


def test_games_come_back_in_order_of_birth(store, make):
    games = [make.game("g2", next_deadline=make.noon), make.game("g10"), make.game("g1")]
    for game in games:
        store.add_game(game)
    assert store.games() == games
    assert store.game("g10") == games[1]
    assert store.game("g3") is None


def test_a_game_can_be_born_with_its_first_inputs_and_mails(store, make):
    outcome = Outcome(
        games=(make.game(),),
        inputs=(make.input(1),),
        facts=(make.fact(1),),
        mails=(make.mail(game="g1"),),
    )
    store.commit(outcome)
    assert store.last_seqs("g1") == (1, 1)


def test_an_id_is_given_to_one_game_only(store, make):
    store.add_game(make.game())
    with pytest.raises(StoreConflict):
        store.add_game(make.game())


def test_games_are_due_at_their_deadline_the_earliest_first(store, make):
    minute = timedelta(minutes=1)
    for name, deadline in (
        ("late", make.noon + minute),
        ("b", make.noon),
        ("a", make.noon),
        ("first", make.noon - minute),
        ("never", None),
    ):
        store.add_game(make.game(name, next_deadline=deadline))
    assert store.next_deadline() == make.noon - minute
    assert store.due_games(make.noon - minute - timedelta(microseconds=1)) == []
    assert store.due_games(make.noon) == ["first", "a", "b"]
    store.commit(Outcome(states=(GameState("first", "ended", None),)))
    assert store.due_games(make.noon) == ["a", "b"]
    assert store.game("first").state == "ended"


def test_a_state_of_an_unknown_game_is_a_conflict(store):
    with pytest.raises(StoreConflict):
        store.commit(Outcome(states=(GameState("nowhere", "running", None),)))


def test_inputs_and_facts_come_in_order_and_from_anywhere(store, make):
    store.add_game(make.game())
    store.add_game(make.game("g2"))
    inputs = tuple(make.input(seq) for seq in range(1, 2502))
    facts = tuple(make.fact(seq, input_seq=seq) for seq in range(1, 2502))
    store.commit(Outcome(inputs=inputs, facts=facts))
    store.commit(Outcome(inputs=(make.input(1, "g2"),)))
    assert tuple(store.inputs("g1")) == inputs
    assert tuple(store.facts("g1")) == facts
    assert tuple(store.inputs("g1", after=2499)) == inputs[2499:]
    assert tuple(store.facts("g2")) == ()
    assert store.last_seqs("g1") == (2501, 2501)
    assert store.last_seqs("g3") == (0, 0)


def test_a_fact_needs_the_input_that_it_follows_from(store, make):
    store.add_game(make.game())
    with pytest.raises(StoreConflict):
        store.commit(Outcome(facts=(make.fact(1, input_seq=1),)))


def test_an_address_is_found_in_any_case_until_it_is_taken_out(store, make):
    store.add_game(make.game())
    entry = Address("player@example.org", "g1", "3", "player")
    store.commit(Outcome(addresses=(Address("Player@Example.ORG", "g1", "3", "player"), entry)))
    assert store.find_games_of("PLAYER@example.org") == [entry]
    assert store.find_games_of("\udcff@example.org") == []
    store.commit(Outcome(addresses_gone=(entry,)))
    assert store.find_games_of("player@example.org") == []


def test_counters_keep_their_last_value_and_are_found_by_prefix(store):
    store.commit(
        Outcome(counters=(Counter("g1/阿甲", 1), Counter("g1/阿甲", 2), Counter("g10/x", 7)))
    )
    assert (store.counter("g1/阿甲"), store.counter("unknown")) == (2, 0)
    assert store.counters("g1/") == {"g1/阿甲": 2}
    assert store.counters("%") == {}


def test_the_last_heartbeat_is_remembered(store, make):
    assert store.last_beat() is None
    store.beat(make.noon)
    store.beat(make.noon + timedelta(seconds=1))
    assert store.last_beat() == make.noon + timedelta(seconds=1)


def test_the_secret_of_a_game_is_not_shown_with_it(make):
    assert repr(make.game(secret=b"256 bits")) == "Game(id='g1', state='new')"
