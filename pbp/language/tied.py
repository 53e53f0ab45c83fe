"""Which names are tied to a word of command: the one behind it, and whatever is joined to that.

"X, because Y …" ties X alone; "X or Y", "X、Y" and "X, Y." tie both. Nothing here knows the word.
"""

import msgspec

from pbp.language import phrases
from pbp.language.context import Context
from pbp.language.folding import Line
from pbp.language.names import CLOSING, ENDING, Spot, name_at


class Tied(msgspec.Struct, frozen=True):
    """The names in order, each once; where the words go on; whether something is hidden in one."""

    handles: tuple[str, ...] = ()
    every: tuple[str, ...] = ()
    end: int = 0
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
    return Tied(tuple(dict.fromkeys(every)), every, end, any(spot.hurt for spot in spots))


def ends_at(folded: str, place: int) -> bool:
    """Whether nothing but end marks stands from this place to the end of the line."""
    return not folded[place:].strip(ENDING + CLOSING + " ")


def stops_at(folded: str, place: int) -> bool:
    """Whether a name that ends here is followed by the end, a blank or a mark."""
    return place >= len(folded) or folded[place] in phrases.PUNCTUATION + " ?" or (
        not folded[place].isalnum()
    )


def _first(line: Line, start: int, context: Context) -> Spot | None:
    spot = name_at(line, start, context.handles, context.writer)
    if spot is None or (not spot.marked and not _stands_alone(line, spot.end)):
        return None
    return spot


def _stands_alone(line: Line, end: int) -> bool:
    """Whether a bare number or a word for the writer is not the beginning of something else."""
    folded = line.folded
    if folded[end : end + 1] == " ":
        return folded[end + 1 : end + 2] not in tuple(phrases.MEASURES)
    if folded[end : end + 1] in (":", "."):
        return not folded[end + 1 : end + 2].isdigit()
    particles = phrases.PARTICLES.match(folded, end)
    joined = phrases.JOINED.match(folded, end)
    behind = particles.end() if particles else end
    return stops_at(folded, behind) or joined is not None


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
    if ends_at(folded, spot.end) or phrases.JOINED.match(folded, spot.end):
        return spot
    return spot if folded[spot.end] in ",。;、" and folded[end : end + 1] not in (",", ";") else None
