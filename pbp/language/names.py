"""Names: which handle is meant by what somebody wrote (C-6.8).

An exact name always wins. A near miss is never accepted here, only named, so that it can be asked
about. Nothing here knows what the name is wanted for.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from pbp.language import words
from pbp.language.folding import DAMAGED, fold, fold_line, holds_invisible, trimmed
from pbp.language.likeness import same_shape, same_sound

OPENING = "【[《〈「『“‘\"'(<〔{@#*"
CLOSING = "】]》〉」』”’\"')>〕}*"
ENDING = "。.!~,;、…｡·"

HEARD_MAX = 200
"""No name is so long, with whatever stands around it."""

NUMERALS = {
    **dict(zip("零一二三四五六七八九", range(10), strict=True)),
    **dict(zip("〇壹贰叁肆伍陆柒捌玖", range(10), strict=True)),
    "两": 2,
}
TENS = "十拾"
NUMBER = re.compile(
    r"(?:no\.? ?|number |player |第)?#?(?P<digits>\d{1,3}) ?(?P<mark>号(?:玩家)?)?"
    r"|第?(?P<han>[零〇一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾两]{1,4}) ?号(?:玩家)?"
)


class Found(msgspec.Struct, frozen=True):
    """Exactly one handle, written rightly."""

    handle: str


class NearMiss(msgspec.Struct, frozen=True):
    """Not a handle, but one step from these."""

    handles: tuple[str, ...]


class Unknown(msgspec.Struct, frozen=True):
    """Nobody's name."""


def resolve(heard: str, handles: tuple[str, ...], writer: str | None) -> Found | NearMiss | Unknown:
    """Whom the words name, if they are a name and nothing else."""
    bare = trimmed(heard)
    if bare in handles:
        return Found(bare)
    if len(bare) > HEARD_MAX:
        return Unknown()
    line = fold_line(bare)
    start, end = bounds(line.folded, handles)
    core = line.folded[start:end]
    if not core:
        return Unknown()
    same = tuple(handle for handle in handles if folded_handle(handle) == core)
    if same:
        hurt = holds_invisible(line.inside(start, end))
        return Found(same[0]) if len(same) == 1 and not hurt else NearMiss(same)
    return _by_number_or_self(core, handles, writer) or _nearly(core, handles)


def bounds(folded: str, handles: tuple[str, ...]) -> tuple[int, int]:
    """Where the name itself stands, without brackets, @, end marks and blanks around it."""
    known = {folded_handle(handle) for handle in handles}
    start, end = 0, len(folded)
    while start < end and folded[start:end] not in known:
        if folded[end - 1] in ENDING + CLOSING + " ":
            end -= 1
        elif folded[start] in OPENING + " ":
            start += 1
        else:
            break
    return start, end


def number_of(match: re.Match[str] | None) -> int | None:
    """The number that NUMBER found, if it did and it is one."""
    if match is None:
        return None
    if match["digits"]:
        return int(match["digits"])
    numeral = match["han"]
    if not any(ten in numeral for ten in TENS):
        return NUMERALS[numeral] if len(numeral) == 1 else None
    head, _, tail = numeral.replace("拾", "十").partition("十")
    if len(head) > 1 or len(tail) > 1 or "十" in tail:
        return None
    return NUMERALS.get(head, 1) * 10 + NUMERALS.get(tail, 0)


def misspelt(heard: str, handles: Iterable[str]) -> tuple[str, ...]:
    """The handles that differ from the words in one character only, by sound or shape (S-5.4)."""
    everybody = tuple(handles)
    line = fold_line(trimmed(heard))
    start, end = bounds(line.folded, everybody)
    core = line.folded[start:end]
    if holds_invisible(line.inside(start, end)):
        return ()
    return tuple(handle for handle in everybody if _one_misspelt(core, folded_handle(handle)))


def lost(character: str) -> bool:
    """Whether a character was lost on the way, or means nothing outside one machine."""
    return character == DAMAGED or "\ue000" <= character <= "\uf8ff"


def near(core: str, handle: str) -> bool:
    """Whether a folded word is one step from a folded handle (C-6.8)."""
    if any(map(lost, core)) and not any(map(lost, handle)):
        return _damaged("".join(DAMAGED if lost(sign) else sign for sign in core), handle)
    if len(core) == len(handle):
        return _one_misspelt(core, handle) or _swapped(core, handle) or _mistyped(core, handle)
    short, long = sorted((core, handle), key=len)
    if len(long) != len(short) + 1 or not short:
        return False
    split = _first_difference(short, long)
    return short[split:] == long[split + 1 :]


def _by_number_or_self(core: str, handles: tuple[str, ...], writer: str | None) -> Found | None:
    if core in words.SELF and writer is not None:
        return Found(writer)
    match = NUMBER.fullmatch(core)
    number = number_of(match)
    if number is not None and 1 <= number <= len(handles):
        return Found(handles[number - 1])
    return None


def _nearly(core: str, handles: tuple[str, ...]) -> NearMiss | Unknown:
    if core.isdigit():
        return Unknown()
    alike = tuple(handle for handle in handles if near(core, folded_handle(handle)))
    return NearMiss(alike) if alike else Unknown()


def _one_misspelt(core: str, handle: str) -> bool:
    if len(core) != len(handle):
        return False
    differ = [(a, b) for a, b in zip(core, handle, strict=True) if a != b]
    return len(differ) == 1 and (same_sound(*differ[0]) or same_shape(*differ[0]))


def _swapped(core: str, handle: str) -> bool:
    split = _first_difference(core, handle)
    return (
        core != handle
        and core[split + 2 :] == handle[split + 2 :]
        and (core[split : split + 2] == handle[split : split + 2][::-1])
    )


def _mistyped(core: str, handle: str) -> bool:
    """One wrong letter in a name of at least three letters."""
    differ = [(a, b) for a, b in zip(core, handle, strict=True) if a != b]
    return (
        len(core) >= 3
        and len(differ) == 1
        and all(letter.isalpha() and letter < "\u2e80" for letter in differ[0])
    )


def _damaged(core: str, handle: str) -> bool:
    head, _, rest = core.partition(DAMAGED)
    tail = rest.rpartition(DAMAGED)[2] if DAMAGED in rest else rest
    return (
        bool(head or tail)
        and len(head) + len(tail) <= len(handle)
        and handle.startswith(head)
        and handle.endswith(tail)
    )


def _first_difference(one: str, other: str) -> int:
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))


@lru_cache(maxsize=4096)
def folded_handle(handle: str) -> str:
    """The handle as it is compared; handles are few and compared often."""
    return fold(handle)
