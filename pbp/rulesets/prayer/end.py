"""`prayer`, the end: P-7. When the game is over, who has won, how the prizes are shared."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.prayer.roles import KILLER, KILLERS, VILLAGERS, killers, living_killers, villagers

SHARED_BY_ALL = Fraction(1, 5)
"""What all villagers share when they win; the rest is for those who executed a killer (P-7.3)."""


@clause("P-7.1", "P-7.2")
def verdict(table: Table, at: datetime) -> f.GameEnded | None:
    """Looked at when a death was announced: no killer left; else as many as villagers."""
    closed = table.phases[-1].id
    if not any(death.phase == closed for death in table.deaths):
        return None
    alive = len(living_killers(table))
    if alive == 0:
        return won(table, VILLAGERS, closed, at)
    if alive >= len(table.living()) - alive:
        return won(table, KILLERS, closed, at)
    return None


def won(table: Table, camp: str, phase: str, at: datetime) -> f.GameEnded:
    """The game, won by a camp (P-7.3)."""
    prizes = killers_prizes(table) if camp == KILLERS else villagers_prizes(table)
    return f.GameEnded(
        at=at,
        audience=f.EVERYBODY,
        phase=phase,
        state="won",
        winners=(camp,),
        prizes=prizes,
    )


def ending(table: Table, ended: f.GameEnded) -> Iterator[f.AnyFact]:
    """Who won, the prizes, every role; what was done on whom if the option says so (C-3.6)."""
    revealed = table.options["reveal_actions_after_game"]
    yield kit.post(
        "game_over",
        ended.phase or "",
        ended.at,
        {
            "state": ended.state,
            "winners": ended.winners,
            "prizes": ended.prizes,
            "roles": {who: table.role(who) for who in table.handles},
            "actions": kit.actions(table) if revealed else [],
        },
    )


# -- P-7.3 Prizes -----------------------------------------------------------------------------


@clause("P-7.3")
def killers_prizes(table: Table) -> dict[str, str]:
    """All killers, dead or alive, share equally."""
    return kit.share([(Fraction(1), _prized(table, killers(table)))])


@clause("P-7.3")
def villagers_prizes(table: Table) -> dict[str, str]:
    """20 % for all villagers; 80 % for those whose counted vote executed a killer, each once."""
    everybody = _prized(table, villagers(table))
    hunters = [who for who in everybody if _executed_a_killer(table, who)]
    rest = 1 - SHARED_BY_ALL
    return kit.share([(SHARED_BY_ALL, everybody), (rest, hunters or everybody)])


def _prized(table: Table, members: list[str]) -> list[str]:
    """Members but for those whom the GM struck off (C-7.3)."""
    struck = table.notes.get("struck_off", ())
    return [who for who in members if who not in struck]


def _executed_a_killer(table: Table, who: str) -> bool:
    for count in table.counts:
        victim = count.executed
        if victim is None or table.role(victim) != KILLER or who in count.filled:
            continue
        if count.votes.get(who) == victim:
            return True
    return False
