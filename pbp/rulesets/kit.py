"""Tools that several rule sets use. They offer; they never call a rule set back.

Ballots filled in for the absent, warnings and who is out by them, posts and notices in their
common shape, and sharing a pot.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from pbp.game import checkin
from pbp.game import facts as f
from pbp.game.ballot import leaders, tally
from pbp.game.clauses import clause
from pbp.game.dice import Dice
from pbp.game.nouns import Count, Death, Phase, Seat
from pbp.game.table import Table


def post(
    kind: str,
    phase: str,
    at: datetime,
    data: Mapping[str, Any],
    life: str | None = None,
) -> f.Posted:
    """A post of the GM identity for everybody."""
    return f.Posted(at=at, audience=f.EVERYBODY, kind=kind, phase=phase, life=life, data=dict(data))


def notice(
    kind: str,
    to: str,
    phase: str,
    at: datetime,
    data: Mapping[str, Any],
    life: str | None = None,
) -> f.Notified:
    """A private notice for one player."""
    return f.Notified(
        at=at, audience=(to,), kind=kind, to=to, phase=phase, life=life, data=dict(data)
    )


def count_ballot(
    table: Table,
    phase: Phase,
    voters: Iterable[str],
    *,
    absent_vote_for_themselves: bool,
    life: str | None = None,
) -> Count:
    """The ballot as it closes: votes in roster order, the absent filled in, the tally, leaders."""
    cast = table.ballot(phase.id, life).votes
    votes: dict[str, str | None] = {}
    filled = []
    for voter in voters:
        if voter in cast:
            votes[voter] = cast[voter].target
        elif absent_vote_for_themselves:
            votes[voter] = voter
            filled.append(voter)
    counts = tally(votes, phase.candidates or None)
    return Count(
        phase=phase.id,
        round=2 if phase.kind == "runoff" else 1,
        life=life,
        votes=votes,
        filled=tuple(filled),
        tally=counts,
        leaders=leaders(counts, table.handles),
    )


@clause("C-7.1")
def warn(
    table: Table, who: str, phase: str, at: datetime, why: str, *, secret: bool = False
) -> Iterator[f.AnyFact]:
    """Warn a player; a warning for something secret is known to him and the GM alone."""
    yield f.Warned(
        at=at,
        audience=(who,) if secret else f.EVERYBODY,
        who=who,
        phase=phase,
        why=why,
        secret=secret,
    )
    yield notice(
        "warning",
        who,
        phase,
        at,
        {"why": why, "count": table.players[who].warnings, "out_at": table.options["warnings_out"]},
    )


@clause("C-7.1", "C-9.5")
def warned_out(table: Table) -> list[str]:
    """The living who have as many warnings as put a player out."""
    limit = table.options["warnings_out"]
    return [who for who in table.living() if table.players[who].warnings >= limit]


@clause("C-7.3", "C-9.4", "C-9.5")
def due_out(table: Table, at: datetime) -> dict[str, str]:
    """Who is declared out at a close at `at`, and why; in roster order."""
    absent = checkin.missing(table, at)
    warned = warned_out(table)
    asked = table.notes.get("out", {})
    why: dict[str, str] = {}
    for who in table.living():
        if who in absent:
            why[who] = "checkin"
        elif who in warned:
            why[who] = "warnings"
        elif who in asked:
            why[who] = asked[who]
    return why


def die(
    phase: str,
    who: str,
    causes: Iterable[str],
    at: datetime,
    revealed: str | None = None,
    life: str | None = None,
) -> f.Died:
    """A death, announced to everybody. Its causes are the GM's until the post says them."""
    death = Death(phase=phase, who=who, causes=tuple(causes), life=life, revealed=revealed)
    return f.Died(at=at, audience=f.EVERYBODY, death=death)


@clause("C-7.3", "C-9")
def put_out(who: str, phase: str, why: str, at: datetime) -> Iterator[f.AnyFact]:
    """A player is out, by a finding of C-9; he is told why."""
    yield f.PutOut(at=at, audience=f.EVERYBODY, who=who, phase=phase, why=why)
    yield notice("out", who, phase, at, {"why": why})


def share(pots: Iterable[tuple[Fraction, Iterable[str]]]) -> dict[str, str]:
    """Exact fractions of one pot: each part of it shared equally by its members."""
    shares: dict[str, Fraction] = {}
    for part, members in pots:
        heads = list(members)
        for who in heads:
            shares[who] = shares.get(who, Fraction(0)) + part / len(heads)
    return {who: str(amount) for who, amount in shares.items() if amount}


def actions(table: Table) -> list[dict[str, Any]]:
    """Who ordered what on whom, for the post after the end (C-3.6)."""
    return [
        {"phase": o.phase, "actor": o.actor, "order": o.kind, "targets": o.targets}
        for o in table.orders.values()
        if o.effective
    ]


@clause("C-3.3")
def deal_roles(roles: Iterable[str], dice: Dice, seats: Iterable[Seat]) -> list[Seat]:
    """Roles by lot over all seats that have none yet.

    Raises:
        ValueError: the roles that are given already are not among them.
    """
    left, places = Counter(roles), list(seats)
    for seat in places:
        if seat.role:
            left[seat.role] -= 1
            if left[seat.role] < 0:
                raise ValueError(f"there are not so many: {seat.role}")
    drawn = iter(dice.shuffled(sorted(left.elements()), "roles"))
    return [seat if seat.role else replace(seat, role=next(drawn)) for seat in places]
