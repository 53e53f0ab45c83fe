"""Lengths of time and hours of the day, as people write them."""

from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.game.durations import LONGEST, parse_duration, parse_hour, show_duration


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("90s", timedelta(seconds=90)),
        ("60m", timedelta(hours=1)),
        ("24h", timedelta(days=1)),
        ("2d", timedelta(days=2)),
        ("1d12h", timedelta(hours=36)),
        ("1D12H", timedelta(hours=36)),
        (" 5m ", timedelta(minutes=5)),
        ("1d2h3m4s", timedelta(days=1, hours=2, minutes=3, seconds=4)),
        ("0", timedelta(0)),
        (0, timedelta(0)),
        ("0s", timedelta(0)),
        (timedelta(hours=1), timedelta(hours=1)),
    ],
)
def test_a_length_is_read_in_days_hours_minutes_and_seconds(
    text: object, length: timedelta
) -> None:
    assert parse_duration(text) == length


@pytest.mark.parametrize(
    "text", ["", " ", "5", 5, 1.5, True, False, None, "h", "1h2d", "-1h", "1.5h", "1w", "9999999d"]
)
def test_what_is_no_length_is_none(text: object) -> None:
    assert parse_duration(text) is None


@given(st.integers(0, int(LONGEST.total_seconds())))
def test_every_length_is_shown_as_it_is_read(seconds: int) -> None:
    length = timedelta(seconds=seconds)
    assert parse_duration(show_duration(length)) == length


def test_up_to_two_days_are_shown_in_hours() -> None:
    lengths = [timedelta(hours=36), timedelta(hours=48), timedelta(hours=49)]
    assert [show_duration(length) for length in lengths] == ["36h", "48h", "2d1h"]


@pytest.mark.parametrize(
    ("text", "hour"),
    [("22:00", time(22)), ("0:05", time(0, 5)), ("12:50", time(12, 50)), (time(8), time(8))],
)
def test_an_hour_of_the_day_is_read(text: object, hour: time) -> None:
    assert parse_hour(text) == hour


@pytest.mark.parametrize("text", ["24:00", "12:60", "12", "12:5", "", None, 12, "noon"])
def test_what_is_no_hour_is_none(text: object) -> None:
    assert parse_hour(text) is None
