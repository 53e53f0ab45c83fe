"""`pbp stats`: games, win rates, activity and awards of a season, from the games that are over."""

import json
from typing import Any

import click

from pbp.commands.common import configured, fail
from pbp.config import Config


@click.command("stats")
@click.option("--season", default="", metavar="YEAR", help="One year; without it all games.")
@click.option("--json", "as_json", is_flag=True, help="The tables as one JSON object.")
@configured
def stats(config: Config, season: str, as_json: bool) -> None:
    """Statistics of the games that are over: by rule set, by person, awards.

    People appear under the public names that were posted at the end, and not at all where owners
    were not revealed.
    """
    from pbp.game.seasons import season as tables_of
    from pbp.service.referee import Referee
    from pbp.wiring import JOURNAL, open_store, renderer_of, settings_of

    if season and not (season.isdecimal() and len(season) == 4):
        fail(f"{season} is no year; example: pbp stats --season 2026")
    if not (config.data_path() / JOURNAL).exists():
        fail("there are no games yet; make one: pbp game new FILE")
    with open_store(config, read_only=True) as store:
        referee = Referee(store, settings_of(config), renderer_of(config))
        found = tables_of(referee.archive.games(), int(season) if season else None)
    if as_json:
        click.echo(json.dumps(found.plain(), ensure_ascii=False))
        return
    if not found.games:
        click.echo("no game is over yet" + (f" in {season}" if season else ""))
        return
    _print(found.plain())


def _print(tables: dict[str, Any]) -> None:
    from rich.table import Table

    from pbp.commands.shown import show_table

    shown = {
        "rulesets": ("ruleset", "games", "draws", "aborted", "days", "rates"),
        "players": ("name", "games", "won", "analyses", "posts", "awards"),
        "awards": ("game", "award", "side", "who", "name"),
    }
    for title, columns in shown.items():
        if tables[title]:
            table = Table(*columns, title=title)
            for row in tables[title]:
                table.add_row(*(_cell(row[column]) for column in columns))
            show_table(table)


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {rate:.0%}" for name, rate in value.items())
    return "–" if value in (None, "") else str(value)
