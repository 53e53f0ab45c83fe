"""What players do: orders, declarations, votes, check-ins (C-2, C-6)."""

from pbp.game.facts.base import Fact
from pbp.game.nouns import Count, Declaration, Order, Vote


class OrderGiven(Fact, frozen=True):
    """An order was received, and stands or was refused (C-2.3)."""

    order: Order


class OrderEnded(Fact, frozen=True):
    """An order stands no longer. how: replaced · retracted · dropped · lapsed · forfeited."""

    order: int
    how: str


class OrderRepeated(Fact, frozen=True):
    """Order `order` takes the place of an equal one whose sender is gone (C-2.6)."""

    order: int


class OrderCounted(Fact, frozen=True):
    """An order took part in the resolution of its phase."""

    order: int


class Declared(Fact, frozen=True):
    """A declaration was received, in time and long enough or not (C-2.7)."""

    declaration: Declaration


class DeclarationVoided(Fact, frozen=True):
    """The declaration that came with a mail does not count (C-10, L-2.6)."""

    mail: int


class VoteCast(Fact, frozen=True):
    """A vote stands, for the first time or changed (C-6.3, C-6.7)."""

    phase: str
    vote: Vote
    life: str | None = None
    change: bool = False


class ChangeSpent(Fact, frozen=True):
    """A voter has no change left in this ballot (C-6.3 … C-6.5). why: changed, recalled …"""

    phase: str
    voter: str
    why: str
    life: str | None = None


class VotingDone(Fact, frozen=True):
    """A voter wants no change (C-2.8)."""

    phase: str
    voter: str
    life: str | None = None


class VoteVoided(Fact, frozen=True):
    """A vote does not count: by the GM (C-10)."""

    phase: str
    voter: str
    life: str | None = None


class ChangeRestored(Fact, frozen=True):
    """A voter has his change again (C-6.5)."""

    phase: str
    voter: str
    life: str | None = None


class ChangesRenewed(Fact, frozen=True):
    """Everybody may change his vote once (more) in an extended vote (L-6.4)."""

    phase: str


class CheckedIn(Fact, frozen=True):
    """A player checked in (C-3.4)."""

    who: str


class BallotCounted(Fact, frozen=True):
    """A ballot closed."""

    count: Count
