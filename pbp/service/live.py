"""A game that is loaded: what is played, and who stands behind its handles. Loaded when due."""

from pbp.game.facts import AnyFact
from pbp.service import tokens
from pbp.service.playing import Play
from pbp.service.setup import Setup

GM = "gm"
"""The human GM among the holders of tokens."""


class Live:
    """A loaded game: the play, the numbers of its last input and fact, its people."""

    def __init__(self, setup: Setup, secret: bytes, gm: tuple[str, ...]) -> None:
        """gm: the human GM's addresses where the set-up names none."""
        self.setup = setup
        self.secret = secret
        self.play = Play(setup)
        self.last_input = 0
        self.last_fact = 0
        self._gm = setup.gm or gm

    def replay(self, facts: list[AnyFact]) -> None:
        """Fold in what the journal holds."""
        self.play.replay(facts)
        self.last_fact = len(facts)

    def people(self) -> list[str]:
        """Who gets the board's posts: every handle, and the GM."""
        return [*(seat.handle for seat in self.setup.seats), GM]

    def addresses_of(self, who: str) -> tuple[str, ...]:
        """The registered addresses behind a handle or the GM; an address stands for itself."""
        if who == GM:
            return tuple(a.lower() for a in self._gm)
        owner = self.setup.owners.get(who)
        return tuple(a.lower() for a in owner.addresses) if owner else (who,)

    def knows(self, who: str) -> bool:
        """Whether a name is a seat's or the GM's."""
        return who == GM or who in self.setup.owners

    def seat_of(self, address: str) -> str | None:
        """The handle, or "gm", whose registered address this is."""
        for who in self.people():
            if address.lower() in self.addresses_of(who):
                return who
        return None

    def token(self, who: str) -> str:
        """The live token of a handle or the GM."""
        turn = self.play.table.token_turns.get(who, 0)
        return tokens.token(self.secret, self.setup.id, who, turn)

    def tokens(self) -> dict[str, str]:
        """All live tokens by their holders."""
        return {who: self.token(who) for who in self.people()}
