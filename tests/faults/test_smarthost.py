"""A smarthost that is down for a day, hangs, takes a mail twice, refuses some: each goes out once.

The same game each time; what differs is only how often something was tried.
"""

import re
from collections import Counter
from datetime import timedelta

import pytest

from pbp.post.clock import StandingClock
from pbp.post.outbox_worker import OutboxSettings, OutboxWorker
from pbp.post.smtp_out import SmtpOutSettings, SmtpTransport
from tests.faults.test_trouble import story, told
from tests.post.conftest import Smarthost
from tests.service.office import START, Office

HOUR = timedelta(hours=1)
SETTINGS = OutboxSettings(store_retry_seconds=0.01, mark_seconds=0.0, give_up_hours=72)


class Sending:
    """A game whose mails go to a smarthost, and the clock that the sender goes by."""

    def __init__(self, script=lambda _said: None, timeout: float = 10) -> None:
        self.office = Office()
        story(self.office)
        self.rows = self.office.outbox()
        self.host = Smarthost(script)
        self.clock = StandingClock(START + 50 * HOUR)
        self.worker = self._worker(self.host.port, timeout)

    def _worker(self, port: int, timeout: float = 10) -> OutboxWorker:
        transport = SmtpTransport(SmtpOutSettings(port=port, timeout_seconds=timeout))
        return OutboxWorker(self.office.store, transport, self.clock, SETTINGS)

    def until_empty(self, step: timedelta = timedelta(minutes=1), most: int = 400) -> None:
        """Let time pass until nothing waits."""
        for _ in range(most):
            while self.worker.send_due():
                pass
            if set(self.office.store.count_outbox()) <= {"sent", "failed"}:
                break
            self.clock.set(self.clock.now() + step)
        self.worker._transport.close()

    def arrived(self) -> Counter:
        self.host.close()
        found = [re.search(rb"Message-ID: (<[^>]+>)", mail) for mail in self.host.messages]
        return Counter(match[1].decode() for match in found)

    def wanted(self) -> set[str]:
        return {row.message_id for row in self.rows}


@pytest.fixture
def sending():
    made = []

    def make(*how, **more):
        made.append(Sending(*how, **more))
        return made[-1]

    yield make
    for one in made:
        one.worker._transport.close()
        one.host.close()


def same_game(one: Sending) -> None:
    calm = Office()
    story(calm)
    assert told(one.office)[0] == told(calm)[0]
    assert told(one.office)[2] == told(calm)[2]


def test_a_smarthost_that_is_down_for_a_day_gets_every_mail_once_when_it_is_back(sending):
    one = sending()
    port = one.host.port
    one.host.close()
    down = one.worker
    for _ in range(24 * 12):
        assert not one.host.messages
        down.send_due()
        one.clock.set(one.clock.now() + timedelta(minutes=5))
    assert set(one.office.store.count_outbox()) == {"queued"}
    assert port
    one.host = Smarthost()
    one.worker = one._worker(one.host.port)
    one.until_empty()
    assert one.arrived() == Counter(one.wanted())
    same_game(one)


def test_a_smarthost_that_hangs_holds_up_the_sending_and_nothing_else(sending):
    """It takes the connection and says nothing: the sender gives up and rests."""
    import socket
    import threading

    one = sending()
    one.host.close()
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        worker = one._worker(deaf.getsockname()[1], timeout=0.05)
        kept = []
        taker = threading.Thread(target=lambda: kept.append(deaf.accept()))
        taker.start()
        worker.send_due()
        taker.join()
        kept[0][0].close()
    assert one.office.store.count_outbox() == {"queued": len(one.rows)}
    one.office.mail("小三", "状态", START + 50 * HOUR)
    assert one.office.last_mail().verdict == "info"
    one.rows = one.office.outbox()
    one.host = Smarthost()
    one.worker = one._worker(one.host.port)
    one.until_empty()
    assert one.arrived() == Counter(one.wanted())


def test_a_smarthost_that_took_a_mail_and_broke_the_line_gets_it_again_with_one_message_id(sending):
    """Whether it took it nobody knows: at least once, under one name."""
    heard = Counter()

    def script(said):
        heard[said] += 1
        return Smarthost.HANG_UP if said == "." and heard[said] % 7 == 3 else None

    one = sending(script)
    one.until_empty()
    arrived = one.arrived()
    assert set(arrived) == one.wanted()
    assert sum(arrived.values()) > len(one.wanted())
    assert one.office.store.count_outbox() == {"sent": len(one.rows)}
    same_game(one)


def test_a_smarthost_that_refuses_some_for_now_and_some_for_good_gets_all_the_others(sending):
    heard = Counter()

    def script(said):
        heard[said] += 1
        if said != "RCPT":
            return None
        return {0: "451 4.7.1 later", 5: "550 5.1.1 unknown"}.get(heard[said] % 11)

    one = sending(script)
    one.until_empty()
    states = one.office.store.count_outbox()
    arrived = one.arrived()
    failed = {r.message_id for r in one.office.outbox() if r.state == "failed"}
    assert failed
    assert states["sent"] + states["failed"] == len(one.rows)
    assert set(arrived) == one.wanted() - failed
    assert set(arrived.values()) == {1}
