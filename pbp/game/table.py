"""The table: the state of one game, a fold over its facts. It decides nothing.

`apply` has one short function a kind of fact. Everything else here is a question about what the
facts say; which order counts or who dies is decided in orders.py, votes.py and the rule sets.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.dice import Dice
from pbp.game.nouns import Count, Death, Declaration, Order, Phase, Seat, Vote
from pbp.game.options import parse_options

REVIVABLE = ("standing", "repeated", "replaced")
"""States of an order that can stand (again) when the night ends (C-2.6)."""


class Player:
    """What the facts say of one seat."""

    __slots__ = ("alive", "checked_in", "died_in", "life", "out", "place", "seat", "warnings")

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

    __slots__ = ("done", "spent", "votes")

    def __init__(self) -> None:
        """Nobody has voted."""
        self.votes: dict[str, Vote] = {}
        self.spent: dict[str, str] = {}
        self.done: set[str] = set()


class Table:
    """One game as its facts tell it. Changed by `apply` alone."""

    def __init__(self) -> None:
        """An empty table: nothing has been said."""
        self.started: f.GameStarted | None = None
        self.options: dict[str, Any] = {}
        self.players: dict[str, Player] = {}
        self.phases: list[Phase] = []
        self.skipped: list[str] = []
        self.outages: list[f.ServerWasDown] = []
        self.mails: dict[int, f.MailHeard] = {}
        self.fates: dict[int, f.MailSettled] = {}
        self.waiting: dict[int, f.PostWaits] = {}
        self.confirmed: set[int] = set()
        self.token_turns: dict[str, int] = {}
        self.receipts: dict[str, int] = {}
        self.orders: dict[int, Order] = {}
        self.declarations: list[Declaration] = []
        self.ballots: dict[tuple[str, str | None], Ballot] = {}
        self.counts: list[Count] = []
        self.deaths: list[Death] = []
        self.outs: list[f.PutOut] = []
        self.silence: str | None = None
        self.notes: dict[str, Any] = {}
        self.notices: list[f.Notified] = []
        self.posts: list[f.Posted] = []
        self.ended: f.GameEnded | None = None

    # -- the fold ---------------------------------------------------------------------------

    def apply(self, fact: f.AnyFact) -> None:
        """Fold one fact into the table."""
        _FOLD[type(fact)](self, fact)

    def run(self, new: Iterable[f.AnyFact]) -> list[f.AnyFact]:
        """Fold facts in as they are born: a generator sees each of its own facts on the table."""
        done = []
        for fact in new:
            self.apply(fact)
            done.append(fact)
        return done

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
    def zone(self) -> ZoneInfo:
        """The game's own time zone (C-2.2)."""
        return ZoneInfo(self.start.timezone)

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

    # -- phases -----------------------------------------------------------------------------

    @property
    def phase(self) -> Phase | None:
        """The running phase, or the last one of a game that is over."""
        return self.phases[-1] if self.phases else None

    def phase_named(self, name: str) -> Phase | None:
        """The phase with that id, if it has opened."""
        return next((p for p in self.phases if p.id == name), None)

    def before(self, at: datetime) -> tuple[Phase | None, Phase | None]:
        """The phase whose window is open at that instant, and the phase just before it.

        Past a cut-off that is announced later (an outage, C-2.9, or `settle_wait`) and before the
        next opening no window is open: the first is None, the second the phase that had closed.
        """
        opened = [p for p in self.phases if p.opens <= at]
        if not opened:
            return None, None
        if at >= opened[-1].closes:
            return None, opened[-1]
        return opened[-1], opened[-2] if len(opened) > 1 else None

    def night_number(self) -> int:
        """The number of the last night that opened or was skipped; 0 before the first."""
        nights = [p.id for p in self.phases if p.kind == "night"]
        nights += [name for name in self.skipped if name.startswith("N")]
        return max((int(name[1:]) for name in nights), default=0)

    def night_for(self, at: datetime) -> str:
        """The night for which an order is: the running one, else the next by number (C-2.3)."""
        if self.phase is not None and self.phase.kind == "night" and at < self.phase.closes:
            return self.phase.id
        return f"N{self.night_number() + 1}"

    # -- orders -----------------------------------------------------------------------------

    def next_order(self) -> int:
        """The id that the next order gets."""
        return len(self.orders) + 1

    def slot_orders(self, phase: str, slot: str, life: str | None = None) -> list[Order]:
        """All orders of a slot for a phase, in order of receipt, whatever became of them."""
        return [
            o
            for o in self.orders.values()
            if o.phase == phase and o.slot == slot and o.life == life
        ]

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
            for o in self.orders.values()
            if o.phase == phase and o.state == "standing" and (life is None or o.life == life)
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

    def _ballot(self, phase: str, life: str | None) -> Ballot:
        return self.ballots.setdefault((phase, life), Ballot())

    # -- one function a kind of fact ----------------------------------------------------------

    def _game_started(self, fact: f.GameStarted) -> None:
        self.started = fact
        self.options = parse_options(fact.ruleset, fact.options)
        self.players = {s.handle: Player(s, fact.checked_in) for s in fact.seats}

    def _phase_opened(self, fact: f.PhaseOpened) -> None:
        self.phases.append(fact.phase)

    def _cut_off_moved(self, fact: f.CutOffMoved) -> None:
        self._change_phase(fact.phase, closes=fact.closes)

    def _phase_closed(self, fact: f.PhaseClosed) -> None:
        self._change_phase(fact.phase, closed=fact.at)

    def _server_was_down(self, fact: f.ServerWasDown) -> None:
        self.outages.append(fact)

    def _change_phase(self, name: str, **changes: Any) -> None:
        for place, phase in enumerate(self.phases):
            if phase.id == name:
                self.phases[place] = replace(phase, **changes)

    def _phase_skipped(self, fact: f.PhaseSkipped) -> None:
        self.skipped.append(fact.phase)

    def _mail_heard(self, fact: f.MailHeard) -> None:
        self.mails[fact.n] = fact
        if fact.sender in self.players and fact.verdict != "ignored":
            self.receipts[fact.sender] = self.receipts.get(fact.sender, 0) + 1

    def _mail_settled(self, fact: f.MailSettled) -> None:
        self.fates[fact.n] = fact

        self.waiting.pop(fact.n, None)

    def _post_waits(self, fact: f.PostWaits) -> None:
        self.waiting[fact.mail] = fact

    def _post_stopped(self, fact: f.PostStopped) -> None:
        self.waiting.pop(fact.mail, None)

    def _mail_confirmed(self, fact: f.MailConfirmed) -> None:
        self.confirmed.add(fact.n)

    def _token_changed(self, fact: f.TokenChanged) -> None:
        self.token_turns[fact.who] = self.token_turns.get(fact.who, 0) + 1

    def _order_given(self, fact: f.OrderGiven) -> None:
        self.orders[fact.order.id] = fact.order

    def _order_ended(self, fact: f.OrderEnded) -> None:
        self.orders[fact.order] = replace(self.orders[fact.order], state=fact.how)

    def _order_repeated(self, fact: f.OrderRepeated) -> None:
        self.orders[fact.order] = replace(self.orders[fact.order], state="standing")

    def _order_counted(self, fact: f.OrderCounted) -> None:
        self.orders[fact.order] = replace(self.orders[fact.order], effective=True)

    def _declared(self, fact: f.Declared) -> None:
        self.declarations.append(fact.declaration)

    def _vote_cast(self, fact: f.VoteCast) -> None:
        self._ballot(fact.phase, fact.life).votes[fact.vote.voter] = fact.vote

    def _change_spent(self, fact: f.ChangeSpent) -> None:
        self._ballot(fact.phase, fact.life).spent[fact.voter] = fact.why

    def _voting_done(self, fact: f.VotingDone) -> None:
        self._ballot(fact.phase, fact.life).done.add(fact.voter)

    def _checked_in(self, fact: f.CheckedIn) -> None:
        self.players[fact.who].checked_in = True

    def _ballot_counted(self, fact: f.BallotCounted) -> None:
        self.counts.append(fact.count)

    def _died(self, fact: f.Died) -> None:
        self.deaths.append(fact.death)
        player = self.players[fact.death.who]
        if fact.death.life is None:
            player.alive = False
            return
        player.died_in.add(fact.death.life)
        player.alive = len(player.died_in) < len(player.seat.lives)

    def _warned(self, fact: f.Warned) -> None:
        self.players[fact.who].warnings += 1

    def _put_out(self, fact: f.PutOut) -> None:
        self.outs.append(fact)
        self.players[fact.who].out = fact.why

    def _silence_began(self, fact: f.SilenceBegan) -> None:
        self.silence = fact.phase

    def _arrived(self, fact: f.Arrived) -> None:
        player = self.players[fact.who]
        player.life = fact.life
        player.place[fact.life] = fact.place

    def _noted(self, fact: f.Noted) -> None:
        self.notes[fact.key] = fact.value

    def _notified(self, fact: f.Notified) -> None:
        self.notices.append(fact)

    def _posted(self, fact: f.Posted) -> None:
        self.posts.append(fact)

    def _game_ended(self, fact: f.GameEnded) -> None:
        self.ended = fact


