"""The book of a sign-up: who has asked, who counts, until when. A fold like the table; no decision.

Only public names leave it; addresses and wishes are for the GM and the service (C-3.1).
"""

from datetime import datetime

from pbp.game import facts as f


class Book:
    """What the facts say of one sign-up."""

    __slots__ = (
        "asked",
        "beacon",
        "cancelled",
        "cast",
        "closed",
        "closes",
        "extended",
        "how",
        "opened",
        "people",
        "questions",
        "starts",
        "substitutes",
        "valid",
    )

    def __init__(self, opened: f.SignupOpened) -> None:
        """An empty book that is open."""
        self.opened = opened
        self.closes = opened.closes
        self.starts = opened.starts
        self.closed: datetime | None = None
        self.cancelled = False
        self.extended = False
        self.how = ""
        self.beacon = ""
        self.asked: dict[str, f.SignupAsked] = {}
        self.questions: dict[str, dict[int, f.SignupAsked]] = {}
        self.valid: dict[str, f.SignupAsked] = {}
        self.cast: dict[str, str] = {}
        self.people: dict[str, str] = {}
        self.substitutes: dict[str, str] = {}

    # -- questions ----------------------------------------------------------------------------

    def players(self) -> list[f.SignupAsked]:
        """Those who want a seat, in order of their confirmation."""
        return [entry for entry in self.valid.values() if entry.what == "signup"]

    def reserve(self) -> list[f.SignupAsked]:
        """Those who want to be substitutes and nothing else."""
        return [entry for entry in self.valid.values() if entry.what == "substitute"]

    def names(self) -> list[str]:
        """The public names of those who want a seat."""
        return [entry.name for entry in self.players()]

    def named(self, name: str) -> f.SignupAsked | None:
        """The confirmed sign-up under a public name."""
        return next((entry for entry in self.valid.values() if entry.name == name), None)

    def place(self, address: str) -> int:
        """A sign-up's place among those of its kind, from 1."""
        entry = self.valid[address]
        same = self.players() if entry.what == "signup" else self.reserve()
        return same.index(entry) + 1

    def knows(self, address: str) -> bool:
        """Whether somebody has asked to sign up from there."""
        return address in self.asked or address in self.valid

    def confirmed_by(self, address: str, n: int | None) -> list[f.SignupAsked]:
        """What a confirmation from there can be for; one where it is clear.

        n: the mail whose question it answers. Else it is what his provider vouches for and he
        asked last; of what anybody can have written only what is the only one.
        """
        asked = self.questions.get(address, {})
        if n in asked:
            return [asked[n]]
        vouched = [entry for entry in asked.values() if entry.vouched]
        same = {(entry.what, entry.name, entry.wish): entry for entry in asked.values()}
        return vouched[-1:] or list(same.values())

    # -- the fold -----------------------------------------------------------------------------

    def fold(self, fact: f.AnyFact) -> None:
        """Take one fact of the sign-up in."""
        match fact:
            case f.SignupAsked():
                self.asked[fact.address] = fact
                self.questions.setdefault(fact.address, {})[fact.n] = fact
            case f.SignedUp():
                self.asked.pop(fact.asked.address, None)
                self.questions.pop(fact.asked.address, None)
                self.valid[fact.asked.address] = fact.asked
            case f.SignupWithdrawn():
                self.asked.pop(fact.address, None)
                self.questions.pop(fact.address, None)
                self.valid.pop(fact.address, None)
            case f.SeatsDealt():
                self.people, self.substitutes = fact.people, fact.substitutes
            case _:
                self._fold_the_whole(fact)

    def _fold_the_whole(self, fact: f.AnyFact) -> None:
        match fact:
            case f.SignupMoved():
                self.closes = fact.closes or self.closes
                self.closed = None if fact.closes else self.closed
                self.starts = fact.starts or self.starts
                self.extended = self.extended or fact.extended
            case f.SignupClosed():
                self.closed = fact.at
            case f.SignupCancelled():
                self.cancelled = True
            case f.SelectChosen():
                self.how = fact.how
            case f.BeaconGiven():
                self.beacon = fact.value
            case f.RolesCast():
                self.cast = fact.roles


BOOKED = (
    f.SignupAsked,
    f.SignedUp,
    f.SignupWithdrawn,
    f.SignupMoved,
    f.SignupClosed,
    f.SignupCancelled,
    f.SelectChosen,
    f.BeaconGiven,
    f.RolesCast,
    f.SeatsDealt,
)
"""The facts that the book folds."""
