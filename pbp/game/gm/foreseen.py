"""Corrections at the desk: what the game derived again says of a command, and how it is answered.

Deriving again is the service's (service/correcting.py); here is only what the GM and the player
whose mail it was are told.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbp.game import dealt
from pbp.game import facts as f
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused, tell
from pbp.game.nouns import Value
from pbp.game.table import Table

WORDS = ("void", "read", "reject")
"""Commands that read an earlier mail otherwise."""


class Seen(Value, frozen=True):
    """What was found of one command. problem: why it cannot be.

    pending: nothing is done until the GM, who is shown what would differ, confirms. silent: it was
    done when the game was derived; here it does nothing. writer: whose mail it was; about: what
    he is told. told: what the GM is told. undo: whether 撤销 can take it back.
    """

    problem: str = ""
    pending: bool = False
    silent: bool = False
    writer: str = ""
    about: dict[str, Any] = {}
    told: dict[str, Any] = {}
    undo: bool = True


Foreseen = Mapping[int, Seen]
"""What was found of the commands of a mail, by their place."""


def carry_out(table: Table, command: Command, seen: Seen, at: datetime) -> Act:
    """Answer a command that the service has derived the game for, and tell the player of it."""
    yield from ()
    if seen.silent:
        return Done(undo=False)
    if seen.pending:
        return Done(data={"n": command.n, **seen.told}, undo=False)
    if not seen.problem and seen.writer in table.players:
        yield tell(table, seen.writer, command.word, at, **seen.about, reason=command.reason)
    if not seen.problem:
        yield from dealt.settled_by(table, command, at)
    yield f.Acted(
        at=at,
        word=command.word,
        line=command.line,
        n=command.n,
        reason=command.reason,
        problem=seen.problem,
        undo=seen.undo and not seen.problem,
    )
    if seen.problem:
        return refused(seen.problem, n=command.n)
    return Done(data={"n": command.n, **seen.told}, undo=seen.undo)
