"""The GM and what is around the play: awards, polls, his deputy (C-8.2, C-10)."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta

from pbp.game import awards, deputy
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.commands import Command
from pbp.game.gm import board
from pbp.game.gm.acting import Act, Done, refused
from pbp.game.hearing import Hearing
from pbp.game.law import Law
from pbp.game.table import Table

DEPUTY_AFTER = timedelta(hours=12)
"""How long a deputy waits where the GM does not say."""


def season(table: Table, command: Command, at: datetime) -> Iterator[f.AnyFact]:
    """Stats [YEAR]: the season's tables, which come with the command; 发 N posts them."""
    tables = json.loads(command.text or "{}")
    number = board.next_draft(table)
    yield from board.keep_draft(table, number, {"word": "stats", "text": command.text}, at)
    yield f.Notified(
        at=at,
        kind="stats",
        to="gm",
        phase=table.phase.id if table.phase else None,
        data={**tables, "draft": number},
    )


NOBODY = ("off", "none", "无", "不要")


@clause("C-8.2")
def nominate(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Nominate MVP X: the GM's nomination; the players vote."""
    running = table.around.awards
    if running is None or running.results is not None:
        return refused("no_awards")
    results: list[dict[str, object]] = []
    for reading in command.readings:
        hearing = Hearing(mail=command.mail, at=at, now=at, actor="gm", reading=reading)
        done = yield from awards.nominated(table, law, hearing)
        if done.verdict != "accepted":
            return refused(done.code or "refused", results=results)
        results.append({"kind": reading.text, "targets": reading.targets, "code": done.code})
    return Done(data={"results": results}) if results else refused("needs_nominee")


@clause("C-8.2")
def awards_close(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Awards close: the vote ends now, the result is posted."""
    running = table.around.awards
    if running is None or running.results is not None:
        return refused("no_awards")
    yield from awards.close(table, law, at)
    return Done(undo=False)


def name_deputy(table: Table, law: Law, command: Command, at: datetime) -> Act:
    """Deputy ADDRESS 12h: who answers the questions when the GM is silent; off: nobody."""
    address = command.value.strip("<>").lower()
    span = command.span or DEPUTY_AFTER
    if address in NOBODY:
        if table.around.deputy is None:
            return refused("no_deputy")
        yield from deputy.named(table, "", span, at)
        return Done(data={"address": ""})
    local, _, domain = address.partition("@")
    if not local or "." not in domain or "@" in domain or span <= timedelta(0):
        return refused("needs_address")
    yield from deputy.named(table, address, span, at)
    return Done(data={"address": address, "hours": round(span.total_seconds() / 3600, 2)})
