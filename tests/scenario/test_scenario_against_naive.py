"""Random games come out as a second, naive reading of the clauses says."""

from pathlib import Path

import pytest

from pbp.scenario.load import load, loads
from pbp.scenario.model import Expectation
from pbp.scenario.play import play
from tests.scenario.naive_prayer import NaivePrayer, differences
from tests.scenario.random_prayer import random_game

SHARED = sorted((Path(__file__).parents[1] / "scenarios" / "shared-prayer").glob("random-*.yaml"))


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game_comes_out_as_the_naive_reading_says(seed: int) -> None:
    scenario = loads(random_game(seed), Path("random.yaml"))
    assert differences(NaivePrayer(scenario), play(scenario)) == []


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.stem)
def test_the_naive_reading_itself_agrees_with_the_shared_scenarios(path: Path) -> None:
    scenario = load(path)
    naive = NaivePrayer(scenario)
    effective = {order.mail: order.effective for order in naive.orders}

    def found(expected: Expectation) -> object:
        value, more = expected.value, expected.more
        answer = naive.answers.get(value) if expected.kind == "answer" else None
        looked_up = {
            "answer": lambda: answer == (more["verdict"], more["code"]),
            "order": lambda: effective[value] is more["effective"],
            "alive": lambda: naive.alive == set(value),
            "warnings": lambda: naive.warnings == value,
            "silence": lambda: naive.silence == value,
            "winner": lambda: [naive.winner] == value,
            "ballot": lambda: naive.ballots[value].tally == more["tally"],
            "executed": lambda: naive.ballots[more["in"]].executed == value,
            "dead": lambda: set(value) <= set(dict(naive.closes)[more["in"]]),
        }
        return looked_up[expected.kind]() if expected.kind in looked_up else True

    assert [e.line for e in scenario.expect if not found(e)] == []
