"""What was heard on one line, and the small questions about places in it that readers share.

Nothing here knows a word of command.
"""

import msgspec

from pbp.game.intents import Reading
from pbp.language import phrases
from pbp.language.names import CLOSING, ENDING, lost


class Heard(msgspec.Struct, frozen=True):
    """A command: its reading, and whether the line says that and nothing else.

    bare: a word that wants a name stands there without one. weak: the word is one of those single
    characters that everyday language is full of.
    """

    reading: Reading
    alone: bool = True
    bare: bool = False
    weak: bool = False

    @property
    def exact(self) -> bool:
        """A complete command without any doubt."""
        return not self.bare and self.reading.problem is None

    @property
    def sure(self) -> bool:
        """An exact command, alone on its line."""
        return self.exact and self.alone


def doubtful(kind: str, candidates: tuple[str, ...], problem: str) -> Reading:
    """A reading that must be asked about; one candidate alone never looks like a target."""
    if len(candidates) > 1:
        return Reading(kind, candidates, problem=problem)
    return Reading(kind, problem=problem, meant=candidates)


def ends_at(folded: str, place: int) -> bool:
    """Whether nothing but end marks stands from this place to the end of the line."""
    return not folded[place:].strip(ENDING + CLOSING + " ")


def stops_at(folded: str, place: int) -> bool:
    """Whether a name that ends here is followed by the end, a blank or a mark."""
    return place >= len(folded) or not (folded[place].isalnum() or lost(folded[place]))


def asks_at(folded: str, place: int) -> bool:
    """Whether a question mark follows directly."""
    return folded[place:].lstrip(" ")[:1] == "?"


def mark_at(folded: str, place: int) -> bool:
    """Whether a punctuation mark stands there; a question mark and a blank are none."""
    character = folded[place : place + 1]
    return bool(character) and character not in "? " and not character.isalnum()


def letter(character: str) -> bool:
    """Whether it is a letter of an alphabet, so that a word may go on behind it."""
    return bool(character) and character.isalpha() and character < "\u2e80"


def words_behind(rest: str) -> str:
    """The words without the mark that separates them from what stands before."""
    return rest.lstrip(phrases.SEPARATING)


def token_at(folded: str, start: int) -> str:
    """What stands there up to the next blank or mark."""
    end = start
    while end < len(folded) and folded[end] not in phrases.WORD_STOPS:
        end += 1
    return folded[start:end]
