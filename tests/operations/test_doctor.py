"""pbp doctor: finds what is not whole, mends what follows from the rest, leaves the rest alone."""

import json
import re
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from pbp.audit import audit_game
from pbp.doctor import Doctor
from pbp.service.referee import Referee
from pbp.store import SqliteStore
from tests.server.conftest import House
from tests.server.test_serve import until
from tests.service.office import GAME, RENDERER, SETTINGS, START, Office

HOUR = timedelta(hours=1)


def story(store: SqliteStore) -> Office:
    """A night, a day, GM's acts; the second night runs, two letters wait."""
    office = Office(store=store)
    for hour, who, text in (
        (1, "阿甲", "杀 小一\n宣言：今夜有雨。"),
        (2, "小一", "祈祷 小一"),
        (3, "gm", "公告\n明天见。"),
        (4, "gm", "延长 2h"),
        (25, "小三", "投票 阿乙"),
        (26, "小三", "分析\n阿乙太安静了。"),
        (27, "小四", "投票 阿乙"),
    ):
        office.mail(who, text, START + hour * HOUR)
    office.tick(START + 50 * HOUR)
    for hour in (51, 52):
        office.store_mail("小三", "祈祷 小三", START + hour * HOUR)
    return office


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "journal.sqlite"
    with SqliteStore.open(file) as store:
        story(store)
    return file


def content(path) -> list[str]:
    with closing(sqlite3.connect(path)) as journal:
        return [line for line in journal.iterdump() if "before" not in line]


def hurt(path, *statements: str) -> None:
    """Do to the journal what our own triggers forbid."""
    with closing(sqlite3.connect(path, isolation_level=None)) as journal:
        triggers = dict(
            journal.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        )
        for name in triggers:
            journal.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            journal.execute(statement)
        for sql in triggers.values():
            journal.execute(sql)


def without_input_numbers(lines: list[str]) -> list[str]:
    """All of it, but for the input after which a fact stands: a tick of the clock is none."""
    return sorted(re.sub(r"(INTO \"facts\" VALUES\('g41',\d+),\d+", r"\1", line) for line in lines)


def looked(path) -> list[str]:
    with SqliteStore.open(path, read_only=True) as store:
        return [finding.what for finding in Doctor(store, SETTINGS, RENDERER).look()]


def cured(path) -> list[str]:
    """Cure the first finding again and again; all that was cured."""
    done = []
    with SqliteStore.open(path) as store:
        doctor = Doctor(store, SETTINGS, RENDERER)
        while found := [one for one in doctor.look() if one.cure is not None]:
            assert len(done) < 20, done
            found[0].cure()
            done.append(found[0].what)
    return done


def test_a_journal_that_is_whole_has_nothing_wrong_with_it(path):
    assert looked(path) == []


@pytest.mark.parametrize(
    ("wounds", "what"),
    [
        (("DELETE FROM facts WHERE seq IN (3, 17)",), ["facts"]),
        (("UPDATE facts SET body = x'7b00ff' WHERE seq = 9",), ["facts"]),
        (("UPDATE games SET next_deadline = NULL, state = 'signup'",), ["state"]),
        (("DELETE FROM addresses WHERE seat = '小一'",), ["addresses"]),
        (("DELETE FROM unread",), ["unread"]),
        (("INSERT INTO unread SELECT received_at, id FROM letters WHERE id = 2",), ["unread"]),
        (("DROP INDEX outbox_by_game", "DROP INDEX games_by_deadline"), ["part"]),
    ],
)
def test_what_follows_from_the_rest_is_made_again_as_it_was(path, wounds, what):
    before = content(path)
    hurt(path, *wounds)
    assert looked(path) != []
    assert list(dict.fromkeys(cured(path))) == what
    assert looked(path) == []
    assert without_input_numbers(content(path)) == without_input_numbers(before)


