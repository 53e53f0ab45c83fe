"""Laying out lines in columns: a CJK character takes two, nothing goes past the 72nd.

Lines of a player's own words are left as he wrote them. Knows no language, only what Unicode says
of a character's width and kind.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from pbp.render.cleaning import OWN

COLUMNS = 72

_BULLET = re.compile(r" *(?:[-*·] |\d{1,3}[.)] )?")
_BLANKS = re.compile(r"\n{3,}")
_ADDRESS = re.compile(r"\S*(?:@|://)\S*")


def width(text: str) -> int:
    """Columns that a text takes. Characters of ambiguous width count as wide."""
    return sum(map(_width, text))


def pad(text: object, columns: int) -> str:
    """A text with blanks behind it up to so many columns."""
    said = str(text)
    return said + " " * (columns - width(said))


def laid_out(text: str, whole: tuple[str, ...] = ()) -> str:
    """A text as it goes out: wrapped, no blanks at line ends, never two empty lines running.

    whole: patterns of what stands on one line (names, dates); of two at one place the first counts.
    """
    blocks = [
        OWN + line.replace(OWN, "") if OWN in line else _wrapped(line.rstrip(), whole)
        for line in text.strip("\n").split("\n")
    ]
    return _BLANKS.sub("\n\n", "\n".join(blocks)).replace(OWN, "").strip("\n") + "\n"


def unwrapped(text: str) -> str:
    """A text whose lines are as long as they are, for readers who break lines themselves."""
    lines = [line.replace(OWN, "").rstrip() for line in text.strip("\n").split("\n")]
    return _BLANKS.sub("\n\n", "\n".join(lines)).strip("\n") + "\n"


@lru_cache(maxsize=2048)
def _wrapped(line: str, whole: tuple[str, ...]) -> str:
    """Kept for a while: most lines of a template are the same in all its pages."""
    return "\n".join(wrapped(line, whole))


def wrapped(line: str, whole: tuple[str, ...] = ()) -> Iterator[str]:
    """One line cut into lines of at most 72 columns; those after the first hang under its text."""
    if 2 * len(line) <= COLUMNS or width(line) <= COLUMNS:
        yield line
        return
    bullet = _BULLET.match(line)
    hang = " " * min(width(bullet.group()) if bullet else 0, COLUMNS // 2)
    done = ""
    for piece in _pieces(line, whole, COLUMNS - len(hang)):
        if done.strip() and width((done + piece).rstrip()) > COLUMNS:
            yield done.rstrip()
            done = hang + piece.lstrip()
        else:
            done += piece
    yield done.rstrip()


def _pieces(line: str, whole: tuple[str, ...], room: int) -> Iterator[str]:
    """The shortest pieces between which a line may be cut. room: columns below its first line."""
    inside = _insides(line, whole, room)
    start = 0
    for place in range(1, len(line) + 1):
        if place == len(line) or (place not in inside and _may_cut(line[place - 1], line[place])):
            yield from _short(line[start:place], {held - start for held in inside})
            start = place


def _insides(line: str, whole: tuple[str, ...], room: int) -> set[int]:
    """The places at which a line is not cut: within what stands on one line, if it can."""
    if not whole:
        return set()
    return {
        place
        for found in _any_of(whole).finditer(line)
        if width(found.group()) <= room
        for place in range(found.start() + 1, found.end())
    }


@lru_cache(maxsize=256)
def _any_of(whole: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in whole))


def _short(piece: str, inside: set[int]) -> Iterator[str]:
    """A piece that is longer than a line by itself is cut anywhere else, but for an address."""
    if width(piece) <= COLUMNS // 2 or _ADDRESS.fullmatch(piece):
        yield piece
        return
    start = 0
    for place in range(1, len(piece) + 1):
        if place not in inside:
            yield piece[start:place]
            start = place
    yield piece[start:]


def _may_cut(before: str, after: str) -> bool:
    """Whether a line may be cut between two characters."""
    if after == " " or unicodedata.category(after) in ("Pe", "Pf", "Po"):
        return False
    if unicodedata.category(before) in ("Ps", "Pi"):
        return False
    return before == " " or _width(before) == 2 or _width(after) == 2


@lru_cache(maxsize=8192)
def _width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WFA" else 1
