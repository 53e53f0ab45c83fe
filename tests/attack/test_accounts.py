"""The GM's account of a phase and his tables reach nobody else before the end of the game.

clauses: C-3.6, C-10
"""

from datetime import datetime, timedelta

import pytest

from tests.service.office import GM_ADDRESS, START, Office, setup_for, text_of

HOUR = timedelta(hours=1)
DEPUTY = "deputy@elsewhere.test"
SECRETS = ("P-1.2", "P-2", "祈祷：", "杀 小四（", "逐条", "如果现在截止")
ASKS = (
    *("为何", "为何 N1", "为何 第一夜", "why N1", "为何 N9", "试 为何 N1", "dry why", "一切照旧"),
    *("摘要", "digest", "统计", "stats 2026", "天神 为何 N1", "申诉 N1 为什么", "确认", "撤销"),
    *("天神\n为何 N1", "灌水\n为何 N1", "读 1 “杀 小一”\n为何 N1", "状态\n为何 N1"),
)


def night(**options: str) -> Office:
    """A kill and two prayers are ordered in the first night."""
    office = Office(setup_for(options=options) if options else None)
    office.mail("阿甲", "杀 小四", START + HOUR)
    for who in ("小一", "小二"):
        office.mail(who, "祈祷 小四", START + HOUR)
    return office


def leaks(office: Office, who: str, text: str, at: datetime, **how: str) -> list[str]:
    """What came of a mail in the mailboxes of all but the GM that tells of the night."""
    before = len(office.outbox())
    office.store_mail(who, text, at, **how)
    office.tick(at + timedelta(minutes=5))
    sent = [row for row in office.outbox()[before:] if row.recipient != GM_ADDRESS]
    found = [(word, row.recipient) for row in sent for word in SECRETS if word in text_of(row)]
    return [f"{word} to {recipient}" for word, recipient in found]


@pytest.mark.parametrize("hour", [2, 25], ids=["while it runs", "after its close"])
@pytest.mark.parametrize("to", ["gm", "board"])
@pytest.mark.parametrize("text", ASKS)
def test_a_player_who_asks_for_it_gets_none(text, to, hour):
    office = night()
    office.tick(START + (hour - 1) * HOUR)
    assert leaks(office, "小三", text, START + hour * HOUR, to=to) == []


@pytest.mark.parametrize("subject", ["为何 N1", "Re: [g41] 为何 N1", "Fwd: 摘要"])
def test_nor_one_who_writes_it_in_the_subject(subject):
    office = night()
    assert leaks(office, "小三", "", START + 2 * HOUR, subject=subject) == []


@pytest.mark.parametrize("who", ["passer@by.test", "小三"])
@pytest.mark.parametrize("text", ASKS)
def test_nor_a_stranger_nor_one_who_proves_nothing(who, text):
    office = night()
    assert leaks(office, who, text, START + 2 * HOUR, auth="none") == []


@pytest.mark.parametrize("to", ["gm", "board"])
@pytest.mark.parametrize("auth", ["token", "none"])
@pytest.mark.parametrize("text", ["为何 N1", "摘要", "统计", "为何 N9", "为何", "试 为何 N1"])
def test_what_the_gm_asks_goes_to_him_alone(text, auth, to):
    office = night()
    assert leaks(office, "gm", text, START + 2 * HOUR, auth=auth, to=to) == []
    if auth == "token" and text.startswith("为何"):
        told = [row for row in office.outbox() if row.kind == "why"]
        assert [row.recipient for row in told] == [GM_ADDRESS]
        assert ("没有这个阶段" in text_of(told[0])) == (text == "为何 N9")


def deputised() -> Office:
    """The deputy acts for the GM; a question is open."""
    office = night()
    office.mail("gm", f"代理 {DEPUTY} 6h", START + 2 * HOUR)
    office.mail("小二", "请假 两天 出差", START + 3 * HOUR)
    for hour in (9, 10):
        office.tick(START + hour * HOUR)
    assert office.table.around.acting
    return office


@pytest.mark.parametrize(
    "text", ["为何 N1", "为何", "试 为何 N1", "统计", "确认", "同意 1\n为何 N1"]
)
def test_the_deputy_gets_none_for_the_asking(text):
    """The digest, which tells him what he decides on, is all that he gets."""
    office = deputised()
    key = office.recipient("deputy", auth="none").replace("@", f".{office.live.token('deputy')}@")
    assert leaks(office, DEPUTY, text, START + 11 * HOUR, recipient=key) == []


def test_nor_does_the_deputy_without_his_key():
    office = deputised()
    assert leaks(office, DEPUTY, "为何 N1", START + 11 * HOUR, auth="none") == []


@pytest.mark.parametrize("word", ["答复", "裁定"])
def test_what_stands_beside_an_appeal_does_not_go_back_with_the_answer(word):
    office = night()
    assert leaks(office, "小三", "申诉 N1 为什么没有算我的", START + 2 * HOUR) == []
    n = office.last_mail().n
    office.mail("gm", f"{word} {n}\n没有这回事。", START + 3 * HOUR)
    assert leaks(office, "gm", "发 1001", START + 4 * HOUR) == []


def test_not_after_the_end_either_where_orders_stay_secret():
    office = night(reveal_actions_after_game="false")
    office.mail("gm", "平局 说好的", START + 2 * HOUR)
    assert leaks(office, "小三", "为何 N1", START + 3 * HOUR) == []


def test_after_the_end_everybody_may_ask():
    office = night()
    office.tick(START + 25 * HOUR)
    office.mail("gm", "平局 说好的", START + 26 * HOUR)
    assert leaks(office, "小三", "为何 N1", START + 27 * HOUR) != []