def test_all_facts_are_derived_up_to_the_last_mail_that_told_of_one(path):
    hurt(path, "DELETE FROM facts")
    assert cured(path) == ["facts"]
    with SqliteStore.open(path) as store:
        assert audit_game(store, store.game(GAME), SETTINGS).first_difference is None
        mails = store.count_outbox()
        Referee(store, SETTINGS, RENDERER).tick(START + 50 * HOUR)
        assert store.count_outbox() == mails


def test_mails_that_are_gone_are_written_and_queued_again_with_their_message_ids(path):
    with SqliteStore.open(path) as store:
        before = {row.message_id: row.data for row in store.outbox_of(GAME)}
        for row in store.outbox_of(GAME):
            store.mark_sent(row.id)
    hurt(path, "DELETE FROM deliveries WHERE mail > 9", "DELETE FROM outbox WHERE id > 9")
    assert looked(path) == ["outbox"]
    assert cured(path) == ["outbox"]
    with SqliteStore.open(path) as store:
        assert {row.message_id: row.data for row in store.outbox_of(GAME)} == before
        assert store.count_outbox() == {"queued": len(before) - 9, "sent": 9}


def test_a_mail_without_a_delivery_is_queued(path):
    hurt(path, "DELETE FROM deliveries WHERE mail = 4")
    assert looked(path) == ["deliveries"]
    assert cured(path) == ["deliveries"]


@pytest.mark.parametrize(
    ("wound", "what"),
    [
        ("UPDATE facts SET body = replace(body, '小一', '小二') WHERE body LIKE '%Died%'", "facts"),
        ("DELETE FROM inputs WHERE seq = 4", "inputs"),
        ("UPDATE inputs SET body = x'7b' WHERE seq = 4", "inputs"),
        ("DELETE FROM letter_reads WHERE letter = 2", "unread"),
    ],
)
def test_what_is_another_ruling_or_a_lost_input_is_told_and_left_alone(path, wound, what):
    wound = wound.replace("replace(body", "CAST(replace(CAST(body AS TEXT)").replace(
        "'小二')", "'小二') AS BLOB)"
    )
    wound = wound.replace("body LIKE", "CAST(body AS TEXT) LIKE")
    hurt(path, "PRAGMA foreign_keys = OFF", wound)
    before = content(path)
    with SqliteStore.open(path, read_only=True) as store:
        found = list(Doctor(store, SETTINGS, RENDERER).look())
    assert what in [finding.what for finding in found]
    if what != "unread":
        assert any(finding.cure is None for finding in found)
        assert content(path) == before


def test_a_game_that_was_resumed_or_corrected_is_whole(tmp_path):
    """An outage, a command taken back, a mail that came back: all derived as they were written."""
    with SqliteStore.open(tmp_path / "j.sqlite") as store:
        office = story(store)
        store.beat(START + 53 * HOUR)
        office.referee.wake(START + 55 * HOUR)
        office.run_out()
        assert list(Doctor(store, SETTINGS, RENDERER).look()) == []


# -- the command --------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path):
    made = House(tmp_path)
    made.pbp("game", "new", made.game_file())
    return made


def test_the_command_says_that_nothing_is_wrong_and_leaves_no_copy(house):
    before = sorted(path.name for path in (house.folder / "data").iterdir())
    done = house.pbp("doctor")
    assert (done.returncode, done.stdout) == (0, "nothing is wrong\n")
    after = sorted(path.name for path in (house.folder / "data").iterdir())
    assert {n for n in after if "doctor" in n} == set()
    assert set(before) <= {*after, "journal.sqlite-wal", "journal.sqlite-shm"}


