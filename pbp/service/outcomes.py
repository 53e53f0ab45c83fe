"""Pieces of what is written: where a game stands, what is told, marks, entries of the index.

Small questions about a game that the referee asks whenever it commits; nothing here writes.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pbp.game import facts as f
from pbp.game.commands import Ordered
from pbp.game.deputy import DEPUTY
from pbp.game.gm.rows import LOOKS
from pbp.service import inputs
from pbp.service.incoming import Opened, Ref
from pbp.service.live import Live
from pbp.store.interface import Store
from pbp.store.rows import Address, Fact, Input, LetterRead, NewMail, Outcome
from pbp.store.rows import Letter as StoredLetter

SIGNUP, RUNNING, ENDED, STOPPED = "signup", "running", "ended", "stopped"

BROKEN = "broken"
"""The mark of a letter that could not be opened for a fault of ours."""


def state_of(live: Live) -> str:
    """Where a game stands."""
    table = live.play.table
    if table.ended is not None or (table.signup is not None and table.signup.cancelled):
        return ENDED
    return SIGNUP if table.started is None else RUNNING


def signed_up(live: Live, facts: list[f.AnyFact]) -> Iterator[Address]:
    """Addresses from which somebody signs up: mail from there may name no game."""
    for fact in facts:
        if isinstance(fact, f.SignupAsked):
            yield Address(address=fact.address, game=live.setup.id, seat="", kind="signup")


def told(live: Live, facts: list[f.AnyFact]) -> list[f.AnyFact]:
    """The facts that are told: not those that were derived again when a command was taken back."""
    rewound = next((n for n, fact in enumerate(facts) if isinstance(fact, f.Rewound)), None)
    if rewound is None:
        return facts
    return facts[:rewound] + facts[rewound + live.play.silent :]


def index_of(live: Live) -> Iterator[Address]:
    """Which addresses belong to which seats, for mail that names no game."""
    for who in live.people():
        for address in live.addresses_of(who):
            yield Address(address=address, game=live.setup.id, seat=who, kind="registered")


def commanded(live: Live, ordered: Ordered, letter: int | None) -> inputs.Commanded:
    """The GM's commands as an input; what they take back or correct is settled here."""
    decision = live.play.decide(ordered)
    may = ordered.certain and ordered.by != DEPUTY
    asks = may and any(c.word == "undo" and not c.problem for c in ordered.commands)
    place = live.play.undoable(ordered.at) if asks else None
    undoes = _lines_of(live, place) if place is not None else ()
    return inputs.Commanded(
        at=ordered.at,
        ordered=msgspec.structs.replace(ordered, undone=place is not None, undoes=undoes),
        letter=letter,
        undoes=place,
        changes=tuple(decision.changes) if place is None else (),
        how=decision.how if place is None else "",
        revive=decision.revive if place is None else (),
        waits=tuple(n for n, seen in decision.seen.items() if seen.pending),
        numbered=letter is None and any(c.word not in (*LOOKS, "dry") for c in ordered.commands),
    )


def _lines_of(live: Live, place: int) -> tuple[str, ...]:
    """What the GM wrote in the input at that place, and was carried out."""
    at = live.play.history()[place].at
    acts = [act for act in live.play.table.acts if act.at == at and not act.problem]
    return tuple(act.line for act in acts)


def ref_of(mail: NewMail) -> Ref:
    """What a mail of ours is."""
    return msgspec.json.decode(mail.ref, type=Ref)


def marked(stored: StoredLetter, game: str | None, verdict: str) -> Outcome:
    """The mark that a letter was read."""
    read = LetterRead(letter=stored.id, game=game, verdict=verdict, at=stored.received_at)
    return Outcome(letters=(read,))


def inputs_of(live: Live, entry: inputs.AnyInput | None) -> tuple[Input, ...]:
    """The row of the input that was taken in last."""
    if entry is None:
        return ()
    return (
        Input(
            game=live.setup.id,
            seq=live.last_input,
            at=entry.at,
            kind=type(entry).__name__,
            body=inputs.to_bytes(entry),
        ),
    )


def facts_of(live: Live, facts: list[f.AnyFact]) -> tuple[Fact, ...]:
    """New facts as they are written, with the numbers that come next."""
    first = live.last_fact + 1
    live.last_fact += len(facts)
    return tuple(
        Fact(game=live.setup.id, seq=seq, input_seq=live.last_input, body=f.to_bytes(fact))
        for seq, fact in enumerate(facts, start=first)
    )


def place_of(letters: tuple[LetterRead, ...]) -> str:
    """At which letter something happened, for the log: pbp game resume takes its number."""
    return str(letters[0].letter) if letters else "none"


def not_heard(opened: Opened, store: Store, games: Sequence[str] = ()) -> Outcome:
    """A letter for a game that was stopped is kept with it; any other is for no game.

    games: those that it can be for.
    """
    named = games[0] if len(games) == 1 else ""
    if not named:
        played = {entry.game for entry in store.find_games_of(opened.letter.sender or "")}
        named = played.pop() if len(played) == 1 else ""
    if named and store.game(named) is not None:
        return marked(opened.stored, named, "stopped")
    return marked(opened.stored, None, "no_game")
