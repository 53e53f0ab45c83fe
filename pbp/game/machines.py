"""Automatic mail: never acted on, never answered, never published (mail.md, What comes back).

One that holds a live token and a command that can be read is put to the GM, who alone can make it
count; all other is shown to him once a sender and day.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game import questioning
from pbp.game.hearing import Heard
from pbp.game.intents import POST_KINDS
from pbp.game.table import Table

LOOP = "loop"
"""Our own mail that comes back: it is full of our own words, and is never put to anybody."""

NO_COMMANDS = (*POST_KINDS, "ask", "to_gm", "confirm")
"""Readings that a machine's words may well have: they would change nothing, or anything."""


def ask_gm(table: Table, heard: Heard, n: int) -> Iterator[f.AnyFact]:
    """Looks automatic, but a live token and a command are in it: the GM decides."""
    commands = [r for r in heard.understood.readings if r.kind not in NO_COMMANDS]
    if not (heard.certain and heard.seated) or heard.machine == LOOP:
        return
    if not commands or heard.understood.problem or table.ended is not None:
        return
    due = max(table.phases[-1].closes, heard.at) if table.phases else heard.at
    yield questioning.ask(
        table,
        heard.at,
        "machine",
        "let be",
        due,
        "count",
        "let be",
        who=heard.sender,
        n=n,
        text=heard.text[:500],
    )


def rows(table: Table, since: datetime) -> list[dict[str, Any]]:
    """Automatic mail since then, one row a sender and day of the game's calendar."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for mail in table.mails.values():
        if mail.code != "automatic" or mail.at < since:
            continue
        day = mail.at.astimezone(table.zone).date().isoformat()
        row = found.setdefault(
            (mail.sender, day), {"who": mail.sender, "n": mail.n, "at": mail.at.isoformat()}
        )
        row["count"] = row.get("count", 0) + 1
    return list(found.values())
