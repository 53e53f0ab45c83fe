"""A locked journal, a full disk, a bug in one game: nothing half-written, nobody else concerned."""

import logging
import sqlite3
from contextlib import closing
from datetime import timedelta

import msgspec
import pytest

from pbp.game import facts as f
from pbp.service.referee import Referee
from pbp.store import SqliteStore, StoreBusy, StoreError, StoreFull
from tests.service.office import (
    GAME,
    GM_ADDRESS,
    RENDERER,
    SECRET,
    SETTINGS,
    START,
    Office,
    opened,
    seen_by,
    setup_for,
    text_of,
)

HOUR = timedelta(hours=1)


def story(office: Office, trouble=lambda: None) -> None:
    """A night and a day. trouble() is called before each reading and each stroke of the clock."""
    for hour, who, text in (
        (1, "阿甲", "杀 小一\n宣言：今夜有雨。"),
        (2, "小一", "祈祷 小一"),
        (25, "小二", "投票 阿甲"),
        (26, "小三", "投票 阿甲"),
    ):
        office.store_mail(who, text, START + hour * HOUR)
        trouble()
        office.read(START + hour * HOUR)
    trouble()
    office.tick(START + 48 * HOUR)


def told(office: Office) -> tuple[object, ...]:
    return office.fact_bytes(), [seen_by(row) for row in office.outbox()], office.record()


def written(store: SqliteStore) -> tuple[int, ...]:
    rows = ("letter_reads", "inputs", "facts", "outbox")
    return tuple(store._db.row(f"SELECT count(*) FROM {name}")[0] for name in rows)


@pytest.fixture
def filed(tmp_path):
    with SqliteStore.open(tmp_path / "journal.sqlite", busy_seconds=0.01) as store:
        yield store


def test_a_locked_journal_puts_a_letter_off_and_the_next_try_writes_all_of_it(filed, tmp_path):
    office, calm = Office(store=filed), Office()

    def locked() -> None:
        before = written(filed)
        other = sqlite3.connect(tmp_path / "journal.sqlite", isolation_level=None)
        with closing(other):
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreBusy):
                office.read()
                office.referee.tick(START + 48 * HOUR)
            other.execute("ROLLBACK")
        assert written(filed) == before

    story(office, locked)
    story(calm)
    assert told(office) == told(calm)


def test_a_full_disk_puts_a_letter_off_and_the_next_try_writes_all_of_it(filed):
    office, calm = Office(store=filed), Office()
    connection = filed._db.write.conn
    failed = []

    def full() -> None:
        before = written(filed)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        try:
            office.read()
        except StoreFull:
            failed.append(before)
            assert written(filed) == before
        finally:
            connection.execute("PRAGMA max_page_count = 4294967294")

    story(office, full)
    story(calm)
    assert len(failed) > 1
    assert told(office) == told(calm)


@pytest.mark.parametrize("fails", [1, 2, 3])
def test_a_commit_that_fails_leaves_no_trace_in_memory(fails):
    """Whatever was judged before the trouble is judged again after it, from the journal."""
    office, calm = Office(), Office()
    commit = office.store.commit

    def failing(*_outcomes: object) -> None:
        raise StoreFull("SQLITE_FULL")

    for act in (Office.read, lambda one: one.referee.tick(START + 48 * HOUR)):
        for one in (office, calm):
            one.store_mail("阿甲", "杀 小一", START + HOUR)
        office.store.commit = failing
        for _ in range(fails):
            with pytest.raises(StoreError):
                act(office)
        office.store.commit = commit
        act(office)
        act(calm)
    assert told(office) == told(calm)


# -- a bug in one game --------------------------------------------------------------------------


class Broken:
    """A law with a bug: any question is answered by falling over."""

    def __init__(self, law: object, broken: str) -> None:
        self._law, self._broken = law, broken

    def __getattr__(self, name: str) -> object:
        if name == self._broken:
            raise RuntimeError("secret words of a private mail")
        return getattr(self._law, name)


@pytest.fixture
def two(monkeypatch):
    """Two games in one journal; the law of the first falls over at an order."""
    office = Office()
    office.referee.new_game(setup_for(game="g42"), SECRET, START)
    office.other = Office.__new__(Office)
    office.other.__dict__.update(office.__dict__, setup=setup_for(game="g42"))
    live = office.live
    live.play.law = Broken(live.play.law, "objections")
    return office


def test_a_bug_stops_its_own_game_keeps_the_letter_and_tells_the_gm(two, caplog):
    caplog.set_level(logging.CRITICAL)
    letter = two.store_mail("阿甲", "杀 小一", START + HOUR)
    two.other.store_mail("阿甲", "杀 小一", START + HOUR)
    before = len(two.outbox())
    two.read()
    assert two.store.game(GAME).state == "stopped"
    assert two.store.letter(letter) is not None
    assert two.store.letter_read(letter).game == GAME
    told = two.outbox()[before:]
    assert [row.recipient for row in told] == [GM_ADDRESS]
    assert GAME in opened(told[0])["subject"]
    assert "停" in text_of(told[0])
    assert two.store.game("g42").state == "running"
    assert [o.targets for o in two.other.table.orders.values()] == [("小一",)]


