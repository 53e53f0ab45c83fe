"""The nouns of a game: seats, phases, orders, votes, ballots, deaths. Frozen values only.

Players are named by their handle (马甲) everywhere in the core; who owns one is not known here.
All times are aware datetimes in UTC; all spans are timedeltas.
"""

from datetime import datetime
from typing import Self

import msgspec


class Value(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What all nouns and facts are: frozen, compared by content; JSON leaves defaults out."""

    def __deepcopy__(self, _: object) -> Self:
        """A value never changes, so it is its own copy: a table is copied at every close."""
        return self


class Seat(Value, frozen=True):
    """A place in the game. number: on the roster, from 1.

    role: the role where a player has one; lives: life → role where he has several (L-1.1), then
    start is the life he begins in and arrival the lot that orders arrivals at one instant (L-2.1).
    """

    number: int
    handle: str
    role: str = ""
    lives: dict[str, str] = {}
    start: str | None = None
    arrival: int | None = None


class Phase(Value, frozen=True):
    """A stretch of the game: N1, D1, R1 (run-off) or W1 (wait for last words).

    closes is computed from the opening and moved only by facts. boards: the places that vote or
    act apart (one life each in three lives; (None,) elsewhere). candidates: of a run-off.
    speakers: of a wait for last words, which is over when they have come (S-4.5).
    """

    id: str
    kind: str
    number: int
    opens: datetime
    closes: datetime
    boards: tuple[str | None, ...] = (None,)
    candidates: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    closed: datetime | None = None


class Order(Value, frozen=True):
    """One secret order as it was received, and what became of it.

    phase: the night (day, for an immunity) for which it is. slot: what it competes in: the
    actor's own, or his team's (C-2.6). state: standing · repeated · replaced · superseded
    (replaced, and it cannot stand again) · retracted · refused · dropped · lapsed · forfeited.
    effective: it took part in the resolution.
    """

    id: int
    mail: int
    at: datetime
    phase: str
    actor: str
    kind: str
    targets: tuple[str, ...] = ()
    life: str | None = None
    slot: str = ""
    state: str = "standing"
    effective: bool = False


class Declaration(Value, frozen=True):
    """A declaration (杀人宣言) of one sender for one night (C-2.7). enough: it is long enough.

    withheld: it counts, but holds what is not to be published (C-9.2).
    """

    phase: str
    actor: str
    text: str
    mail: int
    life: str | None = None
    enough: bool = True
    void: bool = False
    withheld: bool = False

    @property
    def published(self) -> str:
        """What of it is announced."""
        return "" if self.withheld else self.text


class Vote(Value, frozen=True):
    """A standing vote. target None: an abstention where that is allowed."""

    voter: str
    target: str | None
    mail: int
    at: datetime
    reason: str = ""


class Count(Value, frozen=True):
    """A ballot at its close, as it stands in the record: FORMAT.md, `ballots`."""

    phase: str
    round: int
    votes: dict[str, str | None]
    filled: tuple[str, ...]
    tally: dict[str, int]
    leaders: tuple[str, ...]
    life: str | None = None
    executed: str | None = None
    revealed: str | None = None


class Death(Value, frozen=True):
    """A death as it was announced (C-4). life None: out of the game for good."""

    phase: str
    who: str
    causes: tuple[str, ...]
    life: str | None = None
    revealed: str | None = None


class Salts(Value, frozen=True):
    """256 bits each from the operating system, as hex: what keeps commitments from being guessed.

    deal, owners: of the two sheets (C-3.5). receipts: the key of all receipts' salts.
    """

    deal: str
    owners: str
    receipts: str
