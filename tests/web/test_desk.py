"""Corrections from the desk in a browser, and people's own words wherever they are shown."""

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest

from tests.service.office import START
from tests.web.counter import Counter

AT_ONCE = {"options": {"publish_hold": "0", "publish_tick": "0"}}
DAY = START + timedelta(hours=25)
EVIL = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>\" onfocus='x' &amp;lt; ]]> {{ 7*7 }}"
    " javascript:alert(1) \x0b\x1b[31m \ufffe\uffff\u202e"
)


@pytest.mark.parametrize(("confirmation", "revived"), [("确认", False), ("确认 复活", True)])
def test_a_mail_that_was_announced_is_voided_by_preview_and_confirmation(confirmation, revived):
    counter = Counter(**AT_ONCE)
    counter.mail("阿甲", "杀 小一", START + timedelta(hours=2))
    (kill,) = [n for n, mail in counter.table.mails.items() if mail.sender == "阿甲"]
    counter.tick(DAY)
    counter.now = DAY
    counter.publisher.publish_all()
    assert not counter.table.players["小一"].alive
    assert "第一夜 被杀" in counter.client.get("/g41/").text
    counter.sign_in("gm")
    preview = counter.post("/g41/desk", lines=f"作废 {kill} 地址不是他的").text
    assert "第一夜：小一 活着" in preview
    assert "请回复：确认 复活" in preview
    assert not counter.table.players["小一"].alive, "a preview changes nothing"
    done = counter.post("/g41/desk", preview, lines=confirmation).text
    assert f"✓ 作废 {kill}" in done
    assert counter.table.players["小一"].alive is revived
    page = counter.client.get("/g41/").text
    assert ("第一夜 被杀" in page) is not revived
    assert "更正" in counter.client.get("/g41/t/news").text


def test_who_lives_again_by_the_gms_word_lives_again_on_the_board():
    counter = Counter(**AT_ONCE)
    counter.mail("阿甲", "杀 小一", START + timedelta(hours=2))
    counter.tick(DAY)
    counter.now = DAY
    counter.sign_in("gm")
    counter.post("/g41/desk", lines="复活 小一 看错了信")
    counter.post("/g41/desk", lines="确认")
    assert counter.table.players["小一"].alive
    assert "第一夜 被杀" not in counter.client.get("/g41/").text


@pytest.mark.parametrize("kind", ["灌水", "分析", "剧情"])
def test_peoples_words_are_text_on_every_page_and_in_every_feed(kind):
    counter = Counter(**AT_ONCE)
    counter.tick(DAY)
    counter.now = DAY
    counter.mail("小三", f"{kind}\n我的话：{EVIL}", DAY, to="board")
    counter.mail("小二", f"投票 阿甲\n理由：{EVIL}", DAY)
    counter.publisher.publish_all()
    assert "我的话" in "\n".join(counter.connection.iterdump())
    slug = {"灌水": "chat", "分析": "analysis", "剧情": "plot"}[kind]
    paths = (
        *("/g41/", f"/g41/t/{slug}", "/g41/t/vote-d1", "/g41/votes", "/g41/search?q=我的话"),
        *("/search?q=<script>", '/search?q="><script>alert(1)'),
    )
    for path in paths:
        page = counter.client.get(path).text
        assert not re.search(r"<script(?! src=\"/static/)|<img|onerror=alert\(1\)>\"", page), path
    for path in ("/g41/atom.xml", f"/g41/t/{slug}/atom.xml", "/g41/t/vote-d1/atom.xml"):
        feed = ElementTree.fromstring(counter.client.get(path).content)
        assert feed.tag.endswith("feed")
