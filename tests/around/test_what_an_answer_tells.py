"""What the GM's desk says: what was done, what follows, how to undo it; a try says the same.

clauses: C-7.2, C-10
"""

import re
from datetime import timedelta

import pytest

from pbp.rulesets.shelf import SHELF
from pbp.service import setup
from tests.around import test_commands_everywhere as everywhere
from tests.around.test_commands_everywhere import A, Desk
from tests.service.office import START, setup_for, text_of

HOUR = timedelta(hours=1)
ZONE = "北京时间"


def joined(text: str) -> str:
    """The words without blanks and the breaks that fit them to a screen."""
    return re.sub(r"\s+", "", text)


def only_of(text: str) -> str:
    """What an answer tells besides whether it can be undone, whatever the minute."""
    told = re.split("只是试|要反悔|做了收不回|要发，请回复", joined(text))[0]
    return re.sub(r"\d\d:\d\d", "", told.replace("✓试", "✓"))


# -- a reason -------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", SHELF)
@pytest.mark.parametrize("line", ["平局", "中止", "abort", "draw", f"除名 {A}", f"strike {A}"])
def test_what_ends_a_game_or_a_players_share_asks_for_its_reason(ruleset, line):
    desk = Desk(ruleset)
    for written in (line, f"试 {line}", f"{line} ，"):
        before = desk.state()
        told = desk.mail(written)
        assert "没有写理由" in told
        assert re.search(r"例：(平局|中止|除名 \S+) \S+", told)
        assert desk.office.last_mail().verdict == "refused"
        assert desk.state() == before
    assert desk.by_hand(line)[0]["problem"] == "needs_reason"
    assert desk.office.table.ended is None


@pytest.mark.parametrize("word", ["出局", "判死"])
def test_out_and_kill_go_on_without_a_reason_and_say_that_it_is_missing(word):
    desk = Desk("prayer")
    assert "没有写原因" in joined(desk.mail(f"{word} {A}"))
    assert desk.office.last_mail().verdict == "accepted"
    desk.mail("撤销")
    assert "没有写原因" not in joined(desk.mail(f"{word} {A} 违规"))


@pytest.mark.parametrize("line", ["平局 凑不齐人", "中止 服务器坏了"])
def test_an_end_says_that_it_cannot_be_undone_and_cannot(line):
    desk = Desk("prayer")
    tried = joined(desk.mail(f"试 {line}"))
    assert "做了收不回" in tried
    assert desk.office.table.ended is None
    done = joined(desk.mail(line))
    assert "做了收不回：终局帖一发，本局就不能再开" in done
    assert "要反悔" not in done
    desk.mail("撤销")
    assert desk.office.last_mail().verdict == "refused"
    assert desk.office.table.ended is not None


# -- a try says what the act says ------------------------------------------------------------


LINES = (
    *(
        f"出局 {A} 违规",
        f"判死 {A} 违规",
        f"除名 {A} 违规",
        f"警告 {A} 骂人",
        "延长 12h",
        "暂停 搬家",
    ),
    *(
        f"准假 {A} 24h",
        f"不准 {A}",
        f"禁言 {A} end",
        "规则 vote_freeze 2h 太短",
        "催",
        "剧情\n天黑",
    ),
    *("平局 累了", "中止 坏了", "结束阶段", f"曝光 {A} 说漏了", f"代令 {A} 过", f"换令牌 {A}"),
)


@pytest.mark.parametrize("ruleset", SHELF)
@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:6])
def test_a_try_tells_exactly_what_the_command_then_tells(ruleset, line):
    desk = Desk(ruleset)
    before = desk.state()
    tried = only_of(desk.mail(f"试 {line}"))
    assert desk.state() == before
    assert tried == only_of(desk.mail(line))
    assert len(tried) > len(line) + 5


@pytest.mark.parametrize("ruleset", SHELF)
def test_out_says_who_is_left_whether_the_game_ends_and_what_is_next(ruleset):
    desk = Desk(ruleset)
    told = joined(desk.mail(f"试 出局 {A} 违规"))
    phase = desk.office.table.phases[-1]
    desk.mail(f"出局 {A} 违规")
    desk.office.tick(phase.closes)
    table = desk.office.table
    left = table.living()
    assert f"在世{len(left)}人：{'、'.join(left)}" in told
    assert "没有终局" in told
    assert f"{ZONE}" in told
    assert "公告板：" in told
    died = [d.who for d in table.deaths]
    assert died == [A]
    assert f"-{A}：违规，出局" in told


def test_out_of_the_last_killer_says_that_the_game_ends():
    desk = Desk("prayer", killers="1", villagers="3")
    killer = next(p.handle for p in desk.office.table.players.values() if p.role == "killer")
    told = joined(desk.mail(f"试 出局 {killer} 违规"))
    assert "终局：平民方胜" in told
    assert "终局" in told.split("公告板：")[-1]


