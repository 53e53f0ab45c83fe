"""One line as a command: the word at its head and what stands behind it, by the table of words.

Only the line itself is looked at. Without a separator the rest must be exactly one name, or the
line is text. Nothing here knows what stands above or below.
"""

import msgspec

from pbp.game.intents import Reading
from pbp.language import phrases, words
from pbp.language.context import Context
from pbp.language.folding import Line, fold, fold_line
from pbp.language.names import ENDING, Found, NearMiss, misspelt, resolve
from pbp.language.tied import Tied, ends_at, stops_at, tied_names

MISSPELLING_ALLOWED = {"seven_kill": words.VOTES}
"""Rule sets in which one wrong character by sound or shape is accepted, and for what (S-5.4)."""

MARKS = ",。!;、…~.)（(【《「—-"


class Heard(msgspec.Struct, frozen=True):
    """A command: its reading, and whether the line says that and nothing else.

    bare: a word that wants a name stands there without one.
    """

    reading: Reading
    alone: bool = True
    bare: bool = False

    @property
    def sure(self) -> bool:
        """An exact command, alone on its line."""
        return self.alone and not self.bare and self.reading.problem is None


def command(line: Line, context: Context) -> Heard | None:
    """What the line orders, or None where it is text."""
    best = _at_head(line, 0, context)
    if best is not None and best.reading.problem is None and not best.bare:
        return best
    bullet = phrases.BULLET.match(line.folded)
    behind = _at_head(line, bullet.end(), context) if bullet and bullet.end() else None
    return best or behind


def _at_head(line: Line, start: int, context: Context) -> Heard | None:
    folded, best = line.folded, None
    opened = folded[start : start + 1] in ("[", "【")
    begin = start + opened
    mine = next((word for word in words.MYSELF if folded.startswith(word, begin)), None)
    if mine is not None:
        return _as_owner(line, begin + len(mine), context)
    for length in range(min(words.longest_word(), len(folded) - begin), 0, -1):
        word = words.words().get(folded[begin : begin + length])
        if word is None:
            continue
        end = begin + length
        if opened and folded[end : end + 1] in ("]", "】"):
            heard = _behind(line, word, end + 1, True, context)
        elif opened:
            inner = fold_line(line.written(begin).rstrip("]】 " + ENDING))
            heard = _at_head(inner, 0, context) if folded.rstrip(ENDING + " ")[-1:] in "]】" else None
        else:
            heard = _behind(line, word, end, False, context)
        if heard is not None and heard.reading.problem is None and not heard.bare:
            return heard
        best = best or heard
    return best


def _as_owner(line: Line, end: int, context: Context) -> Heard | None:
    """真身: the person speaks as himself; what kind of post it is stands behind the word."""
    if end < len(line.folded) and not stops_at(line.folded, end):
        return None
    rest = line.written(end).lstrip(" :：,，")
    heard = _at_head(fold_line(rest), 0, context)
    if heard is None or heard.reading.kind not in words.BELOW:
        heard = Heard(Reading("chat", text=rest), alone=not rest)
    return msgspec.structs.replace(
        heard, reading=msgspec.structs.replace(heard.reading, as_owner=True)
    )


def _behind(
    line: Line, word: words.Word, end: int, separated: bool, context: Context
) -> Heard | None:
    folded = line.folded
    if end < len(folded) and _latin(folded[end - 1]) and _latin(folded[end]):
        return None
    if folded[end : end + 1] == "?" and word.takes != words.QUESTION:
        return None
    start = end
    while start < len(folded) and folded[start] in " :":
        start += 1
    return _TAKERS[word.takes](line, word, end, start, separated or start > end, context)


