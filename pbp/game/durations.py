"""Lengths of time and hours of the day, as people write them: 90s, 60m, 24h, 2d, 1d12h; 22:00.

Pure: text in, values out. Never asks what time it is.
"""

import re
from datetime import time, timedelta

DURATION_FORM = "a length of time such as 90s, 60m, 24h, 2d or 1d12h"
HOUR_FORM = "an hour of the day such as 22:00"
LONGEST = timedelta(days=366)

_UNITS = (("d", 86400), ("h", 3600), ("m", 60), ("s", 1))
_DURATION = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?")
_HOUR = re.compile(r"(\d{1,2}):(\d{2})")


def parse_duration(found: object) -> timedelta | None:
    """Give the length that was written, or None where it is none. A plain 0 needs no unit."""
    if isinstance(found, timedelta):
        return found if timedelta(0) <= found <= LONGEST else None
    if found == 0 and not isinstance(found, bool):
        return timedelta(0)
    if not isinstance(found, str):
        return None
    text = found.strip().lower()
    if text == "0":
        return timedelta(0)
    match = _DURATION.fullmatch(text)
    if not text or match is None:
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    length = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    return length if length <= LONGEST else None


def show_duration(length: timedelta) -> str:
    """Write a length in a form that parse_duration reads; up to two days in hours: 36h."""
    left = int(length.total_seconds())
    parts = []
    for unit, seconds in _UNITS[1:] if left <= 2 * 86400 else _UNITS:
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0"


def parse_hour(found: object) -> time | None:
    """Give the hour of the day that was written (22:00), or None where it is none."""
    if isinstance(found, time):
        return found
    match = _HOUR.fullmatch(found.strip()) if isinstance(found, str) else None
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2])
    return time(hour, minute) if hour < 24 and minute < 60 else None
