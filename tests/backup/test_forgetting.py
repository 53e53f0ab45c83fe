"""`pbp forget` and `retain_raw`: what may go from a journal goes; the record and its proof stay."""

import sqlite3
from datetime import timedelta

import msgspec
import pytest

from pbp.audit import audit_game
from pbp.service.forgetting import Person, without
from pbp.service.retaining import drop_old
from pbp.service.setup import Owner
from pbp.store import Delivery, SqliteStore, StoreError
from tests.service.office import GAME, SETTINGS, START, Office, setup_for

HOUR = timedelta(hours=1)
ADDRESS, NAME = "wang-lao-wu@owner.test", "王老五"
WHO = "小一"


def a_setup():
    made = setup_for()
    owners = {**made.owners, WHO: Owner(NAME, (ADDRESS,))}
    return msgspec.structs.replace(made, owners=owners)


def played(store, *, over: bool = True) -> Office:
    """A game in which he wrote, was written of, and which is over."""
    office = Office(a_setup(), store=store)
    office.mail(WHO, "祈祷 小一", START + HOUR)
    office.mail("小二", f"灌水\n{NAME} 昨天到哪里去了？", START + 2 * HOUR, to="board")
    if over:
        office.run_out()
        store.mark([Delivery(row.id) for row in office.outbox()])
    return office


@pytest.fixture
def journal(house):
    folder = house.folder / "data"
    folder.mkdir(mode=0o700)
    return folder / "journal.sqlite"


def holds(journal, *words: str) -> list[str]:
    """Which of the words still stand anywhere in the file, in whatever table."""
    dump = "".join(sqlite3.connect(journal).iterdump()) + journal.read_bytes().decode(
        "utf-8", "ignore"
    )
    hexed = [word for word in words if word.encode().hex().upper() in dump.upper()]
    return [word for word in words if word in dump or word in hexed]


def test_an_owner_goes_from_a_game_that_is_over_and_the_record_stays(house, journal) -> None:
    with SqliteStore.open(journal) as store:
        office = played(store)
        before = office.record()
        assert holds(journal, ADDRESS, NAME)
    done = house.pbp("forget", ADDRESS, "--yes")
    assert done.returncode == 0, done.stderr
    assert holds(journal, ADDRESS, NAME) == []
    after = house.record(GAME)
    for key in ("phases", "orders", "deaths", "ballots", "result", "players"):
        assert after[key] == before[key]
    assert "forgotten-" in "".join(post["text"] for post in after["posts"])
    audit = house.pbp("audit", GAME)
    assert audit.returncode == 0
    assert "somebody was forgotten in it" in audit.stdout
    assert "since then its facts are unchanged" in audit.stdout
    doctor = house.pbp("doctor")
    assert (doctor.returncode, doctor.stdout.strip()) == (0, "nothing is wrong"), doctor.stdout


def test_a_record_that_is_changed_after_a_forgetting_is_found_out(house, journal) -> None:
    with SqliteStore.open(journal) as store:
        played(store)
    house.pbp("forget", ADDRESS, "--yes")
    with sqlite3.connect(journal) as tampered:
        tampered.execute("DROP TRIGGER facts_stay")
        tampered.execute("UPDATE facts SET body = CAST(body || ' ' AS BLOB) WHERE seq = 5")
    assert house.pbp("audit", GAME).returncode == 1
    doctor = house.pbp("doctor")
    assert doctor.returncode == 1
    assert "its facts are not those of the day somebody was forgotten" in doctor.stdout


def test_whoever_still_plays_is_not_forgotten(house, journal) -> None:
    with SqliteStore.open(journal) as store:
        played(store, over=False)
    refused = house.pbp("forget", ADDRESS, "--yes")
    assert refused.returncode == 2
    assert GAME in refused.stderr
    assert f"pbp forget {ADDRESS}" in refused.stderr
    assert holds(journal, ADDRESS) == [ADDRESS]
    elsewhere = house.pbp("forget", ADDRESS, "--yes", "--finished-only")
    assert elsewhere.returncode == 0
    assert f"{GAME} goes on" in elsewhere.stdout
    assert house.pbp("audit", GAME).returncode == 0


def test_wrong_use_is_named_with_an_example(house, journal) -> None:
    wrong = house.pbp("forget", "王五")
    assert (wrong.returncode, "pbp forget wang@example.org" in wrong.stderr) == (2, True)
    nothing = house.pbp("forget", ADDRESS)
    assert (nothing.returncode, "no journal" in nothing.stderr) == (2, True)
    with SqliteStore.open(journal) as store:
        played(store)
    unsaid = house.pbp("forget", ADDRESS)
    assert unsaid.returncode != 0
    assert holds(journal, ADDRESS) == [ADDRESS]


def test_of_whom_nothing_is_kept_nothing_is_done_and_that_is_said(house, journal) -> None:
    with SqliteStore.open(journal) as store:
        played(store)
    nobody = house.pbp("forget", "wang-lao-wo@owner.test", "--yes")
    said = "nothing is kept of wang-lao-wo@owner.test (is it written rightly?)\n"
    assert (nobody.returncode, nobody.stdout) == (0, said)
    assert house.pbp("forget", ADDRESS, "--yes").stdout.startswith(f"forgotten in {GAME}")
    assert house.pbp("forget", ADDRESS, "--yes").stdout.startswith("nothing is kept of")
    assert house.pbp("audit", GAME).returncode == 0


def test_raw_mails_go_when_their_game_has_been_over_for_so_long_and_the_audit_says_so() -> None:
    with SqliteStore.open() as store:
        office = played(store)
        end = office.table.ended.at
        assert drop_old(store, end + timedelta(days=5), timedelta(days=30)) == 0
        assert drop_old(store, end + timedelta(days=90), timedelta(days=30)) == 2
        assert all(not letter.raw and not letter.recipients for letter, _ in store.letters_of(GAME))
        found = audit_game(store, store.game(GAME), SETTINGS)
        assert found.first_difference is None
        assert any("raw mails dropped (retain_raw): 2" in line for line in found.lines())


def test_raw_mails_of_a_running_game_stay() -> None:
    with SqliteStore.open() as store:
        played(store, over=False)
        assert drop_old(store, START + timedelta(days=900), timedelta(days=30)) == 0


def test_nothing_else_of_a_journal_can_be_changed() -> None:
    with SqliteStore.open() as store:
        played(store, over=False)
        for sql in (
            "UPDATE letters SET raw = x'00'",
            "UPDATE letters SET raw = x'', received_at = 5",
            "UPDATE facts SET body = x''",
            "UPDATE inputs SET body = x''",
            "UPDATE outbox SET data = x''",
            "DELETE FROM letters",
        ):
            with pytest.raises(StoreError), store._db.transaction() as connection:
                connection.execute(sql)


def test_a_name_that_is_a_word_of_ours_harms_no_structure() -> None:
    person = Person(("a@b.test",), ("kill", "N1"), (), "forgotten-1")
    body = b'{"type":"Order","kind":"kill","phase":"N1","text":"kill \\u4e86","name":"kill"}'
    assert without(body, person) == (
        b'{"type":"Order","kind":"kill","phase":"N1","text":"forgotten-1 \xe4\xba\x86",'
        b'"name":"forgotten-1"}'
    )


def test_the_setting_is_read_from_the_configuration(house) -> None:
    house.config.write_text("server: {retain_raw: soon}\n", "utf-8")
    wrong = house.pbp("game", "list")
    assert (wrong.returncode, "retain_raw" in wrong.stderr) == (2, True)
