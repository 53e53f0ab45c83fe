"""Claims: what a person's prose says of his own vote, vote word by vote word (C-6.2).

What is said of other people's votes, of old ones, in a quotation or as a question is no claim.
Nothing here weighs the claims of a mail against each other; votes.py does.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice

import msgspec

from pbp.language import phrases
from pbp.language.context import Context
from pbp.language.folding import Line, fold
from pbp.language.heard import asks_at, stops_at, token_at
from pbp.language.manner import Manner, manner_of
from pbp.language.names import NearMiss, misspelt, resolve
from pbp.language.tied import Tied, lists_more, tied_names

QUOTED = re.compile(r"“[^”]{0,200}”|「[^」]{0,200}」|『[^』]{0,200}』|\"[^\"]{0,200}\"")
CLAIMS_MAX, WORDS_MAX = 40, 400
"""More vote words than any person writes; a mail with more of them is not read to its end."""
WINDOW = 200
"""So many characters of a sentence are looked at for a condition."""


class Claim(msgspec.Struct, frozen=True):
    """One vote word with whom it is tied to, where it stands, and in which manner it was said."""

    kind: str
    handles: tuple[str, ...]
    line: int
    start: int
    end: int
    conditional: bool = False
    alternative: bool = False
    first_person: bool = False
    heard: str = ""
    meant: tuple[str, ...] = ()


class Word(msgspec.Struct, frozen=True):
    """A vote word in its line, with what stands before it."""

    line: Line
    folded: str
    number: int
    match: re.Match[str]
    manner: Manner
    condition: bool
    context: Context

    @property
    def form(self) -> bool:
        """Whether it is the label of the form, which is always understood."""
        labelled = phrases.FORM_WORD.match(self.match.group()) is not None
        return labelled and self.folded[self.match.end() :].lstrip(" ")[:1] == ":"

    @property
    def kind(self) -> str:
        """vote, change or abstain."""
        if phrases.ABSTAIN_WORD.search(self.match.group()):
            return "abstain"
        return "change" if phrases.CHANGE_WORD.search(self.match.group()) else "vote"


def all_claims(lines: list[Line], context: Context) -> list[Claim]:
    """What the lines say of the writer's own vote, in order."""
    numbered = (place for place in enumerate(lines) if phrases.VOTE_WORDS.search(place[1].folded))
    claims = (claim for number, line in numbered for claim in _claims(line, number, context))
    return list(islice(claims, CLAIMS_MAX))


def _claims(line: Line, number: int, context: Context) -> Iterator[Claim]:
    """Every vote word of the line that says something of the writer's own vote."""
    masked = QUOTED.sub(_mask, line.folded)
    clauses = [0, *(end.end() for end in phrases.CLAUSE_ENDS.finditer(masked))]
    sentences = [0, *(end.end() for end in phrases.SENTENCE_ENDS.finditer(masked))]
    behind = 0
    for match in islice(phrases.VOTE_WORDS.finditer(masked), WORDS_MAX):
        start = match.start()
        if start < behind:
            continue
        clause = clauses[bisect_right(clauses, start) - 1]
        sentence = sentences[bisect_right(sentences, start) - 1]
        manner = manner_of(
            masked[max(clause, start - 60) : start], masked[max(0, clause - 12) : clause], context
        )
        condition = _condition_before(masked[max(sentence, start - WINDOW) : start], context)
        claim = _claim(Word(line, masked, number, match, manner, condition, context))
        if claim is not None:
            behind = claim.end
            yield claim


def _mask(quoted: re.Match[str]) -> str:
    """A quotation that votes is somebody else's; one around a name is only a bracket."""
    text = quoted.group()
    return "x" * len(text) if phrases.VOTE_WORDS.search(text) else text


