"""The board's pages: how a game is shown, found, fed, kept, and what an error looks like."""

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest

from pbp.board import words
from pbp.board.file import open_to_read, open_to_write
from pbp.board.reader import BoardReader
from pbp.board.rows import GameSheet, Post
from pbp.board.writer import BoardWriter
from pbp.game.optiontable import OPTIONS
from pbp.web.archive import archive
from pbp.web.pages import LANGUAGES, Pages, about
from pbp.web.settings import WebSettings
from tests.service.office import START
from tests.web.counter import Counter, client_of, publisher_over

DAY = START + timedelta(hours=25)
SPOKEN = {"options": {"publish_hold": "0", "publish_tick": "0"}}


@pytest.fixture(scope="module")
def counter() -> Counter:
    """A game in its second phase: two votes, one with a reason, and talk."""
    made = Counter(**SPOKEN)
    made.mail("阿甲", "杀 小一\n宣言：今夜有雨，我在桥下等你。", START + timedelta(hours=2))
    made.tick(DAY)
    made.mail("小二", "投票 阿甲\n理由：昨夜<b>只有他</b>没有说话", DAY)
    made.mail("小三", "投票 小二", DAY + timedelta(minutes=1))
    made.mail("小三", "灌水\n大家 & 早 <script>alert(1)</script>", DAY, to="board")
    made.now = DAY + timedelta(minutes=2)
    made.publisher.publish_all()
    return made


def test_a_game_page_shows_phase_cut_off_roster_and_the_vote(counter):
    page = counter.client.get("/g41/", headers={"accept-language": "zh"}).text
    for said in ("第一天", "北京时间", "小一", "第一夜 被杀", "投票", 'data-closes="2026-03-0'):
        assert said in page
    english = counter.client.get("/g41/", headers={"accept-language": "en"}).text
    assert "Day 1" in english
    assert "Night 1 killed" in english


def test_what_people_write_is_text_and_no_markup(counter):
    page = counter.client.get("/g41/t/chat").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert "昨夜&lt;b&gt;只有他" in counter.client.get("/g41/t/vote-d1").text


def test_the_rules_lead_to_their_clauses_which_lead_to_each_other(counter):
    rules = counter.client.get("/g41/t/rules", headers={"accept-language": "en"}).text
    assert 'href="/law/prayer"' in rules
    page = counter.client.get("/law/prayer", headers={"accept-language": "en"}).text
    assert 'id="P-2.1"' in page
    assert "may name one person a night to pray for" in page
    for path in {link.split('"')[0].partition("#")[0] for link in page.split('href="')[1:]} - {""}:
        if not path.startswith("/language"):
            assert counter.client.get(path).status_code == 200, path
    assert counter.client.get("/law/nothing").status_code == 404


@pytest.mark.parametrize("law", ["common", "prayer", "three_lives", "seven_kill"])
def test_the_clauses_come_in_the_readers_language(counter, law):
    """C-5.7's number and place are the same in both; nobody is sent to a page he cannot read."""
    english = counter.client.get(f"/law/{law}", headers={"accept-language": "en"}).text
    chinese = counter.client.get(f"/law/{law}").text
    assert re.findall(r'id="[CPLS]-[\d.]+"', chinese) == re.findall(r'id="[CPLS]-[\d.]+"', english)
    assert 'lang="zh' in chinese
    assert "此处规定" in re.sub(r"<[^>]+>", "", chinese)
    assert "Settled here" in english
    assert "Settled here" not in chinese


def test_a_permanent_link_leads_to_the_post_in_its_thread(counter):
    (post,) = BoardReader(counter.connection).latest("g41", "chat", 1)
    answer = counter.client.get(f"/g41/p/{post.key}", follow_redirects=False)
    assert answer.headers["location"] == f"/g41/t/chat#{post.key}"
    assert f'id="{post.key}"' in counter.client.get("/g41/t/chat").text


