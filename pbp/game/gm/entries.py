"""Orders and votes that the GM enters, voids, reads otherwise or admits (C-10, C-2.1, S-5.8)."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game import judges, orders
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused, running, tell
from pbp.game.hearing import Heard, Hearing, Judged
from pbp.game.intents import Reading
from pbp.game.law import Law
from pbp.game.nouns import Phase
from pbp.game.table import REVIVABLE, Table

JUST_BEFORE = timedelta(microseconds=1)

TOO_LATE_TO_CHANGE = ("frozen", "last_hour", "no_change_left")
"""What a player could not change any more, the GM can correct (C-10)."""

LATE_TO_CHANGE = ("frozen", "last_hour")
"""What a replacement was late for that came in the freeze; the GM can let it in (C-2.1)."""


@clause("C-10")
def enter(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Order HANDLE "杀 X", vote HANDLE X: as if the player had sent it now; he is told."""
    if command.who not in table.players:
        return refused("unknown_handle", heard=command.who)
    if not running(table):
        return refused("no_phase")
    if not command.readings:
        return refused("needs_order")
    mail = command.mail
    results = []
    for reading in command.readings:
        done = yield from _judge(
            table, law, mail, command.who, reading, at, at, waived=TOO_LATE_TO_CHANGE
        )
        results.append({"kind": reading.kind, "targets": reading.targets, "code": done.code})
        if done.verdict not in ("accepted", "replaced"):
            return refused(done.code or "refused", results=results)
        yield tell(
            table,
            command.who,
            command.word,
            at,
            order=reading.kind,
            targets=reading.targets,
            reason=command.reason,
        )
    return Done(data={"who": command.who, "results": results})


def _judge(
    table: Table,
    law: Law,
    mail: int,
    who: str,
    reading: Reading,
    received: datetime,
    at: datetime,
    waived: tuple[str, ...] = (),
) -> Judged:
    hearing = Hearing(
        mail=mail,
        at=received,
        now=at,
        actor=who,
        reading=reading,
        answers_vote=mail,
        waived=waived,
    )
    heard = Heard(at=received, sender=who)
    return (yield from judges.judge(table, law, hearing, heard))


