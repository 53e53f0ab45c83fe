"""What the GM is told: a wrong use with its own example, an answer that comes too late, an undo.

clauses: C-10
"""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from pbp.language.gm_reader import GmContext, read_line
from tests.around.town import DAY, GM_ADDRESS, HOUR, NAMES, Town, address_of
from tests.service.office import MX, START, Office, text_of

SMALL = {"killers": "1", "villagers": "2"}
DEPUTY = "deputy@elsewhere.test"


def gm(office: Office, text: str, hours: float, **how: Any) -> str:
    return "\n".join(text_of(row) for row in office.mail("gm", text, START + hours * HOUR, **how))


@pytest.fixture
def asked() -> Office:
    """The GM is asked about a leave, as question 1."""
    office = Office()
    office.mail("小一", "请假 两天 出差", START + HOUR)
    return office


# -- wrong use --------------------------------------------------------------------------------


def test_each_wrong_use_is_shown_an_example_of_the_same_command(asked):
    for wrong, example in (
        ("作废 九十九", "例：作废 14"),
        ("读 1 “胡说”", "例：读 14"),
        ("发 9999", "例：发 14"),
        ("警告 路人", "例：警告 阿甲"),
        ("延长 很久", "例：延长 12h"),
        ("规则 nichts 3", "例：规则 ghost_reply_limit"),
        ("试 延长", "例：延长 12h"),
    ):
        assert example in gm(asked, wrong, 2), wrong


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_the_examples_are_commands_themselves(locale):
    text = Path("templates", locale, "_gm.txt").read_text(encoding="utf-8")
    table = re.search(r"set examples = (\{.*?\n\}) %", text, re.DOTALL)
    assert table is not None
    context = GmContext(handles=("阿甲", "小一", "李四", "王五"), now=START)
    for word, examples in ast.literal_eval(table[1]).items():
        for example in examples.split(" · "):
            read = read_line(example, context)
            assert not read.problem, example
            assert word in (read.word, f"leave {read.value}"), example


# -- what stands behind a command -------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "一切照旧，除了 1",
        "确认 复 活",
        "撤销 3",
        "发 1 2",
        "同意 1、2",
        "作废 1 2",
        "催 胡说",
        "延 1 12h 和 2",
    ],
)
def test_what_was_not_read_to_its_end_is_not_done(asked, line):
    told = gm(asked, line, 2)
    assert "后面还有没看懂的话" in told
    assert asked.last_mail().verdict == "refused"
    assert 1 not in asked.table.answered


@pytest.mark.parametrize("line", ["一切照旧，谢谢！", "As usual. Thanks", "同意 1 路上小心"])
def test_thanks_and_reasons_may_follow(asked, line):
    gm(asked, line, 2)
    assert 1 in asked.table.answered


def test_nobody_is_muted_who_is_not_there(asked):
    assert "没有这个马甲" in gm(asked, "禁言 路人甲 12h", 2)
    assert asked.table.muted == {}


# -- tried, and shown first -------------------------------------------------------------------


@pytest.mark.parametrize("line", ["同意 1", "改 1 不准", "延 1 12h", "一切照旧", "为何", "统计"])
def test_answers_and_looks_can_be_tried(asked, line):
    assert "没有做" not in gm(asked, f"试 {line}", 2)
    assert 1 not in asked.table.answered
    assert asked.table.questions[1].due == START + DAY


def test_a_text_can_be_tried_with_all_its_lines(asked):
    told = gm(asked, "试 征求 24h\n要不要？\n要\n不要", 2)
    assert "没有做" not in told
    assert asked.table.notes.get("drafts") is None


def unproved(office: Office, text: str, hours: float) -> str:
    """From the GM's address, for which his provider vouches, but without his key."""
    vouch = f"{MX}; dkim=pass header.d=gm.test header.i=@gm.test; dmarc=pass header.from=gm.test"
    return gm(office, text, hours, auth="none", headers=[("Authentication-Results", vouch)])


def test_an_answer_without_the_key_is_shown_and_done_once_confirmed(asked):
    shown = unproved(asked, "同意 1", 2)
    assert "？ 同意 1" in shown
    assert "要反悔" not in shown
    assert 1 not in asked.table.answered
    gm(asked, "确认", 3)
    assert asked.table.answered[1].answer == "grant"


@pytest.mark.parametrize("line", ["确认", "撤销"])
def test_what_only_makes_sense_as_an_answer_is_told_so(asked, line):
    assert "只在回复寄给你的信时有用" in unproved(asked, line, 2)


# -- questions --------------------------------------------------------------------------------


def test_an_answer_without_a_number_is_told_so(asked):
    assert "没有写是哪一题" in gm(asked, "同意", 2)
    assert "没有写是哪一题" in gm(asked, "延 三天", 2.5)
    assert 1 not in asked.table.answered


