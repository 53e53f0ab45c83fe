"""Facts: what is true in a game since an input, in the past tense. The record is a fold over them.

Each fact is born with its audience: the clause that decides it says who may know. The default is
the GM alone. Facts are written once and never edited; a correction is a new input and new facts.
"""

from datetime import datetime
from typing import Any

import msgspec

from pbp.game.intents import Reading
from pbp.game.nouns import Count, Death, Declaration, Order, Phase, Salts, Seat, Value, Vote

EVERYBODY = ("*",)
"""The audience of what is posted on the board."""

THE_DESK = ()
"""The audience of what only the GM may know."""


class Fact(Value, frozen=True, tag=True, kw_only=True):
    """at: the instant that it carries (UTC). audience: handles, or EVERYBODY; the GM knows all."""

    at: datetime
    audience: tuple[str, ...] = THE_DESK


class GameStarted(Fact, frozen=True):
    """The roster is posted (C-3.3, P-3.1). options: as written, complete.

    names: handle → the owner's public name, for the end (C-3.6). substitutes: public names of
    those who may take a seat over, in order of sign-up (L-7.1). salts: of the commitments; None
    where none are posted (C-3.5). lots: the exact lines that the seed was drawn from; empty
    where the roles were cast and nothing was drawn. cast: handles whose role the GM chose; wished:
    handles that their owners wished for.
    """

    game: str
    ruleset: str
    locale: str
    timezone: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    seed: str
    checked_in: bool = False
    names: dict[str, str] = {}
    substitutes: tuple[str, ...] = ()
    salts: Salts | None = None
    lots: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    wished: tuple[str, ...] = ()


class SignupOpened(Fact, frozen=True):
    """Sign-up began (C-3.1). handles: the list from which they are drawn; beacon: what is awaited.

    seed: the first part of the lots; its commitment is posted at once. starts: when the game is to
    begin, if later than the closing time.
    """

    game: str
    ruleset: str
    locale: str
    timezone: str
    options: dict[str, Any]
    seats: int
    closes: datetime
    seed: str
    salts: Salts
    handles: tuple[str, ...]
    starts: datetime | None = None
    beacon: str = ""


class SignupAsked(Fact, frozen=True):
    """Somebody wants to sign up or to withdraw; it waits for his confirmation (C-3.1).

    what: signup · substitute · withdraw. vouched: his provider vouches for his mail. shuns:
    handles of the list that are too like his name or wish to be dealt with it.
    """

    n: int
    address: str
    what: str
    name: str = ""
    wish: str = ""
    vouched: bool = False
    shuns: tuple[str, ...] = ()


class SignedUp(Fact, frozen=True):
    """A sign-up was confirmed and counts; an earlier one from the address is replaced (C-3.1)."""

    asked: SignupAsked


class SignupWithdrawn(Fact, frozen=True):
    """A sign-up counts no more. by: self · gm (C-9.1)."""

    address: str
    by: str = "self"


class SignupMoved(Fact, frozen=True):
    """Sign-up closes, or the game starts, at another time. extended: because too few came."""

    closes: datetime | None = None
    starts: datetime | None = None
    extended: bool = False


class SignupClosed(Fact, frozen=True):
    """Nobody can sign up any more."""


class SignupCancelled(Fact, frozen=True):
    """The game will not take place (C-3.2)."""


class SelectChosen(Fact, frozen=True):
    """The GM chose how seats are given where too many came (C-3.2). how: first · random."""

    how: str


class BeaconGiven(Fact, frozen=True):
    """The public value that was named beforehand (C-3.5)."""

    value: str


class RolesCast(Fact, frozen=True):
    """The GM chose roles: public name → role (C-3.5)."""

    roles: dict[str, str]


class SeatsDealt(Fact, frozen=True):
    """Who has which seat: handle → address, substitute's public name → address (C-3.3)."""

    people: dict[str, str]
    substitutes: dict[str, str] = {}


