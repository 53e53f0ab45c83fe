"""The clocks."""

from datetime import UTC, timedelta

import pytest

from pbp.post.clock import FastClock, StandingClock, SystemClock


def test_the_system_clock_gives_utc_and_goes_on():
    clock = SystemClock()
    first = clock.now()
    assert first.tzinfo is UTC
    assert clock.now() >= first
    assert clock.seconds_until(first) == 0
    assert 3590 < clock.seconds_until(first + timedelta(hours=1)) <= 3600


def test_a_fast_clock_begins_where_it_is_told_and_waits_are_short(noon):
    clock = FastClock(noon, times_faster=3600)
    assert noon <= clock.now() < noon + timedelta(hours=10)
    assert clock.seconds_until(noon) == 0
    assert clock.seconds_until(clock.now() + timedelta(days=1)) <= 24


def test_a_fast_clock_does_not_run_backwards(noon):
    with pytest.raises(ValueError, match="forward"):
        FastClock(noon, 0)


def test_a_standing_clock_stands_until_it_is_set(noon):
    clock = StandingClock(noon)
    assert clock.now() == clock.now() == noon
    clock.set(noon + timedelta(seconds=5))
    assert clock.now() == noon + timedelta(seconds=5)
    assert clock.seconds_until(noon + timedelta(seconds=6)) == 1
