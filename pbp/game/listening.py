"""Hearing a mail: C-1. Each reading goes to its judge; the writer gets one answer for all.

The order in which objections are named is verdicts.py's; here is only who judges what.
"""

from collections.abc import Generator, Iterator

from msgspec.structs import replace

from pbp.game import (
    bounces,
    caps,
    checkin,
    deliveries,
    deputy,
    machines,
    onlookers,
    pending,
    seats,
    signup,
    withdrawal,
)
from pbp.game import facts as f
from pbp.game.answering import answer, plain, turn_of_phrase
from pbp.game.clauses import clause
from pbp.game.commands import Ordered
from pbp.game.engine import end_early
from pbp.game.gm import desk
from pbp.game.gm.foreseen import Foreseen
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.intents import ORDER_KINDS, Reading, Understood
from pbp.game.judges import judge
from pbp.game.law import Law, WithSubstitutes
from pbp.game.table import Table

AFTER_THE_END = ("ask", "nominate", "second", "award", "choose", "to_gm", "confirm")
"""What is still heard when the game is over (FORMAT.md: award words and questions)."""


TO_A_HANDLE = Outcome(verdict="refused", code="not_permitted")
"""Mail to what posts of a handle come from: nothing in it counts, is published or passed on."""


@clause("C-1.3")
def hear(table: Table, law: Law, heard: Heard) -> Iterator[f.AnyFact]:
    """Judge a mail that was received at `heard.at`; everything due by then has been settled."""
    n = len(table.mails) + 1
    if table.started is None and table.signup is not None:
        judged = signup.hear(table, law, table.signup, heard)
    else:
        judged = _hear(table, law, heard, n)
    yield from caps.capped(table, heard, n, judged)


def _hear(table: Table, law: Law, heard: Heard, n: int) -> Iterator[f.AnyFact]:
    """Judge a mail of a game that has begun."""
    if heard.duplicate or heard.automatic:
        yield _record(table, heard, n, "ignored", "duplicate" if heard.duplicate else "automatic")
        if not heard.duplicate:
            yield from machines.ask_gm(table, heard, n)
        return
    yield from bounces.writes_again(table, heard)
    if not heard.seated:
        yield from _outsider(table, law, heard, n)
        return
    heard = onlookers.as_delivery(table, heard)
    if heard.proved and heard.sender in table.replacing and isinstance(law, WithSubstitutes):
        yield from law.heard_from(table, heard.sender, heard.at)
    results: list[tuple[Reading, Outcome]] = []
    whole = _whole_mail(table, heard)
    if whole is not None:
        readings = heard.understood.readings if whole is not TO_A_HANDLE else ()
        results = [(reading, whole) for reading in readings]
    elif heard.address == "team":
        results, whole = [], (yield from _to_team(table, law, heard, n))
    else:
        for reading in heard.understood.readings:
            results.append((reading, (yield from _judge(table, law, heard, n, reading))))
    verdict = whole or _of_all(results)
    yield from checkin.by_any_mail(table, heard, whole)
    yield _record(table, heard, n, verdict.verdict, verdict.code)
    yield answer(table, heard, n, results, verdict)
    if heard.leaked:
        yield from seats.leaked(table, heard)
    yield from end_early(table, law, heard.at)


def hear_gm(
    table: Table, law: Law, ordered: Ordered, *, numbered: bool, seen: Foreseen | None = None
) -> Iterator[f.AnyFact]:
    """Carry out what the GM sent; it has a number like anybody's mail (numbered).

    seen: what the game derived again says of his corrections.
    """
    n = len(table.mails) + 1 if numbered else 0
    if ordered.by == deputy.DEPUTY:
        refused = yield from _obey_deputy(table, law, ordered, n)
    else:
        if ordered.proved:
            yield from deputy.gm_is_back(table, ordered.at)
        refused = yield from desk.obey(table, law, ordered, n, seen)
    if numbered:
        yield f.MailHeard(
            at=ordered.at,
            n=n,
            sender=ordered.by,
            to="gm",
            phase=table.phase.id if table.phase else None,
            verdict="refused" if refused else "accepted",
            proved=ordered.proved,
        )


