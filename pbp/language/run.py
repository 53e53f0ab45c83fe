"""Several lines: which of them are orders, and which are somebody's text or reason.

What stands below an order that has a text is that text to the end; only exact commands of another
kind, in the unbroken run of such lines, are still orders. Nothing here reads words.
"""

import msgspec

from pbp.game.intents import Reading
from pbp.language import phrases, words
from pbp.language.commands import command
from pbp.language.context import Context
from pbp.language.folding import Line, fold_line
from pbp.language.heard import Heard, doubtful
from pbp.language.votes import overturned, vote_in_prose

WITH_TEXT = words.BELOW | words.VOTES | {"abstain"}
LABELS = {
    "kill": phrases.DECLARATION_LABEL,
    "sure_kill": phrases.DECLARATION_LABEL,
    "vote": phrases.REASON_LABEL,
    "change": phrases.REASON_LABEL,
    "abstain": phrases.REASON_LABEL,
}
ADDRESSED = Reading("to_gm")
"""A mere form of address, where an order stands directly below."""
LINES_MAX = 2000
"""Nobody writes so many orders; lines below are not looked at for more."""


def read_lines(lines: list[Line], context: Context, under: Heard | None = None) -> list[Reading]:
    """The readings of a body whose first line is a command; none where it is not.

    under: the subject's command. Where that is complete, the body's overrides it only if it is
    alone on its line.
    """
    for place, line in enumerate(lines[:LINES_MAX]):
        if not line.folded:
            continue
        first = command(line, context)
        if first is None or (under is not None and not under.bare and not first.alone):
            return []
        if not first.bare:
            return _walk(lines, place, first, context)
        below = next((below for below in lines[place + 1 :] if below.folded), None)
        if below is None or command(below, context) is None:
            return _without_name(lines[place:], first, below, context)
    return []


def with_text(heard: Heard, lines: list[Line], context: Context) -> list[Reading]:
    """A command in the subject, whose text the whole body is."""
    if heard.reading.kind in WITH_TEXT:
        return [_reading(heard, _text(lines), lines, context)]
    return _and_a_vote([heard.reading], lines, context)


def joined(word: Line, name: Line, context: Context) -> Line | None:
    """A word that lacks its name, and a line that is one, as one line."""
    line = fold_line(f"{word.raw.strip().rstrip(':： ')} {name.raw.strip()}")
    heard = command(line, context)
    if heard is None or heard.bare:
        return None
    return line if heard.alone or heard.reading.kind in words.NAMED else None


def _without_name(
    lines: list[Line], first: Heard, below: Line | None, context: Context
) -> list[Reading]:
    """A word without its name: the name may be the next line, or the word a heading."""
    if below is None:
        return [first.reading]
    line = joined(lines[0], below, context)
    heard = command(line, context) if line is not None else None
    if line is not None and heard is not None:
        place = next(place for place, other in enumerate(lines) if other is below)
        return _walk([line, *lines[place + 1 :]], 0, heard, context)
    return [] if first.reading.kind in words.VOTES else [first.reading]


def _walk(lines: list[Line], start: int, first: Heard, context: Context) -> list[Reading]:
    """Down the lines, up to an order that takes all the rest as its text."""
    found: list[Reading] = []
    between: list[Line] = []
    heard: Heard | None = first
    for place in range(start, min(len(lines), start + LINES_MAX)):
        line = lines[place]
        heard = first if place == start else _order(line, context)
        if heard is None:
            between.append(line)
        elif heard.reading.kind in WITH_TEXT:
            found += _run(lines, place, heard, context)
            break
        else:
            found.append(heard.reading)
    return _and_a_vote(found, between, context)


def _order(line: Line, context: Context) -> Heard | None:
    """A line further down that is a command, with nothing else on it but its own text."""
    heard = command(line, context) if line.folded else None
    if heard is None or heard.bare:
        return None
    spoken = heard.reading.kind in WITH_TEXT and not heard.weak
    return heard if heard.alone or spoken else None


def _and_a_vote(found: list[Reading], lines: list[Line], context: Context) -> list[Reading]:
    """A vote that is spoken of between the orders, where none was given in form."""
    if any(reading.kind in (*words.VOTES, "abstain") for reading in found):
        return found
    vote = vote_in_prose(lines, context) if context.address != "team" else None
    return [*found, vote] if vote is not None else found


def _run(lines: list[Line], place: int, first: Heard, context: Context) -> list[Reading]:
    """The order, the exact commands directly below it, and the text that all the rest is."""
    run, end = [first], place + 1
    while end < len(lines) and lines[end].folded and len(run) < LINES_MAX:
        below = command(lines[end], context)
        if below is None or not _still_an_order(below, run):
            break
        run.append(below)
        end += 1
    if len(run) > 1 and run[0].reading == ADDRESSED:
        del run[0]
    rest, text = lines[end:], _text(lines[end:])
    owner = max(
        (number for number, one in enumerate(run) if one.reading.kind in words.BELOW), default=0
    )
    return _merged(
        [
            _reading(one, text if number == owner else "", rest, context)
            for number, one in enumerate(run)
        ]
    )


def _still_an_order(below: Heard, run: list[Heard]) -> bool:
    """Another kind; or the same for somebody else, which must be asked about."""
    if not below.sure:
        return False
    same = [one for one in run if one.reading.kind == below.reading.kind]
    return not same or bool(below.reading.targets and same[0].reading.targets)


def _reading(heard: Heard, below: str, lines: list[Line], context: Context) -> Reading:
    reading = heard.reading
    rest = _unlabelled(below, reading.kind)
    text = "\n".join(part for part in (reading.text, rest) if part)
    if below and reading.kind in words.VOTES and reading.problem is None:
        reading = overturned(reading, lines, context)
    return msgspec.structs.replace(reading, text=text)


def _merged(readings: list[Reading]) -> list[Reading]:
    """One order of a kind for two different people is one that must be asked about."""
    merged: dict[str, Reading] = {}
    for reading in readings:
        before = merged.setdefault(reading.kind, reading)
        text = before.text or reading.text
        if before.targets != reading.targets:
            candidates = tuple(dict.fromkeys((*before.targets, *reading.targets)))
            before = doubtful(reading.kind, candidates, "ambiguous")
        merged[reading.kind] = msgspec.structs.replace(before, text=text)
    return list(merged.values())


def _text(lines: list[Line]) -> str:
    return "\n".join(line.raw.rstrip() for line in lines).strip()


def _unlabelled(text: str, kind: str) -> str:
    """The text without the label that its first line may begin with."""
    if kind not in LABELS:
        return text
    head, _, rest = text.partition("\n")
    line = fold_line(head)
    label = LABELS[kind].match(line.folded)
    if label is None or not label.end():
        return text
    return "\n".join(part for part in (line.written(label.end()), rest) if part).strip()
