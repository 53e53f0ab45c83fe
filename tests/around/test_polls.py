"""Polls by mail among the players (C-10): asked in private, counted, and the rule then changed."""

from datetime import timedelta

import pytest

from tests.service.office import START, Office, text_of

HOUR = timedelta(hours=1)
POLL = "征求 12h\n白天要不要延长到 36 小时？\n1. 要\n2. 不要"


def asked(office: Office, text: str = POLL) -> list:
    """The poll as the players got it, once the GM has published his preview."""
    (row,) = office.mail("gm", text, START + HOUR)
    assert "还没有发" in text_of(row), text_of(row)
    before = len(office.outbox())
    office.mail("gm", "发 1001", START + HOUR)
    return [row for row in office.outbox()[before:] if row.kind == "poll"]


def test_every_player_is_asked_and_the_result_is_posted_without_names():
    office = Office()
    rows = asked(office)
    assert len(rows) == 6
    assert "选 1" in text_of(rows[0])
    for who, choice in (("阿甲", "选 1"), ("小一", "choose 2"), ("小二", "选2")):
        (row,) = office.mail(who, choice, START + 2 * HOUR)
        assert "谁选了什么不公布" in text_of(row)
    office.mail("小一", "选 1", START + 3 * HOUR)
    office.tick(START + 13 * HOUR)
    post = next(p for p in office.table.posts if p.kind == "poll")
    assert post.data["results"] == [2, 1]
    told = [text_of(row) for row in office.outbox() if row.recipient == "referee@gm.test"]
    assert any("规则 day 36h" in text for text in told)
    office.mail("gm", "规则 day 36h 大家同意", START + 14 * HOUR)
    assert office.table.options["day"] == timedelta(hours=36)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("征求", "正文"),
        ("征求\n要不要？", "两个到九个"),
        ("征求\n要不要？\n要", "两个到九个"),
        ("征求\n选谁？\n" + "\n".join("甲乙丙丁戊己庚辛壬癸"), "两个到九个"),
    ],
)
def test_a_poll_needs_a_question_and_choices(text, problem):
    office = Office()
    (row,) = office.mail("gm", text, START + HOUR)
    assert problem in text_of(row)
    assert not office.table.around.polls


@pytest.mark.parametrize(
    ("text", "told"), [("选 3", "可选：1、2"), ("选 0", "可选：1、2"), ("选 99", "可选：1、2")]
)
def test_a_choice_that_is_not_there_is_refused(text, told):
    office = Office()
    asked(office)
    (row,) = office.mail("小一", text, START + 2 * HOUR)
    assert told in text_of(row)
    assert office.table.around.polls[1].answers == {}


def test_without_a_poll_and_after_it_a_choice_is_refused():
    office = Office()
    (row,) = office.mail("小一", "选 1", START + HOUR / 2)
    assert "现在没有征求意见" in text_of(row)
    asked(office)
    office.tick(START + 14 * HOUR)
    (row,) = office.mail("小一", "选 1", START + 14 * HOUR)
    assert "已经截止" in text_of(row)
