"""How a mistake in a file is said: what was found, what is nearest to it, what is allowed.

Words only; where in the file it stands is source.py's part.
"""

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from pbp.game.options import suggest

ZONE_ALLOWED = "allowed: a name such as Asia/Shanghai"


def shown(value: Any) -> str:
    """A value that was found, in a few words."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: …" for key in value) + "}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "null" if value is None else f"“{value}”"


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that is nearest, as it is written; "" where none is near."""
    folded = {one.lower(): one for one in known}
    return folded.get(suggest(name, tuple(folded)), "")


def near(name: str, known: Iterable[str]) -> str:
    """“; did you mean …?” where one of the known names is near, else nothing."""
    found = nearest(name, known)
    return f"; did you mean “{found}”?" if found else ""


def nearest_zone(name: object) -> str:
    """The time zone whose name is nearest; "" where none is near."""
    return nearest(name, available_timezones()) if isinstance(name, str) else ""


def stranger(key: str, known: Iterable[str], hint: str = "") -> str:
    """A key that nobody knows. hint: where it should stand."""
    names = tuple(known)
    where = f"; {hint}" if hint else near(key, names)
    return f"unknown key{where}; allowed: {', '.join(names)}"


def zone_of(name: object) -> ZoneInfo | None:
    """The time zone of that name, where there is one."""
    if not isinstance(name, str):
        return None
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return None


def no_zone(name: object) -> str:
    """What is said of a name that is no time zone."""
    found = nearest_zone(name)
    like = f"; did you mean “{found}”?" if found else ""
    return f"{shown(name)} is no time zone{like}; {ZONE_ALLOWED}"
