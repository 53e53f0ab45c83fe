"""`pbp simulate`: whole games through the engine, counted, so that a GM can choose a set-up."""

import csv
import json
import xml.etree.ElementTree as ElementTree

import pytest
from click.testing import CliRunner

from pbp.cli import main
from pbp.game.optiontable import RULESETS
from pbp.simulate.crowd import play_all
from pbp.simulate.game import Case, Result, play
from pbp.simulate.outcomes import CAMPS, most_even, outcome, wilson
from pbp.simulate.setups import Varied, setups
from pbp.simulate.strategies import STRATEGIES


def simulate(*words: object) -> object:
    return CliRunner().invoke(main, ["simulate", *map(str, words)])


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_game_ends_with_a_camp_of_its_rule_set_or_a_draw(ruleset: str, strategy: str) -> None:
    for number in range(3):
        result = play(Case(ruleset, {}, strategy, f"end/{number}"))
        assert result.state in ("won", "draw"), result
        assert set(result.winners) <= set(CAMPS[ruleset])
        assert result.days > 0


def test_the_same_seed_plays_the_same_games_on_any_number_of_processes() -> None:
    cases = [Case("prayer", {}, "votes", f"7/{number}") for number in range(26)]
    assert play_all(cases, jobs=2) == [play(case) for case in cases]
    assert play(cases[0]) != play(Case("prayer", {}, "votes", "8/0"))


def test_more_killers_win_more_often() -> None:
    def killers_win(killers: int) -> int:
        options = {"killers": str(killers), "villagers": "6"}
        cases = [Case("prayer", options, "random", f"more/{number}") for number in range(15)]
        return sum("killers" in play(case).winners for case in cases)

    assert killers_win(1) < killers_win(3)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (5, 5, 0.5655, 1.0)],
)
def test_intervals_are_those_of_wilson(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=1e-4)


def test_an_error_of_ours_is_a_stuck_game_that_names_its_seed() -> None:
    results = [play(Case("prayer", {"killers": "x"}, "votes", "s/0"))]
    found = outcome("prayer", Varied({}, {}, 9), results)
    assert found.stuck == [{"seed": "s/0", "why": "OptionsError"}]
    assert found.shares["killers"].games == 0


def test_all_combinations_are_compared_in_the_order_of_the_words() -> None:
    found = setups("prayer", ["night=12h", "killers=1..2", "villagers=5,6"], {})
    assert [one.varied for one in found] == [
        {"killers": k, "villagers": v} for k in "12" for v in "56"
    ]
    assert [one.players for one in found] == [6, 7, 7, 8]
    assert found[0].options["night"] == "12h"


def test_a_table_a_chart_and_a_file_of_numbers_show_each_set_up(tmp_path) -> None:
    out = tmp_path / "prayer"
    words = ("prayer", "--games", 4, "--vary", "killers=1..2", "villagers=5", "--out", out)
    shown = simulate(*words)
    assert shown.exit_code == 0, shown.output
    assert "most even" in shown.stdout
    rows = list(csv.DictReader((tmp_path / "prayer.csv").read_text("utf-8").splitlines()))
    assert [(row["killers"], row["games"], row["stuck"]) for row in rows] == [
        ("1", "4", "0"),
        ("2", "4", "0"),
    ]
    drawn = ElementTree.fromstring((tmp_path / "prayer.svg").read_text("utf-8"))
    words = " ".join(node.text or "" for node in drawn.iter())
    assert "killers=1" in words
    assert "killers=2" in words
    assert sorted(path.name for path in tmp_path.iterdir()) == ["prayer.csv", "prayer.svg"]


def test_json_tells_all_of_it_and_is_reproducible(tmp_path) -> None:
    words = (
        "prayer",
        "--games",
        5,
        "--seed",
        "abc",
        "--json",
        "--no-files",
        "--strategy",
        "random",
    )
    first, second = simulate(*words), simulate(*words, "--jobs", 1)
    assert first.stdout == second.stdout
    told = json.loads(first.stdout)
    (setup,) = told["setups"]
    assert (told["seed"], setup["games"], setup["stuck"]) == ("abc", 5, [])
    assert sum(share["games"] for share in setup["shares"].values()) == 5


def test_the_set_up_whose_camps_win_most_equally_is_marked() -> None:
    def with_wins(killers: int, villagers: int) -> object:
        won = [("killers",)] * killers + [("villagers",)] * villagers
        results = [Result("s", "won", camp, 3.0, 2) for camp in won]
        return outcome("prayer", Varied({}, {}, 9), results)

    assert most_even([with_wins(8, 2), with_wins(5, 5), with_wins(1, 9)]) == 1
    assert most_even([with_wins(8, 2)]) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["prayer", "killers"], '"killers" is not understood'),
        (["prayer", "kilers=1"], 'did you mean "killers"?'),
        (["prayer", "killers=x"], "a whole number from 1 to 100"),
        (["prayer", "killers=4..1"], "is no range"),
        (["prayer", "killers=1", "--vary", "killers=2,3"], "given twice"),
        (["seven_kill", "villagers=3"], "only prayer"),
        (["prayer", "killers=1..90", "villagers=1..90"], "more than 200"),
        (["prayer", "--out", "/nowhere/at/all"], "no such folder"),
    ],
)
def test_wrong_words_are_named_with_an_example_on_standard_error(words, said) -> None:
    wrong = simulate(*words, "--games", 1)
    assert wrong.exit_code == 2
    assert wrong.stdout == ""
    assert said in wrong.stderr
    assert "example" in wrong.stderr or "=1,3" in wrong.stderr or "fewer" in wrong.stderr


def test_everything_that_is_wrong_is_said_at_once() -> None:
    wrong = simulate("prayer", "kilers=1", "villagers=no", "--vary", "night=never")
    assert [name in wrong.stderr for name in ("kilers", "villagers", "night")] == [True] * 3
