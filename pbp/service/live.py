"""A game that is loaded: what is played, and who stands behind its handles. Loaded when due."""

from collections.abc import Callable

from pbp.game.deputy import DEPUTY
from pbp.game.facts import AnyFact
from pbp.service import tokens
from pbp.service.inputs import AnyInput
from pbp.service.playing import Play
from pbp.service.setup import Owner, Setup

GM = "gm"
"""The human GM among the holders of tokens."""


class Past:
    """The inputs of a game so far: those in the store, and those of this transaction.

    It knows nothing of the game: a game that nobody needs is gone at once, not at the next look
    for what refers to itself.
    """

    def __init__(self) -> None:
        self.stored: Callable[[], list[AnyInput]] = list
        self.fresh: list[AnyInput] = []

    def inputs(self) -> list[AnyInput]:
        """All of them, in order."""
        return [*self.stored(), *self.fresh]


class Live:
    """A loaded game: the play, the numbers of its last input and fact, its people."""

    def __init__(self, setup: Setup, secret: bytes, gm: tuple[str, ...]) -> None:
        """gm: the human GM's addresses where the set-up names none."""
        self.setup = setup
        self.secret = secret
        self.past = Past()
        self.play = Play(setup, self.past.inputs)
        self.last_input = 0
        self.last_fact = 0
        self._gm = setup.gm or gm

    def replay(self, facts: list[AnyFact]) -> None:
        """Fold in what the journal holds."""
        self.play.replay(facts)
        self.last_fact = len(facts)

    def people(self) -> list[str]:
        """Who gets the board's posts: every handle, substitutes without a seat, GM, onlookers.

        Before the start whoever has signed up, by his address.
        """
        table = self.play.table
        if table.started is None and table.signup is not None:
            return [*table.signup.valid, GM]
        handles = table.handles or tuple(seat.handle for seat in self.setup.seats)
        return [*handles, *table.substitutes, GM, *table.subscribers]

    def addresses_of(self, who: str) -> tuple[str, ...]:
        """The registered addresses behind a handle or the GM; an address stands for itself."""
        if who == GM:
            return tuple(a.lower() for a in self._gm)
        if who == DEPUTY:
            deputy = self.play.table.around.deputy
            return (deputy.address,) if deputy is not None else ()
        owner = self._owner(who)
        further = self.play.table.further_addresses.get(who, ())
        return (*(a.lower() for a in owner.addresses), *further) if owner else (who,)

    def _owner(self, who: str) -> Owner | None:
        """The person behind a handle now, or a substitute himself (L-7.1)."""
        substitute = self.play.table.played_by(who) or who
        if substitute in self.substitutes:
            return self.substitutes[substitute]
        return self.owners.get(who)

    @property
    def owners(self) -> dict[str, Owner]:
        """Handle → its first owner: of the set-up, or dealt after a sign-up."""
        book, started = self.play.table.signup, self.play.table.dealt
        if book is None or started is None:
            return self.setup.owners
        return {who: Owner(started.names[who], (a,)) for who, a in book.people.items()}

    @property
    def substitutes(self) -> dict[str, Owner]:
        """Public name → substitute."""
        book = self.play.table.signup
        if book is None:
            return self.setup.substitutes
        return {name: Owner(name, (address,)) for name, address in book.substitutes.items()}

    def acting(self, who: str) -> str:
        """Under which name somebody writes: a substitute who has a seat, as its handle.

        Whoever signed up from an address and has a seat now writes as its handle.
        """
        table = self.play.table
        if table.signup is not None and table.signup.people:
            for handle, address in table.signup.people.items():
                if address == who and table.played_by(handle) is None:
                    return handle
            for name, address in table.signup.substitutes.items():
                if address == who:
                    return table.seat_taken_by(name) or name
        return table.seat_taken_by(who) or who

    def is_key(self, who: str, tenure: int, turn: int) -> bool:
        """Whether a mail of ours to a name still proves who answers it.

        It does as long as the token does that stood in its Reply-To: see turn.
        """
        return self.was_to(who, tenure) and turn == self.turn(who)

    def was_to(self, who: str, tenure: int) -> bool:
        """Whether a mail of ours to a name, sent in a tenure, went to who has that name now."""
        return self.knows(who) and tenure == self.play.table.tenure(who)

    def turn(self, who: str) -> int:
        """How often the token of a name was changed: by his wish, or as others had seen it."""
        return self.play.table.token_turns.get(self.acting(who), 0)

    def knows(self, who: str) -> bool:
        """Whether a name is a seat's, a substitute's, an onlooker's or the GM's."""
        table = self.play.table
        signed_up = table.signup is not None and table.signup.knows(who)
        looks_on = who in table.subscribers or who in table.subscribing
        seated = who in self.owners or who in self.substitutes
        deputy = who == DEPUTY and self.play.table.around.deputy is not None
        return who == GM or deputy or seated or signed_up or looks_on

    def seat_of(self, address: str) -> str | None:
        """The handle, or "gm", whose registered address this is."""
        for who in self.people():
            if address.lower() in self.addresses_of(who):
                return who
        return None

    def token(self, who: str) -> str:
        """The live token of a handle, a substitute or the GM; of a seat's, where he has one."""
        return self._token(self.acting(who))

    def _token(self, who: str) -> str:
        turn = self.play.table.token_turns.get(who, 0)
        deputy = self.play.table.around.deputy
        if who == DEPUTY and deputy is not None:
            who = f"{DEPUTY} {deputy.address}"
        return tokens.token(self.secret, self.setup.id, who, turn)

    def tokens(self) -> dict[str, str]:
        """All live tokens by their holders."""
        book = self.play.table.signup
        signed_up = (*book.asked, *book.valid) if book is not None else ()
        deputy = (DEPUTY,) if self.play.table.around.deputy is not None else ()
        others = (*deputy, *self.substitutes, *signed_up, *self.play.table.subscribing)
        return {who: self._token(who) for who in (*self.people(), *others)}
