"""The GM's commands used wrongly: on the dead, before the start, twice, undone, tried.

clauses: C-10
"""

import re
from datetime import timedelta

import pytest

from pbp.rulesets.shelf import SHELF
from tests.around.test_commands_everywhere import A, Desk
from tests.around.test_what_an_answer_tells import joined
from tests.around.town import GM_ADDRESS, HOST, Town
from tests.service.office import START, text_of

HOUR = timedelta(hours=1)


def after_the_first_night(ruleset: str = "prayer") -> Desk:
    desk = Desk(ruleset)
    desk.mail(f"出局 {A} 违规")
    desk.mail("结束阶段")
    desk.office.tick(desk.now)
    return desk


@pytest.mark.parametrize("ruleset", ["prayer", "seven_kill"])
def test_who_lives_again_is_not_out_once_more_at_the_next_close(ruleset):
    desk = after_the_first_night(ruleset)
    desk.mail(f"复活 {A} 误判")
    desk.mail("确认")
    assert desk.office.table.is_alive(A)
    assert "还在局里" in joined(desk.mail(f"试 复活 {A}"))
    desk.mail("结束阶段")
    desk.office.tick(desk.now)
    assert [d.who for d in desk.office.table.deaths].count(A) == 1
    assert desk.office.table.is_alive(A)


@pytest.mark.parametrize("line", [f"代令 {A} 过", f"代计 {A} 晨风"])
def test_what_is_refused_of_a_player_is_said_of_him_and_not_of_the_gm(line):
    desk = after_the_first_night()
    told = joined(desk.mail(line))
    assert "没有做：他已经不在局里" in told
    assert "你" not in told


def test_an_order_that_his_role_has_not_is_said_of_him():
    desk = Desk("prayer")
    plain = next(p.handle for p in desk.office.table.players.values() if p.role == "villager")
    other = next(x for x in desk.office.table.living() if x != plain)
    told = joined(desk.mail(f"代令 {plain} “杀 {other}”"))
    assert "他没有这项能力" in told
    assert "你" not in told


def test_what_is_entered_names_the_player():
    desk = after_the_first_night()
    assert "晨风记为：投票夜雨" in joined(desk.mail("代计 晨风 夜雨 电话"))


def test_a_second_vote_by_proxy_is_refused_in_words():
    desk = Desk("seven_kill")
    desk.mail(f"代投 {A} 晨风 电话")
    told = joined(desk.mail(f"代投 {A} 夜雨 电话"))
    assert "他已经投了票" in told


@pytest.mark.parametrize(
    "line", ["警告 王五 骂人", "判死 王五", "暂停", "代投 王五 李四", "作废 x"]
)
def test_before_the_start_what_needs_a_game_says_that_there_is_none(line):
    town = Town()
    town.open("g1", "prayer")
    assert "还没有开局" in town.gm("g1", line)


def test_before_the_start_an_unknown_name_is_said_of_the_sign_up():
    town = Town()
    town.open("g1", "prayer")
    assert "没有这个公开名的报名" in town.gm("g1", "出局 王五 重复")


def test_an_abort_before_the_start_says_what_cannot_be_undone():
    town = Town()
    town.open("g1", "prayer")
    told = joined(town.gm("g1", "中止 没人"))
    assert "做了收不回：报名的人都收到信" in told
    assert "终局帖" not in told


@pytest.mark.parametrize("line", ["警告", "延长 很久", "出局 路人", "规则 x 1", "代令 x", "平局"])
def test_after_the_end_whatever_is_wrong_the_end_is_said(line):
    desk = Desk("prayer")
    desk.mail("平局 累了")
    told = joined(desk.mail(line))
    assert "本局已经结束" in told


def test_a_look_gets_one_letter():
    town = Town()
    town.open("g1", "prayer")
    to = f"gm+g1.{town.live('g1').token('gm')}@{HOST}"
    for line in ("摘要", "状态", "统计 2026", "为何 N1"):
        rows = town.mail(GM_ADDRESS, line, to)
        assert len(rows) == 1, (line, [row.kind for row in rows])


@pytest.mark.parametrize("ruleset", SHELF)
@pytest.mark.parametrize("line", ["摘要", "状态", "为何", "统计", "试 摘要"])
def test_a_look_answers_the_mail_that_asked(ruleset, line):
    desk = Desk(ruleset)
    rows = desk.office.mail("gm", line, desk.tick())
    assert [row.kind for row in rows] in (["digest"], ["why"], ["stats"])
    assert not re.search("✓", text_of(rows[0]))
    assert text_of(rows[0]).count("\n") > 0


@pytest.mark.parametrize(
    "line",
    [
        "试",
        "试 试 延长 2h",
        "试 撤销",
        "试 确认",
        "确认",
        "撤销",
        "撤销 撤销",
        "同意",
        "改 9",
        "延",
    ],
)
def test_what_cannot_be_tried_or_confirmed_does_nothing(line):
    desk = Desk("prayer")
    before = desk.state()
    desk.mail(line)
    assert desk.office.last_mail().verdict == "refused"
    assert desk.state() == before


def test_an_undo_of_an_undo_is_refused_and_the_state_stays():
    desk = Desk("prayer")
    desk.mail("延长 12h")
    desk.mail("撤销")
    before = desk.state()
    desk.mail("撤销")
    assert desk.office.last_mail().verdict == "refused"
    assert desk.state() == before
    assert desk.office.table.phases[-1].closes == START + 24 * HOUR


def test_closing_a_sign_up_too_early_says_what_he_will_be_asked():
    town = Town()
    town.open("g1", "prayer")
    for line in ("试 截止报名", "截止报名"):
        assert "问你：第1题（报名人数不够）" in joined(town.gm("g1", line))


def test_a_pause_and_a_postponement_ask_nothing_new():
    desk = Desk("prayer")
    desk.mail("请假 两天 出差", who=A)
    assert "问你" not in desk.mail("延 1 12h")
    assert "问你" not in desk.mail("暂停 搬家")