def test_the_view_made_anew_is_the_same_to_the_last_post(counter):
    again = open_to_write(":memory:")
    publisher_over(counter.referee, again).publish_all()
    for table in ("posts", "games", "threads"):
        rows = [c.execute(f"SELECT * FROM {table}").fetchall() for c in (counter.connection, again)]
        assert rows[0] == rows[1]


@pytest.mark.parametrize(
    ("asked", "found"),
    [("昨夜", 1), ("只有", 1), ("雨", 1), ("早", 1), ("桥下等", 1), ("没有此词啊", 0), ("!!", 0)],
)
def test_search_finds_words_of_one_chinese_character_and_more(counter, asked, found):
    page = counter.client.get("/g41/search", params={"q": asked}).text
    assert page.count("<li><h2>") == found


@pytest.mark.parametrize("asked", ["橋下等", "只冇", "沒有說話", "今夜有雨", "大家 ＆ 早"])
def test_search_takes_traditional_and_wide_signs_for_what_they_are(counter, asked):
    wanted = 0 if asked == "只冇" else 1
    page = counter.client.get("/g41/search", params={"q": asked}).text
    assert page.count("<li><h2>") == wanted
    assert page.count("<mark>") >= wanted


def test_simplified_questions_find_what_was_written_in_traditional(counter):
    writing = open_to_write(":memory:")
    sheet = BoardReader(counter.connection).game("g41")
    said = Post(
        game="g41",
        key="k",
        thread="chat",
        kind="chat",
        at=START,
        subject="",
        text="誰說橋邊沒有人？",
    )
    BoardWriter(writing).write(GameSheet(id="g41", state="running", sheet=sheet.sheet), [said])
    page = client_of(writing, lambda: DAY).get("/g41/search", params={"q": "谁说 桥边"}).text
    assert page.count("<li><h2>") == 1
    assert "<mark>誰說</mark>" in page


@pytest.mark.parametrize("asked", ['"', "NEAR(a b)", "a*b", "'; DROP", "(", "words:x", "-", "\x00"])
def test_a_search_for_signs_of_the_engine_is_a_search(counter, asked):
    assert counter.client.get("/search", params={"q": asked}).status_code == 200
    assert words.query(asked).count('"') % 2 == 0


@pytest.mark.parametrize("path", ["/g41/atom.xml", "/g41/t/vote-d1/atom.xml"])
def test_a_feed_is_atom_with_permanent_links(counter, path):
    feed = ElementTree.fromstring(counter.client.get(path).content)
    atom = "{http://www.w3.org/2005/Atom}"
    entries = feed.findall(f"{atom}entry")
    assert feed.tag == f"{atom}feed"
    assert entries
    for entry in entries:
        assert "/g41/p/" in entry.find(f"{atom}link").get("href")
        assert entry.find(f"{atom}updated").text.endswith("+00:00")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing/", 404),
        ("/g41/t/nothing", 404),
        ("/g41/p/aaaa", 404),
        ("/g41/t/news?page=9", 404),
        ("/g41/t/news?page=-1", 400),
        ("/g41/search?q=x&page=x", 400),
        ("/language?to=fr", 400),
        ("/g41/../../etc/passwd", 404),
    ],
)
@pytest.mark.parametrize(("lang", "word"), [("zh", "回到对局列表"), ("en", "Back to the games")])
def test_an_error_is_a_page_in_the_readers_language(counter, path, status, lang, word):
    answer = counter.client.get(path, headers={"accept-language": lang})
    assert answer.status_code == status
    assert word in answer.text


def test_every_answer_has_the_headers_that_keep_browsers_in_bounds(counter):
    for path in ("/", "/g41/", "/nothing", "/static/board.css", "/g41/atom.xml"):
        headers = counter.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "max-age" in headers["strict-transport-security"]
        assert "server" not in headers


