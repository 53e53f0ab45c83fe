"""The GM and the players: warn, mute, out, kill, revive, strike, leave, expose (C-7, C-9)."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import engine
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused, running, tell
from pbp.game.law import Law
from pbp.game.nouns import Death
from pbp.game.speakers import ONLOOKER
from pbp.game.table import Table


def _seat(table: Table, command: Command) -> Done | None:
    """A refusal where the command names nobody who plays."""
    if command.who not in table.players:
        return refused("unknown_handle", heard=command.who)
    return None


@clause("C-7.1")
def warn(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Warn HANDLE reason: one warning more, posted with the count."""
    if wrong := _seat(table, command):
        return wrong
    phase = table.phases[-1].id
    yield f.Warned(
        at=at, audience=f.EVERYBODY, who=command.who, phase=phase, why=command.reason or "gm"
    )
    player = table.players[command.who]
    count, shown = player.warnings, player.public_warnings
    about = {"why": command.reason, "count": count, "out_at": table.options["warnings_out"]}
    yield f.Notified(
        at=at, audience=(command.who,), kind="warning", to=command.who, phase=phase, data=about
    )
    yield f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind="warning",
        phase=phase,
        data={"warned": [{"who": command.who, "count": shown}], "reason": command.reason},
    )
    limit = int(table.options["warnings_out"])
    told = {"who": command.who, "count": count, "limit": limit, "quiet": count < limit}
    return Done(data=told)


