"""What everybody may know of a game: a fold over the facts that were born for everybody, no other.

A fact whose audience is not EVERYBODY is not even looked at, so nothing has to be taken out
afterwards. It decides nothing and rules nothing; the board on the web is made from it.
"""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.nouns import Count, Phase

LIVES = ("past", "present", "next")
"""The lives of three lives, in their order; no other rule set has any."""


class PublicSeat:
    """What the board has said of a handle."""

    __slots__ = ("alive", "deaths", "handle", "life", "number", "owner")

    def __init__(self, number: int, handle: str) -> None:
        """A seat on the roster. deaths: (phase, life) of each that was announced."""
        self.number = number
        self.handle = handle
        self.alive = True
        self.life: str | None = None
        self.owner = ""
        self.deaths: list[tuple[str, str | None]] = []


class PublicBallot:
    """A ballot as it was posted vote by vote, and counted at its close."""

    __slots__ = ("candidates", "cast", "count", "life", "phase", "standing")

    def __init__(self, phase: str, life: str | None, candidates: tuple[str, ...]) -> None:
        """Nobody has voted. cast: all votes in their order; standing: voter → those that count."""
        self.phase = phase
        self.life = life
        self.candidates = candidates
        self.cast: list[dict[str, Any]] = []
        self.standing: dict[str, list[str | None]] = {}
        self.count: Count | None = None

    def votes(self) -> dict[str, str | None]:
        """Voter → target, as it stands now or as it was counted."""
        if self.count is not None:
            return dict(self.count.votes)
        return {voter: targets[-1] for voter, targets in self.standing.items() if targets}


