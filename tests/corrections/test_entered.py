"""What the GM entered himself has a number, and is corrected as a player's mail is (C-10)."""

import pytest

from pbp.audit import audit_game
from pbp.game.facts import Notified
from tests.corrections.conftest import HOUR, Stage, stage_of
from tests.service.office import GAME, SETTINGS, START, text_of


def by_hand(stage: Stage, lines: str, hours: float) -> list[dict[str, object]]:
    """What `pbp gm GAME LINES` hands to the server; the rows of its answer."""
    facts = stage.office.referee.command(GAME, lines, START + hours * HOUR)
    return [
        row for fact in facts if isinstance(fact, Notified) for row in fact.data.get("rows", ())
    ]


def by_mail(stage: Stage, lines: str, hours: float) -> list[dict[str, object]]:
    stage.gm(lines, hours)
    desk = [n for n in stage.office.table.notices if n.kind == "desk"]
    return desk[-1].data["rows"]


WAYS = {"mail": by_mail, "machine": by_hand}


@pytest.fixture(params=WAYS)
def enter(request):
    return WAYS[request.param]


def deaths(stage: Stage) -> list[str]:
    return [death.who for death in stage.office.table.deaths]


def standing(stage: Stage) -> list[tuple[str, ...]]:
    return [o.targets for o in stage.office.table.orders.values() if o.state == "standing"]


def is_audited(stage: Stage) -> bool:
    found = audit_game(stage.office.store, stage.office.store.game(GAME), SETTINGS)
    return found.first_difference is None


def test_an_order_that_was_entered_has_a_number_and_is_voided_and_read_anew(stage, enter):
    stage.until(stage.dawn - 5)
    (row,) = enter(stage, f"代令 {stage.killer} “杀 {stage.victim}”", stage.dawn - 4)
    n = row["number"]
    stage.gm("摘要", stage.dawn - 3.5)
    digest = text_of([r for r in stage.office.outbox() if r.kind == "digest"][-1])
    assert f"- {n}　{stage.killer}　第一夜　杀 {stage.victim}" in digest
    enter(stage, f"读 {n} “杀 {stage.other}” 听错了", stage.dawn - 3)
    assert standing(stage) == [(stage.other,)]
    told = stage.told(stage.killer, "gm_acted")[-1].data
    assert (told["act"], told["targets"]) == ("read", (stage.other,))
    enter(stage, f"作废 {n} 不是他说的", stage.dawn - 2)
    assert standing(stage) == []
    assert stage.told(stage.killer, "gm_acted")[-1].data["act"] == "void"
    enter(stage, "撤销", stage.dawn - 1)
    assert standing(stage) == [(stage.other,)]
    assert is_audited(stage)


def test_after_the_announcement_it_is_shown_first_and_its_player_is_told(stage, enter):
    stage.until(stage.dawn - 5)
    (row,) = enter(stage, f"代令 {stage.killer} “杀 {stage.victim}”", stage.dawn - 4)
    stage.until(stage.dawn)
    (shown,) = enter(stage, f"读作 {row['number']} “杀 {stage.other}” 听错了", stage.dawn + 1)
    assert shown["data"]["pending"]
    assert {(x["what"], x["who"]) for x in shown["data"]["rows"]} == {
        ("alive", stage.victim),
        ("dead", stage.other),
    }
    enter(stage, "确认", stage.dawn + 1.5)
    assert deaths(stage) == [stage.victim]
    assert stage.told(stage.killer, "gm_acted")[-1].data["act"] == "read"
    assert [p.data["what"] for p in stage.posts("correction")] == ["resolved"]
    assert is_audited(stage)


def day_of(stage: Stage) -> tuple[float, str, str, str]:
    """When the first day begins, and three who vote with one another."""
    if stage.ruleset == "three_lives":
        return stage.dawn, "己巳", "庚午", "辛未"
    return (0 if stage.ruleset == "seven_kill" else stage.dawn), *(
        stage.killer,
        stage.victim,
        stage.other,
    )


