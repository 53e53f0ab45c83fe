"""The filters and tests of templates besides Jinja's own. None knows a word of a language."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from pbp.render.cleaning import OWN
from pbp.render.columns import pad, width
from pbp.render.contract import BLANK


@pass_context
def local(context: Context, moment: str | datetime) -> datetime:
    """A point in time on the clock of the game's own zone (C-2.2)."""
    return _instant(moment).astimezone(ZoneInfo(context["about"].timezone))


def since(later: str | datetime, earlier: str | datetime) -> float:
    """Seconds from one point in time to another; negative where the second is the later one."""
    return (_instant(later) - _instant(earlier)).total_seconds()


def parts(seconds: float | timedelta) -> dict[str, int]:
    """A length of time as whole days, hours, minutes, seconds; its sign is dropped."""
    whole = seconds.total_seconds() if isinstance(seconds, timedelta) else seconds
    minutes, second = divmod(abs(int(whole)), 60)
    hours, minute = divmod(minutes, 60)
    day, hour = divmod(hours, 24)
    return {"days": day, "hours": hour, "minutes": minute, "seconds": second}


def own(text: str) -> str:
    """A player's own words, line by line as he wrote them."""
    return "\n".join(OWN + line for line in text.split("\n"))


def quoted(text: str) -> str:
    """A player's own words as a quotation: nothing in it can pass for the server's words."""
    return "\n".join(f"{OWN}> {line}" for line in text.split("\n"))


def widest(texts: Iterable[object]) -> int:
    """The columns that the widest of several texts takes."""
    return max((width(str(text)) for text in texts), default=0)


def capital(text: str) -> str:
    """A text with its first letter made a capital, the others as they are."""
    return text[:1].upper() + text[1:]


def one(names: Iterable[str]) -> str:
    """The first of several names, or nothing where there is none."""
    return next(iter(names), "")


def before(moment: str | datetime, other: str | datetime) -> bool:
    """Whether a point in time lies before another."""
    return _instant(moment) < _instant(other)


def phase_parts(phase: str) -> dict[str, Any]:
    """N2 as its letter and its number."""
    return {"letter": phase[:1], "number": int(phase[1:]) if phase[1:].isdigit() else 0}


def furnish(environment: Environment) -> None:
    """Give an environment the filters and tests."""
    environment.filters |= {
        "local": local,
        "since": since,
        "parts": parts,
        "own": own,
        "quoted": quoted,
        "pad": pad,
        "widest": widest,
        "one": one,
        "capital": capital,
        "phase_parts": phase_parts,
    }
    environment.tests |= {"before": before}
    environment.globals["blank"] = BLANK


def _instant(moment: str | datetime) -> datetime:
    return datetime.fromisoformat(moment) if isinstance(moment, str) else moment
