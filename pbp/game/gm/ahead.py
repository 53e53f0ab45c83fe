"""What a command of the GM's moves, and what the rules make of it at the next close.

For its answer and for 试: both say the same. Looks at a copy of the table; changes nothing.
"""

from collections.abc import Iterable
from copy import deepcopy
from datetime import datetime
from typing import Any

from pbp.game import checkin, engine, votes
from pbp.game import facts as f
from pbp.game.fold import run
from pbp.game.intents import POST_KINDS
from pbp.game.law import Law
from pbp.game.table import Table

AT_THE_CLOSE = ("out", "kill", "revive", "warn", "end phase", "open day", "replace")
"""Words whose consequence comes with the close of the running phase (C-4.2, C-7.3)."""

Instant = dict[str, Any]
"""A cut-off. what: phase · change · checkin · signup · start; phase: whose; at: when."""


def instants(table: Table) -> list[Instant]:
    """Every cut-off that stands now and that players go by (C-2.2)."""
    if table.started is None:
        return _of_the_sign_up(table)
    phase = table.phase
    if phase is None or phase.closed is not None or table.ended is not None:
        return []
    found = [_instant("phase", phase.id, phase.closes)]
    change = votes.change_until(table, phase)
    if phase.opens < change < phase.closes:
        found.append(_instant("change", phase.id, change))
    end = checkin.window_end(table)
    if end is not None and any(not table.players[who].checked_in for who in table.living()):
        found.append(_instant("checkin", "", end))
    return found


def _of_the_sign_up(table: Table) -> list[Instant]:
    book = table.signup
    if book is None or book.cancelled:
        return []
    found = [_instant("signup", "", book.closes)] if book.closed is None else []
    return [*found, _instant("start", "", book.starts)] if book.starts else found


def _instant(what: str, phase: str, at: datetime) -> Instant:
    return {"what": what, "phase": phase, "at": at.isoformat()}


def moved(before: Iterable[Instant], after: Iterable[Instant]) -> list[Instant]:
    """Those that are not where they were, with `before`: when it was, None if there was none."""
    was = {(x["what"], x["phase"]): x["at"] for x in before}
    return [
        {**now, "before": was.get((now["what"], now["phase"]))}
        for now in after
        if was.get((now["what"], now["phase"])) != now["at"]
    ]


def close(table: Table, law: Law, at: datetime) -> dict[str, Any] | None:
    """What comes out when the running phase closes and nobody writes any more; None without one.

    at: now. In a pause the close is looked at as if the game went on now.
    """
    copy = deepcopy(table)
    phase = copy.phase
    if phase is None or phase.closed is not None or copy.ended is not None:
        return None
    if copy.paused is not None:
        closes = phase.closes + (at - copy.paused)
        run(copy, [f.Resumed(at=at), f.CutOffMoved(at=at, phase=phase.id, closes=closes)])
    due = engine.closing_due(copy)
    if due is None:
        return None
    born = run(copy, engine.settle(copy, law, due))
    ended, opened = copy.ended, copy.phase
    return {
        "phase": phase.id,
        "at": due.isoformat(),
        "now": due <= at,
        "deaths": [_death(fact) for fact in born if isinstance(fact, f.Died)],
        "replaced": [fact.who for fact in born if isinstance(fact, f.ReplacementBegan)],
        "posts": [
            fact.kind
            for fact in born
            if isinstance(fact, f.Posted) and fact.at >= due and fact.kind not in POST_KINDS
        ],
        "living": copy.living(),
        "ended": {"state": ended.state, "winners": ended.winners} if ended is not None else None,
        "next": [] if opened is None or opened.id == phase.id else instants(copy),
    }


def _death(fact: f.Died) -> dict[str, Any]:
    death = fact.death
    return {"who": death.who, "causes": death.causes, "life": death.life, "role": death.revealed}
