"""A leave is offered to the GM as long as it was asked for, and what he is offered works.

clauses: C-7.2
"""

import re
from datetime import timedelta

import pytest

from pbp.language.lengths import length_in
from tests.around.test_commands_everywhere import Desk
from tests.around.test_what_an_answer_tells import joined
from tests.service.office import START, Office, setup_for, text_of

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        *(("两天 出差", 48), ("二十四小时", 24), ("24h 出差", 24), ("1d12h", 36), ("三天", 72)),
        *(("半天 开会", 12), ("一周 旅行", 168), ("十个小时", 10), ("出差两天", 48), ("2日", 48)),
        *(("一天半", 36), ("two days, travelling", 48), ("36 hours", 36), ("a week", 168)),
        *(("一個星期", 168), ("90分钟", 1.5), ("２天", 48), ("一两天", 48), ("12小时30分", 12.5)),
        *(
            ("", 0),
            ("出差", 0),
            ("到3月5日", 0),
            ("周五回来", 0),
            ("第二天回来", 0),
            ("天天加班", 0),
        ),
        *(("0天", 0), ("3月5日回来", 0), ("两年", 0)),
    ],
)
def test_the_length_that_somebody_asks_for_is_read(said, hours):
    span = length_in(said)
    assert (span.total_seconds() / 3600 if span else 0) == hours


def asked(office: Office) -> str:
    rows = [r for r in office.outbox() if r.kind == "message" and r.recipient == "referee@gm.test"]
    return joined(text_of(rows[-1]))


@pytest.mark.parametrize(
    ("said", "offered"), [("两天 出差", "48h"), ("半天", "12h"), ("36h 考试", "36h")]
)
def test_the_gm_is_offered_what_was_asked_for_in_the_letter_and_in_the_question(said, offered):
    desk = Desk("prayer")
    desk.mail(f"请假 {said}", who="青石")
    assert f"准假请回复：准假青石{offered}" in asked(desk.office)
    desk.office.mail("gm", "摘要", desk.tick())
    rows = [r for r in desk.office.outbox() if r.kind == "digest"]
    told = joined(text_of(rows[-1]))
    assert f"连延长一起准：准假青石{offered}" in told
    before = desk.office.table.phases[-1].closes
    desk.mail(f"准假 青石 {offered}")
    moved = desk.office.table.phases[-1].closes - before
    assert moved == timedelta(hours=int(offered[:-1]))


def test_more_than_can_be_is_offered_as_the_most_there_is():
    desk = Desk("prayer")
    desk.mail("请假 400天 去南极", who="青石")
    told = asked(desk.office)
    assert "准假青石8784h" in told
    assert "最长366天" in told


def test_without_a_length_it_says_so():
    desk = Desk("prayer")
    desk.mail("请假 出差", who="青石")
    told = asked(desk.office)
    assert "没有写多久" in told
    assert "例：准假青石24h" in told


def test_the_question_takes_a_length_too():
    desk = Desk("prayer")
    desk.mail("请假 两天 出差", who="青石")
    before = desk.office.table.phases[-1].closes
    told = joined(desk.mail("改 1 准 48h"))
    assert desk.office.table.phases[-1].closes - before == 48 * HOUR
    assert re.search(r"第一夜截止：3月5日（周四）20:00（北京时间", told)


def test_it_is_offered_in_english_too():
    office = Office(setup_for(locale="en"))
    office.mail("小一", "leave two days travelling", START + HOUR)
    assert "leave小一grant48h" in asked(office)
