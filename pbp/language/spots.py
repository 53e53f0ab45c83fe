"""Spots: where in a line a name stands, and where the words go on behind it.

A name is found at a place that the caller gives, never looked for. Nothing here knows a word of
command, or whether prose goes on in a way that makes the name something else.
"""

from functools import lru_cache

import msgspec

from pbp.language import words
from pbp.language.folding import Line, holds_invisible
from pbp.language.names import CLOSING, NUMBER, OPENING, folded_handle, lost, number_of


class Spot(msgspec.Struct, frozen=True):
    """A name found in a line: whose, from where to where.

    hurt: something is hidden in it, or a character beside it was lost, which may have been its.
    """

    handle: str
    start: int
    end: int
    hurt: bool = False
    marked: bool = True
    """False for a bare number or a word for the writer, which prose is full of."""


def name_at(line: Line, start: int, handles: tuple[str, ...], writer: str | None) -> Spot | None:
    """The longest name that begins there, with what may stand around it. Words go on behind it."""
    folded, begin = line.folded, start
    while begin < min(len(folded), start + 8) and folded[begin] in OPENING + " ":
        begin += 1
    end, handle, marked = _longest(folded, begin, handles, writer)
    if handle is None:
        return None
    hurt = holds_invisible(line.inside(begin, end)) or _shared(handle, handles)
    if hurt and line.inside(begin, end) in handles:
        handle, hurt = line.inside(begin, end), False
    hurt = hurt or any(map(lost, folded[max(begin - 1, 0) : begin] + folded[end : end + 1]))
    while end < len(folded) and begin > start and folded[end] in CLOSING:
        end, begin = end + 1, begin - 1
    return Spot(handle, start, end, hurt, marked)


def _longest(
    folded: str, begin: int, handles: tuple[str, ...], writer: str | None
) -> tuple[int, str | None, bool]:
    for length, known in _by_length(handles):
        handle = known.get(folded[begin : begin + length])
        if handle is not None and _word_ends(folded, begin + length):
            return begin + length, handle, True
    for word in sorted(words.SELF, key=len, reverse=True):
        ends = begin + len(word)
        if writer is not None and folded.startswith(word, begin) and _word_ends(folded, ends):
            return ends, writer, False
    match = NUMBER.match(folded, begin)
    number = number_of(match)
    if match is None or number is None or not 1 <= number <= len(handles):
        return begin, None, False
    end = match.end() - (folded[match.end() - 1] == " ")
    if not _word_ends(folded, end):
        return begin, None, False
    return end, handles[number - 1], match["mark"] is not None or match["han"] is not None


def _shared(handle: str, handles: tuple[str, ...]) -> bool:
    """Whether another handle folds to the same."""
    return sum(folded_handle(other) == folded_handle(handle) for other in handles) > 1


@lru_cache(maxsize=64)
def _by_length(handles: tuple[str, ...]) -> tuple[tuple[int, dict[str, str]], ...]:
    """Folded handles by length, longest first."""
    lengths: dict[int, dict[str, str]] = {}
    for handle in handles:
        folded = folded_handle(handle)
        if folded:
            lengths.setdefault(len(folded), {}).setdefault(folded, handle)
    return tuple(sorted(lengths.items(), reverse=True))


def _word_ends(folded: str, end: int) -> bool:
    """Whether no Latin word or number goes on at that place."""
    if end >= len(folded) or end == 0:
        return True
    return not (_latin(folded[end - 1]) and _latin(folded[end]))


def _latin(character: str) -> bool:
    return character.isalnum() and character < "\u2e80"
