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
    kept, own_end, was = _derived(setup, before, place, at)
    _, emptied_end, would = _derived(setup, after, place, at)
    if _announced(was[own_end:]) != _announced(would[emptied_end:]):
        return Undoing(possible=False)
    own = [fact for fact in was[kept:own_end] if isinstance(fact, f.Posted | f.Notified)]
    return Undoing(possible=True, keep=kept, facts=(*would, *own), own=tuple(own))


def _derived(
    setup: Setup, entries: Sequence[inputs.AnyInput], place: int, at: Any
) -> tuple[int, int, list[f.AnyFact]]:
    """All facts up to `at`; where those of the input at `place` begin, and where they end."""
    play = playing.Play(setup)
    facts: list[f.AnyFact] = []
    begin = end = 0
    for number, entry in enumerate(entries):
        if number == place:
            facts += play.settle(entry.at)
            begin = len(facts)
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
    told = dict.fromkeys(
        fact.to for fact in undoing.own if isinstance(fact, f.Notified) and fact.to != "gm"
    )
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
            at=at, audience=(who,), kind="gm_acted", to=who, phase=None, data={"act": "undo"}
        )
        for who in told
    )
    return result
