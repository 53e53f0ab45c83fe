"""A game derived again from its inputs with some of them corrected, and laid over what was told.

Nothing that was told is ever taken out of the record: of what is derived again only the state
counts, and the letters, posts and answers stay those that went out.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from typing import Any

import msgspec
from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game import questioning
from pbp.game.commands import Command, Ordered
from pbp.game.hearing import Heard
from pbp.game.intents import ORDER_KINDS, POST_KINDS, VOTE_KINDS, Reading, Understood
from pbp.game.table import Table
from pbp.service import inputs, playing
from pbp.service.setup import Setup

AGAIN, STANDS = "again", "stands"
"""How a correction is carried out: the game goes on as derived again, or what was said stands."""

VOIDABLE = (*ORDER_KINDS, *VOTE_KINDS, "declaration", "retract", "recall", "done")
"""Readings that 作废 takes out of a mail; its posts and questions stay."""

CONFIRMS = ("void", "reject", "reclassify", "confirm")
"""Commands of the GM, besides those that enter something, that may correct an earlier input."""

VOIDED = "voided"
"""The problem of a command of the GM that he voided later: it does nothing."""

NOTHING = Reading(kind="ask", text="status")
"""What a mail asks for of which nothing is left: it is answered, and changes nothing."""

TOLD = (f.Posted, f.Notified, f.Bundled, f.MailHeard, f.Acted)
OWN_NOTES = ("unconfirmed",)
"""What was shown to the GM and waits for his word."""


# -- the inputs that stand ----------------------------------------------------------------------


def standing(
    entries: Sequence[inputs.AnyInput], more: Iterable[inputs.Change] = ()
) -> list[inputs.AnyInput]:
    """The inputs as corrected: without what was taken back; each keeps its place.

    more: corrections on top of those that were carried out. What a later one takes back of an
    earlier one is as if it had not been.
    """
    undone = {e.undoes for e in entries if isinstance(e, inputs.Commanded)}
    result = [emptied(e) if place in undone else e for place, e in enumerate(entries)]
    given = [*_corrections(result), *((len(result), change) for change in more)]
    idle: set[int] = set()
    for place, change in reversed(given):
        if place not in idle and _takes_back(result[change.place], change):
            idle.add(change.place)
    for place, change in given:
        if place not in idle:
            result[change.place] = changed(result[change.place], change)
    return result


def _corrections(entries: Sequence[inputs.AnyInput]) -> Iterator[tuple[int, inputs.Change]]:
    """All that were carried out, with the place of the input that did it."""
    for place, entry in enumerate(entries):
        if isinstance(entry, inputs.Commanded) and entry.how == AGAIN:
            yield from ((place, change) for change in entry.changes)


def _takes_back(entry: inputs.AnyInput, change: inputs.Change) -> bool:
    """Whether a correction takes the corrections of an input of the GM's back."""
    if not isinstance(entry, inputs.Commanded) or not entry.changes:
        return False
    words = {entry.ordered.commands[n].word for n in change.lines}
    return not change.lines or bool(words & {*CONFIRMS, "read"})


def emptied(entry: inputs.AnyInput) -> inputs.AnyInput:
    """The input as if it had asked for nothing; a mail keeps its number."""
    if not isinstance(entry, inputs.Commanded):
        return entry
    nothing = Ordered(at=entry.at, certain=True)
    return replace(entry, ordered=nothing, undoes=None, changes=(), how="", revive=(), waits=())


def changed(entry: inputs.AnyInput, change: inputs.Change) -> inputs.AnyInput:
    """The input as if it had come in that way."""
    if isinstance(entry, inputs.Commanded) and change.lines:
        return _commanded_otherwise(entry, change)
    if not isinstance(entry, inputs.LetterHeard):
        return emptied(entry)
    heard = entry.heard
    readings = readings_of(heard, change)
    if change.word != "read":
        return replace(entry, heard=replace(heard, understood=Understood(readings=readings)))
    return replace(
        entry,
        heard=replace(
            heard,
            understood=Understood(readings=readings),
            proved=True,
            automatic=False,
            too_large=False,
            cut_off=False,
            address="gm",
            answers_vote=heard.answers_vote or 0,
        ),
    )


def _commanded_otherwise(entry: inputs.Commanded, change: inputs.Change) -> inputs.Commanded:
    """The GM's input with some of its commands voided, or one with another order in it."""
    commands = [
        _command_otherwise(command, change) if place in change.lines else command
        for place, command in enumerate(entry.ordered.commands)
    ]
    return replace(entry, ordered=replace(entry.ordered, commands=tuple(commands)))


def _command_otherwise(command: Command, change: inputs.Change) -> Command:
    if change.word == "read":
        return replace(command, readings=change.readings)
    return replace(command, problem=VOIDED)


def readings_of(heard: Heard, change: inputs.Change) -> tuple[Reading, ...]:
    """What a corrected mail asks for."""
    readings = heard.understood.readings
    if change.word == "read":
        return change.readings
    if change.word == "reclassify":
        return tuple(_as_kind(r, change.readings[0].kind) for r in readings)
    if change.word == "reject":
        return tuple(
            replace(r, text="") if r.kind in ORDER_KINDS else r
            for r in readings
            if r.kind != "declaration"
        ) or (NOTHING,)
    return tuple(r for r in readings if r.kind not in VOIDABLE) or (NOTHING,)


def _as_kind(reading: Reading, kind: str) -> Reading:
    return replace(reading, kind=kind) if reading.kind in POST_KINDS else reading


# -- deriving -----------------------------------------------------------------------------------


