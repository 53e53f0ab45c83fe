"""Folding: what makes two ways of writing the same word equal.

Width, case, script (traditional to simplified), blanks and invisible characters. Each character is
folded alone, so that the same character folds to the same in every name and every sentence, and so
that each folded character still knows where it stood. Nothing here knows a word or a name.
"""

import unicodedata
from functools import cache, lru_cache
from typing import Any

import msgspec

DAMAGED = "\N{REPLACEMENT CHARACTER}"

INVISIBLE_RANGES = (
    (0x0000, 0x0008),
    (0x000E, 0x001B),
    (0x007F, 0x0084),
    (0x0086, 0x009F),
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x20E3, 0x20E3),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Default_Ignorable_Code_Point, other controls, the keycap around a digit, the braille blank."""

LOOKALIKES = {"∶": ":", "꞉": ":", "︓": ":", "׃": ":", "ː": ":", "․": "."}
"""Signs that NFKC leaves alone."""


NAME_MAX = 40
"""Texts up to so many characters are folded once, for as long as they come again."""


class Line(msgspec.Struct, frozen=True):
    """A line as it was written, and folded; `at` says where each folded character came from."""

    raw: str
    folded: str
    at: tuple[int, ...]

    def written(self, start: int, end: int | None = None) -> str:
        """The words as they were written, for a stretch of the folded line."""
        if start >= len(self.folded):
            return ""
        if end is None or end >= len(self.folded):
            return self.raw[self.at[start] :].strip()
        return self.raw[self.at[start] : self.at[end]].strip()

    def inside(self, start: int, end: int) -> str:
        """The same without what stands before the first and behind the last character."""
        end = min(end, len(self.at))
        return self.raw[self.at[start] : self.at[end - 1] + 1] if start < end else ""


@lru_cache(maxsize=8192)
def invisible(character: str) -> bool:
    """Whether a reader of the mail sees nothing at all there, not even a blank."""
    code = ord(character)
    return any(first <= code <= last for first, last in INVISIBLE_RANGES)


def holds_invisible(text: str) -> bool:
    """Whether any character of the text is invisible."""
    return any(invisible(character) for character in text)


def trimmed(text: str) -> str:
    """The text without blanks and invisible characters at its ends; "" where nothing is seen."""
    start, end = 0, len(text)
    while start < end and (invisible(text[start]) or text[start].isspace()):
        start += 1
    while end > start and (invisible(text[end - 1]) or text[end - 1].isspace()):
        end -= 1
    return text[start:end]


def fold_line(raw: str) -> Line:
    """One line, folded: runs of blanks become one space, invisible characters are left out."""
    raw = raw if unicodedata.is_normalized("NFC", raw) else unicodedata.normalize("NFC", raw)
    pieces = [_folded(character) for character in raw]
    whole = "".join(pieces)
    plain = len(whole) == len(raw) and "" not in pieces and "  " not in whole
    if plain and whole == whole.strip(" "):
        return Line(raw, whole, tuple(range(len(raw))))
    folded: list[str] = []
    at: list[int] = []
    blank = True
    for place, letters in enumerate(pieces):
        for piece in letters:
            if piece == " " and blank:
                continue
            blank = piece == " "
            folded.append(piece)
            at.append(place)
    if folded and blank:
        folded.pop()
        at.pop()
    return Line(raw, "".join(folded), tuple(at))


def without_blank_lines(text: str) -> str:
    """A text whose lines with nothing to be seen in them are empty."""
    lines = text.split("\n")
    return "\n".join(line if not line or fold_line(line).folded else "" for line in lines)


def fold(text: str) -> str:
    """The folded text alone."""
    return _name(text) if len(text) <= NAME_MAX else fold_line(text).folded


@lru_cache(maxsize=4096)
def _name(text: str) -> str:
    """Names and handles come again and again."""
    return fold_line(text).folded


@lru_cache(maxsize=16384)
def _folded(character: str) -> str:
    if invisible(character):
        return ""
    if character.isspace():
        return " "
    number = unicodedata.numeric(character, None) if character > "\u0660" else None
    if number is not None and unicodedata.category(character) in ("Nd", "No"):
        plain = _digits(character, number)
    else:
        plain = unicodedata.normalize("NFKC", LOOKALIKES.get(character, character)).casefold()
    return "".join(simplified(piece) if _han(piece) else piece for piece in plain)


def _han(character: str) -> bool:
    return (
        "\u2e80" <= character < "\ua000"
        or "\uf900" <= character < "\ufb00"
        or (character >= "\U00020000")
    )


def _digits(character: str, number: float) -> str:
    """Digits of other scripts, and numbers in circles that NFKC leaves alone, as plain digits."""
    plain = unicodedata.normalize("NFKC", character).casefold()
    if plain != character or not number.is_integer():
        return plain
    return str(int(number))


@cache
def _converter() -> Any:
    import opencc

    return opencc.OpenCC("t2s")


def simplified(character: str) -> str:
    """The simplified form of one character, whatever stands beside it."""
    return str(_converter().convert(character)) or character
