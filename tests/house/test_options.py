"""The options of the rule sets: defaults, values, and everything that is wrong at once."""

import re
from datetime import date, time, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from pbp.game.options import (
    OPTIONS,
    RULESETS,
    OptionsError,
    options_of,
    parse_options,
    show_value,
)
from pbp.game.timetable import SEVEN_KILL_TIMETABLE, WeekendEnd

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)

DEFAULTS = {
    "night": {"prayer": 24 * HOUR, "three_lives": 24 * HOUR},
    "day": {"prayer": 24 * HOUR, "three_lives": 36 * HOUR},
    "runoff": {"prayer": 24 * HOUR},
    "freeze": {"prayer": HOUR, "three_lives": 10 * MINUTE, "seven_kill": timedelta(0)},
    "vote_freeze": dict.fromkeys(RULESETS, HOUR),
    "checkin": {"prayer": 24 * HOUR, "three_lives": 24 * HOUR, "seven_kill": None},
    "checkin_replace": {"prayer": None, "three_lives": 48 * HOUR, "seven_kill": None},
    "checkin_any": dict.fromkeys(RULESETS, False),
    "killers": {"prayer": 2},
    "villagers": {"prayer": 7},
    "reveal_night_deaths": {"prayer": True},
    "reveal_disqualified": {"prayer": False},
    "declaration_min": {"three_lives": 100, "seven_kill": 100},
    "declaration_review": {"three_lives": timedelta(0), "seven_kill": timedelta(0)},
    "handover": {"three_lives": 12 * HOUR},
    "missed_votes": {"three_lives": 2},
    "lone_vote": {"three_lives": "hold"},
    "missed_kill": {"seven_kill": "none"},
    "first_phase": {"seven_kill": "day"},
    "weekends": {"seven_kill": True},
    "threshold_percent": {"seven_kill": 40},
    "proxy_notice": {"seven_kill": 10 * MINUTE},
    "early_decision": {"seven_kill": True},
    "timetable": {"seven_kill": SEVEN_KILL_TIMETABLE},
    "holidays": {"seven_kill": ()},
    "early_end": dict.fromkeys(RULESETS, "ask"),
    "late_tolerance": dict.fromkeys(RULESETS, 10 * MINUTE),
    "settle_wait": dict.fromkeys(RULESETS, timedelta(0)),
    "ambiguous_change_uses_it": dict.fromkeys(RULESETS, True),
    "low_activity": {"prayer": "report", "three_lives": "report", "seven_kill": None},
    "analysis_min": dict.fromkeys(RULESETS, 0),
    "onlookers": dict.fromkeys(RULESETS, True),
    "ghost_reply_limit": dict.fromkeys(RULESETS, 200),
    "publish_hold": dict.fromkeys(RULESETS, 3 * MINUTE),
    "publish_tick": dict.fromkeys(RULESETS, MINUTE),
    "silence_at": {"prayer": 3, "three_lives": 4, "seven_kill": None},
    "warnings_out": dict.fromkeys(RULESETS, 3),
    "select": dict.fromkeys(RULESETS, "first"),
    "reveal_owners": dict.fromkeys(RULESETS, True),
    "reveal_actions_after_game": dict.fromkeys(RULESETS, True),
    "pot": dict.fromkeys(RULESETS, Fraction(1)),
    "unit": dict.fromkeys(RULESETS, ""),
    "reminders": dict.fromkeys(RULESETS, (12 * HOUR, 2 * HOUR)),
    "digest_before": dict.fromkeys(RULESETS, HOUR),
    "awards": dict.fromkeys(RULESETS, 72 * HOUR),
}
"""What docs/scenario-format.md promises, written out once more."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_rule_set_has_its_options_with_their_defaults_and_no_other(ruleset: str) -> None:
    promised = {name: by[ruleset] for name, by in DEFAULTS.items() if ruleset in by}
    assert parse_options(ruleset, {}) == promised


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_every_option_stands_in_the_table_of_the_format(name: str) -> None:
    text = Path("docs/scenario-format.md").read_text(encoding="utf-8")
    rows = text.split("## Options", 1)[1].split("\n## ", 1)[0]
    assert re.search(rf"\b{name}\b", rows)


def test_in_a_scenario_nothing_waits_for_the_wall_clock() -> None:
    values = parse_options("prayer", {}, scenario=True)
    zero = timedelta(0)
    assert (values["publish_hold"], values["publish_tick"], values["settle_wait"]) == (zero,) * 3
    given = parse_options("prayer", {"publish_hold": "5m"}, scenario=True)
    assert given["publish_hold"] == 5 * MINUTE


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_value_is_shown_in_a_form_that_is_read_as_the_same_value(ruleset: str) -> None:
    values = parse_options(ruleset, {})
    assert parse_options(ruleset, {name: show_value(v) for name, v in values.items()}) == values


@pytest.mark.parametrize(
    ("ruleset", "name", "written", "value"),
    [
        ("prayer", "night", "90s", timedelta(seconds=90)),
        ("prayer", "night", "1d12h", 36 * HOUR),
        ("prayer", "freeze", 0, timedelta(0)),
        ("prayer", "freeze", "off", timedelta(0)),
        ("prayer", "settle_wait", False, timedelta(0)),
        ("prayer", "checkin", "off", None),
        ("prayer", "checkin", False, None),
        ("prayer", "digest_before", "off", None),
        ("prayer", "silence_at", False, None),
        ("prayer", "silence_at", 5, 5),
        ("prayer", "killers", "3", 3),
        ("prayer", "onlookers", "off", False),
        ("prayer", "onlookers", "no", False),
        ("prayer", "onlookers", "on", True),
        ("prayer", "early_end", False, None),
        ("prayer", "early_end", "auto", "auto"),
        ("prayer", "low_activity", "off", None),
        ("prayer", "reminders", "off", ()),
        ("prayer", "reminders", ["2h", "1d"], (24 * HOUR, 2 * HOUR)),
        ("prayer", "reminders", "30m", (30 * MINUTE,)),
        ("prayer", "pot", 100, Fraction(100)),
        ("prayer", "pot", "1/2", Fraction(1, 2)),
        ("prayer", "pot", 2.5, Fraction(5, 2)),
        ("prayer", "unit", "金币", "金币"),
        ("three_lives", "lone_vote", "skip", "skip"),
        ("seven_kill", "missed_kill", "random", "random"),
        ("seven_kill", "first_phase", "night", "night"),
        ("seven_kill", "threshold_percent", 50, 50),
        ("seven_kill", "holidays", "2026-10-01", ((date(2026, 10, 1), date(2026, 10, 1)),)),
        (
            "seven_kill",
            "holidays",
            ["2026-10-01..2026-10-07", date(2026, 5, 1)],
            ((date(2026, 5, 1),) * 2, (date(2026, 10, 1), date(2026, 10, 7))),
        ),
    ],
)
def test_a_value_that_a_gm_writes_is_taken(
    ruleset: str, name: str, written: object, value: object
) -> None:
    values = parse_options(ruleset, {name: written})
    assert values[name] == value
    assert parse_options(ruleset, {name: show_value(values[name])})[name] == value


@pytest.mark.parametrize(
    ("ruleset", "name", "written"),
    [
        ("prayer", "night", "24"),
        ("prayer", "night", 24),
        ("prayer", "night", "0"),
        ("prayer", "night", "off"),
        ("prayer", "night", "1h-2h"),
        ("prayer", "night", "400d"),
        ("prayer", "night", ""),
        ("prayer", "night", True),
        ("prayer", "night", None),
        ("prayer", "night", timedelta(days=-1)),
        ("prayer", "killers", 0),
        ("prayer", "killers", 2.0),
        ("prayer", "killers", True),
        ("prayer", "killers", "1000000000000"),
        ("prayer", "onlookers", 1),
        ("prayer", "onlookers", "perhaps"),
        ("prayer", "select", "last"),
        ("prayer", "select", ["first"]),
        ("prayer", "select", False),
        ("prayer", "unit", "two\nlines"),
        ("prayer", "unit", 3),
        ("prayer", "pot", 0),
        ("prayer", "pot", "1/0"),
        ("prayer", "pot", "much"),
        ("prayer", "pot", True),
        ("prayer", "pot", "1" * 40),
        ("prayer", "pot", float("inf")),
        ("prayer", "reminders", []),
        ("prayer", "reminders", ["2h", "soon"]),
        ("prayer", "reminders", {"2h": 1}),
        ("prayer", "warnings_out", "off"),
        ("seven_kill", "threshold_percent", 101),
        ("seven_kill", "timetable", "S-5"),
        ("seven_kill", "timetable", {"noon": {}}),
        ("seven_kill", "timetable", {"day": "22:00"}),
        ("seven_kill", "timetable", {"day": {"ends": "24:00"}}),
        ("seven_kill", "timetable", {"day": {"ends": 22}}),
        ("seven_kill", "timetable", {"day": {"least": "0"}}),
        ("seven_kill", "timetable", {"day": {"starts": "20:00"}}),
        ("seven_kill", "timetable", {"day": {"weekend": "friday sunday"}}),
        ("seven_kill", "timetable", {"day": {"weekend": "friday sunday 25:00"}}),
        ("seven_kill", "timetable", {"day": {"weekend": 3}}),
        ("seven_kill", "holidays", "next week"),
        ("seven_kill", "holidays", "2026-10-07..2026-10-01"),
        ("seven_kill", "holidays", 7),
    ],
)
def test_a_value_that_cannot_be_meant_is_named_with_what_is_allowed(
    ruleset: str, name: str, written: object
) -> None:
    with pytest.raises(OptionsError) as caught:
        parse_options(ruleset, {name: written})
    (problem,) = caught.value.problems
    assert problem.option == name
    assert problem.found.startswith("found ")
    assert problem.allowed
    assert "\n" not in str(problem)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    given = {"nigth": "24h", "handover": "3h", "killers": "two", "day": 24, "freeze": "30m"}
    with pytest.raises(OptionsError) as caught:
        parse_options("prayer", given)
    problems = {problem.option: problem for problem in caught.value.problems}
    assert set(problems) == {"nigth", "handover", "killers", "day"}
    assert problems["nigth"].suggestion == "night"
    assert problems["handover"].found == "prayer has no such option, only three_lives"
    assert 'did you mean "night"?' in str(caught.value)


def test_an_unknown_rule_set_is_answered_with_the_nearest() -> None:
    with pytest.raises(OptionsError) as caught:
        parse_options("prayers", {})
    (problem,) = caught.value.problems
    assert (problem.option, problem.suggestion) == ("ruleset", "prayer")


def test_a_timetable_changes_only_what_it_names() -> None:
    written = {
        "night": {"ends": "13:00", "least": "10h"},
        "day": {"weekend": "off"},
        "last_words": {"weekend": "friday sunday 21:30"},
    }
    values = parse_options("seven_kill", {"timetable": written})
    table = values["timetable"]
    assert table != SEVEN_KILL_TIMETABLE
    assert (table.night.ends, table.night.least) == (time(13), 10 * HOUR)
    assert table.night.weekend == SEVEN_KILL_TIMETABLE.night.weekend
    assert table.day.weekend is None
    assert table.last_words.weekend == WeekendEnd(4, 6, time(21, 30))
    assert table.runoff == SEVEN_KILL_TIMETABLE.runoff
    assert "night: {ends: 13:00, least: 10h, weekend: friday saturday 20:00}" in show_value(table)


def test_options_come_in_the_order_of_the_table() -> None:
    names = [option.name for option in options_of("prayer")]
    assert names[:4] == ["night", "day", "runoff", "freeze"]
    assert list(parse_options("prayer", {"day": "1h", "night": "2h"})) == names
