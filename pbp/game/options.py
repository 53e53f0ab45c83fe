"""Reading the options of a game: from what a GM wrote to values, or everything that is wrong.

Scenarios, game files and config.yaml all come through parse_options. Pure: a mapping in, values
out. Must never ignore a key or guess a value.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from difflib import get_close_matches
from fractions import Fraction
from types import MappingProxyType

import msgspec

from pbp.game.durations import DURATION_FORM, parse_duration, show_duration
from pbp.game.optiontable import IN_SCENARIOS, OPTIONS, RULESETS, TABLE, Option
from pbp.game.timetable import TIMETABLE_FORM, Timetable, parse_timetable, show_timetable

__all__ = [
    "OPTIONS",
    "RULESETS",
    "Option",
    "OptionProblem",
    "OptionValue",
    "OptionsError",
    "allowed",
    "is_country",
    "options_of",
    "parse_options",
    "parse_value",
    "show_value",
    "shown",
    "suggest",
]


class Worked(msgspec.Struct, frozen=True, order=True):
    """Days from first to last on which people work although the week or a holiday has them free."""

    first: date
    last: date


Days = tuple[tuple[date, date] | Worked, ...]
"""Holidays, from the first to the last day, and days on which work is made up for (调休)."""

OptionValue = (
    timedelta | int | bool | str | Fraction | tuple[timedelta, ...] | Days | Timetable | None
)


COUNTRY = re.compile(r"[A-Z]{2}(?:-[A-Z0-9]{1,3})?")
"""A country, or a part of one: CN, DE-BY."""

WORKED = "worked"
"""Before days of the option `holidays` that are no holidays but working days."""


class OptionProblem(msgspec.Struct, frozen=True):
    """One thing that is wrong: the option, what was found, what is allowed, a nearer name."""

    option: str
    found: str
    allowed: str
    suggestion: str = ""

    def __str__(self) -> str:
        hint = f'; did you mean "{self.suggestion}"?' if self.suggestion else ""
        return f"{self.option}: {self.found}{hint}; allowed: {self.allowed}"


class OptionsError(ValueError):
    """Everything that is wrong with a mapping of options, at once."""

    def __init__(self, problems: tuple[OptionProblem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def options_of(ruleset: str) -> tuple[Option, ...]:
    """Give the options that a rule set has, in the order of the table."""
    return tuple(option for option in TABLE if ruleset in option.defaults)


def parse_options(
    ruleset: str, given: Mapping[str, object], *, scenario: bool = False
) -> dict[str, OptionValue]:
    """Give every option of the rule set its value: what was given, else the default.

    Raises OptionsError with all problems at once: an unknown option, an option of another rule
    set, a value of the wrong type or out of bounds. `scenario` takes the defaults of scenarios.
    """
    if ruleset not in RULESETS:
        raise OptionsError((_unknown("ruleset", ruleset, RULESETS),))
    problems = [_misplaced(ruleset, name) for name in given if not _has(ruleset, name)]
    values: dict[str, OptionValue] = {}
    for option in options_of(ruleset):
        default = IN_SCENARIOS.get(option.name) if scenario else None
        written = given.get(option.name, default or option.defaults[ruleset])
        try:
            values[option.name] = parse_value(option, written)
        except ValueError:
            problems.append(OptionProblem(option.name, f"found {shown(written)}", allowed(option)))
    if problems:
        raise OptionsError(tuple(problems))
    return values


def parse_value(option: Option, written: object) -> OptionValue:
    """Read one value as a GM writes it; ValueError where it is not what the option takes."""
    if option.off and _is_off(written):
        return () if option.kind in ("durations", "holidays") else None
    if option.kind == "duration" and not option.least and _is_off(written):
        return timedelta(0)
    return _READERS[option.kind](option, written)


def allowed(option: Option) -> str:
    """Say what an option takes, for a person who wrote something else."""
    form = _FORMS.get(option.kind, "")
    if option.kind == "count":
        form = f"a whole number from {option.least} to {option.most}"
    elif option.kind == "choice":
        form = " | ".join(option.choices)
    elif option.kind == "duration" and option.least:
        form += ", longer than 0"
    may_be_off = option.off or (option.kind == "duration" and not option.least)
    return f"{form}{' | off' if may_be_off else ''}"


def show_value(value: OptionValue) -> str:
    """Write a value in the form in which it is read: for the options' lines of a game's deal."""
    match value:
        case None | ():
            return "off"
        case bool():
            return "true" if value else "false"
        case timedelta():
            return show_duration(value)
        case Timetable():
            return show_timetable(value)
        case tuple():
            return ", ".join(_show_part(part) for part in value)
    return str(value)


def shown(found: object) -> str:
    """Quote what somebody wrote, in one short line."""
    text = f'"{found}"' if isinstance(found, str) else str(found)
    text = {"True": "true", "False": "false", "None": "nothing"}.get(text, text)
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def suggest(name: object, known: tuple[str, ...]) -> str:
    """Give the known name that is nearest to one that is unknown, or an empty text."""
    return next(iter(get_close_matches(str(name).lower(), known, n=1, cutoff=0.6)), "")


def _show_part(part: timedelta | tuple[date, date] | Worked) -> str:
    if isinstance(part, timedelta):
        return show_duration(part)
    if isinstance(part, Worked):
        return f"{WORKED} {_show_part((part.first, part.last))}"
    first, last = part
    return f"{first}" if first == last else f"{first}..{last}"


def _has(ruleset: str, name: object) -> bool:
    option = OPTIONS.get(str(name))
    return option is not None and ruleset in option.defaults


def _misplaced(ruleset: str, name: object) -> OptionProblem:
    known = tuple(option.name for option in options_of(ruleset))
    option = OPTIONS.get(str(name))
    if option is None:
        return _unknown(str(name), "unknown option", known)
    owners = ", ".join(option.defaults)
    return OptionProblem(
        option.name, f"{ruleset} has no such option, only {owners}", ", ".join(known)
    )


def _unknown(name: str, found: str, known: tuple[str, ...]) -> OptionProblem:
    looked_up = found if name == "ruleset" else name
    said = f'found "{found}"' if name == "ruleset" else found
    return OptionProblem(name, said, ", ".join(known), suggest(looked_up, known))


def _is_off(written: object) -> bool:
    return written is False or (isinstance(written, str) and written.strip().lower() == "off")


def _read_duration(option: Option, written: object) -> timedelta:
    length = parse_duration(written)
    if length is None or length < timedelta(seconds=option.least):
        raise ValueError(option.name)
    return length


def _read_durations(option: Option, written: object) -> tuple[timedelta, ...]:
    parts = written.split(",") if isinstance(written, str) else written
    if not isinstance(parts, list | tuple) or not parts:
        raise ValueError(option.name)
    lengths = [parse_duration(part) for part in parts]
    good = [length for length in lengths if length]
    if len(good) != len(lengths):
        raise ValueError(option.name)
    return tuple(sorted(set(good), reverse=True))


def _read_count(option: Option, written: object) -> int:
    if isinstance(written, str) and written.isascii() and written.isdigit() and len(written) < 10:
        written = int(written)
    if isinstance(written, bool) or not isinstance(written, int):
        raise ValueError(option.name)
    if not option.least <= written <= option.most:
        raise ValueError(option.name)
    return written


def _read_switch(option: Option, written: object) -> bool:
    words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
    if isinstance(written, bool):
        return written
    if isinstance(written, str) and written.strip().lower() in words:
        return words[written.strip().lower()]
    raise ValueError(option.name)


def _read_choice(option: Option, written: object) -> str:
    if isinstance(written, str) and written in option.choices:
        return written
    raise ValueError(option.name)


def _read_text(option: Option, written: object) -> str:
    if isinstance(written, str) and len(written) <= 40 and written.isprintable():
        return written
    raise ValueError(option.name)


def _read_amount(option: Option, written: object) -> Fraction:
    if isinstance(written, bool) or not isinstance(written, int | float | str | Fraction):
        raise ValueError(option.name)
    if len(str(written)) > 20:
        raise ValueError(option.name)
    try:
        amount = Fraction(str(written).replace(" ", ""))
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(option.name) from error
    if amount <= 0:
        raise ValueError(option.name)
    return amount


def _read_timetable(option: Option, written: object) -> Timetable:
    timetable = parse_timetable(written)
    if timetable is None:
        raise ValueError(option.name)
    return timetable


def is_country(written: object) -> bool:
    """Whether a country's calendar is named, for the edge to put its dates in the place of it."""
    return isinstance(written, str) and COUNTRY.fullmatch(written.strip()) is not None


