"""The first cut-offs of a game that has not begun, as its rule set and options give them.

Nobody plays: phases open and close on time, without run-offs and extensions. For the GM to see
which hours he is about to choose.
"""

from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.fold import apply
from pbp.game.law import Deals, Law
from pbp.game.nouns import Phase, Seat
from pbp.game.table import Table

ASLEEP = range(7)
"""Hours of the day at which nobody likes a cut-off."""

STEPS_MAX = 100


def first_phases(
    law: Law, options: dict[str, Any], timezone: str, starts: datetime, count: int
) -> list[Phase]:
    """The first phases, each with its cut-off. options: as written."""
    table = _table(law, options, timezone, starts)
    phase = law.first_phase(table, starts)
    phases = [phase]
    for _ in range(STEPS_MAX):
        if len(phases) >= count:
            break
        apply(table, f.PhaseOpened(at=phase.opens, phase=phase))
        apply(table, f.PhaseClosed(at=phase.closes, phase=phase.id))
        for item in law.next_phase(table, phase, phase.closes):
            if isinstance(item, Phase):
                phase = item
            else:
                apply(table, item)
        phases.append(phase)
    return phases


def _table(law: Law, options: dict[str, Any], timezone: str, starts: datetime) -> Table:
    """A game whose roles are drawn from no seed at all; nobody will ever see them."""
    table = Table()
    started = f.GameStarted(
        at=starts,
        game="",
        ruleset=law.name,
        locale="",
        timezone=timezone,
        options=options,
        seats=(),
        seed="",
    )
    apply(table, started)
    if isinstance(law, Deals):
        bare = [Seat(number=n, handle=str(n)) for n in range(1, law.players(table.options) + 1)]
        seats = law.deal(table.options, table.dice, bare)
        table = Table()
        apply(table, f.GameStarted(**{**_fields(started), "seats": tuple(seats)}))
    return table


def _fields(started: f.GameStarted) -> dict[str, Any]:
    names = ("at", "game", "ruleset", "locale", "timezone", "options", "seed")
    return {name: getattr(started, name) for name in names}
