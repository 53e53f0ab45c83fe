"""Facts: what is true in a game since an input, in the past tense; the record is their fold.

Each fact is born with its audience: the clause that decides it says who may know. The default is
the GM alone. Facts are written once and never edited; a correction is a new input and new facts.
"""

import msgspec

from pbp.game.facts.acts import (
    BallotCounted,
    ChangeRestored,
    ChangeSpent,
    ChangesRenewed,
    CheckedIn,
    DeclarationVoided,
    Declared,
    OrderCounted,
    OrderEnded,
    OrderGiven,
    OrderRepeated,
    VoteCast,
    VoteVoided,
    VotingDone,
)
from pbp.game.facts.around import (
    AwardsClosed,
    AwardsOpened,
    AwardVoted,
    DeputyNamed,
    DeputyTookOver,
    GmIsBack,
    GmWarned,
    NewsChosen,
    Nominated,
    NominationsClosed,
    PollAnswered,
    PollClosed,
    PollOpened,
)
from pbp.game.facts.base import EVERYBODY, THE_DESK, Fact
from pbp.game.facts.course import (
    CutOffMoved,
    GameEnded,
    GameStarted,
    Noted,
    Paused,
    PhaseClosed,
    PhaseOpened,
    PhaseSkipped,
    Reminded,
    Resumed,
    ServerWasDown,
    SilenceBegan,
    TimerRang,
    TimerSet,
)
from pbp.game.facts.desk import (
    Acted,
    OptionChanged,
    QuestionAnswered,
    QuestionAsked,
    Rewound,
)
from pbp.game.facts.fates import (
    Arrived,
    Died,
    Exposed,
    LeaveAsked,
    LeaveDecided,
    PutOut,
    ReplacementBegan,
    ReplacementEnded,
    Revived,
    SeatTaken,
    Warned,
)
from pbp.game.facts.mail import (
    AddressAdded,
    AddressAsked,
    Bundled,
    DeliveryChosen,
    MailConfirmed,
    MailHeard,
    MailSettled,
    Muted,
    Notified,
    Posted,
    PostStopped,
    PostWaits,
    ReachedAgain,
    Subscribed,
    SubscriptionAsked,
    TokenChanged,
    Unreached,
    Unsubscribed,
)
from pbp.game.facts.signup import (
    BeaconGiven,
    RolesCast,
    SeatsDealt,
    SelectChosen,
    SignedUp,
    SignupAsked,
    SignupCancelled,
    SignupClosed,
    SignupMoved,
    SignupOpened,
    SignupWithdrawn,
    WithdrawalAsked,
)

__all__ = [
    "EVERYBODY",
    "THE_DESK",
    "Acted",
    "AddressAdded",
    "AddressAsked",
    "AnyFact",
    "Arrived",
    "AwardVoted",
    "AwardsClosed",
    "AwardsOpened",
    "BallotCounted",
    "BeaconGiven",
    "Bundled",
    "ChangeRestored",
    "ChangeSpent",
    "ChangesRenewed",
    "CheckedIn",
    "CutOffMoved",
    "DeclarationVoided",
    "Declared",
    "DeliveryChosen",
    "DeputyNamed",
    "DeputyTookOver",
    "Died",
    "Exposed",
    "Fact",
    "GameEnded",
    "GameStarted",
    "GmIsBack",
    "GmWarned",
    "LeaveAsked",
    "LeaveDecided",
    "MailConfirmed",
    "MailHeard",
    "MailSettled",
    "Muted",
    "NewsChosen",
    "Nominated",
    "NominationsClosed",
    "Noted",
    "Notified",
    "OptionChanged",
    "OrderCounted",
    "OrderEnded",
    "OrderGiven",
    "OrderRepeated",
    "Paused",
    "PhaseClosed",
    "PhaseOpened",
    "PhaseSkipped",
    "PollAnswered",
    "PollClosed",
    "PollOpened",
    "PostStopped",
    "PostWaits",
    "Posted",
    "PutOut",
    "QuestionAnswered",
    "QuestionAsked",
    "ReachedAgain",
    "Reminded",
    "ReplacementBegan",
    "ReplacementEnded",
    "Resumed",
    "Revived",
    "Rewound",
    "RolesCast",
    "SeatTaken",
    "SeatsDealt",
    "SelectChosen",
    "ServerWasDown",
    "SignedUp",
    "SignupAsked",
    "SignupCancelled",
    "SignupClosed",
    "SignupMoved",
    "SignupOpened",
    "SignupWithdrawn",
    "SilenceBegan",
    "Subscribed",
    "SubscriptionAsked",
    "TimerRang",
    "TimerSet",
    "TokenChanged",
    "Unreached",
    "Unsubscribed",
    "VoteCast",
    "VoteVoided",
    "VotingDone",
    "Warned",
    "WithdrawalAsked",
    "from_bytes",
    "to_bytes",
]

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
    | Revived
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
    | DeliveryChosen
    | Bundled
    | SubscriptionAsked
    | Subscribed
    | Unsubscribed
    | Unreached
    | ReachedAgain
    | AwardsOpened
    | Nominated
    | NominationsClosed
    | AwardVoted
    | AwardsClosed
    | PollOpened
    | PollAnswered
    | PollClosed
    | DeputyNamed
    | GmWarned
    | DeputyTookOver
    | GmIsBack
    | NewsChosen
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
