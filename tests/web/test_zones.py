"""Every time on a page of the board, of a player and of the desk carries its zone.

clauses: C-2.2
"""

import re
from datetime import timedelta

import pytest

from tests.service.office import START
from tests.web.counter import Counter, all_pages

DAY = START + timedelta(hours=25)
TIME = re.compile(r"</time>(.{0,80})", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


@pytest.fixture(scope="module")
def counter() -> Counter:
    """A vote is running; a leave is asked for; somebody talks and somebody searches."""
    made = Counter(options={"publish_hold": "0", "publish_tick": "0"})
    made.mail("阿甲", "杀 小一\n宣言：今夜有雨。", START + timedelta(hours=2))
    made.tick(DAY)
    made.mail("小二", "投票 阿甲", DAY)
    made.mail("小三", "灌水\n大家早", DAY, to="board")
    made.mail("小四", "请假 两天 出差", DAY)
    made.now = DAY + timedelta(minutes=2)
    made.publisher.publish_all()
    return made


def bare(page: str) -> list[str]:
    """What follows the times that have no zone behind them."""
    return [rest for rest in TIME.findall(page) if "北京时间" not in TAG.sub("", rest)[:20]]


def test_on_the_board(counter):
    pages = {
        path: text
        for path, text in all_pages(counter.client, ["g41"]).items()
        if "text/html" in text
    }
    pages["/search"] = counter.client.get("/search?q=大家早").text
    assert sum("</time>" in text for text in pages.values()) >= 5
    assert {path: bare(text) for path, text in pages.items() if bare(text)} == {}


@pytest.mark.parametrize(("who", "path"), [("小二", "/g41/mine"), ("gm", "/g41/desk")])
def test_on_the_pages_of_one_reader(counter, who, path):
    counter.sign_in(who)
    page = counter.client.get(path, headers={"accept-language": "zh"}).text
    assert "</time>" in page
    assert bare(page) == []
