"""`pbp serve`: mail in, clock, mail out; goes on exactly where it was stopped."""

import asyncio
import logging
import signal

import click

from pbp.commands.common import configured, fail
from pbp.commands.game import command_new_game
from pbp.commands.gm import command_gm
from pbp.config import Config


@click.command("serve")
@configured
def serve(config: Config) -> None:
    """Take mail, keep the clock, send mail, until SIGTERM or Ctrl-C."""
    from pbp.post.clock import SystemClock
    from pbp.server import Server
    from pbp.wiring import open_store

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    with open_store(config) as store:
        server = Server(config, store, SystemClock())
        server.on_command("game_new", command_new_game)
        server.on_command("gm", command_gm)
        try:
            asyncio.run(_run(server, config))
        except OSError as error:
            smtp = config.intake.smtp
            fail(f"cannot listen on {smtp.listen} port {smtp.port}: {error.strerror or error}")


async def _run(server: "object", config: Config) -> None:
    from pbp.server import Server

    assert isinstance(server, Server)  # noqa: S101
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    await server.start()
    click.echo(f"listening on {config.intake.smtp.listen} port {server.port}; Ctrl-C stops it")
    try:
        await stopped.wait()
    finally:
        await server.stop()
    click.echo("stopped; nothing is lost")
