"""Quoting: parts the person's own lines from the lines of the mail that he answers.

Works line by line in one pass; understands quote marks, and the dividers, header blocks and
attributions of mail programs (pbp.letters.dividers). Must never take a face like >_< or a line
like ">3 票" for a quotation, and never a word of prose for a divider.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbp.letters import dividers
from pbp.letters.marks import QUOTED

MARK = re.compile(r"[ \t\xa0\u3000\ufeff]{0,6}(?:>|&gt;|＞)")
SIGN = re.compile(r">|&gt;|＞")
STRONG = re.compile(r"[ \t\xa0\u3000\ufeff]{0,6}(?:>|&gt;|＞)(?:[ \t\xa0\u3000>＞]|&gt;|&nbsp;|\Z)")
FACE = re.compile(
    r"[ \t\xa0\u3000]*(?:>|&gt;|＞)[ ]?"
    r"(?:[_.。·﹏ω皿益口д︿︵^oO0wWxXvVuUnmM3ε∇▽\-~～`'′‵\"*+=;:/\\|,，、@#]{1,7}[ ]?"
    r"(?:<|&lt;|＜|>(?![ >]))"
    r"|(?:<|&lt;|＜)(?![\w]))"
)
COUNTING = re.compile(r"[ \t]*(?:>|&gt;|＞)=?\d")
INITIALS = re.compile(r" ?[A-Za-z]{1,4}>(?=[ >]|$)")
"""Some programs put the initials of whom they quote before the mark."""
MARKS_OFF = re.compile(r" ?[A-Za-z]{1,4}> ?|[ \t\xa0\u3000]{0,6}(?:>|&gt;|＞) ?")
RUN_PROVES = 3
"""So many lines in a row with a mark and no blank behind it are a quotation without more ado."""


class Parted(NamedTuple):
    """A mail's lines in two heaps, each in order; quoted ones without their marks."""

    own: list[str]
    quoted: list[str]


def part(lines: Sequence[str]) -> Parted:
    """Part the lines of a mail; those that HTML marked as quoted begin with marks.QUOTED.

    Empty lines around a quotation go with it: answers between quoted lines stand in one run.
    """
    marked = _marked(lines)
    own: list[str] = []
    quoted: list[str] = []
    at, between = 0, False
    while at < len(lines):
        line = lines[at]
        start = _begins(lines, marked, at)
        if start is not None:
            _take_back(own, quoted, at - start)
            if line.startswith(QUOTED) or not _is_marked_below(lines, marked, at + 1):
                own, head = _without_headline(own)
                quoted.extend(head)
                quoted.extend(_bare(rest) for rest in lines[at:])
                break
        if marked[at] or start is not None:
            quoted.append(_bare(line))
            _close_up(own)
            between = True
        elif line.strip() or not between:
            own.append(line)
            between = False
        at += 1
    return Parted(own, quoted)


def _begins(lines: Sequence[str], marked: Sequence[bool], at: int) -> int | None:
    """The first line of the divider, header block or attribution that this line completes."""
    line = lines[at]
    if marked[at] and not line.startswith(QUOTED):
        return None
    if line.startswith(QUOTED):
        first = at == 0 or not marked[at - 1]
        return at if first and dividers.is_divider(line[1:]) else None
    if dividers.is_prose(line):
        return None
    if dividers.is_divider(line) or dividers.starts_header_block(lines, at):
        return at
    follow = _marks_follow(lines, marked, at + 1)
    return dividers.ends_attribution(lines, at, quote_follows=follow)


def _close_up(own: list[str]) -> None:
    """Take the empty lines off the end."""
    while own and not own[-1].strip():
        own.pop()


def _take_back(own: list[str], quoted: list[str], count: int) -> None:
    """Move the last own lines over: they were the head of an attribution."""
    if count > 0:
        quoted.extend(own[-count:])
        del own[-count:]


def _without_headline(own: list[str]) -> tuple[list[str], list[str]]:
    """Own lines without the dashes or words that a program put above the other mail."""
    end = len(own)
    while end and (not own[end - 1].strip() or dividers.is_headline(own[end - 1])):
        end -= 1
    return own[:end], own[end:]


def _marks_follow(lines: Sequence[str], marked: Sequence[bool], at: int) -> bool:
    """Whether the next line that is not empty is marked as quoted."""
    for index in range(at, min(at + 6, len(lines))):
        if lines[index].strip():
            return marked[index]
    return False


def _is_marked_below(lines: Sequence[str], marked: Sequence[bool], at: int) -> bool:
    """Whether the mail that is answered is marked, at once or below an attribution."""
    if _marks_follow(lines, marked, at):
        return True
    for index in range(at, min(at + 4, len(lines))):
        if lines[index].strip() and (
            dividers.ends_attribution(lines, index, quote_follows=True) is not None
        ):
            return _marks_follow(lines, marked, index + 1)
    return False


def _marked(lines: Sequence[str]) -> list[bool]:
    """Which lines carry a quote mark; runs of doubtful ones are judged as a whole."""
    if not SIGN.search("\n".join(lines)):
        return [line.startswith(QUOTED) for line in lines]
    marked = [False] * len(lines)
    at, proved = 0, False
    while at < len(lines):
        if lines[at].startswith(QUOTED):
            marked[at] = True
            at += 1
            continue
        end = at
        while end < len(lines) and MARK.match(lines[end]):
            end += 1
        if end > at and (_is_quotation(lines, at, end) or (proved and _fits(lines[at:end]))):
            proved = True
            for index in range(at, end):
                marked[index] = not FACE.match(lines[index])
        elif end == at and (initials := INITIALS.match(lines[at])) and _attributed(lines, at):
            while end < len(lines) and lines[end].startswith(initials.group()):
                marked[end] = True
                end += 1
        at = max(end, at + 1)
    return marked


def _fits(run: Sequence[str]) -> bool:
    """Whether doubtful lines are quoted too, where others of the mail are for certain."""
    return not any(FACE.match(line) or COUNTING.match(line) for line in run)


def _is_quotation(lines: Sequence[str], at: int, end: int) -> bool:
    """Whether a run of lines that begin with ">" is quoted text, not faces and figures."""
    run = [line for line in lines[at:end] if not FACE.match(line)]
    if not run:
        return False
    if any(STRONG.match(line) for line in run):
        return True
    if _attributed(lines, at):
        return True
    return len(run) >= RUN_PROVES and not all(COUNTING.match(line) for line in run)


def _attributed(lines: Sequence[str], at: int) -> bool:
    """Whether an attribution or a divider stands right above."""
    for above in range(at - 1, max(at - 4, -1), -1):
        if dividers.plain(lines[above]):
            known = dividers.is_divider(lines[above]) or dividers.key_of(lines[above]) is not None
            return known or (
                dividers.ends_attribution(lines, above, quote_follows=True) is not None
            )
    return False


def _bare(line: str) -> str:
    """A quoted line without its outermost mark."""
    return MARKS_OFF.sub("", line.removeprefix(QUOTED), count=1)
