"""Numbers and health: what waits, how long, and when a server says that it is not well."""

import re
from datetime import timedelta

import pytest

from pbp.post.clock import StandingClock, Steps
from pbp.post.notify import notify, watchdog_seconds
from pbp.post.vitals import STUCK_SECONDS, Thresholds, Vitals
from pbp.store import SqliteStore, StoreFull
from tests.service.office import GM_ADDRESS, START, Office

HOUR = timedelta(hours=1)


class Looked:
    """A game, and the numbers of its server at any instant."""

    def __init__(self) -> None:
        self.office = Office()
        self.clock = StandingClock(START)
        self.seconds = 0.0
        self.vitals = Vitals(
            self.office.store, self.clock, Thresholds(), monotonic=lambda: self.seconds
        )
        self.vitals.done(START, 0)
        for row in self.office.outbox():
            self.office.store.mark_sent(row.id)

    def at(self, at):
        self.clock.set(at)
        self.vitals.done(at, 0)
        return self.vitals.read()

    def troubles(self):
        return self.vitals.troubles(self.vitals.read())


@pytest.fixture
def looked():
    return Looked()


def test_a_server_with_nothing_to_do_is_well_and_says_when_it_is_to_act_next(looked):
    reading = looked.at(START + HOUR)
    assert (reading.queue_age, reading.unread_age, reading.intake_lag) == (0, 0, 0)
    assert reading.next_deadline == pytest.approx(11 * 3600)
    assert reading.journal.games == {"running": 1}
    assert looked.troubles() == []


def test_a_letter_that_nobody_reads_is_trouble_after_five_minutes(looked):
    looked.office.store_mail("小一", "祈祷 小二", START + HOUR)
    looked.at(START + HOUR + timedelta(minutes=5))
    assert looked.troubles() == []
    assert looked.at(START + HOUR + timedelta(minutes=6)).unread_age == 360
    assert looked.troubles() == ["letters_unread"]


def test_a_mail_that_could_go_out_and_does_not_is_trouble_after_an_hour(looked):
    looked.office.mail("小一", "祈祷 小二", START + HOUR)
    assert looked.at(START + 1.5 * HOUR).queue_age == 1800
    assert looked.troubles() == []
    looked.at(START + 2.1 * HOUR)
    assert looked.troubles() == ["mail_waits"]


def test_a_mail_that_is_put_off_again_and_again_is_still_waiting(looked):
    (row,) = looked.office.mail("小一", "祈祷 小二", START + HOUR)
    looked.office.store.mark_failed(row.id, "451", START + 9 * HOUR)
    assert looked.at(START + 3 * HOUR).queue_age == 2 * 3600
    looked.office.store.mark_failed(row.id, "550")
    reading = looked.at(START + 3 * HOUR)
    assert (reading.queue_age, reading.journal.failed) == (0, 1)
    assert looked.troubles() == []


def test_a_cut_off_that_passed_and_was_not_made_is_trouble(looked):
    looked.at(START + 25.1 * HOUR)
    assert looked.troubles() == ["cut_off_passed"]


def test_a_referee_that_hangs_is_trouble_and_no_longer_alive(looked):
    looked.seconds = STUCK_SECONDS + 1
    assert not looked.vitals.is_alive
    assert looked.troubles() == ["referee_hangs"]


def test_a_journal_that_cannot_be_read_is_trouble_and_no_error(looked):
    class Full:
        def vital(self, _now):
            raise StoreFull

    vitals = Vitals(Full(), looked.clock, Thresholds(), monotonic=lambda: 0.0)
    assert vitals.troubles(vitals.read()) == ["journal_unreadable"]


def test_the_numbers_are_cheap_however_long_the_journal_is():
    """Each goes by an index or by the end of a table: none looks at every mail that was sent."""
    with SqliteStore.open() as store:
        said = []
        store._db._writer.set_trace_callback(said.append)
        store.vital(START)
        store._db._writer.set_trace_callback(None)
        for statement in said:
            plan = " ".join(row[3] for row in store._db.rows(f"EXPLAIN QUERY PLAN {statement}"))
            assert not re.search(r"SCAN (d|deliveries)\b(?! USING)", plan), plan
            assert "SCAN outbox" not in plan or "max(id)" in statement
            assert "SCAN letters" not in plan or "max(id)" in statement


# -- a clock that is set ------------------------------------------------------------------------


def test_a_clock_that_is_set_is_noticed_and_sleep_is_not():
    clock, since_boot = StandingClock(START), [100.0]
    steps = Steps(clock, lambda: since_boot[0])
    for after, clock_moves, expected in (
        (10, 10, 0),
        (8 * 3600, 8 * 3600, 0),
        (10, 10 + 3 * 3600, 3 * 3600),
        (10, 10, 0),
        (10, 10 - 3 * 3600, -3 * 3600),
        (10, 40, 0),
    ):
        since_boot[0] += after
        clock.set(clock.now() + timedelta(seconds=clock_moves))
        assert steps.seconds() == pytest.approx(expected)


def test_the_gms_are_told_of_a_clock_that_was_set():
    office = Office()
    before = len(office.outbox())
    office.referee.tell_gms("clock_set", START + HOUR, "clock")
    (row,) = office.outbox()[before:]
    assert row.recipient == GM_ADDRESS


# -- systemd ------------------------------------------------------------------------------------


def test_systemd_is_told_at_its_socket_and_nobody_without_one(tmp_path):
    import socket

    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(path)
        assert notify("READY=1", {"NOTIFY_SOCKET": path})
        assert listener.recv(100) == b"READY=1"
    assert not notify("READY=1", {"NOTIFY_SOCKET": path})
    assert not notify("READY=1", {})
    assert not notify("READY=1", {"NOTIFY_SOCKET": "relative"})


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_fed_at_half_its_time(environment, seconds):
    assert watchdog_seconds(environment) == seconds


@pytest.mark.parametrize("listen", ["0.0.0.0", "192.0.2.1", "::", "localhost.evil.test"])
def test_the_figures_are_for_this_machine_alone(tmp_path, listen):
    from pbp.config import ConfigError, load_config

    file = tmp_path / "config.yaml"
    file.write_text(f'metrics: {{enabled: true, listen: "{listen}"}}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"metrics\.listen"):
        load_config(file)