def test_no_word_of_a_bug_reaches_anybody(two, caplog):
    """Neither a traceback nor the words of the error stand in any mail."""
    caplog.set_level(logging.CRITICAL)
    two.store_mail("阿甲", "杀 小一", START + HOUR)
    two.read()
    for row in two.outbox():
        for bad in ("Traceback", "RuntimeError", "secret words", ".py"):
            assert bad not in text_of(row)


def test_letters_of_one_batch_are_kept_one_by_one_when_the_first_stops_the_game(two, caplog):
    """Two letters before the bug's, three after it, one of another game among them."""
    caplog.set_level(logging.CRITICAL)
    letters = [
        two.store_mail("小一", "状态", START + HOUR),
        two.store_mail("小二", "状态", START + HOUR),
        two.store_mail("阿甲", "杀 小一", START + 2 * HOUR),
        two.store_mail("小三", "祈祷 小三", START + 3 * HOUR),
        two.store_mail("小四", "祈祷 小四", START + 3 * HOUR),
    ]
    other = two.other.store_mail("小三", "祈祷 小三", START + 3 * HOUR)
    two.read()
    verdicts = [two.store.letter_read(letter).verdict for letter in letters]
    assert verdicts == ["info", "info", "stopped", "stopped", "stopped"]
    assert two.store.letter_read(other).verdict == "accepted"
    told = [row for row in two.outbox() if row.recipient == GM_ADDRESS and row.kind == "message"]
    assert len(told) == 1


def test_later_letters_of_a_stopped_game_are_kept_with_it(two, caplog):
    caplog.set_level(logging.CRITICAL)
    two.store_mail("阿甲", "杀 小一", START + HOUR)
    two.read()
    letter = two.store_mail("小三", "祈祷 小三", START + 3 * HOUR, recipient="gm+g41@games.test")
    two.read()
    two.referee.tick(START + 48 * HOUR)
    read = two.store.letter_read(letter)
    assert (read.game, read.verdict) == (GAME, "stopped")
    assert two.store.game(GAME).next_deadline is None


def test_a_bug_at_a_deadline_stops_that_game_and_the_others_close(two, caplog):
    caplog.set_level(logging.CRITICAL)
    live = two.live
    live.play.law = Broken(live.play.law._law, "closing")
    two.tick(START + 24 * HOUR)
    assert two.store.game(GAME).state == "stopped"
    assert [p.id for p in two.other.table.phases] == ["N1", "D1"]
    assert [r.kind for r in two.outbox() if r.recipient == GM_ADDRESS][-1] == "message"


def test_a_letter_that_cannot_even_be_opened_is_kept_and_the_next_one_is_read(monkeypatch, caplog):
    """The last net: whatever falls over before a game is known concerns no game."""
    caplog.set_level(logging.CRITICAL)
    from pbp.service import judging as module

    office, opener = Office(), module.open_stored

    def falling(stored, *more):
        if b"poison" in stored.raw:
            raise RuntimeError("secret words of a private mail")
        return opener(stored, *more)

    monkeypatch.setattr(module, "open_stored", falling)
    letter = office.store_mail("小一", "poison", START + HOUR)
    office.store_mail("小二", "祈祷 小二", START + HOUR)
    office.read()
    assert office.store.letter_read(letter).game is None
    assert [o.actor for o in office.table.orders.values()] == ["小二"]
    assert office.store.game(GAME).state == "running"


def test_words_that_the_reader_falls_over_are_asked_about(monkeypatch, caplog):
    """A mistake in reading is one letter's, not its game's."""
    caplog.set_level(logging.CRITICAL)
    from pbp.service import readers

    def falling(*_: object) -> None:
        raise RuntimeError("secret words of a private mail")

    office = Office()
    monkeypatch.setattr(readers, "read", falling)
    (answer,) = office.mail("小一", "祈祷 小二", START + HOUR)
    assert (office.last_mail().verdict, office.last_mail().code) == ("asked", "unreadable")
    assert "secret words" not in text_of(answer)
    assert office.store.game(GAME).state == "running"


def test_an_outage_is_journalled_for_running_games_only():
    office = Office()
    office.store.beat(START + HOUR)
    again = Referee(office.store, SETTINGS, RENDERER)
    again.wake(START + 2 * HOUR)
    downs = [x for x in office.facts() if isinstance(x, f.ServerWasDown)]
    assert [(x.since, x.at) for x in downs] == [(START + HOUR, START + 2 * HOUR)]
    assert msgspec.json.encode(downs[0].audience) == b"[]"
