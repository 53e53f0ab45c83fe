"""The course of a game: its start and end, its phases, its clock (C-2, C-4)."""

from datetime import datetime
from typing import Any

from pbp.game.facts.base import Fact
from pbp.game.nouns import Phase, Salts, Seat


class GameStarted(Fact, frozen=True):
    """The roster is posted (C-3.3, P-3.1). options: as written, complete.

    names: handle → the owner's public name, for the end (C-3.6). substitutes: public names of
    those who may take a seat over, in order of sign-up (L-7.1). salts: of the commitments; None
    where none are posted (C-3.5). lots: the exact lines that the seed was drawn from; empty
    where the roles were cast and nothing was drawn. selection: the sheet of who got a seat. cast:
    handles whose role the GM chose; wished:
    handles that their owners wished for. deliver: how the board's mail is delivered to whoever
    has not chosen.
    """

    game: str
    ruleset: str
    locale: str
    timezone: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    seed: str
    checked_in: bool = False
    names: dict[str, str] = {}
    substitutes: tuple[str, ...] = ()
    salts: Salts | None = None
    lots: tuple[str, ...] = ()
    selection: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    wished: tuple[str, ...] = ()
    deliver: str = "2h"


class PhaseOpened(Fact, frozen=True):
    """A phase began when the server announced it (C-2.9)."""

    phase: Phase


class CutOffMoved(Fact, frozen=True):
    """The running phase closes at another time (C-2.8); why is the GM's reason."""

    phase: str
    closes: datetime
    why: str = ""


class ServerWasDown(Fact, frozen=True):
    """The server was stopped, or could not write, from `since` until `at` (C-2.9)."""

    since: datetime


class Paused(Fact, frozen=True):
    """The clock stands (C-2.8)."""


class Resumed(Fact, frozen=True):
    """The clock goes on (C-2.8)."""


class PhaseClosed(Fact, frozen=True):
    """A phase was closed at `at`, which is later than its cut-off only after an outage (C-2.9)."""

    phase: str


class PhaseSkipped(Fact, frozen=True):
    """A phase did not take place (S-1.5); its number is kept, its orders lapse (C-2.3)."""

    phase: str


class TimerSet(Fact, frozen=True):
    """Something of the rule set's own is due at `due`; key: what."""

    key: str
    due: datetime


class TimerRang(Fact, frozen=True):
    """What was due was done."""

    key: str


class Reminded(Fact, frozen=True):
    """Something that is done once before a cut-off was done: key says what and when."""

    key: str


class SilenceBegan(Fact, frozen=True):
    """The dead and the onlookers post no analysis from now on (C-5.4)."""

    phase: str


class Noted(Fact, frozen=True):
    """Something that one rule set alone keeps in mind; it reads it back by its key."""

    key: str
    value: Any


class GameEnded(Fact, frozen=True):
    """The game is over. state: won · draw · aborted; prizes as fractions, points as numbers."""

    phase: str | None
    state: str
    winners: tuple[str, ...]
    prizes: dict[str, str] | None = None
    points: dict[str, int] | None = None
