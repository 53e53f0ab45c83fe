"""The GM and the declarations: 准 / 废 before dawn (L-2.6, S-1.3). The server cannot judge them."""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm.acting import Act, Done, refused, tell
from pbp.game.law import Law
from pbp.game.nouns import Declaration
from pbp.game.table import Table


@clause("L-2.6", "S-1.3")
def approve(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Approve N: the declaration of mail N stands, as it does where the GM says nothing."""
    declared = _declared(table, command)
    if declared is None:
        return refused("unknown_mail", n=command.n)
    yield from _settle(table, declared.mail, "approve", at)
    return Done(data={"n": declared.mail, "who": declared.actor}, undo=False)


@clause("L-2.6", "S-1.3")
def reject(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Reject N: the declaration of mail N does not count; its writer is told."""
    declared = _declared(table, command)
    if declared is None:
        return refused("unknown_mail", n=command.n)
    phase = table.phase_named(declared.phase)
    if phase is not None and phase.closed is not None:
        return refused("announced_already")
    yield from _settle(table, declared.mail, "reject", at)
    yield f.DeclarationVoided(at=at, mail=declared.mail)
    about = {"phase": declared.phase, "text": declared.text, "reason": command.reason}
    yield tell(table, declared.actor, "void", at, **about)
    return Done(data={"n": declared.mail, "who": declared.actor}, undo=False)


def _declared(table: Table, command: Command) -> Declaration | None:
    found = [d for d in table.declarations if d.mail == command.n and not d.void]
    return found[-1] if found else None


def _settle(table: Table, mail: int, answer: str, at: datetime) -> Iterator[f.AnyFact]:
    """The question about it is settled with it."""
    for question in table.open_questions():
        if question.kind == "declaration" and question.about.get("n") == mail:
            yield f.QuestionAnswered(at=at, number=question.number, answer=answer)
