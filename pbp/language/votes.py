"""Votes in prose: "this vote of mine goes to X, because …" (C-6.2, C-6.5).

Only what the writer says of his own vote, now and without reserve, is a vote; a condition, an
alternative or a second name makes it doubtful; a denial, a report or a wish is no vote at all.
Nothing here reads orders.
"""

import re
from collections.abc import Iterator

import msgspec

from pbp.game.intents import Reading
from pbp.language import phrases
from pbp.language.commands import MISSPELLING_ALLOWED, doubtful
from pbp.language.context import Context
from pbp.language.folding import Line, fold_line
from pbp.language.names import ENDING, Found, NearMiss, Unknown, misspelt, resolve
from pbp.language.tied import ends_at, stops_at, tied_names

QUOTED = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"]*\"")


class Claim(msgspec.Struct, frozen=True):
    """One vote word with what is tied to it, and in which manner it was said."""

    kind: str
    handles: tuple[str, ...]
    line: int
    end: int
    start: int
    conditional: bool = False
    alternative: bool = False
    near: NearMiss | None = None
    heard: str = ""


def vote_in_prose(lines: list[Line], context: Context) -> Reading | None:
    """The vote that the lines speak of, or None."""
    claims = [claim for place, line in enumerate(lines) for claim in _claims(line, place, context)]
    if not claims:
        return None
    kind = _kind(claims)
    candidates = tuple(dict.fromkeys(name for claim in claims for name in claim.handles))
    text = _reason(lines, claims)
    if any(claim.conditional for claim in claims):
        return _with_text(doubtful(kind, candidates, "conditional"), text)
    if len(candidates) > 1 or any(claim.alternative for claim in claims):
        return _with_text(doubtful(kind, candidates, "ambiguous"), text)
    if candidates and any(claim.kind == "abstain" for claim in claims):
        return _with_text(doubtful(kind, candidates, "ambiguous"), text)
    if candidates or kind == "abstain":
        return Reading(kind, candidates, text)
    return _with_text(_near_miss(kind, claims[0], context), text)


def plain_name(line: Line, context: Context) -> Reading | None:
    """A line that is a name and nothing else, as it stands in a vote thread."""
    for text in (line.raw, _without_bullet(line)):
        who = resolve(text, context.handles, context.writer)
        if isinstance(who, Found):
            return Reading("vote", (who.handle,))
        if isinstance(who, NearMiss):
            claim = Claim("vote", (), 0, 0, 0, near=who, heard=text.strip())
            return _near_miss("vote", claim, context)
    tied = tied_names(line, 0, context)
    if len(tied.handles) > 1 and ends_at(line.folded, tied.end):
        return doubtful("vote", tied.handles, "ambiguous")
    return None


def reason_overturns(lines: list[Line], context: Context) -> tuple[str, ...]:
    """Names that the reason below a vote gives it to on a condition ("if he speaks I vote Y")."""
    found: list[str] = []
    for place, line in enumerate(lines):
        if phrases.CONDITION.search(line.folded) is None:
            continue
        found += [
            name
            for claim in _claims(line, place, context)
            if claim.conditional
            for name in claim.handles
        ]
    return tuple(found)


def _without_bullet(line: Line) -> str:
    bullet = re.match(r"[-–—•·*●] ?", line.folded)
    return line.written(bullet.end()) if bullet else line.raw


def _kind(claims: list[Claim]) -> str:
    kinds = {claim.kind for claim in claims}
    if "change" in kinds:
        return "change"
    return "abstain" if kinds == {"abstain"} else "vote"


def _with_text(reading: Reading, text: str) -> Reading:
    return msgspec.structs.replace(reading, text=text)


def _near_miss(kind: str, claim: Claim, context: Context) -> Reading:
    if kind in MISSPELLING_ALLOWED.get(context.ruleset or "", ()):
        allowed = misspelt(claim.heard, context.handles)
        if len(allowed) == 1:
            return Reading(kind, allowed)
    meant = claim.near.handles if claim.near else ()
    return Reading(kind, problem="near_miss", heard=claim.heard, meant=meant)


