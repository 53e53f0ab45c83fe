"""Words for the full-text index: each CJK character is a word of its own, so that one suffices.

The same cutting is done for what is kept and for what is asked; a run of characters is asked for
as a phrase. Width, case and script (traditional to simplified, each character alone) make no
difference. SQLite's own trigrams would need three characters, and most Chinese words have two.
"""

import re
import unicodedata
from functools import cache
from typing import Any

QUERY_MAX = 100
"""Characters of a question that are looked at."""

TERMS_MAX = 12
"""Terms of a question that are looked for."""

_CJK = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WIDE = "\U00020000-\U000323af"
_PIECE = re.compile(rf"[{_CJK}{_WIDE}]+|[^\W_]+", re.UNICODE)
_HAN = re.compile(rf"[{_CJK}{_WIDE}]")
_CUT = re.compile(rf"([{_CJK}{_WIDE}])")


def indexed(text: str) -> str:
    """A text as it goes into the index."""
    return _CUT.sub(r" \1 ", _plain(text))


def query(asked: str) -> str:
    """What somebody asks for as a query of FTS5; "" where there is no word in it."""
    pieces = []
    for piece in terms(asked):
        if _HAN.match(piece):
            pieces.append('"' + " ".join(piece) + '"')
        else:
            pieces.append(f'"{piece}"*')
    return " ".join(pieces)


_CUT_LATIN = re.compile(rf"(?<=[^\s{_CJK}{_WIDE}])(?=[{_CJK}{_WIDE}])")
"""Between a Latin letter and a CJK character that follows it."""


def terms(asked: str) -> list[str]:
    """The words of a question, for marking them in what was found."""
    return _PIECE.findall(_CUT_LATIN.sub(" ", _plain(asked[:QUERY_MAX])))[:TERMS_MAX]


def _plain(text: str) -> str:
    return simplified(unicodedata.normalize("NFKC", text).casefold())


def simplified(text: str) -> str:
    """A text of the same length in which each traditional character is its simplified one."""
    return _HAN.sub(lambda han: _simple(han[0]), text)


def alike(text: str) -> str:
    """A text of the same length, folded for finding the terms of a question in it."""
    return "".join(one if len(one := _plain(c)) == 1 else c for c in text)


@cache
def _simple(character: str) -> str:
    found = str(_converter().convert(character))
    return found if len(found) == 1 else character


@cache
def _converter() -> Any:
    import opencc

    return opencc.OpenCC("t2s")
