"""What the GM's desk says of a game that a draw or an abort ended in the middle of a phase.

clauses: C-8.2, C-10
"""

from datetime import timedelta

import pytest

from tests.service.office import START, Office, text_of

HOUR = timedelta(hours=1)


def gm(office: Office, text: str, hours: float) -> str:
    return "\n".join(text_of(row) for row in office.mail("gm", text, START + hours * HOUR))


@pytest.fixture(params=["平局 大家都累", "中止 服务器坏了"])
def ended(request: pytest.FixtureRequest) -> Office:
    office = Office()
    gm(office, request.param, 2)
    assert office.table.ended is not None
    return office


@pytest.mark.parametrize("line", ["为何", "为何 夜1"])
def test_the_account_of_the_phase_that_never_closed_says_so(ended, line):
    told = gm(ended, line, 3)
    assert "还没有截止，本局就结束了" in told
    assert "如果现在截止" not in told


def test_nobody_is_nominated_once_the_result_is_posted(ended):
    gm(ended, "评奖结束", 3)
    posts = len(ended.outbox())
    told = gm(ended, "提名 MVP 小一", 4)
    assert told.count("✗") == 1
    assert len(ended.outbox()) == posts + 1, "the answer alone"
    assert "✗" in gm(ended, "试 提名 MVP 小一", 5)
