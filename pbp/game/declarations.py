"""Declarations (杀人宣言): C-2.7. With an order, alone, too short, too late."""

from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game import questioning
from pbp.game.clauses import clause
from pbp.game.hearing import Hearing, Judged, Outcome
from pbp.game.intents import Reading
from pbp.game.law import Law
from pbp.game.nouns import Declaration, Order
from pbp.game.orders import about, frozen, objections, order_of
from pbp.game.table import Table
from pbp.game.text import length
from pbp.game.verdicts import first, verdict_of


@clause("C-2.7")
def with_declaration(
    table: Table, law: Law, hearing: Hearing, order: Order, outcome: Outcome
) -> Judged:
    """An order together with its declaration, or with the one that came before it."""
    if hearing.reading.text.strip():
        added = yield from _declare(table, law, hearing, order)
        if added.code == "frozen" and outcome.data.get("repeated"):
            return Outcome(verdict="refused", code="frozen", data=outcome.data)
        data = {**outcome.data, **added.data}
    else:
        data = dict(outcome.data)
    declaration = table.declaration(order.phase, order.actor, order.life)
    missing = _missing(table, law, order, declaration)
    if missing > 0 and not _mate_declared(table, order):
        return Outcome(verdict="accepted", code="too_short", data={**data, "missing": missing})
    return Outcome(verdict=outcome.verdict, data=data)


def _mate_declared(table: Table, order: Order) -> bool:
    """A repetition of a team-mate's order needs no declaration where his has one (C-2.7)."""
    standing = table.standing(order.phase, order.slot, order.life)
    if standing is None or standing.actor == order.actor:
        return False
    declaration = table.declaration(order.phase, standing.actor, order.life)
    return declaration is not None and declaration.enough


def _missing(table: Table, law: Law, order: Order, declaration: Declaration | None) -> int:
    needed = law.declaration_min(table, order.kind) or 0
    return needed - (length(declaration.text) if declaration else 0)


OF_OTHERS = "owner_name"
"""A concern that withholds nothing, or withholding would tell who plays; the GM decides (C-5.5)."""


@clause("C-2.7", "C-9.2")
def _declare(table: Table, law: Law, hearing: Hearing, order: Order) -> Judged:
    """A declaration: the first sufficient one counts, a later one is a replacement."""
    before = table.declaration(order.phase, order.actor, order.life)
    text = hearing.reading.text.strip()
    if before is not None and before.enough and before.text == text:
        return Outcome(data={"counted": length(text)})
    if before is not None and before.enough and frozen(table, order, hearing.at):
        return Outcome(verdict="refused", code="frozen", data=about(table, order))
    needed = law.declaration_min(table, order.kind) or 0
    enough = length(text) >= needed
    own = tuple(concern for concern in hearing.concerns if concern != OF_OTHERS)
    yield f.Declared(
        at=hearing.now,
        audience=(hearing.actor,),
        declaration=Declaration(
            phase=order.phase,
            actor=order.actor,
            life=order.life,
            text=text,
            mail=hearing.mail,
            enough=enough,
            withheld=bool(own),
        ),
    )
    if enough and (needed or OF_OTHERS in hearing.concerns):
        yield _shown_to_gm(table, hearing, order)
    data: dict[str, Any] = {"counted": length(text), "needed": needed}
    if own:
        data["concerns"] = own
    kept = table.declaration(order.phase, order.actor, order.life)
    if enough or (kept is not None and kept.enough):
        return Outcome(data=data)
    return Outcome(code="too_short", data={**data, "missing": needed - length(text)})


@clause("L-2.6", "S-1.3")
def _shown_to_gm(table: Table, hearing: Hearing, order: Order) -> f.QuestionAsked:
    """The GM sees every declaration before dawn and may void it; unanswered, it stands."""
    night = table.phase_named(order.phase)
    before = table.phases[-1].closes
    review = table.span("declaration_review") if "declaration_review" in table.options else NO_TIME
    due = night.closes if night is not None else before + table.options.get("night", HALF_A_DAY)
    return questioning.ask(
        table,
        hearing.now,
        "declaration",
        "approve",
        due + review,
        "approve",
        "reject",
        who=hearing.actor,
        n=hearing.mail,
        text=hearing.reading.text.strip(),
    )


NO_TIME = timedelta(0)
HALF_A_DAY = timedelta(hours=12)
"""The least length of a night that has not opened yet, where the hours of the day end it."""


@clause("C-2.7")
def hear_declaration(table: Table, law: Law, hearing: Hearing, kind: str) -> Judged:
    """A declaration alone, for the order of `kind` that its sender gave or will give."""
    hearing = replace(hearing, reading=Reading(kind=kind, text=hearing.reading.text))
    order = order_of(table, law, hearing)
    against = objections(table, law, hearing, order)
    code = first(code for code in against if code in _AGAINST_DECLARATION)
    if code == "secret_on_board":
        yield f.MailSettled(at=hearing.now, n=hearing.mail, held="refused")
    if code is not None:
        return Outcome(verdict=verdict_of(code), code=code, data=about(table, order))
    outcome = yield from _declare(table, law, hearing, order)
    return Outcome(
        verdict=outcome.verdict, code=outcome.code, data={**about(table, order), **outcome.data}
    )


_AGAINST_DECLARATION = (
    "secret_on_board",
    "not_alive",
    "wrong_role",
    "wrong_phase",
    "not_holder",
    "used_up",
)
"""What stands against an order that has no target yet."""
