"""`prayer`, the two roles: who is a killer, who is a villager, who of them lives. P-1, P-2."""

from typing import Any

from pbp.game.table import Table

KILLER, VILLAGER = "killer", "villager"
KILLERS, VILLAGERS = "killers", "villagers"

PLAYERS_MIN = 5
"""With fewer there is hardly a game: the first night leaves one vote."""


def starting_roles(options: dict[str, Any]) -> list[str]:
    """The roles that are dealt: `killers` and `villagers` of the options."""
    return [KILLER] * options["killers"] + [VILLAGER] * options["villagers"]


def killers(table: Table) -> list[str]:
    """All killers, dead or alive."""
    return [who for who in table.handles if table.role(who) == KILLER]


def villagers(table: Table) -> list[str]:
    """All villagers, dead or alive."""
    return [who for who in table.handles if table.role(who) == VILLAGER]


def living_killers(table: Table) -> list[str]:
    """The killers who live, as far as has been announced."""
    return [who for who in killers(table) if table.is_alive(who)]
