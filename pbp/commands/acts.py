"""`pbp acts`: what was done on the server's own machine – by whom, when, and how it ended."""

import json

import click

from pbp.commands.common import configured, fail
from pbp.config import Config


@click.command("acts")
@click.option("--json", "as_json", is_flag=True, help="One JSON object an act.")
@click.option("--game", default=None, help="Only those of one game.")
@configured
def acts(config: Config, as_json: bool, game: str | None) -> None:
    """List starts, stops and commands of this machine, the oldest first.

    What a GM orders by mail stands in the record of its game.
    """
    from rich.table import Table

    from pbp.commands.shown import show_table
    from pbp.wiring import JOURNAL, open_store

    if not (config.data_path() / JOURNAL).exists():
        fail(f"there is no journal in {config.data_path()}")
    table = Table("time", "who", "command", "game", "outcome", "words")
    with open_store(config, read_only=True) as store:
        for act in store.acts():
            if game is not None and act.game != game:
                continue
            at = act.at.isoformat(timespec="seconds")
            if as_json:
                told = {
                    "at": at,
                    "who": act.who,
                    "command": act.command,
                    "game": act.game,
                    "outcome": act.outcome,
                    "words": act.words,
                }
                click.echo(json.dumps(told, ensure_ascii=False))
            else:
                table.add_row(
                    f"{act.at:%Y-%m-%d %H:%M:%S} UTC",
                    act.who,
                    act.command,
                    act.game or "–",
                    act.outcome,
                    act.words,
                )
    if not as_json:
        show_table(table)
