"""Corrections: an earlier mail read otherwise, a command taken back; nothing is ever edited.

The game is derived again with the correction in place (again.py) and compared with what was
announced and told (differing.py). What differs is shown to the GM before anything is done; what
was announced stands unless he wants it otherwise and the phases are the same ones.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pbp.game import facts as f
from pbp.game.commands import Command, Ordered
from pbp.game.gm import desk
from pbp.game.gm.foreseen import WORDS, Seen
from pbp.game.table import Table
from pbp.service import again, inputs, playing, telling
from pbp.service.differing import Difference, difference, is_same

# -- reading an earlier mail otherwise ----------------------------------------------------------


class Decision(msgspec.Struct):
    """What comes of the corrections that a mail of the GM's asks for.

    seen: what each command is answered, by its place. changes: those that are carried out; how:
    see again.py; revive: who lives again where what was announced stands. derived: the game with
    the changes in place; differs: from the game as it is, derived likewise (what was taken back
    is told still, but stands no more). reason: the GM's.
    """

    seen: dict[int, Seen] = msgspec.field(default_factory=dict)
    changes: list[inputs.Change] = msgspec.field(default_factory=list)
    how: str = ""
    revive: tuple[str, ...] = ()
    derived: again.Derived | None = None
    differs: Difference = Difference()
    mails: list[int] = msgspec.field(default_factory=list)
    reason: str = ""
    as_it_is: again.Derived | None = None


def decide(play: "playing.Play", ordered: Ordered) -> Decision:
    """Look at every command that reads a mail otherwise; what is due by then has been settled."""
    decision = Decision()
    commands = desk.commands_of(play.table, ordered)
    entries: Sequence[inputs.AnyInput] = ()
    for place, command in enumerate(commands):
        if command.problem or _word(command) not in WORDS:
            continue
        entries = entries or again.standing(play.history())
        change = _change(play.table, entries, command)
        if change is not None:
            _look(play, entries, ordered, decision, (place, command, change))
    return decision


def _word(command: Command) -> str:
    return command.tried if command.word == "dry" else command.word


def _look(
    play: "playing.Play",
    entries: Sequence[inputs.AnyInput],
    ordered: Ordered,
    decision: Decision,
    asked: tuple[int, Command, inputs.Change],
) -> None:
    """One correction, on top of those before it: shown, or taken into the decision."""
    place, command, change = asked
    corrected = list(entries)
    for each in (*decision.changes, change):
        corrected[each.place] = again.changed(corrected[each.place], each)
    derived = again.derive(play.setup, corrected, ordered.at, play.table)
    if decision.as_it_is is None:
        decision.as_it_is = again.derive(play.setup, entries, ordered.at, play.table)
    differs = difference(decision.as_it_is.table, derived.table)
    if is_same(play.table, derived.table) and not differs.announced:
        decision.seen[place] = Seen(problem="changes_nothing")
        return
    known = command.confirmed and command.value == str(len(play.table.phases))
    told = telling.for_the_gm(play, derived, differs)
    if command.word == "dry" or not ordered.certain or (differs.announced and not known):
        decision.seen[place] = Seen(pending=True, told={**told, "pending": command.word != "dry"})
        return
    back = command.confirmed == "revive"
    goes_back = not differs.fates or (back and differs.can_go_back)
    decision.how = again.AGAIN if goes_back else again.STANDS
    decision.revive = _revived(play.table, differs) if back and not goes_back else ()
    decision.changes.append(change)
    decision.derived, decision.differs = derived, differs
    decision.mails.append(command.n or 0)
    decision.reason = decision.reason or command.reason
    mail = play.table.mails[command.n or 0]
    decision.seen[place] = Seen(
        writer=mail.sender,
        about=telling.for_the_writer(play.table, derived.table, mail, change, decision.how),
        told={**told, "how": decision.how},
        undo=not differs.announced,
    )


def _revived(table: Table, differs: Difference) -> tuple[str, ...]:
    if table.ended is not None:
        return ()
    return tuple(dict.fromkeys(d.who for d in differs.alive if not table.is_alive(d.who)))


def _change(
    table: Table, entries: Sequence[inputs.AnyInput], command: Command
) -> inputs.Change | None:
    """What a command changes; None where there is nothing that it could, and its act says why."""
    place = _place(table, entries, command.n or 0)
    if place is None:
        return None
    entry, word = entries[place], _word(command)
    if isinstance(entry, inputs.Commanded):
        asks = any(c.word in desk.ACTS for c in entry.ordered.commands)
        return inputs.Change(place, word) if word == "void" and asks else None
    if not isinstance(entry, inputs.LetterHeard) or table.started is None:
        return None
    if word == "reject":
        return inputs.Change(place, word) if _has_declared(table, command.n) else None
    if word == "read":
        seated = entry.heard.sender in table.players and bool(command.readings)
        return inputs.Change(place, word, command.readings) if seated else None
    asks = any(r.kind in again.VOIDABLE for r in entry.heard.understood.readings)
    return inputs.Change(place, word) if asks else None


def _has_declared(table: Table, n: int | None) -> bool:
    """Whether a declaration came with a mail for a night that is over."""
    for declared in table.declarations:
        phase = table.phase_named(declared.phase)
        if declared.mail == n and not declared.void and phase and phase.closed is not None:
            return True
    return False


def _place(table: Table, entries: Sequence[inputs.AnyInput], n: int) -> int | None:
    """The place of the input that brought mail n."""
    mail, count = table.mails.get(n), 0
    for place, entry in enumerate(entries):
        by_mail = isinstance(entry, inputs.Commanded) and entry.letter is not None
        count += by_mail or isinstance(entry, inputs.LetterHeard)
        if count == n:
            return place if mail is not None else None
    return None


# -- taking a command back ----------------------------------------------------------------------


class Undoing(msgspec.Struct, frozen=True):
    """What taking a command back would do.

    possible: nothing that depends on it has been announced. derived: the game without it. own:
    what the command itself had told. corrects: it was a correction.
    """

    possible: bool
    derived: again.Derived | None = None
    own: tuple[f.AnyFact, ...] = ()
    corrects: bool = False


def last_undoable(entries: Sequence[inputs.AnyInput], acts: Sequence[f.Acted]) -> int | None:
    """The place of the last input with a command that can be taken back, not taken back yet."""
    undone = {e.undoes for e in entries if isinstance(e, inputs.Commanded)}
    for place in range(len(entries) - 1, -1, -1):
        entry = entries[place]
        if not isinstance(entry, inputs.Commanded) or place in undone or entry.undoes is not None:
            continue
        mine = [act for act in acts if act.at == entry.at and not act.problem]
        if mine:
            return place if all(act.undo for act in mine) else None
    return None


def undo(play: "playing.Play", entries: Sequence[inputs.AnyInput], place: int, at: Any) -> Undoing:
    """What it would mean to take back the command at `place`, at the instant `at`."""
    before = again.standing(entries)
    without = [again.emptied(e) if n == place else e for n, e in enumerate(entries)]
    after = again.standing(without)
    was = again.derive(play.setup, before, at, play.table)
    would = again.derive(play.setup, after, at, play.table)
    entry = entries[place]
    if isinstance(entry, inputs.Commanded) and entry.changes:
        possible = not difference(was.table, would.table).announced
        return Undoing(possible, would, corrects=True)
    begin, end = was.marks[place]
    _, emptied_end = would.marks[place]
    if _announced(was.facts[end:]) != _announced(would.facts[emptied_end:]):
        return Undoing(possible=False)
    told = (f.Posted, f.Notified)
    own = tuple(fact for fact in was.facts[begin:end] if isinstance(fact, told))
    return Undoing(possible=True, derived=would, own=own)


def _announced(facts: Iterable[f.AnyFact]) -> list[tuple[Any, ...]]:
    """What players and the public were told."""
    told: list[tuple[Any, ...]] = []
    for fact in facts:
        if isinstance(fact, f.Posted):
            told.append((fact.at, fact.kind, fact.author, msgspec.json.encode(fact.data)))
        elif isinstance(fact, f.Notified) and fact.to != "gm":
            told.append((fact.at, fact.kind, fact.to, msgspec.json.encode(fact.data)))
    return told
