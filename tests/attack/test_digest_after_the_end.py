"""A digest after the end speaks of no phase that goes on, and says when awards close.

clauses: C-8.2, C-10
"""

from datetime import timedelta

import pytest

from pbp.rulesets.shelf import SHELF
from tests.around.test_commands_everywhere import A, fresh


@pytest.mark.parametrize("word", ["摘要", "状态"])
@pytest.mark.parametrize("ruleset", SHELF)
def test_it_says_that_the_game_is_over(ruleset, word):
    desk = fresh(ruleset)
    assert "如果现在截止" in desk.mail(word) or ruleset == "three_lives"
    desk.mail("暂停")
    desk.mail("平局 谁也赢不了")
    told = desk.mail(word)
    assert "本局已终局" in told
    assert "评奖截止：" in told
    for wrong in ("下一个截止", "如果现在截止", "很久没有来信", "暂停中"):
        assert wrong not in told


@pytest.mark.parametrize("ruleset", SHELF)
def test_nothing_is_due_once_awards_are_closed(ruleset):
    desk = fresh(ruleset)
    desk.mail("平局 谁也赢不了")
    desk.mail(f"提名 MVP {A}")
    desk.mail("评奖结束")
    told = desk.mail("摘要")
    assert "本局已终局" in told
    assert "截止：" not in told


@pytest.mark.parametrize("ruleset", SHELF)
def test_an_aborted_game_has_nothing_that_is_due(ruleset):
    desk = fresh(ruleset)
    desk.mail("请假 3天 出差", who=A)
    desk.mail("中止 人不齐")
    told = desk.mail("摘要")
    assert "本局已终局" in told
    assert "截止：" not in told
    assert "待答问题：0 个" in told


@pytest.mark.parametrize("answer", ["同意 1", "改 1 不准", "延 1 12h"])
@pytest.mark.parametrize("ruleset", SHELF)
def test_what_was_asked_about_the_game_cannot_be_answered_any_more(ruleset, answer):
    desk = fresh(ruleset)
    desk.mail("请假 3天 出差", who=A)
    desk.mail("平局 谁也赢不了")
    assert "本局已经结束" in desk.mail(answer)
    assert "没有待答的问题" in desk.mail("一切照旧")
    assert not desk.office.table.answered
    desk.now += timedelta(days=9)
    desk.office.tick(desk.now)
    assert not desk.office.table.answered
    assert A in desk.office.table.leaves
