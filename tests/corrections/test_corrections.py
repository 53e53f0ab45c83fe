"""Corrections with a diff: shown, confirmed, told; what was announced stands (C-10)."""

import msgspec
import pytest

from pbp.audit import audit_game
from tests.corrections.conftest import Stage
from tests.service.office import GAME, SETTINGS


def is_audited(stage: Stage) -> bool:
    found = audit_game(stage.office.store, stage.office.store.game(GAME), SETTINGS)
    return found.first_difference is None


def deaths(stage: Stage) -> list[str]:
    return [death.who for death in stage.office.table.deaths]


def test_voiding_an_announced_kill_is_shown_first_and_changes_nothing(stage):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    stage.until(stage.dawn)
    shown = stage.gm("作废 1 寄错了", stage.dawn + 2)
    assert f"{stage.victim} 活着" in shown
    assert "还没有做" in shown
    assert "确认 复活" in shown
    assert "第一夜逐条" in shown
    assert deaths(stage) == [stage.victim]
    assert stage.posts("correction") == []
    assert is_audited(stage)


def test_confirmed_it_is_posted_and_the_death_stands(stage):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    stage.until(stage.dawn)
    stage.gm("作废 1 寄错了", stage.dawn + 2)
    assert "虽然不该如此" in stage.gm("确认", stage.dawn + 3)
    assert deaths(stage) == [stage.victim]
    (post,) = stage.posts("correction")
    assert any(row["who"] == stage.victim and row["stays"] for row in post.data["rows"])
    assert post.data["reason"] == "寄错了"
    assert stage.told(stage.killer, "gm_acted")[-1].data["act"] == "void"
    assert is_audited(stage)


def test_confirmed_with_revive_the_dead_live_again(stage):
    """In prayer the phases are the same ones, so that the game goes on as it would have been."""
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    stage.until(stage.dawn)
    stage.gm("作废 1 寄错了", stage.dawn + 2)
    stage.gm("确认 复活", stage.dawn + 3)
    assert stage.office.table.is_alive(stage.victim)
    posts = stage.posts("correction")
    assert any(stage.victim in str(post.data["rows"]) for post in posts)
    if stage.ruleset == "prayer":
        assert deaths(stage) == []
        assert [p.data["dead"][0]["who"] for p in stage.posts("dawn")] == [stage.victim]
    assert is_audited(stage)


def test_what_the_dead_wrote_counts_once_they_live_again(prayer):
    prayer.says("阿甲", "杀 小一", 1)
    prayer.until(24)
    prayer.says("小一", "投票 阿甲", 25)
    assert prayer.verdict() == "refused"
    prayer.gm("作废 1 看错", 26)
    prayer.gm("确认 复活", 27)
    ballot = prayer.office.table.ballot("D1", None)
    assert ballot.votes["小一"].target == "阿甲"
    (post,) = [p for p in prayer.posts("correction") if p.data["what"] == "vote_stands"]
    assert (post.data["who"], post.data["target"]) == ("小一", "阿甲")


def test_a_private_notice_that_should_not_have_been_is_taken_back():
    """A binding that would have struck: its binder was told that it had not."""
    from tests.corrections.conftest import stage_of

    stage = stage_of("three_lives")
    stage.says("丙寅", "束魂 丁卯", 1)
    stage.until(24)
    assert stage.told("丙寅", "binding_missed")
    shown = stage.gm("作废 1 他要撤回", 26)
    assert "丙寅（束魂没有起作用）" in shown
    before = len(stage.posts("correction"))
    stage.gm("确认", 27)
    assert stage.told("丙寅", "gm_acted")[0].data["gone"] == ["binding_missed"]
    assert len(stage.posts("correction")) == before  # nothing public has changed
    assert is_audited(stage)