@clause("C-10")
def void(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Void N: what came with mail N does not count; only before the close that used it."""
    mail = table.mails.get(command.n or 0)
    if mail is None:
        return refused("unknown_mail", n=command.n)
    ended = [*_void_orders(table, law, mail.n, at), *_void_vote(table, mail.n, at)]
    if not ended:
        return refused("nothing_to_void", n=mail.n)
    yield from ended
    if mail.sender in table.players:
        about = _about(table, mail)
        yield tell(table, mail.sender, "void", at, **about, reason=command.reason)
    return Done(data={"n": mail.n, "who": mail.sender})


def _void_orders(table: Table, law: Law, n: int, at: datetime) -> Iterator[f.AnyFact]:
    for order in table.orders.values():
        phase = table.phase_named(order.phase)
        closed = phase is not None and phase.closed is not None
        if order.mail == n and order.state in REVIVABLE and not closed:
            yield from orders.end_slot(table, order, "voided", at)
            yield from orders.tell_team_of_end(table, law, order, "void", at)
    for declared in table.declarations:
        if declared.mail == n and not declared.void:
            yield f.DeclarationVoided(at=at, mail=n)


def _void_vote(table: Table, n: int, at: datetime) -> Iterator[f.AnyFact]:
    phase = table.phase
    if phase is None or phase.closed is not None:
        return
    for life in phase.boards:
        ballot = table.ballot(phase.id, life)
        for vote in [vote for vote in ballot.votes.values() if vote.mail == n]:
            yield f.VoteVoided(
                at=at, audience=f.EVERYBODY, phase=phase.id, voter=vote.voter, life=life
            )
            earlier = ballot.before(vote.voter)
            yield f.Posted(
                at=at,
                audience=f.EVERYBODY,
                kind="correction",
                phase=phase.id,
                life=life,
                data={
                    "what": "vote_voided",
                    "who": vote.voter,
                    "target": vote.target,
                    "stands": [earlier.target] if earlier else [],
                },
            )


def _about(table: Table, mail: f.MailHeard) -> dict[str, object]:
    """What a mail had asked for, as the notice names it; and the vote that stands without it."""
    first = mail.readings[0] if mail.readings else Reading(kind="chat")
    about: dict[str, object] = {"instead_of": first.targets}
    phase, voter = table.phase, table.players[mail.sender]
    vote = table.ballot(phase.id, voter.life).votes.get(mail.sender) if phase else None
    if first.kind in ("vote", "change", "abstain") and vote is not None:
        about |= {"order": "vote", "targets": (vote.target,) if vote.target else ()}
    return about


@clause("C-10")
def read_as(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Read N as "投票 X": mail N counts as these words, by its own time of receipt."""
    mail = table.mails.get(command.n or 0)
    if mail is None or mail.sender not in table.players:
        return refused("unknown_mail", n=command.n)
    if not command.readings:
        return refused("needs_order")
    if _closed_since(table, mail.at):
        return refused("announced_already", n=mail.n)
    phase, life = table.phase, table.players[mail.sender].life
    spent = phase is not None and _is_spent_by(table, phase, mail, life)
    if phase is not None and spent:
        yield f.ChangeRestored(at=at, phase=phase.id, voter=mail.sender, life=life)
    done = yield from _again(table, law, command, mail, command.readings, mail.at, at)
    if phase is not None and spent and done.problem:
        yield f.ChangeSpent(at=at, phase=phase.id, life=life, voter=mail.sender, why="ambiguous")
    return done


@clause("C-6.5")
def _is_spent_by(table: Table, phase: Phase, mail: f.MailHeard, life: str | None) -> bool:
    """Whether an unclear vote took the change: read as a clear one it did not."""
    ballot = table.ballot(phase.id, life)
    standing = ballot.votes.get(mail.sender)
    is_last = standing is None or standing.at <= mail.at
    unclear = mail.code in ("ambiguous", "conditional") and mail.phase == phase.id
    return unclear and is_last and ballot.spent.get(mail.sender) == "ambiguous"


def count(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Mail N, which looked automatic, counts as it was read, by its own time of receipt."""
    mail = table.mails.get(command.n or 0)
    if mail is None:
        return refused("unknown_mail", n=command.n)
    return (yield from read_as(table, law, replace(command, readings=mail.readings), at))


@clause("C-2.1")
def admit(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Admit N: mail N, which came late, counts as if it had come in time.

    A first order or vote just before the cut-off; a replacement or change before its freeze. Once
    the phase is announced that is over (C-2.1): who wrote late was late.
    """
    mail = table.mails.get(command.n or 0)
    if mail is None or mail.sender not in table.players:
        return refused("unknown_mail", n=command.n)
    phase = table.phase
    was_late = mail.code in ("late", *LATE_TO_CHANGE)
    if phase is None or phase.closed is not None:
        return refused("admit_too_late" if was_late else "not_late", n=mail.n)
    in_the_freeze = mail.code in LATE_TO_CHANGE and mail.phase == phase.id
    if table.clock(mail.at) < phase.closes and not in_the_freeze:
        return refused("admit_too_late" if was_late else "not_late", n=mail.n)
    received = mail.at if in_the_freeze else phase.closes - JUST_BEFORE
    done = yield from _again(
        table, law, command, mail, mail.readings, received, at, waived=LATE_TO_CHANGE
    )
    if not done.problem:
        yield from _only_for(table, phase, mail.n, at)
    return done


def _only_for(table: Table, phase: Phase, n: int, at: datetime) -> Iterator[f.AnyFact]:
    """A mail that was let in for a night is not an order for the next one as well (C-2.3)."""
    for order in list(table.orders.values()):
        if order.mail == n and order.phase != phase.id and order.state in REVIVABLE:
            yield f.OrderEnded(at=at, order=order.id, how="superseded")


def _again(
    table: Table,
    law: Law,
    command: Command,
    mail: f.MailHeard,
    readings: tuple[Reading, ...],
    received: datetime,
    at: datetime,
    waived: tuple[str, ...] = (),
) -> Act:
    results = []
    for reading in (replace(given, problem=None) for given in readings):
        done = yield from _judge(
            table, law, mail.n, mail.sender, reading, received, at, waived=waived
        )
        results.append({"kind": reading.kind, "targets": reading.targets, "code": done.code})
        if done.verdict not in ("accepted", "replaced"):
            return refused(done.code or "refused", results=results)
        yield tell(
            table,
            mail.sender,
            command.word,
            at,
            order=reading.kind,
            targets=reading.targets,
            reason=command.reason,
        )
    return Done(data={"n": mail.n, "who": mail.sender, "results": results})


def _closed_since(table: Table, at: datetime) -> bool:
    return any(p.closed is not None and p.opens <= at < p.closes for p in table.phases)


@clause("C-6.5")
def restore_change(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Restore change HANDLE: the voter has his change again."""
    if command.who not in table.players:
        return refused("unknown_handle", heard=command.who)
    phase = table.phase
    life = table.players[command.who].life
    if phase is None or command.who not in table.ballot(phase.id, life).spent:
        return refused("has_change", who=command.who)
    yield f.ChangeRestored(
        at=at, audience=(command.who,), phase=phase.id, voter=command.who, life=life
    )
    yield tell(table, command.who, "restore change", at, reason=command.reason)
    return Done(data={"who": command.who})
