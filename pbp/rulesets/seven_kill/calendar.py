"""`seven_kill`, the hours: S-4.2 to S-4.4. When a phase ends that begins at a given instant.

Pure arithmetic by the hands of the clock in the game's own time zone. A deadline is due at the
first instant at which that clock shows the hour or has jumped past it: an hour that exists twice
is meant the first time, one that does not exist is over when the clock is put forward.
"""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pbp.game.clauses import clause
from pbp.game.timetable import PhaseHours
from pbp.rulesets.seven_kill.freedays import begins_as, ends_as

HOURS_OF = {"day": "day", "runoff": "runoff", "night": "night", "wait": "last_words"}
"""Kind of phase → its row of the timetable."""

ONE_DAY = timedelta(days=1)
DAYS_MAX = 60
"""No weekend or row of holidays is longer than that."""


@clause("S-4.2", "S-4.3", "S-4.4")
def closes(kind: str, opens: datetime, zone: ZoneInfo, options: dict[str, Any]) -> datetime:
    """When a phase of this kind closes that opens then; weekends go first."""
    hours: PhaseHours = getattr(options["timetable"], HOURS_OF[kind])
    begins = opens.astimezone(zone).replace(tzinfo=None)
    end = weekend_end(hours, begins, options) or first_hour(hours, begins)
    due = reached(end, zone, opens)
    return due if due > opens else reached(end + ONE_DAY, zone, opens)


@clause("S-4.2", "S-4.3")
def first_hour(hours: PhaseHours, begins: datetime) -> datetime:
    """The first such hour that is at least so long after the beginning."""
    end = datetime.combine(begins.date(), hours.ends)
    while end - begins < hours.least:
        end += ONE_DAY
    return end


@clause("S-4.4")
def weekend_end(hours: PhaseHours, begins: datetime, options: dict[str, Any]) -> datetime | None:
    """Where a phase ends that begins at the weekend; None where rule 3 holds."""
    rule, days = hours.weekend, options["holidays"]
    if not options["weekends"] or rule is None or not begins_as(begins.date(), rule.begins, days):
        return None
    for ahead in range(DAYS_MAX):
        end = datetime.combine(begins.date() + ahead * ONE_DAY, rule.hour)
        if end > begins and ends_as(end.date(), rule.ends, days):
            return end
    return None


def reached(end: datetime, zone: ZoneInfo, opens: datetime) -> datetime:
    """The first instant after the opening at which the clock shows that time or a later one.

    The clock is put back or forward at most once between the two readings of an hour, so that the
    instant is one of the two, or the jump that lies between them.
    """
    readings = [end.replace(tzinfo=zone, fold=fold).astimezone(opens.tzinfo) for fold in (0, 1)]
    early, late = sorted(readings)
    if _shown(early, zone) == end and early > opens:
        return early
    while late - early > timedelta(seconds=1):
        middle = early + (late - early) // 2
        early, late = (early, middle) if _shown(middle, zone) >= end else (middle, late)
    return late.replace(microsecond=0)


def _shown(instant: datetime, zone: ZoneInfo) -> datetime:
    """What the clock of the zone shows."""
    return instant.astimezone(zone).replace(tzinfo=None)
