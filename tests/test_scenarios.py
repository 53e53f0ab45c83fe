"""Every scenario under tests/scenarios comes out as it says, played through the real product."""

from pathlib import Path

import pytest

from pbp.scenario.judge import judge
from pbp.scenario.load import load
from pbp.scenario.play import play

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_the_scenario_comes_out_as_it_says(path: Path) -> None:
    scenario = load(path)
    assert judge(scenario, play(scenario)) == []


def test_there_are_scenarios() -> None:
    assert len(FILES) > 100
