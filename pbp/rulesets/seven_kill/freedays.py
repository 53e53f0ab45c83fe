"""`seven_kill`, free days: which day counts as the Friday, Saturday or Sunday of S-4.4.

Without the option `holidays` the week is what it is. With it Saturdays, Sundays and the holidays
named are free, but for the days on which work is made up for; then "Friday" is the last working
day before free ones, "Saturday" a free day that another follows, "Sunday" the last of them.
"""

from datetime import date, timedelta

from pbp.game.options import Days, Worked

FRIDAY, SATURDAY, SUNDAY = 4, 5, 6

ONE_DAY = timedelta(days=1)


def begins_as(day: date, weekday: int, days: Days) -> bool:
    """Whether a phase that begins that day begins on this day of the week."""
    if not days or weekday not in (FRIDAY, SATURDAY, SUNDAY):
        return day.weekday() == weekday
    free, next_free = is_free(day, days), is_free(day + ONE_DAY, days)
    return {
        FRIDAY: not free and next_free,
        SATURDAY: free and next_free,
        SUNDAY: free and not next_free,
    }[weekday]


def ends_as(day: date, weekday: int, days: Days) -> bool:
    """Whether a phase that ends that day ends on this day of the week; "Saturday" is the first."""
    if not days or weekday != SATURDAY:
        return begins_as(day, weekday, days)
    return is_free(day, days) and not is_free(day - ONE_DAY, days)


def is_free(day: date, days: Days) -> bool:
    """Whether nobody works that day: a weekend or a holiday on which no work is made up for."""
    worked = any(d.first <= day <= d.last for d in days if isinstance(d, Worked))
    free = any(d[0] <= day <= d[1] for d in days if isinstance(d, tuple))
    return not worked and (free or day.weekday() >= SATURDAY)
