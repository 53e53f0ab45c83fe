"""规则 NAME VALUE with a wrong name or value: named, found, allowed, an example – in his language.

clauses: C-10
"""

import re

import pytest

from pbp.game.options import OPTIONS, options_of, parse_value
from pbp.language.gm_reader import GmContext, read_line
from pbp.rulesets.shelf import SHELF, law_of
from tests.around.test_commands_everywhere import Desk
from tests.around.test_what_an_answer_tells import joined
from tests.service.office import START

ENGLISH = re.compile(r"\b(found|allowed|such|only|length|whole|number|dates|text|lengths)\b")


def allowed_latin(ruleset: str) -> set[str]:
    """Words that are written so in every language: names of options, values and rule sets."""
    words = {*OPTIONS, *SHELF, "off", "true", "false"}
    return words | {choice for option in OPTIONS.values() for choice in option.choices}


@pytest.fixture(scope="module", params=SHELF)
def desk(request) -> Desk:
    return Desk(request.param)


def wrong_value(name: str) -> str:
    return "x" * 50 if OPTIONS[name].kind == "text" else "怎样都好"


@pytest.mark.parametrize("name", OPTIONS)
def test_a_wrong_value_is_answered_in_chinese_with_an_example_that_works(desk, name):
    ruleset = desk.office.setup.ruleset
    written = wrong_value(name)
    told = desk.mail(f"规则 {name} {written} 试试")
    assert desk.office.last_mail().verdict == "refused"
    assert not ENGLISH.search(told), told
    flat = joined(told)
    assert name in flat
    if ruleset not in OPTIONS[name].defaults:
        assert "本局的规则没有" in flat
        assert all(other in flat for other in OPTIONS[name].defaults) or "只用于" in flat
        return
    assert f"写的是“{written[:20]}" in flat
    assert "可以写：" in flat
    example = re.search(r"例：规则 (\S+) (\S+) ", told.replace("\n", " "))
    assert example is not None
    assert example[1] == name
    parse_value(OPTIONS[name], example[2])
    context = GmContext(handles=desk.office.table.handles, now=START)
    assert read_line(f"规则 {name} {example[2]} 理由", context).reason == "理由"


def test_an_unknown_name_is_answered_with_the_nearest_and_all_there_are(desk):
    flat = joined(desk.mail("规则 vote_freze 2h 太短"))
    assert "没有“vote_freze”这条规则" in flat
    assert "是不是vote_freeze" in flat
    ruleset = desk.office.setup.ruleset
    assert all(option.name in flat for option in options_of(ruleset))


@pytest.mark.parametrize(
    ("line", "told"), [("规则", "没有写是哪一条规则"), ("规则 vote_freeze", "没有写改成什么")]
)
def test_what_is_missing_is_asked_for(desk, line, told):
    assert told in joined(desk.mail(line))
    assert desk.office.last_mail().verdict == "refused"


def test_the_words_of_a_person_are_values_too():
    desk = Desk("prayer")
    for line, name, shown in (
        ("规则 vote_freeze 3小时 太短", "vote_freeze", "3h"),
        ("规则 onlookers 否 太吵", "onlookers", "false"),
        ("规则 low_activity 关 大家忙", "low_activity", "off"),
        ("规则 reminders 11h, 3h 多提醒", "reminders", "11h, 3h"),
        ("规则 GHOST_REPLY_LIMIT １２０ 太长", "ghost_reply_limit", "120"),
    ):
        told = desk.mail(line)
        assert desk.office.last_mail().verdict == "accepted", told
        assert f"→{shown}".replace(" ", "") in joined(told)
        act = desk.office.table.acts[-1]
        assert act.reason == line.split(" ")[-1]
        assert name in joined(told)


def test_the_english_of_it_is_english():
    desk = Desk("prayer")
    row = desk.by_hand("option vote_freeze much")[0]
    assert row["problem"] == "wrong_option"
    assert row["data"]["option"] == "vote_freeze"
    assert law_of("prayer") is not None
