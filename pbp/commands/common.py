"""What the subcommands share: the configuration, errors on standard error with exit status 2."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn

import click

from pbp.config import Config, ConfigError, load_config
from pbp.store import StoreBroken, StoreError, StoreInUse, StoreTooNew

config_option = click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    default=None,
    help="The configuration (default: config.yaml here, else the defaults).",
)


SECONDS = 5.0
"""How long a running server may take to say where it listens."""


def fail(message: str) -> NoReturn:
    """Say what is wrong on standard error and end with status 2."""
    click.echo(message, err=True)
    sys.exit(2)


def configured(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command its configuration, and turn known trouble into one clear line."""

    @config_option
    @wraps(command)
    def wrapped(config_file: Path | None, **given: Any) -> Any:
        try:
            config = load_config(config_file)
        except ConfigError as error:
            fail(str(error))
        try:
            return command(config, **given)
        except ConfigError as error:
            fail(str(error))
        except StoreInUse as error:
            fail(in_use(config, error.holder))
        except StoreTooNew:
            fail("this data folder was written by a newer pbp")
        except StoreBroken as error:
            fail(f"the journal cannot be used: {error}")
        except StoreError as error:
            fail(f"the journal cannot be read or written: {error}")

    return wrapped


def in_use(config: Config, holder: int) -> str:
    """What is said where another process has the journal: a server, or a command at work."""
    from pbp.post.control import NotRunning, ask
    from pbp.wiring import control_path

    folder, who = config.data_path(), f" (process {holder})" if holder else ""
    try:
        doors = ask(control_path(config), {"command": "doors"}, SECONDS).get("doors", "")
    except NotRunning:
        return f"another pbp command works on {folder}{who}; try again when it is done"
    where = f"; it listens on {doors}" if doors else ""
    stop = "Ctrl-C in its terminal" + (f", or: kill {holder}" if holder else "")
    return f"a server runs already on {folder}{who}{where}; to stop it: {stop}"


def journal_of(config: Config, game: str) -> Any:
    """The journal, read-only, and the game's row; ends with status 2 where there is none."""
    from pbp.wiring import JOURNAL, open_store

    if not (config.data_path() / JOURNAL).exists():
        fail(f"there is no journal in {config.data_path()}; make a game first: pbp game new FILE")
    store = open_store(config, read_only=True)
    row = store.game(game)
    if row is None:
        known = ", ".join(g.id for g in store.games()) or "none"
        store.close()
        fail(f"there is no game {game}; there are: {known}")
    return store, row


def carried_out(
    config: Config, asked: dict[str, Any], make: Callable[[dict[str, Any]], Any]
) -> dict[str, Any]:
    """Have a command carried out: by the server that runs, else here; it is written down.

    What follows from it is sent when a server runs.
    """
    from pbp.post.clock import SystemClock
    from pbp.post.control import NotRunning, ask, whoami
    from pbp.service.administering import administered
    from pbp.service.restored import HELD_COPY, RESUME, is_held
    from pbp.wiring import control_path, open_store, referee_of

    try:
        return ask(control_path(config), asked)
    except NotRunning:
        asked = {**asked, "by": whoami()}
    with open_store(config) as store:
        if is_held(store) and asked["command"] != RESUME:
            return {"error": HELD_COPY}
        work = administered(asked, make(asked), SystemClock().now)
        return work(referee_of(config, store))
