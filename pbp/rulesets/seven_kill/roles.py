"""`seven_kill`, the roles: whose night it is, who knows whom, which side is whose. S-1, S-2."""

from typing import Any

from pbp.game.clauses import clause
from pbp.game.table import Table

QISHA, POJUN, TANLANG, VILLAGER = "qisha", "pojun", "tanlang", "villager"

NIGHTS = ("tianfu", "tianliang", "tianji", "tiantong", "tianxiang", QISHA, QISHA)
"""Whose night each is, from N1 on; the seventh is the sure kill's (S-1.1)."""

NIGHT_LAST = len(NIGHTS)

KILLERS = NIGHTS[:6]
STARS = (POJUN, TANLANG)

KNOWS = {
    "tianfu": ("tianliang", QISHA),
    "tianliang": ("tianji", QISHA),
    "tianji": ("tiantong", QISHA),
    "tiantong": ("tianxiang", QISHA),
    "tianxiang": ("tianfu", QISHA),
    POJUN: (TANLANG,),
    TANLANG: (POJUN,),
}
"""Which roles are told to a role at the start, by name (S-1.2, S-2.1); to the others none."""

VILLAGERS = 9

CAMP_KILLERS, CAMP_GOOD = "killers", "good"


def starting_roles(options: dict[str, Any]) -> list[str]:
    """The seventeen roles that are dealt."""
    return [*KILLERS, *STARS, *[VILLAGER] * VILLAGERS]


def with_role(table: Table, *roles: str) -> list[str]:
    """Everybody who has one of these roles, dead or alive."""
    return [who for who in table.handles if table.role(who) in roles]


def living_with(table: Table, *roles: str) -> list[str]:
    """Everybody alive, as far as has been announced, who has one of these roles."""
    return [who for who in with_role(table, *roles) if table.is_alive(who)]


def living_good(table: Table) -> list[str]:
    """The living of the good side."""
    return [who for who in table.living() if table.role(who) not in KILLERS]


@clause("S-1.1")
def holder(table: Table, night: int) -> str | None:
    """The living killer whose night it is; None where he is out."""
    if not 1 <= night <= NIGHT_LAST:
        return None
    return next(iter(living_with(table, NIGHTS[night - 1])), None)


@clause("S-1.2", "S-2.1")
def acquaintances(table: Table, who: str) -> list[dict[str, str]]:
    """Whom a player's role knows: by name and role."""
    known = KNOWS.get(table.role(who), ())
    return [
        {"handle": other, "role": role}
        for role in known
        for other in with_role(table, role)
        if other != who
    ]
