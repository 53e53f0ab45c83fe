"""What all acts share: how they are refused, and how a player is told what was done for him."""

from collections.abc import Generator
from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.nouns import Value
from pbp.game.table import Table


class Done(Value, frozen=True):
    """What came of an act. problem: why it was refused (templates know the words), else "".

    data: what the answer tells. undo: whether 撤销 can take it back while nothing follows from it.
    """

    problem: str = ""
    data: dict[str, Any] = {}
    undo: bool = True


Act = Generator[f.AnyFact, None, Done]


def refused(problem: str, **data: Any) -> Done:
    """The act cannot be done; nothing has changed."""
    return Done(problem=problem, data=data, undo=False)


def tell(table: Table, who: str, act: str, at: datetime, **data: Any) -> f.Notified:
    """Tell a player what the GM entered or changed for him (C-10)."""
    phase = table.phase
    return f.Notified(
        at=at,
        audience=(who,),
        kind="gm_acted",
        to=who,
        phase=phase.id if phase else None,
        life=table.players[who].life if who in table.players else None,
        data={"act": act, **data},
    )


def running(table: Table) -> bool:
    """Whether a phase runs."""
    return table.phase is not None and table.phase.closed is None and table.ended is None
