"""The names behind a word of command on its line: whom it is for, and what makes that doubtful.

Without a separator the rest of the line must be exactly one name, or the line is text. Nothing
here knows which words there are, or what stands on other lines.
"""

from pbp.game.intents import Reading
from pbp.language import phrases, words
from pbp.language.context import Context
from pbp.language.folding import Line, fold, fold_line
from pbp.language.heard import (
    Heard,
    asks_at,
    doubtful,
    ends_at,
    letter,
    stops_at,
    token_at,
    words_behind,
)
from pbp.language.names import ENDING, Found, NearMiss, lost, misspelt, resolve
from pbp.language.tied import Tied, lists_more, name_length_max, tied_names

MISSPELLING_ALLOWED = {"seven_kill": words.VOTES}
"""Rule sets in which one wrong character by sound or shape is accepted, and for what (S-5.4)."""

LIST_MARKS = " ,、;/&和与"
CORRECTIONS = ("", "不对", "不是", "错了", "改", "改为", "改成", "还是", "算了", "no", "sorry")
"""What may stand before a second name that takes the place of the first."""


def heard_names(
    line: Line, word: words.Word, start: int, separated: bool, context: Context
) -> Heard | None:
    """The command for whom the line says, or None where it is text."""
    folded = line.folded
    if ends_at(folded, start):
        return Heard(Reading(word.kind, problem="unknown_name"), bare=True, weak=word.weak)
    if not separated:
        return _stuck(line, word, start, context)
    if _nobody(line, word, start, context):
        return _abstention(line, start)
    tied = tied_names(line, start, context)
    if asks_at(folded, tied.end) or phrases.OF_THEM.match(folded, tied.end):
        return None
    if not tied.handles or not _rest_is_apart(folded, tied.end, word):
        return _unresolved(line, word, start, context)
    return _resolved(line, word, tied, context)


def missed(kind: str, heard: str, meant: tuple[str, ...], context: Context) -> Reading:
    """A name that is nearly one: asked about, or accepted where the rule set allows it."""
    if kind in MISSPELLING_ALLOWED.get(context.ruleset or "", ()):
        allowed = misspelt(heard, context.handles)
        if len(allowed) == 1:
            return Reading(kind, allowed)
    return Reading(kind, problem="near_miss", heard=heard.strip(), meant=meant)


def _stuck(line: Line, word: words.Word, start: int, context: Context) -> Heard | None:
    """Without a separator: exactly a name, or names and nothing else."""
    rest = line.written(start)
    who = resolve(rest, context.handles, context.writer)
    if isinstance(who, Found):
        return Heard(Reading(word.kind, (who.handle,)), weak=word.weak)
    tied = tied_names(line, start, context)
    if tied.handles and ends_at(line.folded, tied.end) and not tied.hurt:
        return _resolved(line, word, tied, context)
    if word.weak:
        return None
    if _nobody(line, word, start, context):
        return _abstention(line, start)
    if isinstance(who, NearMiss) and _as_long_as_one(rest, who.handles):
        return Heard(missed(word.kind, rest, who.handles, context))
    return None


def _resolved(line: Line, word: words.Word, tied: Tied, context: Context) -> Heard:
    kind, alone = word.kind, ends_at(line.folded, tied.end)
    reading = _certain(line, word, tied, alone)
    if tied.hurt:
        heard = line.inside(tied.start, tied.end)
        reading = Reading(kind, problem="near_miss", heard=heard, meant=tied.handles)
    elif _conditional(line, tied.end):
        reading = doubtful(kind, tied.handles, "conditional")
    elif word.takes == words.NAMES:
        reading = _unless_one_is_missing(reading, line, tied.end, context)
    else:
        others = () if alone else _corrections(line, tied.end, word, context)
        candidates = tuple(dict.fromkeys((*tied.handles, *others)))
        listed = lists_more(line, tied.end, context)
        if len(candidates) > 1 or listed or phrases.ALTERNATIVE.match(line.folded, tied.end):
            reading = doubtful(kind, candidates, "ambiguous")
    return Heard(reading, alone, weak=word.weak)


def _unless_one_is_missing(reading: Reading, line: Line, end: int, context: Context) -> Reading:
    """The list of names, unless it goes on with a word that is nobody's name."""
    folded = line.folded
    if ends_at(folded, end):
        return reading
    start = end
    while start < len(folded) and folded[start] in LIST_MARKS:
        start += 1
    token = token_at(folded, start)
    listed = phrases.LISTED.match(folded, end) is not None
    if not _may_be_a_name(token, context) or not (listed or ends_at(folded, start + len(token))):
        return reading
    heard = line.inside(start, start + len(token))
    who = resolve(heard, context.handles, context.writer)
    if isinstance(who, NearMiss):
        return missed(reading.kind, heard, who.handles, context)
    return Reading(reading.kind, problem="unknown_name", heard=heard)


def _certain(line: Line, word: words.Word, tied: Tied, alone: bool) -> Reading:
    targets = tied.every if word.takes == words.NAMES else tied.handles
    rest = words_behind(line.written(tied.end))
    return Reading(word.kind, targets, "" if alone else _unlabelled(rest, word.kind))


def _conditional(line: Line, end: int) -> bool:
    """Whether a condition follows before a reason does."""
    return phrases.CONDITION.search(line.folded, end, _reason_at(line.folded, end)) is not None


