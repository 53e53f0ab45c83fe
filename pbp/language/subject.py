"""The subject: what is left of it once reply words, list tags and a place word are taken off.

Nothing here orders anything; reader.py asks whether what is left is a command.
"""

import msgspec

from pbp.language import phrases
from pbp.language.commands import command
from pbp.language.context import Context
from pbp.language.folding import Line, fold_line
from pbp.language.words import words


class Title(msgspec.Struct, frozen=True):
    """The subject's own words, and whether it answers another mail."""

    line: Line
    reply: bool


def title(subject: str, context: Context) -> Title:
    """The subject without "Re:", "转发：", "[g41]" and the like, however often they stand there."""
    line = fold_line(subject)
    reply, start = False, 0
    while True:
        prefix = phrases.REPLY.match(line.folded, start)
        tag = phrases.TAG.match(line.folded, start)
        if prefix:
            reply, start = True, prefix.end()
        elif tag and not _orders(tag["words"], context):
            start = tag.end()
        else:
            break
    place = phrases.PLACE.match(line.folded, start)
    return Title(fold_line(line.written(place.end() if place else start)), reply)


def recalls_another(own: Line) -> bool:
    """Whether the subject takes back another mail, named by its subject (C-6.4)."""
    return phrases.RECALLED.fullmatch(own.folded) is not None or names_a_mail(own)


def names_a_mail(line: Line) -> bool:
    """Whether the line takes back what it then quotes: a tagged subject."""
    return phrases.TAKEN_BACK.fullmatch(line.folded) is not None


def _orders(inner: str, context: Context) -> bool:
    return inner.strip() in words() or command(fold_line(inner), context) is not None
