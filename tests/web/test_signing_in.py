"""Signing in by a mailed link or six digits, the desk, a player's page, and what nobody can do."""

import re
from datetime import timedelta

import pytest

from pbp.audit import audit_game
from pbp.reception.keys import LINKS_MAX, TRIES_A_DAY, TRIES_MAX
from tests.service.office import GM_ADDRESS, START, opened, text_of
from tests.web.counter import LINK_VALID, SESSION, Counter

HOUR = timedelta(hours=1)
AT_ONCE = {"options": {"publish_hold": "0", "publish_tick": "0"}}


@pytest.fixture
def counter() -> Counter:
    return Counter(**AT_ONCE)


def code_in(text: str) -> str:
    return re.search(r"\b(\d{6})\b", text)[1]


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


# -- the link ---------------------------------------------------------------------------------


def test_looking_at_a_link_spends_nothing_and_its_button_spends_it_once(counter):
    link = counter.link_for("小一")
    pages = [counter.client.get(link) for _ in range(3)]
    assert {page.status_code for page in pages} == {200}
    key = link.split("k=")[1]
    first = counter.post("/g41/enter", pages[0].text, k=key)
    assert (first.status_code, first.headers["location"]) == (303, "/g41/mine")
    second = counter.post("/g41/enter", pages[0].text, k=key)
    assert (second.status_code, "用过了" in second.text) == (403, True)


def test_the_cookie_is_for_this_game_this_site_and_tls_alone(counter):
    cookie = counter.sign_in("小一").headers["set-cookie"]
    for word in ("HttpOnly", "Secure", "SameSite=lax", "Path=/g41/"):
        assert word in cookie


def test_a_link_that_is_too_old_opens_nothing_and_says_so(counter):
    link = counter.link_for("小一")
    page = counter.client.get(link).text
    counter.now += LINK_VALID
    answer = counter.post("/g41/enter", page, k=link.split("k=")[1])
    assert (answer.status_code, "过期" in answer.text) == (403, True)


def test_an_unknown_address_gets_the_same_page_and_no_mail(counter):
    before = len(counter.outbox())
    known = counter.post("/g41/key", address=counter.address("小一"))
    assert len(counter.outbox()) == before + 1
    unknown = counter.post("/g41/key", address="stranger@nowhere.test")
    assert len(counter.outbox()) == before + 1

    def shape(page):
        page = page.replace(counter.address("小一"), "A").replace("stranger@nowhere.test", "A")
        return re.sub(r'name="(csrf|once)" value="[^"]*"', "", page)

    assert (known.status_code, shape(known.text)) == (unknown.status_code, shape(unknown.text))


def test_nobody_is_flooded_with_links(counter):
    before = len(counter.outbox())
    for _ in range(LINKS_MAX + 4):
        counter.post("/g41/key", address=counter.address("小一"))
    assert len(counter.outbox()) == before + LINKS_MAX


def test_by_mail_a_word_asks_for_the_link_and_one_answer_brings_it(counter):
    (row,) = counter.mail("小一", "网页", counter.now)
    text = text_of(row)
    assert "https://games.test/g41/enter?k=" in text
    assert "收据：小一-1" in text
    counter.mail("gm", "web", counter.now)
    (row,) = [r for r in counter.outbox() if (r.kind, r.recipient) == ("web_link", GM_ADDRESS)]
    assert "/g41/enter?k=" in text_of(row)
    assert "enter?k=" not in repr(counter.facts())


def test_a_link_of_a_seat_that_has_a_new_token_is_dead_and_so_is_its_session(counter):
    link = counter.link_for("小一")
    page = counter.client.get(link).text
    counter.sign_in("小一")
    assert counter.client.get("/g41/mine").status_code == 200
    counter.mail("小一", "新令牌", counter.now)
    assert counter.client.get("/g41/mine").status_code == 403
    answer = counter.post("/g41/enter", page, k=link.split("k=")[1])
    assert (answer.status_code, "认不出" in answer.text) == (403, True)


# -- six digits -------------------------------------------------------------------------------


def test_six_digits_sign_in_and_spend_the_link_beside_them(counter):
    (row,) = counter.mail("小一", "网页", counter.now)
    link = re.search(r"enter\?k=(\w+)", text_of(row))[1]
    entered = counter.post(
        "/g41/enter",
        counter.client.get("/g41/key").text,
        address=counter.address("小一"),
        code=code_in(text_of(row)),
    )
    assert entered.status_code == 303
    again = counter.post("/g41/enter", counter.client.get("/g41/key").text, k=link)
    assert "用过了" in again.text


