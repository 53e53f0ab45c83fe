"""A provider's daily number and the pace of a domain: private mail first, and nothing is lost."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp import wiring
from pbp.config import load_config
from pbp.configfile import ConfigError
from pbp.post.clock import Clock
from pbp.post.outbox_worker import OutboxSettings, OutboxWorker
from pbp.post.quota import DAY, Quota
from pbp.store import NewMail, Outcome, SqliteStore
from tests.outgoing.test_signing import Kept
from tests.service.office import START

PRIVATE, BOARD = 3, 5


class Hands(Clock):
    """A clock that stands where a test puts it."""

    def __init__(self, at) -> None:
        self.at = at

    def now(self):
        return self.at


def mail(n: int, priority: int, to: str = "somebody@qq.com") -> NewMail:
    return NewMail(
        game=None,
        recipient=to,
        envelope_from="bounce@games.test",
        message_id=f"<{n}@games.test>",
        kind="help",
        data=b"Subject: x\r\n\r\nx\r\n",
        created_at=START,
        priority=priority,
    )


class Room:
    """An outbox with mails, and a worker that a test drives by hand."""

    def __init__(self, *mails: NewMail, **settings) -> None:
        self.store = SqliteStore.open(":memory:")
        self.store.commit(Outcome(mails=mails))
        self.clock, self.kept = Hands(START), Kept()
        self.worker = OutboxWorker(self.store, self.kept, self.clock, OutboxSettings(**settings))

    def at(self, **span) -> list[str]:
        """What goes out by then."""
        before = len(self.kept.sent)
        self.clock.at = START + timedelta(**span)
        while self.worker.send_due():
            pass
        return [each.message_id[1:-1].partition("@")[0] for each in self.kept.sent[before:]]


def test_a_full_day_holds_the_board_back_before_it_holds_private_mail_back():
    board = [mail(n, BOARD) for n in range(6)]
    room = Room(*board, per_day=4)
    assert room.at() == ["0", "1", "2"]
    room.store.commit(Outcome(mails=(mail(10, PRIVATE), mail(11, PRIVATE))))
    assert room.at(minutes=1) == ["10"]
    assert room.at(hours=23) == []


def test_a_day_later_what_waited_goes_out_private_mail_first():
    room = Room(
        *(mail(n, BOARD) for n in range(4)), mail(10, PRIVATE), mail(11, PRIVATE), per_day=2
    )
    assert room.at() == ["10", "11"]
    assert room.at(hours=24, seconds=1) == ["0"]
    sent = [*room.at(days=2, seconds=3), *room.at(days=3, seconds=5), *room.at(days=4, seconds=7)]
    assert sent == ["1", "2", "3"]
    assert room.store.count_outbox() == {"sent": 6}


def test_without_a_number_nothing_waits():
    assert len(Room(*(mail(n, BOARD) for n in range(50))).at()) == 50


def test_what_was_sent_before_a_restart_counts():
    room = Room(*(mail(n, PRIVATE) for n in range(4)), per_day=2)
    room.at()
    again = OutboxWorker(room.store, room.kept, room.clock, OutboxSettings(per_day=2))
    again.start()
    again.stop()
    assert len(room.kept.sent) == 2


@given(st.integers(1, 20), st.lists(st.tuples(st.sampled_from((1, 3, 5)), st.integers(0, 7200))))
def test_no_24_hours_ever_hold_more_than_the_days_number(per_day, wishes):
    quota, now, sent = Quota(per_day), START, []
    for priority, wait in wishes:
        now = max(now + timedelta(seconds=wait), quota.turn(priority, now))
        quota.sent(now)
        sent.append(now)
    for at in sent:
        assert sum(at - DAY < other <= at for other in sent) <= per_day


def test_each_domain_has_its_own_pace():
    mails = [mail(n, BOARD, f"a@{'qq.com' if n % 2 else 'else.test'}") for n in range(6)]
    room = Room(*mails, pace_seconds={"qq.com": 60.0, "*": 1.0})
    assert room.at() == ["0", "1"]
    assert room.at(seconds=3) == ["2"]
    assert room.at(seconds=61) == ["3", "4"] or room.at(seconds=61) == []


def test_the_configuration_names_paces_and_the_days_number(tmp_path):
    file = tmp_path / "config.yaml"
    smtp = "delivery:\n  transport: smtp\n  smtp: {host: mx.test}\n"
    file.write_text(smtp + "  per_minute: 60\n  per_day: 500\n  domains: {QQ.com: 20}\n")
    settings = wiring.outbox_settings_of(load_config(file))
    assert settings.per_day == 500
    assert settings.pace_seconds == {"qq.com": 3.0, "*": 1.0}
    file.write_text(smtp + "  domains: {qq.com: 0}\n")
    with pytest.raises(ConfigError):
        load_config(file)
