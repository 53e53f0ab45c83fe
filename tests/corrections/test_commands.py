"""The GM's commands about what was said and done, in each rule set: tried, wrong, undone (C-10)."""

from datetime import timedelta

import pytest

from pbp.game.facts import Notified
from tests.corrections.conftest import Stage
from tests.service.office import GAME, START, ref_of, text_of

HOUR = timedelta(hours=1)

WRONG = {
    "作废": "没有写来信的编号",
    "作废 99": "没有这个编号",
    "读 1": "例：读 14",
    "补收 99": "没有这个编号",
    "补收 1": "没有迟到",
    "代令 路人甲 “杀 小一”": "没有这个马甲",
    "代令 {who} “随便”": "例：代令",
    "代计 {who} 路人甲": "没有这个马甲",
    "还改票 路人甲": "没有这个马甲",
    "还改票 {who}": "改票机会还在",
    "复活 {who}": "还在局里",
    "裁定 99\n准": "没有这个编号",
    "裁定 1": "正文请另起一行",
    "改类 1 分析": "不是帖子",
    "试 作废 99": "没有这个编号",
    "撤销": "没有可以撤销的命令",
    "为何 N9": "没有这个阶段",
    "确认": "没有等你确认",
}


@pytest.mark.parametrize(("words", "said"), WRONG.items(), ids=lambda word: word.split("\n")[0])
def test_a_wrong_use_is_answered_with_what_was_wrong_and_an_example(stage: Stage, words, said):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    before = stage.office.table.orders.copy()
    answer = stage.gm(words.replace("{who}", stage.killer), 2)
    assert said in answer + _last_to_gm(stage)
    assert stage.office.table.orders == before


def _last_to_gm(stage: Stage) -> str:
    """His last letter, but that which only says that a command was carried out."""
    rows = [row for row in stage.office.outbox() if row.recipient == "referee@gm.test"]
    looked = [row for row in rows[-2:] if ref_of(row).kind != "desk"] or rows[-1:]
    return text_of(looked[-1])


def test_an_order_for_a_player_is_tried_given_told_and_taken_back(stage):
    words = f"代令 {stage.killer} “杀 {stage.victim}” 电话里说的"
    assert "✓" in stage.gm(f"试 {words}", 1)
    assert stage.office.table.orders == {}
    stage.gm(words, 2)
    assert stage.told(stage.killer, "gm_acted")[-1].data["act"] == "order"
    assert [o.targets for o in stage.office.table.orders.values()] == [(stage.victim,)]
    answer = stage.gm("撤销", 3)
    assert f"已收回：{words}" in answer
    assert stage.office.table.orders == {}
    told = {row.recipient: text_of(row) for row in stage.office.outbox()}
    mine = told[stage.office.address(stage.killer)]
    assert f"天神收回了替你下的命令：杀 {stage.victim}，不再算数" in mine


def test_void_is_tried_done_told_and_taken_back(stage):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    assert "？ 试 作废 1" not in stage.gm("试 作废 1", 2)
    assert _states(stage) == ["standing"]
    stage.gm("作废 1 不是本人", 3)
    assert "standing" not in _states(stage)
    assert stage.told(stage.killer, "gm_acted")[-1].data["reason"] == "不是本人"
    stage.gm("撤销", 4)
    assert _states(stage) == ["standing"]


def test_a_mail_is_read_anew_tried_done_and_taken_back(stage):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    words = f"读作 1 “杀 {stage.other}” 打错了字"
    stage.gm(f"试 {words}", 2)
    assert _targets(stage) == [stage.victim]
    stage.gm(words, 3)
    assert _targets(stage) == [stage.other]
    stage.gm("undo", 4)
    assert _targets(stage) == [stage.victim]


def _states(stage: Stage) -> list[str]:
    return [order.state for order in stage.office.table.orders.values()]


def _targets(stage: Stage) -> list[str]:
    orders = stage.office.table.orders.values()
    return [order.targets[0] for order in orders if order.state == "standing"]


