"""Votes in prose: "this vote of mine goes to X, because …" (C-6.2, C-6.5).

A condition, an alternative or a second name makes a vote doubtful. Nothing here reads orders, and
nothing is guessed.
"""

import re

import msgspec

from pbp.game.intents import Reading
from pbp.language import phrases
from pbp.language.claims import Claim, all_claims
from pbp.language.context import Context
from pbp.language.folding import Line
from pbp.language.heard import doubtful, ends_at, words_behind
from pbp.language.names import Found, NearMiss, resolve
from pbp.language.targets import missed
from pbp.language.tied import tied_names

BULLET = re.compile(r"[-–—•·*●] ?")


def vote_in_prose(lines: list[Line], context: Context) -> Reading | None:
    """The vote that the lines speak of, or None."""
    claims = all_claims(lines, context)
    if not claims:
        return None
    kinds = {claim.kind for claim in claims}
    kind = "change" if "change" in kinds else "vote" if "vote" in kinds else "abstain"
    candidates = tuple(dict.fromkeys(name for claim in claims for name in claim.handles))
    alternative = any(claim.alternative for claim in claims)
    reading = Reading(kind, candidates)
    if any(claim.conditional for claim in claims):
        reading = doubtful(kind, candidates, "conditional")
    elif len(candidates) > 1 or (candidates and "abstain" in kinds) or alternative:
        reading = doubtful(kind, candidates, "ambiguous")
    elif not candidates and kind != "abstain":
        reading = missed(kind, claims[0].heard, claims[0].meant, context)
    return msgspec.structs.replace(reading, text=_reason(lines, claims))


def overturned(vote: Reading, lines: list[Line], context: Context) -> Reading:
    """A vote in form, asked about if the reason below it gives the vote to somebody else.

    That is: on a condition ("if he speaks, I vote Y"), or in the first person.
    """
    claims = all_claims(lines, context)
    doubts = [claim for claim in claims if claim.conditional or claim.first_person]
    names = tuple(name for claim in doubts for name in claim.handles)
    candidates = tuple(dict.fromkeys((*vote.targets, *names)))
    if candidates == vote.targets:
        return vote
    conditional = any(claim.conditional for claim in doubts)
    return doubtful(vote.kind, candidates, "conditional" if conditional else "ambiguous")


def plain_name(line: Line, context: Context) -> Reading | None:
    """A line that is a name and nothing else, as it stands in a vote thread."""
    bullet = BULLET.match(line.folded)
    start = bullet.end() if bullet else 0
    for text in (line.raw, line.written(start)):
        who = resolve(text, context.handles, context.writer)
        if isinstance(who, Found):
            return Reading("vote", (who.handle,))
        if isinstance(who, NearMiss):
            return missed("vote", text, who.handles, context)
    tied = tied_names(line, start, context)
    if tied.handles and ends_at(line.folded, tied.end):
        return doubtful("vote", tied.handles, "ambiguous")
    return None


def _reason(lines: list[Line], claims: list[Claim]) -> str:
    """All the words, or what stands behind the vote where it comes first."""
    first = claims[0]
    head = next((number for number, line in enumerate(lines) if line.folded), 0)
    clause = phrases.CLAUSE_ENDS.search(lines[head].folded, 0, first.start)
    if len(claims) > 1 or first.line != head or clause:
        return "\n".join(line.raw.rstrip() for line in lines).strip()
    particles = phrases.PARTICLES.match(lines[head].folded, first.end)
    rest = words_behind(lines[head].written(particles.end() if particles else first.end))
    return "\n".join([rest, *(line.raw.rstrip() for line in lines[head + 1 :])]).strip()
