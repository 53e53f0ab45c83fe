"""What happens around the play: awards, polls, the deputy, news of other games (C-8, C-10)."""

from datetime import datetime, timedelta
from typing import Any

from pbp.game.facts.base import Fact


class AwardsOpened(Fact, frozen=True):
    """The game is over; awards are nominated and voted for until `closes` (C-8.2).

    vote_from: from then on nobody is nominated any more.
    """

    vote_from: datetime
    closes: datetime


class Nominated(Fact, frozen=True):
    """A player was nominated, or his nomination seconded. side: his, for an MVP. by: handle, gm."""

    award: str
    who: str
    by: str
    side: str = ""


class NominationsClosed(Fact, frozen=True):
    """From now on there are only votes."""


class AwardVoted(Fact, frozen=True):
    """A player's vote for an award; a later one for the same award (and side) takes its place."""

    award: str
    who: str
    voter: str
    side: str = ""


class AwardsClosed(Fact, frozen=True):
    """What came of it: rows of award, side, who (None: vacant) and votes."""

    results: tuple[dict[str, Any], ...]


class PollOpened(Fact, frozen=True):
    """The players are asked something by mail, until `closes` (C-10)."""

    number: int
    question: str
    choices: tuple[str, ...]
    closes: datetime


class PollAnswered(Fact, frozen=True):
    """A player's answer, from 1; a later one takes its place."""

    number: int
    who: str
    choice: int


class PollClosed(Fact, frozen=True):
    """Nobody can answer any more."""

    number: int


class DeputyNamed(Fact, frozen=True):
    """Who answers for the GM when he is silent for so long; an empty address: nobody (C-10)."""

    address: str
    span: timedelta


class GmWarned(Fact, frozen=True):
    """The GM was told that his deputy takes over unless he answers."""


class DeputyTookOver(Fact, frozen=True):
    """The deputy answers what the GM is asked, until he is heard from."""


class GmIsBack(Fact, frozen=True):
    """The GM was heard from; the deputy's part is over."""


class NewsChosen(Fact, frozen=True):
    """Somebody wants to be told, or no more, when a new game opens its sign-up."""

    who: str
    wants: bool