class PublicTable:
    """One game as its board tells it. posts: all of them, in order."""

    def __init__(self) -> None:
        """Nothing has been said."""
        self.opened: datetime | None = None
        self.started: datetime | None = None
        self.seats: dict[str, PublicSeat] = {}
        self.phases: list[Phase] = []
        self.skipped: list[str] = []
        self.paused = False
        self.options: dict[str, str] = {}
        self.ballots: dict[tuple[str, str | None], PublicBallot] = {}
        self.signup: dict[str, Any] | None = None
        self.words: dict[tuple[str, str], dict[str, Any]] = {}
        self.silence = ""
        self.ended: f.GameEnded | None = None
        self.report: f.Posted | None = None
        self.posts: list[f.Posted] = []

    # -- the fold -----------------------------------------------------------------------------

    def take(self, fact: f.AnyFact) -> None:
        """Take a fact in, if it is for everybody.

        Of the fact that starts the game only the roster is taken, in the order of its numbers: the
        roster's post says it at the same instant.
        """
        if isinstance(fact, f.GameStarted):
            self.started = fact.at
            for seat in sorted(fact.seats, key=lambda seat: seat.number):
                self.seats[seat.handle] = PublicSeat(seat.number, seat.handle)
            return
        if fact.audience != f.EVERYBODY:
            return
        self.opened = self.opened or fact.at
        match fact:
            case f.Posted():
                self.posts.append(fact)
                self._corrected(fact) if fact.kind == "correction" else self._posted(fact)
            case f.VoteCast() | f.VoteVoided() | f.BallotCounted():
                self._voted(fact)
            case f.PhaseOpened() | f.PhaseClosed() | f.CutOffMoved() | f.PhaseSkipped():
                self._timed(fact)
            case _:
                self._went_on(fact)

    def _timed(self, fact: f.AnyFact) -> None:
        """Phases and their cut-offs."""
        match fact:
            case f.PhaseOpened(phase=phase):
                self.phases.append(phase)
            case f.PhaseClosed():
                self._change(fact.phase, closed=fact.at)
            case f.CutOffMoved():
                self._change(fact.phase, closes=fact.closes)
            case f.PhaseSkipped():
                self.skipped.append(fact.phase)
            case _:
                pass

    def _went_on(self, fact: f.AnyFact) -> None:
        """The course of the game."""
        match fact:
            case f.Paused():
                self.paused = True
            case f.Resumed():
                self.paused = False
            case f.OptionChanged():
                self.options[fact.name] = fact.value
            case f.SilenceBegan():
                self.silence = fact.phase
            case f.Died(death=death):
                self._die(death.who, death.phase, death.life)
            case f.GameEnded():
                self.ended = fact
            case _:
                pass

    def _change(self, name: str, **changes: Any) -> None:
        self.phases = [replace(p, **changes) if p.id == name else p for p in self.phases]

    def _die(self, who: str, phase: str, life: str | None) -> None:
        """A death; out of the game for good where no life is named."""
        seat = self.seats.get(who)
        if seat is None or not seat.alive or (phase, life) in seat.deaths:
            return
        seat.deaths.append((phase, life))
        seat.life = None
        died_in = {where for _, where in seat.deaths}
        seat.alive = life is not None and not died_in.issuperset(LIVES)

    def _voted(self, fact: f.AnyFact) -> None:
        match fact:
            case f.VoteCast():
                ballot = self._ballot(fact.phase, fact.life)
                ballot.cast.append(
                    {
                        "voter": fact.vote.voter,
                        "target": fact.vote.target,
                        "at": fact.vote.at.isoformat(),
                        "change": fact.change,
                    }
                )
                ballot.standing.setdefault(fact.vote.voter, []).append(fact.vote.target)
            case f.VoteVoided():
                ballot = self._ballot(fact.phase, fact.life)
                ballot.standing[fact.voter] = ballot.standing.get(fact.voter, [])[:-1]
            case f.BallotCounted():
                self._ballot(fact.count.phase, fact.count.life).count = fact.count
            case _:
                pass

    def _ballot(self, phase: str, life: str | None) -> PublicBallot:
        key = phase, life
        if key not in self.ballots:
            opened = next((p for p in self.phases if p.id == phase), None)
            self.ballots[key] = PublicBallot(phase, life, opened.candidates if opened else ())
        return self.ballots[key]

    def _posted(self, post: f.Posted) -> None:
        """What only a post says: where somebody lives, how he died, who he is."""
        data = post.data
        match post.kind:
            case "signup" | "signup_state":
                self.signup = {**(self.signup or {}), **_signup(data)}
            case "roster":
                self._live(data["living"], post.life)
            case "arrival":
                self._live(
                    [data["who"]] if isinstance(data["who"], str) else data["who"], post.life
                )
            case "vote_open" | "runoff_open":
                for life in (
                    (data.get("lives") or {None: ()}) if post.life is None else (post.life,)
                ):
                    self._ballot(post.phase or "", life)
            case "dawn":
                self._told(post, [*data["dead"], *(data.get("out") or ())])
            case "execution" | "out" | "no_execution":
                first = {"who": data.get("who"), "causes": ("executed",), "role": data.get("role")}
                self._told(post, [first, *(data.get("out") or ())])
            case "exposed" if data.get("who") in self.seats:
                self.seats[data["who"]].owner = str(data.get("owner") or "")
            case "game_over":
                self.report = post
            case _:
                pass

    def _corrected(self, post: f.Posted) -> None:
        """Deaths that a correction takes back, or adds, from now on; what stays is only told."""
        for row in post.data.get("rows") or ():
            if row.get("stays") or row.get("who") not in self.seats:
                continue
            if row.get("what") == "alive":
                self._revive(row["who"], str(row.get("phase") or ""), row.get("life"))
            elif row.get("what") == "dead":
                self._die(row["who"], str(row.get("phase") or ""), row.get("life"))

    def _revive(self, who: str, phase: str, life: str | None) -> None:
        seat = self.seats[who]
        seat.deaths = [death for death in seat.deaths if death != (phase, life)]
        seat.alive = True
        seat.life = life or seat.life
        self.words.pop((who, phase), None)

    def _live(self, people: list[str], life: str | None) -> None:
        for who in people:
            if who in self.seats and life is not None:
                self.seats[who].life = life

    def _told(self, post: f.Posted, rows: list[Any]) -> None:
        """How each death was told: its causes and what was revealed, by (handle, phase).

        A death in one of several lives is told by its post alone (L-3.6).
        """
        for row in rows:
            who = row.get("who") if isinstance(row, dict) else None
            if isinstance(who, str) and row.get("causes"):
                key = who, post.phase or ""
                self.words.setdefault(key, {"causes": row["causes"], "role": row.get("role")})
                self._die(who, post.phase or "", post.life)


def _signup(data: dict[str, Any]) -> dict[str, Any]:
    """What a post of the sign-up says that a page shows."""
    names = ("seats", "closes", "starts", "names", "open", "cancelled", "beacon", "substitutes")
    found = {name: data[name] for name in names if name in data}
    if not isinstance(found.get("substitutes"), list | tuple):
        found.pop("substitutes", None)
    return found
