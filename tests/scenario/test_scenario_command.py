"""`pbp scenario` says what failed, counts files, and ends with the status that the format names."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbp.scenario import command
from pbp.scenario import play as player
from pbp.scenario.model import Scenario
from tests.scenario.test_scenario_judge import RECORD

CAST = "{阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager}"
HEAD = f"game: {{ruleset: prayer, starts: 2026-03-02 20:00, cast: {CAST}}}\n"
PASSES = f"title: good\n{HEAD}expect:\n  - {{silence: D1}}\n"
FAILS = f"title: bad\n{HEAD}expect:\n  - {{silence: null}}\n"
BROKEN = f"caption: broken\n{HEAD}"
CRASHES = f"title: crash\n{HEAD}"


@pytest.fixture(autouse=True)
def _a_play_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record is given; only a scenario called crash has a bug."""

    def play(scenario: Scenario) -> dict[str, Any]:
        if scenario.title == "crash":
            raise ZeroDivisionError("a bug")
        return RECORD

    monkeypatch.setattr(player, "play", play)


def run(folder: Path, *arguments: str, **files: str) -> Result:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return CliRunner().invoke(command.scenario_command, [*arguments, str(folder)])


def test_status_0_when_all_pass(tmp_path: Path) -> None:
    result = run(tmp_path, a=PASSES, b=PASSES)
    assert (result.exit_code, result.stdout) == (0, "2 passed, 0 failed\n")


def test_status_1_when_one_fails_with_every_failure_and_its_line(tmp_path: Path) -> None:
    result = run(tmp_path, a=PASSES, b=FAILS)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"FAILED {tmp_path / 'b.yaml'}: bad",
        "  line 4: expected silence at the close of no phase; it was announced at D1",
        "1 passed, 1 failed",
    ]


def test_status_2_when_a_file_is_broken_and_the_rest_is_played(tmp_path: Path) -> None:
    result = run(tmp_path, a=BROKEN, b=FAILS, c=PASSES)
    assert result.exit_code == 2
    assert result.stdout.endswith("1 passed, 1 failed\n")
    assert f"{tmp_path / 'a.yaml'}:1: caption: unknown key" in result.stderr


def test_a_bug_is_the_failure_of_its_file_alone(tmp_path: Path) -> None:
    result = run(tmp_path, a=CRASHES, b=PASSES)
    assert result.exit_code == 1
    assert "could not be played to the end: ZeroDivisionError: a bug (test_" in result.stdout
    assert result.stdout.endswith("1 passed, 1 failed\n")


def test_folders_are_read_recursively_and_other_files_left_alone(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "x.yaml").write_text(PASSES, encoding="utf-8")
    (tmp_path / "deep" / "x.yml.txt").write_text(BROKEN, encoding="utf-8")
    assert run(tmp_path, a=PASSES).stdout == "2 passed, 0 failed\n"


def test_a_folder_without_scenarios_and_a_path_that_is_none_are_errors(tmp_path: Path) -> None:
    assert run(tmp_path).exit_code == 2
    assert run(tmp_path / "none").exit_code == 2


def test_a_file_that_is_named_twice_is_played_once(tmp_path: Path) -> None:
    result = run(tmp_path, str(tmp_path), a=PASSES)
    assert result.stdout == "1 passed, 0 failed\n"


def test_record_prints_the_record_and_judges_nothing(tmp_path: Path) -> None:
    result = run(tmp_path, "--record", a=FAILS)
    assert result.exit_code == 0
    assert json.loads(result.stdout) == RECORD


def test_record_of_a_broken_file_names_it(tmp_path: Path) -> None:
    result = run(tmp_path, "--record", a=BROKEN)
    assert result.exit_code == 2
    assert "a.yaml:1: caption: unknown key" in result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_files_are_shared_out_and_told_in_their_order(tmp_path: Path, jobs: str) -> None:
    files = {f"f{number:02}": FAILS if number % 3 == 0 else PASSES for number in range(12)}
    result = run(tmp_path, "--jobs", jobs, **files)
    told = [line for line in result.stdout.splitlines() if line.startswith("FAILED")]
    assert told == [f"FAILED {tmp_path / f'f{number:02}.yaml'}: bad" for number in (0, 3, 6, 9)]
    assert result.stdout.endswith("8 passed, 4 failed\n")
