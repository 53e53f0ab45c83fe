"""The bench measures what it says: rows of a known shape, bars both ways, real games."""

import json
from pathlib import Path

import pytest

from bench import games, report, web, whole
from bench.__main__ import SECTIONS
from bench.load import pack, unpack
from pbp.board.file import open_to_read
from pbp.board.reader import BoardReader
from pbp.store import SqliteStore
from pbp.wiring import JOURNAL, referee_of

KEYS = ["name", "value", "unit", "ratio", "baseline", "bar", "ok"]


def figure(**changes: object) -> report.Figure:
    known = {"name": "a", "value": 70.0, "unit": "ms", "rounds": (0.9, 2.0, 1.1), "baseline": "b"}
    return report.Figure(**{**known, **changes})


def test_a_row_has_exactly_the_seven_fields_and_the_median_of_its_rounds(tmp_path: Path) -> None:
    report.write([figure(bar=1.0).row()], tmp_path / "bench.json")
    (row,) = json.loads((tmp_path / "bench.json").read_text("utf-8"))
    assert list(row) == KEYS
    assert (row["ratio"], row["value"], row["bar"], row["ok"]) == (1.1, 70.0, 1.0, True)


@pytest.mark.parametrize(
    ("bar", "wanted"),
    [
        ({}, None),
        ({"bar": 1.2}, False),
        ({"bar": 1.2, "at_most": True}, True),
        ({"bar": 60, "at_most": True, "of_value": True}, False),
    ],
)
def test_a_bar_is_a_floor_or_a_ceiling_of_the_ratio_or_the_value(bar: dict, wanted: object) -> None:
    assert figure(**bar).ok is wanted


def test_rounds_alternate_and_so_does_who_begins() -> None:
    order: list[str] = []
    ones, others = report.alternated(
        lambda: float(order.append("a") or 2), lambda: float(order.append("b") or 1), 3
    )
    assert order == ["a", "b", "b", "a", "a", "b"]
    assert report.ratios(ones, others) == (2.0, 2.0, 2.0)


def test_mails_come_out_of_a_packet_with_their_dots_stuffed(tmp_path: Path) -> None:
    pack([("gm@host.example", b"A: b\r\n\r\n.x\r\n")], tmp_path / "mails")
    assert unpack(tmp_path / "mails") == [(b"gm@host.example", b"A: b\r\n\r\n..x\r\n.\r\n")]


def test_every_section_can_be_loaded_and_measures_something() -> None:
    for name in SECTIONS:
        module = __import__(f"bench.{name}", fromlist=["measure"])
        assert callable(module.measure)


def test_every_mail_of_the_whole_path_is_an_order_or_vote_that_is_taken_and_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole, "GAMES", 2)
    written = whole._prepared(tmp_path / "games", turns=2)
    config = games.config_of(tmp_path / "games")
    with SqliteStore.open(tmp_path / "games" / JOURNAL) as store:
        now = games.now()
        store.append_letters([games.letter(raw, to, now) for to, raw in written])
        games.read_all(referee_of(config, store))
    whole._checked(tmp_path / "games", len(written))
    assert len(written) == 40


def test_a_copied_game_is_the_same_game_under_another_name(tmp_path: Path) -> None:
    config = games.config_of(tmp_path)
    with SqliteStore.open(":memory:") as store:
        games.begin(store, config, [games.prayer(1, games.now() - games.HOUR)])
        games.copied(store, "g1", ["c1"])
        referee = referee_of(config, store)
        assert referee.loaded("c1").play.table.start.game == "c1"
        assert referee.loaded("c1").last_fact == referee.loaded("g1").last_fact


def test_the_pages_that_are_timed_are_those_of_a_game_with_so_many_posts_and_votes(
    tmp_path: Path,
) -> None:
    now = web.made(tmp_path / "public.sqlite3", seats=6, days=1, posts=1000)
    reading = open_to_read(tmp_path / "public.sqlite3")
    shown = BoardReader(reading)
    (sheet,) = shown.games()
    assert sum(thread.posts for thread in shown.threads("g1")) == 1000
    assert len(sheet.sheet["ballots"]) == 1
    board = web.site(reading, now)
    for path, _ in web.PAGES.values():
        page = web.got(board, path)
        assert sheet.sheet["seats"][0]["handle"].encode() in page
        assert len(web.got(web.sender(len(page)), "/")) == len(page)
    reading.close()
