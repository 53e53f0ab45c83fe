"""Handles that could be mistaken for one another: refused at sign-up, with the reason (S-5.4).

Two handles are too alike when a vote for the one could be read as a vote for the other: written
alike, or differing in one character that sounds or looks the same. Decides nothing besides.
"""

from collections.abc import Iterable
from itertools import combinations

import msgspec

from pbp.language.folding import fold
from pbp.language.likeness import same_shape, same_sound

SAME, SOUND, SHAPE = "same", "sound", "shape"


class Alike(msgspec.Struct, frozen=True):
    """Two handles that are too alike, and why: same · sound · shape (templates know the words)."""

    one: str
    other: str
    why: str


def too_alike(handles: Iterable[str]) -> list[Alike]:
    """All pairs that are too alike, in the order of the handles."""
    pairs = combinations(handles, 2)
    found = ((one, other, why_alike(one, other)) for one, other in pairs)
    return [Alike(one, other, why) for one, other, why in found if why is not None]


def why_alike(one: str, other: str) -> str | None:
    """Why two handles could be mistaken for one another; None where they cannot."""
    first, second = fold(one), fold(other)
    if first == second:
        return SAME
    if len(first) != len(second):
        return None
    differ = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    if len(differ) != 1:
        return None
    if same_sound(*differ[0]):
        return SOUND
    return SHAPE if same_shape(*differ[0]) else None
