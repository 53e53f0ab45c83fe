"""From words of the command line to set-ups: killers=3, night=12h; killers=1..4, weekends=on,off.

A word names an option of the rule set, the very ones that a game's configuration has; `..` and
commas give several values, and all combinations are played. Everything that is wrong is said at
once, with an example.
"""

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbp.game.law import Deals
from pbp.game.options import OptionsError, parse_options
from pbp.game.optiontable import OPTIONS
from pbp.rulesets.shelf import law_of

SETUPS_MAX = 200
"""More set-ups than a person can choose from."""

RANGE = re.compile(r"(\d{1,6})\.\.(\d{1,6})")
EXAMPLE = "an example: killers=2 villagers=5..9"


class SetupsWrong(ValueError):  # noqa: N818  (all that is wrong, as one text of several lines)
    """What was asked for cannot be played; the text says all of it, a line each."""


class Varied(msgspec.Struct, frozen=True):
    """A set-up. options: as written; varied: those of them that differ between the set-ups."""

    options: dict[str, str]
    varied: dict[str, str]
    players: int


def setups(ruleset: str, words: Iterable[str], defaults: Mapping[str, Any]) -> list[Varied]:
    """All set-ups that the words ask for, in the order of the words.

    defaults: options of the configuration for this rule set.

    Raises:
        SetupsWrong: a word is no option, or one of the set-ups cannot be.
    """
    problems: list[str] = []
    values: dict[str, list[str]] = {}
    for word in words:
        name, equals, written = word.partition("=")
        if not equals or not name or not written:
            problems.append(f'"{word}" is not understood; {EXAMPLE}')
        elif name in values:
            problems.append(f"{name} is given twice; several values: {name}=1,3 or {name}=1..4")
        else:
            values[name] = _several(name, written, problems)
    for name, each in values.items():
        for value in each:
            _players(ruleset, {name: value}, problems)
    problems = list(dict.fromkeys(problems))
    if problems:
        raise SetupsWrong("\n".join(problems))
    several = [name for name, each in values.items() if len(each) > 1]
    combinations = list(itertools.islice(itertools.product(*values.values()), SETUPS_MAX + 1))
    if len(combinations) > SETUPS_MAX:
        raise SetupsWrong(f"these are more than {SETUPS_MAX} set-ups; vary fewer options at once")
    found = []
    for chosen in combinations:
        options = dict(zip(values, chosen, strict=True))
        players = _players(ruleset, {**defaults, **options}, problems)
        found.append(Varied(options, {name: options[name] for name in several}, players))
    if problems:
        raise SetupsWrong("\n".join(problems))
    return found


def _several(name: str, written: str, problems: list[str]) -> list[str]:
    """The values of one word; a list is one value where the option itself is a list."""
    span = RANGE.fullmatch(written)
    if span:
        first, last = int(span[1]), int(span[2])
        if first > last or last - first > SETUPS_MAX:
            problems.append(f"{name}: {written} is no range; {EXAMPLE}")
            return []
        return [str(number) for number in range(first, last + 1)]
    option = OPTIONS.get(name)
    if option is not None and option.kind in ("durations", "holidays", "timetable"):
        return [written]
    return [value.strip() for value in written.split(",") if value.strip()] or [written]


def _players(ruleset: str, options: dict[str, Any], problems: list[str]) -> int:
    """How many play; what is wrong is noted."""
    law = law_of(ruleset)
    try:
        values = parse_options(ruleset, options)
    except OptionsError as error:
        problems += [f"{problem}; {EXAMPLE_OF.get(ruleset, '')}" for problem in error.problems]
        return 0
    return law.players(values) if isinstance(law, Deals) else 0


EXAMPLE_OF = {
    "prayer": EXAMPLE,
    "three_lives": "an example: declaration_min=0,100",
    "seven_kill": "an example: threshold_percent=30,40,50",
}
"""Rule set → words that would be right."""
