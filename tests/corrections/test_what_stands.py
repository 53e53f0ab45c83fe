"""What a preview says that stands and why, and that the correction then says just that (C-10)."""

import msgspec
import pytest

from pbp.audit import audit_game
from tests.corrections.conftest import Stage, stage_of
from tests.service.office import GAME, SETTINGS, Office


def is_audited(stage: Stage) -> bool:
    found = audit_game(stage.office.store, stage.office.store.game(GAME), SETTINGS)
    return found.first_difference is None


def in_english(stage: Stage) -> Stage:
    return stage._replace(office=Office(msgspec.structs.replace(stage.office.setup, locale="en")))


def unwrapped(text: str) -> str:
    return text.replace("\n  ", " ").replace("\n", " ")


def killed(stage: Stage) -> float:
    stage.until(stage.dawn - 5)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 4)
    stage.until(stage.dawn)
    return stage.dawn + 1


WHY = {
    "zh": {
        "three_lives": "有人已经转到别的一生，在那里的身份也告诉了他",
        "seven_kill": "已经过去的阶段不能重来",
    },
    "en": {
        "three_lives": "players have come to another life and were told their role there",
        "seven_kill": "those that are past cannot be played anew",
    },
}


@pytest.mark.parametrize("locale", ["zh", "en"])
@pytest.mark.parametrize("ruleset", ["three_lives", "seven_kill"])
def test_where_the_game_cannot_go_back_the_preview_says_why_and_what_stands(ruleset, locale):
    """In seven kill a night without a victim is followed by no wait (S-4.5)."""
    stage = stage_of(ruleset)
    stage = stage if locale == "zh" else in_english(stage)
    at = killed(stage)
    told = stage.gm("作废 1 寄错了" if locale == "zh" else "void 1 a mistake", at)
    shown = unwrapped(told).replace(" ", "")
    for said in (WHY[locale][ruleset], stage.victim):
        assert said.replace(" ", "") in shown
    answers = (
        ("确认复活", "更正帖会写") if locale == "zh" else ("confirmrevive", "correctionwillsay")
    )
    assert all(said in shown for said in answers)
    stage.gm("确认" if locale == "zh" else "confirm", at + 0.1)
    (post,) = stage.posts("correction")
    page = stage.office.referee.writer.renderer.post(post, _about(stage)).text
    for line in unwrapped(page).split(" - ")[1:]:
        first = line.split("Reason")[0].split("理由")[0].replace(" ", "")
        assert first in shown, "the preview shows the very words of the post"
    assert is_audited(stage)


def _about(stage: Stage):
    from pbp.service.outgoing import about_of

    return about_of(stage.office.live, SETTINGS)


@pytest.mark.parametrize("ruleset", ["three_lives", "seven_kill"])
def test_who_died_by_mistake_lives_again_from_now_on(ruleset):
    stage = stage_of(ruleset)
    at = killed(stage)
    before = [phase.id for phase in stage.office.table.phases]
    stage.gm("作废 1", at)
    stage.gm("确认 复活", at + 0.1)
    player = stage.office.table.players[stage.victim]
    assert (player.alive, player.life) == (True, player.seat.start)
    assert [phase.id for phase in stage.office.table.phases] == before
    assert [post.data["what"] for post in stage.posts("correction")] == ["resolved", "revived"]
    assert stage.told(stage.victim, "gm_acted")[-1].data["act"] == "revive"
    assert is_audited(stage)
    stage.until(at + 60)
    assert is_audited(stage)


def test_a_star_that_a_vote_put_out_is_brought_back_where_the_phases_are_the_same():
    """Seven kill: an execution by day changes no phase, so that 确认 复活 goes back."""
    stage = stage_of("seven_kill")
    voters = ("李天", "王梁", "张机", "赵同", "陈相", "周七", "包子")
    for who in voters:
        stage.says(who, "投票 水饺", 1)
    stage.until(26)
    assert [c.executed for c in stage.office.table.counts] == ["水饺"]
    shown = stage.gm("作废 1", 27)
    assert "无人被处决，不是水饺" in shown
    assert "退不回去" not in shown
    stage.gm("确认 复活", 27.1)
    assert stage.office.table.deaths == []
    assert stage.office.table.is_alive("水饺")
    assert [c.executed for c in stage.office.table.counts] == [None]
    assert is_audited(stage)