@pytest.mark.parametrize("word", ["代计", "代投"])
def test_a_vote_that_was_entered_is_corrected_while_the_vote_runs(stage, enter, word):
    if word == "代投" and stage.ruleset != "seven_kill":
        return
    begins, voter, one, two = day_of(stage)
    stage.until(begins)
    (row,) = enter(stage, f"{word} {voter} {one}", begins + 1)
    enter(stage, f"读 {row['number']} “投票 {two}” 写错了", begins + 2)
    table = stage.office.table
    life = table.players[voter].life
    assert table.ballot(table.phase.id, life).votes[voter].target == two
    assert [p.data["what"] for p in stage.posts("correction")] == ["vote_stands"]
    enter(stage, f"作废 {row['number']}", begins + 3)
    assert voter not in stage.office.table.ballot(table.phase.id, life).votes
    assert is_audited(stage)


@pytest.mark.parametrize("word", ["代计", "代投"])
def test_a_vote_that_was_entered_is_corrected_after_its_close(word, enter):
    stage = stage_of("seven_kill")
    for who in ("王梁", "张机", "赵同", "陈相", "周七"):
        stage.says(who, "投票 水饺", 1)
    (row,) = enter(stage, f"{word} 李天 水饺", 2)
    stage.until(26)
    assert deaths(stage) == []  # 6 of 16 are no 40 %
    enter(stage, f"作废 {row['number']}", 27)
    (post,) = stage.posts("correction") or [None]
    assert post is None, "shown first, for the ballot was announced"
    enter(stage, "确认", 27.5)
    (post,) = stage.posts("correction")
    assert is_audited(stage)
    assert "李天" in str(post.data["rows"])


def test_of_several_in_one_mail_each_has_its_own_number(stage, enter):
    begins, voter, one, two = day_of(stage)
    stage.until(begins)
    rows = enter(stage, f"代计 {voter} {one}\n代计 {one} {two}", begins + 1)
    first, second = (row["number"] for row in rows)
    assert (first[-2:], second[-2:]) == ("-1", "-2")
    enter(stage, f"作废 {second}", begins + 2)
    life = stage.office.table.players[voter].life
    votes = stage.office.table.ballot(stage.office.table.phase.id, life).votes
    assert {v: vote.target for v, vote in votes.items()} == {voter: one}
    assert [n.data["act"] for n in stage.told(one, "gm_acted")] == ["vote", "void"]
    assert [n.data["act"] for n in stage.told(voter, "gm_acted")] == ["vote"]
    (row,) = enter(stage, f"读 {first[:-2]} “投票 {two}”", begins + 3)
    assert row["problem"] in ("", "which_part")
    (row,) = enter(stage, f"作废 {first[:-2]}-7", begins + 4)
    assert row["problem"] == "no_parts"


def test_voiding_what_was_entered_leaves_the_other_commands_of_that_mail(stage, enter):
    closes = stage.office.table.phase.closes
    rows = enter(stage, f"代令 {stage.killer} “杀 {stage.victim}”\n延长 2h 停电", 1)
    assert [row.get("number") for row in rows] == [rows[0]["number"], None]
    enter(stage, f"作废 {rows[0]['number']}", 2)
    assert standing(stage) == []
    assert stage.office.table.phase.closes == closes + 2 * HOUR


def test_a_mail_that_the_gm_let_in_can_be_put_out_again(prayer, enter):
    prayer.office.setup.options["settle_wait"] = "2h"
    prayer.says("阿甲", "杀 小一", 1)
    prayer.says("阿甲", "杀 小二", 23.5)
    assert prayer.verdict() == "refused"
    (row,) = enter(prayer, "补收 2", 23.6)
    assert standing(prayer) == [("小二",)]
    enter(prayer, f"作废 {row['number']}", 23.7)
    assert standing(prayer) == [("小一",)]
    assert prayer.told("阿甲", "gm_acted")[-1].data["act"] == "void"


def test_after_the_announcement_no_late_mail_is_let_in(stage):
    """C-2.1 says until the announcement; the answer says so in as many words."""
    begins, voter, one, _ = day_of(stage)
    ends = begins + {"prayer": 24, "three_lives": 36, "seven_kill": 26}[stage.ruleset]
    for who in ("小三", "小四") if stage.ruleset == "prayer" else ():
        stage.says(who, "投票 小五", ends - 1)
    stage.until(ends)
    stage.says(voter, f"投票 {one}", ends + 0.5)
    n = stage.office.last_mail().n
    assert stage.office.last_mail().code == "late"
    assert "那一阶段已经公布；补收只能在公布以前" in stage.gm(f"补收 {n}", ends + 1)
    assert is_audited(stage)