def _claims(line: Line, place: int, context: Context) -> Iterator[Claim]:
    """Every vote word of the line that says something of the writer's own vote."""
    folded = line.folded
    if phrases.VOTE_WORDS.search(folded) is None:
        return
    masked = QUOTED.sub(_mask, folded)
    clauses = _starts(phrases.CLAUSE_ENDS, masked)
    sentences = _starts(phrases.SENTENCE_ENDS, masked)
    behind = 0
    for word in phrases.VOTE_WORDS.finditer(masked):
        if word.start() < behind:
            continue
        clause = clauses[word.start()]
        claim = _claim(line, masked, word, (clause, sentences[word.start()]), place, context)
        if claim is not None:
            behind = claim.end
            yield claim


def _mask(quoted: re.Match[str]) -> str:
    """A quotation that votes is somebody else's; one around a name is only a bracket."""
    text = quoted.group()
    return "x" * len(text) if phrases.VOTE_WORDS.search(text) else text


def _starts(ends: re.Pattern[str], text: str) -> list[int]:
    """For each place of the text where its clause or sentence begins."""
    starts: list[int] = []
    last = 0
    for stop in ends.finditer(text):
        starts += [last] * (stop.end() - len(starts))
        last = stop.end()
    return starts + [last] * (len(text) + 1 - len(starts))


def _claim(
    line: Line,
    folded: str,
    word: re.Match[str],
    begins: tuple[int, int],
    place: int,
    context: Context,
) -> Claim | None:
    clause, sentence = begins
    before = folded[max(clause, word.start() - 60) : word.start()].strip()
    form = phrases.FORM_WORD.match(word.group()) is not None and folded[word.end() :][:1] == ":"
    manner = _Manner.of(before, folded[max(0, clause - 12) : clause], context)
    condition = _condition_before(folded, sentence, word.start(), context)
    if not (manner.own or form or (condition and manner.possible)):
        return None
    kind = "change" if phrases.CHANGE_WORD.search(word.group()) else "vote"
    if phrases.ABSTAIN_WORD.search(word.group()):
        if not _stops(folded, word.end()):
            return None
        return Claim("abstain", (), place, word.end(), word.start(), conditional=condition)
    return _tied_claim(line, folded, word, place, context, kind, manner, condition, form)


def _tied_claim(  # noqa: PLR0913 - the parts of one clause
    line: Line,
    folded: str,
    word: re.Match[str],
    place: int,
    context: Context,
    kind: str,
    manner: "_Manner",
    condition: bool,
    form: bool,
) -> Claim | None:
    start = word.end()
    while start < len(folded) and folded[start] in " :":
        start += 1
    tied = tied_names(line, start, context)
    if not tied.handles:
        return _unresolved(line, folded, start, place, context, kind, manner)
    if not _goes_on_well(folded, tied.end, manner.first_person or form or condition):
        return _unresolved(line, folded, start, place, context, kind, manner)
    if tied.hurt:
        return Claim(kind, (), place, tied.end, word.start(), near=NearMiss(tied.handles))
    alternative = manner.alternative or phrases.ALTERNATIVE.match(folded, tied.end) is not None
    conditional = condition or _condition_behind(folded, tied.end)
    return Claim(kind, tied.handles, place, tied.end, word.start(), conditional, alternative)


def _unresolved(
    line: Line,
    folded: str,
    start: int,
    place: int,
    context: Context,
    kind: str,
    manner: "_Manner",
) -> Claim | None:
    """A name that is nearly one; anything else behind a vote word is prose."""
    end = start
    while end < len(folded) and folded[end] not in " ,。!?;:、()…~":
        end += 1
    if folded[end : end + 1] == "?" or not manner.own:
        return None
    token = phrases.PARTICLES.sub("", folded[start:end]) or folded[start:end]
    longest = max((len(handle) for handle in context.handles), default=0)
    for length in {len(token), *(len(handle) for handle in context.handles)}:
        heard = line.inside(start, start + min(length, len(token))) if token else ""
        who: object = resolve(heard, context.handles, None) if heard else Unknown()
        whole = length == len(token)
        if isinstance(who, NearMiss) and (
            (whole and length <= longest + 1 and length > 1)
            or (manner.first_person and misspelt(heard, context.handles))
        ):
            return Claim(kind, (), place, end, start, near=who, heard=heard)
    return None


