"""What was shown to the GM and waits for his 确认 (mail.md): under which note of the table.

What he himself was shown waits in one place, the last of it. What nothing vouches for waits under
its own mail's number: whoever forges his address takes the place of nothing.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.commands import Command, Ordered
from pbp.game.gm import foreseen
from pbp.game.table import Table

OWN = "unconfirmed"
"""The note of what he was shown last."""


def key_of(ordered: Ordered, mail: int) -> str:
    """Where the commands of a mail wait once they are shown."""
    return OWN if ordered.proved else f"{OWN} {mail}"


def confirmed_by(table: Table, ordered: Ordered) -> str:
    """Where that waits for which 确认 stands.

    What nothing vouches for is confirmed by an answer to its preview, or where nothing else waits.
    """
    named = f"{OWN} {ordered.answers}"
    unproved = [key for key in table.notes if key.startswith(f"{OWN} ") and table.notes[key]]
    if named in unproved:
        return named
    alone = not table.notes.get(OWN) and ordered.answers is None and len(unproved) == 1
    return unproved[0] if alone else OWN


def shown(table: Table, ordered: Ordered, how: str) -> list[Command]:
    """The commands for which 确认 stands, as confirmed."""
    kept = table.notes.get(confirmed_by(table, ordered), ())
    return [replace(msgspec.convert(one, Command), confirmed=how) for one in kept]


def note(table: Table, commands: Sequence[Command], at: datetime, key: str) -> f.Noted:
    """What waits now; what it would do was shown for the phases that there are."""
    kept = [
        replace(command, value=str(len(table.phases)), confirmed="")
        if command.word in foreseen.WORDS
        else command
        for command in commands
    ]
    return f.Noted(at=at, key=key, value=[msgspec.to_builtins(c) for c in kept])
