"""What the engine asks a rule set: a small fixed questionnaire, all of it required.

A rule set answers from the table alone; it never calls the engine back and never sees another
rule set. Functions that bring something about are generators of facts: whoever runs them folds
each fact into the table before asking for the next, so that a clause sees what the one before did.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from pbp.game.dice import Dice
from pbp.game.facts import AnyFact, GameEnded
from pbp.game.hearing import Hearing, Judged
from pbp.game.nouns import Order, Phase, Seat
from pbp.game.table import Table


class Law(Protocol):
    """One rule set."""

    name: str
    order_kinds: tuple[str, ...]
    """Orders that this rule set has, "pass" included."""
    day_orders: frozenset[str]
    """Orders that are for the running day, not for a night (S-2.3)."""

    # -- the phases -----------------------------------------------------------------------

    def first_phase(self, table: Table, at: datetime) -> Phase:
        """The phase with which the game begins."""
        ...

    def next_phase(self, table: Table, closed: Phase, at: datetime) -> Iterator[AnyFact | Phase]:
        """What follows a closed phase: facts on the way (a skipped night), then one Phase."""
        ...

    def opening(self, table: Table, phase: Phase) -> Iterator[AnyFact]:
        """What is told and posted when a phase opens (nightfall, the opening of the vote)."""
        ...

    def closing(self, table: Table, phase: Phase, at: datetime) -> Iterator[AnyFact]:
        """Resolve a phase: who dies, what is announced. Deaths come before their post."""
        ...

    def verdict(self, table: Table, at: datetime) -> GameEnded | None:
        """Whether the game is over; asked after every close that announced a death."""
        ...

    def starting(self, table: Table, at: datetime) -> Iterator[AnyFact]:
        """What is posted and mailed with the roster: the roster, each seat's notice (C-3.3)."""
        ...

    def ending(self, table: Table, ended: GameEnded) -> Iterator[AnyFact]:
        """What is posted when the game is over (C-3.6)."""
        ...

    # -- the GM -----------------------------------------------------------------------------

    def acts(self) -> dict[str, Any]:
        """GM commands that only this rule set has: word → act (pbp/game/gm/desk.py)."""
        ...

    def account(self, table: Table, phase: Phase) -> list[dict[str, Any]]:
        """Why a closed phase came out as it did: rows with clause, a word, data."""
        ...

    # -- orders -----------------------------------------------------------------------------

    def slot(self, table: Table, actor: str, kind: str) -> str:
        """What an order competes in: a team's name, or the actor's handle (C-2.6)."""
        ...

    def team(self, table: Table, actor: str, kind: str) -> list[str]:
        """The living members who are told of the order, the actor included; just him if none."""
        ...

    def objections(self, table: Table, order: Order) -> Iterator[str]:
        """Every code that stands against an order whose names are known, whoever is alive."""
        ...

    def declaration_min(self, table: Table, kind: str) -> int | None:
        """Characters that a declaration with this order needs; None where it takes none."""
        ...

    def declared_kind(self, table: Table, actor: str, kinds: list[str]) -> str:
        """The order that a declaration without an order is for, among those that take one."""
        ...

    def correspondents(self, table: Table, actor: str) -> list[str] | None:
        """Who may write to one another through the server with the actor; None: nobody (C-1.4)."""
        ...

    # -- votes ------------------------------------------------------------------------------

    def may_abstain(self, phase: Phase) -> bool:
        """Whether an abstention is a vote here."""
        ...

    def change_must_quote(self) -> bool:
        """Whether a change of vote must quote the vote (S-5.2)."""
        ...

    def names_may_be_misspelt(self) -> bool:
        """Whether an unclear vote is void and uses nothing up (S-5.3), instead of C-6.5."""
        ...

    # -- posts ------------------------------------------------------------------------------

    ghosts_may_speak: bool
    """Whether the dead may write short replies (C-5.3); not in three lives (L-8.1)."""

    last_words_once: bool
    """Whether last words are one chance (S-4.5, L-8.1), not as often as one likes (P-6.1)."""

    def last_words_window(self, table: Table, who: str) -> tuple[datetime, datetime] | None:
        """From when to when somebody may post last words; None where he has none."""
        ...

    def may_post_last_words(self, table: Table, who: str, at: datetime) -> bool:
        """Whether somebody who has died may post last words now (P-6.1, S-4.5, L-8.1)."""
        ...


@runtime_checkable
class Deals(Protocol):
    """A rule set that can deal its roles: one that can be played from a sign-up (C-3.3)."""

    def players(self, options: dict[str, Any]) -> int:
        """How many seats the set-up has."""
        ...

    def deal(self, options: dict[str, Any], dice: Dice, seats: list[Seat]) -> list[Seat]:
        """Give every seat its role by lot, but for those that have one (the GM cast it).

        A function of its arguments alone: anybody can draw again what was drawn.

        Raises:
            ValueError: the roles that are given already cannot be.
        """
        ...

    def fitting(self, options: dict[str, Any], players: int) -> dict[str, str] | None:
        """The options to change so that the set-up has that many seats; None where it cannot."""
        ...


@runtime_checkable
class SharesDraws(Protocol):
    """A rule set in which the pot is shared where the GM finds that nobody can win (L-9.5)."""

    def drawn(self, table: Table, at: datetime) -> GameEnded:
        """The end as a draw, with what each gets."""
        ...


@runtime_checkable
class HasSides(Protocol):
    """A rule set whose players are on sides: each side has an MVP of its own (C-8.2)."""

    def side_at_end(self, table: Table, who: str) -> str:
        """The camp for which somebody played: where he has several lives, in the last of his."""
        ...


@runtime_checkable
class WithTimers(Protocol):
    """A rule set that has something due at other instants than the close of a phase."""

    def ring(self, table: Table, key: str, at: datetime) -> Iterator[AnyFact]:
        """Do what TimerSet announced under that key."""
        ...


@runtime_checkable
class WithSubstitutes(Protocol):
    """A rule set whose seats pass to substitutes (L-7)."""

    def replace(self, table: Table, whys: dict[str, str], at: datetime) -> Iterator[AnyFact]:
        """Replace these players from now on: extend the phase, ask the substitutes."""
        ...

    def heard_from(self, table: Table, who: str, at: datetime) -> Iterator[AnyFact]:
        """A player who is being replaced has written."""
        ...

    def hear_ready(self, table: Table, hearing: Hearing) -> Judged:
        """A substitute says that he is ready; hearing.actor is his name."""
        ...
