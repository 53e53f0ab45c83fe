"""`prayer`, the account: why a phase came out as it did, clause by clause, for GM and players."""

from typing import Any

from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.rulesets.prayer.night import prayers_needed
from pbp.rulesets.prayer.roles import KILLER, KILLERS


def account(table: Table, phase: Phase) -> list[dict[str, Any]]:
    """Rows of {clause, what, …}; the words stand in templates (account.txt)."""
    rows = _night(table, phase) if phase.kind == "night" else _vote(table, phase)
    for death in table.deaths:
        if death.phase == phase.id:
            rows.append(
                {
                    "clause": "P-6.1" if "kill" in death.causes else "C-7.3",
                    "what": "death",
                    "who": death.who,
                    "causes": death.causes,
                    "revealed": death.revealed,
                }
            )
    return rows


def _night(table: Table, night: Phase) -> list[dict[str, Any]]:
    alive = _lived_in(table, night)
    killing = sum(1 for w in alive if table.role(w) == KILLER)
    needed = prayers_needed(len(alive) - killing, killing)
    orders = [o for o in table.orders.values() if o.phase == night.id and o.state == "standing"]
    kill = next((o for o in orders if o.slot == KILLERS and o.kind == "kill"), None)
    rows: list[dict[str, Any]] = [
        {
            "clause": "P-1.2",
            "what": "kill" if kill else "no_kill",
            "who": kill.targets[0] if kill else None,
            "by": kill.actor if kill else None,
        },
        {
            "clause": "P-2.2",
            "what": "needed",
            "villagers": len(alive) - killing,
            "killers": killing,
            "needed": needed,
        },
    ]
    prayed: dict[str, list[str]] = {}
    for order in orders:
        if order.kind == "pray":
            prayed.setdefault(order.targets[0], []).append(order.actor)
    rows += [
        {
            "clause": "P-2.2",
            "what": "prayers",
            "who": who,
            "by": by,
            "count": len(by),
            "enough": len(by) >= needed,
        }
        for who, by in prayed.items()
    ]
    return rows


def _lived_in(table: Table, night: Phase) -> list[str]:
    """Who lived as the night ended, its own dead with them; who died in a later phase did too."""
    phases = [phase.id for phase in table.phases]
    later = set(phases[phases.index(night.id) :]) if night.id in phases else {night.id}
    fell = {death.who for death in table.deaths if death.phase in later}
    return [who for who in table.handles if table.is_alive(who) or who in fell]


def _vote(table: Table, phase: Phase) -> list[dict[str, Any]]:
    count = next((c for c in table.counts if c.phase == phase.id), None)
    if count is None:
        return []
    rows: list[dict[str, Any]] = [
        {"clause": "P-5.2", "what": "tally", "tally": count.tally, "leaders": count.leaders}
    ]
    if count.filled:
        rows.append({"clause": "P-5.1", "what": "filled", "who": list(count.filled)})
    if count.executed is None and len(count.leaders) > 1:
        clause = "P-5.4" if phase.kind == "runoff" else "P-5.3"
        rows.append({"clause": clause, "what": "tie", "who": list(count.leaders)})
    return rows
