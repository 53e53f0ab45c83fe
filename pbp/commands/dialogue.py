"""`pbp game new` without a file: a few questions, the first ten cut-offs, and a warning of nights.

Every question has a default; nothing is made before the last one is answered.
"""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import click

from pbp.commands.newgame import of_plan
from pbp.commands.shown import WEEKDAYS, show_table
from pbp.config import Config
from pbp.game.durations import DURATION_FORM, parse_duration
from pbp.game.law import Deals
from pbp.game.optiontable import OPTIONS, RULESETS
from pbp.game.preview import ASLEEP, first_phases
from pbp.rulesets.shelf import law_of
from pbp.scenario.planfile import PlanFile
from pbp.scenario.times import parse_local
from pbp.service import setup

CUT_OFFS = 10


def ask_for_game(config: Config, now: datetime) -> setup.Setup:
    """Ask for everything, show the cut-offs, and give the set-up; click.Abort where he says no."""
    ruleset = click.prompt("Rule set", type=click.Choice(RULESETS), default="prayer")
    locale = click.prompt("Locale", type=click.Choice(("zh", "en")), default=config.server.locale)
    zone = _zone(config.server.timezone)
    seats, options = _seats(config, ruleset)
    for name in ("night", "day"):
        if ruleset in OPTIONS[name].defaults:
            options[name] = _length(name, str(OPTIONS[name].defaults[ruleset]))
    tomorrow = (now.astimezone(zone) + timedelta(days=2)).replace(hour=20, minute=0)
    closes = _time("Sign-up closes", zone, now, tomorrow.strftime("%Y-%m-%d %H:%M"))
    starts = _time("The game starts", zone, closes, closes.astimezone(zone).strftime(FORM))
    plan = PlanFile(
        ruleset=ruleset,
        locale=locale,
        timezone=zone.key,
        closes=closes,
        starts=starts if starts > closes else None,
        seats=seats,
        options=options,
    )
    made = of_plan(config, plan, now)
    show_cut_offs(made, starts)
    click.confirm("Open sign-up now?", default=True, abort=True)
    return made


FORM = "%Y-%m-%d %H:%M"


def _zone(default: str) -> ZoneInfo:
    while True:
        written = click.prompt("Time zone", default=default)
        try:
            return ZoneInfo(written)
        except (ValueError, OSError, LookupError):
            click.echo(f"{written} is no time zone; an example: Asia/Shanghai")


def _seats(config: Config, ruleset: str) -> tuple[int, dict[str, Any]]:
    """How many seats, where the rule set leaves a choice."""
    law = law_of(ruleset)
    options = config.options(ruleset)
    if not isinstance(law, Deals):
        raise click.ClickException(f"{ruleset} cannot be dealt by lot")
    usual = law.players(options)
    if not law.fitting(options, usual - 1):
        click.echo(f"Seats: {usual}")
        return usual, {}
    while True:
        seats = click.prompt("Seats", type=int, default=usual)
        changes = {} if seats == usual else law.fitting(options, seats)
        if changes is not None:
            return seats, dict(changes)
        click.echo(f"{ruleset} cannot be played by {seats}")


def _length(name: str, default: str) -> str:
    while True:
        written = str(click.prompt(f"Length of a {name}", default=default))
        if parse_duration(written):
            return written
        click.echo(f"not understood; {DURATION_FORM}")


def _time(what: str, zone: ZoneInfo, earliest: datetime, default: str) -> datetime:
    while True:
        written = click.prompt(f"{what} ({zone.key})", default=default)
        try:
            found = parse_local(written, zone)
        except ValueError as error:
            click.echo(str(error))
            continue
        if found >= earliest:
            return found
        click.echo(f"that is before {earliest.astimezone(zone).strftime(FORM)}")


def show_cut_offs(made: setup.Setup, starts: datetime) -> None:
    """The first ten cut-offs in the game's own zone, and which of them come at night."""
    from rich.table import Table

    zone = ZoneInfo(made.timezone)
    phases = first_phases(law_of(made.ruleset), made.options, made.timezone, starts, CUT_OFFS)
    table = Table("phase", "closes", "", title=f"The first {CUT_OFFS} cut-offs ({made.timezone})")
    late = []
    for phase in phases:
        at = phase.closes.astimezone(zone)
        asleep = at.hour in ASLEEP
        late += [phase.id] if asleep else []
        table.add_row(
            phase.id, f"{WEEKDAYS[at.weekday()]} {at:%Y-%m-%d %H:%M}", "!" if asleep else ""
        )
    show_table(table)
    if late:
        click.echo(f"Warning: {', '.join(late)} close between 0:00 and 7:00, when people sleep.")
