"""Hearing votes: C-6. Which vote stands, who has a change left; never what a ballot decides."""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game import questioning
from pbp.game.clauses import clause
from pbp.game.hearing import Hearing, Judged, Outcome, PerhapsJudged
from pbp.game.law import Law
from pbp.game.nouns import Phase, Vote
from pbp.game.table import Table
from pbp.game.verdicts import first, verdict_of

VOTING = ("day", "runoff")
"""Kinds of phase in which a vote is open."""

UNCLEAR = ("ambiguous", "conditional")


def change_until(table: Table, phase: Phase) -> datetime:
    """Until when orders, or votes, of a phase can be changed (C-2.4, C-6.3)."""
    return phase.closes - table.span("vote_freeze" if phase.kind in VOTING else "freeze")


class Booth:
    """The ballot that a vote is for, as it stands when the vote is received."""

    def __init__(self, table: Table, hearing: Hearing) -> None:
        """Find the open ballot of the voter's board, or none."""
        self.life = table.players[hearing.actor].life
        self.open, self.just_before = table.before(hearing.at)
        self.phase = self.open if self.is_open(self.open) else None
        self.ballot = table.ballot(self.phase.id if self.phase else "", self.life)
        self.standing = self.ballot.votes.get(hearing.actor)
        self.spent = self.ballot.spent.get(hearing.actor)

    def is_open(self, phase: Phase | None) -> bool:
        """Whether a phase has a vote on the voter's board."""
        return phase is not None and phase.kind in VOTING and self.life in phase.boards

    def in_last_hour(self, table: Table, at: datetime) -> bool:
        """Whether changes are over (C-6.3)."""
        if self.phase is None:
            return False
        return table.clock(at) >= self.phase.closes - table.span("vote_freeze")


def hear_vote(table: Table, law: Law, hearing: Hearing) -> Judged:
    """Judge a vote, a change or an abstention. The outcome is the return value."""
    booth = Booth(table, hearing)
    against = _objections(table, law, hearing, booth)
    code = first(code for code in against if code not in hearing.waived)
    if code in UNCLEAR:
        return (yield from _unclear(table, law, hearing, booth, code))
    if code is not None:
        void = law.names_may_be_misspelt() and code in ("unknown_name", "near_miss")
        return Outcome(
            verdict="void" if void else verdict_of(code), code=code, data=_about(table, booth)
        )
    return (yield from _cast(table, hearing, booth))


def target_of(hearing: Hearing) -> str | None:
    """Whom a vote names; None for an abstention."""
    return hearing.reading.targets[0] if hearing.reading.targets else None


@clause("C-6.1", "C-6.8")
def _objections(table: Table, law: Law, hearing: Hearing, booth: Booth) -> Iterator[str]:
    """Everything that stands against a vote, in no order."""
    if not table.is_alive(hearing.actor):
        yield "not_alive"
    if booth.phase is None:
        yield "late" if booth.is_open(booth.just_before) else "wrong_phase"
    if hearing.reading.problem is not None:
        yield hearing.reading.problem
        return
    target = target_of(hearing)
    if target is None:
        if not law.may_abstain(booth.phase or booth.just_before or table.phases[-1]):
            yield "not_permitted"
    else:
        yield from _against_target(table, target, booth)
    if _is_change(booth, target):
        yield from _against_change(table, law, hearing, booth)


def _against_target(table: Table, target: str, booth: Booth) -> Iterator[str]:
    player = table.players[target]
    if not player.alive:
        yield "bad_target"
    elif player.life != booth.life:
        yield "wrong_life"
    candidates = booth.phase.candidates if booth.phase is not None else ()
    if candidates and target not in candidates:
        yield "not_candidate"


@clause("C-6.7")
def _is_change(booth: Booth, target: str | None) -> bool:
    """Another target while a vote stands is a change, whatever it is called."""
    return booth.standing is not None and booth.standing.target != target


@clause("C-6.3")
def _against_change(table: Table, law: Law, hearing: Hearing, booth: Booth) -> Iterator[str]:
    """One change, until an hour before the close."""
    if law.change_must_quote() and not _quotes(booth, hearing):
        yield "not_quoted"
    if booth.spent is not None:
        yield "no_change_left"
    if booth.in_last_hour(table, hearing.at):
        yield "last_hour"


def _quotes(booth: Booth, hearing: Hearing) -> bool:
    return hearing.answers_vote is not None and booth.standing is not None


def _about(table: Table, booth: Booth) -> dict[str, object]:
    """What the answer says besides the words: the ballot, its close, what stands, what is left."""
    phase = booth.phase
    if phase is None:
        return {}
    return {
        "phase": phase.id,
        "closes": phase.closes.isoformat(),
        "change_until": (phase.closes - table.span("vote_freeze")).isoformat(),
        "candidates": phase.candidates,
        "standing": booth.standing.target if booth.standing else None,
        "has_voted": booth.standing is not None,
        "change_left": booth.spent is None,
    }


