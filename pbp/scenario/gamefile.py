"""A game file: a scenario's `game:` and nothing else, for `pbp game new FILE`.

`starts` may be missing: then the game starts now. A seed is refused: a real game's chance comes
from the operating system (C-3.5).
"""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path as File

from pbp.scenario.check import check_names
from pbp.scenario.load import ScenarioError, build
from pbp.scenario.model import Game
from pbp.scenario.sentences import shown, stranger, zone_of
from pbp.scenario.shape import check_shape
from pbp.scenario.source import Source

TOP = ("title", "game")
"""The keys of a game file."""


def load_game(path: File, text: str, now: datetime, defaults: dict[str, str]) -> Game:
    """The game that a file describes. defaults: locale and timezone where it names none.

    Raises:
        ScenarioError: something in it is wrong.
    """
    source = Source(text)
    if source.is_yaml and check_top(source, ()):
        _complete(source, now, defaults)
        check_shape(source)
        names = check_names(source, path.parent)
    if source.problems:
        raise ScenarioError(path, source.problems)
    return build(names, path).game


def check_top(source: Source, below: Iterable[str]) -> bool:
    """Whether there are keys to look at further; what else is there is named, and taken out.

    below: keys that people write on the top, and that stand below `game`.
    """
    allowed = f"allowed: {', '.join(TOP)}"
    if source.data is None:
        source.wrong((), f"the file is empty; {allowed}")
        return False
    if not isinstance(source.data, dict):
        source.wrong((), f"{shown(source.data)} must be keys and values; {allowed}")
        return False
    for key in [key for key in source.data if key not in TOP]:
        hint = "it stands below game" if key in (*below, *_INSIDE) else ""
        source.wrong((key,), stranger(key, TOP, hint))
        del source.data[key]
    return True


_INSIDE = (
    "ruleset",
    "cast",
    "owners",
    "options",
    "timezone",
    "locale",
    "starts",
    "seats",
    "signup_closes",
    "handles",
)


def _complete(source: Source, now: datetime, defaults: dict[str, str]) -> None:
    """Put in what a game file may leave out, refuse what it may not hold."""
    source.data.setdefault("title", "")
    game = source.data.get("game")
    if not isinstance(game, dict):
        return
    if "seed" in game:
        source.wrong(("game", "seed"), "a real game draws its own seed; leave this out")
    for key, value in defaults.items():
        game.setdefault(key, value)
    local = now.astimezone(zone_of(game["timezone"]) or now.tzinfo)
    game.setdefault("starts", local.strftime("%Y-%m-%d %H:%M:%S"))
    game.setdefault("checkin", "play")