def test_no_page_asks_another_host_nor_carries_a_script_of_its_own(counter):
    page = counter.client.get("/g41/").text
    assert "<script>" not in page
    assert "style=" not in page
    assert "onclick" not in page
    assert 'src="http' not in page


def test_too_many_requests_and_too_long_forms_are_refused_as_pages(counter):
    busy = client_of(counter.connection, lambda: DAY, requests_per_minute=3, forms_per_minute=2)
    assert [busy.get("/").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    long = client_of(counter.connection, lambda: DAY, form_max=100)
    long.get("/g41/key")
    assert long.post("/g41/key", data={"address": "x" * 200}).status_code == 413
    assert long.post("/g41/key", content=iter([b"address=", b"x" * 200])).status_code == 413
    assert busy.post("/g41/key", data={"x": "y"}).status_code == 403


def test_a_language_is_chosen_and_never_leads_elsewhere(counter):
    answer = counter.client.get(
        "/language", params={"to": "en", "back": "//evil.test/"}, follow_redirects=False
    )
    assert answer.headers["location"] == "/"
    assert "lang=en" in answer.headers["set-cookie"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    counter.client.cookies.clear()


class Counted:
    """How many statements a connection carries out."""

    def __init__(self, connection) -> None:
        self.said: list[str] = []
        connection.set_trace_callback(self.said.append)

    def of(self, client, path: str) -> int:
        self.said.clear()
        assert client.get(path).status_code == 200
        return sum(not sql.startswith("--") for sql in self.said)  # FTS5 asks itself in comments


def test_pages_of_a_game_with_5000_posts_need_no_more_questions_than_of_a_small_one(
    counter, tmp_path
):
    path = tmp_path / "public.sqlite3"
    writing = open_to_write(path)
    sheet = BoardReader(counter.connection).game("g41")
    large = [
        Post(
            game="g41",
            key=f"k{number}",
            thread=("chat", "analysis", "vote-d1")[number % 3],
            kind="chat",
            at=START + timedelta(seconds=number),
            subject=f"帖 {number}",
            text=f"第{number}帖：我想的和你想的不一样。",
            phase="D1",
            author="小三",
        )
        for number in range(5000)
    ]
    BoardWriter(writing).write(GameSheet(id="g41", state="running", sheet=sheet.sheet), large)
    reading = open_to_read(path)
    client = client_of(reading, lambda: DAY)
    counted, small = Counted(reading), Counted(counter.connection)
    for page in ("/", "/g41/", "/g41/votes", "/g41/atom.xml", "/g41/search?q=一样"):
        assert counted.of(client, page) <= small.of(counter.client, page) + 2 <= 8
    for page in ("/g41/t/chat", "/g41/t/chat?page=34", "/g41/t/vote-d1?page=7"):
        assert counted.of(client, page) <= 3
    counter.connection.set_trace_callback(None)
    reading.close()
    writing.close()


def test_the_archive_is_the_same_pages_as_files_that_link_to_each_other(counter):
    settings = WebSettings(board="", posts_per_page=5)
    files = archive(BoardReader(counter.connection), "g41", settings, DAY)
    assert {"index.html", "votes.html", "rules.html", "vote-d1.html", "board.css"} <= files.keys()
    for name, body in files.items():
        if name.endswith(".html"):
            page = body.decode()
            assert "<script" not in page
            links = [piece.split('"')[0] for piece in page.split('href="')[1:]]
            assert {link.partition("#")[0] for link in links} - {""} <= files.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_of_a_game_has_a_name_on_the_page_of_its_rules(lang):
    assert set(OPTIONS) == set(Pages().words(lang, about(None, lang)).options)


@pytest.mark.parametrize("name", ["errors", "options", "me", "mine", "desk", "vote", "clock"])
def test_both_languages_have_the_same_words(name):
    chinese, english = (getattr(Pages().words(x, about(None, x)), name) for x in LANGUAGES)
    assert chinese.keys() == english.keys()
