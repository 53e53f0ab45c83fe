"""Corrections as a GM in trouble makes them: twice, of one another, late, at the end, by others."""

import msgspec
import pytest

from pbp.audit import audit_game
from pbp.service.addresses import write
from pbp.service.setup import Owner
from tests.corrections.conftest import HOUR, Stage, stage_of
from tests.service.office import GAME, SETTINGS, START, Office, text_of

SUBSTITUTE = "substitute@elsewhere.test"
DEPUTY = "deputy@elsewhere.test"


def is_audited(stage: Stage) -> bool:
    found = audit_game(stage.office.store, stage.office.store.game(GAME), SETTINGS)
    return found.first_difference is None


def deaths(stage: Stage) -> list[str]:
    return [death.who for death in stage.office.table.deaths]


def standing(stage: Stage) -> list[tuple[str, ...]]:
    return [o.targets for o in stage.office.table.orders.values() if o.state == "standing"]


def killed(stage: Stage) -> float:
    """A night with a victim; an hour after its dawn."""
    stage.until(stage.dawn - 5)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 4)
    stage.until(stage.dawn)
    assert deaths(stage) == [stage.victim]
    return stage.dawn + 1


# -- twice, of one another -----------------------------------------------------------------------


def test_what_was_sent_twice_is_voided_mail_by_mail(stage):
    stage.until(stage.dawn - 5)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 4)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 3)
    assert "没有做" not in stage.gm("作废 1", stage.dawn - 2)
    assert standing(stage) == [(stage.victim,)]
    assert "没有做" not in stage.gm("作废 2", stage.dawn - 1.5)
    assert standing(stage) == []
    stage.gm("撤销", stage.dawn - 1.4)
    stage.gm("作废 2", stage.dawn - 1.2)
    assert standing(stage) == []
    assert is_audited(stage)


def test_an_order_that_was_replaced_and_voided_does_not_stand_again(stage):
    stage.until(stage.dawn - 5)
    stage.says(stage.killer, f"杀 {stage.other}", stage.dawn - 4)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 3)
    stage.gm("作废 1", stage.dawn - 2)
    stage.gm("作废 2", stage.dawn - 1.5)
    assert standing(stage) == []
    assert is_audited(stage)


def test_both_in_one_mail_after_the_announcement(stage):
    stage.until(stage.dawn - 5)
    stage.says(stage.killer, f"杀 {stage.other}", stage.dawn - 4)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 3)
    stage.until(stage.dawn)
    shown = stage.gm("作废 1\n作废 2", stage.dawn + 1)
    assert f"{stage.victim} 活着" in shown
    assert f"{stage.other} 死了" not in shown
    stage.gm("确认", stage.dawn + 1.5)
    assert deaths(stage) == [stage.victim]
    assert is_audited(stage)


def test_the_same_again_is_shown_as_done_and_posted_once(stage):
    at = killed(stage)
    stage.gm("作废 1 寄错了", at)
    stage.gm("确认", at + 0.1)
    assert "以前已经这样更正过" in stage.gm("作废 1 寄错了", at + 0.2)
    assert "以前已经这样更正过" in stage.gm("确认", at + 0.3)
    assert len(stage.posts("correction")) == 1
    stage.gm("作废 1", at + 0.4)
    stage.gm("确认 复活", at + 0.5)
    table = stage.office.table
    victim = table.players[stage.victim]
    assert victim.alive
    assert victim.life == victim.seat.start
    assert is_audited(stage)


def test_a_correction_that_was_carried_out_is_corrected_and_voided(stage):
    stage.until(stage.dawn - 5)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 4)
    stage.gm("作废 1", stage.dawn - 3)
    n = stage.office.last_mail().n
    assert standing(stage) == []
    stage.gm(f"读 1 “杀 {stage.other}”", stage.dawn - 2)
    assert standing(stage) == [(stage.other,)]
    stage.gm(f"作废 {stage.office.last_mail().n}", stage.dawn - 1)
    assert standing(stage) == []
    stage.gm(f"作废 {n}", stage.dawn - 0.9)
    assert standing(stage) == [(stage.victim,)]
    assert stage.told(stage.killer, "gm_acted")
    assert is_audited(stage)


def test_two_corrections_wait_and_each_answer_is_for_its_own_preview(stage):
    """确认 to the first preview, after a second one was shown, does not carry out the second."""
    at = killed(stage)
    stage.office.mail("gm", "作废 1 第一", START + at * HOUR)
    first = _preview(stage)
    stage.office.mail("gm", f"读 1 “杀 {stage.other}” 第二", START + (at + 0.1) * HOUR)
    second = _preview(stage)
    for mine, said in ((first, "又有过别的预览"), (second, "照旧")):
        stage.office.mail("gm", "确认", START + (at + 0.2) * HOUR, headers=[("In-Reply-To", mine)])
        assert said in text_of(_last_desk(stage))
    (post,) = stage.posts("correction")
    assert post.data["reason"] == "第二"
    assert is_audited(stage)


def _last_desk(stage: Stage):
    return [row for row in stage.office.outbox() if row.kind == "desk"][-1]


def _preview(stage: Stage) -> str:
    return _last_desk(stage).message_id


# -- undone, late, after the end -------------------------------------------------------------------


