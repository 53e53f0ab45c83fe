"""The table of options: what a GM may set, what it is by default, which rule set has it.

In the order of docs/scenario-format.md. Pure data; pbp.game.options reads values against it.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

RULESETS = ("prayer", "three_lives", "seven_kill")


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option: its kind of value, and its default in each rule set that has it.

    kind: duration · durations · count · bool · choice · text · amount · timetable · holidays.
    defaults: as a GM would write them, by rule set; a rule set not named has no such option.
    off: the value `off` is allowed and gives None (for lists an empty tuple). A duration that may
        be 0 always takes `off` for it.
    least, most: bounds of a count; least also, in seconds, of a duration.
    """

    name: str
    kind: str
    defaults: Mapping[str, object]
    choices: tuple[str, ...] = ()
    off: bool = False
    least: int = 0
    most: int = 1_000_000


def _all(value: object, **others: object) -> Mapping[str, object]:
    """Give every rule set the same default, but for those that are named."""
    return MappingProxyType({name: others.get(name, value) for name in RULESETS})


def _only(**defaults: object) -> Mapping[str, object]:
    """Give the option to the rule sets that are named, and to no other."""
    return MappingProxyType(defaults)


def _length(
    name: str, defaults: Mapping[str, object], *, off: bool = False, least: int = 0
) -> Option:
    return Option(name=name, kind="duration", defaults=defaults, off=off, least=least)


def _count(
    name: str,
    defaults: Mapping[str, object],
    least: int = 0,
    most: int = 10_000,
    *,
    off: bool = False,
) -> Option:
    return Option(name=name, kind="count", defaults=defaults, least=least, most=most, off=off)


def _switch(name: str, defaults: Mapping[str, object]) -> Option:
    return Option(name=name, kind="bool", defaults=defaults)


def _choice(name: str, defaults: Mapping[str, object], *choices: str, off: bool = False) -> Option:
    return Option(name=name, kind="choice", defaults=defaults, choices=choices, off=off)


def _other(name: str, kind: str, defaults: Mapping[str, object], *, off: bool = False) -> Option:
    return Option(name=name, kind=kind, defaults=defaults, off=off)


TABLE = (
    # Phases and their cut-offs: P-4, L-5, S-4
    _length("night", _only(prayer="24h", three_lives="24h"), least=1),
    _length("day", _only(prayer="24h", three_lives="36h"), least=1),
    _length("runoff", _only(prayer="24h"), least=1),
    _length("freeze", _only(prayer="60m", three_lives="10m", seven_kill="0")),
    _length("vote_freeze", _all("60m")),
    # Checking in: C-3.4, P-3.2, L-5.1
    _length("checkin", _all("24h", seven_kill="off"), off=True, least=1),
    _length("checkin_replace", _all("off", three_lives="48h"), off=True, least=1),
    _switch("checkin_any", _all(False)),
    # Killers and prayers: P-1, P-6
    _count("killers", _only(prayer=2), least=1, most=100),
    _count("villagers", _only(prayer=7), least=1, most=100),
    _switch("reveal_night_deaths", _only(prayer=True)),
    _switch("reveal_disqualified", _only(prayer=False)),
    # Declarations: L-2.4, S-1.3
    _count("declaration_min", _only(three_lives=100, seven_kill=100)),
    _length("declaration_review", _only(three_lives="0", seven_kill="0")),
    # Three lives: L-6, L-7
    _length("handover", _only(three_lives="12h"), least=1),
    _count("missed_votes", _only(three_lives=2), least=1, most=100),
    _choice("lone_vote", _only(three_lives="hold"), "hold", "skip"),
    # Seven kill: S-1, S-4, S-5, S-6
    _choice("missed_kill", _only(seven_kill="none"), "none", "random"),
    _choice("first_phase", _only(seven_kill="day"), "day", "night"),
    _switch("weekends", _only(seven_kill=True)),
    _count("threshold_percent", _only(seven_kill=40), least=0, most=100),
    _length("proxy_notice", _only(seven_kill="10m")),
    _switch("early_decision", _only(seven_kill=True)),
    _other("timetable", "timetable", _only(seven_kill="S-4")),
    _other("holidays", "holidays", _only(seven_kill="off"), off=True),
    # The close of a phase: C-2
    _choice("early_end", _all("ask"), "ask", "auto", off=True),
    _length("late_tolerance", _all("10m")),
    _length("settle_wait", _all("0")),
    # Votes and posts: C-5, C-6, C-9
    _switch("ambiguous_change_uses_it", _all(True)),
    _choice(
        "low_activity", _all("report", seven_kill="off"), "report", "warn", "disqualify", off=True
    ),
    _count("analysis_min", _all(0)),
    _switch("onlookers", _all(True)),
    _count("ghost_reply_limit", _all(200)),
    _length("publish_hold", _all("3m")),
    _length("publish_tick", _all("1m")),
    # Silence and warnings: C-5.4, C-7.1
    _count(
        "silence_at", _only(prayer=3, three_lives=4, seven_kill="off"), least=1, most=100, off=True
    ),
    _count("warnings_out", _all(3), least=1, most=100),
    # Around the game: C-3, C-8
    _choice("select", _all("first"), "first", "random", "activity", "gm"),
    _switch("reveal_owners", _all(True)),
    _switch("reveal_actions_after_game", _all(True)),
    _other("pot", "amount", _all(1)),
    _other("unit", "text", _all("")),
    _other("reminders", "durations", _all("12h, 2h"), off=True),
    _length("digest_before", _all("1h"), off=True),
    _length("awards", _all("72h"), off=True, least=3600),
)

OPTIONS: Mapping[str, Option] = MappingProxyType({option.name: option for option in TABLE})

IN_SCENARIOS: Mapping[str, object] = MappingProxyType(
    {"publish_hold": "0", "publish_tick": "0", "settle_wait": "0"}
)
"""Defaults that differ in scenarios, where no one waits for a wall clock."""
