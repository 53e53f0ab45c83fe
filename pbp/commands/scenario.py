"""`pbp scenario`: scenario files played, or a real game's story written as one."""

from pathlib import Path
from typing import Any

import click

from pbp.commands.common import configured, fail, journal_of
from pbp.config import Config
from pbp.scenario.command import scenario_command as plays


@click.command("scenario", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument(
    "paths",
    metavar="FILE|FOLDER...",
    nargs=-1,
    type=click.Path(exists=True, path_type=Path),
)
@click.option("--record", is_flag=True, help="Print the game record as JSON and judge nothing.")
@click.option(
    "--export",
    "game",
    metavar="GAME",
    default=None,
    help="Write a real game's story as a scenario. For the GM only: it holds every secret.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=None,
    help="Processes at work when there are many files (default: one for each processor).",
)
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    default=None,
    help="The configuration, for --export.",
)
def scenario_command(
    paths: tuple[Path, ...], game: str | None, config_file: Path | None, **how: Any
) -> None:
    """Play scenario files (folders: every *.yaml in them) and judge what came of them."""
    if game is not None:
        if paths:
            raise click.UsageError("--export GAME takes no files")
        _export.main(args=[game, *(["--config", str(config_file)] if config_file else [])])
        return
    if not paths:
        raise click.UsageError("Missing argument 'FILE|FOLDER...'.")
    assert plays.callback is not None  # noqa: S101 - a command has one
    plays.callback(paths=paths, **how)


@click.command()
@click.argument("game")
@configured
def _export(config: Config, game: str) -> None:
    from pbp.scenario.export import NotStarted, export
    from pbp.service.referee import Referee
    from pbp.wiring import renderer_of, settings_of

    store, _ = journal_of(config, game)
    with store:
        settings = settings_of(config)
        live = Referee(store, settings, renderer_of(config)).loaded(game)
        try:
            story = export(store, live, settings)
        except NotStarted:
            fail(f"game {game} has not started: there is no story yet")
    click.echo(story, nl=False)
