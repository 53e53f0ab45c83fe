"""The board as people see it: read, search, wait for a close, sign in, judge, play."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE_MS, House, Reader

PHONE, DESK = ("phone", "zh", "light"), ("desk", "zh", "dark")
PHONE_EN, DESK_EN = ("phone", "en", "dark"), ("desk", "en", "light")


@pytest.fixture(scope="session")
def game(house: House) -> str:
    """A game whose first night ends after some seconds; in it three posts wait for the GM."""
    name = house.new_game("6s")
    house.wait_for("小七", "第一天", name)
    for who in ("阿甲", "阿乙", "小二"):
        house.write(who, f"灌水 我看{who}就是张7先。", "board", name)
    house.write("小三", "分析 我把昨天的话又看了一遍：小四说得太快。\n\n第二段。", "board", name)
    house.write("小五", "投票 阿甲\n理由：说得太少。", "gm", name)
    house.wait_for("小五", "收据：小五-1", name)
    house.wait_for("小三", "收据：小三-1", name)
    return name


@pytest.mark.parametrize("reader", [PHONE, DESK, PHONE_EN, DESK_EN], indirect=True)
def test_a_game_is_read_as_a_forum(reader: Reader, game: str):
    page, zh = reader.page, "-zh-" in reader.name
    page.goto("/")
    reader.looks_well("games")
    page.get_by_role("link", name=re.compile(game)).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("杀手与祈祷" if zh else "Killers")
    expect(page.get_by_role("table").first).to_contain_text("小七")
    reader.looks_well("game")
    page.get_by_role("link", name="第一天投票" if zh else "Vote, day 1", exact=True).click()
    expect(page.locator("article", has_text="说得太少")).to_have_count(1)
    reader.looks_well("thread")
    page.goto(f"/{game}/t/analysis")
    page.get_by_role("link", name="#1").or_(page.locator(".floor").first).first.click()
    expect(page).to_have_url(re.compile(r"/t/analysis#[a-z2-7]+$"))
    page.goto(f"/{game}/votes")
    expect(page.get_by_role("row", name="小五").first).to_contain_text("阿甲")
    reader.looks_well("votes")
    page.goto(f"/{game}/t/rules")
    reader.looks_well("rules")
    page.get_by_role("link", name="杀手与祈祷" if zh else "Killers and prayers").last.click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("P-1")
    reader.looks_well("law")


@pytest.mark.parametrize("reader", [PHONE, DESK_EN], indirect=True)
def test_what_was_said_is_found_by_two_characters(reader: Reader, game: str):
    page = reader.page
    page.goto(f"/{game}/")
    page.get_by_role("searchbox").fill("昨天")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator("mark").first).to_have_text("昨天")
    reader.looks_well("search")
    page.locator(".found a").first.click()
    expect(page.locator("article:target")).to_contain_text("第二段")


@pytest.mark.parametrize("reader", [PHONE], indirect=True)
def test_a_countdown_runs_out_and_the_next_phase_is_there(reader: Reader, house: House):
    name = house.new_game("7s")
    page = reader.page
    page.goto(f"/{name}/")
    clock = page.get_by_role("timer")
    expect(clock).to_contain_text(re.compile(r"还有 \d+ 秒"))
    expect(page.locator("section.clock .here")).to_contain_text("你那边")
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    expect(page.locator("section.clock h2")).to_have_text("第一天", timeout=PATIENCE_MS)
    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"分|小时"))
    reader.looks_well("after-the-close")


@pytest.mark.parametrize("reader", [PHONE], indirect=True)
def test_the_gm_signs_in_by_a_mailed_link_and_settles_three_questions(
    reader: Reader, house: House, game: str
):
    page = reader.page
    page.goto(f"/{game}/key")
    reader.looks_well("key")
    page.locator("#address").fill("referee@gm.test")
    page.get_by_role("button", name="寄给我").click()
    expect(page.get_by_role("status")).to_contain_text("信已寄出")
    link = re.search(r"http://\S+/enter\?k=\w+", house.wait_for("gm", "/enter?k=", game))[0]
    page.goto(link)
    reader.looks_well("enter")
    page.get_by_role("main").get_by_role("button", name="登录").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("主持台")
    expect(page.locator(".question")).to_have_count(3)
    reader.looks_well("desk")
    for left in (2, 1, 0):
        page.locator(".question").first.get_by_role("button", name="发", exact=True).click()
        expect(page.locator(".question")).to_have_count(left)
    page.locator("#lines").fill("延长 30m")
    page.get_by_role("button", name="先试一遍").click()
    expect(page.locator(".answer")).to_contain_text("延长 30m")
    reader.looks_well("desk-tried")
    page.get_by_role("button", name="看理由").click()
    page.goto(f"/{game}/t/chat")
    expect(page.locator("article")).to_have_count(3)
    page.goto(link)
    page.get_by_role("main").get_by_role("button", name="登录").click()
    expect(page.get_by_role("alert")).to_contain_text("用过了")


@pytest.mark.parametrize("reader", [DESK], indirect=True)
def test_a_player_signs_in_by_six_digits_and_votes(reader: Reader, house: House, game: str):
    page = reader.page
    house.write("小六", "网页", "gm", game)
    code = re.search(r"：(\d{6})\b", house.wait_for("小六", "六位数字", game))[1]
    page.goto(f"/{game}/key")
    page.locator("#address2").fill(house.address("小六"))
    page.locator("#code").fill(code)
    page.get_by_role("button", name="用数字登录").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("小六")
    page.locator("#text").fill("投票 阿乙\n他一直没有说话。")
    page.get_by_role("button", name="寄出").click()
    expect(page.locator(".answer")).to_contain_text("投票 阿乙")
    expect(page.locator(".answer")).to_contain_text("收据：小六-2")
    expect(page.get_by_role("table")).to_contain_text("小六-2")
    reader.looks_well("mine")
    page.goto(f"/{game}/t/vote-d1")
    expect(page.locator("article").last).to_contain_text("他一直没有说话")
    page.goto(f"/{game}/mine")
    page.get_by_role("button", name="退出登录").click()
    page.goto(f"/{game}/mine")
    expect(page.get_by_role("alert")).to_contain_text("还没有登录")
