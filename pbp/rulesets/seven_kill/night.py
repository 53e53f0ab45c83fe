"""`seven_kill`, the close of a night and of a wait: S-1.4, S-4.5, C-4. Who is dead at dawn."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.seven_kill.killers import drawn_instead, kill_of, missed, struck_down
from pbp.rulesets.seven_kill.roles import holder
from pbp.rulesets.seven_kill.stars import sealed


@clause("S-1.3", "S-1.4", "S-2.2", "S-3", "C-4.1")
def close_of_night(table: Table, night: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """The kill and the seal count; a missed kill is a warning; then the dead, in one post."""
    order, killer, shut = kill_of(table, night), holder(table, night.number), sealed(table, night)
    if order is None and killer is not None:
        yield from missed(table, night, at, killer)
    for standing in table.standing_orders(night.id):
        if standing.kind != "pass":
            yield f.OrderCounted(at=at, order=standing.id)
    killed: tuple[str, ...] = ()
    if order is not None:
        killed = struck_down(table, order, shut)
    elif killer is not None:
        killed = drawn_instead(table, night, shut)
    out = kit.due_out(table, at)
    yield from deaths(table, night, at, killed, out)
    said = table.declaration(night.id, order.actor) if order is not None and killed else None
    declared = [said.text] if said is not None and not said.withheld else []
    yield kit.post("dawn", night.id, at, {"dead": _dead(table, night), "declarations": declared})


@clause("S-4.5", "C-7.3")
def close_of_wait(table: Table, wait: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Nothing is decided in a wait; whoever is out is announced."""
    yield from deaths(table, wait, at, (), kit.due_out(table, at))
    dead = _dead(table, wait)
    if dead:
        yield kit.post("out", wait.id, at, {"who": None, "role": None, "votes": 0, "out": dead})


@clause("S-5.9", "C-7.3")
def deaths(
    table: Table, phase: Phase, at: datetime, killed: tuple[str, ...], out: dict[str, str]
) -> Iterator[f.AnyFact]:
    """The killed and those out, each with the role."""
    for who in table.living():
        if who in out and who not in killed:
            yield from kit.put_out(who, phase.id, out[who], at)
        if who in killed or who in out:
            causes = [cause for cause in ("kill" if who in killed else None, out.get(who)) if cause]
            yield kit.die(phase.id, who, causes, at, table.role(who))


def _dead(table: Table, phase: Phase) -> list[dict[str, Any]]:
    """Who died at this close, as it is announced."""
    return [
        {"who": d.who, "causes": d.causes, "role": d.revealed}
        for d in table.deaths
        if d.phase == phase.id
    ]
