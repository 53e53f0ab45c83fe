"""`three_lives`, the lives and the roles in them: L-1.1, L-2.1, L-5.5, L-5.6, L-9.1.

Who is where, who holds a right to kill, who has come to a life and who has died there; and how the
dead move on. Never says who dies.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.table import Table

LIVES = ("past", "present", "next")
"""In the order in which one is reborn; after the last comes the first."""

ROLES = {"plain": 5, "binder": 2, "healer": 2, "killer": 3, "wolf": 3}
"""Each role and how many have it, in each life (L-1.1)."""

SIDE_OF = {
    "plain": "villager",
    "binder": "villager",
    "healer": "villager",
    "killer": "killer",
    "wolf": "wolf",
}
"""Role → side, as an execution announces it (L-4.1)."""

CAMP_OF = {"villager": "villagers", "killer": "killers", "wolf": "wolves"}
"""Side → the name of its camp in a life (L-1.1)."""

HUNTERS = ("killer", "wolf")
"""The roles that kill, each for its own side (L-2)."""

GUARDS = {"bind": ("binder", "killer", "binding"), "heal": ("healer", "wolf", "healing")}
"""Order → who may give it, whose attack it turns away, what kills when it misses twice (L-3)."""


@clause("L-5.5")
def life_after(life: str) -> str:
    """Past → present → next → past."""
    return LIVES[(LIVES.index(life) + 1) % len(LIVES)]


def role_in(table: Table, who: str, life: str | None) -> str:
    """A player's role in a life."""
    return table.players[who].seat.lives[life or ""]


def side_in(table: Table, who: str, life: str) -> str:
    """A player's side in a life."""
    return SIDE_OF[role_in(table, who, life)]


@clause("L-9.1", "L-7.3")
def is_dead_in(table: Table, who: str, life: str) -> bool:
    """Whether a player is dead in a life; who has not yet come to it is not."""
    player = table.players[who]
    return life in player.died_in or not player.alive


@clause("L-5.6")
def has_just_died(table: Table, who: str) -> bool:
    """Whether a player has died in the life in which he still is, before he moves on."""
    player = table.players[who]
    return player.life in player.died_in


def dies_for_good(table: Table, who: str) -> bool:
    """Whether one more death is a player's last."""
    player = table.players[who]
    return len(player.died_in) + 1 == len(player.seat.lives)


def camps() -> list[tuple[str, str]]:
    """The nine camps, as life and side."""
    return [(life, side) for life in LIVES for side in CAMP_OF]


def camp_name(life: str, side: str) -> str:
    """A camp as the record names it."""
    return f"{life}.{CAMP_OF[side]}"


def members(table: Table, life: str, side: str) -> list[str]:
    """Everybody of a camp, wherever and whether alive."""
    return [who for who in table.handles if side_in(table, who, life) == side]


@clause("L-2.1")
def holder(table: Table, life: str, role: str) -> str | None:
    """Of the killers (wolves) in this life, the one who arrived first holds the right to kill."""
    here = [who for who in table.living(life) if role_in(table, who, life) == role]
    return min(here, key=lambda who: table.players[who].place[life], default=None)


def holders(table: Table) -> list[tuple[str, str, str]]:
    """Everybody who holds a right to kill: life, role, handle."""
    found = [(life, role, holder(table, life, role)) for life in LIVES for role in HUNTERS]
    return [(life, role, who) for life, role, who in found if who is not None]


@clause("L-2.1", "L-5.5")
def arrive(
    table: Table, who_where: list[tuple[str, str]], at: datetime, when: str
) -> Iterator[f.AnyFact]:
    """Players come to lives at one announcement; those who come together are ordered by lot.

    The order is nobody's to know: it tells who will kill after whom.
    """
    by_lot = table.dice.shuffled(table.handles, f"arrival/{when}")

    def turn(pair: tuple[str, str]) -> tuple[bool, int, int]:
        given = table.players[pair[0]].seat.arrival
        return given is None, given or 0, by_lot.index(pair[0])

    for who, life in sorted(who_where, key=turn):
        place = 1 + sum(life in player.place for player in table.players.values())
        yield f.Arrived(at=at, who=who, life=life, place=place)


@clause("L-5.5", "L-5.6")
def reborn(table: Table, closed: str) -> list[tuple[str, str]]:
    """Who died at a close and is in another life from then on, in roster order; with that life."""
    died = {d.who: d.life for d in table.deaths if d.phase == closed and d.life is not None}
    return [
        (who, life_after(life))
        for who in table.handles
        if (life := died.get(who)) is not None and table.is_alive(who)
    ]
