"""`three_lives`, the end: L-9. Which camps have won, draws, shares by heads, a stuck game."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Phase
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.three_lives.lives import (
    CAMP_OF,
    LIVES,
    camp_name,
    holders,
    is_dead_in,
    members,
)


@clause("L-9.1")
def is_extinct(table: Table, life: str, side: str) -> bool:
    """All members are dead in this life; who has not yet come to it counts as alive in it."""
    return all(is_dead_in(table, who, life) for who in members(table, life, side))


@clause("L-9.2", "L-9.4")
def survivor(table: Table, life: str) -> str | None:
    """The one side of a life that is not extinct; with none left the life has no winner, ever."""
    left = [side for side in CAMP_OF if not is_extinct(table, life, side)]
    return left[0] if len(left) == 1 else None


@clause("L-9.2", "L-9.3", "L-9.5")
def verdict(table: Table, at: datetime) -> f.GameEnded | None:
    """Looked at after every announcement, over the three lives together."""
    won = [(life, side) for life in LIVES if (side := survivor(table, life)) is not None]
    if won:
        heads = {who for life, side in won for who in members(table, life, side)}
        state = "won" if len(won) == 1 else "draw"
        return ended(table, at, state, [camp_name(*camp) for camp in won], heads)
    if not table.living():
        return drawn(table, at)
    return None


@clause("L-9.5")
def drawn(table: Table, at: datetime) -> f.GameEnded:
    """No camp can win any more: those not out share; nobody left, nobody shares."""
    return ended(table, at, "draw", [], table.living())


def ended(
    table: Table, at: datetime, state: str, winners: list[str], heads: Iterable[str]
) -> f.GameEnded:
    """The end; the pot is shared by heads, who is in two winning camps counts once."""
    struck = table.notes.get("struck_off", ())
    sharing = [who for who in table.handles if who in set(heads) and who not in struck]
    return f.GameEnded(
        at=at,
        audience=f.EVERYBODY,
        phase=table.phases[-1].id,
        state=state,
        winners=tuple(winners),
        prizes=kit.share([(Fraction(1), sharing)]),
    )


@clause("C-3.6", "L-9")
def ending(table: Table, over: f.GameEnded) -> Iterator[f.AnyFact]:
    """Who has won, the prizes, every role in every life; what was done, if the option says so."""
    revealed = table.options["reveal_actions_after_game"]
    yield kit.post(
        "game_over",
        over.phase or "",
        over.at,
        {
            "state": over.state,
            "winners": over.winners,
            "prizes": over.prizes,
            "roles": {who: _roles(table, who) for who in table.handles},
            "actions": kit.actions(table) if revealed else [],
        },
    )


def _roles(table: Table, who: str) -> dict[str, str]:
    return {life: table.players[who].seat.lives[life] for life in LIVES}


@clause("L-9.5")
def tell_if_stuck(table: Table, night: Phase) -> Iterator[f.AnyFact]:
    """The GM is told when a night and a day passed without a death while nobody could kill."""
    passed = {f"N{night.number - 1}", f"D{night.number - 1}"}
    if night.number == 1 or holders(table):
        return
    if any(death.phase in passed for death in table.deaths):
        return
    yield f.Notified(
        at=night.opens,
        kind="message",
        to="gm",
        phase=night.id,
        data={"what": "stuck", "closes": night.closes.isoformat()},
    )
