"""A sign-up outlives a restart, can be derived again, undone, and is read in English too.

clauses: C-3.1, C-3.2, C-2.9
"""

from datetime import timedelta

import msgspec
from click.testing import CliRunner

from pbp.audit import audit_game
from pbp.cli import main
from pbp.render import Renderer
from pbp.service.referee import Referee
from tests.signup.house import CLOSES, GAME, OPENS, SETTINGS, House, address_of, made, text_of
from tests.signup.test_new_game import PLAN, from_plan
from tests.verify.played import play, whole_game


def restarted(house):
    """The same journal, read by a server that knows nothing."""
    house.referee = Referee(house.store, SETTINGS, Renderer())
    return house


def test_a_restart_in_the_middle_of_a_sign_up_loses_nothing():
    house = House()
    house.fill(3)
    (asked,) = house.mail(address_of("孙七"), "报名 孙七")
    restarted(house)
    assert house.answer(asked, "确认")[0].kind == "signed_up"
    house.fill(2, first=4)
    restarted(house).until(CLOSES)
    assert len(house.table.players) == 6
    assert house.handle_of("孙七") in house.table.handles


def test_who_signed_up_is_known_after_the_start_and_a_restart():
    house = House()
    house.fill(6)
    house.until(CLOSES)
    restarted(house).mail(address_of("王五"), "签到")
    assert house.table.players[house.handle_of("王五")].checked_in


def test_the_facts_of_a_whole_game_follow_from_its_inputs():
    """`pbp audit`: sign-up, lots and all."""
    house = whole_game()
    row = house.store.game(GAME)
    found = audit_game(house.store, row, SETTINGS)
    assert found.first_difference is None, (found.expected, found.derived)
    assert found.readings == ()


def test_an_outage_over_the_closing_time_loses_no_sign_up():
    """C-2.9: what was received before the closing time counts, read when it may be."""
    house = House()
    house.fill(5)
    (asked,) = house.mail(address_of("吴九"), "报名 吴九")
    before = CLOSES - timedelta(minutes=5)
    house.store.beat(before)
    house.now = before + timedelta(minutes=1)
    count = house.count
    house.referee.read_letters = lambda until=None: 0  # type: ignore[method-assign]
    house.referee.tick = lambda now: 0  # type: ignore[method-assign]
    house.answer(asked, "确认")
    assert house.count == count + 1
    restarted(house).referee.wake(CLOSES + timedelta(hours=2))
    house.until(CLOSES + timedelta(hours=2))
    assert len(house.table.players) == 6
    assert house.table.start.at == CLOSES + timedelta(hours=2)


def test_an_act_before_the_start_can_be_undone():
    """C-10."""
    house = House()
    house.fill(2)
    house.gm("定身份 王五=killer")
    assert house.table.signup.cast == {"王五": "killer"}
    house.gm("撤销")
    assert house.table.signup.cast == {}
    assert house.table.signup.names() == ["王五", "李四"]


def test_an_act_can_be_tried_before_the_start():
    house = House()
    house.fill(6)
    house.gm("试 开始")
    assert house.table.started is None


def test_an_option_can_be_changed_before_the_start_and_is_dealt_with():
    """C-3.2: another set-up by the GM's own hand."""
    house = House()
    house.fill(5)
    house.gm("规则 villagers 3 少一人")
    house.until(CLOSES)
    assert len(house.table.players) == 5


def test_the_gm_asks_for_a_digest_before_the_start():
    house = House()
    house.sign_up("王五", "清风")
    house.gm("摘要")
    digest = house.last("digest")
    assert address_of("王五") in digest
    assert "座位：1/6" in digest
    assert "报名截止：" in digest
    assert "清风" in digest


def test_everything_can_be_read_in_english():
    """zh and en: each mail of a sign-up."""
    house = House(whole=msgspec.structs.replace(made(), locale="en"))
    counts = house.sign_up("王五", "Zephyr", word="signup")
    assert "You are signed up" in text_of(counts)
    (wrong,) = house.mail(address_of("李四"), "signup w@x.test")
    assert "no address" in text_of(wrong)
    for name in ("李四", "赵六", "孙七", "周八", "吴九", "郑十"):
        house.sign_up(name, word="signup")
    house.until(CLOSES)
    assert "Commitment to the roles" in house.last("roster", address_of("王五"))
    assert "all seats are taken" in house.last("not_seated", address_of("郑十"))
    house.gm("abort enough")
    report = house.last("game_over", address_of("王五"))
    assert "=sheet deal" in report
    for line in report.split("\n"):
        assert "{{" not in line


def test_sign_up_tells_outsiders_nothing_of_wishes_and_addresses():
    """Non-interference: what a stranger and another player get does not depend on them."""

    def others(wish, sender):
        house = House()
        house.sign_up("王五", wish, sender=sender)
        rows = [house.sign_up("李四"), *house.mail("stranger@x.test", "名单")]
        return [text_of(row) for row in rows]

    assert others("", "a@b.test") == others("清风", "c@d.test")


def test_a_record_of_a_game_that_has_not_started_says_so(tmp_path):
    from_plan(tmp_path, PLAN)
    config = str(tmp_path / "config.yaml")
    done = CliRunner().invoke(main, ["record", "g1", "--config", config])
    assert done.exit_code == 2
    assert "has not started" in done.output
    assert CliRunner().invoke(main, ["audit", "g1", "--config", config]).exit_code == 0


def test_the_story_of_a_sign_up_game_ends_in_prizes():
    house = play(House())
    assert house.table.ended.prizes
    assert house.now > OPENS


def test_the_closing_report_says_nothing_of_leaves():
    """C-7.2: granted or refused; the other acts are told (C-10)."""
    house = House()
    house.fill(6)
    house.until(CLOSES)
    one, other = house.table.handles[:2]
    house.gm(f"准假 {one} 24h")
    house.gm(f"不准 {other} 人手不够")
    house.gm(f"警告 {other} 骂人")
    assert [act.word for act in house.table.acts] == ["leave", "leave", "warn"]
    house.gm("中止 够了")
    report = house.last("game_over", address_of("王五"))
    assert f"警告 {other}" in report
    assert "准假" not in report
    assert "不准" not in report
    assert "人手不够" not in report
