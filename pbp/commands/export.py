"""`pbp export GAME`: the public archive of a game, for whoever wants to keep it or check it."""

import json
from pathlib import Path

import click

from pbp.commands.common import configured, fail, journal_of
from pbp.config import Config


@click.command("export")
@click.argument("game")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--html", is_flag=True, help="Pages for a browser as well.")
@configured
def export(config: Config, game: str, folder: Path | None, html: bool) -> None:
    """Write what stood on the board of GAME into FOLDER (default: GAME-archive).

    board.mbox holds the posts as mails, record.json the public part of the record; with --html
    the pages of the web as files, from index.html on. Nothing secret gets in; of a game that goes
    on, only what is public now.
    """
    from pbp.files import whole_folder

    folder = folder or Path(f"{game}-archive")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        fail(f"{folder} is there already; an example: pbp export {game} {game}-archive-2")
    pieces = _pieces(config, game, html=html)
    try:
        with whole_folder(folder) as made:
            for name, content in pieces.items():
                (made / name).write_bytes(content)
    except OSError as error:
        fail(f"{folder} cannot be written: {error.strerror or error}")
    click.echo(f"written: {', '.join(str(folder / name) for name in pieces)}")


def _pieces(config: Config, game: str, *, html: bool) -> dict[str, bytes]:
    """Name → content of every file."""
    from pbp.post.clock import SystemClock
    from pbp.service.outgoing import about_of
    from pbp.service.public import Archive
    from pbp.service.referee import Referee
    from pbp.website import archive_of
    from pbp.wiring import renderer_of, settings_of

    store, _ = journal_of(config, game)
    with store:
        referee = Referee(store, settings_of(config), renderer_of(config))
        live = referee.loaded(game)
        if live.play.table.started is None:
            fail(f"game {game} has not started: there is nothing to export yet")
        about = about_of(live, referee.settings)
        names = referee.writer.names(about)
        archive = Archive(live.play.table, referee.writer.renderer, about, names)
        record = archive.record()
        pieces = {
            "board.mbox": archive.mbox(config.server.host),
            "record.json": json.dumps(record, ensure_ascii=False, indent=1).encode() + b"\n",
        }
        if html:
            pieces |= archive_of(config, referee, game, SystemClock().now())
    return pieces
