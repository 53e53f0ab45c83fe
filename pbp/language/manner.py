"""How the words before a vote word speak: of the writer's own vote, now and without reserve.

A denial, a report, a wish, somebody else's vote or an old one is no vote. The words before must be
nothing but what may stand there; whatever else they are is left to be asked about.
"""

from functools import cache

import msgspec

from pbp.language import phrases
from pbp.language.context import Context
from pbp.language.folding import fold
from pbp.language.names import ENDING, Found, resolve


class Manner(msgspec.Struct, frozen=True):
    """own: it is the writer's own vote. possible: nothing says that it is not.

    first_person: he says so. alternative: one of several ("either …").
    """

    own: bool
    possible: bool
    first_person: bool = False
    alternative: bool = False


def manner_of(before: str, earlier: str, context: Context) -> Manner:
    """Judge by the clause's words before the vote word and by the end of the clause before."""
    rest = before.strip(ENDING + " -*•·+>")
    bare = _without(rest, phrases.ALTERNATIVELY)
    alternative = bare != rest
    first = _speaks_of_himself(bare)
    if phrases.SPEECH.search(earlier.rstrip(' :,“"「『')) and not first:
        return Manner(own=False, possible=False)
    denied = phrases.DENIAL.search(bare) is not None
    others = phrases.OTHERS.search(bare) is not None or _ends_with_name(bare, context)
    own = _only_openers(_without_origin(bare, context))
    return Manner(own, not denied and not others, first, alternative)


def _without(text: str, words: tuple[str, ...]) -> str:
    return next((text[len(word) :].strip() for word in words if _begins(text, word)), text)


def _without_origin(text: str, context: Context) -> str:
    """The words without "from X", for whom he voted before."""
    found = phrases.FROM_NAME.search(text)
    if found is None:
        return text
    who = resolve(found["name"], context.handles, context.writer)
    return text[: found.start()] if isinstance(who, Found) else text


def _speaks_of_himself(text: str) -> bool:
    for word in phrases.FIRST_PERSON:
        if word in text if word > "\u2e80" else _begins(text, word):
            return True
    return False


def _ends_with_name(text: str, context: Context) -> bool:
    return any(text.endswith(fold(handle)) for handle in context.handles)


def _only_openers(text: str) -> bool:
    """Whether the words are nothing but what may stand before one's own vote."""
    rest = text
    while rest:
        shorter = _without(rest, _openers())
        if shorter == rest:
            return False
        rest = shorter
    return True


def _begins(text: str, word: str) -> bool:
    """Whether the text begins with the word, and no Latin word goes on behind it."""
    if not text.startswith(word):
        return False
    behind = text[len(word) : len(word) + 1]
    return word > "\u2e80" or not behind.isalnum()


@cache
def _openers() -> tuple[str, ...]:
    return tuple(sorted(phrases.OPENERS.split(), key=len, reverse=True))
