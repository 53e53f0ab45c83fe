"""Flowed: lines that belong together (RFC 3676, text/plain with format=flowed).

Must never join lines of different quote depth, nor swallow the mark above a signature.
"""

import re

WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
SIGNATURE = "-- "


def unwrap(text: str, delsp: bool) -> str:
    """Join the soft-wrapped lines of a format=flowed body.

    Args:
        text: the decoded body.
        delsp: DelSp=yes: the blank at a soft line end is no part of the text. Without it the
            blank is kept, except between two Chinese characters, which no blank divides.
    """
    paragraphs: list[list[str]] = []
    before, soft = -1, False
    for line in text.split("\n"):
        depth, words = _unquote(line)
        if soft and depth == before and words != SIGNATURE:
            paragraphs[-1][-1] = _seam(paragraphs[-1][-1], words, delsp)
            paragraphs[-1].append(words)
        else:
            paragraphs.append([">" * depth + " " * bool(depth), words])
        before = depth
        soft = words.endswith(" ") and words != SIGNATURE
    return "\n".join("".join(pieces) for pieces in paragraphs)


def _unquote(line: str) -> tuple[int, str]:
    """How often a line is quoted, and its words without quote marks and space-stuffing."""
    words = line.lstrip(">")
    return len(line) - len(words), words.removeprefix(" ")


def _seam(first: str, second: str, delsp: bool) -> str:
    """The end of a soft line as it stands before the next one."""
    bare = first.removesuffix(" ")
    chinese = bare and second and WIDE.match(bare[-1]) and WIDE.match(second[0])
    return bare if delsp or chinese else first
