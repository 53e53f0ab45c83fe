"""Counting characters as the rules count them. Pure; no words for players."""

import re

from pbp.game.clauses import clause

_CJK = (
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005\u3007"
    "\U00020000-\U0002fa1f\U00030000-\U000323af"
    "\u3040-\u309f\u30a0-\u30fa\u30fc-\u30ff\uac00-\ud7af"
)
_COUNTED = re.compile(f"[{_CJK}]|[^\\W_{_CJK}]+")


@clause("L-2.4", "C-5.2")
def length(text: str) -> int:
    """Characters as words are counted in Chinese (L-2.4).

    Each CJK character is one, each run of Latin letters or digits is one, spaces and
    punctuation are none.
    """
    return len(_COUNTED.findall(text))