_FOLD: dict[type, Any] = {
    f.GameStarted: Table._game_started,
    f.PhaseOpened: Table._phase_opened,
    f.CutOffMoved: Table._cut_off_moved,
    f.ServerWasDown: Table._server_was_down,
    f.PhaseClosed: Table._phase_closed,
    f.PhaseSkipped: Table._phase_skipped,
    f.MailHeard: Table._mail_heard,
    f.MailSettled: Table._mail_settled,
    f.PostWaits: Table._post_waits,
    f.PostStopped: Table._post_stopped,
    f.MailConfirmed: Table._mail_confirmed,
    f.TokenChanged: Table._token_changed,
    f.OrderGiven: Table._order_given,
    f.OrderEnded: Table._order_ended,
    f.OrderRepeated: Table._order_repeated,
    f.OrderCounted: Table._order_counted,
    f.Declared: Table._declared,
    f.VoteCast: Table._vote_cast,
    f.ChangeSpent: Table._change_spent,
    f.VotingDone: Table._voting_done,
    f.CheckedIn: Table._checked_in,
    f.BallotCounted: Table._ballot_counted,
    f.Died: Table._died,
    f.Warned: Table._warned,
    f.PutOut: Table._put_out,
    f.SilenceBegan: Table._silence_began,
    f.Arrived: Table._arrived,
    f.Noted: Table._noted,
    f.Notified: Table._notified,
    f.Posted: Table._posted,
    f.GameEnded: Table._game_ended,
}


def fold(facts: Iterable[f.AnyFact] | Iterator[f.AnyFact]) -> Table:
    """The table that these facts tell."""
    table = Table()
    for fact in facts:
        table.apply(fact)
    return table
