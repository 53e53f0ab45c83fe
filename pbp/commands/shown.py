"""What commands show to people: tables that lose nothing, and times on a game's own clock.

Must never cut a cell short: at a terminal it goes on in the next line, in a pipe a line is as long
as it must be.
"""

from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from rich.table import Table

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

LINE_MAX = 100_000
"""Columns that a line in a pipe may have: more than any cell of ours."""


def show_table(table: "Table") -> None:
    """Print a table on standard output."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = LINE_MAX
    for column in table.columns:
        column.overflow = "fold"
    console.print(table)


def local_time(at: datetime, zone: str) -> str:
    """An instant on the clock of a zone, to the minute, with the weekday and the zone (C-2.2)."""
    there = at.astimezone(ZoneInfo(zone))
    return f"{WEEKDAYS[there.weekday()]} {there:%Y-%m-%d %H:%M} {zone}"