def _obey_deputy(
    table: Table, law: Law, ordered: Ordered, n: int
) -> Generator[f.AnyFact, None, bool]:
    """The deputy answers questions in the GM's place; he gets the answers, the GM hears of it."""
    allowed = deputy.restrained(table, ordered)
    obeyed = desk.obey(table, law, allowed, n)
    done: list[str] = []
    while True:
        try:
            fact = next(obeyed)
        except StopIteration as end:
            refused = bool(end.value)
            break
        own = isinstance(fact, f.Notified) and fact.to == "gm"
        if isinstance(fact, f.Notified) and fact.kind == "desk":
            done += deputy.answers_in(fact)
        yield replace(fact, to=deputy.DEPUTY) if own else fact
    if done:
        yield deputy.told_gm(table, done, ordered.at)
    return refused


def _whole_mail(table: Table, heard: Heard) -> Outcome | None:
    """What decides about a mail before its words are looked at; None where they are."""
    kinds = [reading.kind for reading in heard.understood.readings]
    if table.ended is not None and not _may_follow(heard):
        return Outcome(verdict="refused", code="game_over")
    if heard.address == "seat":
        return TO_A_HANDLE
    if not heard.proved:
        return Outcome(verdict="asked", code="unauthenticated")
    if heard.too_large:
        return Outcome(verdict="refused", code="too_large")
    if heard.cut_off:
        return Outcome(verdict="asked", code="unreadable", data={"unseen": []})
    if not kinds and heard.address != "team":
        code = heard.understood.problem or "unreadable"
        data = {"unseen": list(heard.unseen)} if heard.unseen else turn_of_phrase(table, heard)
        return Outcome(verdict="asked", code=code, data=data)
    return None


def _may_follow(heard: Heard) -> bool:
    """Whether a mail is still heard after the end: award words, questions, news of new games."""
    readings = heard.understood.readings
    return bool(readings) and all(
        r.kind in AFTER_THE_END or (r.kind == "deliver" and r.text in deliveries.NEWS)
        for r in readings
    )


def _of_all(results: list[tuple[Reading, Outcome]]) -> Outcome:
    """A mail has its verdict from the first reading that was not plainly accepted (FORMAT.md)."""
    for _, outcome in results:
        if outcome.verdict not in ("accepted", "info") or outcome.code is not None:
            return outcome
    return results[0][1] if results else Outcome()


@clause("L-7.1")
def _outsider(table: Table, law: Law, heard: Heard, n: int) -> Iterator[f.AnyFact]:
    """A substitute who is ready may get a seat; everybody else without one is a stranger."""
    confirms = any(r.kind == "confirm" for r in heard.understood.readings)
    if confirms and heard.certain and heard.sender in table.asked_addresses:
        yield _record(table, heard, n, "accepted", None)
        yield from seats.confirm_address(table, heard.sender, heard.at, heard.answers_mail)
        return
    if onlookers.is_meant(table, heard):
        yield from onlookers.hear(
            table, law, heard, n, lambda o: _record(table, heard, n, o.verdict, o.code)
        )
        return
    ready = next((r for r in heard.understood.readings if r.kind == "ready"), None)
    is_substitute = heard.sender in table.substitutes and heard.proved and table.ended is None
    if ready is None or not is_substitute or not isinstance(law, WithSubstitutes):
        yield from _stranger(table, heard, n)
        return
    hearing = Hearing(mail=n, at=heard.at, now=heard.at, actor=heard.sender, reading=ready)
    outcome = yield from law.hear_ready(table, hearing)
    yield _record(table, heard, n, outcome.verdict, outcome.code)
    if outcome.verdict != "accepted":
        yield answer(table, heard, n, [(ready, outcome)], outcome)


def _stranger(table: Table, heard: Heard, n: int) -> Iterator[f.AnyFact]:
    """A stranger whose domain does not vouch for him gets no answer (mail.md)."""
    if table.ended is not None:
        yield _record(table, heard, n, "refused", "game_over")
        return
    answered = heard.proved and caps.strangers_left(table, heard)
    yield _record(table, heard, n, "asked" if answered else "ignored", "unknown_sender")
    if answered:
        yield f.Notified(
            at=heard.at, kind="help", to=heard.sender, phase=None, mail=n, data={"stranger": True}
        )


