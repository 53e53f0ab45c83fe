"""Posts and corrections: called otherwise after a close that had counted them; never voided."""

from pathlib import Path

import pytest

from pbp.audit import audit_game
from pbp.scenario.load import loads
from pbp.scenario.play import setup_of
from tests.corrections.conftest import CASTS, HOUR, WHO, Stage
from tests.service.office import GAME, SETTINGS, START, Office

SAY = "我看{0}很可疑，发言前后矛盾。"
ENDS = {"prayer": 48, "three_lives": 60, "seven_kill": 74}
"""Hours until a day closes that is at least 48 hours after the start (C-9.6)."""


def is_audited(stage: Stage) -> bool:
    found = audit_game(stage.office.store, stage.office.store.game(GAME), SETTINGS)
    return found.first_difference is None


@pytest.fixture(params=["warn", "disqualify"])
def active(stage: Stage, request: pytest.FixtureRequest) -> Stage:
    """A game in which five analyses in 48 hours are asked for, and what becomes of less."""
    story = (
        f"title: t\ngame:\n  ruleset: {stage.ruleset}\n  starts: 2026-03-02 20:00\n"
        f"  options: {{low_activity: {request.param}}}\n  cast: {CASTS[stage.ruleset]}\n"
        "mails:\n  - {at: D1+1h, from: gm, text: 状态}\n"
    )
    office = Office(setup_of(loads(story, Path("s.yaml"))))
    return Stage(stage.ruleset, office, *WHO[stage.ruleset])


def posted(stage: Stage) -> int:
    """Four analyses and a chat of one who lives, in the last hours before the close; its number."""
    ends = ENDS[stage.ruleset]
    for who in stage.office.table.handles:
        for n in range(5 if who != stage.other else 0):
            stage.says(who, f"分析\n{SAY.format(stage.killer)}", ends - 20 + n)
    for n in range(4):
        stage.says(stage.other, f"分析\n{SAY.format(stage.killer)}", ends - 9 + n)
    stage.says(stage.other, f"灌水\n{SAY.format(stage.killer)}", ends - 5)
    n = stage.office.last_mail().n
    stage.until(ends)
    return n


def test_a_post_that_a_close_had_not_counted_is_called_otherwise_with_a_preview(active):
    n = posted(active)
    ends, table = ENDS[active.ruleset] + 1, active.office.table
    how, warned = table.options["low_activity"], table.players[active.other].warnings
    shown = active.gm(f"改类 {n} 分析 就是分析", ends)
    assert "还没有做" in shown
    assert active.other in shown
    assert active.office.table.fates[n].published == "chat"
    active.gm("确认", ends + 0.1)
    table = active.office.table
    assert table.fates[n].published == "analysis"
    assert table.is_alive(active.other) == (how == "warn")
    assert table.players[active.other].warnings == warned - (how == "warn")
    assert len(active.posts("correction")) == 1
    assert active.told(active.other, "gm_acted")[-1].data["act"] == "reclassify"
    assert is_audited(active)


def test_with_revive_who_was_out_for_it_is_in_the_game(active):
    n = posted(active)
    ends = ENDS[active.ruleset] + 1
    active.gm(f"改类 {n} 分析", ends)
    active.gm("确认 复活", ends + 0.1)
    table = active.office.table
    assert table.is_alive(active.other)
    assert table.fates[n].published == "analysis"
    assert is_audited(active)


def test_where_no_close_had_depended_on_it_nothing_is_asked(stage):
    stage.office.mail(stage.other, "灌水 我有一个想法", _at(1), to="board")
    stage.until(stage.dawn + 1)
    assert "还没有做" not in stage.gm("改类 1 分析", stage.dawn + 2)
    assert stage.office.table.fates[1].published == "analysis"
    stage.gm("撤销", stage.dawn + 3)
    assert stage.office.table.fates[1].published == "chat"
    assert is_audited(stage)


def _at(hours: float):

    return START + hours * HOUR


@pytest.mark.parametrize("words", ["分析\n我看他。", "灌水\n早上好", "剧情\n风雪夜。"])
def test_a_post_is_not_voided_and_the_answer_says_what_can_be_done(stage, words):
    stage.says(stage.other, words, 1)
    stage.until(stage.dawn)
    shown = stage.gm("作废 1", stage.dawn + 1)
    assert "这封信是帖子，没有命令或投票可以作废" in shown
    assert "改类" in shown
