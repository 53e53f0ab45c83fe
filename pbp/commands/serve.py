"""`pbp serve`: mail in, clock, mail out; goes on exactly where it was stopped."""

import asyncio
import errno
import importlib
import logging
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbp import logs
from pbp.commands.common import configured, fail
from pbp.commands.game import command_new_game, command_resume_game
from pbp.commands.gm import command_desk, command_gm
from pbp.commands.importing import command_import
from pbp.commands.restore import command_resume
from pbp.config import Config, ConfigError, ConfigProblem
from pbp.configfile import line_of

if TYPE_CHECKING:
    from pbp.post.doors import DoorShut
    from pbp.server import Server
    from pbp.website import Website

log = logging.getLogger("pbp.serve")


@click.command("serve")
@click.option(
    "--show",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Print this file once mail is taken.",
)
@configured
def serve(config: Config, show: Path | None) -> None:
    """Take mail, keep the clock, send mail, until SIGTERM or Ctrl-C."""
    from pbp.files import private_files
    from pbp.post.clock import SystemClock
    from pbp.post.doors import DoorShut
    from pbp.post.logins import LoginsBroken
    from pbp.server import Server
    from pbp.wiring import open_store

    logs.configure(config.log.format, config.log.level)
    with private_files(), open_store(config) as store:
        try:
            server = Server(config, store, SystemClock())
        except LoginsBroken as error:
            fail(f"intake.submission.users cannot be read: {error}")
        server.on_command("game_new", command_new_game)
        server.on_command("game_resume", command_resume_game)
        server.on_command("gm", command_gm)
        server.on_command("desk", command_desk, note=False)
        server.on_command("resume", command_resume)
        server.on_command("signup_import", command_import)
        try:
            asyncio.run(_run(server, config, show))
        except DoorShut as shut:
            raise _problem(config, shut) from shut


async def _website(config: Config, server: "Server") -> "Website | None":
    """The board on the web, started; None where it is off, or cannot be: mail goes on without."""
    if not config.web.enabled:
        return None
    await asyncio.to_thread(_load_board, server)
    from pbp.website import NoBoard, Website

    try:
        site = Website(config, server)
    except NoBoard as error:
        log.error("no board on the web: error=%s", error)
        return None
    await site.start()
    return site


def _load_board(server: "Server") -> None:
    """Load what the board needs, after the referee: mail is taken meanwhile."""
    server.load()
    importlib.import_module("pbp.website")


async def _watchdog(server: "Server") -> None:
    """Tell systemd that we live, as long as the referee goes on."""
    from pbp.post.notify import notify, watchdog_seconds

    seconds = watchdog_seconds()
    while seconds is not None:
        if server.vitals.is_alive:
            notify("WATCHDOG=1")
        await asyncio.sleep(seconds)


async def _run(server: "Server", config: Config, show: Path | None) -> None:
    from pbp.post.notify import notify
    from pbp.service.restored import is_held

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    await server.start()
    doors = _doors(config).replace("port 0", f"port {server.port}")
    site = await _website(config, server)
    if site is not None:
        doors += f"; {_board(config, site)}"
    if server.no_figures:
        doors += f"; {_no_figures(config, server)}"
    server.doors = doors
    if is_held(server.store):
        doors += "; held: nothing is read or sent before pbp resume"
    click.echo(f"listening on {doors}; Ctrl-C stops it")
    if show is not None:
        click.echo(show.read_text("utf-8").rstrip("\n"))
    notify(f"READY=1\nSTATUS=listening on {doors}")
    dog = asyncio.create_task(_watchdog(server))
    try:
        await stopped.wait()
    finally:
        notify("STOPPING=1")
        dog.cancel()
        if site is not None:
            await site.stop()
        await server.stop()
    click.echo("stopped; nothing is lost")


def _board(config: Config, site: "Website") -> str:
    """Where the board is, or why it is not."""
    web = config.web
    if not site.trouble:
        return f"the board: http://{web.listen}:{site.port}"
    where = f"{web.listen} port {web.port}"
    return f"no board, for {where} is not to be had: {site.trouble} (see web.port)"


def _no_figures(config: Config, server: "Server") -> str:
    where = f"{config.metrics.listen} port {config.metrics.port}"
    return f"no figures, for {where} is not to be had: {server.no_figures} (see metrics.port)"


def _problem(config: Config, shut: "DoorShut") -> ConfigError:
    """Which key names the door that cannot be opened, why it is so, and what to do."""
    from pbp.post.doors import why_shut

    if shut.name == "control":
        why = str(shut.error.strerror or shut.error)
        found = f"the path is too long for a socket ({why})" if "too long" in why else why
        where = str(config.data_path())
        return ConfigError((ConfigProblem(where, 0, "server.data", found, "a shorter path"),))
    door = getattr(config.intake, shut.name)
    if socket := getattr(door, "socket", None):
        key, written, why = "socket", socket, shut.error.strerror or str(shut.error)
    else:
        key, written, why = "port", door.port, why_shut(shut.error, door.port)
    stop = "stop it, or " if shut.error.errno == errno.EADDRINUSE else ""
    said = f"found {written}; {why}; {stop}write another {key}"
    place = ("intake", shut.name, key)
    line = line_of(Path(config.file), place)
    return ConfigError((ConfigProblem(config.file, line, ".".join(place), said),))


def _doors(config: Config) -> str:
    """The ways in, as a person would name them."""
    ways, found = config.intake, []
    if ways.smtp.enabled:
        found.append(f"{ways.smtp.listen} port {ways.smtp.port}")
    if ways.submission.enabled:
        found.append(f"{ways.submission.listen} port {ways.submission.port} (logins)")
    if ways.lmtp.enabled:
        where = ways.lmtp.socket or f"{ways.lmtp.listen} port {ways.lmtp.port}"
        found.append(f"{where} (LMTP)")
    if ways.imap.enabled:
        found.append(f"the mailbox {ways.imap.login} at {ways.imap.host}")
    return ", ".join(found) or "nothing"