def test_the_command_mends_keeps_what_was_before_and_is_written_down(house):
    journal = house.folder / "data" / "journal.sqlite"
    hurt(journal, "DELETE FROM facts WHERE seq = 2", "DELETE FROM addresses")
    looked_at = house.pbp("doctor")
    assert looked_at.returncode == 1
    assert "1 facts are gone" in looked_at.stdout
    assert "pbp doctor --repair" in looked_at.stdout
    done = house.pbp("doctor", "--repair", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [f["what"] for f in json.loads(done.stdout)] == ["facts", "addresses"]
    (folder,) = (house.folder / "data").glob("before-doctor-*")
    assert (folder / "journal.sqlite").is_file()
    assert house.pbp("doctor").returncode == 0
    assert house.pbp("audit", "g1").returncode == 0
    last = json.loads(house.pbp("acts", "--json").stdout.splitlines()[-1])
    assert (last["command"], last["words"]) == ("doctor", "facts, addresses")


def test_a_file_that_is_damaged_is_said_to_be_and_not_touched(house):
    journal = house.folder / "data" / "journal.sqlite"
    with closing(sqlite3.connect(journal)) as made:
        made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = made.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'facts'").fetchone()
        (size,) = made.execute("PRAGMA page_size").fetchone()
    data = bytearray(journal.read_bytes())
    data[(root - 1) * size : root * size] = b"\xff" * size
    journal.write_bytes(bytes(data))
    done = house.pbp("doctor")
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert "damaged" in done.stdout + done.stderr or "journal" in done.stderr


# -- the public view ------------------------------------------------------------------------------


@pytest.fixture
def shown(house):
    """A house whose server has shown its game on the web."""
    text = house.config.read_text("utf-8").replace("web: {enabled: false}", "web: {port: 0}")
    house.config.write_text(text, "utf-8")
    server = house.serve()
    view = house.folder / "data" / "public.sqlite3"
    until(lambda: view.exists() and posts_in(view))
    assert house.pbp("doctor").stdout == "nothing is wrong\n"
    house.stop(server)
    return house, view


def posts_in(view) -> list:
    with closing(sqlite3.connect(view, timeout=20)) as there:
        try:
            return there.execute("SELECT key, text FROM posts ORDER BY id").fetchall()
        except sqlite3.OperationalError:
            return []


def test_a_public_view_that_is_whole_or_not_there_is_no_fault(shown):
    house, view = shown
    assert house.pbp("doctor").stdout == "nothing is wrong\n"
    view.unlink()
    assert house.pbp("doctor").returncode == 0


@pytest.mark.parametrize(
    ("wound", "said"),
    [
        (lambda view: view.write_bytes(b"no view at all " * 400), "is damaged"),
        (lambda view: view.write_bytes(view.read_bytes()[:6000]), "is damaged"),
        (
            lambda view: hurt(view, "DELETE FROM posts WHERE id = 1"),
            "shows g1 otherwise than the journal",
        ),
        (
            lambda view: hurt(view, "UPDATE posts SET text = 'x'"),
            "shows g1 otherwise than the journal",
        ),
        (
            lambda view: hurt(view, "UPDATE games SET sheet = '{}'"),
            "shows g1 otherwise than the journal",
        ),
        (lambda view: hurt(view, "UPDATE games SET id = 'g9'"), "shows g9, which is no game"),
        (lambda view: hurt(view, "PRAGMA application_id = 7"), "is no file of pbp"),
    ],
    ids=["words", "cut", "a post gone", "a post changed", "a sheet", "a game", "another's"],
)
def test_a_public_view_that_is_not_what_the_journal_gives_is_made_anew(shown, wound, said):
    house, view = shown
    before = posts_in(view)
    wound(view)
    told = house.pbp("doctor")
    assert told.returncode == 1
    assert f"public.sqlite3, the public view, {said}" in told.stdout
    assert "pbp doctor --repair" in told.stdout
    mended = house.pbp("doctor", "--repair")
    assert (mended.returncode, mended.stderr) == (0, "")
    assert posts_in(view) == before
    assert view.stat().st_mode & 0o077 == 0
    assert house.pbp("doctor").stdout == "nothing is wrong\n"
