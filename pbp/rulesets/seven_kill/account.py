"""`seven_kill`, the account: why a phase came out as it did, clause by clause."""

from typing import Any

from pbp.game.nouns import Count, Order, Phase
from pbp.game.table import Table
from pbp.rulesets.seven_kill.roles import KILLERS, STARS
from pbp.rulesets.seven_kill.vote import day_of, has_enough

Row = dict[str, Any]


def account(table: Table, phase: Phase) -> list[Row]:
    """Rows of {clause, what, …}; the words stand in templates."""
    rows: list[Row] = []
    if phase.kind == "night":
        rows = _night(table, phase)
    elif phase.kind in ("day", "runoff"):
        rows = _vote(table, phase)
    for death in table.deaths:
        if death.phase == phase.id:
            clause = "S-1.3" if "kill" in death.causes else "C-7.3"
            clause = "S-5.5" if "executed" in death.causes else clause
            rows.append(
                {"clause": clause, "what": "death", "who": death.who, "causes": death.causes}
            )
    return rows


def _night(table: Table, night: Phase) -> list[Row]:
    """The seal, the kill, and why the kill struck nobody."""
    orders = [o for o in table.orders.values() if o.phase == night.id and o.state == "standing"]
    seal = next((o for o in orders if o.kind == "seal"), None)
    kill = next((o for o in orders if o.kind in ("kill", "sure_kill")), None)
    rows: list[Row] = []
    if seal is not None:
        rows.append({"clause": "S-2.2", "what": "seal", "who": seal.targets[0], "by": seal.actor})
    if kill is None:
        rows.append({"clause": "S-1.4", "what": "missed_kill", "who": _missed_by(table, night)})
    else:
        rows.append(
            {"clause": "S-1.3", "what": "kill", "who": list(kill.targets), "by": kill.actor}
        )
        rows += _without_effect(table, kill, seal)
    return rows


def _missed_by(table: Table, night: Phase) -> str | None:
    missed = (n for n in table.notices if n.kind == "kill_missed" and n.phase == night.id)
    return next((n.to for n in missed), None)


def _without_effect(table: Table, kill: Order, seal: Order | None) -> list[Row]:
    rows: list[Row] = []
    if kill.kind == "kill" and seal is not None and seal.targets[0] == kill.actor:
        rows.append({"clause": "S-2.2", "what": "sealed", "who": kill.actor})
    rows += [
        {"clause": "S-1.3", "what": "kill_on_killer", "who": who}
        for who in kill.targets
        if table.role(who) in KILLERS
    ]
    return rows


def _vote(table: Table, phase: Phase) -> list[Row]:
    """The tally, the threshold, the tie, and what saved the highest."""
    count = next((c for c in table.counts if c.phase == phase.id), None)
    if count is None:
        return []
    rows: list[Row] = [
        {"clause": "S-5.1", "what": "tally", "tally": count.tally, "leaders": count.leaders}
    ]
    if phase.kind == "day":
        rows.append(_threshold(table, count))
    if count.executed is None and len(count.leaders) > 1:
        clause = "S-5.6" if phase.kind == "runoff" else "S-5.5"
        rows.append({"clause": clause, "what": "tie", "who": list(count.leaders)})
    if count.executed is None and len(count.leaders) == 1:
        rows += _saved(table, count.leaders[0], phase)
    return rows


def _threshold(table: Table, count: Count) -> Row:
    percent = table.options["threshold_percent"]
    most = max(count.tally.values(), default=0)
    return {
        "clause": "S-5.5",
        "what": "threshold",
        "votes": most,
        "living": len(count.votes),
        "percent": percent,
        "enough": has_enough(most, len(count.votes), percent),
    }


def _saved(table: Table, who: str, phase: Phase) -> list[Row]:
    rows: list[Row] = []
    if table.role(who) in STARS:
        rows.append({"clause": "S-2.4", "what": "star_stays", "who": who})
    rows += [
        {"clause": "S-2.3", "what": "immunity", "who": who, "by": order.actor}
        for order in table.standing_orders(day_of(phase))
        if order.kind == "immunity" and order.targets[0] == who
    ]
    return rows
