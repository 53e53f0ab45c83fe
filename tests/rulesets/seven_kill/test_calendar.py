"""The hours of seven kill: S-4.2 to S-4.4, in any zone, with free days."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.game.options import Worked, parse_options
from pbp.rulesets.seven_kill.calendar import closes
from pbp.rulesets.seven_kill.freedays import is_free

SHANGHAI, BERLIN = ZoneInfo("Asia/Shanghai"), ZoneInfo("Europe/Berlin")
KINDS = {
    "day": ("22:00", 24),
    "runoff": ("22:00", 24),
    "night": ("12:50", 12),
    "wait": ("20:00", 6),
}
ZONES = st.sampled_from(
    ["Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
)
INSTANTS = st.datetimes(
    min_value=datetime(2024, 1, 1),  # noqa: DTZ001 - hypothesis adds the zone
    max_value=datetime(2029, 1, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)


def options(**given):
    return parse_options("seven_kill", given)


def end(kind, opens, zone=SHANGHAI, **given):
    """When a phase ends that opens at that local time, as the local clock shows it."""
    at = datetime.fromisoformat(opens).replace(tzinfo=zone).astimezone(UTC)
    return closes(kind, at, zone, options(**given)).astimezone(zone).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("kind", "opens", "ends"),
    [
        ("day", "2026-03-02 20:00", "2026-03-03 22:00"),
        ("day", "2026-03-02 22:00", "2026-03-03 22:00"),  # after a night that was left out
        ("day", "2026-03-02 22:00:01", "2026-03-04 22:00"),
        ("day", "2026-03-02 12:50", "2026-03-03 22:00"),
        ("day", "2026-03-05 20:00", "2026-03-06 22:00"),
        ("day", "2026-03-06 00:00", "2026-03-08 22:00"),  # Friday, from its first minute
        ("day", "2026-03-06 23:59", "2026-03-08 22:00"),  # to its last
        ("day", "2026-03-07 00:00", "2026-03-08 22:00"),
        ("runoff", "2026-03-06 22:00", "2026-03-08 22:00"),
        ("runoff", "2026-03-08 22:00", "2026-03-09 22:00"),
        ("night", "2026-03-02 22:00", "2026-03-03 12:50"),
        ("night", "2026-03-03 00:50", "2026-03-03 12:50"),
        ("night", "2026-03-03 00:51", "2026-03-04 12:50"),
        ("night", "2026-03-06 22:00", "2026-03-07 20:00"),
        ("wait", "2026-03-03 12:50", "2026-03-03 20:00"),
        ("wait", "2026-03-03 14:00", "2026-03-03 20:00"),
        ("wait", "2026-03-03 14:01", "2026-03-04 20:00"),
        ("wait", "2026-03-07 20:00", "2026-03-08 20:00"),
        ("wait", "2026-03-07 01:00", "2026-03-08 20:00"),
    ],
)
def test_a_phase_ends_where_the_clauses_say(kind, opens, ends):
    assert end(kind, opens) == ends


@pytest.mark.parametrize(
    ("kind", "opens", "ends"),
    [
        ("day", "2026-03-28 20:00", "2026-03-29 22:00"),  # 25 hours long, 26 by the hands
        ("runoff", "2026-03-28 22:00", "2026-03-29 22:00"),  # 23 hours long
        ("runoff", "2026-10-24 22:00", "2026-10-25 22:00"),  # 25 hours long
        ("night", "2026-10-24 22:00", "2026-10-25 12:50"),
    ],
)
def test_lengths_are_by_the_hands_of_the_clock(kind, opens, ends):
    assert end(kind, opens, BERLIN, weekends=False) == ends


def test_a_deadline_that_does_not_exist_is_due_when_the_clock_jumps():
    """The clock jumps from 02:00 to 03:00, which is 01:00 in UTC."""
    hours = {"day": {"ends": "2:30", "least": "5h"}}
    at = datetime(2026, 3, 28, 19, tzinfo=UTC)
    due = closes("day", at, BERLIN, options(timetable=hours, weekends=False))
    assert due == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_a_deadline_that_exists_twice_is_due_the_first_time():
    """02:30 summer time is 00:30 in UTC; it comes again an hour later."""
    hours = {"day": {"ends": "2:30", "least": "5h"}}
    at = datetime(2026, 10, 24, 18, tzinfo=UTC)
    due = closes("day", at, BERLIN, options(timetable=hours, weekends=False))
    assert due == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_phase_that_opens_between_the_two_ends_the_second_time():
    """Opened at 02:10 when that hour came again, a deadline at 02:30 is twenty minutes away."""
    hours = {"day": {"ends": "2:30", "least": "10m"}}
    at = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)
    due = closes("day", at, BERLIN, options(timetable=hours, weekends=False))
    assert due == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@given(kind=st.sampled_from(sorted(KINDS)), at=INSTANTS, zone=ZONES)
def test_without_weekends_it_is_the_first_such_hour_that_is_far_enough(kind, at, zone):
    hour, least = KINDS[kind]
    local = ZoneInfo(zone)
    due = closes(kind, at, local, options(weekends=False))
    begins, ends = (x.astimezone(local).replace(tzinfo=None) for x in (at, due))
    assert due > at
    assert ends.strftime("%H:%M:%S") == f"{hour}:00"
    assert timedelta(hours=least) <= ends - begins < timedelta(hours=least + 24)


@given(kind=st.sampled_from(sorted(KINDS)), at=INSTANTS, zone=ZONES, free=st.booleans())
def test_every_phase_ends_after_it_opens_and_within_days(kind, at, zone, free):
    holidays = "2026-10-01..2026-10-07, 2026-01-01, worked 2026-10-10" if free else "off"
    due = closes(kind, at, ZoneInfo(zone), options(holidays=holidays))
    assert timedelta(0) < due - at < timedelta(days=12)


def test_a_day_is_free_by_the_week_the_holidays_and_not_where_work_is_made_up_for():
    days = options(holidays="2026-10-01..2026-10-07, worked 2026-10-10")["holidays"]
    assert days == ((date(2026, 10, 1), date(2026, 10, 7)), Worked(*[date(2026, 10, 10)] * 2))
    free = [d for d in range(1, 13) if is_free(date(2026, 10, d), days)]
    assert free == [1, 2, 3, 4, 5, 6, 7, 11]


@pytest.mark.parametrize(
    ("kind", "opens", "ends"),
    [
        ("day", "2026-09-30 20:00", "2026-10-07 22:00"),  # the eve of seven free days
        ("day", "2026-10-02 20:00", "2026-10-03 22:00"),  # in the middle of them
        ("night", "2026-09-30 22:00", "2026-10-01 20:00"),
        ("wait", "2026-10-01 20:00", "2026-10-07 20:00"),
        ("wait", "2026-10-07 12:50", "2026-10-07 20:00"),  # the last of them
        ("day", "2026-10-09 12:50", "2026-10-10 22:00"),  # a Friday before a worked Saturday
        ("day", "2026-10-10 20:00", "2026-10-11 22:00"),  # one free day: no difference
        ("night", "2026-10-10 22:00", "2026-10-11 20:00"),  # but at night there is
    ],
)
def test_holidays_stand_where_the_weekend_stood(kind, opens, ends):
    assert end(kind, opens, holidays="2026-10-01..2026-10-07, worked 2026-10-10") == ends
