"""From the GM's words, in a letter or at the server's own machine, to commands."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pbp.game.commands import Ordered
from pbp.language.gm_reader import GmContext, read_commands
from pbp.service.incoming import Opened
from pbp.service.live import Live


def ordered_by(opened: Opened, live: Live, *, certain: bool) -> Ordered:
    """The GM's letter as commands; not certain: a preview comes back first (mail.md)."""
    letter = opened.letter
    context = gm_context(live, opened.stored.received_at)
    commands = read_commands(letter.subject, letter.text, context)
    return Ordered(at=opened.stored.received_at, certain=certain, commands=commands)


def ordered_from(lines: str, live: Live, now: datetime) -> Ordered:
    """Commands that were given on the server's own machine."""
    return Ordered(at=now, commands=read_commands("", lines, gm_context(live, now)))


def gm_context(live: Live, now: datetime) -> GmContext:
    """What the GM's words are read with."""
    table = live.play.table
    names = table.signup.names() if table.signup is not None else []
    return GmContext(
        handles=table.handles or tuple(names),
        zone=ZoneInfo(live.setup.timezone),
        now=now,
        ruleset=live.setup.ruleset,
        phase=table.phase.kind if table.phase else None,
    )