def _reason_at(folded: str, end: int) -> int:
    """Where the reason begins, or the line's end."""
    found = (phrases.REASON.search(folded, end), phrases.VOTER_LABEL.search(folded, end))
    return min((reason.start() for reason in found if reason), default=len(folded))


def _corrections(line: Line, end: int, word: words.Word, context: Context) -> tuple[str, ...]:
    """Other names that the rest of the line gives as a clause of their own ("no, kill Y")."""
    found: list[str] = []
    last, limit = end, _reason_at(line.folded, end)
    for stop in (*phrases.CLAUSE_ENDS.finditer(line.folded, end, limit), None):
        upto = stop.start() if stop else limit
        if 0 < upto - last <= phrases.CLAUSE_MAX:
            found += _named_alone(fold_line(line.inside(last, upto)), word.kind, context)
        last = stop.end() if stop else last
    return tuple(found)


def _named_alone(clause: Line, kind: str, context: Context) -> tuple[str, ...]:
    """The names of a clause that consists of them, behind such a word or not."""
    for head in CORRECTIONS:
        if not clause.folded.startswith(head):
            continue
        place = len(head) + (clause.folded[len(head) : len(head) + 1] == " ")
        for start in (*_behind_words(clause.folded, place, kind), place):
            tied = tied_names(clause, start, context)
            if tied.handles and ends_at(clause.folded, tied.end):
                return tied.handles
    return misspelt(clause.raw, context.handles)


def _behind_words(folded: str, place: int, kind: str) -> list[int]:
    """The places behind words of this kind that stand there."""
    lengths = range(words.longest_word(), 0, -1)
    found = [(length, words.words().get(folded[place : place + length])) for length in lengths]
    return [place + length for length, word in found if word is not None and word.kind == kind]


def _rest_is_apart(folded: str, end: int, word: words.Word) -> bool:
    """Whether what follows the names cannot be the rest of a longer name."""
    if stops_at(folded, end) or phrases.CONDITION.match(folded, end):
        return True
    if phrases.ALTERNATIVE.match(folded, end):
        return True
    if word.kind not in words.VOTES:
        return False
    particles = phrases.PARTICLES.match(folded, end)
    if particles and stops_at(folded, particles.end()):
        return True
    return phrases.GOES_ON.match(folded, end) is not None or len(token_at(folded, end)) >= 3


def _unresolved(line: Line, word: words.Word, start: int, context: Context) -> Heard | None:
    """A name that nobody has: near one, unknown, or no name at all but text."""
    folded = line.folded
    token = token_at(folded, start)
    alone = ends_at(folded, start + len(token))
    if asks_at(folded, start + len(token)) or (word.kind in words.VOTES and "的" in token[1:]):
        return None
    whole = folded[start:].rstrip(ENDING + " ")
    for part, is_all in ((whole, True), (token, alone)):
        heard = line.inside(start, start + len(part))
        who = resolve(heard, context.handles, context.writer)
        if isinstance(who, NearMiss) and (is_all or not word.weak):
            reading = missed(word.kind, heard, who.handles, context)
            return Heard(reading, is_all, weak=word.weak)
    if word.kind in words.VOTES and phrases.VOTE_WORDS.search(token):
        return None
    if not _may_be_a_name(token, context) or (not alone and (word.weak or letter(token[:1]))):
        return None
    heard = line.inside(start, start + len(token))
    return Heard(Reading(word.kind, problem="unknown_name", heard=heard), alone, weak=word.weak)


def _may_be_a_name(token: str, context: Context) -> bool:
    latin = letter(token[:1])
    return 0 < len(token) <= max(name_length_max(context), 12 if latin else 4)


def _nobody(line: Line, word: words.Word, start: int, context: Context) -> bool:
    """Whether the vote is for nobody; a handle of that name goes first."""
    if word.kind not in words.VOTES or tied_names(line, start, context).handles:
        return False
    return _word_for_nobody(line.folded, start) > start


def _word_for_nobody(folded: str, start: int) -> int:
    """Where the word for nobody ends."""
    begin = start
    while folded[begin : begin + 1] and folded[begin] in "【[《「“\"'(":
        begin += 1
    for nobody in sorted(words.NOBODY, key=len, reverse=True):
        if folded.startswith(nobody, begin) and stops_at(folded, begin + len(nobody)):
            return begin + len(nobody)
    return start


def _abstention(line: Line, start: int) -> Heard | None:
    end = _word_for_nobody(line.folded, start)
    if asks_at(line.folded, end):
        return None
    alone = ends_at(line.folded, end)
    if _conditional(line, end):
        return Heard(Reading("abstain", problem="conditional"), alone)
    if phrases.ALTERNATIVE.match(line.folded, end):
        return Heard(Reading("abstain", problem="ambiguous"), alone)
    text = "" if alone else _unlabelled(words_behind(line.written(end)), "vote")
    return Heard(Reading("abstain", text=text), alone)


def _unlabelled(text: str, kind: str) -> str:
    """A vote's reason without the label before it."""
    if kind not in words.VOTES:
        return text
    line = fold_line(text)
    label = phrases.REASON_LABEL.match(line.folded)
    return line.written(label.end()) if label and label.end() else text


def _as_long_as_one(heard: str, handles: tuple[str, ...]) -> bool:
    length = len(fold(heard).strip(ENDING + " "))
    return any(map(lost, heard)) or length in map(_length, handles)


def _length(name: str) -> int:
    return len(fold(name))
