"""A game file: a scenario's `game:` and nothing else, for `pbp game new FILE`.

`starts` may be missing: then the game starts now. A seed is refused: a real game's chance comes
from the operating system (C-3.5).
"""

from datetime import datetime
from pathlib import Path as File
from zoneinfo import ZoneInfo

from pbp.scenario.check import check_names
from pbp.scenario.load import ScenarioError, build
from pbp.scenario.model import Game
from pbp.scenario.shape import check_shape
from pbp.scenario.source import Problem, Source


def load_game(path: File, now: datetime, defaults: dict[str, str]) -> Game:
    """The game that a file describes. defaults: locale and timezone where it names none.

    Raises:
        ScenarioError: it cannot be read, or something in it is wrong.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(path, [Problem(1, "", f"cannot be read: {error}")]) from error
    source = Source(text)
    if not source.problems:
        _complete(source, now, defaults)
        check_shape(source)
        names = check_names(source, path.parent)
    if source.problems:
        raise ScenarioError(path, source.problems)
    return build(names, path).game


def _complete(source: Source, now: datetime, defaults: dict[str, str]) -> None:
    """Put in what a game file may leave out, refuse what it may not hold."""
    game = source.data.get("game") if isinstance(source.data, dict) else None
    if not isinstance(game, dict):
        return
    if "seed" in game:
        source.wrong(("game", "seed"), "a real game draws its own seed; leave this out")
    for key, value in defaults.items():
        game.setdefault(key, value)
    try:
        zone = ZoneInfo(str(game["timezone"]))
    except (ValueError, OSError, LookupError):
        return
    game.setdefault("starts", now.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S"))
    game.setdefault("checkin", "play")
    for key in ("mails", "expect"):
        source.data.setdefault(key, [])
