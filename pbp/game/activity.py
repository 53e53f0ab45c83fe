"""Low activity: C-9.6. Who has posted fewer than five analyses in 48 hours, and what follows."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import digest, questioning
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Phase
from pbp.game.table import Table

ANALYSES_MIN = 5
WITHIN = timedelta(hours=48)


@clause("C-9.6", "C-9")
def check(table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """At the end of each day, once the game has run that long; before the day is resolved."""
    how = table.options["low_activity"]
    if how is None or phase.kind != "day" or phase.closes - table.start.at < WITHIN:
        return
    counts = digest.analyses(table, phase.closes)
    low = {who: count for who, count in counts.items() if count < ANALYSES_MIN}
    if how == "report" and low:
        due = at + timedelta(hours=24)
        yield questioning.ask(
            table, at, "low_activity", "let be", due, "warn", "out", "let be", counts=low
        )
        return
    for who in low:
        yield from _follows(table, phase, at, who, how)


def _follows(table: Table, phase: Phase, at: datetime, who: str, how: str) -> Iterator[f.AnyFact]:
    if how == "warn":
        yield f.Warned(at=at, audience=f.EVERYBODY, who=who, phase=phase.id, why="low_activity")
        warnings, limit = table.players[who].warnings, table.options["warnings_out"]
        yield f.Notified(
            at=at,
            audience=(who,),
            kind="warning",
            to=who,
            phase=phase.id,
            data={"why": "low_activity", "count": warnings, "out_at": limit},
        )
    else:
        asked = {**table.notes.get("out", {}), who: "disqualified"}
        yield f.Noted(at=at, key="out", value=asked)
