"""Likeness: whether two characters sound or look alike (C-6.8, S-5.4).

From a small table that tools/derive_likeness.py derived; it is read when a name is not exact, and
not before. Nothing here accepts a name.
"""

from functools import cache
from importlib.resources import files

LATIN_SHAPES = ("0o", "1il|", "5s", "2z", "8b", "uv", "mn", "cg")

Groups = dict[str, tuple[int, ...]]
"""Each character → the numbers of the rows that it stands in."""


def same_sound(one: str, other: str) -> bool:
    """Whether any common reading of the two is the same, tone aside."""
    return _share(_groups()[0], one, other)


def same_shape(one: str, other: str) -> bool:
    """Whether the two are easily taken for one another by the eye."""
    if _share(_groups()[1], one, other):
        return True
    return any(one in group and other in group for group in LATIN_SHAPES)


def _share(groups: Groups, one: str, other: str) -> bool:
    those = groups.get(other, ())
    return any(number in those for number in groups.get(one, ()))


@cache
def _groups() -> tuple[Groups, Groups]:
    """The groups of sound and those of shape."""
    found: tuple[Groups, Groups] = ({}, {})
    rows = (files("pbp.language") / "data" / "likeness.tsv").read_text(encoding="utf-8")
    for number, row in enumerate(rows.splitlines()):
        kind, _, group = row.split("\t")
        groups = found[kind == "shape"]
        for character in group:
            groups[character] = (*groups.get(character, ()), number)
    return found
