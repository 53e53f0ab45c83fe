"""A game's birth certificate: the set-up and the people, as the store keeps them. Never changes.

What changes later (tokens, further addresses, substitutes) are inputs and facts. Holds owners'
addresses: never printed, never logged, never rendered.
"""

from datetime import datetime
from typing import Any

import msgspec

from pbp.game.nouns import Salts, Seat


class Owner(msgspec.Struct, frozen=True):
    """The person behind a handle (真身). name: the public name; addresses: the registered ones."""

    name: str
    addresses: tuple[str, ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a game that begins with a sign-up is made from, besides the rest (C-3.1).

    handles: the list from which they are drawn by lot. begins: when the game starts, if later than
    the closing time. beacon: the public value of a later hour that goes into the lots, in words.
    story: the GM's, posted at the start (C-8.1).
    """

    seats: int
    closes: datetime
    handles: tuple[str, ...]
    begins: datetime | None = None
    beacon: str = ""
    story: str = ""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """All that a game is made from. seed: 256 bits as hex in a real game; starts: of the roster.

    options: as written, complete. owners: handle → person; substitutes: public name → person, in
    order of sign-up (L-7.1). gm: addresses of the human GM. salts: of the commitments; without
    them none are posted. plan: of a sign-up; then starts is when it opens, and there are neither
    seats nor owners yet.
    """

    id: str
    ruleset: str
    locale: str
    timezone: str
    starts: datetime
    seed: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    owners: dict[str, Owner]
    substitutes: dict[str, Owner] = {}
    gm: tuple[str, ...] = ()
    checked_in: bool = False
    deliver: str = "2h"
    salts: Salts | None = None
    plan: Plan | None = None


def to_bytes(setup: Setup) -> bytes:
    """The set-up as JSON."""
    return msgspec.json.encode(setup)


def from_bytes(body: bytes) -> Setup:
    """The set-up that `to_bytes` wrote."""
    return msgspec.json.decode(body, type=Setup)
