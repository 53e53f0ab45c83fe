"""The desk: the GM's commands one by one, what they answer, and the previews (C-10).

An act is tried on the facts alone: a preview runs it on a copy of the table, tells what it would
post, and changes nothing.
"""

from collections.abc import Callable, Generator, Iterator
from copy import deepcopy
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import dealt, digest, questioning
from pbp.game import facts as f
from pbp.game.commands import Command, Ordered
from pbp.game.fold import run
from pbp.game.gm import (
    ahead,
    around,
    board,
    confirming,
    declarations,
    ending,
    entries,
    foreseen,
    numbered,
    people,
    phases,
    rows,
    signup,
)
from pbp.game.gm.acting import Act, Done, refused
from pbp.game.gm.rows import LOOKS
from pbp.game.law import Law
from pbp.game.nouns import Value
from pbp.game.table import Table

ACTS: dict[str, Callable[[Table, Law, Command, datetime], Act]] = {
    "extend": phases.extend,
    "deadline": phases.deadline,
    "end phase": phases.end_phase,
    "pause": phases.pause,
    "resume": phases.resume,
    "order": entries.enter,
    "vote": entries.enter,
    "void": entries.void,
    "read": entries.read_as,
    "admit": entries.admit,
    "count": entries.count,
    "approve": declarations.approve,
    "reject": declarations.reject,
    "restore change": entries.restore_change,
    "warn": people.warn,
    "mute": people.mute,
    "out": people.out,
    "kill": people.kill,
    "revive": people.revive,
    "strike": people.strike,
    "leave": people.leave,
    "expose": people.expose,
    "new token": people.new_token,
    "publish": board.publish_mail,
    "hold": board.hold,
    "reclassify": board.reclassify,
    "story": board.write,
    "announce": board.write,
    "answer": board.write,
    "rule": board.write,
    "remind": board.remind,
    "nominate": around.nominate,
    "awards close": around.awards_close,
    "poll": board.write,
    "deputy": around.name_deputy,
    "option": ending.option,
    "draw": ending.draw,
    "abort": ending.abort,
}
"""The act behind each word of mail.md; a rule set may bring more (law.acts)."""

AFTER_THE_END = (
    "new token",
    "publish",
    "hold",
    "reclassify",
    "story",
    "announce",
    "answer",
    "rule",
    "nominate",
    "awards close",
)
"""What can still be done when the game is over; everything else changes what is past."""

OF_A_RULE_SET = ("proxy", "open day", "replace")
"""Words that only some rule sets have."""


class Preview(Value, frozen=True):
    """What an act would do: the posts and private notices that it would send."""

    posts: tuple[str, ...] = ()
    notices: tuple[tuple[str, str], ...] = ()


def obey(
    table: Table, law: Law, ordered: Ordered, mail: int, seen: foreseen.Foreseen | None = None
) -> Generator[f.AnyFact, None, bool]:
    """Carry commands out one by one, or show what they would do; one answer for all.

    mail: the number of the GM's mail, 0 without one. seen: what the game derived again says of
    corrections. Gives whether any of them was refused.
    """
    if not ordered.commands:
        return False
    told: list[dict[str, Any]] = []
    seen = seen or {}
    if ordered.certain:
        commands, key = commands_of(table, ordered), confirming.confirmed_by(table, ordered)
        for place, command in enumerate(commands):
            by_mail = replace(command, mail=mail)
            done, born = yield from _one(table, law, by_mail, ordered, seen.get(place))
            told.append(rows.row(command, done, born))
            if (number := numbered.number_of(ordered, mail, place)) and not done.problem:
                told[-1]["number"] = number
        waits = [p for p, command in enumerate(commands) if _waits(table, command, seen.get(p))]
        kept = confirming.as_shown(table, commands, waits, seen, mail)
        yield from _keep_for_his_word(table, ordered, commands, kept, key)
    else:
        told = yield from _preview(table, law, ordered, seen, mail)
    if not rows.only_looks(ordered, told):
        yield rows.answer(table, ordered, told, mail)
    return any(row["problem"] for row in told)


