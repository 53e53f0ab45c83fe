"""Random games of seven kill come out as a second, naive reading of the clauses says."""

from pathlib import Path

import pytest

from pbp.scenario.load import load
from pbp.scenario.play import play
from tests.scenario.naive_seven_kill import differences, naive_of
from tests.scenario.random_seven_kill import disagreements

SHARED = sorted((Path(__file__).parents[1] / "scenarios" / "shared-seven_kill").glob("*.yaml"))


@pytest.mark.parametrize("seed", range(1, 15))
def test_a_random_game_of_seven_kill_comes_out_as_the_naive_reading_says(seed: int) -> None:
    """A random game of seven kill meets every expectation of the naive reading."""
    assert disagreements(seed) == []


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.stem)
def test_the_naive_reading_of_seven_kill_agrees_with_the_shared_scenarios(path: Path) -> None:
    """A shared scenario, which the program meets, comes out alike in the naive reading."""
    scenario = load(path)
    assert differences(naive_of(scenario), play(scenario)) == []
