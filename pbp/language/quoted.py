"""Quoted text: whether the lines that a mail quotes carry the writer's own vote (S-5.2).

Looks for the vote as people write it and as our mails print it ("【A】投票：B", "A → B"). Decides
nothing about the vote; a line in which somebody else votes is nobody's quotation of his own.
"""

import re

from msgspec.structs import replace

from pbp.language.commands import command
from pbp.language.context import Context
from pbp.language.folding import Line, fold_line
from pbp.language.names import Found, resolve

VOTES = ("vote", "change", "abstain")
LINES_MAX = 400
"""Nobody quotes more than that to show his vote."""

SAID_BY = re.compile(r"[\[【](?P<name>[^\]】]{1,60})[\]】] ?(?=\S)")
PRINTED = re.compile(r"(?:读到|你的原票|原票|read|your vote) ?: ?")
STANDS = re.compile(r"(?:原票不变|your vote stands as it was) ?\((?P<name>[^()]{1,60})\)")
"""In the refusal of a change, which none but the voter gets."""
BEFORE = re.compile(r"\([^()]*\)$")
"""What our mails put behind a change: whom it replaces."""
ABSTAINS = re.compile(r"(?:[投改]票(?:对象)?|vote|change) ?: ?(?=弃权|abstain)")
ARROW = re.compile(r"[-*•·]? ?(?P<voter>.{1,60}?) ?(?:→|->|=>) ?(?P<target>.{1,60})")


def quotes_vote(quoted: str, target: str | None, voter: str, own: str, context: Context) -> bool:
    """Whether one of the quoted lines is the voter's vote for that target (None: an abstention).

    own: the words of the mail with the vote; its first line, whatever its form, is the vote too.
    """
    apart = replace(context, vote_thread=False, seat_thread=False, recalls=False, writer=voter)
    first = next((line.folded for line in map(fold_line, own.split("\n")) if line.folded), "")
    for raw in quoted.split("\n")[:LINES_MAX]:
        line = fold_line(raw.lstrip(" \t>＞|"))
        if line.folded and (
            line.folded == first
            or _is_vote(line, target, voter, apart)
            or _is_row(line, target, voter, apart)
        ):
            return True
    return False


def _is_vote(line: Line, target: str | None, voter: str, context: Context) -> bool:
    """The vote itself, behind the name of whoever votes or what our mails put before it."""
    stands = STANDS.search(line.folded)
    if stands is not None:
        who = resolve(stands["name"], context.handles, None)
        if target is None:
            return stands["name"] in ("弃权", "abstention")
        return isinstance(who, Found) and who.handle == target
    start = 0
    by = SAID_BY.match(line.folded)
    if by is not None:
        who = resolve(by["name"], context.handles, None)
        if not isinstance(who, Found) or who.handle != voter:
            return False
        start = by.end()
    printed = PRINTED.match(line.folded, start)
    said = ABSTAINS.sub("", BEFORE.sub("", line.folded[printed.end() if printed else start :]))
    heard = command(fold_line(said), context)
    if heard is None or heard.reading.kind not in VOTES or heard.reading.problem is not None:
        return False
    return heard.reading.targets == (() if target is None else (target,))


def _is_row(line: Line, target: str | None, voter: str, context: Context) -> bool:
    """A row of a table of votes."""
    row = ARROW.fullmatch(line.folded)
    if row is None or target is None:
        return False
    names = (resolve(row[part], context.handles, None) for part in ("voter", "target"))
    return [n.handle for n in names if isinstance(n, Found)] == [voter, target]
