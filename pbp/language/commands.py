"""One line as a command: the word at its head and what stands behind it, by the table of words.

Only the line itself is looked at. Words without an argument count alone on the line or before a
punctuation mark. Nothing here knows what stands above or below.
"""

import unicodedata
from collections.abc import Callable

import msgspec

from pbp.game.intents import POST_KINDS, Reading
from pbp.language import phrases, words
from pbp.language.context import Context
from pbp.language.folding import Line, fold_line
from pbp.language.heard import Heard, ends_at, letter, mark_at, stops_at, words_behind
from pbp.language.names import ENDING, NUMBER, Found, NearMiss, number_of, resolve
from pbp.language.references import references
from pbp.language.targets import heard_names

OPENED, CLOSED = ("[", "【"), ("]", "】")


class Place(msgspec.Struct, frozen=True):
    """A word of command in its line: where it ends, where its argument starts."""

    line: Line
    word: words.Word
    end: int
    start: int
    separated: bool
    context: Context

    @property
    def folded(self) -> str:
        """The folded line."""
        return self.line.folded

    @property
    def rest(self) -> str:
        """The argument as it was written, without the mark that separates it."""
        return words_behind(self.line.written(self.start))


def command(line: Line, context: Context) -> Heard | None:
    """What the line orders, or None where it is text."""
    own = _own_command(line, 0, context)
    if own is not None and own.exact:
        return own
    start = _bullet_end(line)
    return own or (_own_command(line, start, context) if start else None)


def _bullet_end(line: Line) -> int:
    """Where the line begins behind a bullet or a number in a circle."""
    first = line.raw.lstrip()[:1]
    circled = first.isnumeric() and not first.isdecimal() and unicodedata.category(first) == "No"
    bullet = (phrases.CIRCLED if circled else phrases.BULLET).match(line.folded)
    return bullet.end() if bullet else 0


def _own_command(line: Line, start: int, context: Context) -> Heard | None:
    """A command that may be the person's own (真身), not the handle's."""
    begin = start + (line.folded[start : start + 1] in OPENED)
    for word in words.MYSELF:
        end = begin + len(word)
        if line.folded.startswith(word, begin) and stops_at(line.folded, end):
            return _as_owner(words_behind(line.written(end).lstrip("]】")), context)
    return _at_head(line, start, context)


def _as_owner(rest: str, context: Context) -> Heard:
    """The person speaks as himself: the kind of post stands behind the word, else it is chat."""
    heard = _at_head(fold_line(rest), 0, context)
    if heard is None or heard.reading.kind not in POST_KINDS:
        heard = Heard(Reading("chat", text=rest), alone=not rest)
    reading = msgspec.structs.replace(heard.reading, as_owner=True)
    return msgspec.structs.replace(heard, reading=reading)


def _at_head(line: Line, start: int, context: Context) -> Heard | None:
    """The command whose word stands there; of several words the longest that makes sense."""
    best: Heard | None = None
    begin = start + (line.folded[start : start + 1] in OPENED)
    for length in words.lengths(line.folded[begin : begin + 1]):
        word = words.words().get(line.folded[begin : begin + length])
        if word is None or begin + length > len(line.folded):
            continue
        heard = _with_word(line, word, begin + length, begin > start, context)
        if heard is not None and heard.exact:
            return heard
        best = best or heard
    return best


def _with_word(
    line: Line, word: words.Word, end: int, opened: bool, context: Context
) -> Heard | None:
    """The command of this word: plain, with brackets around it, or with the line in brackets."""
    folded = line.folded
    if not opened:
        return _behind(line, word, end, False, context)
    if folded[end : end + 1] in CLOSED:
        return _behind(line, word, end + 1, True, context)
    if folded.rstrip(ENDING + " ")[-1:] not in CLOSED:
        return None
    inner = fold_line(line.inside(1, len(folded.rstrip(ENDING + " ")) - 1))
    return _at_head(inner, 0, context) if inner.folded[:1] not in OPENED else None


def _behind(
    line: Line, word: words.Word, end: int, separated: bool, context: Context
) -> Heard | None:
    folded = line.folded
    if end < len(folded) and letter(folded[end - 1]) and letter(folded[end]):
        return None
    if folded[end : end + 1] == "?" and word.takes != words.QUESTION:
        return None
    start = end
    while start < len(folded) and folded[start] in " :":
        start += 1
    place = Place(line, word, end, start, separated or start > end, context)
    return TAKERS[word.takes](place)


