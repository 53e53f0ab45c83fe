"""Law, code and scenarios agree: each clause has a judge, and each is played somewhere.

A clause is judged by the functions that bear its number (pbp.game.clauses), by the default of an
option, by another room, or by the human GM.
"""

import importlib
import pkgutil
import re
from functools import cache

import pytest

import pbp
from pbp.game.clauses import JUDGES
from pbp.game.options import parse_options, show_value
from pbp.rulesets.shelf import SHELF
from tests.house.sources import ROOT

PAGES = ("common", *SHELF)
SCENARIOS = sorted((ROOT / "tests/scenarios").rglob("*.yaml"))

BY_THE_GM = {
    "C-9.3": "nobody but a person can find out who wrote a mail",
    "C-9.7": "what is ignorance after a reminder is the GM's to find",
    "P-6.5": "the GM extends or declares dead, by the commands of C-7.2",
}

BY_AN_OPTION = {
    "P-4.3": ("prayer", "freeze", "1h"),
    "P-6.4": ("prayer", "silence_at", "3"),
    "L-5.3": ("three_lives", "freeze", "10m"),
    "L-8.2": ("three_lives", "silence_at", "4"),
    "S-4.6": ("seven_kill", "freeze", "0"),
    "S-6.5": ("seven_kill", "silence_at", "off"),
}
"""Clauses that set a number: rule set, option, its default."""

ELSEWHERE = {
    "C-2.2": ("pbp/game/table.py", "windows: Table.before; the zone is the renderer's"),
    "C-5.7": ("pbp/service/outgoing.py", "every mail is built anew; tests/audit looks for leaks"),
    "C-6.2": ("pbp/language/votes.py", "which words are a vote"),
    "C-6.6": ("pbp/language/reader.py", "no reading at all: nothing is used up"),
}
"""Clauses that another room keeps: where, and how."""

NOT_PLAYED = {
    **dict.fromkeys(BY_THE_GM, "the GM's alone"),
    "C-5.5": "onlookers and 真身 are being built",
    "C-9.2": "the check of posts for private text is being built",
    "C-9.6": "the check of two days is being built",
    "L-1.2": "the draw of a deal is in tests/rulesets",
}
"""Clauses that no scenario and no test names yet, and why."""


@cache
def judges() -> dict[str, list[str]]:
    """Clause → judges, after everything has been imported."""
    for module in pkgutil.walk_packages(pbp.__path__, "pbp."):
        importlib.import_module(module.name)
    return JUDGES


def numbers(page: str) -> list[str]:
    """The clauses of a page: its numbers, and sections that have none below them."""
    text = (ROOT / f"docs/rules/{page}.md").read_text(encoding="utf-8")
    found = re.findall(r'<a id="([^"]+)">', text)
    return [n for n in found if not any(other.startswith(f"{n}.") for other in found)]


def every_number() -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs/rules").glob("*.md"))
    return set(re.findall(r'<a id="([^"]+)">', text))


@cache
def played() -> set[str]:
    """Clauses that a scenario's first line names, or a test."""
    heads = [path.read_text(encoding="utf-8").partition("\n")[0] for path in SCENARIOS]
    named = " ".join(head for head in heads if head.startswith("# clauses:"))
    tests = (path for path in (ROOT / "tests").rglob("*.py") if path.parent.name != "house")
    named += " ".join(path.read_text(encoding="utf-8") for path in tests)
    return set(re.findall(r"\b[CPLS]-\d+(?:\.\d+)?\b", named))


@pytest.mark.parametrize("page", PAGES)
def test_every_clause_has_a_judge_or_a_reason_to_have_none(page):
    reasons = (BY_THE_GM, BY_AN_OPTION, ELSEWHERE)
    for number in numbers(page):
        found = [number in judges(), *(number in table for table in reasons)]
        assert any(found), f"{number} is judged by nobody"


def test_every_judge_bears_a_number_that_stands_on_a_page():
    assert set(judges()) - every_number() == set()


@pytest.mark.parametrize("table", [BY_THE_GM, BY_AN_OPTION, ELSEWHERE, NOT_PLAYED])
def test_the_tables_name_clauses_that_exist(table):
    assert set(table) - every_number() == set()


def test_what_another_room_keeps_is_there():
    for path, how in ELSEWHERE.values():
        assert (ROOT / path).is_file()
        assert how


@pytest.mark.parametrize(("number", "rule"), BY_AN_OPTION.items())
def test_a_clause_that_sets_a_number_is_the_default_of_an_option(number, rule):
    ruleset, option, wanted = rule
    assert show_value(parse_options(ruleset, {})[option]) == wanted, number


@pytest.mark.parametrize("page", PAGES)
def test_every_clause_is_played_in_a_scenario_or_named_by_a_test(page):
    missing = [n for n in numbers(page) if n not in played() and n not in NOT_PLAYED]
    assert missing == []


def test_every_scenario_of_ours_says_which_clauses_it_plays():
    ours = [path for path in SCENARIOS if not path.parent.name.startswith("shared")]
    for path in ours:
        head = path.read_text(encoding="utf-8").partition("\n")[0]
        assert head.startswith("# clauses: "), path.name
        named = set(head.removeprefix("# clauses: ").split())
        assert named - every_number() == set(), path.name