def test_a_correction_is_undone_before_its_post_and_not_after(stage):
    stage.until(stage.dawn - 5)
    stage.says(stage.killer, f"杀 {stage.victim}", stage.dawn - 4)
    stage.gm("作废 1", stage.dawn - 3)
    stage.gm("撤销", stage.dawn - 2)
    assert standing(stage) == [(stage.victim,)]
    stage.until(stage.dawn)
    stage.gm("作废 1", stage.dawn + 1)
    assert "没有可以撤销" in stage.gm("撤销", stage.dawn + 1.1)
    stage.gm("确认", stage.dawn + 1.2)
    assert "没有可以撤销" in stage.gm("撤销", stage.dawn + 1.3)
    assert len(stage.posts("correction")) == 1
    assert is_audited(stage)


def test_a_preview_that_a_close_has_passed_is_shown_anew(stage):
    at = killed(stage)
    stage.gm("作废 1", at)
    phase = stage.office.table.phase
    stage.until((phase.closes - START) / HOUR)
    later = (phase.closes - START) / HOUR + 0.5
    assert "还没有做" in stage.gm("确认", later)
    assert stage.posts("correction") == []
    stage.gm("确认", later + 0.1)
    assert stage.posts("correction")[-1].data["what"] == "resolved"
    assert is_audited(stage)


def test_a_preview_from_before_the_end_is_shown_anew_after_it(stage):
    at = killed(stage)
    stage.gm("作废 1", at)
    stage.gm("平局 凑不齐人", at + 0.1)
    shown = stage.gm("确认 复活", at + 0.2)
    assert "结果照旧" in shown
    assert stage.posts("correction") == []
    stage.gm("确认", at + 0.3)
    (post,) = stage.posts("correction")
    assert {row["what"] for row in post.data["rows"]} >= {"alive", "ended"}
    assert deaths(stage) == [stage.victim]
    assert is_audited(stage)


def test_what_was_shown_and_has_come_to_differ_is_shown_anew(stage):
    at = killed(stage)
    stage.gm("作废 1", at)
    shown = stage.gm(f"读 1 “杀 {stage.other}”\n作废 1", at + 0.1)
    assert shown.count("还没有做") == 2
    assert is_audited(stage)


# -- by others -------------------------------------------------------------------------------------


@pytest.fixture
def deputy(stage):
    stage.gm(f"代理 {DEPUTY} 1h", 0.5)
    stage.says(stage.other, "请假 两天 出差", 0.6)
    stage.until(2.7)
    assert stage.office.table.around.acting
    return lambda words, hours: stage.office.mail(
        DEPUTY, words, START + hours * HOUR, recipient=_to_gm(stage)
    )


def _to_gm(stage: Stage) -> str:
    token = stage.office.live.token("deputy")
    return write(stage.office.settings, "gm", GAME, token)


@pytest.mark.parametrize("words", ["作废 {n}", "确认", "确认 复活", "撤销", "读 {n} “杀 {other}”"])
def test_a_deputy_corrects_confirms_and_undoes_nothing(stage, deputy, words):
    at = 3.0
    if words.startswith("确认"):
        at = killed(stage) + 1
        stage.gm("作废 3", at - 0.9)
        stage.says(stage.killer, "请假 两天 出差", at - 0.8)
        stage.until(at + 3)
        at += 3
    else:
        stage.says(stage.killer, f"杀 {stage.victim}", 2.9)
    before = standing(stage), deaths(stage), len(stage.posts("correction"))
    mails = stage.office.table.mails.items()
    n = next(n for n, mail in mails if any(r.kind == "kill" for r in mail.readings))
    deputy(words.format(n=n, other=stage.other), at)
    assert stage.office.last_mail().verdict == "refused"
    assert (standing(stage), deaths(stage), len(stage.posts("correction"))) == before
    assert is_audited(stage)


def replaced() -> tuple[Stage, float]:
    """A binder whose seat somebody else takes after the dawn, and when that is done."""
    base = stage_of("three_lives")
    made = msgspec.structs.replace(
        base.office.setup, substitutes={"接班": Owner("接班", (SUBSTITUTE,))}
    )
    stage = base._replace(office=Office(made))
    stage.says("丙寅", "束魂 丁卯", 1)
    stage.says(stage.killer, f"杀 {stage.victim}", 2)
    stage.until(24)
    stage.gm("换人 丙寅 联系不上", 25)
    to = write(stage.office.settings, "gm", GAME, stage.office.live.token("接班"))
    stage.office.mail(SUBSTITUTE, "接替", START + 26 * HOUR, recipient=to)
    assert stage.office.table.played_by("丙寅") == "接班"
    return stage, 27


def test_the_mail_of_a_player_who_was_replaced_is_corrected_and_his_successor_told():
    stage, at = replaced()
    shown = stage.gm("作废 1 是误发", at)
    assert "丙寅（束魂没有起作用）" in shown
    before = len(stage.office.outbox())
    stage.gm("确认", at + 0.1)
    new = [row for row in stage.office.outbox()[before:] if row.recipient != "referee@gm.test"]
    assert {row.recipient for row in new} == {SUBSTITUTE}
    assert is_audited(stage)


def test_the_public_is_not_told_who_was_replaced_by_a_correction_of_his_mail():
    stage, at = replaced()
    stage.gm("作废 2", at)
    stage.gm("确认", at + 0.1)
    (post,) = stage.posts("correction")
    said = msgspec.json.encode(post.data).decode()
    assert not any(secret in said for secret in ("丙寅", "接班", stage.killer))
    assert is_audited(stage)


def test_a_confirmed_correction_names_whose_mail_it_was(stage):
    at = killed(stage)
    stage.gm("作废 1 寄错了", at)
    assert f"第1封信（{stage.killer}）" in stage.gm("确认", at + 0.1)
