"""Making a fact's data safe to print: players' words stay text, on the lines where they belong.

A name or a word is one line, whatever was sent. What a person wrote as text is one line too where
it stands in a sentence of ours; with its own lines it is shown by the filters `own` and `quoted`
alone, which mark each of them, so that none is wrapped or passes for the server's words.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

FREE_TEXT = frozenset(
    ("text", "reason", "quote", "declarations", "question", "choices", "lines", "reveal")
)
"""Fields whose text may have several lines; every other text is brought onto one."""

OWN = "\x02"
"""Stands in a line of a player's own words until the page is laid out; no data can contain it."""

_UNPRINTABLE = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
"""Among these are marks that turn the direction of what follows, and invisible ones."""

_BLANK = "\u3164\uffa0\u115f\u1160\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Characters that show nothing although Unicode calls them letters or marks."""

_ODD = {
    **dict.fromkeys(map(ord, _BLANK)),
    **{code: None for codes in _SELECTORS for code in codes},
    0x2800: " ",
    **dict.fromkeys(map(ord, "\u201e\u201f\u301d\u301e\uff02"), '"'),
    **dict.fromkeys(map(ord, "\u201a\u201b\uff07\u00b4"), "'"),
}
"""With these a writer could mark the copies of his words, to see later where one came from."""

_ODD_SIGNS = re.compile("[" + re.escape("".join(map(chr, _ODD))) + "]")
_WIDE_BLANK = "\u3000"

WORD_MAX = 40
"""Texts up to so many characters are looked at once, for as long as they come again."""


class Lines(str):
    """A text of several lines that is one line wherever it is printed without a filter."""

    __slots__ = ()

    def __str__(self) -> str:
        return one_line(self[:])


def cleaned(value: Any, field: str = "") -> Any:
    """The data as templates get it: no control characters, one line but for free text."""
    if isinstance(value, str):
        return Lines(many_lines(value)) if field in FREE_TEXT else one_line(value)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, list | tuple):
        return [cleaned(inner, field) for inner in value]
    if isinstance(value, Mapping):
        return {one_line(str(key)): cleaned(inner, str(key)) for key, inner in value.items()}
    return value


def one_line(text: str) -> str:
    """A text on one line, its runs of white space made one blank."""
    return _word(text) if len(text) <= WORD_MAX else _printable(" ".join(text.split()))


@lru_cache(maxsize=4096)
def _word(text: str) -> str:
    """Names of fields, kinds and handles come again and again."""
    return _printable(" ".join(text.split()))


def many_lines(text: str) -> str:
    """A text with its own lines, without white space around it or at their ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_printable(line.replace("\t", "    ")).rstrip() for line in lines).strip("\n")


def _printable(text: str) -> str:
    if _ODD_SIGNS.search(text):
        text = text.translate(_ODD)
    if text.isprintable():
        return text
    return "".join(
        " " if char != _WIDE_BLANK and unicodedata.category(char) == "Zs" else char
        for char in text
        if unicodedata.category(char) not in _UNPRINTABLE
    )