def test_an_answer_to_an_old_digest_says_what_was_answered(asked):
    gm(asked, "同意 1", 2)
    told = gm(asked, "改 1 不准", 3)
    assert "第 1 题（请假：小一）已经定了：准" in told
    assert asked.table.answered[1].answer == "grant"


def test_an_answer_after_the_default_says_so(asked):
    asked.tick(START + DAY)
    assert "照默认定了：不准" in gm(asked, "同意 1", 25)


def test_an_answer_that_is_none_is_shown_the_ready_ones(asked):
    assert "可答：同意 1（准） · 改 1 不准" in gm(asked, "改 1 曝光", 2)


# -- undo -------------------------------------------------------------------------------------


def test_undo_says_what_was_taken_back(asked):
    gm(asked, "延长 12h\n警告 小二 骂人", 2)
    told = gm(asked, "撤销", 3)
    assert "已收回：延长 12h" in told
    assert "已收回：警告 小二 骂人" in told


# -- drafts -----------------------------------------------------------------------------------


def test_what_is_sent_is_no_draft_any_more(asked):
    gm(asked, "公告\n服务器要搬家。", 2)
    told = gm(asked, "发 1001", 3)
    assert "还没有发" not in told
    assert "公告板：公告" in told


# -- the deputy -------------------------------------------------------------------------------


def test_the_deputy_who_acts_gets_the_digest_when_sign_up_closes_too():
    town = Town()
    town.open("g1", "prayer", options=SMALL)
    town.gm("g1", f"代理 {DEPUTY} 6h")
    town.sign_up("g1", NAMES[:2])
    town.mail(address_of("赵六"), "报名 王五", "gm+g1@games.test")  # a name that is taken: asked
    town.until(town.now + 8 * HOUR)
    assert town.table("g1").around.acting
    before = len(town.got(DEPUTY, "digest"))
    closes = town.table("g1").signup.closes
    town.until(closes)
    (digest,) = town.got(DEPUTY, "digest")[before:]
    assert "报名人数不够" in text_of(digest)
    assert "下一个截止" not in text_of(digest)
    assert text_of(digest) == text_of(town.got(GM_ADDRESS, "digest")[-1])


def test_the_gm_hears_only_of_answers_that_took_effect(asked):
    gm(asked, f"代理 {DEPUTY} 6h", 2)
    asked.tick(START + 9 * HOUR)
    to = asked.recipient("deputy", auth="none").replace("@", f".{asked.live.token('deputy')}@")
    asked.mail(DEPUTY, "同意 1\n摘要\n同意 1", START + 10 * HOUR, recipient=to)
    told = [r for r in asked.outbox() if r.recipient == GM_ADDRESS and "代理答了" in text_of(r)]
    assert text_of(told[-1]).count("> 同意 1") == 1
    assert "> 摘要" not in text_of(told[-1])


def test_a_player_cannot_make_the_deputys_mailbox_his_own(asked):
    gm(asked, f"代理 {DEPUTY} 6h", 2)
    asked.mail("小一", f"信箱 {DEPUTY.upper()}", START + 3 * HOUR)
    assert asked.last_mail().code == "not_permitted"
    assert asked.table.asked_addresses == {}


def test_who_gets_a_further_address_is_told_what_is_asked(asked):
    there, here = asked.mail("小一", "信箱 new@elsewhere.test", START + 3 * HOUR)
    assert (there.recipient, here.recipient) == ("new@elsewhere.test", asked.address("小一"))
    assert "从那里回复“确认”" in text_of(here)
    assert "加到本局的一个座位" in text_of(there)


# -- after the end ----------------------------------------------------------------------------


def begun() -> Town:
    town = Town()
    town.open("g1", "prayer", options=SMALL)
    town.sign_up("g1", NAMES[:3])
    town.until(town.now + DAY)
    return town


def test_after_the_end_no_answer_speaks_of_check_in_or_a_cut_off():
    town = begun()
    one, other = list(town.table("g1").players)[:2]
    town.gm("g1", "平局 说好的")
    told = text_of(town.say("g1", one, f"提名 MVP {other}")[0])
    assert "评奖截止" in told
    assert "签到" not in told
    assert "第一夜截止" not in told


def test_a_poll_that_is_open_at_the_end_closes_in_its_time():
    town = begun()
    who = next(iter(town.table("g1").players))
    town.gm("g1", "征求 12h\n下局用几人？\n九人\n十二人")
    town.gm("g1", "发 1001")
    town.say("g1", who, "选 2")
    town.gm("g1", "平局 说好的")
    town.until(town.now + DAY)
    (post,) = [p for p in town.table("g1").posts if p.kind == "poll"]
    assert post.data["results"] == [0, 1]
    assert "已经截止" in text_of(town.say("g1", who, "选 1")[0])
