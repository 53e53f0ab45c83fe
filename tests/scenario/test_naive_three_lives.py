"""Random games of three lives come out as a second, naive reading of the clauses says."""

from pathlib import Path

import pytest

from pbp.scenario.judge import judge
from pbp.scenario.load import load
from tests.scenario.naive_three_lives import judged, naive_record
from tests.scenario.random_three_lives import disagreements

SHARED = sorted(
    (Path(__file__).parents[1] / "scenarios" / "shared-three_lives").glob("three_lives-*.yaml")
)


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game_comes_out_as_the_naive_reading_says(seed: int) -> None:
    assert disagreements(seed, phases_max=5) == []


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.stem)
def test_the_naive_reading_itself_agrees_with_the_shared_scenarios(path: Path) -> None:
    scenario = load(path)
    assert judge(scenario, judged(naive_record(scenario))) == []
