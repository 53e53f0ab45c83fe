"""`seven_kill`, Pojun and Tanlang: S-2. What the two may do together, and what it brings about.

They seal a killer at night; once in the game they save somebody from the vote. Nothing of either,
nor of what saves themselves, is ever told to anybody else.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game import nightfall
from pbp.game.clauses import clause
from pbp.game.nouns import Order, Phase
from pbp.game.table import Table
from pbp.rulesets.seven_kill.roles import STARS

PAIR, PAIR_BY_DAY = "stars", "stars by day"
"""The slots in which the orders of the two compete: one by night, one by day."""


# -- S-2.2 Sealing ------------------------------------------------------------------------------


@clause("S-2.2")
def objections_to_seal(table: Table, order: Order) -> Iterator[str]:
    """One of the two, for somebody who lives."""
    yield from _objections(table, order)


@clause("S-2.2")
def sealed(table: Table, night: Phase) -> set[str]:
    """Whom the pair's standing order names."""
    return {o.targets[0] for o in table.standing_orders(night.id) if o.kind == "seal"}


# -- S-2.3 Immunity -----------------------------------------------------------------------------


@clause("S-2.3")
def objections_to_immunity(table: Table, order: Order) -> Iterator[str]:
    """One of the two, by day alone, once in the game."""
    running, _ = table.before(order.at)
    if running is None or running.kind not in ("day", "runoff"):
        yield "wrong_phase"
    if used_up(table):
        yield "used_up"
    yield from _objections(table, order)


@clause("S-2.3")
def used_up(table: Table) -> bool:
    """Whether an immunity was in force when a day and its run-off were over."""
    return any(o.kind == "immunity" and o.effective for o in table.orders.values())


@clause("S-2.3", "C-2.6")
def use_up(table: Table, day: str, at: datetime) -> Iterator[f.AnyFact]:
    """At the end of a day or its run-off the standing immunity is used up, whatever it did."""
    yield from nightfall.standing_at_end(table, day, at)
    for order in table.standing_orders(day):
        if order.kind == "immunity":
            yield f.OrderCounted(at=at, order=order.id)


@clause("S-2.3", "S-2.4")
def stays(table: Table, who: str, day: str) -> bool:
    """Whether somebody who has most votes is not out: a star, or whom the stars named."""
    immune = {o.targets[0] for o in table.standing_orders(day) if o.kind == "immunity"}
    return table.role(who) in STARS or who in immune


def _objections(table: Table, order: Order) -> Iterator[str]:
    if table.role(order.actor) not in STARS:
        yield "wrong_role"
    if any(not table.is_alive(who) for who in order.targets):
        yield "bad_target"
