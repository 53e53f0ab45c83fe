"""Handles that could be mistaken for one another (S-5.4), and quotations of a vote (S-5.2)."""

import pytest

from pbp.language.alike import too_alike, why_alike
from pbp.language.context import Context
from pbp.language.quoted import quotes_vote


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("包子", "保子", "sound"),
        ("小青", "小清", "sound"),
        ("未来", "末来", "shape"),
        ("Wolf", "wolf", "same"),
        ("Ｗolf", "wolf", "same"),
        ("龍王", "龙王", "same"),
        ("W0lf", "Wolf", "shape"),
        ("包子", "桌子", None),
        ("包子", "小包子", None),
        ("包子", "保紫", None),
        ("水饺", "馒头", None),
    ],
)
def test_two_handles_are_too_alike_by_script_sound_or_shape(one, other, why):
    assert why_alike(one, other) == why
    assert why_alike(other, one) == why


def test_all_pairs_of_a_roster_are_found_in_its_order():
    pairs = too_alike(["包子", "水饺", "保子", "宝子"])
    assert [(p.one, p.other, p.why) for p in pairs] == [
        ("包子", "保子", "sound"),
        ("包子", "宝子", "sound"),
        ("保子", "宝子", "sound"),
    ]


HANDLES = ("水饺", "包子", "馒头", "Wolf King")
CONTEXT = Context(handles=HANDLES, ruleset="seven_kill", phase="day")


@pytest.mark.parametrize(
    ("quoted", "target", "is_quoted"),
    [
        ("投票 水饺", "水饺", True),
        ("> 投票对象：水饺\n> 投票理由：不好吃", "水饺", True),
        ("投票对象：水脚", "水饺", True),  # misspelt as S-5.4 allows
        ("vote 水饺", "水饺", True),
        ("读到：投票 水饺\n这一票算数，计入第一天。", "水饺", True),
        ("【包子】投票：水饺\n收到：3月2日21:00", "水饺", True),
        ("【包子】改票：水饺（原投：馒头）", "水饺", True),
        ("[包子] Vote: 水饺", "水饺", True),
        ("【包子】投票：弃权", None, True),
        ("读到：弃权", None, True),
        ("投票 无", None, True),
        ("包子 → 水饺", "水饺", True),
        ("Read: vote 水饺\nThe vote counts for day 1 and is posted.", "水饺", True),
        ("改票必须引用或回复你自己的原票，这次没有，不算；原票不变（水饺）。", "水饺", True),
        ("does not count; your vote stands as it was (水饺).", "水饺", True),
        ("不算；原票不变（弃权）。", None, True),
        ("改票必须引用或回复你自己的原票，这次没有，不算；原票不变（馒头）。", "水饺", False),
        ("投票 Wolf King", "Wolf King", True),
        ("【馒头】投票：水饺", "水饺", False),  # somebody else's
        ("馒头 → 水饺", "水饺", False),
        ("投票 馒头", "水饺", False),  # another vote
        ("投票 水饺", None, False),
        ("弃权", "水饺", False),
        ("我投过水饺", "水饺", False),  # about a vote, not the vote
        ("第一天投票开始，每人一票，例：投票 X", "水饺", False),
        ("如果水饺不说话就投水饺", "水饺", False),
        ("", "水饺", False),
    ],
)
def test_quoted_lines_carry_the_voters_own_vote_or_do_not(quoted, target, is_quoted):
    assert quotes_vote(quoted, target, "包子", "", CONTEXT) is is_quoted


def test_the_first_line_of_the_own_mail_is_the_vote_in_whatever_form():
    own = "我左思右想，这一票就给水饺吧\n理由见昨天的帖"
    assert quotes_vote("> 我左思右想，这一票就给水饺吧", "水饺", "包子", own, CONTEXT)
    assert not quotes_vote("> 理由见昨天的帖", "水饺", "包子", own, CONTEXT)


def test_long_quotations_are_looked_through_in_bounded_time():
    assert not quotes_vote("投票 馒头\n" * 20_000, "水饺", "包子", "", CONTEXT)
