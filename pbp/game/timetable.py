"""The wall-clock timetable of a rule set whose phases end at set hours (S-4), as values.

Pure data: which hour ends a phase, how long it lasts at least, and what a weekend changes.
The default is the table of S-4.2 to S-4.4. Never looks at a clock or computes a date itself.
"""

from collections.abc import Mapping
from datetime import time, timedelta

import msgspec

from pbp.game.durations import parse_duration, parse_hour, show_duration

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

TIMETABLE_FORM = (
    "S-4, or any of day, runoff, night, last_words: "
    "{ends: 22:00, least: 24h, weekend: friday sunday 22:00}"
)


class WeekendEnd(msgspec.Struct, frozen=True):
    """A phase that begins on one weekday (Monday is 0) ends on another one at this hour."""

    begins: int
    ends: int
    hour: time


class PhaseHours(msgspec.Struct, frozen=True):
    """A phase ends at the first such hour that is at least so long after its beginning."""

    ends: time
    least: timedelta
    weekend: WeekendEnd | None = None


class Timetable(msgspec.Struct, frozen=True):
    """The hours of the four phases."""

    day: PhaseHours
    runoff: PhaseHours
    night: PhaseHours
    last_words: PhaseHours


_FRIDAY, _SATURDAY, _SUNDAY = 4, 5, 6

SEVEN_KILL_TIMETABLE = Timetable(
    day=PhaseHours(time(22), timedelta(hours=24), WeekendEnd(_FRIDAY, _SUNDAY, time(22))),
    runoff=PhaseHours(time(22), timedelta(hours=24), WeekendEnd(_FRIDAY, _SUNDAY, time(22))),
    night=PhaseHours(time(12, 50), timedelta(hours=12), WeekendEnd(_FRIDAY, _SATURDAY, time(20))),
    last_words=PhaseHours(time(20), timedelta(hours=6), WeekendEnd(_SATURDAY, _SUNDAY, time(20))),
)
"""S-4.2 (hours), S-4.3 (least lengths), S-4.4 (weekends)."""


def parse_timetable(written: object) -> Timetable | None:
    """Read `S-4`, or a mapping that changes some of its phases; None where it is neither."""
    if isinstance(written, Timetable):
        return written
    if isinstance(written, str):
        return SEVEN_KILL_TIMETABLE if written.strip().upper() == "S-4" else None
    if not isinstance(written, Mapping) or not set(written) <= set(Timetable.__struct_fields__):
        return None
    changes = {}
    for name, hours in written.items():
        changes[name] = _read_hours(hours, getattr(SEVEN_KILL_TIMETABLE, name))
    if None in changes.values():
        return None
    return msgspec.structs.replace(SEVEN_KILL_TIMETABLE, **changes)


def show_timetable(timetable: Timetable) -> str:
    """Write a timetable on one line."""
    if timetable == SEVEN_KILL_TIMETABLE:
        return "S-4"
    parts = []
    for name in Timetable.__struct_fields__:
        hours: PhaseHours = getattr(timetable, name)
        weekend = f", weekend: {_show_weekend(hours.weekend)}"
        parts.append(
            f"{name}: {{ends: {hours.ends:%H:%M}, least: {show_duration(hours.least)}{weekend}}}"
        )
    return f"{{{', '.join(parts)}}}"


def _read_hours(written: object, before: PhaseHours) -> PhaseHours | None:
    if not isinstance(written, Mapping) or not set(written) <= set(PhaseHours.__struct_fields__):
        return None
    ends = parse_hour(written.get("ends", before.ends))
    least = parse_duration(written.get("least", before.least))
    weekend = written.get("weekend", before.weekend)
    if weekend is False or weekend == "off":
        weekend = None
    elif isinstance(weekend, str):
        weekend = _read_weekend(weekend)
        if weekend is None:
            return None
    elif weekend is not None and not isinstance(weekend, WeekendEnd):
        return None
    if ends is None or not least:
        return None
    return PhaseHours(ends, least, weekend)


def _read_weekend(written: str) -> WeekendEnd | None:
    words = written.lower().split()
    if len(words) != 3 or words[0] not in DAYS or words[1] not in DAYS:
        return None
    hour = parse_hour(words[2])
    return None if hour is None else WeekendEnd(DAYS.index(words[0]), DAYS.index(words[1]), hour)


def _show_weekend(weekend: WeekendEnd | None) -> str:
    if weekend is None:
        return "off"
    return f"{DAYS[weekend.begins]} {DAYS[weekend.ends]} {weekend.hour:%H:%M}"
