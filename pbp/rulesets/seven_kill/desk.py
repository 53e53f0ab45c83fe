"""`seven_kill`, the GM's own words: a vote by proxy (S-5.8), the day opened early (S-4.5)."""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused, running, tell
from pbp.game.law import Law
from pbp.game.nouns import Phase, Vote
from pbp.game.table import Table
from pbp.game.votes import VOTING


@clause("S-5.8")
def proxy(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Proxy HANDLE X: a vote of somebody who cannot post; posted at once, his change is left.

    It is known by the GM's mail; where he sent none by a number below zero, one for each seat.
    """
    who, phase = command.who, table.phase
    problem = next(objections_to_proxy(table, command, at), None)
    if problem is not None or phase is None:
        return refused(problem or "no_phase", heard=who)
    target = command.readings[0].targets[0]
    mail = command.mail or -table.players[who].seat.number
    vote = Vote(voter=who, target=target, mail=mail, at=at, reason=command.reason)
    yield f.VoteCast(at=at, audience=f.EVERYBODY, phase=phase.id, vote=vote)
    yield f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind="proxy_vote",
        phase=phase.id,
        mail=mail,
        data={
            "voter": who,
            "target": target,
            "received": at.isoformat(),
            "reason": command.reason,
        },
    )
    yield tell(table, who, "proxy", at, order="vote", targets=(target,), reason=command.reason)
    return Done(data={"who": who, "target": target})


@clause("S-5.8")
def objections_to_proxy(table: Table, command: Command, at: datetime) -> Iterator[str]:
    """Why a proxy vote cannot be entered: who, when, for whom; the first is given."""
    phase = table.phase
    if command.who not in table.players:
        yield "unknown_handle"
        return
    if not table.is_alive(command.who):
        yield "not_alive"
    if not running(table) or phase is None or phase.kind not in VOTING:
        yield "no_phase"
        return
    yield from _objections_to_target(table, command, phase)
    if at > phase.closes - table.span("proxy_notice"):
        yield "late"
    if command.who in table.ballot(phase.id).votes:
        yield "has_vote"


def _objections_to_target(table: Table, command: Command, phase: Phase) -> Iterator[str]:
    """One target, named clearly and without condition."""
    if len(command.readings) != 1:
        yield "needs_order"
        return
    reading = command.readings[0]
    if reading.problem is not None:
        yield reading.problem
    elif reading.kind not in ("vote", "change") or len(reading.targets) != 1:
        yield "not_permitted"
    elif not table.is_alive(reading.targets[0]):
        yield "bad_target"
    elif phase.candidates and reading.targets[0] not in phase.candidates:
        yield "not_candidate"


@clause("S-4.5", "S-4.7")
def open_day(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Open day: the wait closes now; the victim keeps his last words to its scheduled end."""
    phase = table.phase
    if not running(table) or phase is None or phase.kind != "wait":
        return refused("no_phase")
    yield f.CutOffMoved(at=at, audience=f.EVERYBODY, phase=phase.id, closes=at)
    return Done(data={"phase": phase.id}, undo=False)


ACTS = {"proxy": proxy, "open day": open_day}
"""What the GM of this rule set can do besides the acts of every game (mail.md)."""
