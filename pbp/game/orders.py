"""Hearing secret orders: C-2.3 to C-2.7. Which order stands; never what it brings about.

Every function that yields facts is run by the engine, which folds each fact in as it is born.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.hearing import Hearing, Judged, Outcome, PerhapsJudged
from pbp.game.law import Law
from pbp.game.nouns import Order, Phase
from pbp.game.table import REVIVABLE, Table
from pbp.game.verdicts import first, verdict_of


def hear_order(table: Table, law: Law, hearing: Hearing) -> Judged:
    """Judge one order. The outcome is the generator's return value."""
    order = order_of(table, law, hearing)
    against = objections(table, law, hearing, order)
    code = first(code for code in against if code not in hearing.waived)
    if code is not None:
        yield _given(hearing, order, "refused")
        if code == "secret_on_board":
            yield f.MailSettled(at=hearing.now, n=hearing.mail, held="refused")
        return Outcome(verdict=verdict_of(code), code=code, data=about(table, order))
    before = table.standing(order.phase, order.slot, order.life)
    if before is not None and before.targets == order.targets and before.kind == order.kind:
        yield _given(hearing, order, "repeated")
        return Outcome(data={**about(table, order), "repeated": True})
    if before is not None and _displaced(before, hearing):
        yield _given(hearing, order, "replaced")
        return Outcome(data={**about(table, order), "displaced": True})
    if before is not None:
        yield f.OrderEnded(at=hearing.now, order=before.id, how="replaced")
    yield _given(hearing, order, "standing")
    yield from tell_team(table, law, order, before, hearing.now)
    return Outcome(
        verdict="accepted" if before is None else "replaced",
        data={**about(table, order), **({"instead_of": before.targets} if before else {})},
    )


def order_of(table: Table, law: Law, hearing: Hearing) -> Order:
    """The order as it would stand."""
    kind = hearing.reading.kind
    by_day = kind in law.day_orders
    return Order(
        id=table.next_order(),
        mail=hearing.mail,
        at=hearing.at,
        phase=table.day_for(hearing.at) if by_day else table.night_for(hearing.at),
        actor=hearing.actor,
        kind=kind,
        targets=hearing.reading.targets,
        life=table.players[hearing.actor].life,
        slot=law.slot(table, hearing.actor, kind),
    )


def _given(hearing: Hearing, order: Order, state: str) -> f.OrderGiven:
    return f.OrderGiven(
        at=hearing.now, order=replace(order, state=state), audience=(hearing.actor,)
    )


def about(table: Table, order: Order) -> dict[str, object]:
    """What the answer says of an order besides its words: its phase, until when it may change."""
    return {"phase": order.phase, "order": order.id, **cut_offs(table, order.phase)}


def cut_offs(table: Table, phase_name: str) -> dict[str, object]:
    """The cut-off of a phase that has opened, and until when an order for it can be changed.

    An order for a day stands until its run-off is over (S-2.3).
    """
    phase = table.phase_named(phase_name)
    running = table.phase
    if running is not None and running.kind == "runoff" and phase_name == f"D{running.number}":
        phase = running
    if phase is None or phase.closed is not None:
        return {}
    return {
        "closes": phase.closes.isoformat(),
        "change_until": (phase.closes - _freeze(table, phase)).isoformat(),
    }


@clause("C-2.4", "S-2.3", "S-4.6")
def _freeze(table: Table, phase: Phase) -> timedelta:
    """How long before its end the orders for a phase are frozen; those for a day never are."""
    return table.span("freeze") if phase.kind == "night" else timedelta(0)


@clause("C-2.3")
def objections(table: Table, law: Law, hearing: Hearing, order: Order) -> Iterator[str]:
    """Everything that stands against an order, in no order."""
    reading = hearing.reading
    if hearing.address == "board":
        yield "secret_on_board"
    if not table.is_alive(hearing.actor):
        yield "not_alive"
        return
    if reading.kind not in law.order_kinds:
        yield "wrong_role"
        return
    if reading.problem is not None:
        yield reading.problem
    yield from law.objections(table, order)
    if frozen(table, order, hearing.at) and _would_replace(table, order):
        yield "frozen"


