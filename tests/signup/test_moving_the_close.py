"""The GM moves the close of a sign-up like any cut-off, by mail and at his machine (C-3.2)."""

from datetime import timedelta

import pytest

from pbp.service.live import GM
from tests.around.town import DAY, GM_ADDRESS, HOST, NAMES, OPENS, Town, text_of

HOUR = timedelta(hours=1)
CLOSES = OPENS + DAY


@pytest.fixture
def town() -> Town:
    made = Town()
    made.open("g1", "prayer")
    made.sign_up("g1", NAMES[:3])
    return made


def told(town: Town, words: str) -> str:
    """What the GM's mail is answered."""
    before = len(town.rows())
    town.now += timedelta(minutes=5)
    town.mail(GM_ADDRESS, words, f"gm+g1.{town.live('g1').token(GM)}@{HOST}")
    rows = [r for r in town.rows()[before:] if r.recipient == GM_ADDRESS and r.kind == "desk"]
    return text_of(rows[-1])


def closes(town: Town):
    return town.table("g1").signup.closes


@pytest.mark.parametrize("words", ["延长 12h", "extend 12h", "截止 2026-03-03 08:00"])
def test_it_is_moved_posted_and_taken_back(town, words):
    said = told(town, words)
    assert "报名截止：3月3日（周二）08:00（北京时间 / Asia/Shanghai），原来" in said
    assert closes(town) == CLOSES + 12 * HOUR
    assert town.table("g1").posts[-1].kind == "signup_state"
    told(town, "撤销")
    assert closes(town) == CLOSES


def test_at_the_servers_own_machine_too(town):
    town.referee.command("g1", "延长 12h", town.now)
    assert closes(town) == CLOSES + 12 * HOUR


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("延长", "没有写时长"),
        ("延长 0h", "没有写时长"),
        ("截止", "没有写时间"),
        ("截止 2020-01-01 20:00", "没有做"),
    ],
)
def test_wrong_use_changes_nothing(town, words, wrong):
    posts = len(town.table("g1").posts)
    assert wrong in told(town, words)
    assert closes(town) == CLOSES
    assert len(town.table("g1").posts) == posts


def test_with_too_few_at_the_close_it_answers_the_question(town):
    told(town, "截止报名")
    assert [q.kind for q in town.table("g1").open_questions()] == ["too_few"]
    told(town, "延长 12h")
    assert town.table("g1").open_questions() == []
    assert closes(town) == CLOSES + 12 * HOUR


def test_a_sign_up_that_is_closed_is_opened_not_extended():
    town = Town()
    town.open("g1", "prayer", begins=OPENS + 3 * DAY)
    town.sign_up("g1", NAMES[:9])
    told(town, "截止报名")
    assert "没有做" in told(town, "延长 12h")
    assert town.table("g1").signup.closed is not None
