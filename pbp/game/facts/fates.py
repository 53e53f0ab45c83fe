"""What becomes of players: deaths, warnings, leave, seats that change hands (C-4, C-7, L-7)."""

from pbp.game.facts.base import Fact
from pbp.game.nouns import Death


class Died(Fact, frozen=True):
    """A death was announced (C-4)."""

    death: Death


class Revived(Fact, frozen=True):
    """A death that was announced is taken back from now on (C-10); life: that he lives again in."""

    who: str
    life: str | None = None


class Warned(Fact, frozen=True):
    """A player was warned (C-7.1). secret: nobody but him and the GM knows until the end."""

    who: str
    phase: str
    why: str
    secret: bool = False


class PutOut(Fact, frozen=True):
    """A player is out of the game (C-7.3, C-9). why: as FORMAT.md names it."""

    who: str
    phase: str
    why: str


class Exposed(Fact, frozen=True):
    """Owner and handle count as one (C-5.5)."""

    who: str


class LeaveAsked(Fact, frozen=True):
    """A player asked for leave, or came back (C-7.2)."""

    who: str
    mail: int
    text: str
    back: bool = False


class LeaveDecided(Fact, frozen=True):
    """The GM decided on a leave (C-7.2)."""

    who: str
    granted: bool


class Arrived(Fact, frozen=True):
    """A player is in another life now (L-5.5). place: his rank among all arrivals there."""

    who: str
    life: str
    place: int


class ReplacementBegan(Fact, frozen=True):
    """A player is to be replaced by the close of a phase (L-7.1). why: as for PutOut."""

    who: str
    why: str
    phase: str


class ReplacementEnded(Fact, frozen=True):
    """He is not to be replaced any more. how: cancelled · taken · lost (L-7.1, L-7.3)."""

    who: str
    how: str


class SeatTaken(Fact, frozen=True):
    """A substitute plays the handle from now on (L-7.1)."""

    who: str
    substitute: str
