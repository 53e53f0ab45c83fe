"""Judges in processes of their own: what they say, and what happens when one is gone."""

import logging
import os
import signal

import msgspec
import pytest

from pbp.config import Config, Limits, Server
from pbp.helpers import judges_of
from pbp.post.judge_child import Brief
from pbp.post.judges import REST_SECONDS, Judges
from pbp.post.likeness import likeness
from pbp.service import referee, sharing
from pbp.wiring import JOURNAL
from tests.service.office import CAST, SETTINGS
from tests.sharing.city import GAMES, City

PATIENCE_SECONDS = 60


class Hours:
    """A clock for how long they rest."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(referee, "BATCH", 4)
    monkeypatch.setattr(referee, "SHARED", 2)


@pytest.fixture()
def made():
    found = []
    yield found
    for judges in found:
        judges.close()


def brief_of(journal, **changes) -> Brief:
    return Brief(
        journal=str(journal),
        settings=changes.pop("settings", SETTINGS),
        templates=(),
        reading_seconds=2.0,
        reading_memory=256 << 20,
        dkim=False,
        likeness=changes.pop("mark", None) or likeness([]),
        **changes,
    )


def twins(folder, made, *, grace: float = PATIENCE_SECONDS, **brief):
    """A city that judges alone, one with two judges, and the clock of their rest."""
    hours = Hours()

    def judges(journal):
        made.append(Judges(brief_of(journal, **brief), 2, hours, grace))
        return made[-1]

    return City(folder / "alone"), City(folder / "shared", judges), hours


def greeted(judges: Judges) -> None:
    """They are started, and can be asked."""
    assert judges.judge([]) is None
    assert all(child.has_spoken(PATIENCE_SECONDS) for child in judges._children)


def everybody(city: City, words: str, minutes: float) -> None:
    for number, game in enumerate(GAMES):
        city.put(*(city.letter(game, handle, words, minutes + number / 60) for handle in CAST))


def same(one: City, other: City) -> None:
    assert one.all_rows() == other.all_rows()


def counted(judges: Judges, monkeypatch) -> list[int]:
    """How many letters they judge, each time they answer."""
    judge, found = judges.judge, []

    def counting(shares, then=()):
        outcomes = judge(shares, then)
        found.append(len(outcomes or ()))
        return outcomes

    monkeypatch.setattr(judges, "judge", counting)
    return found


def test_they_judge_as_the_referee_does(tmp_path, made, monkeypatch):
    alone, shared, _ = twins(tmp_path, made)
    greeted(made[0])
    found = counted(made[0], monkeypatch)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
        city.read(5)
        everybody(city, "祈祷 小一", 6)
        city.read(3 * 24 * 60)
    assert found == [36, 36]
    same(alone, shared)


def test_what_comes_next_is_opened_ahead_and_judged_no_otherwise(tmp_path, made, monkeypatch):
    """Copies, and letters that nobody can read, among those that were opened ahead."""
    monkeypatch.setattr(referee, "FLOOD", 12)
    alone, shared, _ = twins(tmp_path, made)
    greeted(made[0])
    found = counted(made[0], monkeypatch)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
        copy = city.letter("g1", "小一", "祈祷 小二", 2)
        strange = city.letter("g2", "小一", "", 2, raw=b"\xff\x00 no mail")
        city.put(copy, strange, copy, *(city.letter("g3", h, "状态", 2) for h in CAST))
        city.read(5)
    assert found == [12, 12, 12, 9]
    same(alone, shared)


def test_nobody_waits_until_they_are_there(tmp_path, made, monkeypatch):
    alone, shared, _ = twins(tmp_path, made)
    found = counted(made[0], monkeypatch)
    monkeypatch.setattr("pbp.post.child.Child.has_spoken", lambda *_: False)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
        city.read(5)
    assert set(found) == {0}
    same(alone, shared)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_where_one_is_gone_or_stuck_the_referee_judges_alone_for_a_while(
    tmp_path, made, monkeypatch, caplog, how
):
    alone, shared, hours = twins(tmp_path, made, grace=0.2, idle_seconds=PATIENCE_SECONDS)
    judges = made[0]
    judges._brief = msgspec.structs.replace(judges._brief, reading_seconds=0.0)
    greeted(judges)
    monkeypatch.setattr(type(judges._children[0]), "is_running", lambda _: True)
    os.kill(judges._children[0].pid, how)
    found = counted(judges, monkeypatch)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
        city.read(5)
    assert set(found) == {0}
    assert judges._children == []
    assert [r.message.partition(":")[0] for r in caplog.records].count(
        "the referee judges alone"
    ) == 1
    same(alone, shared)
    hours.now += REST_SECONDS
    greeted(judges)
    for city in (alone, shared):
        everybody(city, "祈祷 小一", 6)
        city.read(9)
    same(alone, shared)


def test_one_who_has_had_nothing_to_do_ends_and_is_started_anew(tmp_path, made, monkeypatch):
    alone, shared, _ = twins(tmp_path, made, idle_seconds=0.05)
    judges = made[0]
    greeted(judges)
    found = counted(judges, monkeypatch)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
        city.read(5)
    assert found == [36]
    for child in judges._children:
        assert child._process.wait(PATIENCE_SECONDS) == 0
    for city in (alone, shared):
        everybody(city, "祈祷 小一", 6)
        city.read(9)
    assert judges._rests_until == 0.0
    same(alone, shared)


def test_without_a_journal_nobody_can_be_asked(tmp_path, made):
    judges = Judges(brief_of(tmp_path / "nowhere.sqlite"), 2, Hours())
    made.append(judges)
    judges.judge([])
    for child in judges._children:
        assert child.has_spoken(PATIENCE_SECONDS)
    assert judges.judge([]) is None
    assert judges._children == []


def test_what_one_of_them_would_log_is_logged_here(tmp_path, made, monkeypatch, caplog):
    """A mail whose reading is cut off, in another process: its line is in the server's log."""
    _, shared, _ = twins(tmp_path, made)
    judges = made[0]
    judges._brief = msgspec.structs.replace(judges._brief, reading_seconds=0.1)
    greeted(judges)
    found = counted(judges, monkeypatch)
    endless = (
        b"From: a@b.test\r\nTo: gm+g1@games.test\r\n\r\n" + b"On the other wrote:\r\n" * 100_000
    )
    shared.put(
        shared.letter("g1", "小一", "", 1, raw=endless),
        *(shared.letter("g2", handle, "祈祷 小三", 1) for handle in CAST),
    )
    with caplog.at_level(logging.WARNING, "pbp"):
        shared.read(5)
    assert found == [7]
    assert ("pbp.reader", f"reading cut off: bytes={len(endless)}") in [
        (record.name, record.getMessage()) for record in caplog.records
    ]


