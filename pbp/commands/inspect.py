"""`pbp record`, `pbp audit`: what has happened in a game, and whether it follows from its mails."""

import json
import sys

import click

from pbp.commands.common import configured, fail, journal_of
from pbp.config import Config


@click.command("record")
@click.argument("game")
@configured
def record(config: Config, game: str) -> None:
    """Print everything that has happened in a game, as JSON. It holds every secret."""
    from pbp.service.outgoing import about_of
    from pbp.service.record import Recorder
    from pbp.service.referee import Referee
    from pbp.wiring import renderer_of, settings_of

    store, _ = journal_of(config, game)
    with store:
        renderer, settings = renderer_of(config), settings_of(config)
        live = Referee(store, settings, renderer).loaded(game)
        if live.play.table.started is None:
            fail(f"game {game} has not started: there is no record yet")
        told = Recorder(live.play.table, renderer, about_of(live, settings)).record()
    sys.stdout.buffer.write(json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n")


@click.command("audit")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="The findings as one JSON object.")
@configured
def audit(config: Config, game: str, as_json: bool) -> None:
    """Derive a game again from its inputs, and its readings from the letters.

    Exit status 0: the same facts (a reading may differ: a better reader is no fault); 1: others.
    """
    from pbp.audit import audit_game
    from pbp.wiring import settings_of

    store, row = journal_of(config, game)
    with store:
        found = audit_game(store, row, settings_of(config))
    if as_json:
        click.echo(json.dumps(found.as_json(), ensure_ascii=False))
    else:
        for line in found.lines():
            click.echo(line)
    raise SystemExit(0 if found.first_difference is None else 1)
