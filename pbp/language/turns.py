"""归票 X, 站边 X, 跟票, +1 …: turns of phrase that are never guessed to be a vote (mail.md).

What was said and whom it may mean goes back to the writer, with the line that would be a vote.
"""

import re

from pbp.game.intents import Understood
from pbp.language import phrases
from pbp.language.context import Context
from pbp.language.folding import Line
from pbp.language.names import ENDING, Found, NearMiss, Unknown, resolve

_PLAINLY_OF_A_VOTE = ("归票", "站边", "跟票", "同票")
"""Words that speak of a vote whatever follows them."""

PHRASE_MAX = 40
"""So much of it is shown to its writer."""


def must_be_asked(line: Line, context: Context) -> bool:
    """Whether a line is such a turn of phrase, and nothing else."""
    words = _words(line)
    if phrases.ASKED.fullmatch(words):
        return True
    found = phrases.ASKED_OF.fullmatch(words)
    return found is not None and not isinstance(_named(found, context), Unknown)


def asked(said: list[Line], context: Context) -> Understood | None:
    """What is asked back about the first line; None where it is no such turn of phrase."""
    if not said:
        return None
    words = _words(said[0])
    phrase = said[0].raw.strip()[:PHRASE_MAX]
    if must_be_asked(said[0], context) or _is_as_vague(words, context):
        return Understood(problem="unreadable", phrase=phrase, named=_meant(words, context))
    found = phrases.ASKED_OF.fullmatch(words)
    if found is not None and words.removeprefix("我").startswith(_PLAINLY_OF_A_VOTE):
        return Understood(problem="unreadable", phrase=phrase)
    return None


def _is_as_vague(words: str, context: Context) -> bool:
    """As must_be_asked, where nothing else could be meant: 归小一, but not 跟你说."""
    found = phrases.ASKED_TOO.fullmatch(words)
    return found is not None and (
        not found["name"] or not isinstance(_named(found, context), Unknown)
    )


def _meant(words: str, context: Context) -> tuple[str, ...]:
    """Whom the words may mean, as the roster writes them."""
    for pattern in (phrases.ASKED_OF, phrases.ASKED_TOO):
        found = pattern.fullmatch(words)
        name = _named(found, context) if found and found["name"] else None
        if isinstance(name, Found):
            return (name.handle,)
        if isinstance(name, NearMiss):
            return name.handles
    return ()


def _named(found: re.Match[str], context: Context) -> Found | NearMiss | Unknown:
    return resolve(found["name"], context.handles, context.writer)


def _words(line: Line) -> str:
    return line.folded.strip(ENDING + " ")
