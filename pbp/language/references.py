"""What a letter to the human GM names: a receipt, a clause, a phase (C-5.6). Words to codes.

Only what is written as such; nothing is guessed. Who may see what it names is not decided here.
"""

import re

from pbp.language.folding import fold

CLAUSE = re.compile(r"(?<![a-z])([cpls])\s?-\s?(\d{1,2}(?:\.\d{1,2})?)(?![\d.]*\d)")
RECEIPT = re.compile(r"([^\s,，。;；:：()（）“”\"-]{1,24})-(\d{1,4})(?![\d.])")
PHASE = re.compile(r"(?<![a-z0-9])([ndrw])(\d{1,3})(?![0-9])")
SPOKEN = re.compile(r"第\s?([0-9]{1,3}|[一二三四五六七八九十]{1,3})\s?([夜天])")
DIGITS = "一二三四五六七八九"
LETTER = {"夜": "N", "天": "D"}
NAMED_MAX = 6
"""More than so many a letter names only to be funny."""


def references(text: str) -> tuple[str, ...]:
    """The codes of what a text names, in its order: C-6.5, 阿甲-12, N1; each once."""
    folded = fold(text)
    found = [(m.start(), f"{m[1].upper()}-{m[2]}") for m in CLAUSE.finditer(folded)]
    taken = {m.start() for m in CLAUSE.finditer(folded)}
    found += [
        (m.start(), f"{m[1]}-{m[2]}") for m in RECEIPT.finditer(folded) if m.start() not in taken
    ]
    found += [(m.start(), f"{m[1].upper()}{int(m[2])}") for m in PHASE.finditer(folded)]
    found += [(m.start(), f"{LETTER[m[2]]}{_number(m[1])}") for m in SPOKEN.finditer(folded)]
    return tuple(dict.fromkeys(code for _, code in sorted(found)))[:NAMED_MAX]


def _number(written: str) -> int:
    """A number up to 99 in Chinese, or in digits."""
    if written.isdecimal():
        return int(written)
    tens, ten, ones = written.partition("十")
    if not ten:
        return DIGITS.index(written[-1]) + 1
    return (DIGITS.index(tens[-1]) + 1 if tens else 1) * 10 + (
        DIGITS.index(ones[-1]) + 1 if ones else 0
    )
