"""One mail on trial: what a reader must never do, whatever the bytes."""

import json
import re
import time
import unicodedata

from pbp.letters import headers, opening
from pbp.letters.html import TangledError
from pbp.letters.letter import Letter
from pbp.letters.mime import TooDeepError
from pbp.letters.opening import open_letter
from pbp.reading import Wanted, answer
from pbp.service.tokens import is_ours
from tests.letters import corpus

SECONDS = 2.0
"""Of the processor, for one mail: the bound of limits.reading_time."""

HANDLES = ("阿甲", "阿乙", "小一", "小二", "小三", "小四", "小五", "小六", "小七")
GM = Wanted(handles=HANDLES, ruleset="prayer", phase="night")
DAY = Wanted(handles=HANDLES, ruleset="seven_kill", phase="day", to="board")
ANOTHER_WAY = re.compile("[0-9０-９一二三四五六七八九①-⑳壹贰自我]|me|mine")
"""A name may be said by its number, or as oneself."""


def mails() -> list[bytes]:
    """Mails to begin with."""
    return [case.raw for case in corpus.cases() if len(case.raw) < 40_000]


def faults(raw: bytes) -> list[str]:
    """What was wrong; an exception that comes out of here is wrong too."""
    began = time.process_time()
    letter = _opened(raw)
    told = [answer("x", raw, wanted, open_mail=lambda _: letter) for wanted in (GM, DAY)]
    spent = time.process_time() - began
    found = [f"took {spent:.1f} s"] if spent > SECONDS else []
    for one in told:
        json.dumps(one, ensure_ascii=False).encode()
        if re.search("[\n\r\u2028]", one["subject"]) or re.search("[\x00\x0e\x0f]", one["text"]):
            found.append("marks or line ends are left")
        if one["automatic"] is not None and one["readings"]:
            found.append("automatic mail is read")
        found += _guessed(one)
    return found


def _opened(raw: bytes) -> Letter:
    """The letter, as open_letter makes it, but for a mistake of ours, which it would hide."""
    fields, rest = headers.split(opening._one_line_end(raw))
    try:
        content = opening._read(fields, rest)
    except (TooDeepError, TangledError):
        return open_letter(raw, ours=is_ours)
    return opening._letter(fields, content, is_ours)


def _guessed(told: dict) -> list[str]:
    """Names that were taken although they do not stand undamaged in the words."""
    if told["problem"] is not None:
        return []
    said = unicodedata.normalize("NFKC", f"{told['subject']}\n{told['text']}")
    names = {name for reading in told["readings"] for name in reading["targets"]}
    return [f"guessed {name}" for name in names if not _stands(name, said)]


def _stands(name: str, said: str) -> bool:
    """Whether a name stands whole somewhere, or may be said in another way."""
    whole = re.search(rf"(?<![\ufffd\ue000-\uf8ff]){name}(?![\ufffd\ue000-\uf8ff])", said)
    return whole is not None or (name not in said and ANOTHER_WAY.search(said) is not None)
