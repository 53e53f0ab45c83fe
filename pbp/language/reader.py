"""The reader: what a person's words ask for. Pure; it judges nothing and never raises.

Whether an order is allowed, who is writing and what becomes of it are other rooms' parts. What is
doubtful is marked to be asked about, never guessed.
"""

import msgspec

from pbp.game.intents import Reading, Understood
from pbp.language import phrases
from pbp.language.commands import Heard, command
from pbp.language.context import Context
from pbp.language.folding import Line, fold_line
from pbp.language.names import ENDING
from pbp.language.run import read_lines
from pbp.language.subject import Title, names_a_mail, recalls_another, title
from pbp.language.votes import plain_name, vote_in_prose

__all__ = ["Context", "read"]

RECALL = Understood((Reading("recall"),))
NOT_UNDERSTOOD = Understood(problem="unreadable")


def read(subject: str, text: str, context: Context) -> Understood:
    """What the mail asks for."""
    own = title(subject, context)
    lines = [fold_line(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    said = [line for line in lines if line.folded]
    if context.recalls or recalls_another(own.line, context):
        return RECALL
    if said and names_a_mail(said[0], context):
        return RECALL
    if _asks(said or [own.line], context):
        return _asked(said or [own.line], context)
    readings = _orders(own, lines, said, context)
    if readings:
        return Understood(tuple(readings), _first_problem(readings))
    return _nothing_found(own, text, said, context)


def _orders(own: Title, lines: list[Line], said: list[Line], context: Context) -> list[Reading]:
    """The readings of the body's commands, else of the subject's, else of a vote in prose."""
    head = command(own.line, context)
    if head is not None and head.reading.kind == "to_gm" and own.reply:
        head = None
    readings = read_lines(lines, context, under=head)
    if readings:
        return readings
    if head is not None and not head.bare:
        return read_lines([own.line, *lines], context, body_of_subject=True)
    return _without_command(own, lines, said, head, context)


def _without_command(
    own: Title, lines: list[Line], said: list[Line], head: Heard | None, context: Context
) -> list[Reading]:
    if head is not None and said:
        joined = _joined(own.line, said[0], context)
        if joined is not None:
            return read_lines([joined, *_after(lines, said[0])], context)
    vote = vote_in_prose(lines, context) or vote_in_prose([own.line], context)
    if vote is not None:
        return [vote]
    if context.vote_thread and said:
        named = plain_name(said[0], context)
        if named is not None:
            return [_with_reason(named, _after(lines, said[0]))]
    return [head.reading] if head is not None and head.bare else []


def _joined(word: Line, name: Line, context: Context) -> Line | None:
    """A word that lacks its name, and a line that is one, as one line."""
    joined = fold_line(f"{word.raw.rstrip(':： ')} {name.raw.strip()}")
    heard = command(joined, context)
    return joined if heard is not None and heard.alone and not heard.bare else None


def _after(lines: list[Line], line: Line) -> list[Line]:
    place = next(place for place, other in enumerate(lines) if other is line)
    return lines[place + 1 :]


def _with_reason(reading: Reading, below: list[Line]) -> Reading:
    text = "\n".join(line.raw for line in below).strip()
    return msgspec.structs.replace(reading, text=text)


def _asks(said: list[Line], context: Context) -> bool:
    """Whether the mail is one line to the GM identity that ends as a question does."""
    if context.address != "gm" or len(said) != 1:
        return False
    end = said[0].folded.rstrip(ENDING + " )]】」』”’\"'")
    if not end or end[-1] not in phrases.QUESTION_ENDS:
        return False
    heard = command(said[0], context)
    exact = heard is not None and heard.sure and heard.reading.targets
    return not (exact and end[-1] != "?")


def _asked(said: list[Line], context: Context) -> Understood:
    heard = command(said[0], context)
    if heard is not None and heard.reading.kind in ("ask", "to_gm"):
        return Understood((heard.reading,))
    return NOT_UNDERSTOOD


def _nothing_found(own: Title, text: str, said: list[Line], context: Context) -> Understood:
    if context.address == "team":
        return Understood()
    if context.address != "board" or (said and _only_asked(said)):
        return NOT_UNDERSTOOD
    if said:
        return Understood((Reading("chat", text=text.strip()),))
    if own.line.folded and not own.reply:
        return Understood((Reading("chat", text=own.line.raw.strip()),))
    return NOT_UNDERSTOOD


def _only_asked(said: list[Line]) -> bool:
    """Whether all that is said is a turn of phrase that could be a vote and must be asked about."""
    if len(said) > 1:
        return False
    core = said[0].folded.strip(ENDING + " ")
    return phrases.ASKED.fullmatch(core) is not None


def _first_problem(readings: list[Reading]) -> str | None:
    return next((reading.problem for reading in readings if reading.problem), None)