@clause("C-6.5")
def _unclear(table: Table, law: Law, hearing: Hearing, booth: Booth, code: str) -> Judged:
    """A condition, alternatives or two targets: put to the GM and the voter.

    A first vote: he may vote again but has no change left. A change: void and used up
    (`ambiguous_change_uses_it`). In seven kill nothing is used up (S-5.3).
    """
    is_change = booth.standing is not None
    void = is_change or law.names_may_be_misspelt()
    spends = not law.names_may_be_misspelt() and (
        not is_change or table.options["ambiguous_change_uses_it"]
    )
    if spends and booth.phase is not None and booth.spent is None:
        yield f.ChangeSpent(
            at=hearing.now,
            phase=booth.phase.id,
            life=booth.life,
            voter=hearing.actor,
            why="ambiguous",
        )
    if booth.phase is not None:
        yield questioning.ask(
            table,
            hearing.now,
            "unclear_vote",
            "let be",
            booth.phase.closes,
            "let be",
            "read",
            n=hearing.mail,
            who=hearing.actor,
            targets=hearing.reading.targets,
            text=hearing.text[:500],
        )
    data = {**_about(table, booth), "spends": spends}
    return Outcome(verdict="void" if void else "asked", code=code, data=data)


def _cast(table: Table, hearing: Hearing, booth: Booth) -> Judged:
    """The vote stands, and is posted at once (C-6.9)."""
    phase, target = booth.phase, target_of(hearing)
    if phase is None:
        raise LookupError("no ballot is open")
    if booth.standing is not None and booth.standing.target == target:
        return Outcome(data={**_about(table, booth), "repeated": True})
    if booth.standing is not None and hearing.at < hearing.now and booth.standing.at > hearing.at:
        return Outcome(data={**_about(table, booth), "displaced": True})
    changed = booth.standing is not None
    if changed:
        yield f.ChangeSpent(
            at=hearing.now, phase=phase.id, life=booth.life, voter=hearing.actor, why="changed"
        )
    vote = Vote(
        voter=hearing.actor,
        target=target,
        mail=hearing.mail,
        at=hearing.at,
        reason=hearing.reading.text,
    )
    yield f.VoteCast(
        at=hearing.now,
        audience=f.EVERYBODY,
        phase=phase.id,
        life=booth.life,
        vote=vote,
        change=changed,
    )
    before = booth.standing.target if booth.standing else None
    yield _post(hearing, phase, booth, target, before=before, changed=changed)
    data = {**_about(table, Booth(table, hearing)), "instead_of": before}
    return Outcome(verdict="replaced" if changed else "accepted", data=data)


@clause("C-6.9", "C-1.2")
def _post(
    hearing: Hearing,
    phase: Phase,
    booth: Booth,
    target: str | None,
    *,
    before: str | None,
    changed: bool,
) -> f.Posted:
    """Each vote and change is posted at once, with the second of its receipt."""
    return f.Posted(
        at=hearing.now,
        audience=f.EVERYBODY,
        kind="vote",
        phase=phase.id,
        life=booth.life,
        author=hearing.actor,
        mail=hearing.mail,
        data={
            "voter": hearing.actor,
            "target": target,
            "before": before,
            "changed": changed,
            "received": hearing.at.isoformat(),
            "reason": hearing.reading.text,
        },
    )


@clause("C-6.4")
def hear_recall(table: Table, hearing: Hearing) -> PerhapsJudged:
    """A recall or a superseding mail does nothing to the vote; the change is lost.

    The return value is None where no vote of the writer stands in a running ballot.
    """
    booth = Booth(table, hearing)
    if not table.is_alive(hearing.actor):
        return Outcome(verdict="refused", code="not_alive")
    if booth.phase is None or booth.standing is None:
        return None
    if booth.spent is None:
        yield f.ChangeSpent(
            at=hearing.now,
            phase=booth.phase.id,
            life=booth.life,
            voter=hearing.actor,
            why="recalled",
        )
    return Outcome(data={**_about(table, Booth(table, hearing)), "recalled": True})


@clause("C-2.8")
def hear_done(table: Table, hearing: Hearing) -> Judged:
    """投票完毕: no change is wanted, so that a day can count as done."""
    booth = Booth(table, hearing)
    if not table.is_alive(hearing.actor):
        return Outcome(verdict="refused", code="not_alive")
    if booth.phase is None:
        code = "late" if booth.is_open(booth.just_before) else "wrong_phase"
        return Outcome(verdict="refused", code=code)
    yield f.VotingDone(at=hearing.now, phase=booth.phase.id, life=booth.life, voter=hearing.actor)
    return Outcome(data=_about(table, booth))
