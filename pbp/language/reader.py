"""The reader: what a person's words ask for. Pure; it judges nothing and never raises.

Whether an order is allowed, who is writing and what becomes of it are other rooms' parts. What is
doubtful is marked to be asked about, never guessed.
"""

import msgspec

from pbp.game.intents import Reading, Understood
from pbp.language import phrases, turns
from pbp.language.commands import command
from pbp.language.context import Context
from pbp.language.folding import Line, fold_line
from pbp.language.heard import Heard
from pbp.language.lengths import length_in
from pbp.language.names import ENDING
from pbp.language.references import references
from pbp.language.run import LINES_MAX, joined, read_lines, with_text
from pbp.language.subject import Title, names_a_mail, recalls_another, title
from pbp.language.votes import plain_name, vote_in_prose
from pbp.language.words import NAMED

__all__ = ["Context", "read"]

NOTHING = Line("", "", ())
"""A line with nothing to be seen in it, whatever invisible characters it holds."""

RECALL = Understood((Reading("recall"),))
NOT_UNDERSTOOD = Understood(problem="unreadable")


def read(subject: str, text: str, context: Context) -> Understood:
    """What the mail asks for."""
    own = title(subject, context)
    whole = [fold_line(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    lines = [line if line.folded else NOTHING for line in whole]
    said = [line for line in lines if line.folded]
    if context.recalls or recalls_another(own.line):
        return RECALL
    if said and names_a_mail(said[0]):
        return RECALL
    if _is_a_question(said or [own.line], context):
        return _question((said or [own.line])[0], context)
    readings = [_with_references(r) for r in _readings(own, lines, said, context)]
    if not readings:
        return _nothing_found(own, text, said, context)
    problem = next((reading.problem for reading in readings if reading.problem), None)
    return Understood(tuple(readings), problem)


def _with_references(reading: Reading) -> Reading:
    """A letter to the human GM with what it names (C-5.6); a leave with its length (C-7.2)."""
    if reading.kind == "leave":
        return msgspec.structs.replace(reading, span=length_in(reading.text))
    if reading.kind != "to_gm":
        return reading
    return msgspec.structs.replace(reading, about=references(reading.text))


def _readings(own: Title, lines: list[Line], said: list[Line], context: Context) -> list[Reading]:
    """The readings of the body's commands, else of the subject's, else of a vote in prose."""
    head = command(own.line, context)
    readings = read_lines(lines, context, under=head)
    if readings:
        return readings
    if head is not None and not head.bare:
        return with_text(head, lines, context)
    if head is not None and said:
        spoken = _signed_up_below(head, said, context)
        if spoken:
            return spoken
        line = joined(own.line, said[0], context)
        if line is not None:
            return read_lines([line, *_below(lines, said[0])], context)
    return _votes(own, lines, said, context) or _bare(head)


def _signed_up_below(head: Heard, said: list[Line], context: Context) -> list[Reading]:
    """The sign-up with its name below a form of address, where the subject has the word alone."""
    if head.reading.kind not in NAMED:
        return []
    for place, line in enumerate(said[:LINES_MAX]):
        heard = command(line, context)
        if heard is not None and not heard.bare and heard.reading.kind in NAMED:
            return read_lines(said[place:], context)
    return []


def _votes(own: Title, lines: list[Line], said: list[Line], context: Context) -> list[Reading]:
    """A vote without a command: in prose, or a plain name in the vote thread."""
    if context.address == "team":
        return []
    vote = vote_in_prose(lines, context)
    if vote is None and not own.reply:
        vote = vote_in_prose([own.line], context)
    if vote is None and context.vote_thread and said and not _must_be_asked(said[:1], context):
        vote = plain_name(said[0], context)
        if vote is not None:
            reason = "\n".join(line.raw.rstrip() for line in _below(lines, said[0])).strip()
            vote = msgspec.structs.replace(vote, text=reason)
    return [vote] if vote is not None else []


def _bare(head: Heard | None) -> list[Reading]:
    return [head.reading] if head is not None and head.bare else []


def _below(lines: list[Line], line: Line) -> list[Line]:
    place = next(place for place, other in enumerate(lines) if other is line)
    return lines[place + 1 :]


def _is_a_question(said: list[Line], context: Context) -> bool:
    """Whether the mail is one line to the GM identity that ends as a question does."""
    if context.address != "gm" or len(said) != 1:
        return False
    end = said[0].folded.rstrip(ENDING + " )]】」』”’\"'")[-1:]
    if not end or end not in phrases.QUESTION_ENDS:
        return False
    heard = command(said[0], context)
    name = heard.reading.targets[-1] if heard and heard.sure and heard.reading.targets else ""
    return end == "?" or not name.endswith(end)


def _question(line: Line, context: Context) -> Understood:
    """What is asked, where that is a word of the table or meant for the human GM."""
    heard = command(line, context)
    if heard is not None and heard.reading.kind in ("ask", "to_gm"):
        return Understood((_with_references(heard.reading),))
    return NOT_UNDERSTOOD


def _nothing_found(own: Title, text: str, said: list[Line], context: Context) -> Understood:
    """No command and no vote: to the board that is chat, to the GM identity it is asked about."""
    if context.address == "team":
        return Understood()
    if context.address != "board" or _must_be_asked(said, context):
        return turns.asked(said, context) or NOT_UNDERSTOOD
    if said:
        return Understood((Reading("chat", text=text.strip()),))
    if own.line.folded and not own.reply:
        return Understood((Reading("chat", text=own.line.raw.strip()),))
    return NOT_UNDERSTOOD


def _must_be_asked(said: list[Line], context: Context) -> bool:
    """Whether all that is said is a turn of phrase that may or may not be a vote."""
    return len(said) == 1 and turns.must_be_asked(said[0], context)