def test_a_vote_of_a_counted_ballot_is_shown_posted_and_counted(prayer):
    """The ballot was announced; nobody else is executed for it, but the table has changed."""
    prayer.until(24)
    for who in ("小二", "小三", "小四"):
        prayer.says(who, "投票 小五", 25)
    prayer.says("小一", "投票 小六", 26)
    prayer.until(48)
    n = prayer.office.last_mail().n
    shown = prayer.gm(f"读 {n} “投票 小五” 他后来说明了", 49)
    assert "小一 的一票算投给 小五，不是 小六" in shown
    assert "还没有做" in shown
    assert prayer.posts("correction") == []
    prayer.gm("确认", 49.1)
    (post,) = prayer.posts("correction")
    (row,) = post.data["rows"]
    assert (row["what"], row["who"], row["target"], row["was"]) == ("voted", "小一", "小五", "小六")
    assert prayer.office.table.counts[-1].votes["小一"] == "小五"
    assert is_audited(prayer)


# -- what the public must not learn --------------------------------------------------------------


def test_who_killed_does_not_show_where_the_same_is_announced_without_him():
    """L-3.6: killed by both or by one, the public is told the same; so there is no post."""
    stage = stage_of("three_lives")
    stage.says("甲子", "杀 戊辰", 1)
    stage.says("乙丑", "杀 戊辰", 2)
    stage.until(24)
    stage.gm("作废 2 看错了", 26)
    stage.gm("确认", 26.1)
    assert stage.posts("correction") == []
    assert [d.causes for d in stage.office.table.deaths] == [("kill",)]
    assert is_audited(stage)


def test_a_declaration_that_should_not_have_been_is_taken_back_in_public():
    stage = stage_of("three_lives")
    stage.says("甲子", "杀 戊辰\n灯灭了，风还在吹。", 1)
    stage.says("乙丑", "杀 戊辰\n雪落在石阶上。", 2)
    stage.until(24)
    shown = stage.gm("作废 2", 26)
    assert "不会公布这份宣言：“雪落在石阶上。”" in shown
    stage.gm("确认", 26.1)
    (post,) = stage.posts("correction")
    assert [row["what"] for row in post.data["rows"]] == ["unsaid"]
    assert is_audited(stage)


@pytest.mark.parametrize(("how", "is_out"), [("确认", False), ("确认 复活", True)])
def test_a_declaration_that_was_never_published_stays_so_where_the_death_does(how, is_out):
    """Read anew, another one dies, with a declaration; it is out only where he does die."""
    stage = stage_of("seven_kill")
    stage.until(30)
    stage.says("李天", "宣言\n灯灭了，风还在吹。", 30)
    stage.until(stage.dawn)
    stage.says("张机", "状态", stage.dawn + 0.1)
    shown = stage.gm("读 1 “杀 包子”", stage.dawn + 1)
    stage.gm(how, stage.dawn + 1.1)
    said = "".join(msgspec.json.encode(post.data).decode() for post in stage.posts("correction"))
    assert "包子" in shown
    assert "灯灭了" not in said or is_out
    assert is_audited(stage)


@pytest.mark.parametrize("how", ["确认", "确认 复活"])
def test_a_correction_names_neither_the_sender_nor_how_many_secret_mails_there_were(stage, how):
    """The same correction beside a night in which nobody else wrote and one in which many did."""

    def told(others: bool) -> list[bytes]:
        one = stage_of(stage.ruleset)
        one.until(one.dawn - 5)
        for n in range(4 if others else 0):
            one.says(_healer(one), "状态" if n % 2 else "过", one.dawn - 4.8 + n / 10)
        one.says(one.killer, f"杀 {one.victim}", one.dawn - 4)
        n = one.office.last_mail().n
        one.until(one.dawn)
        one.gm(f"作废 {n} 弄错了", one.dawn + 1)
        one.gm(how, one.dawn + 1.1)
        posts = [post for post in one.office.table.posts if post.kind == "correction"]
        return [msgspec.json.encode(msgspec.structs.replace(p, data={**p.data})) for p in posts]

    quiet, busy = told(False), told(True)
    assert quiet == busy
    assert quiet
    assert not any(stage.killer.encode() in post for post in quiet)


def _healer(stage: Stage) -> str:
    return {"prayer": "小三", "three_lives": "丁卯", "seven_kill": "吴破"}[stage.ruleset]