def test_out_with_a_substitute_on_the_list_says_that_he_is_replaced(monkeypatch):
    """L-7.1: the seat stays in the game, and nobody dies."""
    owner = setup.Owner("替一", ("t1@owner.test",))
    monkeypatch.setattr(
        everywhere, "setup_for", lambda **given: setup_for(**given, substitutes={"替一": owner})
    )
    desk = Desk("three_lives")
    told = joined(desk.mail(f"试 出局 {A} 违规"))
    assert f"{A}出局：到第一夜截止请替补接替" in told
    assert f"请替补接替：{A}" in told
    assert "没有人死去" in told
    desk.mail(f"出局 {A} 违规")
    desk.office.tick(desk.office.table.phases[-1].closes)
    assert list(desk.office.table.replacing) == [A]
    assert desk.office.table.is_alive(A)


def test_the_warning_that_is_one_too_many_says_what_comes_of_it():
    desk = Desk("prayer")
    first, second = (joined(desk.mail(f"警告 {A} 骂人")) for _ in range(2))
    assert "有1次警告，满3次出局" in first
    assert "照规则" not in second
    third = joined(desk.mail(f"警告 {A} 骂人"))
    assert "够3次，到截止出局" in third
    assert f"-{A}：警告满额，出局" in third


def test_an_early_end_says_what_comes_out_of_it():
    desk = Desk("prayer")
    told = joined(desk.mail("结束阶段"))
    assert "照规则，结果是：" in told
    assert "没有人死去" in told
    assert "第一天截止：" in told


# -- cut-offs --------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["延长 12h", "截止 3月9日 20:00", f"准假 {A} 24h"])
@pytest.mark.parametrize("ruleset", SHELF)
def test_every_cut_off_that_moves_is_named_with_its_weekday_and_zone(ruleset, line):
    desk = Desk(ruleset)
    told = joined(desk.mail(line))
    name = "第一天" if ruleset == "seven_kill" else "第一夜"
    assert re.search(name + r"截止：\d+月\d+日（周.）\d\d:\d\d（北京时间/Asia/Shanghai）", told)
    kind = "改票最晚到" if ruleset == "seven_kill" else "命令最晚改到"
    assert re.search(kind + r"：\d+月\d+日（周.）\d\d:\d\d（北京时间/Asia/Shanghai）", told)
    assert "原来" in told


def test_after_an_undo_the_cut_off_that_stands_is_named():
    desk = Desk("prayer")
    desk.mail("延长 12h")
    told = joined(desk.mail("撤销"))
    assert "已收回：延长12h" in told
    assert "第一夜截止：3月3日（周二）20:00" in told


def test_a_leave_that_nobody_asked_for_says_so():
    desk = Desk("prayer")
    assert "没有请过假" in joined(desk.mail(f"准假 {A} 24h"))
    desk.mail("请假 两天 出差", who=A)
    assert "没有请过假" not in joined(desk.mail(f"准假 {A} 24h"))
    told = joined(desk.mail(f"准假 {A}"))
    assert "截止不变" in told
    assert "第一夜截止：" in told


def test_a_leave_is_for_the_living():
    desk = Desk("prayer")
    desk.mail(f"出局 {A} 违规")
    desk.office.tick(START + 24 * HOUR)
    desk.now = START + 25 * HOUR
    assert "他已经不在局里" in desk.mail(f"准假 {A} 24h")


def test_a_resumption_is_called_one():
    desk = Desk("prayer")
    assert "公告板：暂停" in desk.mail("暂停 搬家")
    told = joined(desk.mail("继续"))
    assert "公告板：继续" in told
    assert "公告板：暂停" not in told
    assert "第一夜截止：" in told


# -- twice, and undone ------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["出局", "判死", "除名"])
def test_what_was_done_already_is_not_done_twice(word):
    desk = Desk("prayer")
    desk.mail(f"{word} {A} 违规")
    before = desk.state()
    assert "早已" in desk.mail(f"{word} {A} 违规")
    assert desk.state() == before


@pytest.mark.parametrize(
    "line", ["延 1 12h", "改 1 不准", "同意 1", "一切照旧"], ids=lambda line: line[:4]
)
def test_undo_takes_an_answer_back_and_nothing_that_was_done_before_it(line):
    desk = Desk("prayer")
    desk.mail("请假 两天 出差", who=A)
    desk.mail(f"警告 {A} 骂人")
    before = desk.state(), desk.office.table.questions[1].due
    desk.mail(line)
    told = desk.mail("撤销")
    table = desk.office.table
    assert joined(f"已收回：{line}") in joined(told)
    assert (desk.state(), table.questions[1].due) == before
    assert 1 not in table.answered
    assert table.players[A].warnings == 1


def test_an_answer_that_could_not_be_carried_out_says_so():
    desk = Desk("prayer")
    desk.mail(f"出局 {A} 违规")
    desk.mail("退出", who=A)
    desk.mail("确认", who=A)
    assert desk.office.table.questions[1].kind == "withdraw"
    told = desk.mail("同意 1")
    assert "没有做成：早已这样判过" in told


def test_nothing_in_an_answer_reads_like_the_inside_of_the_program():
    desk = Desk("prayer")
    for line in LINES:
        told = "\n".join(text_of(row) for row in desk.office.mail("gm", f"试 {line}", desk.tick()))
        assert not re.search(
            r"[a-z]+_[a-z]+|通知：.*(gm|deputy)|\bNone\b", told.replace("vote_freeze", "")
        )
