"""A game file without a cast: a game that begins with a sign-up (C-3.1), for `pbp game new FILE`.

The same keys as in a game file, and `seats`, `signup_closes`, `handles`, `beacon`, `story`. Every
key is checked; what is wrong is told with its line.
"""

import re
from datetime import datetime
from pathlib import Path as File
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pbp.game import people
from pbp.game.options import OptionsError, parse_options
from pbp.scenario.gamefile import check_top
from pbp.scenario.load import ScenarioError
from pbp.scenario.model import ROLES
from pbp.scenario.sentences import near, no_zone, shown, stranger, zone_of
from pbp.scenario.source import Problem, Source
from pbp.scenario.times import LOCAL_ALLOWED, parse_local

STORY = "story"
"""handles: story – the names in 【】 of the GM's story are the list."""

IN_STORY = re.compile(r"【\s*([^】]+?)\s*】")

KEYS = (
    "ruleset",
    "locale",
    "timezone",
    "seats",
    "signup_closes",
    "starts",
    "options",
    "handles",
    "beacon",
    "story",
)


class PlanFile(msgspec.Struct, frozen=True, kw_only=True):
    """What a sign-up plan says. seats: None where the rule set's set-up says it."""

    ruleset: str
    locale: str
    timezone: str
    closes: datetime
    starts: datetime | None = None
    seats: int | None = None
    options: dict[str, Any] = {}
    handles: tuple[str, ...] = ()
    beacon: str = ""
    story: str = ""


def is_plan(text: str) -> bool:
    """Whether a game file has no cast but a sign-up."""
    data = Source(text).data
    game = data.get("game") if isinstance(data, dict) else None
    return (
        isinstance(game, dict)
        and "cast" not in game
        and not {"seats", "signup_closes"}.isdisjoint(game)
    )


def load_plan(path: File, text: str, now: datetime, defaults: dict[str, str]) -> PlanFile:
    """The plan that a file describes.

    Raises:
        ScenarioError: something in it is wrong.
    """
    source = Source(text)
    plan = _built(source, now, defaults) if source.is_yaml and check_top(source, KEYS) else None
    if source.problems or plan is None:
        raise ScenarioError(path, source.problems or [Problem(1, "", "is no plan")])
    return plan


def _built(source: Source, now: datetime, defaults: dict[str, str]) -> PlanFile | None:
    game: dict[str, Any] = {**defaults, **source.data["game"]}
    for key in source.data["game"]:
        if key == "seed":
            source.wrong(("game", key), "a real game draws its own seed; leave this out")
        elif key not in KEYS:
            source.wrong(("game", key), stranger(key, KEYS))
    zone = zone_of(game["timezone"]) or ZoneInfo("UTC")
    if zone_of(game["timezone"]) is None:
        source.wrong(("game", "timezone"), no_zone(game["timezone"]))
    closes = _time(source, game, "signup_closes", zone)
    starts = _time(source, game, "starts", zone)
    _check_words(source, game)
    _check_options(source, game)
    if "signup_closes" not in game:
        source.wrong(("game",), "the key signup_closes is missing")
    elif closes is not None and closes <= now:
        said = f"{shown(game['signup_closes'])} is past; allowed: a time to come"
        source.wrong(("game", "signup_closes"), said)
    elif closes is not None and starts is not None and starts < closes:
        said = f"{shown(game['starts'])} is before signup_closes; allowed: then or later"
        source.wrong(("game", "starts"), said)
    if source.problems or closes is None:
        return None
    return PlanFile(
        ruleset=game["ruleset"],
        locale=game["locale"],
        timezone=game["timezone"],
        closes=closes,
        starts=starts,
        seats=game.get("seats"),
        options=game.get("options") or {},
        handles=_handles(game),
        story=str(game.get("story") or "").strip(),
        beacon=" ".join(str(game.get("beacon") or "").split()),
    )


def _time(source: Source, game: dict[str, Any], key: str, zone: ZoneInfo) -> datetime | None:
    if key not in game:
        return None
    if not source.is_scalar(("game", key)):
        source.wrong(("game", key), f"{shown(game[key])} is no time; {LOCAL_ALLOWED}")
        return None
    try:
        return parse_local(source.written(("game", key)), zone)
    except ValueError as error:
        source.wrong(("game", key), str(error))
        return None


def _check_words(source: Source, game: dict[str, Any]) -> None:
    """Rule set, locale, seats and handles."""
    for key, allowed in (("ruleset", tuple(ROLES)), ("locale", ("zh", "en"))):
        if game.get(key) not in allowed:
            like = near(game[key], allowed) if isinstance(game.get(key), str) else ""
            said = f"{shown(game.get(key))} is not allowed{like}; allowed: {', '.join(allowed)}"
            source.wrong(("game", key), said)
    for key in ("beacon", "story"):
        if isinstance(game.get(key), dict | list):
            source.wrong(("game", key), f"{shown(game[key])} must be a text")
    seats = game.get("seats", 1)
    if isinstance(seats, bool) or not isinstance(seats, int) or not 1 <= seats <= 99:
        source.wrong(("game", "seats"), f"{shown(seats)} must be a whole number from 1 to 99")
    handles = game.get("handles", [])
    if handles == STORY:
        _check_story(source, game)
        return
    if not isinstance(handles, list):
        said = f"{shown(handles)} must be a list of names, or the word {STORY}"
        source.wrong(("game", "handles"), said)
        return
    for place, name in enumerate(handles):
        if not isinstance(name, str) or people.wrong_with(name) or not name:
            source.wrong(("game", "handles", place), f"{shown(name)} cannot be a handle")


def _check_story(source: Source, game: dict[str, Any]) -> None:
    """Handles from the GM's story: the names in 【】, each usable."""
    names = _handles(game)
    if not names:
        source.wrong(("game", "handles"), "needs a story with names in 【】")
    for name in names:
        if people.wrong_with(name):
            source.wrong(("game", "story"), f"“{name}” cannot be a handle")


def _handles(game: dict[str, Any]) -> tuple[str, ...]:
    """The list that the plan gives, or the names that its story has in brackets."""
    written = game.get("handles") or ()
    if written == STORY:
        return tuple(dict.fromkeys(IN_STORY.findall(str(game.get("story") or ""))))
    return tuple(written)


def _check_options(source: Source, game: dict[str, Any]) -> None:
    options = game.get("options") or {}
    if not isinstance(options, dict):
        source.wrong(("game", "options"), f"{shown(options)} must be keys and values")
        return
    if game.get("ruleset") not in tuple(ROLES):
        return
    try:
        parse_options(game["ruleset"], options)
    except OptionsError as error:
        for problem in error.problems:
            path = ("game", "options", problem.option)
            source.wrong(path, str(problem).removeprefix(f"{problem.option}: "))
