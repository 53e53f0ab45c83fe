"""The table: the state of one game, a fold over its facts (fold.py). It decides nothing.

Everything here is a question about what the facts say; which order counts or who dies is decided
in orders.py, votes.py and the rule sets.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pbp.game import facts as f
from pbp.game.around import Around
from pbp.game.book import Book
from pbp.game.dice import Dice
from pbp.game.nouns import Count, Death, Declaration, Order, Phase, Seat, Vote

REVIVABLE = ("standing", "repeated", "replaced")
"""States of an order that can stand (again) when the night ends (C-2.6)."""


class Player:
    """What the facts say of one seat."""

    __slots__ = (
        "alive",
        "checked_in",
        "died_in",
        "life",
        "out",
        "place",
        "seat",
        "secret_warnings",
        "warnings",
    )

    def __init__(self, seat: Seat, checked_in: bool) -> None:
        """A player at the start: alive, in the life in which he begins."""
        self.seat = seat
        self.alive = True
        self.checked_in = checked_in
        self.life = seat.start
        self.died_in: set[str] = set()
        self.out: str | None = None
        self.place: dict[str, int] = {}
        self.warnings = 0
        self.secret_warnings = 0

    @property
    def public_warnings(self) -> int:
        """His warnings without those for something secret (C-7.1)."""
        return self.warnings - self.secret_warnings

    @property
    def handle(self) -> str:
        """His handle."""
        return self.seat.handle

    @property
    def role(self) -> str:
        """His role, in the life in which he is."""
        return self.seat.lives[self.life] if self.life else self.seat.role


class Ballot:
    """A running ballot of one board: who votes for whom, and who has a change left."""

    __slots__ = ("cast", "done", "spent", "votes")

    def __init__(self) -> None:
        """Nobody has voted."""
        self.votes: dict[str, Vote] = {}
        self.cast: dict[str, list[Vote]] = {}
        self.spent: dict[str, str] = {}
        self.done: set[str] = set()

    def before(self, voter: str) -> Vote | None:
        """The vote that stands again if the one that stands is voided."""
        cast = self.cast.get(voter, [])
        return cast[-2] if len(cast) > 1 else None


class Table:
    """One game as its facts tell it. Changed by fold.py alone."""

    def __init__(self) -> None:
        """An empty table: nothing has been said."""
        self.started: f.GameStarted | None = None
        self.dealt: f.GameStarted | None = None
        self.signup: Book | None = None
        self.receipt_log: list[tuple[str, int, int]] = []
        self.sealed: int | None = None
        self.withdrawing: dict[str, int] = {}
        self.options: dict[str, Any] = {}
        self.players: dict[str, Player] = {}
        self.phases: list[Phase] = []
        self.moved: dict[str, datetime] = {}
        self.skipped: list[str] = []
        self.outages: list[f.ServerWasDown] = []
        self.mails: dict[int, f.MailHeard] = {}
        self.fates: dict[int, f.MailSettled] = {}
        self.waiting: dict[int, f.PostWaits] = {}
        self.confirmed: set[int] = set()
        self.asked_addresses: dict[str, tuple[str, ...]] = {}
        self.further_addresses: dict[str, list[str]] = {}
        self.token_turns: dict[str, int] = {}
        self.receipts: dict[str, int] = {}
        self.orders: dict[int, Order] = {}
        self.orders_for: dict[str, list[int]] = {}
        self.declarations: list[Declaration] = []
        self.ballots: dict[tuple[str, str | None], Ballot] = {}
        self.counts: list[Count] = []
        self.deaths: list[Death] = []
        self.outs: list[f.PutOut] = []
        self.paused: datetime | None = None
        self.pauses: list[tuple[datetime, datetime]] = []
        self.muted: dict[str, datetime | None] = {}
        self.exposed: set[str] = set()
        self.leaves: dict[str, f.LeaveAsked] = {}
        self.questions: dict[int, f.QuestionAsked] = {}
        self.answered: dict[int, f.QuestionAnswered] = {}
        self.acts: list[f.Acted] = []
        self.reminded: set[str] = set()
        self.silence: str | None = None
        self.timers: dict[str, datetime] = {}
        self.substitutes: list[str] = []
        self.replacing: dict[str, f.ReplacementBegan] = {}
        self.replaced: list[f.ReplacementEnded] = []
        self.seat_takers: dict[str, list[f.SeatTaken]] = {}
        self.notes: dict[str, Any] = {}
        self.around = Around()
        self._empty_board()
        self.ended: f.GameEnded | None = None
        self.due: tuple[datetime | None] | None = None
        """The next instant of the engine's agenda, as long as no fact has come since."""

    def _empty_board(self) -> None:
        """Nothing has been written to anybody."""
        self.notices: list[f.Notified] = []
        self.posts: list[f.Posted] = []
        self.notices_to: dict[str, int] = {}
        self.answers: dict[str, list[f.Notified]] = {}
        self.slow: list[int] = []
        self.board_from = 0
        self.deliveries: dict[str, str] = {}
        self.undelivered: dict[str, int] = {}
        self.subscribing: dict[str, f.SubscriptionAsked] = {}
        self.subscribers: dict[str, str] = {}
        self.unreached: dict[str, list[f.Unreached]] = {}
        self.reached_again: dict[str, datetime] = {}

    # -- the start --------------------------------------------------------------------------

    @property
    def start(self) -> f.GameStarted:
        """The fact that began the game.

        Raises:
            LookupError: the game has not started.
        """
        if self.started is None:
            raise LookupError("the game has not started")
        return self.started

    @property
    def charter(self) -> f.GameStarted | f.SignupOpened:
        """Rule set, options and zone: from the sign-up on, then from the start.

        Raises:
            LookupError: neither has begun.
        """
        return self.signup.opened if self.started is None and self.signup else self.start

    @property
    def zone(self) -> ZoneInfo:
        """The game's own time zone (C-2.2)."""
        return ZoneInfo(self.charter.timezone)

    @property
    def dice(self) -> Dice:
        """The game's lots."""
        return Dice(self.start.seed)

    @property
    def handles(self) -> tuple[str, ...]:
        """All handles in roster order."""
        return tuple(self.players)

    def span(self, option: str) -> timedelta:
        """A duration among the options; "off" is no time at all."""
        value = self.options[option]
        return value if isinstance(value, timedelta) else timedelta(0)

    # -- players ----------------------------------------------------------------------------

    def living(self, life: str | None = None) -> list[str]:
        """Handles of those in the game, in roster order; with a life, of those in that life."""
        return [
            p.handle for p in self.players.values() if p.alive and (life is None or p.life == life)
        ]

    def is_alive(self, handle: str) -> bool:
        """Whether a player is in the game."""
        return self.players[handle].alive

    def role(self, handle: str) -> str:
        """A player's role, in the life in which he is."""
        return self.players[handle].role

    def owner_name(self, handle: str) -> str:
        """The public name behind a handle; only for what the GM or the end reveals (C-3.6)."""
        return self.played_by(handle) or self.start.names.get(handle, "")

    def is_muted(self, who: str, at: datetime) -> bool:
        """Whether nothing of his is published at that instant (C-5.4)."""
        if who not in self.muted:
            return False
        until = self.muted[who]
        return until is None or at < until

    def open_questions(self) -> list[f.QuestionAsked]:
        """The GM's questions that are not settled; after the end only those about posts are put."""
        settled, is_over = self.answered, self.ended is not None
        asked = [q for n, q in self.questions.items() if n not in settled]
        return [q for q in asked if not is_over or "publish" in q.answers]

    def played_by(self, handle: str) -> str | None:
        """The substitute who plays a handle now; None: its first owner does (L-7.1)."""
        takers = self.seat_takers.get(handle)
        return takers[-1].substitute if takers else None

    def tenure(self, handle: str) -> int:
        """How often a handle has changed hands: what was mailed before is no key to it."""
        return len(self.seat_takers.get(handle, ()))

    def seat_taken_by(self, substitute: str) -> str | None:
        """The handle that a substitute plays now."""
        return next((who for who in self.seat_takers if self.played_by(who) == substitute), None)

    # -- phases -----------------------------------------------------------------------------

    @property
    def phase(self) -> Phase | None:
        """The running phase, or the last one of a game that is over."""
        return self.phases[-1] if self.phases else None

    def phase_named(self, name: str) -> Phase | None:
        """The phase with that id, if it has opened."""
        return next((p for p in self.phases if p.id == name), None)

    def clock(self, at: datetime) -> datetime:
        """What the game's own clock shows at an instant: while the game is paused it stands.

        Windows are looked at by this clock; once the game goes on their ends have moved (C-2.8).
        """
        return at if self.paused is None else min(at, self.paused)

    def after_pauses(self, end: datetime) -> datetime:
        """The end of a window that began with the game, moved by the pauses before it."""
        for since, until in self.pauses:
            if since < end:
                end += until - since
        return end

    def times_before(
        self, key: str, end: datetime, spans: Iterable[timedelta], begin: datetime
    ) -> list[tuple[datetime, str]]:
        """When something is said so long before an end that began to count at `begin`, with keys.

        What was said of an end that has moved since is said once more of the new one.
        """
        moves = [self.moved[key]] if key in self.moved else []
        moves += [until for since, until in self.pauses if begin <= since < end]
        known_since = max(moves, default=begin)
        mark = f"/{end.isoformat()}" if moves else ""
        times = [(end - before, f"{key}/{int(before.total_seconds())}") for before in spans]
        return [(at, f"{name}{mark}") for at, name in times if at > known_since]

    def before(self, at: datetime) -> tuple[Phase | None, Phase | None]:
        """The phase whose window is open at that instant, and the phase just before it.

        Past a cut-off that is announced later (an outage, C-2.9, or `settle_wait`) and before the
        next opening no window is open: the first is None, the second the phase that had closed.
        """
        opened = [p for p in self.phases if p.opens <= at]
        if not opened:
            return None, None
        if self.clock(at) >= opened[-1].closes:
            return None, opened[-1]
        return opened[-1], opened[-2] if len(opened) > 1 else None

    def night_number(self) -> int:
        """The number of the last night that opened or was skipped; 0 before the first."""
        nights = [p.id for p in self.phases if p.kind == "night"]
        nights += [name for name in self.skipped if name.startswith("N")]
        return max((int(name[1:]) for name in nights), default=0)

    def night_for(self, at: datetime) -> str:
        """The night for which an order is: the running one, else the next by number (C-2.3)."""
        night = self.phase if self.phase is not None and self.phase.kind == "night" else None
        if night is not None and self.clock(at) < night.closes:
            return night.id
        return f"N{self.night_number() + 1}"

    def day_for(self, at: datetime) -> str:
        """The day for which an order is that is given by day: a run-off belongs to its day (S-2.3).

        Where no day runs it is the running phase, so that the rule set can refuse it.
        """
        running, just_before = self.before(at)
        phase = running or just_before
        if phase is None:
            return ""
        return f"D{phase.number}" if phase.kind == "runoff" else phase.id

    # -- orders -----------------------------------------------------------------------------

    def next_order(self) -> int:
        """The id that the next order gets."""
        return len(self.orders) + 1

    def phase_orders(self, phase: str) -> list[Order]:
        """All orders for a phase, in order of receipt, whatever became of them."""
        return [self.orders[number] for number in self.orders_for.get(phase, ())]

    def slot_orders(self, phase: str, slot: str, life: str | None = None) -> list[Order]:
        """All orders of a slot for a phase, in order of receipt, whatever became of them."""
        return [o for o in self.phase_orders(phase) if o.slot == slot and o.life == life]

    def standing(self, phase: str, slot: str, life: str | None = None) -> Order | None:
        """The order of a slot that stands."""
        for order in self.slot_orders(phase, slot, life):
            if order.state == "standing":
                return order
        return None

    def standing_orders(self, phase: str, life: str | None = None) -> list[Order]:
        """All standing orders for a phase (in one life), in order of receipt."""
        return [
            o
            for o in self.phase_orders(phase)
            if o.state == "standing" and (life is None or o.life == life)
        ]

    def declaration(self, phase: str, actor: str, life: str | None = None) -> Declaration | None:
        """A sender's declaration for a night: the last sufficient one, else the last (C-2.7)."""
        found = [
            d
            for d in self.declarations
            if d.phase == phase and d.actor == actor and d.life == life and not d.void
        ]
        enough = [d for d in found if d.enough]
        chosen = enough or found
        return chosen[-1] if chosen else None

    # -- votes ------------------------------------------------------------------------------

    def ballot(self, phase: str, life: str | None = None) -> Ballot:
        """The ballot of a board; an empty one where nobody has written yet."""
        return self.ballots.get((phase, life)) or Ballot()