class WithdrawalAsked(Fact, frozen=True):
    """A player wants to leave the game; he was asked back once (C-3.2)."""

    who: str
    mail: int


class PhaseOpened(Fact, frozen=True):
    """A phase began when the server announced it (C-2.9)."""

    phase: Phase


class CutOffMoved(Fact, frozen=True):
    """The running phase closes at another time (C-2.8); why is the GM's reason."""

    phase: str
    closes: datetime
    why: str = ""


class ServerWasDown(Fact, frozen=True):
    """The server was stopped, or could not write, from `since` until `at` (C-2.9)."""

    since: datetime


class Paused(Fact, frozen=True):
    """The clock stands (C-2.8)."""


class Resumed(Fact, frozen=True):
    """The clock goes on (C-2.8)."""


class OptionChanged(Fact, frozen=True):
    """A rule is another one from now on (C-10)."""

    name: str
    value: str


class Acted(Fact, frozen=True):
    """The GM did something (C-10): recorded with his reason, shown with it after the end.

    undo: 撤销 can take it back while nothing that depends on it has been announced.
    """

    word: str
    line: str
    reason: str = ""
    problem: str = ""
    undo: bool = False


class Rewound(Fact, frozen=True):
    """A command was taken back: of the facts before this one only the first `keep` still hold.

    What follows from the other inputs stands behind it, derived again (design: corrections).
    """

    keep: int


class QuestionAsked(Fact, frozen=True):
    """The GM is asked; if he does nothing, `default` happens at `due` (mail.md, the digest)."""

    number: int
    kind: str
    default: str
    due: datetime
    answers: tuple[str, ...] = ()
    about: dict[str, Any] = {}


class QuestionAnswered(Fact, frozen=True):
    """A question is settled. by: gm, or default where its time came."""

    number: int
    answer: str
    by: str = "gm"


class Reminded(Fact, frozen=True):
    """Something that is done once before a cut-off was done: key says what and when."""

    key: str


class PhaseClosed(Fact, frozen=True):
    """A phase was closed at `at`, which is later than its cut-off only after an outage (C-2.9)."""

    phase: str


class PhaseSkipped(Fact, frozen=True):
    """A phase did not take place (S-1.5); its number is kept, its orders lapse (C-2.3)."""

    phase: str


class MailHeard(Fact, frozen=True):
    """A mail was judged. n: its number in the game, known to the GM alone.

    sender: a handle, or the address of a stranger. results: verdict and code of each reading.
    pending: the readings wait for a confirmation at the registered address (mail.md).
    message_id: the mail's own; answers_vote: the mail whose vote it answered or quoted (S-5.2).
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


class MailSettled(Fact, frozen=True):
    """What became of a mail's post: published as a kind, or held somewhere (FORMAT.md, `held`)."""

    n: int
    published: str | None = None
    held: str | None = None


class PostWaits(Fact, frozen=True):
    """A post waits for its publication at `due`; until then 撤帖 stops it (C-5.8)."""

    due: datetime
    mail: int
    author: str
    post: str
    text: str


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


class DeclarationVoided(Fact, frozen=True):
    """The declaration that came with a mail does not count (C-10, L-2.6)."""

    mail: int


class Muted(Fact, frozen=True):
    """Nothing of his is published until then; None: until the end (C-5.4)."""

    who: str
    until: datetime | None = None


class Exposed(Fact, frozen=True):
    """Owner and handle count as one (C-5.5)."""

    who: str


class LeaveAsked(Fact, frozen=True):
    """A player asked for leave, or came back (C-7.2)."""

    who: str
    mail: int
    text: str
    back: bool = False


class LeaveDecided(Fact, frozen=True):
    """The GM decided on a leave (C-7.2)."""

    who: str
    granted: bool


class CheckedIn(Fact, frozen=True):
    """A player checked in (C-3.4)."""

    who: str


class BallotCounted(Fact, frozen=True):
    """A ballot closed."""

    count: Count


class Died(Fact, frozen=True):
    """A death was announced (C-4)."""

    death: Death


