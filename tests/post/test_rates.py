"""Limits of one host and one sender: told to come again, and memory that does not grow."""

from pbp.post import rates
from pbp.post.rates import Gate, GateLimits, Open, Rate, is_near


class Hourglass:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_rate_counts_each_key_by_itself_and_forgets_after_its_span():
    glass = Hourglass()
    rate = Rate(2, seconds=60, monotonic=glass)
    assert [rate.take("a"), rate.take("a"), rate.take("a"), rate.take("b")] == [
        True,
        True,
        False,
        True,
    ]
    glass.now = 59.0
    assert not rate.take("a")
    glass.now = 60.0
    assert [rate.take("a"), rate.take("a"), rate.take("a")] == [True, True, False]


def test_no_limit_is_no_limit():
    rate = Rate(0)
    assert all(rate.take("a") for _ in range(1000))


def test_invented_names_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(rates, "KEYS_MAX", 10)
    rate = Rate(1)
    for number in range(100):
        assert rate.take(str(number))
    assert len(rate._taken) == 10


def test_a_host_has_only_so_many_connections():
    doors = Open(2)
    assert [doors.enter("a"), doors.enter("a"), doors.enter("a"), doors.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    doors.leave("a")
    assert doors.enter("a")
    for _ in range(2):
        doors.leave("a")
    doors.leave("b")
    assert doors._counts == {}


def test_a_stranger_cannot_use_up_a_players_share_by_writing_under_his_name():
    gate = Gate(GateLimits(mails_per_hour_sender=1))
    assert gate.refusal("192.0.2.66", "player@example.org") is None
    assert gate.refusal("192.0.2.66", "Player@example.org").startswith("450 ")
    assert gate.refusal("192.0.2.1", "player@example.org") is None


def test_bounces_have_no_sender_and_count_for_their_host_alone():
    gate = Gate(GateLimits(mails_per_hour_sender=1, mails_per_hour_host=3))
    assert [gate.refusal("192.0.2.1", "") for _ in range(3)] == [None] * 3
    assert gate.refusal("192.0.2.1", "").startswith("450 ")


def test_this_machine_is_spared_unless_told_otherwise():
    limits = {"connections_per_host": 1, "mails_per_hour_host": 1, "mails_per_hour_sender": 1}
    spared, held = Gate(GateLimits(**limits)), Gate(GateLimits(**limits, spare_near=False))
    for _ in range(2):
        assert spared.enter("127.0.0.1")
        assert spared.refusal("::1", "a@example.org") is None
    assert [held.enter("127.0.0.1"), held.enter("127.0.0.1")] == [True, False]
    assert held.refusal("127.0.0.1", "a@example.org") is None
    assert held.refusal("127.0.0.1", "a@example.org").startswith("450 ")
    assert [
        is_near(peer) for peer in ("local", "127.0.0.2", "::1", "192.0.2.1", "::ffff:127.0.0.1")
    ] == [True, True, True, False, True]
