"""One judge a kind of reading: orders, votes, check-ins, posts, questions, mail for the GM."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pbp.game import (
    appeals,
    awards,
    checkin,
    declarations,
    deliveries,
    orders,
    polls,
    posts,
    questioning,
    questions,
    releases,
    seats,
    votes,
    withdrawal,
)
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.durations import LONGEST
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.intents import ORDER_KINDS, POST_KINDS, Reading
from pbp.game.law import Law
from pbp.game.table import Table


def judge(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """Hand one reading to its judge. The outcome is the return value."""
    kind = hearing.reading.kind
    if kind in ORDER_KINDS:
        return (yield from _order(table, law, hearing, heard))
    if kind in POST_KINDS:
        return (yield from posts.hear_post(table, law, hearing, heard))
    judge_of = _JUDGES.get(kind)
    if judge_of is None:
        return Outcome(verdict="asked", code="unreadable")
    return (yield from judge_of(table, law, hearing, heard))


def _order(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """An order, and the declaration that came with it or before it (C-2.7)."""
    hearing = replace(hearing, concerns=heard.concerns)
    outcome = yield from orders.hear_order(table, law, hearing)
    if outcome.verdict not in ("accepted", "replaced") or outcome.data.get("displaced"):
        return outcome
    order = table.orders[outcome.data["order"]]
    if law.declaration_min(table, order.kind) is None:
        return outcome
    return (yield from declarations.with_declaration(table, law, hearing, order, outcome))


@clause("C-9.2")
def _vote(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """A vote counts and is posted at once; a reason that may not be published is left out."""
    if heard.concerns and hearing.reading.text:
        bare = replace(hearing, reading=replace(hearing.reading, text=""))
        outcome = yield from votes.hear_vote(table, law, bare)
        return replace(outcome, data={**outcome.data, "concerns": heard.concerns})
    return (yield from votes.hear_vote(table, law, hearing))


def _checkin(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    return (yield from checkin.hear_checkin(table, hearing))


def _deliver(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    return (yield from deliveries.hear_deliver(table, hearing))


def _done(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    return (yield from votes.hear_done(table, hearing))


def _declaration(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    hearing = replace(hearing, concerns=heard.concerns)
    kinds = [k for k in law.order_kinds if law.declaration_min(table, k) is not None]
    kind = law.declared_kind(table, hearing.actor, kinds)
    return (yield from declarations.hear_declaration(table, law, hearing, kind))


@clause("C-6.4")
def _recall(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    done = yield from votes.hear_recall(table, hearing)
    return done or Outcome(verdict="refused", code="not_permitted")


def _retract(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """撤回 alone: tonight's order; where none stands, the vote (C-6.4)."""
    if not table.is_alive(hearing.actor):
        return Outcome(verdict="refused", code="not_alive")
    done = yield from orders.hear_retraction(table, law, hearing)
    if done is not None:
        return done
    return (yield from _recall(table, law, hearing, heard))


def _ask(table: Table, law: Law, hearing: Hearing, _: Heard) -> Judged:
    yield from ()
    if hearing.reading.text.partition(" ")[0] == "why":
        return questions.answer_why(table, law, hearing)
    return questions.answer_question(table, hearing)


def _new_token(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    return (yield from seats.hear_new_token(table, hearing))


def _new_address(table: Table, _: Law, hearing: Hearing, heard: Heard) -> Judged:
    """Only who is certain to be the player may add an address."""
    if not heard.certain:
        return Outcome(verdict="asked", code="unauthenticated")
    return (yield from seats.hear_new_address(table, hearing))


@clause("C-5.6")
def _to_gm(table: Table, law: Law, hearing: Hearing, _: Heard) -> Judged:
    """A mail for the human GM is passed on with its number, beside it what it names."""
    reading = hearing.reading
    beside = appeals.beside(table, law, hearing.actor, reading.about) if reading.about else {}
    yield f.Notified(
        at=hearing.now,
        kind="message",
        to="gm",
        phase=None,
        mail=hearing.mail,
        data={"what": "to_gm", "from": hearing.actor, "text": reading.text, **beside},
    )
    return Outcome(data={"passed_on": True})


@clause("C-7.2")
def _leave(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    """请假 and 回归 go to the GM; nothing of it is posted."""
    back = hearing.reading.kind == "back"
    length = {} if back else _length_of(hearing.reading)
    yield f.LeaveAsked(
        at=hearing.now, who=hearing.actor, mail=hearing.mail, text=hearing.reading.text, back=back
    )
    yield f.Notified(
        at=hearing.now,
        kind="message",
        to="gm",
        phase=None,
        mail=hearing.mail,
        data={
            "what": hearing.reading.kind,
            "from": hearing.actor,
            "text": hearing.reading.text,
            **length,
        },
    )
    if not back and table.phase is not None:
        yield questioning.ask(
            table,
            hearing.now,
            "leave",
            "refuse",
            max(table.phase.closes, hearing.now),
            "grant",
            "refuse",
            who=hearing.actor,
            n=hearing.mail,
            text=hearing.reading.text[:500],
            **length,
        )
    return Outcome(data={"passed_on": True})


def _length_of(reading: Reading) -> dict[str, Any]:
    """The length that a leave is asked for, as the GM would write it; most: it is all there is."""
    if reading.span is None:
        return {}
    span = min(reading.span, LONGEST)
    hours = round(span.total_seconds() / 3600, 2)
    written = f"{hours:g}h" if hours.is_integer() else f"{round(span.total_seconds() / 60)}m"
    return {"length": written, "most": LONGEST.days if reading.span > LONGEST else None}


@clause("L-7.1")
def _ready(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    """接替 is for substitutes; who has a seat needs no other."""
    yield from ()
    return Outcome(verdict="refused", code="not_permitted")


def _withdraw(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    return (yield from withdrawal.hear(table, hearing))


_JUDGES: dict[str, Callable[[Table, Law, Hearing, Heard], Judged]] = {
    "vote": _vote,
    "change": _vote,
    "abstain": _vote,
    "checkin": _checkin,
    "done": _done,
    "declaration": _declaration,
    "recall": _recall,
    "retract": _retract,
    "ask": _ask,
    "unpost": releases.unpost,
    "publish": releases.release,
    "deliver": _deliver,
    "to_gm": _to_gm,
    "ready": _ready,
    "leave": _leave,
    "new_token": _new_token,
    "new_address": _new_address,
    "back": _leave,
    "withdraw": _withdraw,
    **dict.fromkeys(awards.WORDS, awards.hear),
    "choose": polls.hear,
}
