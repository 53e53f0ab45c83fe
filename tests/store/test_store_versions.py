"""Journals that earlier versions of the program wrote, in the middle of a game, opened today."""

import lzma
import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from pbp.audit import audit_game
from pbp.service.referee import Referee
from pbp.store import Act, SqliteStore
from pbp.store.migrate import VERSION
from tests.service.office import GAME, RENDERER, SETTINGS, START
from tests.store.journals.make import HOUR, STORY

JOURNALS = Path(__file__).parent / "journals"


def opened(version: int, path: Path) -> SqliteStore:
    sql = lzma.decompress((JOURNALS / f"version{version}.sql.xz").read_bytes()).decode()
    with closing(sqlite3.connect(path)) as made:
        made.executescript(sql)
        assert made.execute("PRAGMA user_version").fetchone() == (version,)
    return SqliteStore.open(path)


def tables_of(store: SqliteStore) -> dict[str, str]:
    """What there is, by name, as it was made, whatever its blanks and remarks."""
    rows = store._db.rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {
        name: re.sub(r"\s+|--[^\n]*\n", "", re.sub(r"--[^\n]*", "", sql)).lower()
        for name, sql in rows
    }


every_version = pytest.mark.parametrize("version", range(1, VERSION + 1))


@every_version
def test_an_old_journal_has_todays_tables_and_all_that_happened(version, tmp_path):
    with opened(version, tmp_path / "old.sqlite") as store, SqliteStore.open() as fresh:
        assert store._db.rows("PRAGMA user_version") == [(VERSION,)]
        old, new = tables_of(store), tables_of(fresh)
        assert old.keys() == new.keys()
        assert {n for n in new if old[n] != new[n]} <= {"letters"}, "a column may stand elsewhere"
        assert store._db.rows("PRAGMA integrity_check") == [("ok",)]
        assert store._db.rows("PRAGMA foreign_key_check") == []
        assert store.count_letters() == len(STORY) + 1
        assert store.count_unread() == 1
        store.note_act(Act(at=START, who="root", command="test"))
        assert [act.command for act in store.acts()] == ["test"]


@every_version
def test_a_game_that_an_old_program_began_is_played_to_its_end(version, tmp_path):
    """The program was changed in the middle: nothing is lost, no outage is counted (C-2.9)."""
    with opened(version, tmp_path / "old.sqlite") as store:
        facts = [fact.body for fact in store.facts(GAME)]
        referee = Referee(store, SETTINGS, RENDERER)
        referee.wake(START + 26 * HOUR + timedelta(seconds=29))
        referee.read_letters(START + 27 * HOUR)
        live = referee.live(GAME)
        mail = list(live.play.table.mails.values())[-1]
        assert (mail.n, mail.sender, mail.verdict) == (len(STORY) + 1, "小二", "accepted")
        referee.tick(START + 60 * timedelta(days=1))
        kept = [fact.body for fact in store.facts(GAME)]
        assert kept[: len(facts)] == facts
        assert not any(b"ServerWasDown" in body for body in kept)
        assert store.count_unread() == 0
        assert store.game(GAME).state in ("running", "ended")


def test_a_game_that_this_version_began_is_derived_again_as_it_stands(tmp_path):
    """Of an older one facts may say less than today's would: that is told, nothing is changed."""
    with opened(VERSION, tmp_path / "old.sqlite") as store:
        assert audit_game(store, store.game(GAME), SETTINGS).first_difference is None


def test_the_journal_of_every_version_is_kept_here():
    """A new schema comes with the journal of the version before (journals/make.py)."""
    found = {int(path.name[7:-7]) for path in JOURNALS.glob("version*.sql.xz")}
    assert found == set(range(1, VERSION + 1))
