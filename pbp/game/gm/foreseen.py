"""Corrections at the desk: what the game derived again says of a command, and how it is answered.

Deriving again is the service's (service/correcting.py); here is only what the GM and the player
whose mail it was are told.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbp.game import dealt
from pbp.game import facts as f
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused, tell
from pbp.game.nouns import Value
from pbp.game.table import Table

WORDS = ("void", "read", "reject", "reclassify")
"""Commands that read an earlier mail otherwise."""

KEPT_KEYS = ("rows", "warnings", "frame", "ended", "over", "changed_notices", "back", "lives_again")
"""What of a preview has to be the same still when it is confirmed."""


class Seen(Value, frozen=True):
    """What was found of one command. problem: why it cannot be.

    pending: nothing is done until the GM, who is shown what would differ, confirms. silent: it was
    done when the game was derived; here it does nothing. writers: whose mails or orders it was,
    and what they are told. told: what the GM is told. undo: whether 撤销 can take it back.
    """

    problem: str = ""
    pending: bool = False
    silent: bool = False
    writers: tuple[tuple[str, dict[str, Any]], ...] = ()
    told: dict[str, Any] = {}
    undo: bool = True


Foreseen = Mapping[int, Seen]
"""What was found of the commands of a mail, by their place."""


def mark(table: Table, seen: Seen | None) -> str:
    """What a preview says, as a mark: the phases that there are, the end, what would differ."""
    if seen is None:
        return ""
    told = {key: seen.told.get(key) for key in KEPT_KEYS}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()
    return f"{len(table.phases)}{'' if table.ended is None else ' ended'} {digest[:12]}"


def carry_out(table: Table, command: Command, seen: Seen, at: datetime) -> Act:
    """Answer a command that the service has derived the game for, and tell the player of it."""
    yield from ()
    if seen.silent:
        return Done(data={"pending": True} if seen.pending else {}, undo=False)
    if seen.pending:
        return Done(data={"n": command.n, **seen.told}, undo=False)
    fate = table.fates.get(command.n or 0)
    if command.word == "reclassify" and fate and fate.published != command.value:
        yield f.MailSettled(at=at, n=fate.n, published=command.value)
    for who, about in seen.writers:
        yield tell(table, who, command.word, at, **about, reason=command.reason)
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
    mail = table.mails.get(command.n or 0)
    about = {"who": mail.sender} if mail is not None else {}
    return Done(data={"n": command.n, **about, **seen.told}, undo=seen.undo)