def _claim(word: Word) -> Claim | None:
    manner = word.manner
    if not (manner.own or word.form or (word.condition and manner.possible)):
        return None
    end = word.match.end()
    if word.kind != "abstain":
        return _tied_claim(word)
    particles = phrases.PARTICLES.match(word.folded, end)
    place = particles.end() if particles else end
    if not stops_at(word.folded, place) or asks_at(word.folded, place):
        return None
    condition = word.condition or _condition_behind(word.folded, end)
    return Claim("abstain", (), word.number, word.match.start(), end, condition)


def _tied_claim(word: Word) -> Claim | None:
    folded = word.folded
    link = phrases.LINKS.match(folded, word.match.end())
    start = link.end() if link else word.match.end()
    tied = tied_names(word.line, start, word.context)
    free = word.manner.first_person or word.form or word.condition
    if not tied.handles or not _goes_on_well(folded, tied.end, free):
        return _nearly(word, start)
    if tied.hurt:
        return _hurt(word, tied)
    alternative = phrases.ALTERNATIVE.match(folded, tied.end) is not None
    alternative = alternative or lists_more(word.line, tied.end, word.context)
    return Claim(
        word.kind,
        tied.handles,
        word.number,
        word.match.start(),
        tied.end,
        word.condition or _condition_behind(folded, tied.end),
        word.manner.alternative or alternative,
        word.manner.first_person,
    )


def _hurt(word: Word, tied: Tied) -> Claim:
    heard = word.line.inside(tied.start, tied.end)
    start = word.match.start()
    return Claim(word.kind, (), word.number, start, tied.end, heard=heard, meant=tied.handles)


def _nearly(word: Word, start: int) -> Claim | None:
    """A name that is nearly one; anything else behind a vote word is prose."""
    whole = token_at(word.folded, start)
    end = start + len(whole)
    if asks_at(word.folded, end) or not (word.manner.own or word.form):
        return None
    token = phrases.PARTICLES.sub("", whole) or whole
    heard = _near_one(word, start, token)
    if heard is None:
        return None
    who = resolve(heard, word.context.handles, None)
    meant = who.handles if isinstance(who, NearMiss) else ()
    begin = word.match.start()
    return Claim(word.kind, (), word.number, begin, end, word.condition, heard=heard, meant=meant)


def _near_one(word: Word, start: int, token: str) -> str | None:
    """The words there that are one step from a name: all of them, or as many as a name has."""
    handles = word.context.handles
    lengths = sorted({len(fold(handle)) for handle in handles}, reverse=True)
    if 1 < len(token) <= max(lengths, default=0) + 1:
        heard = word.line.inside(start, start + len(token))
        if isinstance(resolve(heard, handles, None), NearMiss):
            return heard
    for length in lengths if word.manner.first_person or word.form else ():
        heard = word.line.inside(start, start + min(length, len(token)))
        if length < len(token) and misspelt(heard, handles):
            return heard
    return None


def _goes_on_well(folded: str, end: int, free: bool) -> bool:
    """Whether the words behind the name leave it the name of someone who is voted for."""
    if asks_at(folded, end) or phrases.OF_THEM.match(folded, end):
        return False
    particles = phrases.PARTICLES.match(folded, end)
    if particles and asks_at(folded, particles.end()):
        return False
    if stops_at(folded, particles.end() if particles else end):
        return free or not _about(folded, end)
    if free:
        return particles is not None or len(token_at(folded, end)) > 1
    return phrases.GOES_ON.match(folded, end) is not None


def _about(folded: str, end: int) -> bool:
    return folded[end : end + 1] == " " and phrases.ABOUT.match(folded, end + 1) is not None


def _condition_before(before: str, context: Context) -> bool:
    for handle in context.handles:
        before = before.replace(fold(handle), "x")
    return phrases.CONDITION.search(before) is not None


def _condition_behind(folded: str, end: int) -> bool:
    """Whether the sentence goes on with a condition before it gives a reason."""
    stop = phrases.SENTENCE_ENDS.search(folded, end)
    reason = phrases.REASON.search(folded, end)
    limits = [found.start() for found in (stop, reason) if found]
    limit = min([*limits, end + WINDOW], default=len(folded))
    return phrases.CONDITION.search(folded, end, limit) is not None
