"""Mail and posts: what was heard, what became of it, what is told to whom (C-1, C-5)."""

from datetime import datetime
from typing import Any

from pbp.game.facts.base import Fact
from pbp.game.intents import Reading


class MailHeard(Fact, frozen=True):
    """A mail was judged. n: its number in the game, known to the GM alone.

    concerns: what its text has that is not to be published (C-5.5, C-9.2).

    sender: a handle, or the address of a stranger. results: verdict and code of each reading.
    pending: the readings wait for a confirmation at the registered address (mail.md).
    message_id: the mail's own; answers_vote: the mail whose vote it answered or quoted (S-5.2).
    proved: something vouched for its sender.
    handed: when its provider took it, where a cut-off lies between (C-2.1). clocks: those that say
    another time of receipt than `at`, by over two minutes. answers_poll: number of the poll whose
    question it answered, else 0.
    """

    n: int
    sender: str
    to: str
    phase: str | None
    readings: tuple[Reading, ...] = ()
    verdict: str = "accepted"
    code: str | None = None
    text: str = ""
    pending: bool = False
    message_id: str | None = None
    answers_vote: int | None = None
    concerns: tuple[str, ...] = ()
    proved: bool = True
    handed: datetime | None = None
    clocks: dict[str, str] = {}
    answers_poll: int = 0


class MailSettled(Fact, frozen=True):
    """What became of a mail's post: published as a kind, or held somewhere (FORMAT.md, `held`)."""

    n: int
    published: str | None = None
    held: str | None = None


class PostWaits(Fact, frozen=True):
    """A post waits for its publication at `due`; until then 撤帖 stops it (C-5.8).

    author: whoever wrote it, as MailHeard names him. as_owner: he speaks as himself (真身).
    """

    due: datetime
    mail: int
    author: str
    post: str
    text: str
    as_owner: bool = False


class PostStopped(Fact, frozen=True):
    """A waiting post was taken back by its writer or held by the GM (C-5.8)."""

    mail: int


class MailConfirmed(Fact, frozen=True):
    """A person confirmed mail n, which nothing had vouched for."""

    n: int


class TokenChanged(Fact, frozen=True):
    """A seat's private address is another one from now on (mail.md); the old one is dead."""

    who: str


class AddressAsked(Fact, frozen=True):
    """A player named a further address of his; it is asked (mail.md)."""

    who: str
    address: str


class AddressAdded(Fact, frozen=True):
    """A further address of a player's answered: mail from there is his (mail.md)."""

    who: str
    address: str


class Muted(Fact, frozen=True):
    """Nothing of his is published until then; None: until the end (C-5.4)."""

    who: str
    until: datetime | None = None


class Notified(Fact, frozen=True):
    """A private notice to one person: FORMAT.md's kinds. mail: the mail that it answers."""

    kind: str
    to: str
    phase: str | None
    life: str | None = None
    mail: int | None = None
    data: dict[str, Any] = {}


class Posted(Fact, frozen=True):
    """A public post: FORMAT.md's kinds. author: a handle, or None for the GM identity."""

    kind: str
    phase: str | None
    life: str | None = None
    author: str | None = None
    mail: int | None = None
    data: dict[str, Any] = {}


class DeliveryChosen(Fact, frozen=True):
    """A reader wants the board's mail each · 2h · daily · notices; before: how he had it."""

    who: str
    mode: str
    before: str


class Bundled(Fact, frozen=True):
    """A reader's slow posts went to him as one mail: those at the places from first to last.

    places: of all posts that it has, where it brings more than the slow ones.
    """

    to: str
    first: int
    last: int
    places: tuple[int, ...] = ()


class Unreached(Fact, frozen=True):
    """A mail to somebody came back for good. reason: the other server's words. sent: its time."""

    who: str
    reason: str = ""
    sent: datetime | None = None


class ReachedAgain(Fact, frozen=True):
    """Somebody who could not be reached wrote, so he is there."""

    who: str


class SubscriptionAsked(Fact, frozen=True):
    """Somebody wants to look on; it waits for his name (where that is missing) and his word."""

    address: str
    name: str = ""


class Subscribed(Fact, frozen=True):
    """An onlooker is on the list, under a public name (C-5.5)."""

    address: str
    name: str


class Unsubscribed(Fact, frozen=True):
    """An onlooker has left the list."""

    address: str