def _record(table: Table, heard: Heard, n: int, verdict: str, code: str | None) -> f.MailHeard:
    running, just_before = table.before(heard.at)
    phase = running or just_before
    return f.MailHeard(
        at=heard.at,
        audience=(heard.sender,) if heard.seated else f.THE_DESK,
        n=n,
        sender=heard.sender,
        to=heard.address,
        phase=phase.id if phase else None,
        readings=heard.understood.readings,
        verdict=verdict,
        code=code,
        text=heard.text,
        pending=code == "unauthenticated",
        message_id=heard.message_id,
        answers_vote=heard.answers_vote,
        concerns=heard.concerns,
        proved=heard.proved,
        handed=heard.handed if code == "late" or _was_on_its_way(table, heard) else None,
        clocks=heard.clocks,
        answers_poll=heard.answers_poll,
    )


@clause("C-2.1")
def _was_on_its_way(table: Table, heard: Heard) -> bool:
    """Whether a mail was handed over before the last opening or cut-off, and received after."""
    if heard.handed is None or not table.phases:
        return False
    last = table.phases[-1]
    return any(heard.handed < instant <= heard.at for instant in (last.opens, last.closes))


def _judge(table: Table, law: Law, heard: Heard, n: int, reading: Reading) -> Judged:
    hearing = Hearing(
        mail=n,
        at=heard.at,
        now=heard.at,
        actor=heard.sender,
        reading=reading,
        address=heard.address,
        answers_vote=heard.answers_vote,
        text=heard.text,
    )
    if reading.kind == "confirm":
        return (yield from _confirm(table, law, hearing, heard))
    return (yield from judge(table, law, hearing, heard))


# -- a confirmation, a letter to the team -----------------------------------------------------


def _confirm(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """确认: what came without proof counts, by its first receipt (mail.md)."""
    if pending.is_settled(table, heard):
        return Outcome(data={"repeated": True, "confirmed": []})
    if pending.is_about_leaving(table, heard):
        leaving = yield from withdrawal.confirmed(table, hearing)
        return leaving or Outcome(data={"repeated": True, "confirmed": []})
    mail, is_clear = pending.found(table, heard)
    if mail is not None and not is_clear:
        shown = [plain(reading, Outcome()) for reading in mail.readings]
        data = {"quote": mail.text[: pending.SHOWN_MAX], "confirmed": shown}
        return Outcome(verdict="asked", code="ambiguous", data=data)
    if mail is None:
        leaving = yield from withdrawal.confirmed(table, hearing)
        return leaving or Outcome(verdict="asked", code="unreadable")
    yield f.MailConfirmed(at=hearing.now, n=mail.n)
    if pending.cut_off_between(table, mail.at, hearing.now):
        return Outcome(verdict="refused", code="late")
    if mail.to == "team":
        written = replace(heard, text=mail.text, understood=Understood())
        outcome = yield from _to_team(table, law, written, mail.n)
        return replace(outcome, data={"confirmed": []})
    outcomes = []
    for reading in mail.readings:
        first_heard = replace(
            hearing,
            mail=mail.n,
            at=mail.at,
            reading=reading,
            address=mail.to,
            text=mail.text,
            answers_vote=mail.answers_vote,
        )
        as_heard = replace(heard, concerns=mail.concerns, answers_poll=mail.answers_poll)
        outcomes.append((reading, (yield from judge(table, law, first_heard, as_heard))))
    outcome = _of_all(outcomes)
    return replace(outcome, data={**outcome.data, "confirmed": [plain(r, o) for r, o in outcomes]})


@clause("C-1.4")
def _to_team(table: Table, law: Law, heard: Heard, n: int) -> Judged:
    """Mail to the team goes to its living members; it is never an order."""
    who = heard.sender
    members = law.correspondents(table, who)
    if not table.is_alive(who) or members is None:
        return Outcome(verdict="refused", code="not_alive" if members is not None else "wrong_role")
    for mate in members:
        if mate != who and table.is_alive(mate):
            yield f.Notified(
                at=heard.at,
                kind="team",
                to=mate,
                phase=table.phases[-1].id,
                mail=None,
                audience=(mate,),
                data={"by": who, "order": "letter", "text": heard.text},
            )
    kinds = [r.kind for r in heard.understood.readings]
    is_order = bool(kinds) and kinds[0] in (*ORDER_KINDS, "vote", "change", "declaration")
    return Outcome(data={"passed_to_team": True, "not_an_order": is_order})
