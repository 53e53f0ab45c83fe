"""The deputy: who answers for a GM that is silent (mail.md). Never a player.

When a question has been open for as long as the GM said and he has not written, he is warned; an
hour after that the deputy gets the digest and may answer questions, and do nothing else, until
the GM is heard from.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game import people
from pbp.game.commands import Ordered
from pbp.game.table import Table

DEPUTY = "deputy"
"""The deputy among those to whom notices go."""

GRACE = timedelta(hours=1)
"""How long after the warning the deputy takes over."""

ANSWERS = ("agree", "change", "postpone", "as usual")
"""How a question is answered."""

WORDS = (*ANSWERS, "digest", "status")
"""What the deputy may write."""


def is_deputy(table: Table, address: str) -> bool:
    """Whether an address is that of the GM's deputy, who never plays."""
    named = table.around.deputy
    return named is not None and people.mailbox(named.address) == people.mailbox(address)


def due(table: Table) -> Iterator[tuple[datetime, str]]:
    """When the GM is warned, or the deputy takes over."""
    around, asked = table.around, [question.at for question in table.open_questions()]
    if around.deputy is None or around.acting or not asked or table.paused is not None:
        return
    silent_since = max(min(asked), around.gm_at or around.deputy.at)
    if around.warned_at is None or around.warned_at < silent_since:
        yield silent_since + around.deputy.span, "warn"
    else:
        yield around.warned_at + GRACE, "take"


def step(table: Table, what: str, at: datetime) -> Iterator[f.AnyFact]:
    """The GM is warned; or his deputy takes over, and both are told. The digest follows."""
    if what == "warn":
        yield f.GmWarned(at=at)
        yield _told(table, "gm", "deputy_warning", at)
        return
    yield f.DeputyTookOver(at=at)
    yield _told(table, "gm", "deputy_acts", at)
    yield _told(table, DEPUTY, "deputy_asked", at)


def named(table: Table, address: str, span: timedelta, at: datetime) -> Iterator[f.AnyFact]:
    """The GM names his deputy, or nobody; who it is now is told."""
    if table.around.deputy is not None:
        yield _told(table, table.around.deputy.address, "deputy_relieved", at)
    yield f.DeputyNamed(at=at, address=address, span=span)
    if address:
        yield _told(table, DEPUTY, "deputy_named", at)


def restrained(table: Table, ordered: Ordered) -> Ordered:
    """The deputy's commands: answers to questions alone, and only while it is his turn."""
    problem = "deputy_only_answers" if table.around.acting else "not_acting"
    commands = tuple(
        command
        if command.problem or (table.around.acting and command.word in WORDS)
        else replace(command, problem=problem, reason="")
        for command in ordered.commands
    )
    return replace(ordered, commands=commands)


def answers_in(told: f.Notified) -> list[str]:
    """The answers that took effect, of all that stood in a mail."""
    rows = told.data["rows"]
    return [row["line"] for row in rows if row["word"] in ANSWERS and not row["problem"]]


def told_gm(table: Table, lines: list[str], at: datetime) -> f.Notified:
    """The GM hears what his deputy did."""
    phase = table.phase.id if table.phase else None
    data = {"what": "deputy_did", "text": "\n".join(lines)}
    return f.Notified(at=at, kind="message", to="gm", phase=phase, data=data)


def gm_is_back(table: Table, at: datetime) -> Iterator[f.AnyFact]:
    """The GM has written: the deputy's part is over."""
    if table.around.deputy is None:
        return
    acting = table.around.acting
    yield f.GmIsBack(at=at)
    if acting:
        yield _told(table, DEPUTY, "deputy_relieved", at)


def _told(table: Table, to: str, what: str, at: datetime) -> f.Notified:
    phase = table.phase.id if table.phase else None
    return f.Notified(at=at, kind="message", to=to, phase=phase, data={"what": what})
