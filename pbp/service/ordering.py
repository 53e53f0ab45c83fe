"""From the GM's words, in a letter or at the server's own machine, to commands."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pbp.game import caps
from pbp.game.commands import Command, Ordered
from pbp.game.hearing import Heard
from pbp.language.gm_reader import GmContext, read_commands
from pbp.service.incoming import Opened
from pbp.service.live import Live
from pbp.service.readers import Reader, not_heard


def ordered_by(
    opened: Opened, live: Live, heard: Heard, reader: Reader, meant: str = ""
) -> Ordered:
    """The GM's letter as commands; where it is not certain a preview comes back first (mail.md).

    What nothing vouches for anybody can have written: it is read within the reader's bounds, and
    after so many in an hour in silence. meant: the other game that it may be for; then too it is
    only shown.
    """
    letter, table = opened.letter, live.play.table
    commands: tuple[Command, ...] = ()
    left = caps.previews_left(table, heard)
    if heard.proved or left:
        context = gm_context(live, heard.at)
        commands = reader.commands(letter.subject, letter.text, context)
        if letter.cut_off:
            commands = not_heard(letter.subject, "")
    return Ordered(
        at=heard.at,
        certain=heard.certain and not meant,
        commands=commands,
        proved=heard.proved,
        answers=None if meant else heard.answers_mail,
        last=not heard.proved and left == 1,
        meant=meant,
    )


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
