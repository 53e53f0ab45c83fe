"""Which names are tied to a word of command: the one behind it, and whatever is joined to that.

"X, because Y …" ties X alone; "X or Y", "X、Y" and "X, Y." tie both. Nothing here knows the word.
"""

import msgspec

from pbp.language import phrases
from pbp.language.context import Context
from pbp.language.folding import Line, fold
from pbp.language.heard import ends_at, stops_at, token_at
from pbp.language.spots import Spot, name_at


class Tied(msgspec.Struct, frozen=True):
    """The names that are tied, where they begin and where the words go on.

    handles: each once. every: all, in order. hurt: something is hidden in one of them.
    """

    handles: tuple[str, ...]
    every: tuple[str, ...]
    start: int
    end: int
    hurt: bool = False


def tied_names(line: Line, start: int, context: Context) -> Tied:
    """The names that stand at this place of the line."""
    spots: list[Spot] = []
    spot = _first(line, start, context)
    while spot is not None and len(spots) < len(context.handles) * 2 + 2:
        spots.append(spot)
        spot = _next(line, spot.end, context)
    end = spots[-1].end if spots else start
    every = tuple(spot.handle for spot in spots)
    hurt = any(spot.hurt for spot in spots)
    return Tied(tuple(dict.fromkeys(every)), every, start, end, hurt)


def lists_more(line: Line, end: int, context: Context) -> bool:
    """Whether the names go on with a word that is joined to them and nobody's name."""
    if ends_at(line.folded, end):
        return False
    if phrases.LISTED.match(line.folded, end):
        return True
    joined = phrases.JOINED.match(line.folded, end)
    if joined is None:
        return False
    token = token_at(line.folded, joined.end())
    whole = ends_at(line.folded, joined.end() + len(token))
    return whole and 0 < len(token) <= name_length_max(context)


def name_length_max(context: Context) -> int:
    """So long a single word may be and still be meant as a name."""
    return max((len(fold(handle)) for handle in context.handles), default=2) + 2


def _first(line: Line, start: int, context: Context) -> Spot | None:
    spot = name_at(line, start, context.handles, context.writer)
    if spot is None or (not spot.marked and not _stands_alone(line, spot.end)):
        return None
    return spot


def _stands_alone(line: Line, end: int) -> bool:
    """Whether a bare number or a word for the writer is not the beginning of something else."""
    folded = line.folded
    behind = folded[end : end + 1]
    if behind == " ":
        return folded[end + 1 : end + 2] not in tuple(phrases.MEASURES)
    if behind and behind in ":.":
        return not folded[end + 1 : end + 2].isdigit()
    particles = phrases.SHORT_PARTICLES.match(folded, end)
    joined = phrases.JOINED.match(folded, end)
    return stops_at(folded, particles.end() if particles else end) or joined is not None


def _next(line: Line, end: int, context: Context) -> Spot | None:
    """The name that is joined to the one before, if any."""
    folded = line.folded
    joined = phrases.JOINED.match(folded, end)
    if joined:
        return _first(line, joined.end(), context)
    loosely = phrases.LOOSELY_JOINED.match(folded, end)
    spot = _first(line, loosely.end() if loosely else end, context)
    if spot is None:
        return None
    last = _end_of_list(line, spot.end, context)
    if ends_at(folded, last):
        return spot
    clause = folded[end : end + 1] in (",", ";")
    return None if clause or folded[last] not in ",。;、" else spot


def _end_of_list(line: Line, end: int, context: Context) -> int:
    """Where the names end that are joined to the one that ends here, if only by a space."""
    for _ in range(len(context.handles)):
        joined = phrases.JOINED.match(line.folded, end) or phrases.SPACE.match(line.folded, end)
        spot = _first(line, joined.end(), context) if joined else None
        if spot is None:
            break
        end = spot.end
    return end
