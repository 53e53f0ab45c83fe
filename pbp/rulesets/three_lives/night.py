"""`three_lives`, the night: L-2 and L-3. Who attacks, who is guarded, who dies, what missed.

Everything is resolved at the end of the night at once (L-3.6): NIGHT is read from the orders that
stand, before anybody dies. Never announces which of the causes it was (L-4).
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Order, Phase
from pbp.game.table import Table
from pbp.game.text import length
from pbp.rulesets import kit
from pbp.rulesets.three_lives.lives import GUARDS, HUNTERS, LIVES, holder, role_in, side_in

CAUSE_OF = {"killer": "kill", "wolf": "wolf"}
"""Who attacks → the cause of the death."""

CAUSES = ("kill", "wolf", "binding", "healing")
"""Causes of death at night, in the order of the record."""


# -- L-2 Killers and wolves -------------------------------------------------------------------


@clause("L-2.4", "L-3.2", "L-2.6")
def is_declared(table: Table, order: Order) -> bool:
    """Whether an order to kill has its declaration: long enough, and not voided by the GM."""
    if not table.options["declaration_min"]:
        return True
    declaration = table.declaration(order.phase, order.actor, order.life)
    return declaration is not None and declaration.enough


@clause("L-2.4")
def forfeits(table: Table, night: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Without a declaration when the night ends the right is given up: this is no attack."""
    for order in table.standing_orders(night.id):
        if order.kind == "kill" and not is_declared(table, order):
            yield f.OrderEnded(at=at, order=order.id, how="forfeited")


@clause("L-3.2", "L-3.7")
def attacked(table: Table, night: str, life: str, role: str) -> set[str]:
    """Whom a killer (wolf) attacked that night: a valid order, whether or not it succeeded."""
    return {
        order.targets[0]
        for order in table.orders.values()
        if order.phase == night
        and order.life == life
        and order.kind == "kill"
        and order.effective
        and role_in(table, order.actor, life) == role
    }


@clause("L-2.3", "L-3.1")
def succeeds(table: Table, order: Order, guarded: set[str]) -> bool:
    """An attack fails on the guarded, and on one's own side; killing oneself works."""
    target, life = order.targets[0], order.life or ""
    if target in guarded:
        return False
    return target == order.actor or side_in(table, target, life) != side_in(
        table, order.actor, life
    )


@clause("L-2.4", "L-2.2")
def missed_kills(table: Table, night: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """A holder who ordered nothing or forfeited is told so; who passed is not. No warning."""
    for life in LIVES:
        for role in HUNTERS:
            who = holder(table, life, role)
            if who is None or table.standing(night.id, who, life) is not None:
                continue
            given = table.slot_orders(night.id, who, life)
            about: dict[str, Any] = {"why": "nothing", "warned": False}
            if any(order.state == "forfeited" for order in given):
                about |= {"why": "no_declaration", "missing": _missing(table, night, who, life)}
            yield kit.notice("kill_missed", who, night.id, at, about, life)


def _missing(table: Table, night: Phase, who: str, life: str) -> int:
    """How many characters a forfeited kill's declaration was short of; all, where it was voided."""
    declaration = table.declaration(night.id, who, life)
    needed = int(table.options["declaration_min"])
    return needed - (length(declaration.text) if declaration is not None else 0)


# -- L-3 Binders and healers ------------------------------------------------------------------


@clause("L-3.1")
def guards(table: Table, night: str, life: str, kind: str) -> list[Order]:
    """The bindings (healings) of a night in a life that took part."""
    return [
        order
        for order in table.orders.values()
        if order.phase == night and order.life == life and order.kind == kind and order.effective
    ]


@clause("L-3.3")
def missed_guards(table: Table, night: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Who bound (healed) somebody that no killer (wolf) attacked is told, and nobody else."""
    for life in LIVES:
        for kind, (_, hunter, cause) in GUARDS.items():
            hit = attacked(table, night.id, life, hunter)
            for order in guards(table, night.id, life, kind):
                if order.targets[0] not in hit:
                    about = {"target": order.targets[0]}
                    yield kit.notice(f"{cause}_missed", order.actor, night.id, at, about, life)


@clause("L-3.4", "L-3.5", "L-3.7")
def guarded_to_death(table: Table, night: Phase, life: str, kind: str) -> set[str]:
    """Whom one binder bound on this night and the one before, attacked by a killer on neither."""
    before = f"N{night.number - 1}"
    hunter = GUARDS[kind][1]
    spared = attacked(table, before, life, hunter) | attacked(table, night.id, life, hunter)
    last_time = {(order.actor, order.targets) for order in guards(table, before, life, kind)}
    return {
        order.targets[0]
        for order in guards(table, night.id, life, kind)
        if (order.actor, order.targets) in last_time and order.targets[0] not in spared
    }


# -- L-3.6 All at once ------------------------------------------------------------------------


@clause("L-3.6", "L-3.1")
def victims(table: Table, night: Phase, life: str) -> dict[str, list[str]]:
    """Who dies in a life that night, in roster order, and of what; several causes add up."""
    fatal: set[tuple[str, str]] = set()
    for kind, (_, hunter, cause) in GUARDS.items():
        guarded = {order.targets[0] for order in guards(table, night.id, life, kind)}
        for order in successes(table, night, life, hunter, guarded):
            fatal.add((order.targets[0], CAUSE_OF[hunter]))
        fatal |= {(who, cause) for who in guarded_to_death(table, night, life, kind)}
    return {
        who: causes
        for who in table.living(life)
        if (causes := [cause for cause in CAUSES if (who, cause) in fatal])
    }


def successes(table: Table, night: Phase, life: str, hunter: str, guarded: set[str]) -> list[Order]:
    """The attacks of a killer (wolf) that kill."""
    return [
        order
        for order in table.orders.values()
        if order.phase == night.id
        and order.life == life
        and order.kind == "kill"
        and order.effective
        and role_in(table, order.actor, life) == hunter
        and succeeds(table, order, guarded)
    ]


@clause("L-2.5")
def published(table: Table, night: Phase, life: str) -> list[str]:
    """Declarations of the attacks that killed; by victim, and then in an order that tells nothing.

    Two declarations for one victim stand in the order of their characters: it must not show which
    is the killer's.
    """
    found = []
    for kind, (_, hunter, _) in GUARDS.items():
        guarded = {order.targets[0] for order in guards(table, night.id, life, kind)}
        for order in successes(table, night, life, hunter, guarded):
            declaration = table.declaration(night.id, order.actor, life)
            if declaration is not None and declaration.published:
                number = table.players[order.targets[0]].seat.number
                found.append((number, declaration.published))
    return [text for _, text in sorted(found)]


def count_orders(table: Table, night: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Every order that stands takes part, but a pass."""
    for order in table.standing_orders(night.id):
        if order.kind != "pass":
            yield f.OrderCounted(at=at, order=order.id)
