"""Several lines: which of them are orders, and which are somebody's text or reason.

What stands below an order that has a text is that text to the end; only exact commands of another
kind, in the unbroken run of such lines, are still orders. Nothing here reads words.
"""

import msgspec

from pbp.game.intents import Reading
from pbp.language import phrases, words
from pbp.language.commands import Heard, command, doubtful
from pbp.language.context import Context
from pbp.language.folding import Line, fold_line
from pbp.language.votes import reason_overturns, vote_in_prose

WITH_TEXT = words.BELOW | words.VOTES | {"abstain"}


def read_lines(
    lines: list[Line],
    context: Context,
    *,
    under: Heard | None = None,
    body_of_subject: bool = False,
) -> list[Reading]:
    """The readings of a body whose first line is a command; none where it is not.

    under: the subject's command. Where it is complete, only an exact command overrides it.
    body_of_subject: the first line is the subject; what stands below is its text.
    """
    start = next((place for place, line in enumerate(lines) if line.folded), None)
    if start is None:
        return []
    first = command(lines[start], context)
    if first is None or (under is not None and not under.bare and not first.alone):
        return []
    if first.bare:
        return _bare(lines, start, first, context)
    return _Lines(lines, context).all(start, first, body_of_subject)


def _bare(lines: list[Line], start: int, first: Heard, context: Context) -> list[Reading]:
    """A word without its name: the name may be the next line, or the word a heading."""
    below = next((place for place in range(start + 1, len(lines)) if lines[place].folded), None)
    if below is None:
        return [first.reading]
    joined = fold_line(f"{lines[start].raw.rstrip(':： ')} {lines[below].raw.strip()}")
    heard = command(joined, context)
    if command(lines[below], context) is None and heard is not None and heard.alone:
        return read_lines([joined, *lines[below + 1 :]], context)
    readings = read_lines(lines[below:], context)
    if readings or first.reading.kind in words.VOTES:
        return readings
    return [first.reading]


class _Lines:
    """A walk down the lines of one mail."""

    def __init__(self, lines: list[Line], context: Context) -> None:
        self.lines = lines
        self.context = context
        self.readings: list[Reading] = []
        self.left: list[Line] = []

    def all(self, start: int, first: Heard, body_of_subject: bool) -> list[Reading]:
        place, heard = start, first
        while True:
            if heard.reading.kind in WITH_TEXT:
                self._with_text(place, heard, body_of_subject)
                break
            self.readings.append(heard.reading)
            below = self._next(place + 1)
            if below is None:
                break
            place, heard = below
        return self._with_vote_in_prose()

    def _next(self, place: int) -> tuple[int, Heard] | None:
        """The next line that is a command and nothing else."""
        for below in range(place, len(self.lines)):
            heard = command(self.lines[below], self.context)
            if heard is not None and not heard.bare and (heard.alone or _opens_text(heard)):
                return below, heard
            self.left.append(self.lines[below])
        return None

    def _with_text(self, place: int, heard: Heard, body_of_subject: bool) -> None:
        """The order, the exact commands directly below it, and the text that all the rest is."""
        run, end = [heard], place + 1
        while not body_of_subject and end < len(self.lines) and self.lines[end].folded:
            below = command(self.lines[end], self.context)
            if below is None or not self._still_an_order(below, run):
                break
            run.append(below)
            end += 1
        text = _text(self.lines[end:])
        owner = _owner(run)
        for number, member in enumerate(run):
            below_it = text if number == owner else ""
            self.readings.append(self._reading(member, below_it, self.lines[end:]))
        self._merge_rivals()

    def _still_an_order(self, below: Heard, run: list[Heard]) -> bool:
        if below.sure and below.reading.kind not in [one.reading.kind for one in run]:
            return True
        return below.sure and bool(below.reading.targets) and self._rivals(below, run)

    def _rivals(self, below: Heard, run: list[Heard]) -> bool:
        """Whether it gives the same order for somebody else: that must be asked about."""
        return any(
            one.reading.kind == below.reading.kind and one.reading.targets for one in run
        )

    def _reading(self, heard: Heard, below: str, lines: list[Line]) -> Reading:
        reading = heard.reading
        text = "\n".join(part for part in (reading.text, _unlabelled(below, reading.kind)) if part)
        if reading.kind in words.VOTES and reading.problem is None and below:
            names = reason_overturns(lines, self.context)
            if names:
                candidates = tuple(dict.fromkeys((*reading.targets, *names)))
                reading = doubtful(reading.kind, candidates, "conditional")
        return msgspec.structs.replace(reading, text=text)

    def _merge_rivals(self) -> None:
        """One order of a kind for two different people is one that must be asked about."""
        merged: dict[str, Reading] = {}
        for reading in self.readings:
            before = merged.get(reading.kind)
            if before is None:
                merged[reading.kind] = reading
            elif reading.targets and before.targets != reading.targets:
                both = tuple(dict.fromkeys((*before.targets, *reading.targets)))
                merged[reading.kind] = msgspec.structs.replace(
                    doubtful(reading.kind, both, "ambiguous"), text=before.text or reading.text
                )
            else:
                text = before.text or reading.text
                merged[reading.kind] = msgspec.structs.replace(before, text=text)
        self.readings = list(merged.values())

    def _with_vote_in_prose(self) -> list[Reading]:
        if not any(reading.kind in (*words.VOTES, "abstain") for reading in self.readings):
            vote = vote_in_prose(self.left, self.context)
            if vote is not None:
                self.readings.append(vote)
        return self.readings


def _opens_text(heard: Heard) -> bool:
    """A kill or a post may carry words of its own on the line, where others stand alone."""
    return heard.reading.kind in words.VOTES and heard.reading.problem is None


def _owner(run: list[Heard]) -> int:
    """Whose the text below is: the last order with a text of its own, else the vote."""
    with_text = [n for n, one in enumerate(run) if one.reading.kind in words.BELOW]
    return with_text[-1] if with_text else 0


def _text(lines: list[Line]) -> str:
    return "\n".join(line.raw.rstrip() for line in lines).strip("\n").strip()


def _unlabelled(text: str, kind: str) -> str:
    """The text without the label that its first line may begin with."""
    labels = {
        "kill": phrases.DECLARATION_LABEL,
        "sure_kill": phrases.DECLARATION_LABEL,
        "vote": phrases.REASON_LABEL,
        "change": phrases.REASON_LABEL,
        "abstain": phrases.REASON_LABEL,
    }
    if kind not in labels or not text:
        return text
    head, _, rest = text.partition("\n")
    line = fold_line(head)
    label = labels[kind].match(line.folded)
    if label is None or not label.end():
        return text
    return "\n".join(part for part in (line.written(label.end()), rest) if part).strip()
