"""`pbp game new`: by a few questions, or from a plan; what is wrong with a plan is told by line.

clauses: C-3.1, C-3.5
"""

import re
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from pbp.cli import main
from pbp.commands.newgame import listed_handles
from pbp.config import Config
from pbp.game.people import wrong_with
from pbp.game.preview import first_phases
from pbp.rulesets.shelf import SHELF, law_of
from pbp.service import setup
from pbp.service.signups import is_a_number, too_alike
from pbp.store import SqliteStore

PLAN = """game:
  ruleset: prayer
  seats: 9
  signup_closes: 2099-03-01 20:00
  starts: 2099-03-02 20:00
  options: {night: 12h}
"""
ANSWERS = (
    "prayer",
    "zh",
    "Asia/Shanghai",
    "7",
    "24h",
    "24h",
    "2099-03-01 20:00",
    "2099-03-02 20:00",
    "y",
)


def new(tmp_path: Path, *args: str, given: str | None = None):
    """Run the command in a folder of its own."""
    config = tmp_path / "config.yaml"
    config.write_text(f"server: {{data: {tmp_path / 'data'}}}\n", encoding="utf-8")
    return CliRunner().invoke(main, ["game", "new", "--config", str(config), *args], input=given)


def from_plan(tmp_path: Path, text: str):
    file = tmp_path / "plan.yaml"
    file.write_text(text, encoding="utf-8")
    return new(tmp_path, str(file))


def made(tmp_path: Path) -> setup.Setup:
    with SqliteStore.open(tmp_path / "data" / "journal.sqlite", read_only=True) as store:
        (row,) = store.games()
        return setup.from_bytes(row.config)


def dialogue(tmp_path: Path, **changed: str):
    names = ("ruleset", "locale", "zone", "seats", "night", "day", "closes", "starts", "yes")
    answers = {**dict(zip(names, ANSWERS, strict=True)), **changed}
    return new(tmp_path, given="\n".join(answers.values()) + "\n")


def test_a_few_questions_open_a_sign_up(tmp_path):
    done = dialogue(tmp_path)
    assert done.exit_code == 0, done.output
    assert "sign-up for game g1 is open" in done.output
    whole = made(tmp_path)
    assert whole.plan is not None
    assert whole.plan.seats == 7
    assert whole.options["villagers"] == "5"
    assert whole.plan.begins == datetime(2099, 3, 2, 12, 0, tzinfo=UTC)


def test_the_first_ten_cut_offs_are_shown_in_the_games_own_zone(tmp_path):
    """C-2.2: with weekday."""
    output = dialogue(tmp_path).output
    shown = re.findall(r"[ND]\d\s+.\s(\w{3}) (2099-\d\d-\d\d \d\d:\d\d)", output)
    assert len(shown) == 10
    assert shown[0] == ("Tue", "2099-03-03 20:00")
    assert "Warning" not in output


def test_cut_offs_at_night_are_warned_of(tmp_path):
    """Between 0 and 7 people sleep."""
    output = dialogue(tmp_path, night="5h").output
    assert "Warning: N1" in output
    assert "close between 0:00 and 7:00" in output


@pytest.mark.parametrize(
    ("field", "wrong", "told"),
    [
        ("zone", "Nowhere/Else\nAsia/Shanghai", "is no time zone"),
        ("seats", "2\n9", "cannot be played by 2"),
        ("night", "soon\n24h", "not understood"),
        ("closes", "2020-01-01 20:00\n2099-03-01 20:00", "that is before"),
        ("closes", "tomorrow\n2099-03-01 20:00", "is no time"),
        ("starts", "2099-02-01 20:00\n2099-03-02 20:00", "that is before"),
    ],
)
def test_a_wrong_answer_is_asked_again(tmp_path, field, wrong, told):
    done = dialogue(tmp_path, **{field: wrong})
    assert told in done.output
    assert done.exit_code == 0, done.output