class Derived(msgspec.Struct, frozen=True):
    """A game derived again: its facts, and the table that they tell.

    marks: for each input where its facts begin, once what was due is settled, and where they end.
    """

    facts: list[f.AnyFact]
    table: Any
    marks: list[tuple[int, int]]


def derive(setup: Setup, entries: Sequence[inputs.AnyInput], at: datetime, asked: Table) -> Derived:
    """All facts up to `at` that follow from these inputs (see standing).

    asked: the table on which the GM's questions have the numbers that he was told.
    """
    play = playing.Play(setup, again=True)
    facts: list[f.AnyFact] = []
    marks = []
    for entry in entries:
        if not isinstance(entry, inputs.Outage):
            facts += play.settle(entry.at)
        begin = len(facts)
        facts += play.take(_with_numbers(entry, asked, play.table))
        marks.append((begin, len(facts)))
    facts += play.settle(at)
    return Derived(_numbered(facts, play.table, asked), play.table, marks)


def _key(question: f.QuestionAsked) -> tuple[Any, ...]:
    about = question.about
    return (question.kind, *(str(about.get(key)) for key in ("n", "who", "phase", "counts")))


def _keys(table: Table) -> dict[tuple[Any, ...], int]:
    """The number of each question, by what it is about; the second of a kind is another one."""
    keys: dict[tuple[Any, ...], int] = {}
    for number in sorted(table.questions):
        key, time = _key(table.questions[number]), 0
        while (*key, time) in keys:
            time += 1
        keys[*key, time] = number
    return keys


def _with_numbers(entry: inputs.AnyInput, asked: Table, table: Table) -> inputs.AnyInput:
    """The GM answered questions by the numbers that he was told; here they may have others."""
    if not isinstance(entry, inputs.Commanded):
        return entry
    if not any(c.word in questioning.WORDS and c.n for c in entry.ordered.commands):
        return entry
    here = _keys(table)
    there = {number: key for key, number in _keys(asked).items()}

    def numbered(command: Command) -> Command:
        if command.word not in questioning.WORDS or not command.n:
            return command
        return replace(command, n=here.get(there.get(command.n, ()), 0))

    commands = tuple(numbered(command) for command in entry.ordered.commands)
    return replace(entry, ordered=replace(entry.ordered, commands=commands))


def _numbered(facts: list[f.AnyFact], table: Table, asked: Table) -> list[f.AnyFact]:
    """The questions with the numbers that the GM was told; new ones come after them."""
    there, numbers = _keys(asked), {}
    free = max(asked.questions, default=0)
    for key, number in _keys(table).items():
        if key not in there:
            free += 1
        numbers[number] = there.get(key, free)
    return [
        replace(fact, number=numbers[fact.number])
        if isinstance(fact, f.QuestionAsked | f.QuestionAnswered)
        else fact
        for fact in facts
    ]


# -- laying over --------------------------------------------------------------------------------


def laid_over(
    actual: Sequence[f.AnyFact],
    derived: Sequence[f.AnyFact],
    before: Table,
    corrected: set[int],
    *,
    undone: datetime | None = None,
) -> tuple[int, list[f.AnyFact]]:
    """The derived state with all that was told as it was told; how many facts stand already.

    before: the table as it was. corrected: numbers of the mails that were read otherwise.
    undone: when the command came that is taken back; None for a correction: then the cut-off of
    the running phase stays where it was announced.
    """
    runs = undone is None and before.phase is not None and before.phase.closed is None
    running = before.phase.id if runs and before.phase else ""
    old, new = [*map(_as_read, actual)], [*map(_as_read, derived)]
    keep = _common(old, new)
    rest: list[f.AnyFact] = []
    matcher = SequenceMatcher(None, old[keep:], new[keep:], autojunk=False)
    for same, a, b, c, d in matcher.get_opcodes():
        theirs, ours = derived[keep + c : keep + d], actual[keep + a : keep + b]
        if same == "equal":
            rest += ours
            continue
        rest += [fact for fact in theirs if not _is_told(fact, running)]
        rest += [
            fact
            for fact in ours
            if _is_told(fact, running) and not (isinstance(fact, f.Acted) and fact.at == undone)
        ]
    rest = [_settled(fact, corrected) for fact in rest]
    rest += _published(before, rest)
    return keep, rest


def _as_read(fact: f.AnyFact) -> bytes:
    """A fact as bytes that are the same however it came to be: defaults are always written."""
    return msgspec.json.encode(_plain(fact))


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        fields = {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
        return {"": type(value).__name__, **fields}
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def _common(old: list[bytes], new: list[bytes]) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(old), len(new)))


def _is_told(fact: f.AnyFact, running: str) -> bool:
    """Whether it was told and stays as it was told; so does the cut-off of the running phase."""
    if isinstance(fact, f.Noted):
        return fact.key.partition(" ")[0] in OWN_NOTES
    if isinstance(fact, f.CutOffMoved):
        return fact.phase == running
    return isinstance(fact, TOLD)


def _settled(fact: f.AnyFact, corrected: set[int]) -> f.AnyFact:
    """A mail that the GM has read waits for nobody's word any more."""
    if isinstance(fact, f.MailHeard) and fact.n in corrected and fact.pending:
        return replace(fact, pending=False)
    return fact


def _published(before: Table, rest: Iterable[f.AnyFact]) -> Iterator[f.AnyFact]:
    """What is out cannot come back: a post that was published stays so."""
    fates = {fact.n: fact for fact in rest if isinstance(fact, f.MailSettled)}
    waits = {fact.mail for fact in rest if isinstance(fact, f.PostWaits)}
    for n, fate in before.fates.items():
        if not fate.published:
            continue
        if (n in fates and not fates[n].published) or (n in waits and n not in fates):
            yield fate
