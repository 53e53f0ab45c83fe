"""`pbp export`: the public archive of a game, without anything that the board never said."""

import json
import mailbox
import re
from contextlib import closing
from datetime import timedelta

import pytest

from pbp.store import SqliteStore
from tests.service.office import GAME, START, Office, setup_for

HOUR = timedelta(hours=1)


@pytest.fixture
def journal(house):
    (house.folder / "data").mkdir(mode=0o700)
    return house.folder / "data" / "journal.sqlite"


def played(journal, *, over: bool) -> None:
    with SqliteStore.open(journal) as store:
        office = Office(setup_for(), store=store)
        office.mail("阿甲", "杀 小一\n宣言：今夜有雨。", START + HOUR)
        office.mail("小二", "祈祷 小三", START + HOUR)
        office.mail("小三", "灌水\nFrom 这里开始，<b>大家好</b>", START + 2 * HOUR, to="board")
        if over:
            office.run_out()


def test_the_archive_of_a_game_holds_its_board_and_opens_everywhere(house, journal) -> None:
    played(journal, over=True)
    out = house.folder / "kept"
    done = house.pbp("export", GAME, out, "--html")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in out.iterdir()}
    assert names > {"board.mbox", "record.json", "index.html", "chat.html", "news.html"}
    record = json.loads((out / "record.json").read_text("utf-8"))
    with closing(mailbox.mbox(out / "board.mbox")) as box:
        mails = list(box)
    assert len(mails) == len(record["posts"]) > 5
    assert len({mail["Message-ID"] for mail in mails}) == len(mails)
    texts = [mail.get_payload(decode=True).decode() for mail in mails]
    assert any("From 这里开始，<b>大家好</b>" in text for text in texts)
    page = (out / "chat.html").read_text("utf-8")
    assert "&lt;b&gt;大家好&lt;/b&gt;" in page
    assert "<script" not in page
    assert "src=" not in page
    links = re.findall(r'href="([^"#]+)', "".join(p.read_text("utf-8") for p in out.glob("*.html")))
    assert set(links) <= names
    assert record["players"]["阿甲"]["role"] == "killer"
    assert record["result"]["state"] == "won"


def test_of_a_game_that_goes_on_nothing_secret_gets_in(house, journal) -> None:
    played(journal, over=False)
    out = house.folder / "kept"
    assert house.pbp("export", GAME, out, "--html").returncode == 0
    text = "".join(path.read_text("utf-8") for path in out.iterdir())
    record = json.loads((out / "record.json").read_text("utf-8"))
    assert not {"orders", "notices", "mails", "out"} & set(record)
    assert all(set(player) == {"number", "alive"} for player in record["players"].values())
    assert "今夜有雨" not in text
    assert "祈祷 小三" not in text
    assert re.findall(r"@owner\.test|gm\+g41\.", text) == []
    assert all("mail" not in post for post in record["posts"])


def test_the_same_archive_comes_out_again(house, journal) -> None:
    played(journal, over=True)
    house.pbp("export", GAME, house.folder / "one")
    house.pbp("export", GAME, house.folder / "two")
    for name in ("board.mbox", "record.json"):
        assert (house.folder / "one" / name).read_bytes() == (
            house.folder / "two" / name
        ).read_bytes()


def test_wrong_use_is_named_with_an_example(house, journal) -> None:
    played(journal, over=False)
    unknown = house.pbp("export", "g9")
    assert (unknown.returncode, f"there are: {GAME}" in unknown.stderr) == (2, True)
    out = house.folder / "kept"
    out.mkdir()
    (out / "mine").write_text("x", "utf-8")
    taken = house.pbp("export", GAME, out)
    assert (taken.returncode, "pbp export g41 g41-archive-2" in taken.stderr) == (2, True)
    assert [path.name for path in out.iterdir()] == ["mine"]
