"""The outbox worker: each mail goes out, late if it must, with its own Message-ID."""

import threading
from datetime import timedelta

import pytest

from pbp.post.clock import StandingClock
from pbp.post.outbox_worker import OutboxSettings, OutboxWorker
from pbp.post.transport import RefusedForGood, RefusedForNow, TransportDown
from pbp.store import StoreBusy

MINUTE = timedelta(minutes=1)


class Post:
    """A transport that keeps what it gets, or raises what the test says, by recipient."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.tried: list[str] = []
        self.trouble: dict[str, Exception] = {}
        self.down = False
        self.closed = 0
        self.happened = threading.Semaphore(0)

    def send(self, mail) -> None:
        self.tried.append(mail.message_id)
        try:
            if self.down:
                raise TransportDown("ConnectionRefusedError")
            if mail.recipient in self.trouble:
                raise self.trouble[mail.recipient]
            self.sent.append(mail.message_id)
        finally:
            self.happened.release()

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def post():
    return Post()


@pytest.fixture
def clock(noon):
    return StandingClock(noon)


@pytest.fixture
def worker(store, post, clock):
    return lambda **settings: OutboxWorker(store, post, clock, OutboxSettings(**settings))


def drain(worker):
    while worker.send_due():
        pass


def states(store):
    return [store.outbox_row(n).state for n in range(1, sum(store.count_outbox().values()) + 1)]


def test_all_that_is_due_goes_out_in_order(store, post, worker, put, noon):
    put("<b>")
    put("<later>", not_before=noon + MINUTE)
    put("<a>", priority=1)
    drain(worker(batch=1))
    assert post.sent == ["<a>", "<b>"]
    assert states(store) == ["sent", "queued", "sent"]


def test_a_refusal_for_now_is_tried_again_after_1_5_15_60_and_60_minutes(
    store, post, worker, put, clock, noon
):
    put(recipient="slow@example.org")
    post.trouble["slow@example.org"] = RefusedForNow("451 come later")
    sending = worker()
    waits = []
    for _ in range(5):
        drain(sending)
        row = store.outbox_row(1)
        waits.append((row.next_try_at - clock.now()) / MINUTE)
        clock.set(row.next_try_at - timedelta(microseconds=1))
        assert sending.send_due() == 0
        clock.set(row.next_try_at)
    assert waits == [1, 5, 15, 60, 60]
    assert (row.state, row.attempts, row.last_error) == ("queued", 5, "451 come later")
    post.trouble.clear()
    drain(sending)
    assert states(store) == ["sent"]


def test_a_mail_is_given_up_after_its_hours(store, post, worker, put, clock, noon):
    put(recipient="slow@example.org")
    post.trouble["slow@example.org"] = RefusedForNow("451 come later")
    clock.set(noon + timedelta(hours=72))
    drain(worker())
    assert states(store) == ["failed"]


def test_a_refusal_for_good_stops_that_mail_and_no_other(store, post, worker, put):
    for name in ("<one>", "<two>", "<three>"):
        put(name, recipient=f"{name[1:-1]}@example.org")
    post.trouble["two@example.org"] = RefusedForGood("550 5.1.1 unknown")
    drain(worker())
    assert states(store) == ["sent", "failed", "sent"]
    assert store.outbox_row(2).last_error == "550 5.1.1 unknown"
    assert post.tried == ["<one>", "<two>", "<three>"]


def test_a_bug_in_a_transport_is_one_mails_trouble(store, post, worker, put, everything_logged):
    put("<one>", recipient="secret@example.org")
    put("<two>")
    post.trouble["secret@example.org"] = KeyError("secret")
    drain(worker())
    assert states(store) == ["queued", "sent"]
    assert "secret" not in everything_logged.text


def test_when_the_transport_is_down_nothing_is_tried_until_its_rest_is_over(
    store, post, worker, put, clock, noon
):
    for name in ("<one>", "<two>", "<three>"):
        put(name)
    sending = worker()
    post.down = True
    drain(sending)
    assert post.tried == ["<one>"]
    put("<four>")
    clock.set(noon + MINUTE - timedelta(seconds=1))
    assert sending.send_due() == 0
    clock.set(noon + MINUTE)
    drain(sending)
    assert len(post.tried) == 2
    clock.set(noon + 6 * MINUTE)
    post.down = False
    drain(sending)
    assert sorted(post.sent) == ["<four>", "<one>", "<three>", "<two>"]
    assert [store.outbox_row(n).attempts for n in (1, 2, 3, 4)] == [3, 1, 1, 1]
    assert states(store) == ["sent"] * 4


def test_a_domain_gets_its_mails_at_its_pace_and_others_do_not_wait(
    store, post, worker, put, clock, noon
):
    for number in range(4):
        put(f"<qq{number}>", recipient=f"p{number}@QQ.example")
        put(f"<o{number}>", recipient=f"p{number}@other.example")
    sending = worker(pace_seconds={"qq.example": 10})
    drain(sending)
    assert post.sent == ["<qq0>", "<o0>", "<o1>", "<o2>", "<o3>"]
    for second in (9, 10, 19, 20, 29, 30):
        clock.set(noon + timedelta(seconds=second))
        drain(sending)
    assert post.sent[5:] == ["<qq1>", "<qq2>", "<qq3>"]
    assert [store.outbox_row(n).attempts for n in range(1, 9)] == [1] * 8
    put("<qq4>", recipient="p4@qq.example")
    drain(sending)
    assert post.sent[-1] == "<qq3>"


def test_a_pace_holds_after_a_pause_too(post, worker, put, clock, noon):
    for number in range(3):
        put(f"<{number}>")
    sending = worker(pace_seconds={"*": 10})
    drain(sending)
    clock.set(noon + timedelta(hours=1))
    drain(sending)
    assert post.sent == ["<0>", "<1>"]


def test_what_was_being_sent_when_the_server_died_goes_out_again(store, post, worker, put, noon):
    put("<one>")
    store.claim_due(noon, 5)
    again = worker()
    again.start()
    assert post.happened.acquire(timeout=20)
    again.stop()
    assert post.sent == ["<one>"]
    assert states(store) == ["sent"]


def test_the_thread_wakes_when_it_is_told_and_stops_cleanly(store, post, worker, put):
    sending = worker()
    sending.start()
    put("<one>")
    sending.wake()
    assert post.happened.acquire(timeout=20)
    sending.stop()
    assert states(store) == ["sent"]
    assert post.closed


def test_stopping_puts_back_what_was_not_tried(store, post, worker, put):
    put("<one>")
    put("<two>")
    sending = worker()
    send = post.send

    def send_and_stop(mail):
        send(mail)
        sending._stopping = True

    post.send = send_and_stop
    sending.send_due()
    assert states(store) == ["sent", "queued"]
    assert store.outbox_row(2).attempts == 0


def test_results_are_not_lost_when_the_journal_is_busy(store, post, worker, put, monkeypatch):
    put("<one>")
    sending = worker(store_retry_seconds=0.01)
    mark = store.mark
    failures = [StoreBusy("SQLITE_BUSY")] * 3

    def busy_mark(deliveries):
        if failures:
            raise failures.pop()
        mark(deliveries)
        post.happened.release()

    monkeypatch.setattr(store, "mark", busy_mark)
    sending.start()
    for _ in range(2):
        assert post.happened.acquire(timeout=20)
    sending.stop()
    assert post.tried == ["<one>"]
    assert states(store) == ["sent"]