def _read_holidays(option: Option, written: object) -> Days | str:
    if isinstance(written, str) and is_country(written):
        return written.strip()
    parts = written.split(",") if isinstance(written, str) else written
    if isinstance(parts, date):
        parts = [parts]
    if not isinstance(parts, list | tuple) or not parts:
        raise ValueError(option.name)
    texts = [str(part).strip() for part in parts]
    worked = [text.removeprefix(WORKED) for text in texts if text.startswith(WORKED)]
    free = sorted(_read_days(text) for text in texts if not text.startswith(WORKED))
    return (*free, *sorted(Worked(*_read_days(text)) for text in worked))


def _read_days(written: str) -> tuple[date, date]:
    first, _, last = written.partition("..")
    days = date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip())
    if days[0] > days[1]:
        raise ValueError(written)
    return days


_READERS: Mapping[str, Callable[[Option, object], OptionValue]] = MappingProxyType(
    {
        "duration": _read_duration,
        "durations": _read_durations,
        "count": _read_count,
        "bool": _read_switch,
        "choice": _read_choice,
        "text": _read_text,
        "amount": _read_amount,
        "timetable": _read_timetable,
        "holidays": _read_holidays,
    }
)

_FORMS: Mapping[str, str] = MappingProxyType(
    {
        "duration": DURATION_FORM,
        "durations": "lengths of time such as 12h, 2h",
        "bool": "true | false",
        "text": "a short text on one line",
        "amount": "a number above 0, whole or a fraction such as 1/2",
        "timetable": TIMETABLE_FORM,
        "holidays": "dates such as 2026-10-01, spans such as 2026-10-01..2026-10-07, "
        "days that are worked such as worked 2026-10-10, or a country such as CN",
    }
)
