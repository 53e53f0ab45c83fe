"""Corrections: an earlier mail read otherwise, a command taken back; nothing is ever edited.

The game is derived again with the correction in place (again.py) and compared with what was
announced and told (differing.py). What differs is shown to the GM before anything is done; what
was announced stands unless he wants it otherwise and the phases are the same ones.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.commands import Command, Ordered
from pbp.game.deputy import DEPUTY
from pbp.game.gm import desk, people
from pbp.game.gm.foreseen import WORDS, Seen, mark
from pbp.game.table import Table
from pbp.service import again, corrected, inputs, playing, telling
from pbp.service.differing import Difference, difference, is_same

# -- reading an earlier mail otherwise ----------------------------------------------------------


class Decision(msgspec.Struct):
    """What comes of the corrections that a mail of the GM's asks for.

    seen: what each command is answered, by its place. looked_at: the changes so far, also those
    that are only shown. changes: those that are carried out; how:
    see again.py; revive: who lives again where what was announced stands. derived: the game with
    the changes in place; differs: from the game as it is, derived likewise (what was taken back
    is told still, but stands no more). reason: the GM's.
    """

    seen: dict[int, Seen] = msgspec.field(default_factory=dict)
    looked_at: list[inputs.Change] = msgspec.field(default_factory=list)
    changes: list[inputs.Change] = msgspec.field(default_factory=list)
    how: str = ""
    revive: tuple[str, ...] = ()
    derived: again.Derived | None = None
    differs: Difference = Difference()
    mails: list[int] = msgspec.field(default_factory=list)
    reason: str = ""
    as_it_is: again.Derived | None = None


def decide(play: "playing.Play", ordered: Ordered) -> Decision:
    """Look at every command that reads a mail otherwise; what is due by then has been settled.

    A deputy corrects nothing: he answers questions.
    """
    decision = Decision()
    if ordered.by == DEPUTY:
        return decision
    commands = desk.commands_of(play.table, ordered)
    entries: Sequence[inputs.AnyInput] = ()
    for place, command in enumerate(commands):
        if command.problem or _word(command) not in WORDS:
            continue
        entries = entries or play.history()
        standing = again.standing(entries, decision.looked_at)
        change = corrected.change(play.table, standing, replace(command, word=_word(command)))
        if isinstance(change, str):
            decision.seen[place] = Seen(problem=change)
        elif change is not None:
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

    def derived_with(changes: Sequence[inputs.Change]) -> again.Derived:
        return again.derive(play.setup, again.standing(entries, changes), ordered.at, play.table)

    if decision.as_it_is is None:
        decision.as_it_is = derived_with(())
    derived = derived_with((*decision.changes, change))
    if _adds_nothing(decision, change, derived):
        if change.word != "reclassify":
            decision.seen[place] = Seen(problem="changes_nothing")
        return
    differs = difference(decision.as_it_is.table, derived.table)
    if differs.announced and decision.looked_at != decision.changes:
        derived = derived_with((*decision.looked_at, change))
        differs = difference(decision.as_it_is.table, derived.table)
    told = telling.for_the_gm(play, derived, differs, _revived(play.table, differs))
    told |= {"again": stands_already(entries, change), "reason": command.reason}
    seen = Seen(pending=True, told={**told, "pending": command.word != "dry"})
    known = bool(command.confirmed) and command.shown == mark(play.table, seen)
    decision.looked_at += [change] if command.word != "dry" else []
    if command.word == "dry" or not ordered.certain or (differs.announced and not known):
        decision.seen[place] = seen
        return
    back = command.confirmed == "revive"
    goes_back = not differs.fates or (back and differs.can_go_back)
    if told["again"] and not goes_back and not (back and told["lives_again"]):
        decision.seen[place] = Seen(problem="stands_already")
        return
    before = again.standing(entries, decision.changes)[change.place]
    decision.how = again.AGAIN if goes_back else again.STANDS
    decision.revive = tuple(told["lives_again"]) if back and not goes_back else ()
    decision.derived, decision.differs = derived, differs
    decision.changes.append(change)
    decision.mails.append(command.n or 0)
    decision.reason = decision.reason or command.reason
    decision.seen[place] = _carried_out(play.table, decision, before, command.n or 0, told)


def _carried_out(
    table: Table, decision: Decision, before: inputs.AnyInput, n: int, told: dict[str, Any]
) -> Seen:
    """What is told of the correction that was taken into the decision last."""
    change, derived, how = decision.changes[-1], decision.derived, decision.how
    would = derived.table if derived is not None else table
    writers = tuple(
        (one.who, telling.for_the_writer(table, would, one, change, how))
        for one in corrected.concerned(table, before, change, n)
    )
    undo = not decision.differs.announced
    return Seen(writers=writers, told={**told, "how": how}, undo=undo)


def _adds_nothing(decision: Decision, change: inputs.Change, derived: again.Derived) -> bool:
    """Whether a correction makes no difference, on top of those before it in the same mail.

    That a post counts as another kind is its act's part, as long as no close had depended on it.
    """
    last = decision.derived or decision.as_it_is
    if last is None or difference(last.table, derived.table).announced:
        return False
    voids = change.word == "void"
    return change.word == "reclassify" or is_same(last.table, derived.table, replaced=voids)


def stands_already(entries: Sequence[inputs.AnyInput], change: inputs.Change) -> bool:
    """Whether the same was corrected before, and what was announced was let stand."""
    given = [
        (each, entry.how)
        for entry in entries
        if isinstance(entry, inputs.Commanded)
        for each in entry.changes
        if each.place == change.place
    ]
    return bool(given) and given[-1] == (change, again.STANDS)


def _revived(table: Table, differs: Difference) -> tuple[str, ...]:
    """Who can live again from now on: whose last death it is that should not have been."""
    if table.ended is not None or differs.can_go_back:
        return ()
    alive = {(d.who, d.phase, d.life) for d in differs.alive}
    found = (
        (who, people.last_death(table, who)) for who in dict.fromkeys(d.who for d in differs.alive)
    )
    return tuple(who for who, death in found if death and (who, death.phase, death.life) in alive)


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
