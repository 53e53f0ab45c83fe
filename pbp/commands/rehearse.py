"""`pbp game new --rehearse`: what the players will get, before there are any."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from pbp.commands.common import fail
from pbp.config import Config
from pbp.service.setup import Setup

if TYPE_CHECKING:
    from pbp.demo.rehearsal import Rehearsed

DAY = timedelta(days=1)


def rehearse(config: Config, made: Setup, folder: Path | None, mail_to_me: bool) -> None:
    """Play the set-up with bots; the mails go into a folder, and to the GM if he wants them.

    Ends with status 2 where it cannot be.
    """
    import logging

    from rich.console import Console

    from pbp.demo.rehearsal import rehearse as play

    folder = folder or Path(f"rehearsal-{made.ruleset}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        fail(f"{folder} is there already; an example: --into {folder}-2")
    folder.mkdir(parents=True, exist_ok=True)
    logging.getLogger("pbp").setLevel(logging.CRITICAL)
    with Console(stderr=True).status("rehearsing") as status:

        def told(now: datetime) -> None:
            days = (now - made.starts).days + 1
            status.update(f"rehearsing: day {days}")

        left = play(config, made, folder, told)
    _show(left, folder)
    if mail_to_me:
        _mail(config, left)
    raise SystemExit(0 if left.is_sound and left.state != "unfinished" else 1)


def _show(left: "Rehearsed", folder: Path) -> None:
    """Who played what, and where his mails are."""
    from rich.table import Table

    from pbp.commands.shown import show_table

    table = Table("handle", "role", "private mails", "all mails", "mailbox")
    for player in left.players:
        numbers = (str(player.private), str(player.mails))
        table.add_row(player.handle, player.role, *numbers, player.folder)
    show_table(table)
    boxes = folder / "mailboxes"
    click.echo(f"the game: {_outcome(left)}")
    same = (
        "the same comes of its mails once more" if left.is_sound else "SOMETHING ELSE comes of it"
    )
    click.echo(f"audit: {same}")
    click.echo(
        f"all mails: {boxes} (nobody was written to); each mailbox is a Maildir, a mail a file:"
    )
    click.echo(f"  a player's letters: {boxes / left.players[0].folder / 'new'}")
    click.echo(f"  yours, as the GM:   {boxes / left.gm / 'new'}")


def _outcome(left: "Rehearsed") -> str:
    """Who won, and how long it took."""
    camps = ", ".join(left.winners)
    ends = {"won": f"won by {camps}", "draw": f"a draw of {camps}" if camps else "a draw"}
    how = ends.get(left.state, left.state)
    nights = "1 night" if left.nights == 1 else f"{left.nights} nights"
    return f"{how}, in {left.phase}; {nights}, {_span(left.took)} from the first to the end"


def _span(took: timedelta) -> str:
    """A length of time in the unit that fits it."""
    for unit, length in (("days", DAY), ("hours", timedelta(hours=1))):
        if took >= 2 * length:
            return f"{took / length:.1f} {unit}"
    return f"{took / timedelta(minutes=1):.0f} minutes"


def _mail(config: Config, left: "Rehearsed") -> None:
    """Every private mail and one copy of each post to the GM's own mailbox, by the usual way."""
    from rich.console import Console
    from rich.progress import track

    from pbp.demo.rehearsal import to_show
    from pbp.post.transport import SendingTrouble
    from pbp.wiring import transport_of

    address, rows = config.gm.addresses[0], to_show(left.rows)
    transport = transport_of(config)
    try:
        for row in track(rows, "mailing", console=Console(stderr=True), transient=True):
            transport.send(replace(row, recipient=address, envelope_from=""))
    except SendingTrouble as trouble:
        fail(f"the mails could not be sent to {address}: {trouble}")
    finally:
        transport.close()
    click.echo(f"mailed to {address}: {len(rows)}")
