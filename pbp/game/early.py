"""Ending a phase early: C-2.8. When everybody is done, and when it would then end."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbp.game.clauses import clause
from pbp.game.law import Law
from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.game.votes import VOTING

NOTICE_MIN = timedelta(minutes=30)


@clause("C-2.8")
def everybody_is_done(table: Table, law: Law, phase: Phase) -> bool:
    """Whether nobody has anything left to do.

    A night: everybody has acted or passed, those without an action too. A day: everybody has
    voted, and has no change left or says that he wants none.
    """
    if phase.kind == "night":
        return all(_acted(table, phase, who) for who in table.living())
    if phase.kind in VOTING:
        return all(_voted(table, phase, who) for who in table.living())
    return False


def _acted(table: Table, phase: Phase, who: str) -> bool:
    return any(
        o.actor == who and o.state in ("standing", "repeated", "replaced")
        for o in table.phase_orders(phase.id)
    )


def _voted(table: Table, phase: Phase, who: str) -> bool:
    life = table.players[who].life
    if life not in phase.boards:
        return True
    ballot = table.ballot(phase.id, life)
    return who in ballot.votes and (who in ballot.spent or who in ballot.done)


@clause("C-2.8")
def next_full_hour(at: datetime, zone: ZoneInfo) -> datetime:
    """The next full hour of the game's clock that is at least 30 minutes away."""
    local = (at + NOTICE_MIN).astimezone(zone)
    full = local.replace(minute=0, second=0, microsecond=0)
    if full < local:
        full = (full.astimezone(at.tzinfo) + timedelta(hours=1)).astimezone(zone)
    return full.astimezone(at.tzinfo)
