"""Lines that the GM's record and the public one have in common: what the board has told of a game.

Only facts for everybody come in here, so that nothing secret can come out.
"""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pbp.game import facts as f
from pbp.game.nouns import Count, Phase


def time_in(zone: ZoneInfo, at: datetime | None) -> str | None:
    """An instant in the game's own zone, ISO 8601; None of None."""
    return at.astimezone(zone).isoformat() if at else None


def phase_line(phase: Phase, zone: ZoneInfo) -> dict[str, Any]:
    """When a phase opened, when it was to close and when it was closed."""
    return {
        "id": phase.id,
        "opens": time_in(zone, phase.opens),
        "closes": time_in(zone, phase.closes),
        "closed": time_in(zone, phase.closed),
    }


def ballot_line(count: Count) -> dict[str, Any]:
    """The table of one ballot, as it was posted."""
    return {
        "phase": count.phase,
        "life": count.life,
        "round": count.round,
        "votes": count.votes,
        "filled": list(count.filled),
        "tally": count.tally,
        "leaders": list(count.leaders),
        "executed": count.executed,
        "revealed": count.revealed,
    }


def result_line(ended: f.GameEnded | None) -> dict[str, Any]:
    """How the game ended; `playing` while it has not."""
    if ended is None:
        return {"state": "playing", "winners": [], "prizes": None, "points": None}
    return {
        "state": ended.state,
        "winners": list(ended.winners),
        "prizes": ended.prizes,
        "points": ended.points,
    }