def test_nothing_is_made_before_the_last_yes(tmp_path):
    done = dialogue(tmp_path, yes="n")
    assert done.exit_code == 1
    assert not (tmp_path / "data" / "journal.sqlite").exists()


def test_a_plan_opens_a_sign_up(tmp_path):
    done = from_plan(tmp_path, PLAN)
    assert done.exit_code == 0, done.output
    assert "2099-03-01 20:00" in done.output
    whole = made(tmp_path)
    assert whole.options["night"] == "12h"
    assert whole.plan is not None
    assert len(whole.plan.handles) >= 40


def test_seed_and_salts_are_the_operating_systems_and_all_different(tmp_path):
    """C-3.5: 256 bits each; no two games share one."""
    from_plan(tmp_path, PLAN)
    one = made(tmp_path)
    assert one.salts is not None
    secrets = [one.seed, *msgspec.structs.astuple(one.salts)]
    assert len(set(secrets)) == 4
    assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in secrets)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (PLAN + "  seed: 1\n", 7, "draws its own seed"),
        (PLAN + "  odd: 1\n", 7, "unknown key"),
        (PLAN + "mails: []\n", 7, "unknown key"),
        (PLAN.replace("2099-03-01", "2020-03-01"), 4, "is past"),
        (PLAN.replace("2099-03-02", "2099-02-02"), 5, "before signup_closes"),
        (PLAN.replace("seats: 9", "seats: none"), 3, "whole number"),
        (PLAN.replace("prayer", "chess"), 2, "“chess” is not allowed; allowed: prayer"),
        (PLAN.replace("night: 12h", "night: soon"), 6, "length of time"),
        (PLAN + "  timezone: Nowhere\n", 7, "time zone"),
        (PLAN + "  handles: [青石, w@x.test]\n", 7, "cannot be a handle"),
        (PLAN.replace("  signup_closes: 2099-03-01 20:00\n", ""), 1, "signup_closes is missing"),
    ],
)
def test_what_is_wrong_with_a_plan_is_told_with_its_line(tmp_path, text, line, told):
    done = from_plan(tmp_path, text)
    assert done.exit_code == 2
    assert re.search(rf"plan\.yaml:{line}: .*{told}", done.output), done.output


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("  handles: [青石, 晨风]\n", "only 2 handles"),
        (f"  handles: [{', '.join(['青石', '青食', *'甲乙丙丁戊己庚'])}]\n", "too alike"),
    ],
)
def test_a_list_of_handles_that_cannot_be_dealt_is_refused(tmp_path, more, told):
    """C-3.1: votes would go astray."""
    done = from_plan(tmp_path, PLAN + more)
    assert done.exit_code == 2
    assert told in done.output


def test_seats_that_the_roles_do_not_fit_are_refused(tmp_path):
    done = from_plan(
        tmp_path, PLAN.replace("night: 12h", "killers: 2, villagers: 7").replace("9", "8", 1)
    )
    assert done.exit_code == 2
    assert "8 seats, but the set-up has 9 roles" in done.output


# -- the lists of handles, the preview ----------------------------------------------------------


@pytest.mark.parametrize(("locale", "least"), [("zh", 40), ("en", 30)])
def test_the_list_of_a_locale_has_no_two_handles_that_are_too_alike(locale, least):
    """C-3.1: no near misses by our own hand."""
    handles = listed_handles(Config(), locale)
    assert len(handles) >= least
    assert [pair for pair in combinations(handles, 2) if too_alike(pair[0], (pair[1],))] == []
    assert [name for name in handles if wrong_with(name) or is_a_number(name)] == []


def test_chinese_handles_are_two_characters_long():
    assert {len(name) for name in listed_handles(Config(), "zh")} == {2}


@pytest.mark.parametrize("ruleset", SHELF)
def test_every_rule_set_can_be_previewed(ruleset):
    starts = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
    phases = first_phases(law_of(ruleset), {}, "Asia/Shanghai", starts, 10)
    assert len(phases) == 10
    cut_offs = [phase.closes for phase in phases]
    assert cut_offs == sorted(cut_offs)
