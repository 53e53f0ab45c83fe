"""Polls by mail among the players (C-10): asked in private, counted, and the rule then changed."""

from datetime import timedelta

import msgspec
import pytest

from tests.service.office import CAST, START, Office, owner_of, text_of

HOUR = timedelta(hours=1)
WHO = owner_of("小一", CAST).addresses[0]
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


def test_of_two_polls_a_choice_is_for_the_one_that_it_answers():
    office = Office()
    asked(office)
    office.mail("gm", POLL.replace("白天", "夜晚").replace("12h", "20h"), START + HOUR)
    office.mail("gm", "发 1002", START + HOUR)
    first = next(r for r in office.outbox() if r.kind == "poll" and r.recipient == WHO)
    answer = {"headers": [("In-Reply-To", first.message_id)]}
    (row,) = office.mail("小一", "选 2", START + 2 * HOUR, **answer)
    assert "这一条算在：白天" in text_of(row)
    (row,) = office.mail("小一", "选 1", START + 2 * HOUR)
    assert "这一条算在：夜晚" in text_of(row)
    polls = office.table.around.polls
    assert [polls[number].answers for number in (1, 2)] == [{"小一": 2}, {"小一": 1}]
    office.tick(START + 14 * HOUR)
    office.mail("小一", "选 2", START + 15 * HOUR, **answer)
    assert (office.last_mail().verdict, office.last_mail().code) == ("refused", "late")
    assert polls[2].answers == {"小一": 1}


def test_a_choice_that_nothing_vouches_for_is_for_the_poll_that_it_answered():
    office = Office()
    asked(office)
    office.mail("gm", POLL.replace("白天", "夜晚"), START + HOUR)
    office.mail("gm", "发 1002", START + HOUR)
    first = next(r for r in office.outbox() if r.kind == "poll" and r.recipient == WHO)
    answer = {"headers": [("In-Reply-To", first.message_id)]}
    strict = msgspec.structs.replace(office.settings, token_from="strict")
    office.referee.settings = strict
    office.mail(
        "thief@elsewhere.test",
        "选 2",
        START + 2 * HOUR,
        recipient=office.recipient("小一"),
        **answer,
    )
    office.mail("小一", "确认", START + 3 * HOUR)
    assert [office.table.around.polls[n].answers for n in (1, 2)] == [{"小一": 2}, {}]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("征求", "正文"),
        ("征求\n要不要？", "两个到九个"),
        ("征求 0h\n要不要？\n要\n不要", "时长"),
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