@pytest.mark.parametrize("who", ["小一", "nobody"])
def test_digits_cannot_be_guessed_and_a_guess_tells_nothing_of_an_address(counter, who):
    address = counter.address("小一") if who == "小一" else "nobody@nowhere.test"
    (row,) = counter.mail("小一", "网页", counter.now)
    code, page = code_in(text_of(row)), counter.client.get("/g41/key").text
    said = [
        counter.post("/g41/enter", page, address=address, code=wrong(code))
        for _ in range(TRIES_MAX + 1)
    ]
    assert {answer.status_code for answer in said} == {403}
    assert all("认不出" in answer.text for answer in said[:TRIES_MAX])
    assert "试得太多" in said[-1].text
    if who == "小一":
        right = counter.post("/g41/enter", page, address=address, code=code)
        assert right.status_code == 403


def test_digits_cannot_be_guessed_by_coming_back_for_every_new_link(counter):
    page, said = counter.client.get("/g41/key").text, []
    for _ in range(TRIES_A_DAY // TRIES_MAX + 1):
        (row,) = counter.mail("小一", "网页", counter.now)
        code, address = code_in(text_of(row)), counter.address("小一")
        said += [
            counter.post("/g41/enter", page, address=address, code=wrong(code)).text
            for _ in range(TRIES_MAX)
        ]
        counter.now += LINK_VALID
    assert sum("认不出" in text for text in said) == TRIES_A_DAY
    (row,) = counter.mail("小一", "网页", counter.now)
    code = code_in(text_of(row))
    assert counter.post("/g41/enter", page, address=address, code=code).status_code == 403
    assert counter.sign_in("小一").status_code == 303, "the link works"


@pytest.mark.parametrize("key", ["", "a", "z" * 39, "a" * 39, "用" * 9, "a" * 5000])
def test_a_key_that_was_never_mailed_is_nobodys(counter, key):
    page = counter.client.get("/g41/key").text
    assert counter.post("/g41/enter", page, k=key).status_code == 403


def test_no_form_is_taken_from_another_site_or_without_its_mark(counter):
    counter.sign_in("gm")
    page = counter.client.get("/g41/desk").text
    forms = [
        {"lines": "pause"},
        {"lines": "pause", "csrf": "0" * 32},
        {"lines": "pause", "csrf": counter.csrf(page)},
    ]
    elsewhere = {"sec-fetch-site": "cross-site"}
    answers = [
        counter.client.post("/g41/desk", data=forms[0]),
        counter.client.post("/g41/desk", data=forms[1]),
        counter.client.post("/g41/desk", data=forms[2], headers=elsewhere),
    ]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert counter.table.paused is None


# -- the desk ---------------------------------------------------------------------------------


def test_a_button_of_the_desk_is_the_command_that_a_mail_would_be(counter):
    assert counter.sign_in("gm").headers["location"] == "/g41/desk"
    by_mail = Counter(**AT_ONCE)
    for one in (counter, by_mail):
        one.mail("阿甲", "灌水 我看 Person3Secret 就在这里。", one.now, to="board")
        assert [q.kind for q in one.table.open_questions()] == ["held_post"]
    page = counter.client.get("/g41/desk").text
    line = re.search(r'name="lines" value="([^"]+)"', page)[1]
    assert line == "同意 1"
    done = counter.post("/g41/desk", page, lines=line)
    assert "✓ 同意 1" in done.text
    assert by_mail.mail("gm", "同意 1", by_mail.now)
    assert counter.table.open_questions() == by_mail.table.open_questions() == []
    assert [p.kind for p in counter.table.posts] == [p.kind for p in by_mail.table.posts]
    assert "我看 Person3Secret" in counter.client.get("/g41/t/chat").text


def test_a_command_is_tried_first_then_done_and_a_form_counts_once(counter):
    counter.sign_in("gm")
    closes = counter.table.phase.closes
    page = counter.client.get("/g41/desk").text
    tried = counter.post("/g41/desk", page, lines="延长 2h", how="try")
    assert "试 延长 2h" in tried.text
    assert counter.table.phase.closes == closes
    done = counter.post("/g41/desk", tried.text, lines="延长 2h", how="do")
    assert "✓ 延长 2h" in done.text
    twice = counter.post("/g41/desk", tried.text, lines="延长 2h", how="do")
    assert "没有再做一遍" in twice.text
    assert counter.table.phase.closes == closes + 2 * HOUR
    assert counter.post("/g41/desk", lines="撤销").status_code == 200
    assert counter.table.phase.closes == closes


def test_lines_of_an_announcement_are_never_carried_out(counter):
    counter.sign_in("gm")
    answer = counter.post("/g41/desk", lines="公告\n暂停\n诸位晚安", how="try")
    assert answer.status_code == 200
    assert counter.table.paused is None


def test_the_desk_shows_the_digest_and_why_a_phase_would_come_out_so(counter):
    counter.sign_in("gm")
    counter.mail("阿甲", "杀 小一", counter.now)
    page = counter.client.get("/g41/desk?why=N1").text
    assert "如果现在截止" in page
    assert "小一：被杀" in page


# -- a player ---------------------------------------------------------------------------------


def test_what_a_player_writes_is_a_letter_with_the_same_answer_and_receipt(counter):
    counter.sign_in("阿甲")
    before = len(counter.outbox())
    page = counter.post("/g41/mine", to="gm", text="杀 小一\n宣言：今夜有雨。").text
    assert "读到：杀 小一" in page
    assert "收据：阿甲-1" in page
    (answer,) = [
        row for row in counter.outbox()[before:] if row.recipient == counter.address("阿甲")
    ]
    assert "收据：阿甲-1" in text_of(answer)
    letter = list(counter.store.letters_of("g41"))[-1][0]
    assert letter.peer == "web"
    shown = counter.client.get("/g41/mine").text
    assert "杀 小一" in shown.split("我的命令")[1]
    assert "最晚改到" in shown
    assert "阿甲-1" in shown


def test_a_player_posts_on_the_board_and_to_his_team(counter):
    counter.sign_in("阿甲")
    counter.post("/g41/mine", to="board", text="灌水\n诸位早")
    assert "诸位早" in counter.client.get("/g41/t/chat").text
    counter.post("/g41/mine", to="team", text="今夜听我的")
    told = [n for n in counter.table.notices if n.kind == "team" and n.to == "阿乙"]
    assert "今夜听我的" in told[-1].data["text"]


def test_a_seats_page_holds_nothing_of_another_seat(counter):
    counter.mail("阿甲", "杀 小一\n宣言：无人知道的话。", counter.now)
    counter.sign_in("小二")
    page = counter.client.get("/g41/mine").text
    assert "身份：平民" in page
    for secret in ("无人知道的话", "杀 小一", "阿甲-1", "private1@", counter.live.token("阿甲")):
        assert secret not in page
    assert counter.live.token("小二") not in page
    assert (
        counter.client.get("/g41/desk", follow_redirects=False).headers["location"] == "/g41/mine"
    )


def test_signing_out_kills_the_session_everywhere(counter):
    counter.sign_in("小一")
    kept = counter.client.cookies.get("seat_g41")
    page = counter.client.get("/g41/mine").text
    assert counter.post("/g41/out", page).status_code == 303
    counter.client.cookies.set("seat_g41", kept, path="/g41/", domain="games.test")
    assert counter.client.get("/g41/mine").status_code == 403


def test_a_session_ends_by_itself(counter):
    counter.sign_in("小一")
    counter.now += SESSION
    assert counter.client.get("/g41/mine").status_code == 403


def test_private_pages_are_kept_by_nobody(counter):
    link = counter.link_for("小一")
    counter.sign_in("小一")
    for path in ("/g41/mine", "/g41/key", link):
        assert counter.client.get(path).headers["cache-control"] == "no-store"


# -- the list ---------------------------------------------------------------------------------


def leave_headers(counter: Counter, who: str) -> tuple[str, str]:
    row = next(
        row
        for row in reversed(counter.outbox())
        if row.recipient == (counter.address(who)) and row.kind in ("nightfall", "dawn", "roster")
    )
    mail = opened(row)
    return mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"]


def test_list_mail_offers_one_click_beside_the_address(counter):
    urls, post = leave_headers(counter, "小一")
    assert post == "List-Unsubscribe=One-Click"
    assert re.findall(r"<([a-z]+):", urls) == ["mailto", "https"]
    assert counter.live.token("小一") not in urls.split("<https")[1]


def test_a_get_changes_nothing_and_a_post_leaves_a_seat_gets_announcements_alone(counter):
    urls, _ = leave_headers(counter, "小一")
    path = re.search(r"<https://games\.test(/[^>]+)>", urls)[1]
    before = (len(counter.facts()), counter.store.count_letters())
    page = counter.client.get(path)
    assert (page.status_code, "退订" in page.text) == (200, True)
    assert (len(counter.facts()), counter.store.count_letters()) == before
    done = counter.client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert (done.status_code, "已退订" in done.text) == (200, True)
    assert counter.table.deliveries["小一"] == "notices"


def test_the_key_of_leaving_opens_nothing_else_and_no_other_leaves(counter):
    urls, _ = leave_headers(counter, "小一")
    key = re.search(r"t=([a-z2-7]+)", urls)[1]
    assert counter.post("/g41/enter", counter.client.get("/g41/key").text, k=key).status_code == 403
    for other in ("", "a" * 24, key[:-1]):
        answer = counter.client.post(f"/g41/leave?t={other}")
        assert answer.status_code == 404
    assert counter.table.deliveries == {}


def test_without_the_server_private_pages_say_so_and_the_board_goes_on(counter):
    from tests.web.counter import client_of

    alone = client_of(counter.connection, lambda: START)
    assert alone.get("/g41/mine").status_code == 503
    assert alone.get("/g41/").status_code == 200


def test_what_was_done_on_the_web_is_derived_again_by_an_audit(counter):
    counter.sign_in("阿甲")
    counter.post("/g41/mine", to="gm", text="杀 小一")
    counter.client.cookies.clear()
    counter.sign_in("gm")
    counter.post("/g41/desk", lines="延长 1h")
    found = audit_game(counter.store, counter.store.game("g41"), counter.settings)
    assert found.first_difference is None
    assert not found.readings
