"""What the GM gives as his reason is published: it may not tell who somebody is (C-5.5, C-9)."""

from datetime import timedelta

import pytest

from tests.service.office import START, Office, text_of

HOUR = timedelta(hours=1)
SECRETS = ("private3@owner3.test", "PRIVATE3 @ owner3.test", "Person3Secret", "person3secret 说")
COMMANDS = (
    "作废 1",
    "延长 1h",
    "规则 day 36h",
    "警告 小二",
    "出局 小三",
    "除名 小三",
    "平局",
    "中止",
)


def played() -> Office:
    office = Office()
    office.mail("阿甲", "杀 小四", START + HOUR)
    office.tick(START + 24 * HOUR)
    return office


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_reason_that_tells_who_somebody_is_is_not_taken(command, secret):
    office = played()
    posts = len(office.table.posts)
    (answer,) = office.mail("gm", f"{command} 因为 {secret}", START + 25 * HOUR)
    assert "没有做：理由会公布" in text_of(answer)
    assert len(office.table.posts) == posts
    assert office.table.ended is None


@pytest.mark.parametrize("command", COMMANDS)
def test_so_it_is_with_a_key(command):
    office = played()
    key = office.live.token("小三")
    (answer,) = office.mail("gm", f"{command} 见 {key.upper()}", START + 25 * HOUR)
    assert "没有做：理由会公布" in text_of(answer)


def test_who_is_exposed_may_be_named():
    office = played()
    office.mail("gm", "曝光 小一", START + 25 * HOUR)
    (answer,) = office.mail("gm", "延长 1h 因为 Person3Secret 说", START + 26 * HOUR)
    assert "没有做" not in text_of(answer)


def test_any_other_reason_stands():
    office = played()
    (answer,) = office.mail("gm", "规则 day 36h 因为小三请假", START + 25 * HOUR)
    assert "没有做" not in text_of(answer)
    assert office.table.posts[-1].data["reason"] == "因为小三请假"


def test_a_preview_and_an_end_offer_no_number_to_correct():
    office = played()
    (answer,) = office.mail("gm", "读 1 “杀 小三”", START + 25 * HOUR)
    assert "还没有做" in text_of(answer)
    assert "编号" not in text_of(answer)
    (answer,) = office.mail("gm", "确认", START + 26 * HOUR)
    assert "编号" in text_of(answer)
    (answer,) = office.mail("gm", "平局 大家都累了", START + 27 * HOUR)
    assert "编号" not in text_of(answer)
