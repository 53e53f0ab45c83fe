"""What is around the play, as the facts tell it: awards, polls, the deputy. A fold; no decision.

The table has one of these (table.around). Judged in awards.py, polls.py and deputy.py.
"""

from datetime import datetime

from pbp.game import facts as f


class Poll:
    """One poll: who chose what."""

    __slots__ = ("answers", "closed", "opened")

    def __init__(self, opened: f.PollOpened) -> None:
        """Nobody has answered."""
        self.opened = opened
        self.answers: dict[str, int] = {}
        self.closed = False

    def counts(self) -> list[int]:
        """How many chose each, in the order of the choices."""
        chosen = list(self.answers.values())
        return [chosen.count(place) for place in range(1, len(self.opened.choices) + 1)]


class Awards:
    """Nominations and votes by award and side."""

    __slots__ = ("nominated", "nominating", "opened", "results", "votes")

    def __init__(self, opened: f.AwardsOpened) -> None:
        """Nobody is nominated. nominated: who → who nominated or seconded him."""
        self.opened = opened
        self.nominating = True
        self.nominated: dict[tuple[str, str], dict[str, list[str]]] = {}
        self.votes: dict[tuple[str, str], dict[str, str]] = {}
        self.results: tuple[dict[str, object], ...] | None = None

    def of(self, who: str) -> list[tuple[str, str]]:
        """For which awards (and sides) somebody is nominated."""
        return [key for key, names in self.nominated.items() if who in names]


class Around:
    """Everything around one game's play."""

    __slots__ = ("acting", "awards", "deputy", "gm_at", "news", "polls", "warned_at")

    def __init__(self) -> None:
        """Nothing yet. gm_at: when the GM was heard from last. acting: the deputy answers."""
        self.awards: Awards | None = None
        self.polls: dict[int, Poll] = {}
        self.deputy: f.DeputyNamed | None = None
        self.gm_at: datetime | None = None
        self.warned_at: datetime | None = None
        self.acting = False
        self.news: dict[str, tuple[bool, datetime]] = {}

    def open_polls(self) -> list[Poll]:
        """The polls that can be answered, the latest last."""
        return [poll for poll in self.polls.values() if not poll.closed]

    def fold(self, fact: f.AnyFact) -> None:
        """Take one fact in."""
        match fact:
            case f.DeputyNamed():
                self.deputy = fact if fact.address else None
                self.gm_at, self.warned_at, self.acting = fact.at, None, False
            case f.GmWarned():
                self.warned_at = fact.at
            case f.DeputyTookOver():
                self.acting = True
            case f.GmIsBack():
                self.gm_at, self.warned_at, self.acting = fact.at, None, False
            case f.NewsChosen():
                self.news[fact.who] = (fact.wants, fact.at)
            case f.PollOpened():
                self.polls[fact.number] = Poll(fact)
            case f.PollAnswered():
                self.polls[fact.number].answers[fact.who] = fact.choice
            case f.PollClosed():
                self.polls[fact.number].closed = True
            case f.AwardsOpened():
                self.awards = Awards(fact)
            case _:
                self._fold_award(fact)

    def _fold_award(self, fact: f.AnyFact) -> None:
        if self.awards is None:
            return
        match fact:
            case f.Nominated():
                names = self.awards.nominated.setdefault((fact.award, fact.side), {})
                names.setdefault(fact.who, []).append(fact.by)
            case f.NominationsClosed():
                self.awards.nominating = False
            case f.AwardVoted():
                self.awards.votes.setdefault((fact.award, fact.side), {})[fact.voter] = fact.who
            case f.AwardsClosed():
                self.awards.results = fact.results


AROUND = (
    f.AwardsOpened,
    f.Nominated,
    f.NominationsClosed,
    f.AwardVoted,
    f.AwardsClosed,
    f.PollOpened,
    f.PollAnswered,
    f.PollClosed,
    f.DeputyNamed,
    f.GmWarned,
    f.DeputyTookOver,
    f.GmIsBack,
    f.NewsChosen,
)
"""The facts that are folded here."""
