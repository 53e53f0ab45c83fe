"""A full or read-only disk, a journal that a backup holds, a clock that jumps: the same game."""

import smtplib
import sqlite3
from datetime import timedelta

import pytest

from pbp.game import facts as f
from pbp.store import SqliteStore
from pbp.wiring import JOURNAL
from tests.faults.driver import END_HOUR, FULL, HOUR, STORY, Driver, Played
from tests.faults.test_kill import (
    all_mails_are_the_same_and_have_gone_out,
    no_letter_is_lost,
    undisturbed,
)
from tests.service.office import GAME, START


class Troubled(Driver):
    """Before every mail, and before every stroke of the clock, something is wrong for a while."""

    def __init__(self, folder, trouble) -> None:
        self.trouble, self.refused = trouble, 0
        super().__init__(folder, watched=True)

    def _send(self, recipient: str, raw: bytes) -> None:
        """What is not acknowledged is sent again, by its own mail server, a little later."""
        with self.trouble(self):
            try:
                with smtplib.SMTP("127.0.0.1", self.child.port, timeout=20) as client:
                    client.sendmail("x@client.test", [recipient], raw)
            except smtplib.SMTPDataError as error:
                assert error.smtp_code == 451
                assert b"4.3.0" in error.smtp_error
                self.refused += 1
            else:
                raise AssertionError("it was acknowledged and cannot be stored")
        super()._send(recipient, raw)


class Spoilt:
    """The disk is full, or read-only, while this lasts."""

    mode = "full"

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def __enter__(self) -> None:
        self.driver._ask(command="disk", **{"is": self.mode})

    def __exit__(self, *_: object) -> None:
        self.driver._ask(command="disk", **{"is": "ok"})


class ReadOnly(Spoilt):
    mode = "readonly"


class Locked:
    """A backup holds the journal's lock while this lasts."""

    def __init__(self, driver: Driver) -> None:
        self.journal = sqlite3.connect(driver.folder / JOURNAL, isolation_level=None, timeout=20)

    def __enter__(self) -> None:
        self.journal.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_: object) -> None:
        self.journal.execute("ROLLBACK")
        self.journal.close()


@pytest.mark.parametrize("trouble", [Spoilt, ReadOnly, Locked])
def test_mail_is_refused_for_now_and_the_game_is_the_same(trouble, tmp_path):
    driver = Troubled(tmp_path, trouble)
    driver.play()
    played, calm = Played(tmp_path), undisturbed()
    assert driver.refused == len(STORY)
    assert played.record == calm.record
    no_letter_is_lost(driver, played)
    all_mails_are_the_same_and_have_gone_out(played, calm)


def test_a_clock_that_jumps_by_hours_within_a_phase_changes_nothing(tmp_path):
    """Forward and back between two mails: nothing was due in those hours, nothing happens."""

    class Jumping(Driver):
        def go_to(self, at) -> None:
            super().go_to(at)
            due = self._due()
            if due is not None and at + timedelta(minutes=1) < due:
                for where in (due - timedelta(minutes=1), at - 3 * HOUR, at):
                    self.now = where
                    self.surely(self._set_clock)
                    self.surely(self._settled)

        def _due(self):
            with SqliteStore.open(self.folder / JOURNAL, read_only=True) as store:
                return store.next_deadline()

    driver = Jumping(tmp_path)
    driver.play()
    assert Played(tmp_path).record == undisturbed().record
    all_mails_are_the_same_and_have_gone_out(Played(tmp_path), undisturbed())


def test_a_clock_that_jumps_over_a_cut_off_and_back_closes_it_once(tmp_path):
    driver = Driver(tmp_path)
    for at, recipient, raw in driver.mails[:4]:
        driver.go_to(at)
        driver.surely(lambda r=recipient, m=raw: driver._send(r, m))
        driver.surely(driver._settled)
    for hour in (30, 6, 25, 8):
        driver.go_to(START + hour * HOUR)
    sent, driver.mails = driver.mails, driver.mails[4:]
    driver.play()
    driver.mails = sent
    played = Played(tmp_path)
    assert played.audit.first_difference is None
    no_letter_is_lost(driver, played)
    with SqliteStore.open(tmp_path / JOURNAL) as store:
        facts = [f.from_bytes(row.body) for row in store.facts(GAME)]
    closed = [fact.phase for fact in facts if isinstance(fact, f.PhaseClosed)]
    assert len(closed) == len(set(closed))
    assert [fact.at for fact in facts] == sorted(fact.at for fact in facts)
    names = [row.message_id for row in played.rows]
    assert len(names) == len(set(names)) == len(played.delivered)


def test_mails_that_wait_after_a_day_off_are_all_read_in_order(tmp_path):
    """The server was off; a mail server in front kept what came, and brings it all at once."""
    many = 10_000 if FULL else 200
    driver = Driver(tmp_path)
    driver.child.end()
    at, recipient, raw = driver.mails[2]
    spare = [
        raw.replace(b"Message-ID: <", b"Message-ID: <%d." % n).replace(
            "小一\r\n".encode(), "小二\r\n".encode() if n % 2 else "小三\r\n".encode()
        )
        for n in range(many)
    ]
    from pbp.store import NewLetter

    with SqliteStore.open(tmp_path / JOURNAL) as store:
        store.append_letters(
            [
                NewLetter(
                    received_at=at + timedelta(seconds=n),
                    recipients=(recipient,),
                    raw=one,
                    envelope_from=b"x@client.test",
                )
                for n, one in enumerate(spare)
            ]
        )
    driver.child = driver._born()
    driver.go_to(START + 23 * HOUR)
    driver.surely(driver._delivered)
    assert driver.child.end() == 0
    played = Played(tmp_path)
    assert (played.unread, len(played.letters)) == (0, many)
    assert [mail["verdict"] for mail in played.record["mails"]] == ["accepted"] + ["replaced"] * (
        many - 1
    )
    assert sum(order["effective"] for order in played.record["orders"]) <= 1
    assert played.audit.first_difference is None


def test_summer_time_and_the_zone_of_the_machine_change_nothing(monkeypatch):
    """A night over the change of clocks in Berlin: the same instants wherever the server stands."""
    import time
    from datetime import UTC, datetime

    from tests.service.office import Office, setup_for

    starts = datetime(2026, 3, 28, 19, 0, tzinfo=UTC)
    told = []
    for zone in ("UTC", "Europe/Berlin", "America/New_York", "Asia/Shanghai"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        office = Office(setup_for(timezone="Europe/Berlin", starts=starts))
        for hour in range(END_HOUR):
            office.tick(starts + hour * HOUR)
        told.append((office.fact_bytes(), office.record()))
    monkeypatch.undo()
    time.tzset()
    assert all(one == told[0] for one in told)
    night = told[0][1]["phases"][0]
    assert night["opens"] == "2026-03-28T20:00:00+01:00"
    assert night["closes"] == "2026-03-29T21:00:00+02:00"
