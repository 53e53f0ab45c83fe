"""`pbp forget ADDRESS`: an owner goes from all games that are over; the record stays."""

from typing import Any

import click

from pbp.commands.common import configured, fail
from pbp.config import Config


@click.command("forget")
@click.argument("address")
@click.option("--finished-only", is_flag=True, help="Though he still plays: in the others.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@configured
def forget(config: Config, address: str, finished_only: bool, yes: bool) -> None:
    """Remove an owner's addresses, names and raw mails from games that are over.

    Where he stood, a pseudonym stands. It cannot be undone. The server must be stopped. While he
    plays, or a mail of the game still waits to be sent, nothing is done.
    """
    from pbp.service import forgetting
    from pbp.wiring import JOURNAL, open_store

    if address.count("@") != 1 or address.strip("@ ") != address:
        fail(f"{address} is no address; an example: pbp forget wang@example.org")
    if not (config.data_path() / JOURNAL).exists():
        fail(f"there is no journal in {config.data_path()}")
    with open_store(config) as store:
        found = list(forgetting.games_of(store, address))
        over = [row for row in found if forgetting.is_over(store, row)]
        going_on = [row.id for row in found if row not in over]
        if going_on and not finished_only:
            fail(
                f"{address} is still in {', '.join(going_on)}; when that is over, again: "
                f"pbp forget {address} (or now, in the others: --finished-only)"
            )
        names = ", ".join(row.id for row in over) or "no game"
        if not yes and not click.confirm(f"Forget {address} in {names}? It cannot be undone"):
            fail("nothing was done")
        dropped = _forgotten(config, store, address, over)
    if not found and not dropped:
        click.echo(f"nothing is kept of {address} (is it written rightly?)")
        return
    _forget_on_the_web(config)
    click.echo(f"forgotten in {names}; raw mails dropped: {dropped}")
    for game in going_on:
        click.echo(f"{game} goes on: there he is known until it is over")
    click.echo("what was mailed or published before, and older backups, still name him")


def _forgotten(config: Config, store: Any, address: str, over: list[Any]) -> int:
    """Write those games without him, all in one; how many raw mails went."""
    from pbp.audit import audit_game
    from pbp.post.clock import SystemClock
    from pbp.service import forgetting
    from pbp.wiring import new_secret, referee_of, settings_of

    referee, now, games = referee_of(config, store), SystemClock().now(), []
    for row in over:
        person = forgetting.person_in(referee.loaded(row.id), address, new_secret().hex()[:8])
        followed = audit_game(store, row, settings_of(config)).first_difference is None
        games.append(forgetting.rewritten(store, row, person, now, followed=followed))
    dropped: int = store.forget(address, games)
    return dropped


def _forget_on_the_web(config: Config) -> None:
    """The public view is made anew from the record at the next start."""
    from pbp.board.file import remove
    from pbp.website import board_path

    remove(board_path(config))