def test_a_vote_and_a_change_that_is_given_back(stage):
    day = 1 if stage.ruleset == "seven_kill" else stage.dawn + 1
    voter, one, two = _board(stage)
    stage.until(day)
    stage.gm(f"代计 {voter} {one}", day + 1)
    assert stage.told(voter, "gm_acted")[-1].data["targets"] == (one,)
    stage.gm(f"代计 {voter} {two}", day + 2)
    assert "没有做" not in stage.gm(f"还改票 {voter} 第一次是我写错", day + 3)
    stage.gm(f"代计 {voter} {one}", day + 4)
    table = stage.office.table
    life = table.players[voter].life
    assert table.ballot(table.phase.id, life).votes[voter].target == one
    stage.gm("撤销", day + 5)
    table = stage.office.table
    assert table.ballot(table.phase.id, life).votes[voter].target == two


def _board(stage: Stage) -> tuple[str, str, str]:
    """Three who vote with one another by day."""
    if stage.ruleset == "three_lives":
        return "己巳", "庚午", "辛未"
    return stage.killer, stage.victim, stage.other


def test_why_before_the_close_and_after_it(stage):
    night = stage.dawn - 3
    stage.until(night - 1)
    stage.says(stage.killer, f"杀 {stage.victim}", night)
    stage.gm("为何 第一夜", night + 1)
    before = _last_to_gm(stage)
    assert "如果现在截止" in before
    assert stage.victim in before
    stage.until(stage.dawn)
    stage.gm("why N1", stage.dawn + 1)
    after = _last_to_gm(stage)
    assert "如果现在截止" not in after
    assert stage.victim in after


def test_why_is_for_everybody_once_the_game_is_over(stage):
    stage.until(stage.dawn - 4)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 3)
    stage.until(stage.dawn)
    assert "终局以后" in stage.says(stage.other, "为何 N1", stage.dawn + 1)
    stage.gm("平局 凑不齐人", stage.dawn + 2)
    assert f"杀 {stage.victim}（{stage.killer}）" in stage.says(
        stage.other, "为何 第一夜", stage.dawn + 3
    )
    assert "没有这个阶段" in stage.says(stage.other, "why D9", stage.dawn + 4)


def test_an_appeal_comes_with_its_mail_its_clause_and_the_account(stage):
    stage.until(stage.dawn - 4)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 3)
    stage.until(stage.dawn)
    stage.says(stage.killer, f"申诉 {stage.killer}-1 按 C-2.4 还能改，第一夜不该算", stage.dawn + 1)
    told = _last_to_gm(stage)
    for said in ("他说的信：第1封", "C-2.4", "第一夜逐条", stage.victim):
        assert said in told
    assert "裁定 2" in told


def test_a_ruling_is_numbered_and_shown_again_with_a_like_appeal(stage):
    stage.says(stage.killer, "申诉 C-2.4 冻结前一秒也算", 1)
    stage.gm("摘要", 2)
    assert "写给你而你还没有答复的信" in _last_to_gm(stage)
    preview = stage.gm("裁定 1\n差一秒也是差。", 3)
    assert "发 1001" in preview
    stage.gm("发 1001", 4)
    assert stage.told(stage.killer, "message")[-1].data["text"] == "差一秒也是差。"
    stage.says(stage.other, "申诉 C-2.4 我也只差一秒", 5)
    assert "从前的裁定 1" in _last_to_gm(stage)
    stage.gm("摘要", 6)
    digest = _last_to_gm(stage)
    assert "裁定过的：" in digest
    assert digest.count("冻结前一秒也算") == 0  # it has its answer


def test_the_first_lines_of_a_digest_hold_no_secret(stage):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    stage.gm("摘要", 2)
    first = _last_to_gm(stage).split("\n")[:5]
    assert any("下一个截止" in line for line in first)
    assert any("待答问题" in line for line in first)
    assert not any(who in line for line in first for who in (stage.killer, stage.victim))


# -- what is never a command ---------------------------------------------------------------------

FORWARDED = """请看这封

---------- Forwarded message ---------
发件人: 某人 <x@y.test>
日期: 2026年3月2日
主题: 杀人

作废 1
出局 {victim}
"""
QUOTED = """好的

在 2026年3月2日，神的使者 <gm+g41@games.test> 写道：

> 待答问题：1 个（全部照默认，请回复：一切照旧）
> 要反悔，请回复：撤销
> 结束阶段
"""
VACATION = "我在休假，3月9日回来。\n结束阶段\n"