def test_who_had_nothing_to_do_knows_too_that_nothing_was_committed(tmp_path, made, monkeypatch):
    """All judged, nothing was written; then one alone is needed, then both."""
    alone, shared, _ = twins(tmp_path, made)
    judges = made[0]
    greeted(judges)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
    waiting = shared.store.waiting(100)
    assert judges.judge(sharing.shares(waiting, SETTINGS)) is not None
    judges.forget()
    asked = []
    answer = judges._told
    monkeypatch.setattr(judges, "_told", lambda asks: asked.append(asks) or answer(asks))
    for city in (alone, shared):
        city.read(5)
        city.put(*(city.letter("g1", handle, "祈祷 小一", 6) for handle in CAST))
        city.read(7)
        everybody(city, "祈祷 小二", 8)
        city.read(9)
    assert [ask.anew for ask in asked[0]] == [True, True]
    assert not any(ask.anew for asks in asked[1:] for ask in asks)
    same(alone, shared)


def test_a_game_stays_with_its_judge_unless_he_has_too_much(tmp_path):
    judges = Judges(brief_of(tmp_path / "journal.sqlite"), 2, Hours())
    judges._children = [object(), object()]
    assert judges._places("aaaabbcd") == [0, 0, 0, 0, 1, 1, 1, 1]
    assert judges._places("da") == [1, 0]
    assert judges._places("bcbc") == [1, 0, 1, 0]
    assert judges._places("cb") == [0, 1]
    judges._children = []


def test_judges_of_another_version_are_not_asked(tmp_path, made):
    """Installed over a server that runs: it judges alone until it is started anew."""
    city = City(tmp_path / "city")
    judges = Judges(brief_of(city.journal, mark="of another version"), 2, Hours())
    made.append(judges)
    greeted(judges)
    for child in judges._children:
        assert child._process.wait(PATIENCE_SECONDS) == 0
    assert judges.judge([]) is None
    assert judges._children == []


def test_a_template_that_is_edited_makes_another_likeness(tmp_path):
    page = tmp_path / "zh" / "notice" / "welcome.txt"
    page.parent.mkdir(parents=True)
    page.write_text("one", "utf-8")
    before = likeness([tmp_path])
    assert likeness([tmp_path]) == before
    page.write_text("another", "utf-8")
    assert likeness([tmp_path]) != before


@pytest.mark.parametrize(("wanted", "cores", "count"), [(4, 8, 4), (4, 2, 2), (1, 8, 0), (4, 1, 0)])
def test_there_are_never_more_than_cores_and_none_for_one(
    tmp_path, monkeypatch, wanted, cores, count
):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    (tmp_path / JOURNAL).touch()
    config = Config(server=Server(data=str(tmp_path)), limits=Limits(judges=wanted))
    judges = judges_of(config)
    assert (judges._count if judges is not None else 0) == count
