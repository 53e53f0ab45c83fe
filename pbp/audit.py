"""`pbp audit`: facts derived again from the journalled inputs, readings again from the letters.

Facts must be the same; a reading may differ, for a better reader is no fault. Reads
the journal, writes nothing.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from pbp.game import facts as f
from pbp.service import inputs, setup
from pbp.service.forgetting import digest_of
from pbp.service.incoming import Ref, hear, open_stored
from pbp.service.live import Live
from pbp.service.settings import Settings
from pbp.store import Game, Store
from pbp.store.rows import Forgotten


class Findings(msgspec.Struct, frozen=True):
    """What an audit found. first_difference: number of the first fact that is not the same."""

    game: str
    inputs: int
    facts: int
    first_difference: int | None
    expected: str
    derived: str
    readings: tuple[str, ...]
    forgotten: bool = False

    def as_json(self) -> dict[str, Any]:
        """The findings for a script."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    def lines(self) -> Iterator[str]:
        """The findings for a person."""
        yield f"{self.game}: {self.inputs} inputs, {self.facts} facts"
        yield from self.readings
        if self.first_difference is None:
            yield from () if self.forgotten else ("the facts follow from the inputs: identical",)
            return
        yield f"fact {self.first_difference} differs"
        yield f"  in the journal: {self.expected}"
        yield f"  derived again:  {self.derived}"


def audit_game(store: Store, row: Game, settings: Settings) -> Findings:
    """Play a game's inputs again, beside the facts of the journal."""
    kept = [bytes(fact.body) for fact in store.facts(row.id)]
    if marks := store.forgotten(row.id):
        return _unchanged(store, row, kept, marks)
    entries = [inputs.from_bytes(entry.body) for entry in store.inputs(row.id)]
    live = Live(setup.from_bytes(row.config), row.secret, settings.gm)
    live.past.stored = lambda: entries[:taken]
    derived: list[bytes] = []
    readings: list[str] = []
    for taken, entry in enumerate(entries):  # noqa: B007 - the history asks for it
        if isinstance(entry, inputs.LetterHeard):
            derived += [f.to_bytes(fact) for fact in live.play.settle(entry.at)]
            readings += _compare(store, live, entry, settings)
        derived += [f.to_bytes(fact) for fact in live.play.take(entry)]
    if kept:
        last = f.from_bytes(kept[-1]).at
        derived += [f.to_bytes(fact) for fact in live.play.settle(last)]
    gone = sum(not letter.raw for letter, _ in store.letters_of(row.id))
    if gone:
        readings.append(f"raw mails dropped (retain_raw): {gone}; their readings stay as they were")
    pairs = enumerate(zip(kept, derived, strict=False))
    place = next((number for number, (a, b) in pairs if not _same(a, b)), None)
    if place is None and len(kept) != len(derived):
        place = min(len(kept), len(derived))
    return Findings(
        game=row.id,
        inputs=len(entries),
        facts=len(kept),
        first_difference=None if place is None else place + 1,
        expected=_shown(kept, place),
        derived=_shown(derived, place),
        readings=tuple(readings),
    )


def _unchanged(store: Store, row: Game, kept: list[bytes], marks: list[Forgotten]) -> Findings:
    """A game in which somebody was forgotten: its lots cannot be drawn again from his sign-up.

    What was true before stands in the mark; what is there now must be what was written then.
    """
    last = marks[-1]
    is_same = digest_of(iter(kept)) == last.digest
    told = [f"somebody was forgotten in it on {mark.at:%Y-%m-%d}" for mark in marks]
    followed = "identical" if marks[0].followed else "not the same"
    told.append(f"before that its facts and those that follow from its inputs were {followed}")
    if is_same:
        told.append("since then its facts are unchanged")
    return Findings(
        game=row.id,
        inputs=store.last_seqs(row.id)[0],
        facts=len(kept),
        first_difference=None if is_same and marks[0].followed else 1,
        expected="" if is_same else "other facts than when somebody was forgotten",
        derived="",
        readings=tuple(told),
        forgotten=True,
    )


def _same(one: bytes, other: bytes) -> bool:
    """Whether two facts say the same; a value that is the default may be written or left out."""
    return one == other or f.from_bytes(one) == f.from_bytes(other)


def _shown(facts: list[bytes], place: int | None) -> str:
    if place is None:
        return ""
    return facts[place].decode() if place < len(facts) else "nothing"


def _compare(
    store: Store, live: Live, entry: inputs.LetterHeard, settings: Settings
) -> Iterator[str]:
    """Say where a letter is read otherwise today than when it came."""
    stored = store.letter(entry.letter)
    if stored is None or not stored.raw:
        return
    if entry.heard.cut_off:
        return

    def find(name: str) -> Ref | None:
        row = store.find_sent(name)
        return msgspec.json.decode(row.ref, type=Ref) if row is not None and row.ref else None

    opened = open_stored(stored, settings, find)
    now = hear(opened, live, settings, seen=entry.heard.duplicate)
    if now.understood != entry.heard.understood:
        before = [r.kind for r in entry.heard.understood.readings] or entry.heard.understood.problem
        after = [r.kind for r in now.understood.readings] or now.understood.problem
        yield f"letter {entry.letter}: read as {before}, today as {after}"
