"""The words of our private pages, to be known again in a post (C-9.2): those of any game.

Made from the samples of every private page, with names, roles and numbers as blanks: so it does not
matter whom it was sent to, or whether it was sent at all. What public pages say too is no secret.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from pbp.game.facts import Notified
from pbp.language.folding import fold
from pbp.render import Renderer
from pbp.render.samples import Sample, samples

WINDOW = 12
"""So many characters in a row, blanks left out, repeat a private mail (C-9)."""

LATIN_WINDOW = 24
"""For our own pages' words in Latin letters: twelve of them are two words that anybody writes."""

HAN_MIN = 6
"""A window with fewer Chinese characters is looked at as Latin."""

NAME, ROLE, NUMBER = "\ue000\ue000", "\ue001\ue001", "\ue002"
"""What stands for a name, a role and a number: characters that no text has."""

_NUMBERS = re.compile(r"[0-9\u96f6\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]+")
_PARTS = ("roles", "sides", "camps", "lives")


def folded(text: str) -> str:
    """A text without blanks, invisible characters and differences of width, case and script."""
    return fold(text).replace(" ", "")


def windows(text: str, size: int = WINDOW) -> Iterator[str]:
    """Every run of so many characters of a folded text."""
    return (text[start : start + size] for start in range(len(text) - size + 1))


def repeated(text: str, folders: tuple[Path, ...], locale: str, handles: tuple[str, ...]) -> bool:
    """Whether a text has words in a row of a private page, and of no public one.

    folders: of the GM's own templates, which are read once.
    """
    secret = _secret(folders, locale)
    return any(window in secret for window in _all_windows(_masked(text, locale, handles)))


@lru_cache(maxsize=8)
def _secret(folders: tuple[Path, ...], locale: str) -> frozenset[str]:
    private: set[str] = set()
    public: set[str] = set()
    renderer = Renderer(folders)
    for sample in samples(locale):
        found = private if _is_private(sample) else public
        text = renderer.page(sample.fact, sample.about).text
        found.update(_all_windows(_masked(text, locale, sample.about.handles)))
    return frozenset(private - public)


def _masked(text: str, locale: str, handles: tuple[str, ...]) -> str:
    """A folded text with blanks in place of what differs from game to game."""
    said = folded(text)
    for name in sorted(map(folded, handles), key=len, reverse=True):
        said = said.replace(name, NAME)
    for part in _parts(locale):
        said = said.replace(part, ROLE)
    return _NUMBERS.sub(NUMBER, said)


@lru_cache(maxsize=8)
def _parts(locale: str) -> tuple[str, ...]:
    """Every word for a role, a side, a camp or a life, the longest first."""
    about = next(iter(samples(locale))).about
    words = Renderer().template("_words.txt", about).make_module({"about": about})
    found = {folded(word) for part in _PARTS for word in getattr(words, part).values()}
    return tuple(sorted(found, key=len, reverse=True))


def _is_private(sample: Sample) -> bool:
    """A page for one player; what the GM gets names everything, and a bundle is the board."""
    fact = sample.fact
    return isinstance(fact, Notified) and fact.to != "gm" and fact.kind != "bundle"


def _all_windows(text: str) -> Iterator[str]:
    """The windows of twelve that are Chinese, and the longer ones that are not."""
    before = list(accumulate(("\u3400" <= sign <= "\u9fff" for sign in text), initial=0))
    for start, window in enumerate(windows(text)):
        if before[start + WINDOW] - before[start] >= HAN_MIN:
            yield window
    for start, window in enumerate(windows(text, LATIN_WINDOW)):
        if before[start + LATIN_WINDOW] - before[start] < HAN_MIN:
            yield window