Tried = tuple[Done, list[f.AnyFact]]
"""What came of a command, and the facts that it brought about."""


def _keep_for_his_word(
    table: Table,
    ordered: Ordered,
    commands: list[Command],
    kept: list[Command],
    key: str,
) -> Iterator[f.AnyFact]:
    """Corrections that were shown wait for 确认; what was confirmed waits no more. key: there."""
    confirmed = any(command.confirmed for command in commands)
    if confirmed and key != confirming.OWN:
        yield confirming.note((), ordered.at, key)
    if kept or (confirmed and key == confirming.OWN):
        yield confirming.note(kept, ordered.at, confirming.OWN)


def _waits(table: Table, command: Command, seen: foreseen.Seen | None) -> bool:
    """Whether a command was only shown."""
    if command.word == "revive":
        return not command.confirmed and people.is_announced_dead(table, command)
    return seen is not None and seen.pending and command.word != "dry"


def _one(
    table: Table,
    law: Law,
    command: Command,
    ordered: Ordered,
    seen: foreseen.Seen | None = None,
) -> Generator[f.AnyFact, None, Tried]:
    """One command: looked at, previewed or carried out; (Done, the facts it brought about)."""
    at = ordered.at
    if seen is not None:
        return (yield from _kept(foreseen.carry_out(table, command, seen, at)))
    if command.problem:
        return _misread(table, law, command), []
    if command.word == "dry" and command.tried in LOOKS:
        command = replace(command, word=command.tried)
    if command.word in LOOKS:
        for fact in _look(table, law, command, at):
            yield replace(fact, mail=command.mail or None) if isinstance(fact, f.Notified) else fact
        return Done(undo=False), []
    if command.word == "undo":
        return _taken_back(table, ordered), []
    if command.word == "dry":
        done, born = try_out(table, law, command, at)
        return replace(done, data={**done.data, "dry": True}), born
    before = ahead.instants(table)
    done, born = yield from _kept(_of_command(table, law, command, at))
    done = rows.with_outcome(table, law, command, done, before, at)
    if not done.problem:
        yield from dealt.settled_by(table, command, at)
    yield f.Acted(
        at=at,
        word=command.word,
        line=command.line,
        n=command.n,
        reason=command.reason,
        problem=done.problem,
        undo=done.undo and not done.problem,
    )
    return done, born


def _misread(table: Table, law: Law, command: Command) -> Done:
    """A command that was not read. That there is no such act now comes before what is wrong."""
    word = command.tried or command.word
    if table.ended is not None and word in ACTS and word not in AFTER_THE_END:
        return refused("game_over", heard=command.line)
    if act_of(table, law, word) is None and word in (*ACTS, *OF_A_RULE_SET):
        return refused(_why_not(table, word), heard=command.line)
    if table.started is None and command.problem == "unknown_handle":
        return refused("unknown_signup", heard=command.reason or command.line)
    return refused(command.problem, heard=command.reason or command.line)


def _taken_back(table: Table, ordered: Ordered) -> Done:
    """Undo: which commands are no more, and the cut-offs that stand; in a pause none does."""
    if not ordered.undone:
        return refused("cannot_undo")
    now = ahead.moved((), ahead.instants(table)) if table.paused is None else []
    return Done(data={"undone": ordered.undoes, "moved": now}, undo=False)


