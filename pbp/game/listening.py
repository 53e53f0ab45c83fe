"""Hearing a mail: C-1. Each reading goes to its judge; the writer gets one answer for all.

The order in which objections are named is verdicts.py's; here is only who judges what.
"""

from collections.abc import Callable, Iterator
from datetime import datetime

from msgspec.structs import replace

from pbp.game import checkin, orders, posts, questions, votes
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.engine import end_early
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.intents import ORDER_KINDS, POST_KINDS, Reading
from pbp.game.law import Law
from pbp.game.table import Table

AFTER_THE_END = ("ask", "nominate", "second", "award", "choose", "to_gm", "confirm")
"""What is still heard when the game is over (FORMAT.md: award words and questions)."""


@clause("C-1.3")
def hear(table: Table, law: Law, heard: Heard) -> Iterator[f.AnyFact]:
    """Judge a mail that was received at `heard.at`; everything due by then has been settled."""
    n = len(table.mails) + 1
    if heard.duplicate or heard.automatic:
        yield _record(table, heard, n, "ignored", "duplicate" if heard.duplicate else "automatic")
        return
    if not heard.seated:
        yield from _stranger(table, heard, n)
        return
    results: list[tuple[Reading, Outcome]] = []
    whole = _whole_mail(table, heard)
    if whole is not None:
        results = [(reading, whole) for reading in heard.understood.readings]
    elif heard.address == "team":
        results, whole = [], (yield from _to_team(table, law, heard, n))
    else:
        for reading in heard.understood.readings:
            results.append((reading, (yield from _judge(table, law, heard, n, reading))))
    verdict = whole or _of_all(results)
    yield _record(table, heard, n, verdict.verdict, verdict.code)
    yield answer(table, heard, n, results, verdict)
    yield from end_early(table, law, heard.at)


def _whole_mail(table: Table, heard: Heard) -> Outcome | None:
    """What decides about a mail before its words are looked at; None where they are."""
    kinds = [reading.kind for reading in heard.understood.readings]
    if table.ended is not None and not all(k in AFTER_THE_END for k in kinds or ["none"]):
        return Outcome(verdict="refused", code="game_over")
    if not heard.proved:
        return Outcome(verdict="asked", code="unauthenticated")
    if heard.too_large:
        return Outcome(verdict="refused", code="too_large")
    if not kinds and heard.address != "team":
        return Outcome(verdict="asked", code=heard.understood.problem or "unreadable")
    return None


def _of_all(results: list[tuple[Reading, Outcome]]) -> Outcome:
    """A mail has its verdict from the first reading that was not plainly accepted (FORMAT.md)."""
    for _, outcome in results:
        if outcome.verdict not in ("accepted", "info") or outcome.code is not None:
            return outcome
    return results[0][1] if results else Outcome()


def _stranger(table: Table, heard: Heard, n: int) -> Iterator[f.AnyFact]:
    """A stranger whose domain does not vouch for him gets no answer (mail.md)."""
    if table.ended is not None:
        yield _record(table, heard, n, "refused", "game_over")
        return
    yield _record(table, heard, n, "asked" if heard.proved else "ignored", "unknown_sender")
    if heard.proved:
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
    )


# -- one judge a kind -------------------------------------------------------------------------


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
    return (yield from judge(table, law, hearing, heard))


