"""归票 X, 跟票, 不变, +1: never a vote; the question back says so and gives the line that is one.

clauses: C-6.6
"""

from datetime import timedelta

import pytest

from tests.around.test_commands_everywhere import Desk
from tests.around.test_what_an_answer_tells import joined
from tests.service.office import CAST, DAY, START, Office, setup_for, text_of

HOUR = timedelta(hours=1)
VAGUE = ("跟票", "同上", "不变", "+1", "投最高票的", "投 最高票的", "同楼上", "保持不变")
NAMING = (
    "归票 小一",
    "站边 小一",
    "出 小一",
    "出小一",
    "跟票 小一",
    "我归小一",
    "归票 3",
    "follow 小一",
)


def voting(locale: str = "zh") -> Office:
    office = Office(setup_for(locale=locale))
    office.tick(START + DAY)
    return office


def answer(office: Office, who: str, text: str, hours: float = 25) -> str:
    return "\n".join(text_of(row) for row in office.mail(who, text, START + hours * HOUR))


@pytest.mark.parametrize("said", NAMING)
def test_a_name_in_it_is_shown_with_the_line_that_would_be_a_vote(said):
    office = voting()
    told = joined(answer(office, "小二", said))
    assert (office.last_mail().verdict, office.last_mail().code) == ("asked", "unreadable")
    assert joined(f"读到：{said}") in told
    assert "一律不当作投票" in told
    assert "没有用掉任何机会" in told
    assert "请写：投票小一" in told
    assert office.table.ballot("D1").votes == {}
    answer(office, "小二", "投票 小一")
    assert office.last_mail().verdict == "accepted"


@pytest.mark.parametrize("said", VAGUE)
def test_without_a_name_a_name_is_asked_for(said):
    office = voting()
    told = joined(answer(office, "小二", said))
    assert joined(f"读到：{said}") in told
    assert "例：投票X" in told
    assert office.table.ballot("D1").votes == {}


def test_who_has_voted_hears_that_his_vote_stands_and_how_to_change_it():
    office = voting()
    answer(office, "小二", "投票 阿甲")
    assert "你原来的票（阿甲）不变" in joined(answer(office, "小二", "不变", 26))
    assert "要改投小一，请写：改票小一" in joined(answer(office, "小二", "归票 小一", 26.1))
    assert "你已经投给阿甲" in joined(answer(office, "小二", "归票 阿甲", 26.2))
    assert office.table.ballot("D1").votes["小二"].target == "阿甲"
    assert "小二" not in office.table.ballot("D1").spent


def test_by_night_it_says_that_there_is_no_vote():
    told = joined(answer(Office(), "小二", "归票 小一", 1))
    assert "现在没有投票" in told


def test_somebody_who_is_dead_is_not_offered_as_a_target():
    office = Office()
    office.mail("gm", "判死 小一 违规", START + HOUR)
    office.tick(START + DAY)
    told = joined(answer(office, "小二", "归票 小一"))
    assert "投票小一" not in told
    assert "例：投票X" in told


@pytest.mark.parametrize("said", ["出差回来了", "跟你们说一件事", "站起来看看", "归来", "出去玩了"])
def test_other_words_get_the_general_question(said):
    office = voting()
    told = joined(answer(office, "小二", said))
    assert "没有看出你要做什么" in told
    assert "一律不当作投票" not in told


@pytest.mark.parametrize("ruleset", ["three_lives", "seven_kill"])
def test_the_other_rule_sets_ask_likewise(ruleset):
    desk = Desk(ruleset)
    if ruleset == "three_lives":
        desk.mail("结束阶段")
        desk.office.tick(desk.now)
    table = desk.office.table
    who = table.living()[0]
    other = next(x for x in table.living(table.players[who].life) if x != who)
    told = joined(desk.mail(f"归票 {other}", who=who))
    assert f"请写：投票{other}" in told
    desk.mail(f"投票 {other}", who=who)
    assert desk.office.last_mail().verdict == "accepted"


def test_it_is_said_in_english_too():
    told = answer(voting("en"), "小二", "follow 小一")
    assert "are never" in told
    assert "write: vote 小一" in told
    assert len(CAST) == 6