def _goes_on_well(folded: str, end: int, own: bool) -> bool:
    """Whether the words behind the name leave it the name of someone who is voted for."""
    if folded[end:].lstrip(" ")[:1] == "?":
        return False
    if own:
        them = phrases.OF_THEM.match(folded, end)
        one_more = len(folded) - end == 1 or not folded[end + 1 : end + 2].isalnum()
        if them is not None:
            return False
        return stops_at(folded, end) or not one_more or bool(phrases.PARTICLES.match(folded, end))
    particles = phrases.PARTICLES.match(folded, end)
    if particles and stops_at(folded, particles.end()):
        return True
    if folded[end : end + 1] == " " and phrases.ABOUT.match(folded, end + 1):
        return False
    return stops_at(folded, end) or phrases.GOES_ON.match(folded, end) is not None


def _stops(folded: str, end: int) -> bool:
    particles = phrases.PARTICLES.match(folded, end)
    place = particles.end() if particles else end
    return stops_at(folded, place) and folded[place:].lstrip(" ")[:1] != "?"


def _condition_before(folded: str, sentence: int, start: int, context: Context) -> bool:
    before = folded[sentence:start]
    for handle in context.handles:
        before = before.replace(fold_line(handle).folded, "x")
    return phrases.CONDITION.search(before) is not None


def _condition_behind(folded: str, end: int) -> bool:
    stop = phrases.SENTENCE_ENDS.search(folded, end)
    reason = phrases.REASON.search(folded, end)
    limits = [found.start() for found in (stop, reason) if found]
    limit = min(limits, default=len(folded))
    return phrases.CONDITION.search(folded, end, limit) is not None


def _reason(lines: list[Line], claims: list[Claim]) -> str:
    """All the words, or what stands behind the vote where it comes first."""
    first = claims[0]
    whole = "\n".join(line.raw for line in lines).strip()
    head = next((place for place, line in enumerate(lines) if line.folded), 0)
    if len(claims) > 1 or first.line != head or phrases.CLAUSE_ENDS.search(
        lines[head].folded, 0, first.start
    ):
        return whole
    rest = lines[head].written(first.end).lstrip(",，。!！;；、… ~～.:：)）]】")
    return "\n".join([rest, *(line.raw for line in lines[head + 1 :])]).strip()


class _Manner(msgspec.Struct, frozen=True):
    """How the words before a vote word speak: of the writer's own vote, or possibly so."""

    own: bool
    possible: bool
    first_person: bool
    alternative: bool

    @classmethod
    def of(cls, before: str, earlier: str, context: Context) -> "_Manner":
        """Judge by the clause's words before the vote word and by the end of the clause before."""
        alternative, rest = False, before
        for word in phrases.ALTERNATIVELY:
            if rest.startswith(word):
                alternative, rest = True, rest[len(word) :].strip()
        first = any(_begins(rest, word) for word in phrases.FIRST_PERSON) or any(
            word in rest for word in phrases.FIRST_PERSON[:6]
        )
        named = phrases.FROM_NAME.search(rest)
        if named and isinstance(
            resolve(named["name"], context.handles, context.writer), Found
        ):
            rest = rest[: named.start()]
        own = _only_openers(rest)
        said = phrases.SPEECH.search(earlier.rstrip(" :,，：“\"「『")) is not None
        if said and not first:
            return cls(False, False, first, alternative)
        denied = phrases.DENIAL.search(rest) is not None
        others = phrases.OTHERS.search(rest) is not None or _ends_with_name(rest, context)
        return cls(own, not denied and not others, first, alternative)


def _begins(text: str, word: str) -> bool:
    return text == word or text.startswith(word + " ") or (
        text.startswith(word) and word[0] > "\u2e80"
    )


def _ends_with_name(text: str, context: Context) -> bool:
    return any(text.endswith(fold_line(handle).folded) for handle in context.handles)


def _only_openers(text: str) -> bool:
    """Whether the words are nothing but what may stand before one's own vote."""
    rest = text.strip(ENDING + " -*•·+>")
    while rest:
        found = next((word for word in _openers() if _begins(rest, word)), None)
        if found is None:
            return False
        rest = rest[len(found) :].lstrip()
    return True


def _openers() -> list[str]:
    return sorted(phrases.OPENERS, key=len, reverse=True)


