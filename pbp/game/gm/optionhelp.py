"""What is wrong with 规则 NAME VALUE, as data: which option, what was found, what is allowed.

The words are templates; the same findings in English are for files (options.py).
"""

from typing import Any

from pbp.game.options import OPTIONS, Option, options_of, parse_value, show_value, suggest

EXAMPLES = {
    "duration": "2h",
    "durations": "12h,2h",
    "text": "USD",
    "amount": "100",
    "timetable": "S-4",
    "holidays": "2026-10-01..2026-10-07",
}
"""A value that every option of the kind takes; counts, switches and choices have their own."""


def missing(name: str, value: str) -> str:
    """Which part was not written at all: needs_option, needs_value, or none."""
    if not name:
        return "needs_option"
    return "" if value else "needs_value"


def findings(ruleset: str, name: str, value: str, *, only_dates: bool = False) -> dict[str, Any]:
    """What the GM is told of a name and value that cannot be.

    why: unknown (there is no such option) · elsewhere (other rule sets have it) · value ·
    only_dates (a country's calendar, once the game has begun).
    """
    option = OPTIONS.get(name)
    known = tuple(one.name for one in options_of(ruleset))
    told: dict[str, Any] = {"option": name, "found": value[:60]}
    if option is None:
        return {**told, "why": "unknown", "known": known, "near": suggest(name, known)}
    if ruleset not in option.defaults:
        return {**told, "why": "elsewhere", "known": known, "others": tuple(option.defaults)}
    return {
        **told,
        "why": "only_dates" if only_dates else "value",
        "kind": option.kind,
        "choices": option.choices,
        "least": option.least,
        "most": option.most,
        "off": option.off or (option.kind == "duration" and not option.least),
        "example": example(option, ruleset),
    }


def example(option: Option, ruleset: str) -> str:
    """A value that the option takes: its default where that can be written in one word."""
    default = show_value(parse_value(option, option.defaults[ruleset])).replace(" ", "")
    if option.kind in ("count", "bool", "choice"):
        return default
    return (
        default
        if option.kind == "duration" and default not in ("0", "off")
        else (EXAMPLES[option.kind])
    )