def _nothing(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    folded = line.folded
    if start < len(folded) and not _mark(folded, end):
        return None
    if folded[end:].rstrip(" !")[-1:] == "?":
        return None
    rest = line.written(start).lstrip(",，。!！;；、… ~～.:：")
    problem = "conditional" if phrases.CONDITION.search(folded, end) else None
    text = rest if word.kind in ("checkin", "abstain") else ""
    return Heard(Reading(word.kind, text=text, problem=problem), alone=ends_at(folded, start))


def _here(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    return _nothing(line, word, end, start, separated, context) if context.seat_thread else None


def _question(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    folded = line.folded
    if folded[end : end + 1] == "?" or ends_at(folded, start) or _mark(folded, end):
        return Heard(Reading("ask", text=word.main), alone=ends_at(folded, start))
    argument = phrases.PHASE_ARGUMENT.fullmatch(folded[start:].rstrip(ENDING + " ?"))
    if words.question_id(word.main) != "tally" or argument is None:
        return None
    return Heard(Reading("ask", text=f"{word.main} {argument.group().upper()}"))


def _text(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    folded = line.folded
    if not (separated or end >= len(folded) or stops_at(folded, end)):
        return None
    rest = line.written(start).lstrip(",，。!！;；、… ~～.:：)）")
    return Heard(Reading(word.kind, text=rest), alone=not rest)


def _reason(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    return None


def _number(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    number = line.folded[start:].strip(ENDING + " ()")
    return Heard(Reading(word.kind, text=number)) if number.isdecimal() and len(number) < 3 else None


def _pace(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    pace = words.PACES.get(line.folded[start:].strip(ENDING + " "))
    return Heard(Reading(word.kind, text=pace)) if pace else None


def _award(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    folded = line.folded
    for name in sorted(words.AWARDS, key=len, reverse=True):
        if not folded.startswith(name, start):
            continue
        place = start + len(name)
        behind = place
        while behind < len(folded) and folded[behind] in " :":
            behind += 1
        return _one_name(line, word.kind, behind, words.AWARDS[name], context)
    return None


def _second(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    heard = _award(line, word, end, start, separated, context)
    return heard or _one_name(line, word.kind, start, "", context)


def _one_name(line: Line, kind: str, start: int, text: str, context: Context) -> Heard | None:
    heard = line.written(start)
    who = resolve(heard, context.handles, context.writer)
    if isinstance(who, Found):
        return Heard(Reading(kind, (who.handle,), text))
    if isinstance(who, NearMiss):
        return Heard(_missed(kind, heard, who))
    return Heard(Reading(kind, text=text, problem="unknown_name", heard=heard)) if text else None


def _names(
    line: Line, word: words.Word, end: int, start: int, separated: bool, context: Context
) -> Heard | None:
    """One name, or several where the word takes several."""
    folded = line.folded
    if ends_at(folded, start):
        return Heard(Reading(word.kind, problem="unknown_name"), bare=True)
    if not separated:
        return _stuck(line, word, start, context)
    if _nobody(folded, start) and word.kind in words.VOTES:
        return _abstention(line, start)
    tied = tied_names(line, start, context)
    if not tied.handles or not _rest_is_apart(line, tied, word, context):
        return _unresolved(line, word, start, context)
    return _resolved(line, word, tied, context)


def _stuck(line: Line, word: words.Word, start: int, context: Context) -> Heard | None:
    """Without a separator: exactly a name, or names and nothing else."""
    rest = line.written(start)
    who = resolve(rest, context.handles, context.writer)
    if isinstance(who, Found):
        return Heard(Reading(word.kind, (who.handle,)))
    tied = tied_names(line, start, context)
    if tied.handles and ends_at(line.folded, tied.end) and not (
        tied.hurt and len(tied.handles) == 1
    ):
        return _resolved(line, word, tied, context)
    if _nobody(line.folded, start) and word.kind in words.VOTES and not word.weak:
        return _abstention(line, start)
    same_length = isinstance(who, NearMiss) and _length(rest) in map(_length, who.handles)
    if isinstance(who, NearMiss) and same_length and not word.weak:
        return _near(line, word, rest, who, context)
    return None


def _resolved(line: Line, word: words.Word, tied: Tied, context: Context) -> Heard:
    folded, kind = line.folded, word.kind
    rest = line.written(tied.end)
    alone = ends_at(folded, tied.end)
    if tied.hurt:
        return Heard(Reading(kind, problem="near_miss", heard=rest, meant=tied.handles), alone)
    if _conditional(line, tied.end):
        return Heard(doubtful(kind, tied.handles, "conditional"), alone)
    others = () if alone else _corrections(line, tied.end, word, context)
    candidates = tuple(dict.fromkeys((*tied.handles, *others)))
    if len(candidates) > 1 and (word.takes == words.NAME or others):
        return Heard(doubtful(kind, candidates, "ambiguous"), alone)
    if phrases.ALTERNATIVE.match(folded, tied.end):
        return Heard(doubtful(kind, candidates, "ambiguous"), alone)
    targets = tied.every if word.takes == words.NAMES else tied.handles
    text = "" if alone else _tidy(rest, kind)
    return Heard(Reading(kind, targets, text), alone)


def doubtful(kind: str, candidates: tuple[str, ...], problem: str) -> Reading:
    """A reading that must be asked about; one candidate alone never looks like a target."""
    if len(candidates) > 1:
        return Reading(kind, candidates, problem=problem)
    return Reading(kind, problem=problem, meant=candidates)


def _conditional(line: Line, end: int) -> bool:
    reason = phrases.REASON.search(line.folded, end)
    label = phrases.VOTER_LABEL.search(line.folded, end)
    limits = [found.start() for found in (reason, label) if found]
    return phrases.CONDITION.search(line.folded, end, min(limits, default=len(line.folded))) is not None


def _corrections(line: Line, end: int, word: words.Word, context: Context) -> tuple[str, ...]:
    """Other names that the rest of the line gives as a clause of their own ("no, kill Y")."""
    found: list[str] = []
    last = end
    for stop in (*phrases.CLAUSE_ENDS.finditer(line.folded, end), None):
        clause = fold_line(line.written(last, stop.start() if stop else None))
        last = stop.end() if stop else last
        if not clause.folded or len(clause.folded) > 40:
            continue
        for start in _word_ends(clause.folded, word.kind):
            tied = tied_names(clause, start, context)
            if tied.handles and ends_at(clause.folded, tied.end):
                found += tied.handles
                break
    return tuple(found)


def _word_ends(folded: str, kind: str) -> list[int]:
    """Places behind a word of this kind at the clause's head, with "no" before it or not."""
    ends = []
    for head in ("", "不对", "不是", "不", "错了", "改", "还是", "no", "no "):
        if head and not folded.startswith(head):
            continue
        for length in range(words.longest_word(), 0, -1):
            word = words.words().get(folded[len(head) : len(head) + length])
            if word is not None and word.kind == kind:
                ends.append(len(head) + length)
        if head != "不":
            ends.append(len(head))
    return ends


def _rest_is_apart(line: Line, tied: Tied, word: words.Word, context: Context) -> bool:
    """Whether what follows the names cannot be the rest of a longer name."""
    folded = line.folded
    if stops_at(folded, tied.end) or phrases.CONDITION.match(folded, tied.end):
        return True
    if word.kind not in words.VOTES:
        return phrases.ALTERNATIVE.match(folded, tied.end) is not None
    particles = phrases.PARTICLES.match(folded, tied.end)
    if particles and stops_at(folded, particles.end()):
        return True
    token = _token(folded, tied.end)
    return phrases.GOES_ON.match(folded, tied.end) is not None or len(token) >= 3


def _unresolved(line: Line, word: words.Word, start: int, context: Context) -> Heard | None:
    folded = line.folded
    token = _token(folded, start)
    whole = folded[start:].strip(ENDING + " ")
    end = start + len(token)
    if folded[end:].lstrip(" ")[:1] == "?" or folded.rstrip(ENDING + " ")[-1:] == "?":
        return None
    if phrases.OF_THEM.search(token) and word.kind in words.VOTES:
        return None
    for heard, alone in ((whole, True), (token, ends_at(folded, end))):
        who = resolve(_as_written(line, start, heard), context.handles, context.writer)
        if isinstance(who, NearMiss) and (alone or not word.weak):
            found = _near(line, word, _as_written(line, start, heard), who, context)
            return msgspec.structs.replace(found, alone=alone)
    longest = max(map(_length, context.handles), default=0)
    alone = ends_at(folded, end)
    if len(token) > max(longest + 2, 4) or (not alone and (word.weak or _latin(token[:1]))):
        return None
    heard = _as_written(line, start, token)
    return Heard(Reading(word.kind, problem="unknown_name", heard=heard), alone)


def _near(line: Line, word: words.Word, heard: str, who: NearMiss, context: Context) -> Heard:
    if word.kind in MISSPELLING_ALLOWED.get(context.ruleset or "", ()):
        allowed = misspelt(heard, context.handles)
        if len(allowed) == 1:
            return Heard(Reading(word.kind, allowed))
    return Heard(_missed(word.kind, heard, who))


def _missed(kind: str, heard: str, who: NearMiss) -> Reading:
    return Reading(kind, problem="near_miss", heard=heard.strip(), meant=who.handles)


def _abstention(line: Line, start: int) -> Heard:
    word = next(nobody for nobody in words.NOBODY if line.folded.startswith(nobody, start))
    end = start + len(word)
    rest = line.written(end)
    problem = "conditional" if _conditional(line, end) else None
    alone = ends_at(line.folded, end)
    text = "" if alone else _tidy(rest, "vote")
    return Heard(Reading("abstain", text=text, problem=problem), alone)


def _nobody(folded: str, start: int) -> bool:
    return any(
        folded.startswith(nobody, start) and stops_at(folded, start + len(nobody))
        for nobody in words.NOBODY
    )


def _token(folded: str, start: int) -> str:
    """What stands there up to the next blank or mark."""
    end = start
    while end < len(folded) and folded[end] not in " ,。!?;:、()…~/":
        end += 1
    return folded[start:end]


def _as_written(line: Line, start: int, heard: str) -> str:
    return line.inside(start, start + len(heard))


def _tidy(rest: str, kind: str) -> str:
    """The words behind the name, without the mark between and without a label."""
    text = rest.lstrip(",，。!！;；、… ~～.:：)）]】》」")
    if kind in words.VOTES:
        label = phrases.REASON_LABEL.match(fold_line(text).folded)
        if label and label.end():
            return fold_line(text).written(label.end())
    return text


def _mark(folded: str, place: int) -> bool:
    """Whether a punctuation mark stands there (a question mark is none)."""
    character = folded[place : place + 1]
    return bool(character) and character != "?" and not character.isalnum() and character != " "


def _latin(character: str) -> bool:
    return bool(character) and character.isalpha() and character < "\u2e80"


def _length(name: str) -> int:
    return len(fold(name))


_TAKERS = {
    words.NOTHING: _nothing,
    words.HERE: _here,
    words.QUESTION: _question,
    words.TEXT: _text,
    words.VOTER_WORD: _reason,
    words.NUMBER: _number,
    words.PACE: _pace,
    words.AWARD: _award,
    words.SECOND: _second,
    words.NAME: _names,
    words.NAMES: _names,
}
