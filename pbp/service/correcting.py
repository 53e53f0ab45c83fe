"""Taking a command back: the game is derived again without it, and nothing is ever edited.

The command goes if everything that was announced after it would have been announced without it
just the same; then the facts behind it are replaced by those derived again (Rewound), and only
what the command itself had told is corrected.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.commands import Ordered
from pbp.game.fold import run
from pbp.service import inputs, playing
from pbp.service.setup import Setup


class Undoing(msgspec.Struct, frozen=True):
    """What taking a command back would do.

    possible: nothing that depends on it has been announced. facts: all that stand without it; the
    first `keep` of them stand already. own: what the command itself had told.
    """

    possible: bool
    keep: int = 0
    facts: tuple[f.AnyFact, ...] = ()
    own: tuple[f.AnyFact, ...] = ()


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


def standing(entries: Sequence[inputs.AnyInput]) -> list[inputs.AnyInput]:
    """The inputs without the commands that were taken back; each keeps its place."""
    undone = {e.undoes for e in entries if isinstance(e, inputs.Commanded)}
    return [_emptied(e) if place in undone else e for place, e in enumerate(entries)]


def _emptied(entry: inputs.AnyInput) -> inputs.AnyInput:
    """The input as if it had asked for nothing; a mail keeps its number."""
    if not isinstance(entry, inputs.Commanded):
        return entry
    return replace(entry, ordered=Ordered(at=entry.at, certain=True), undoes=None)


def undo(setup: Setup, entries: Sequence[inputs.AnyInput], place: int, at: Any) -> Undoing:
    """What it would mean to take back the command at `place`, at the instant `at`."""
    before = standing(entries)
    after = [_emptied(e) if n == place else e for n, e in enumerate(before)]
    told = _told_before(setup, entries)
    kept, own_end, was = _derived(setup, before, place, at, told)
    _, emptied_end, would = _derived(setup, after, place, at, told)
    if _announced(was[own_end:]) != _announced(would[emptied_end:]):
        return Undoing(possible=False)
    own = _own(was[kept:own_end])
    return Undoing(possible=True, keep=kept, facts=(*would, *own), own=own)


Told = tuple[f.AnyFact, ...]
"""What a command had told, which stays told when it is taken back."""


def _own(born: Sequence[f.AnyFact]) -> Told:
    return tuple(fact for fact in born if isinstance(fact, f.Posted | f.Notified))


def _told_before(setup: Setup, entries: Sequence[inputs.AnyInput]) -> dict[int, Told]:
    """For the place of each earlier undoing: what the command that it took back had told."""
    told: dict[int, Told] = {}
    for number, entry in enumerate(entries):
        if isinstance(entry, inputs.Commanded) and entry.undoes is not None:
            taken = entry.undoes
            earlier = standing(entries[: taken + 1])
            begin, end, facts = _derived(setup, earlier, taken, entries[taken].at, told)
            told[number] = _own(facts[begin:end])
    return told


def _derived(
    setup: Setup,
    entries: Sequence[inputs.AnyInput],
    place: int,
    at: Any,
    told: dict[int, Told],
) -> tuple[int, int, list[f.AnyFact]]:
    """All facts up to `at`; where those of the input at `place` begin, and where they end.

    entries: those that stand. told: see _told_before; an undoing is not done again here, for what
    it took back is not among the entries: only what was told stands there once more.
    """
    play = playing.Play(setup)
    facts: list[f.AnyFact] = []
    begin = end = 0
    for number, entry in enumerate(entries):
        if number == place:
            facts += play.settle(entry.at)
            begin = len(facts)
        if isinstance(entry, inputs.Commanded) and entry.undoes is not None:
            facts += play.settle(entry.at)
            once = Undoing(possible=True, own=told[number])
            facts += run(play.table, [*once.own, *corrections(once, entry.at)])
            entry = replace(entry, undoes=None)  # noqa: PLW2901 - its answer, nothing else
        facts += play.take(entry)
        if number == place:
            end = len(facts)
    facts += play.settle(at)
    return begin, end, facts


def _announced(facts: Sequence[f.AnyFact]) -> list[tuple[Any, ...]]:
    """What players and the public were told."""
    told: list[tuple[Any, ...]] = []
    for fact in facts:
        if isinstance(fact, f.Posted):
            told.append((fact.at, fact.kind, fact.author, msgspec.json.encode(fact.data)))
        elif isinstance(fact, f.Notified) and fact.to != "gm":
            told.append((fact.at, fact.kind, fact.to, msgspec.json.encode(fact.data)))
    return told


def corrections(undoing: Undoing, at: Any) -> list[f.AnyFact]:
    """What is told of an undone command: to the public if it was posted, to whom it had told."""
    posts = [fact for fact in undoing.own if isinstance(fact, f.Posted)]
    told = {
        fact.to: fact.phase
        for fact in undoing.own
        if isinstance(fact, f.Notified) and fact.to != "gm"
    }
    result: list[f.AnyFact] = [
        f.Posted(
            at=at,
            audience=f.EVERYBODY,
            kind="correction",
            phase=post.phase,
            life=post.life,
            data={"what": "undone", "who": post.kind, "closes": post.data.get("before")},
        )
        for post in posts
    ]
    result.extend(
        f.Notified(
            at=at, audience=(who,), kind="gm_acted", to=who, phase=phase, data={"act": "undo"}
        )
        for who, phase in told.items()
    )
    return result