class Warned(Fact, frozen=True):
    """A player was warned (C-7.1). secret: nobody but him and the GM knows until the end."""

    who: str
    phase: str
    why: str
    secret: bool = False


class PutOut(Fact, frozen=True):
    """A player is out of the game (C-7.3, C-9). why: as FORMAT.md names it."""

    who: str
    phase: str
    why: str


class SilenceBegan(Fact, frozen=True):
    """The dead and the onlookers post no analysis from now on (C-5.4)."""

    phase: str


class Arrived(Fact, frozen=True):
    """A player is in another life now (L-5.5). place: his rank among all arrivals there."""

    who: str
    life: str
    place: int


class TimerSet(Fact, frozen=True):
    """Something of the rule set's own is due at `due`; key: what."""

    key: str
    due: datetime


class TimerRang(Fact, frozen=True):
    """What was due was done."""

    key: str


class ReplacementBegan(Fact, frozen=True):
    """A player is to be replaced by the close of a phase (L-7.1). why: as for PutOut."""

    who: str
    why: str
    phase: str


class ReplacementEnded(Fact, frozen=True):
    """He is not to be replaced any more. how: cancelled · taken · lost (L-7.1, L-7.3)."""

    who: str
    how: str


class SeatTaken(Fact, frozen=True):
    """A substitute plays the handle from now on (L-7.1)."""

    who: str
    substitute: str


class ChangesRenewed(Fact, frozen=True):
    """Everybody may change his vote once (more) in an extended vote (L-6.4)."""

    phase: str


class Noted(Fact, frozen=True):
    """Something that one rule set alone keeps in mind; it reads it back by its key."""

    key: str
    value: Any


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


class GameEnded(Fact, frozen=True):
    """The game is over. state: won · draw · aborted; prizes as fractions, points as numbers."""

    phase: str | None
    state: str
    winners: tuple[str, ...]
    prizes: dict[str, str] | None = None
    points: dict[str, int] | None = None


AnyFact = (
    GameStarted
    | SignupOpened
    | SignupAsked
    | SignedUp
    | SignupWithdrawn
    | SignupMoved
    | SignupClosed
    | SignupCancelled
    | SelectChosen
    | BeaconGiven
    | RolesCast
    | SeatsDealt
    | WithdrawalAsked
    | PhaseOpened
    | CutOffMoved
    | ServerWasDown
    | Paused
    | Resumed
    | OptionChanged
    | Acted
    | Rewound
    | QuestionAsked
    | QuestionAnswered
    | Reminded
    | PhaseClosed
    | PhaseSkipped
    | MailHeard
    | MailSettled
    | PostWaits
    | PostStopped
    | MailConfirmed
    | TokenChanged
    | AddressAsked
    | AddressAdded
    | OrderGiven
    | OrderEnded
    | OrderRepeated
    | OrderCounted
    | Declared
    | VoteCast
    | ChangeSpent
    | VotingDone
    | VoteVoided
    | ChangeRestored
    | DeclarationVoided
    | Muted
    | Exposed
    | LeaveAsked
    | LeaveDecided
    | CheckedIn
    | BallotCounted
    | Died
    | Warned
    | PutOut
    | SilenceBegan
    | Arrived
    | TimerSet
    | TimerRang
    | ReplacementBegan
    | ReplacementEnded
    | SeatTaken
    | ChangesRenewed
    | Noted
    | Notified
    | Posted
    | GameEnded
)
"""Every kind of fact; the fold in table.py has one line for each."""

_decoder = msgspec.json.Decoder(AnyFact)
_encoder = msgspec.json.Encoder()


def to_bytes(fact: AnyFact) -> bytes:
    """The fact as one JSON object."""
    return _encoder.encode(fact)


def from_bytes(body: bytes) -> AnyFact:
    """The fact that `to_bytes` wrote.

    Raises:
        msgspec.DecodeError: the bytes are no fact.
    """
    return _decoder.decode(body)
