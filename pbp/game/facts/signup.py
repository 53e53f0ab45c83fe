"""Before a game starts: sign-ups, their close, the lots (C-3)."""

from datetime import datetime
from typing import Any

from pbp.game.facts.base import Fact
from pbp.game.nouns import Salts


class SignupOpened(Fact, frozen=True):
    """Sign-up began (C-3.1). handles: the list from which they are drawn; beacon: what is awaited.

    seed: the first part of the lots; its commitment is posted at once. starts: when the game is to
    begin, if later than the closing time. story: the GM's, posted at the start (C-8.1).
    """

    game: str
    ruleset: str
    locale: str
    timezone: str
    options: dict[str, Any]
    seats: int
    closes: datetime
    seed: str
    salts: Salts
    handles: tuple[str, ...]
    starts: datetime | None = None
    beacon: str = ""
    story: str = ""


class SignupAsked(Fact, frozen=True):
    """Somebody wants to sign up or to withdraw; it waits for his confirmation (C-3.1).

    what: signup · substitute · withdraw. vouched: his provider vouches for his mail. shuns:
    handles of the list that are too like his name or wish to be dealt with it. analyses: how many
    he published in earlier games of this server (C-3.2).
    """

    n: int
    address: str
    what: str
    name: str = ""
    wish: str = ""
    vouched: bool = False
    shuns: tuple[str, ...] = ()
    analyses: int = 0


class SignedUp(Fact, frozen=True):
    """A sign-up was confirmed and counts; an earlier one from the address is replaced (C-3.1)."""

    asked: SignupAsked


class SignupWithdrawn(Fact, frozen=True):
    """A sign-up counts no more. by: self · gm (C-9.1)."""

    address: str
    by: str = "self"


class SignupMoved(Fact, frozen=True):
    """Sign-up closes, or the game starts, at another time. extended: because too few came."""

    closes: datetime | None = None
    starts: datetime | None = None
    extended: bool = False


class SignupClosed(Fact, frozen=True):
    """Nobody can sign up any more."""


class SignupCancelled(Fact, frozen=True):
    """The game will not take place (C-3.2)."""


class SelectChosen(Fact, frozen=True):
    """The GM chose how seats are given where too many came (C-3.2). how: first · random."""

    how: str


class BeaconGiven(Fact, frozen=True):
    """The public value that was named beforehand (C-3.5)."""

    value: str


class RolesCast(Fact, frozen=True):
    """The GM chose roles: public name → role (C-3.5)."""

    roles: dict[str, str]


class SeatsDealt(Fact, frozen=True):
    """Who has which seat: handle → address, substitute's public name → address (C-3.3)."""

    people: dict[str, str]
    substitutes: dict[str, str] = {}


class WithdrawalAsked(Fact, frozen=True):
    """A player wants to leave the game; he was asked back once (C-3.2)."""

    who: str
    mail: int
