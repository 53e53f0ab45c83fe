"""`seven_kill`, the killers: S-1 and S-3. Who may kill in which night, and whom the kill strikes.

Whether an order may be given; at the end of the night whom it kills, and what follows where there
is none. What the pair of stars does against it is in stars.py.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Order, Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.seven_kill.roles import (
    KILLERS,
    NIGHT_LAST,
    QISHA,
    STARS,
    holder,
    living_good,
    living_with,
)

# -- S-1 The kill of the night ------------------------------------------------------------------


def night_of(order: Order) -> int:
    """The number of the night for which an order is."""
    return int(order.phase[1:])


@clause("S-1.3")
def objections_to_kill(table: Table, order: Order) -> Iterator[str]:
    """One killer a night, for one of the living, never for himself; the last night is no kill's."""
    if table.role(order.actor) not in KILLERS:
        yield "wrong_role"
    if holder(table, night_of(order)) != order.actor:
        yield "not_holder"
    elif night_of(order) == NIGHT_LAST:
        yield "wrong_phase"
    if order.actor in order.targets:
        yield "self_target"
    if any(not table.is_alive(who) for who in order.targets):
        yield "bad_target"


@clause("S-1.3", "S-3")
def may_not_waive(table: Table, order: Order) -> Iterator[str]:
    """The killer of a night may not waive his kill."""
    if holder(table, night_of(order)) == order.actor:
        yield "not_permitted"


# -- S-3 The sure kill --------------------------------------------------------------------------


@clause("S-3")
def names_needed(table: Table) -> int:
    """As many persons as there are of the two stars alive."""
    return len(living_with(table, *STARS))


@clause("S-3")
def objections_to_sure_kill(table: Table, order: Order) -> Iterator[str]:
    """Qisha alone, in the last night alone; exactly so many different persons who live."""
    if table.role(order.actor) != QISHA:
        yield "wrong_role"
    if night_of(order) != NIGHT_LAST:
        yield "wrong_phase"
    if order.actor in order.targets:
        yield "self_target"
    named = set(order.targets)
    dead = any(not table.is_alive(who) for who in named)
    if dead or len(named) != len(order.targets) or len(named) != names_needed(table):
        yield "bad_target"


# -- the end of the night -----------------------------------------------------------------------


@clause("S-1.3", "S-3")
def kill_of(table: Table, night: Phase) -> Order | None:
    """The order of the night's killer, if it stands with a sufficient declaration."""
    for order in table.standing_orders(night.id):
        if order.kind in ("kill", "sure_kill"):
            return order if _is_declared(table, order) else None
    return None


def _is_declared(table: Table, order: Order) -> bool:
    """Whether the declaration is long enough; with `declaration_min` 0 none is needed."""
    if not table.options["declaration_min"]:
        return True
    declaration = table.declaration(order.phase, order.actor)
    return declaration is not None and declaration.enough


@clause("S-1.3", "S-3")
def struck_down(table: Table, order: Order, sealed: set[str]) -> tuple[str, ...]:
    """Whom the kill strikes: no killer ever; nobody where the killer is sealed, but on N7."""
    if order.kind == "kill" and order.actor in sealed:
        return ()
    return tuple(who for who in order.targets if table.role(who) not in KILLERS)


@clause("S-1.4", "C-7.1")
def missed(table: Table, night: Phase, at: datetime, who: str) -> Iterator[f.AnyFact]:
    """No valid order with declaration: a warning that nobody else hears of, and the GM is told."""
    for order in table.standing_orders(night.id):
        if order.actor == who and order.kind in ("kill", "sure_kill"):
            yield f.OrderEnded(at=at, order=order.id, how="forfeited")
    ordered = any(o.actor == who and o.state == "forfeited" for o in _kills(table, night))
    why = "no_declaration" if ordered else "missed_kill"
    yield from kit.warn(table, who, night.id, at, why, secret=True)
    yield kit.notice("kill_missed", who, night.id, at, {"why": why, "warned": True})
    about = {"what": "kill_missed", "from": who, "why": why, "text": ""}
    yield f.Notified(at=at, kind="message", to="gm", phase=night.id, data=about)


def _kills(table: Table, night: Phase) -> list[Order]:
    return [o for o in table.orders.values() if o.phase == night.id and o.kind != "pass"]


@clause("S-1.4")
def drawn_instead(table: Table, night: Phase, sealed: set[str]) -> tuple[str, ...]:
    """`missed_kill: random`: living good players by lot, as many as the order would have named.

    A killer who is sealed kills nobody this way either; the sure kill cannot be sealed.
    """
    who = holder(table, night.number)
    sure = night.number == NIGHT_LAST
    if table.options["missed_kill"] != "random" or (who in sealed and not sure):
        return ()
    number = names_needed(table) if sure else 1
    drawn = table.dice.shuffled(living_good(table), f"missed_kill/{night.id}")
    return tuple(sorted(drawn[:number], key=table.handles.index))
