"""Free days: the calendar of a country as dates, before a game begins (option `holidays: CN`).

The rules see dates alone, so that a newer calendar never changes a running game. The library is
loaded when a game names a country, and not before.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

from pbp.game.options import WORKED, is_country

YEARS_AHEAD = 1
"""A game that begins in December goes on in January."""


class UnknownCountry(ValueError):  # noqa: N818 - said to whoever set the game up
    """No calendar is known for what was named."""


def with_dates(options: dict[str, Any], starts: datetime) -> dict[str, Any]:
    """The options with a country's holidays as dates.

    Raises:
        UnknownCountry: there is no such calendar.
    """
    written = options.get("holidays")
    if not isinstance(written, str) or not is_country(written):
        return options
    free, worked = days_of(written.strip(), starts.year, starts.year + YEARS_AHEAD)
    named = [*map(_shown, spans(free)), *(f"{WORKED} {_shown(span)}" for span in spans(worked))]
    return {**options, "holidays": ", ".join(named)}


def days_of(country: str, first: int, last: int) -> tuple[set[date], set[date]]:
    """A country's public holidays in these years, and the days on which work is made up for.

    Raises:
        UnknownCountry: there is no such calendar.
    """
    import holidays

    name, _, part = country.partition("-")
    years = range(first, last + 1)
    try:
        calendar = holidays.country_holidays(name, subdiv=part or None, years=years)
    except NotImplementedError as error:
        raise UnknownCountry(f"no calendar of holidays is known for {country}") from error
    worked = {day for day in getattr(calendar, "weekend_workdays", ()) if day.year in years}
    return set(calendar), worked


def spans(days: Iterable[date]) -> list[tuple[date, date]]:
    """Days in order, those in a row as one span."""
    found: list[tuple[date, date]] = []
    for day in sorted(days):
        if found and found[-1][1] == day - timedelta(days=1):
            found[-1] = (found[-1][0], day)
        else:
            found.append((day, day))
    return found


def _shown(span: tuple[date, date]) -> str:
    first, last = span
    return f"{first}" if first == last else f"{first}..{last}"
