"""Mail of ours that came back for good (mail.md, What comes back; issue of real mail).

Whoever cannot be reached gets no further post of the board, and the GM is told once; private
notices are still tried, for they may decide his game. It ends when he writes. Nothing here is ever
published, and it changes nothing that counts.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import deliveries
from pbp.game import facts as f
from pbp.game.hearing import Heard
from pbp.game.table import Table

GM = "gm"

REASON_MAX = 300
"""Characters of the other server's words that are kept."""


def came_back(
    table: Table, who: str, reason: str, at: datetime, sent: datetime | None = None
) -> Iterator[f.AnyFact]:
    """A mail to somebody came back for good; of the GM's own nobody can be told."""
    if who == GM:
        return
    first = who not in table.unreached
    yield f.Unreached(at=at, who=who, reason=reason[:REASON_MAX], sent=sent)
    if first:
        phase = table.phase
        yield f.Notified(
            at=at,
            kind="unreachable",
            to=GM,
            phase=phase.id if phase else None,
            data={"who": who, "since": at.isoformat(), "count": 1, "reason": reason[:REASON_MAX]},
        )


def writes_again(table: Table, heard: Heard) -> Iterator[f.AnyFact]:
    """He writes, so he is there: what he missed comes to him as one mail, and the board again."""
    who = heard.sender
    if not heard.proved or who not in table.unreached:
        return
    since = min(told.sent or told.at for told in table.unreached[who])
    missed = tuple(deliveries.missed(table, who, since)) if table.started is not None else ()
    yield f.ReachedAgain(at=heard.at, who=who)
    if missed:
        yield f.Bundled(
            at=heard.at,
            audience=(who,),
            to=who,
            first=missed[0],
            last=len(table.posts) - 1,
            places=missed,
        )


def rows(table: Table) -> list[dict[str, object]]:
    """Who cannot be reached, for the digest."""
    return [
        {"who": who, "since": told[0].at.isoformat(), "count": len(told), "reason": told[-1].reason}
        for who, told in table.unreached.items()
    ]