def _nothing(place: Place) -> Heard | None:
    folded = place.folded
    alone = ends_at(folded, place.end)
    if not alone and not mark_at(folded, place.end):
        return None
    if folded.rstrip(ENDING + " ")[-1:] == "?":
        return None
    problem = "conditional" if phrases.CONDITION.search(folded, place.end) else None
    text = place.rest if place.word.kind in ("checkin", "abstain") else ""
    reading = Reading(place.word.kind, text=text, problem=problem)
    return Heard(reading, alone, weak=place.word.weak)


def _here(place: Place) -> Heard | None:
    return _nothing(place) if place.context.seat_thread else None


def _question(place: Place) -> Heard | None:
    folded, main = place.folded, place.word.main
    alone = ends_at(folded.replace("?", " "), place.end)
    if alone or mark_at(folded, place.end) or folded[place.end : place.end + 1] == "?":
        return Heard(_asked(main, ""), alone)
    if words.question_id(main) == "why":
        named = references(folded[place.end :])
        rest = place.folded[place.end :].strip(ENDING + " ?:")
        return Heard(_asked(main, f" {named[0]}")) if named and len(rest) <= 6 else None
    argument = phrases.PHASE_ARGUMENT.fullmatch(folded[place.start :].rstrip(ENDING + " ?"))
    if argument is None or words.question_id(main) != "tally":
        return None
    return Heard(_asked(main, f" {_phase(argument['kind'], argument['day'])}"))


def _phase(kind: str | None, day: str) -> str:
    """The id of a day's ballot (D1), or of its run-off (R1)."""
    number = int(day) if day.isdecimal() else number_of(NUMBER.fullmatch(f"{day}号"))
    return f"{'R' if kind == 'r' else 'D'}{number}"


def _asked(main: str, argument: str) -> Reading:
    """A question: by the word that other rooms know, and by the word that was written."""
    return Reading("ask", text=words.question_id(main) + argument, heard=main + argument)


def _text(place: Place) -> Heard | None:
    if not (place.separated or stops_at(place.folded, place.end)):
        return None
    rest = place.rest
    bare = place.word.kind in words.NAMED and not rest.strip(ENDING + " ")
    return Heard(Reading(place.word.kind, text=rest), alone=not rest, bare=bare)


def _never(_: Place) -> Heard | None:
    """A label of a form: it belongs to the vote, and orders nothing."""
    return None


def _number(place: Place) -> Heard | None:
    number = place.folded[place.start :].strip(ENDING + " ()[]【】").removesuffix("号")
    if not number.isdecimal() or len(number) > 2:
        return None
    return Heard(Reading(place.word.kind, text=number))


def _pace(place: Place) -> Heard | None:
    pace = words.PACES.get(place.folded[place.start :].strip(ENDING + " "))
    return Heard(Reading(place.word.kind, text=pace)) if pace else None


def _award(place: Place) -> Heard | None:
    for name in sorted(words.AWARDS, key=len, reverse=True):
        if place.folded.startswith(name, place.start):
            return _one_name(place, place.start + len(name), words.AWARDS[name])
    return None


def _second(place: Place) -> Heard | None:
    return _award(place) or _one_name(place, place.start, "")


def _one_name(place: Place, start: int, award: str) -> Heard | None:
    heard = place.line.written(start).lstrip(" :：")
    who = resolve(heard, place.context.handles, place.context.writer)
    kind = place.word.kind
    if isinstance(who, Found):
        return Heard(Reading(kind, (who.handle,), award))
    if isinstance(who, NearMiss) and place.separated:
        return Heard(Reading(kind, (), award, "near_miss", heard, who.handles))
    return Heard(Reading(kind, (), award, "unknown_name", heard)) if award else None


def _names(place: Place) -> Heard | None:
    return heard_names(place.line, place.word, place.start, place.separated, place.context)


TAKERS: dict[str, Callable[[Place], Heard | None]] = {
    words.NOTHING: _nothing,
    words.HERE: _here,
    words.QUESTION: _question,
    words.TEXT: _text,
    words.VOTER_WORD: _never,
    words.NUMBER: _number,
    words.PACE: _pace,
    words.AWARD: _award,
    words.SECOND: _second,
    words.NAME: _names,
    words.NAMES: _names,
}
