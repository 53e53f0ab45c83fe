"""Which orders still stand when a night falls, ends or is skipped: C-2.5, C-2.6, C-2.3."""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.law import Law
from pbp.game.nouns import Order
from pbp.game.orders import cut_offs, end_slot
from pbp.game.table import REVIVABLE, Table
from pbp.game.verdicts import first


@clause("C-2.5")
def recheck(table: Table, law: Law, night: str, at: datetime) -> Iterator[f.AnyFact]:
    """At nightfall every order that came by day is looked at once more."""
    for order in table.standing_orders(night):
        yield from settle_senders(table, order, at)
        if table.is_alive(order.actor) and not _sender_acts(table, order):
            yield _dropped(table, order, "wrong_life", at)
    for order in table.standing_orders(night):
        code = first(law.objections(table, order))
        if code is not None:
            yield from end_slot(table, order, "dropped", at)
            yield _dropped(table, order, code, at)


def _dropped(table: Table, order: Order, code: str, at: datetime) -> f.Notified:
    """A living sender is told, in the life in which he is."""
    return f.Notified(
        at=at,
        kind="order_refused",
        to=order.actor,
        phase=order.phase,
        life=table.players[order.actor].life,
        audience=(order.actor,),
        data={
            "order": order.kind,
            "targets": order.targets,
            "code": code,
            **cut_offs(table, order.phase),
        },
    )


@clause("C-2.6")
def settle_senders(table: Table, order: Order, at: datetime) -> Iterator[f.AnyFact]:
    """Where a standing order's sender is dead, the latest by a living member stands instead."""
    if _sender_acts(table, order):
        return
    yield f.OrderEnded(at=at, order=order.id, how="dropped")
    living = [
        o
        for o in table.slot_orders(order.phase, order.slot, order.life)
        if o.state in REVIVABLE and _sender_acts(table, o)
    ]
    if living:
        yield f.OrderRepeated(at=at, order=_first_of_run(living).id)


def _first_of_run(orders: list[Order]) -> Order:
    """The order that stands is the first of the last run of equal ones; the rest repeat it."""
    chosen = orders[-1]
    for order in reversed(orders):
        if (order.kind, order.targets) != (chosen.kind, chosen.targets):
            break
        chosen = order
    return chosen


def _sender_acts(table: Table, order: Order) -> bool:
    player = table.players[order.actor]
    return player.alive and player.life == order.life


def standing_at_end(table: Table, night: str, at: datetime) -> Iterator[f.AnyFact]:
    """What stands when the night ends is by senders who are still in the game (C-2.6)."""
    for order in table.standing_orders(night):
        yield from settle_senders(table, order, at)


def lapse(table: Table, night: str, at: datetime) -> Iterator[f.AnyFact]:
    """Orders for a night that is skipped lapse; a living sender is told (C-2.3)."""
    for order in table.standing_orders(night):
        yield f.OrderEnded(at=at, order=order.id, how="lapsed")
        if table.is_alive(order.actor):
            yield f.Notified(
                at=at,
                kind="order_refused",
                to=order.actor,
                phase=night,
                life=order.life,
                audience=(order.actor,),
                data={"order": order.kind, "targets": order.targets, "code": "lapsed"},
            )