def _of_command(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """The act of a command, or of the ready answer that it gives."""
    if command.word in questioning.WORDS:
        return (yield from questioning.answer(table, law, command, at))
    return (yield from _act(table, law, command, at))


def _act(table: Table, law: Law, command: Command, at: datetime) -> Act:
    if table.ended is not None and command.word in ACTS and command.word not in AFTER_THE_END:
        return refused("game_over", heard=command.line)
    act = act_of(table, law, command.word)
    if act is None:
        return refused(_why_not(table, command.word), heard=command.line)
    return (yield from act(table, law, command, at))


def _why_not(table: Table, word: str) -> str:
    """Why there is no such act here."""
    if table.started is None and word in (*ACTS, *OF_A_RULE_SET):
        return "not_started"
    return "not_in_these_rules" if word in OF_A_RULE_SET else "unknown_command"


def act_of(table: Table, law: Law, word: str) -> Callable[..., Act] | None:
    """The act behind a word: before the start, or in the running game."""
    if table.started is None:
        return signup.BEFORE.get(word) or (ACTS[word] if word in signup.ALSO_BEFORE else None)
    return ACTS.get(word) or law.acts().get(word) or signup.BEFORE.get(word)


def _kept(act: Act) -> Generator[f.AnyFact, None, Tried]:
    """Run an act and keep what it brought about beside its outcome."""
    born: list[f.AnyFact] = []
    while True:
        try:
            fact = next(act)
        except StopIteration as end:
            return end.value, born
        born.append(fact)
        yield fact


def try_out(table: Table, law: Law, command: Command, at: datetime) -> Tried:
    """What a command would do, on a copy of the table."""
    copy = deepcopy(table)
    if command.word == "dry":
        command = replace(command, word=command.tried)
    before = ahead.instants(copy)
    act = _of_command(copy, law, command, at)
    born: list[f.AnyFact] = []
    while True:
        try:
            fact = next(act)
        except StopIteration as end:
            return rows.with_outcome(copy, law, command, end.value, before, at), born
        run(copy, [fact])
        born.append(fact)


def _preview(
    table: Table, law: Law, ordered: Ordered, seen: foreseen.Foreseen, mail: int
) -> Generator[f.AnyFact, None, list[dict[str, Any]]]:
    """From an address that anybody could write: shown first, done when he confirms it."""
    told = []
    for place, command in enumerate(map(_by_reply_alone, ordered.commands)):
        if place in seen:
            shown = yield from foreseen.carry_out(table, command, seen[place], ordered.at)
            told.append(rows.row(command, shown, []))
            continue
        if command.word in LOOKS or command.problem:
            done: Done = refused(command.problem) if command.problem else Done()
            told.append(rows.row(command, done, []))
            continue
        done, born = try_out(table, law, command, ordered.at)
        told.append(rows.row(command, done, born))
    waits = [
        place
        for place, command in enumerate(ordered.commands)
        if not command.problem and command.word not in ("confirm", "undo")
    ]
    kept = confirming.as_shown(table, ordered.commands, waits, seen, mail)
    yield confirming.note(kept, ordered.at, confirming.key_of(ordered, mail))
    return told


def commands_of(table: Table, ordered: Ordered) -> list[Command]:
    """The commands; 确认 stands for those whose preview he was shown last."""
    if not ordered.certain:
        return list(ordered.commands)
    commands: list[Command] = []
    for command in ordered.commands:
        if command.word != "confirm" or command.problem:
            commands.append(command)
            continue
        if confirming.is_of_another(table, ordered):
            commands.append(replace(command, problem="other_pending"))
            continue
        shown = confirming.shown(table, ordered, command.value or "yes")
        commands += shown or [replace(command, problem="nothing_pending")]
    return commands


def _by_reply_alone(command: Command) -> Command:
    """确认 and 撤销 are nothing that could be shown first."""
    alone = command.word in ("confirm", "undo") and not command.problem
    return replace(command, problem="only_by_reply") if alone else command


def _look(table: Table, law: Law, command: Command, at: datetime) -> Iterator[f.AnyFact]:
    if command.word == "why":
        yield f.Notified(
            at=at,
            kind="why",
            to="gm",
            phase=command.value or None,
            data=digest.why(table, law, command.value),
        )
        return
    if command.word == "web":
        yield f.Notified(at=at, kind="web_link", to="gm", phase=None)
        return
    if command.word == "stats":
        yield from around.season(table, command, at)
        return
    yield digest.notice(table, law, at, "asked")
