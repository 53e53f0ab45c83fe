"""`prayer`, the night: P-1.2, P-1.4, P-2 and what P-3.2 and P-6 add to its close."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.prayer.roles import KILLERS, living_killers

PRAYERS_MIN = 2
"""One prayer alone never works (P-2.2)."""

# -- P-2 and the close of a night -------------------------------------------------------------


@clause("P-2.2")
def prayers_needed(villagers_living: int, killers_living: int) -> int:
    """N = ceil(living villagers / living killers), and never below 2."""
    return max(PRAYERS_MIN, -(-villagers_living // max(killers_living, 1)))


@clause("P-2.2", "P-2.3", "P-2.4")
def saved_by_prayer(table: Table, night: Phase) -> set[str]:
    """Everybody for whom at least n villagers prayed; counted on those living as the night ends."""
    alive = len(living_killers(table))
    needed = prayers_needed(len(table.living()) - alive, alive)
    prayers: dict[str, int] = {}
    for order in table.standing_orders(night.id):
        if order.kind == "pray":
            prayers[order.targets[0]] = prayers.get(order.targets[0], 0) + 1
    return {who for who, number in prayers.items() if number >= needed}


@clause("P-1.2")
def struck_down(table: Table, night: Phase) -> set[str]:
    """Whom the killers' standing order names."""
    return {o.targets[0] for o in table.standing_orders(night.id) if o.kind == "kill"}


@clause("P-1.2", "P-2.2", "C-4.1")
def close_of_night(table: Table, night: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """All at once: prayers and the kill count, then who is out, then one post."""
    killed = struck_down(table, night) - saved_by_prayer(table, night)
    for order in table.standing_orders(night.id):
        if order.kind != "pass":
            yield f.OrderCounted(at=at, order=order.id)
    out = kit.due_out(table, at)
    dead = []
    for who in table.living():
        if who in killed or who in out:
            yield from dies(table, night, at, who, killed=who in killed, out=out.get(who))
            dead.append(_as_announced(table, who))
    said = [declared for who in killed for declared in _declarations(table, night, who)]
    yield kit.post("dawn", night.id, at, {"dead": dead, "declarations": said})


@clause("P-6.1", "P-6.3", "P-3.2", "C-7.3")
def dies(
    table: Table, phase: Phase, at: datetime, who: str, *, killed: bool, out: str | None
) -> Iterator[f.AnyFact]:
    """A victim's role is announced; who is only out keeps his, unless the option says otherwise."""
    causes = [cause for cause in ("kill" if killed else None, out) if cause is not None]
    shown = table.options["reveal_night_deaths" if killed else "reveal_disqualified"]
    revealed = table.role(who) if shown else None
    if out is not None and not killed:
        yield from kit.put_out(who, phase.id, out, at)
    yield kit.die(phase.id, who, causes, at, revealed)


def _as_announced(table: Table, who: str) -> dict[str, Any]:
    death = table.deaths[-1]
    return {"who": who, "causes": death.causes, "role": death.revealed}


@clause("P-1.4", "C-2.7")
def _declarations(table: Table, night: Phase, victim: str) -> list[str]:
    """The declaration of the member whose order stands; a mate's repetition adds his if none."""
    orders = [o for o in table.slot_orders(night.id, KILLERS) if o.targets == (victim,)]
    standing = [o for o in orders if o.state == "standing"]
    repeated = [o for o in orders if o.state == "repeated"]
    for order in standing + repeated:
        declaration = table.declaration(night.id, order.actor)
        if declaration is not None and declaration.published:
            return [declaration.published]
    return []
