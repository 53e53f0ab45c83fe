"""`three_lives`, what only its GM can do: replace a player (L-7.1), end a stuck game (L-9.5)."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused, running
from pbp.game.table import Table
from pbp.rulesets.three_lives.departures import may_be_replaced
from pbp.rulesets.three_lives.substitutes import replace


@clause("L-7.1", "L-7.4")
def replace_player(table: Table, law: Any, command: Command, at: datetime) -> Act:
    """Replace HANDLE: at once, if a substitute is on the list; else he is out at the close."""
    who = command.who
    if who not in table.players:
        return refused("unknown_handle", heard=who)
    if not running(table):
        return refused("no_phase")
    if not table.is_alive(who):
        return refused("is_dead", who=who)
    if who in table.replacing:
        return refused("is_being_replaced", who=who)
    replaced = may_be_replaced(table, who)
    yield from replace(table, {who: "leave" if who in table.leaves else "gm"}, at)
    closes = table.phases[-1].closes.isoformat()
    return Done(data={"who": who, "replaced": replaced, "closes": closes})


ACTS: dict[str, Callable[[Table, Any, Command, datetime], Act]] = {"replace": replace_player}
"""Word of mail.md → what it does."""
