"""The set-up of a new game: from a file with its cast, or from a plan of a sign-up (C-3.1, C-3.5).

Seed and salts come from the operating system; a real game takes none from a file.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from pbp.commands.common import fail
from pbp.config import Config
from pbp.game.nouns import Salts
from pbp.scenario.planfile import PlanFile
from pbp.service import setup


class Unfit(Exception):  # noqa: N818 - what does not fit together, a key and a sentence each
    """The parts of a plan are good, but do not fit together."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        super().__init__("\n".join(said for _, said in problems))
        self.problems = problems


def from_file(config: Config, file: Path, now: datetime) -> setup.Setup:
    """The set-up that a game file describes; ends with status 2 where it is wrong."""
    from pbp.scenario.gamefile import load_game
    from pbp.scenario.load import ScenarioError, text_of
    from pbp.scenario.planfile import is_plan, load_plan
    from pbp.scenario.source import Source

    defaults = {"locale": config.server.locale, "timezone": config.server.timezone}
    try:
        text = text_of(file)
        if is_plan(text):
            return of_plan(config, load_plan(file, text, now, defaults), now)
        return of_cast(config, load_game(file, text, now, defaults), now)
    except ScenarioError as error:
        fail(str(error))
    except Unfit as error:
        source = Source(text)
        for key, said in error.problems:
            source.wrong(("game", key), said)
        fail(str(ScenarioError(file, source.problems)))


def of_cast(config: Config, wanted: Any, now: datetime) -> setup.Setup:
    """The set-up of a game whose roles the GM cast; its id comes from the journal."""
    from pbp.game.options import show_value
    from pbp.scenario.play import seats_of

    options = config.options(wanted.ruleset, wanted.options)
    people = {who: setup.Owner(o.name, (o.address,)) for who, o in wanted.owners.items()}
    return setup.Setup(
        id="",
        ruleset=wanted.ruleset,
        locale=wanted.locale,
        timezone=wanted.timezone,
        starts=max(wanted.starts, now.replace(microsecond=0)),
        seed=new_bits(),
        options={name: show_value(value) for name, value in options.items()},
        seats=tuple(seats_of(wanted.cast)),
        owners={handle: people[handle] for handle in people if handle in wanted.cast},
        substitutes={name: people[name] for name in wanted.substitutes},
        checked_in=wanted.checked_in,
        salts=new_salts(),
    )


def of_plan(config: Config, wanted: PlanFile, now: datetime) -> setup.Setup:
    """The set-up of a game that begins with a sign-up.

    Raises:
        Unfit: seats, roles and handles do not fit together.
    """
    from pbp.game.law import Deals
    from pbp.game.options import parse_options, show_value
    from pbp.rulesets.shelf import law_of

    law, written = law_of(wanted.ruleset), dict(wanted.options)
    if not isinstance(law, Deals):
        raise Unfit([("ruleset", f"{wanted.ruleset} cannot be dealt by lot")])
    wrong: list[tuple[str, str]] = []
    options = config.options(wanted.ruleset, written)
    seats = wanted.seats or law.players(options)
    if seats != law.players(options):
        changes = law.fitting(options, seats)
        if changes is None or not changes.keys().isdisjoint(written):
            said = f"{seats} seats, but the set-up has {law.players(options)} roles"
            wrong.append(("seats", said))
        else:
            options = config.options(wanted.ruleset, {**written, **changes})
    handles = wanted.handles or listed_handles(config, wanted.locale)
    wrong += _unfit_handles(handles, seats)
    if wrong:
        raise Unfit(wrong)
    shown = {name: show_value(value) for name, value in options.items()}
    parse_options(wanted.ruleset, shown)
    return setup.Setup(
        id="",
        ruleset=wanted.ruleset,
        locale=wanted.locale,
        timezone=wanted.timezone,
        starts=now.replace(microsecond=0),
        seed=new_bits(),
        options=shown,
        seats=(),
        owners={},
        salts=new_salts(),
        plan=setup.Plan(
            seats=seats,
            closes=wanted.closes,
            begins=wanted.starts,
            beacon=wanted.beacon,
            story=wanted.story,
            handles=handles,
        ),
    )


def _unfit_handles(handles: tuple[str, ...], seats: int) -> Iterator[tuple[str, str]]:
    """Too few of them, or two that would be mistaken for one another."""
    from pbp.language.alike import too_alike

    if len(handles) < seats:
        yield "handles", f"{seats} seats, but only {len(handles)} handles"
    for pair in too_alike(handles):
        yield "handles", f"the handles {pair.one} and {pair.other} are too alike ({pair.why})"


def listed_handles(config: Config, locale: str) -> tuple[str, ...]:
    """The handles of a locale: handles.txt of the templates, the GM's own first."""
    from pbp.render import About
    from pbp.wiring import renderer_of

    about = About(game="", locale=locale)
    text = renderer_of(config).template("handles.txt", about).render()
    return tuple(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))


def new_bits() -> str:
    """256 bits from the operating system, as hex."""
    from pbp.wiring import new_secret

    return new_secret().hex()


def new_salts() -> Salts:
    """Three salts, each of its own 256 bits."""
    return Salts(deal=new_bits(), owners=new_bits(), receipts=new_bits())
