"""`seven_kill`, the end: S-6. When the game is over, who has won, and the points."""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.seven_kill.roles import (
    CAMP_GOOD,
    CAMP_KILLERS,
    KILLERS,
    NIGHT_LAST,
    QISHA,
    STARS,
    VILLAGER,
    living_with,
    with_role,
)

POINTS = {
    CAMP_KILLERS: {QISHA: 40, **dict.fromkeys(KILLERS[:5], 30)},
    CAMP_GOOD: {**dict.fromkeys(STARS, 30), VILLAGER: 20},
}
"""Who has how many points where which camp wins; nobody else, and in a draw nobody (S-6.4)."""


@clause("S-6.1", "S-6.2", "S-6.3")
def verdict(table: Table, at: datetime) -> f.GameEnded | None:
    """Looked at when a phase has closed."""
    if not living_with(table, *STARS):
        return won(table, CAMP_KILLERS, at)
    if table.options["early_decision"] and not living_with(table, *KILLERS):
        return won(table, CAMP_GOOD, at)
    if not seven_nights_over(table):
        return None
    if not living_with(table, QISHA):
        return won(table, CAMP_GOOD, at)
    return f.GameEnded(
        at=at, audience=f.EVERYBODY, phase=table.phases[-1].id, state="draw", winners=(), points={}
    )


@clause("S-6.2", "S-6.3")
def seven_nights_over(table: Table) -> bool:
    """Whether the seventh night has closed, or was skipped."""
    last = table.phase_named(f"N{NIGHT_LAST}")
    return f"N{NIGHT_LAST}" in table.skipped or (last is not None and last.closed is not None)


@clause("S-6.4")
def won(table: Table, camp: str, at: datetime) -> f.GameEnded:
    """The game, won by a camp: points for its players, dead or alive, but those struck off."""
    struck = table.notes.get("struck_off", ())
    points = {
        who: number
        for role, number in POINTS[camp].items()
        for who in with_role(table, role)
        if who not in struck
    }
    return f.GameEnded(
        at=at,
        audience=f.EVERYBODY,
        phase=table.phases[-1].id,
        state="won",
        winners=(camp,),
        points={who: points[who] for who in table.handles if who in points},
    )


@clause("S-6.4", "C-3.6")
def ending(table: Table, ended: f.GameEnded) -> Iterator[f.AnyFact]:
    """Who won, the points, every role; what was done on whom if the option says so."""
    revealed = table.options["reveal_actions_after_game"]
    yield kit.post(
        "game_over",
        ended.phase or "",
        ended.at,
        {
            "state": ended.state,
            "winners": ended.winners,
            "prizes": None,
            "points": ended.points,
            "roles": {who: table.role(who) for who in table.handles},
            "actions": kit.actions(table) if revealed else [],
        },
    )