@clause("C-2.4")
def frozen(table: Table, order: Order, at: datetime) -> bool:
    """Whether the freeze before the end of the order's night has begun."""
    night = table.phase_named(order.phase)
    if night is None or night.kind != "night":
        return False
    return table.clock(at) >= night.closes - _freeze(table, night)


@clause("C-2.4")
def _would_replace(table: Table, order: Order) -> bool:
    """In the freeze a first order counts, and the same order again changes nothing."""
    before = table.standing(order.phase, order.slot, order.life)
    return before is not None and (before.targets, before.kind) != (order.targets, order.kind)


def _displaced(before: Order, hearing: Hearing) -> bool:
    """A confirmed order does not displace one that was received after it (mail.md)."""
    return hearing.at < hearing.now and before.at > hearing.at


@clause("C-2.6")
def tell_team(
    table: Table, law: Law, order: Order, before: Order | None, at: datetime
) -> Iterator[f.AnyFact]:
    """Every other living member of the team is told of each change, and by whom."""
    instead_of = before.targets if before else ()
    yield from _tell_mates(table, law, order, order.kind, instead_of, at, order.actor)


def _tell_mates(
    table: Table,
    law: Law,
    order: Order,
    what: str,
    instead_of: tuple[str, ...],
    at: datetime,
    by: str,
) -> Iterator[f.AnyFact]:
    for mate in law.team(table, order.actor, order.kind):
        if mate != by:
            yield f.Notified(
                at=at,
                kind="team",
                to=mate,
                phase=order.phase,
                life=order.life,
                audience=(mate,),
                data={
                    "by": by,
                    "order": what,
                    "targets": order.targets,
                    "instead_of": instead_of,
                    **cut_offs(table, order.phase),
                },
            )


# -- taking back ----------------------------------------------------------------------------


@clause("C-2.4")
def hear_retraction(table: Table, law: Law, hearing: Hearing) -> PerhapsJudged:
    """撤回 alone takes back tonight's order, and what it had replaced does not stand again.

    The return value is None where the writer has no order standing: then it is C-6.4's recall.
    """
    standing = _retractable(table, law, hearing)
    if standing is None:
        return None
    if frozen(table, standing, hearing.at):
        return Outcome(verdict="refused", code="frozen", data=about(table, standing))
    yield from end_slot(table, standing, "retracted", hearing.now)
    yield from tell_team_of_end(table, law, standing, "retract", hearing.now, by=hearing.actor)
    return Outcome(
        data={**about(table, standing), "kind": standing.kind, "instead_of": standing.targets}
    )


@clause("C-2.6")
def tell_team_of_end(
    table: Table, law: Law, order: Order, what: str, at: datetime, by: str = ""
) -> Iterator[f.AnyFact]:
    """The team's order is taken back (retract), or the GM voids it (void): its mates are told."""
    by = by or order.actor
    yield from _tell_mates(table, law, order, what, order.targets, at, by)


def _retractable(table: Table, law: Law, hearing: Hearing) -> Order | None:
    """The standing order that the actor may take back; one for the running day goes first."""
    found, actor = [], hearing.actor
    for kind in law.order_kinds:
        by_day = kind in law.day_orders
        phase = table.day_for(hearing.at) if by_day else table.night_for(hearing.at)
        order = table.standing(phase, law.slot(table, actor, kind), table.players[actor].life)
        if order is not None and (order.kind in law.day_orders) == by_day:
            found.append(order)
    return max(found, key=lambda o: (o.kind in law.day_orders, o.id), default=None)


def end_slot(table: Table, order: Order, how: str, at: datetime) -> Iterator[f.AnyFact]:
    """End an order and with it everything in its slot that might stand again."""
    for other in table.slot_orders(order.phase, order.slot, order.life):
        if other.state in REVIVABLE:
            yield f.OrderEnded(at=at, order=other.id, how=how if other == order else "superseded")