@pytest.mark.parametrize("text", [FORWARDED, QUOTED], ids=["forwarded", "quoted"])
def test_what_the_gm_forwards_or_quotes_is_no_command_and_is_not_published(stage, text):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    posts = len(stage.office.table.posts)
    stage.gm(text.replace("{victim}", stage.victim), 2)
    table = stage.office.table
    assert [act.word for act in table.acts if not act.problem] == []
    assert _states(stage) == ["standing"]
    assert table.notes.get("out", {}) == {}
    assert len(table.posts) == posts
    assert table.phase.closed is None


def test_the_gms_own_vacation_reply_is_no_command_and_is_not_answered(stage):
    before = len(stage.office.outbox())
    rows = stage.office.mail(
        "gm", VACATION, START + 2 * HOUR, headers=[("Auto-Submitted", "auto-replied")]
    )
    assert rows == []
    assert stage.office.table.acts == []
    assert stage.office.table.phase.closed is None
    told = [row for row in stage.office.outbox()[before:] if row.recipient != "referee@gm.test"]
    assert told == []


# -- from the server's own machine ---------------------------------------------------------------


def by_hand(stage: Stage, lines: str, hours: float) -> list[dict[str, object]]:
    """What `pbp gm GAME LINES` hands to the server; the rows of its answer."""
    facts = stage.office.referee.command(GAME, lines, START + hours * HOUR)
    return [
        row for fact in facts if isinstance(fact, Notified) for row in fact.data.get("rows", ())
    ]


def test_a_correction_from_the_command_line_is_shown_confirmed_and_told(stage):
    stage.until(stage.dawn - 4)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 3)
    stage.until(stage.dawn)
    (row,) = by_hand(stage, "void 1 a mistake", stage.dawn + 1)
    assert row["data"]["pending"]
    assert any(x["who"] == stage.victim for x in row["data"]["rows"])
    assert stage.posts("correction") == []
    (row,) = by_hand(stage, "confirm", stage.dawn + 2)
    assert row["data"]["how"] == "stands"
    assert stage.posts("correction")
    (row,) = by_hand(stage, "undo", stage.dawn + 3)
    assert row["problem"] == "cannot_undo"


@pytest.mark.parametrize("lines", ["dry void 1", "void 99", "read 1", "revive nobody"])
def test_the_command_line_tries_and_refuses_as_a_mail_does(stage, lines):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    (row,) = by_hand(stage, lines, 2)
    assert bool(row["problem"]) == (not lines.startswith("dry"))
    assert _states(stage) == ["standing"]


def test_what_the_gm_entered_himself_can_be_voided_after_the_announcement(stage):
    stage.until(stage.dawn - 4)
    stage.gm(f"代令 {stage.killer} “杀 {stage.victim}”", stage.dawn - 3)
    stage.until(stage.dawn)
    assert "没有可以撤销" in stage.gm("撤销", stage.dawn + 1)
    assert f"{stage.victim} 活着" in stage.gm("作废 1 我弄错了人", stage.dawn + 2)
    stage.gm("确认", stage.dawn + 3)
    assert stage.posts("correction")[-1].data["reason"] == "我弄错了人"


def test_a_post_is_called_otherwise_tried_and_taken_back(stage):
    stage.office.mail(stage.other, "灌水 我有一个想法", START + HOUR, to="board")
    assert stage.office.table.fates[1].published == "chat"
    assert "✓" in stage.gm("试 改类 1 分析", 2)
    assert stage.office.table.fates[1].published == "chat"
    stage.gm("改类 1 分析", 3)
    assert stage.office.table.fates[1].published == "analysis"
    stage.gm("撤销", 4)
    assert stage.office.table.fates[1].published == "chat"


@pytest.mark.parametrize("words", ["一切照旧", "as usual"])
def test_as_usual_takes_every_default(stage, words):
    stage.says(stage.victim, "请假 两天 出差", 1)
    assert [q.kind for q in stage.office.table.open_questions()] == ["leave"]
    stage.gm(words, 2)
    assert stage.office.table.open_questions() == []
    assert stage.told(stage.victim, "leave_answer")[-1].data["granted"] is False