def test_in_the_running_phase_nothing_need_be_confirmed_and_later_mail_counts(prayer):
    """The voided change had used the one change up; the later one counts now."""
    prayer.until(24)
    prayer.says("小一", "投票 小二", 25)
    prayer.says("小一", "改票 小三", 26)
    prayer.says("小一", "改票 阿甲", 27)
    assert prayer.verdict() == "refused"
    answer = prayer.gm("作废 2 误读", 28)
    assert "已经公布的都不变" in answer
    assert "撤销" in answer
    assert prayer.office.table.ballot("D1", None).votes["小一"].target == "阿甲"
    assert prayer.posts("correction")[-1].data["what"] == "vote_stands"
    assert is_audited(prayer)


def test_an_immediate_correction_can_be_undone(prayer):
    prayer.says("阿甲", "杀 小一", 1)
    prayer.says("阿甲", "杀 小二", 2)
    prayer.gm("作废 2", 3)
    assert prayer.office.table.standing("N1", "killers").targets == ("小一",)
    assert "没有做" not in prayer.gm("撤销", 4)
    assert prayer.office.table.standing("N1", "killers").targets == ("小二",)
    prayer.until(24)
    assert deaths(prayer) == ["小二"]
    assert is_audited(prayer)


def test_a_correction_that_changes_nothing_is_refused(stage):
    stage.says(stage.killer, f"杀 {stage.victim}", 1)
    stage.says(stage.killer, "杀 路人甲", 2)
    assert "什么也不会变" in stage.gm("作废 2", 3)
    assert stage.verdict() == "refused"


def test_what_was_shown_before_a_close_is_shown_anew_after_it(prayer):
    """A preview speaks of the phases that there were; confirmed later it is not done blindly."""
    prayer.says("阿甲", "杀 小一", 1)
    prayer.until(24)
    prayer.gm("作废 1", 26)
    prayer.until(48)
    assert "还没有做" in prayer.gm("确认", 49)
    assert prayer.posts("correction") == []


def test_read_anew_after_the_announcement(prayer):
    prayer.until(24)
    prayer.says("小一", "投票 阿甲或者小二", 25)
    for who in ("小二", "小三", "小四"):
        prayer.says(who, "投票 小五", 26)
    for who in ("阿甲", "阿乙", "小五"):
        prayer.says(who, "投票 小二", 27)
    prayer.until(48)
    shown = prayer.gm("读 1 “投票 小二” 他后来说明了", 49)
    assert "处决 小二" in shown
    assert "小一 的警告是 0 次，不是 1 次" in shown
    prayer.gm("确认", 50)
    rows = prayer.posts("correction")[-1].data["rows"]
    assert any(row["stays"] for row in rows)
    assert is_audited(prayer)


def test_after_the_end_the_result_stands_and_is_explained(prayer):
    prayer.says("阿甲", "杀 小一", 1)
    prayer.until(24)
    prayer.gm("平局 凑不齐人", 25)
    assert "结果照旧" in prayer.gm("作废 1", 26)
    prayer.gm("确认", 27)
    assert prayer.office.table.ended is not None
    assert prayer.posts("correction")[-1].data["rows"]
    assert is_audited(prayer)


def test_the_public_words_say_neither_whose_mail_it_was_nor_a_role(prayer):
    prayer.says("阿甲", "杀 小一", 1)
    prayer.until(24)
    prayer.gm("读 1 “杀 小二”", 26)
    prayer.gm("确认", 27)
    said = msgspec.json.encode(prayer.posts("correction")[-1].data).decode()
    assert "阿甲" not in said
    assert "villager" not in said
    assert "小二" in said  # who should have died, and lives


@pytest.mark.parametrize("how", ["确认", "确认 复活"])
def test_corrections_are_read_back_from_the_journal(prayer, how):
    prayer.says("阿甲", "杀 小一", 1)
    prayer.until(24)
    prayer.gm("作废 1", 26)
    prayer.gm(how, 27)
    told, office = prayer.office.table, prayer.office
    read = office.referee.loaded(GAME).play.table
    for part in ("posts", "notices", "deaths", "phases", "orders", "mails"):
        assert msgspec.json.encode(getattr(read, part)) == msgspec.json.encode(getattr(told, part))
