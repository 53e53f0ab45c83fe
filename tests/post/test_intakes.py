"""The ways in together: a phase waits for all of them, but not for ever for one that is silent."""

from datetime import timedelta

from pbp.post.clock import StandingClock
from pbp.post.intakes import Watermark


class Way:
    """A way in of which a test says how far it was read."""

    def __init__(self, name, until):
        self.name = name
        self.until = until
        self.expected = []

    def complete_until(self):
        return self.until

    def expect(self, instant):
        self.expected.append(instant)


class Seconds:
    now = 0.0

    def __call__(self):
        return self.now


def test_without_any_way_in_everything_is_known_up_to_now(noon):
    assert Watermark([], StandingClock(noon), 60.0).until() == noon


def test_the_one_that_was_read_least_far_decides(noon):
    ways = [Way("smtp", noon), Way("imap", noon - timedelta(minutes=5))]
    assert Watermark(ways, StandingClock(noon), 60.0).until() == noon - timedelta(minutes=5)
    ways[1].until = noon + timedelta(minutes=1)
    assert Watermark(ways, StandingClock(noon), 60.0).until() == noon


def test_one_that_does_not_move_is_waited_for_only_so_long_and_comes_back(noon):
    seconds, clock = Seconds(), StandingClock(noon)
    ways = [Way("smtp", noon), Way("imap", noon - timedelta(minutes=5))]
    mark = Watermark(ways, clock, 60.0, seconds)
    seconds.now = 60.0
    assert (mark.until(), mark.silent) == (noon - timedelta(minutes=5), frozenset())
    seconds.now = 61.0
    assert (mark.until(), mark.silent) == (noon, frozenset({"imap"}))
    ways[1].until = noon - timedelta(minutes=4)
    assert (mark.until(), mark.silent) == (noon - timedelta(minutes=4), frozenset())
    seconds.now = 100.0
    assert mark.silent == frozenset()


def test_a_clock_that_stands_makes_nobody_silent(noon):
    seconds = Seconds()
    mark = Watermark([Way("smtp", noon)], StandingClock(noon), 60.0, seconds)
    seconds.now = 1000.0
    assert (mark.until(), mark.silent) == (noon, frozenset())


def test_what_is_wanted_is_asked_of_all(noon):
    ways = [Way("smtp", noon), Way("imap", noon)]
    Watermark(ways, StandingClock(noon), 60.0).expect(noon)
    assert [way.expected for way in ways] == [[noon], [noon]]
