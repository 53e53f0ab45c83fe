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


def is_of_another(table: Table, ordered: Ordered) -> bool:
    """Whether 确认 answers a preview after which another one was shown: that would be done."""
    kept = table.notes.get(confirmed_by(table, ordered), ())
    if not ordered.answers or not kept or kept[0].get("mail", 0) in (0, ordered.answers):
        return False
    answered = [n for n in table.notices if n.kind == "desk" and n.mail == ordered.answers]
    rows = [row for notice in answered for row in notice.data["rows"]]
    previews = any(notice.data["what"] == "preview" for notice in answered)
    return previews or any(row["data"].get("pending") for row in rows)


def as_shown(
    table: Table,
    commands: Sequence[Command],
    waits: Sequence[int],
    seen: foreseen.Foreseen,
    mail: int,
) -> list[Command]:
    """The commands at these places, with the mail that brought them and what was shown of each."""
    return [
        replace(commands[place], mail=mail, shown=foreseen.mark(table, seen.get(place)))
        for place in waits
    ]


def note(commands: Sequence[Command], at: datetime, key: str) -> f.Noted:
    """What waits now."""
    kept = [msgspec.to_builtins(replace(command, confirmed="")) for command in commands]
    return f.Noted(at=at, key=key, value=kept)
