"""`three_lives`, the account: why a phase came out as it did, clause by clause, for the GM."""

from typing import Any

from pbp.game.nouns import Count, Order, Phase
from pbp.game.table import Table
from pbp.rulesets.three_lives.lives import GUARDS, LIVES
from pbp.rulesets.three_lives.night import attacked, guards

Row = dict[str, Any]


def account(table: Table, phase: Phase) -> list[Row]:
    """Rows of {clause, what, …}; the words stand in the templates."""
    rows = []
    for life in LIVES:
        rows += _night(table, phase, life) if phase.kind == "night" else _vote(table, phase, life)
    for death in table.deaths:
        if death.phase == phase.id:
            rows.append(
                {
                    "clause": "L-7.3" if death.life is None else "L-3.6",
                    "what": "death",
                    "who": death.who,
                    "life": death.life,
                    "causes": death.causes,
                    "revealed": death.revealed,
                }
            )
    return rows


def _night(table: Table, night: Phase, life: str) -> list[Row]:
    """Who attacked whom in a life, and who guarded whom."""
    rows: list[Row] = []
    for order in table.orders.values():
        if order.phase != night.id or order.life != life or order.kind != "kill":
            continue
        if order.effective or order.state == "forfeited":
            what = "kill" if order.effective else "forfeited"
            who = order.targets[0]
            clause = "L-3.2" if order.effective else "L-2.4"
            rows.append(
                {"clause": clause, "what": what, "who": who, "by": order.actor, "life": life}
            )
    for kind, (_, hunter, _) in GUARDS.items():
        hit = attacked(table, night.id, life, hunter)
        rows += [
            _guard(order, life, order.targets[0] in hit)
            for order in guards(table, night.id, life, kind)
        ]
    return rows


def _guard(order: Order, life: str, hit: bool) -> Row:
    return {
        "clause": "L-3.1" if hit else "L-3.3",
        "what": order.kind,
        "who": order.targets[0],
        "by": order.actor,
        "life": life,
        "enough": hit,
    }


def _vote(table: Table, day: Phase, life: str) -> list[Row]:
    """The tally of a life's ballot, and what came of it."""
    count = next((c for c in table.counts if c.phase == day.id and c.life == life), None)
    return [] if count is None else _ballot(count, life)


def _ballot(count: Count, life: str) -> list[Row]:
    rows: list[Row] = [
        {
            "clause": "L-6.1",
            "what": "tally",
            "tally": count.tally,
            "leaders": count.leaders,
            "life": life,
        }
    ]
    if count.filled:
        rows.append({"clause": "L-6.2", "what": "filled", "who": list(count.filled), "life": life})
    if count.executed is None and len(count.leaders) > 1:
        rows.append({"clause": "L-6.1", "what": "tie", "who": list(count.leaders), "life": life})
    return rows