def judge(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """Hand one reading to its judge. The outcome is the return value."""
    kind = hearing.reading.kind
    if kind in ORDER_KINDS:
        return (yield from orders.hear_order(table, law, hearing))
    if kind in POST_KINDS:
        return (yield from posts.hear_post(table, law, hearing, heard))
    judge_of = _JUDGES.get(kind)
    if judge_of is None:
        return Outcome(verdict="asked", code="unreadable")
    return (yield from judge_of(table, law, hearing, heard))


def _vote(table: Table, law: Law, hearing: Hearing, _: Heard) -> Judged:
    return (yield from votes.hear_vote(table, law, hearing))


def _checkin(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    return (yield from checkin.hear_checkin(table, hearing))


def _done(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    return (yield from votes.hear_done(table, hearing))


def _declaration(table: Table, law: Law, hearing: Hearing, _: Heard) -> Judged:
    kinds = [k for k in law.order_kinds if law.declaration_min(table, k) is not None]
    kind = law.declared_kind(table, hearing.actor, kinds)
    return (yield from orders.hear_declaration(table, law, hearing, kind))


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


def _ask(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    yield from ()
    return questions.answer_question(table, hearing)


def _unpost(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    """撤帖: the writer's waiting posts do not go out (C-5.8)."""
    mine = [post for post in table.waiting.values() if post.author == hearing.actor]
    if not mine:
        return Outcome(verdict="refused", code="late")
    for post in mine[-1:]:
        yield f.PostStopped(at=hearing.now, mail=post.mail)
    return Outcome(data={"post": mine[-1].post})


@clause("C-1.1")
def _publish(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """公开: a mail that was held as a secret order on the board is published after all."""
    for n, mail in reversed(table.mails.items()):
        if mail.sender == hearing.actor and mail.code == "secret_on_board" and n not in table.fates:
            post = replace(
                hearing, mail=n, reading=Reading(kind="chat", text=mail.text), address="gm"
            )
            outcome = yield from posts.hear_post(table, law, post, replace(heard, in_thread=True))
            return replace(outcome, data={**outcome.data, "released": True})
    return Outcome(verdict="asked", code="unreadable")


@clause("C-5.6")
def _to_gm(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    """A mail for the human GM is passed on with its number."""
    yield f.Notified(
        at=hearing.now,
        kind="message",
        to="gm",
        phase=None,
        mail=hearing.mail,
        data={"what": "to_gm", "from": hearing.actor, "text": hearing.reading.text},
    )
    return Outcome(data={"passed_on": True})


@clause("C-7.2")
def _leave(table: Table, _: Law, hearing: Hearing, __: Heard) -> Judged:
    """请假 and 回归 go to the GM; nothing of it is posted."""
    yield f.Notified(
        at=hearing.now,
        kind="message",
        to="gm",
        phase=None,
        mail=hearing.mail,
        data={"what": hearing.reading.kind, "from": hearing.actor, "text": hearing.reading.text},
    )
    return Outcome(data={"passed_on": True})


def _confirm(table: Table, law: Law, hearing: Hearing, heard: Heard) -> Judged:
    """确认: what came without proof counts, by its first receipt (mail.md)."""
    pending = _pending(table, heard)
    if pending is None:
        return Outcome(verdict="asked", code="unreadable")
    yield f.MailConfirmed(at=hearing.now, n=pending.n)
    if _cut_off_between(table, pending.at, hearing.now):
        return Outcome(verdict="refused", code="late")
    outcomes = []
    for reading in pending.readings:
        first_heard = replace(
            hearing,
            mail=pending.n,
            at=pending.at,
            reading=reading,
            address=pending.to,
            text=pending.text,
        )
        outcomes.append((reading, (yield from judge(table, law, first_heard, heard))))
    outcome = _of_all(outcomes)
    return replace(outcome, data={**outcome.data, "confirmed": [_plain(r, o) for r, o in outcomes]})


def _pending(table: Table, heard: Heard) -> f.MailHeard | None:
    """The unproved mail that a confirmation is for: the one it answers, else the last."""
    waiting = [
        mail
        for n, mail in table.mails.items()
        if mail.pending and mail.sender == heard.sender and n not in table.confirmed
    ]
    named = [mail for mail in waiting if mail.n == heard.answers_mail]
    chosen = named or waiting
    return chosen[-1] if chosen else None


def _cut_off_between(table: Table, first: datetime, now: datetime) -> bool:
    """Whether a phase was closed between the first receipt and the confirmation."""
    return any(p.closes > first and p.closes <= now for p in table.phases)


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
    "unpost": _unpost,
    "publish": _publish,
    "to_gm": _to_gm,
    "leave": _leave,
    "back": _leave,
    "confirm": _confirm,
}


# -- the answer -------------------------------------------------------------------------------


def answer(
    table: Table, heard: Heard, n: int, results: list[tuple[Reading, Outcome]], whole: Outcome
) -> f.Notified:
    """The one answer to a mail: what was understood, for which phase, until when it may change."""
    who = heard.sender
    player = table.players[who]
    running, just_before = table.before(heard.at)
    phase = running or just_before
    end = checkin.window_end(table)
    unchecked = player.alive and not player.checked_in and end is not None and heard.at < end
    return f.Notified(
        at=heard.at,
        audience=(who,),
        kind=notice_kind(results, whole),
        to=who,
        phase=phase.id if phase else None,
        life=player.life,
        mail=n,
        data={
            "receipt": table.receipts.get(who, 0),
            "received": heard.at.isoformat(),
            "cut_off": phase.closes.isoformat() if phase else None,
            "results": [_plain(reading, outcome) for reading, outcome in results],
            "verdict": whole.verdict,
            "code": whole.code,
            "unchecked": unchecked,
            "checkin_until": end.isoformat() if end and unchecked else None,
            "quote": heard.text if whole.verdict in ("asked", "refused", "held", "void") else "",
            **(whole.data if not results else {}),
        },
    )


def _plain(reading: Reading, outcome: Outcome) -> dict[str, object]:
    return {
        "kind": reading.kind,
        "targets": reading.targets,
        "text": reading.text,
        "heard": reading.heard,
        "meant": reading.meant,
        "verdict": outcome.verdict,
        "code": outcome.code,
        **{k: v for k, v in outcome.data.items() if k != "kind"},
    }


VOTE_KINDS = ("vote", "change", "abstain")


def notice_kind(results: list[tuple[Reading, Outcome]], whole: Outcome) -> str:
    """Which kind of notice the answer is (FORMAT.md, notice kinds)."""
    if whole.code == "unauthenticated":
        return "confirm"
    if not results:
        return "ask_again" if whole.verdict == "asked" else "message"
    reading = next((r for r, o in results if o is whole), results[0][0])
    if whole.verdict == "asked":
        return "ask_again"
    if reading.kind in VOTE_KINDS:
        return "vote_taken" if whole.verdict in ("accepted", "replaced") else "vote_refused"
    if reading.kind in (*ORDER_KINDS, "declaration", "retract"):
        return _order_notice(whole)
    if reading.kind in POST_KINDS:
        return "unpost"
    if reading.kind == "ask":
        return questions.NOTICE_OF.get(reading.text.partition(" ")[0], "help")
    return "message"


def _order_notice(whole: Outcome) -> str:
    if whole.code == "too_short":
        return "declaration_short"
    if whole.verdict == "replaced":
        return "order_replaced"
    return "order_taken" if whole.verdict == "accepted" else "order_refused"