@clause("C-5.4")
def mute(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Mute NAME 12h|end: nothing of his is published until then; votes and orders go on."""
    names = {*table.start.names.values(), *table.subscribers.values(), *table.substitutes}
    if command.who not in table.players and command.who.removeprefix(ONLOOKER) not in names:
        return refused("unknown_handle", heard=command.who)
    until = None if command.span is None else at + command.span
    yield f.Muted(at=at, who=command.who, until=until)
    if command.who in table.players:
        yield f.Notified(
            at=at,
            audience=(command.who,),
            kind="muted",
            to=command.who,
            phase=table.phases[-1].id,
            data={"until": until.isoformat() if until else None, "reason": command.reason},
        )
    return Done(data={"who": command.who, "until": until.isoformat() if until else None})


@clause("C-7.3", "C-9")
def out(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Out HANDLE reason: announced at the close of the running phase."""
    return (yield from _to_die(table, command, at, "disqualified"))


@clause("C-10")
def kill(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Kill HANDLE reason: a death by the GM, announced at the close of the running phase."""
    return (yield from _to_die(table, command, at, "gm"))


def _to_die(table: Table, command: Command, at: datetime, why: str) -> Act:
    if wrong := _seat(table, command):
        return wrong
    if not running(table):
        return refused("no_phase")
    if not table.is_alive(command.who):
        return refused("is_dead", who=command.who)
    asked = dict(table.notes.get("out", {}))
    if asked.get(command.who) == why:
        return refused("is_to_be_out", who=command.who)
    asked[command.who] = why
    yield f.Noted(at=at, key="out", value=asked)
    phase = table.phases[-1]
    told = {"who": command.who, "phase": phase.id, "announced": phase.closes.isoformat()}
    return Done(data={**told, "reasonless": not command.reason})


@clause("C-10")
def revive(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Revive HANDLE: a death by the GM is taken back before its announcement.

    After it only as a correction: he lives from now on, and all that was announced stays so.
    """
    if wrong := _seat(table, command):
        return wrong
    asked = dict(table.notes.get("out", {}))
    if asked.pop(command.who, None) is not None and table.is_alive(command.who):
        yield f.Noted(at=at, key="out", value=asked)
        return Done(data={"who": command.who, "in_time": True})
    if not _died(table, command.who):
        return refused("is_alive", who=command.who)
    if table.ended is not None:
        return refused("game_over")
    if not command.confirmed:
        return Done(data={"who": command.who, "pending": True, "revive": True}, undo=False)
    yield from lives_again(table, command.who, at, command.reason)
    return Done(data={"who": command.who, "quiet": True}, undo=False)


def is_announced_dead(table: Table, command: Command) -> bool:
    """Whether a command is about somebody whose death has been announced."""
    known = not command.problem and command.who in table.players
    return known and table.ended is None and bool(_died(table, command.who))


def _died(table: Table, who: str) -> list[Death]:
    """The deaths of a player that hold; the last is the one that can be taken back."""
    player = table.players[who]
    if not player.alive or player.died_in:
        return [
            d for d in table.deaths if d.who == who and (not d.life or d.life in player.died_in)
        ]
    return []


def last_death(table: Table, who: str) -> Death | None:
    """The death of a player that holds and can be taken back; None where he has none."""
    died = _died(table, who)
    return died[-1] if died else None


@clause("C-10")
def lives_again(table: Table, who: str, at: datetime, reason: str = "") -> Iterator[f.AnyFact]:
    """An announced death is taken back from now on; the post says what stays announced."""
    died = _died(table, who)
    if not died:
        return
    death, phase = died[-1], table.phases[-1].id
    asked = table.notes.get("out", {})
    if who in asked:  # what he was put out for is settled; the next close must not do it again
        yield f.Noted(at=at, key="out", value={x: why for x, why in asked.items() if x != who})
    yield f.Revived(at=at, audience=f.EVERYBODY, who=who, life=death.life)
    rows = [{"what": "alive", "who": who, "phase": death.phase, "life": death.life, "stays": False}]
    yield f.Posted(
        at=at,
        audience=f.EVERYBODY,
        kind="correction",
        phase=phase,
        data={"what": "revived", "who": who, "rows": rows, "reason": reason},
    )
    yield tell(table, who, "revive", at, reason=reason)


@clause("C-7.3")
def strike(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Strike HANDLE reason: he has no share in the prizes."""
    if wrong := _seat(table, command):
        return wrong
    struck = table.notes.get("struck_off", ())
    if command.who in struck:
        return refused("is_struck", who=command.who)
    if not command.reason:
        return refused("needs_reason")
    yield f.Noted(at=at, key="struck_off", value=[*struck, command.who])
    return Done(data={"who": command.who})


@clause("C-7.2")
def leave(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Leave HANDLE grant 24h | refuse: granted, the phase is extended without name or reason."""
    if wrong := _seat(table, command):
        return wrong
    if not table.is_alive(command.who):
        return refused("is_dead", who=command.who)
    granted, asked = command.value == "grant", command.who in table.leaves
    span = command.span or timedelta(0)
    if granted and span and running(table):
        phase = table.phases[-1]
        yield from engine.move_cut_off(table, phase.closes + span, at)
    yield f.LeaveDecided(at=at, who=command.who, granted=granted)
    for question in table.open_questions():
        if question.kind == "leave" and question.about.get("who") == command.who:
            yield f.QuestionAnswered(at=at, number=question.number, answer=command.value)
    yield f.Notified(
        at=at,
        audience=(command.who,),
        kind="leave_answer",
        to=command.who,
        phase=table.phases[-1].id,
        data={
            "granted": granted,
            "hours": round(span.total_seconds() / 3600, 2),
            "text": command.reason,
        },
    )
    phase = table.phases[-1]
    told = {"who": command.who, "granted": granted, "asked": asked, "phase": phase.id}
    told |= {"closes": phase.closes.isoformat() if running(table) else None}
    return Done(data={**told, "hours": round(span.total_seconds() / 3600, 2)})


@clause("C-5.5")
def expose(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Expose HANDLE: owner and handle count as one from now on; the server says who it is."""
    if wrong := _seat(table, command):
        return wrong
    if command.who in table.exposed:
        return refused("is_exposed", who=command.who)
    phase = table.phases[-1].id
    yield f.Exposed(at=at, audience=f.EVERYBODY, who=command.who)
    told = {"by": "gm", "reason": command.reason}
    yield f.Notified(
        at=at, audience=(command.who,), kind="exposed", to=command.who, phase=phase, data=told
    )
    about = {"who": command.who, "owner": table.owner_name(command.who), "by": "gm"}
    yield f.Posted(at=at, audience=f.EVERYBODY, kind="exposed", phase=phase, data=about)
    return Done(data=about)


def new_token(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """New token HANDLE: his private address changes at once, and he is told the new one."""
    if wrong := _seat(table, command):
        return wrong
    yield f.TokenChanged(at=at, who=command.who)
    yield tell_new_token(table, command.who, at, "gm")
    return Done(data={"who": command.who}, undo=False)


def tell_new_token(table: Table, who: str, at: datetime, why: str) -> f.Notified:
    """The notice with the new private address; its Reply-To is the address itself."""
    return f.Notified(
        at=at,
        audience=(who,),
        kind="new_token",
        to=who,
        phase=table.phases[-1].id,
        data={"why": why},
    )
