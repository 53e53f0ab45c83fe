"""The rows that go into the store and come out of it: frozen values, aware UTC datetimes.

Bodies are bytes that the service understands; the store never looks into them.
"""

from datetime import datetime

import msgspec


class NewLetter(msgspec.Struct, frozen=True, kw_only=True):
    """A mail as it came in, before anybody has read it.

    received_at: the end of DATA (for IMAP the provider's INTERNALDATE); counts for cut-offs.
    envelope_from: MAIL FROM as it stood on the wire, b"" for the null sender, None where the
        intake knows no envelope. recipients: the addresses of ours it was sent to, in order.
    peer: where it came from ("192.0.2.1", "edge:…" of our own mail server on another machine,
        "imap:INBOX", "desk", or "listed" and "gm" of a sign-up that the GM entered).
    proved: who vouches for the sender at the edge itself (a submission that logged in), or None.
    stamps: other clocks that have seen the mail, where they are far from received_at.
    """

    received_at: datetime
    recipients: tuple[str, ...]
    raw: bytes
    envelope_from: bytes | None = None
    peer: str = ""
    proved: str | None = None
    stamps: tuple[tuple[str, datetime], ...] = ()


class Letter(NewLetter, frozen=True, kw_only=True):
    """A stored letter; id grows in the order of storing."""

    id: int


class Waiting(msgspec.Struct, frozen=True):
    """What the outside of an unread letter says."""

    id: int
    received_at: datetime
    recipients: tuple[str, ...]


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """How far a mailbox somewhere else has been read.

    name: the mailbox, as the intake calls it. validity: its UIDVALIDITY. uid: everything up to
    this UID is in the journal. begin: what is older was never looked at. read_until: everything
    that came in up to this instant is in the journal.
    """

    name: str
    validity: int
    uid: int
    begin: datetime
    read_until: datetime


class LetterRead(msgspec.Struct, frozen=True):
    """What became of a letter: read once, for one game or (None) for none.

    verdict: a word of the service (accepted, refused, ignored, held …).
    """

    letter: int
    game: str | None
    verdict: str
    at: datetime


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game's birth certificate and where it stands now.

    config and secret are bytes of the service; neither ever changes.
    state: a word of the service (signup, running, stopped, ended …).
    next_deadline: the instant at which the game must be looked at again; None: only when
        written to.
    """

    id: str
    ruleset: str
    locale: str
    config: bytes
    secret: bytes
    created_at: datetime
    state: str = "new"
    next_deadline: datetime | None = None

    def __repr__(self) -> str:
        """Name the game without its secret, wherever it is shown."""
        return f"Game(id={self.id!r}, state={self.state!r})"


class GameState(msgspec.Struct, frozen=True):
    """The part of a game's row that changes."""

    game: str
    state: str
    next_deadline: datetime | None


class Input(msgspec.Struct, frozen=True):
    """One input of a game; seq counts 1, 2, 3 … within the game, without gaps."""

    game: str
    seq: int
    at: datetime
    kind: str
    body: bytes


class Fact(msgspec.Struct, frozen=True):
    """One fact of a game; input_seq: the input it follows from."""

    game: str
    seq: int
    input_seq: int
    body: bytes


class NewMail(msgspec.Struct, frozen=True, kw_only=True):
    """A complete message for one recipient, waiting to be sent.

    game: None for mail outside any game. envelope_from: "" for the null sender.
    data: the message as it goes out, CRLF line ends, header and body.
    priority: smaller goes first; among equals the order of writing.
    ref: bytes of the service, given back by find_sent when somebody answers this message.
    not_before: the first instant at which it may go out; None: at once.
    """

    game: str | None
    recipient: str
    envelope_from: str
    message_id: str
    kind: str
    data: bytes
    created_at: datetime
    priority: int = 5
    ref: bytes = b""
    not_before: datetime | None = None


class OutboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """A message in the outbox and how its sending goes.

    state: queued · sending · sent · failed. attempts: how often it was tried.
    next_try_at: for queued ones; last_error: the last answer of the other side, without contents.
    """

    id: int
    game: str | None
    recipient: str
    envelope_from: str
    message_id: str
    kind: str
    priority: int
    data: bytes
    ref: bytes
    created_at: datetime
    state: str
    attempts: int
    next_try_at: datetime
    last_error: str | None


class Delivery(msgspec.Struct, frozen=True):
    """How one attempt to send went.

    Neither error nor retry_at: sent. An error: failed for good, or with retry_at to be tried again
    then. retry_at alone: put back untried (the pace of its domain), which counts as no attempt.
    """

    mail: int
    error: str | None = None
    retry_at: datetime | None = None


class DeliveryKey(msgspec.Struct, frozen=True):
    """What makes a second delivery of one mail recognisable, and the letter that came first."""

    key: bytes
    letter: int


class Address(msgspec.Struct, frozen=True):
    """An address (lower case) that belongs to a seat of a game; kind is a word of the service."""

    address: str
    game: str
    seat: str
    kind: str


class Counter(msgspec.Struct, frozen=True):
    """A named number and the value that it has from now on."""

    name: str
    value: int


class Forgotten(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody was forgotten in a game that is over.

    followed: whether the game's facts followed from its inputs before. digest: of all its facts
    after, so that nobody changes them unseen.
    """

    game: str
    at: datetime
    followed: bool
    digest: bytes


class Rewritten(msgspec.Struct, frozen=True, kw_only=True):
    """A game without somebody: every body that differs, by its number; mails by their id.

    letters: ids whose bytes go, with who sent them and to where.
    mails: id → recipient and ref; all bytes of the game's mails go.
    """

    mark: Forgotten
    config: bytes
    inputs: dict[int, bytes]
    facts: dict[int, bytes]
    letters: tuple[int, ...]
    mails: dict[int, tuple[str, bytes]]


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done on the server's own machine.

    who: the user of this machine. command: a word (serve, gm, game_new …). words: what was asked,
    as it was written. outcome: done · refused · failed.
    """

    at: datetime
    who: str
    command: str
    game: str | None = None
    words: str = ""
    outcome: str = "done"


class Vital(msgspec.Struct, frozen=True, kw_only=True):
    """How the journal stands at an instant, in numbers alone.

    oldest_unread: when the first unread letter came. oldest_due: when the mail was written that
    could have gone out and has waited longest. games: how many by state.
    """

    letters: int
    unread: int
    oldest_unread: datetime | None
    mails: int
    queued: int
    sending: int
    failed: int
    oldest_due: datetime | None
    next_deadline: datetime | None
    games: dict[str, int]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """All that one letter, deadline or command brings about: written as a whole, or not at all.

    letters_again: letters that were read and are to be read once more; written before `letters`.
    states: the new state and deadline of each game that changed.
    addresses, addresses_gone: entries of the address index that come and go.
    """

    games: tuple[Game, ...] = ()
    letters_again: tuple[int, ...] = ()
    letters: tuple[LetterRead, ...] = ()
    inputs: tuple[Input, ...] = ()
    facts: tuple[Fact, ...] = ()
    mails: tuple[NewMail, ...] = ()
    states: tuple[GameState, ...] = ()
    delivery_keys: tuple[DeliveryKey, ...] = ()
    counters: tuple[Counter, ...] = ()
    addresses: tuple[Address, ...] = ()
    addresses_gone: tuple[Address, ...] = ()
