"""Html page: the lines of text that come out of an HTML part, written word by word.

Knows blanks, line ends and marks, and nothing of elements. Must never put a blank between two
Chinese characters that only the source divides.
"""

import re
from dataclasses import dataclass, field

from pbp.letters.charset import REPLACEMENT
from pbp.letters.html_style import Look
from pbp.letters.marks import QUOTED, SIGNED

BLANKS = re.compile(r"[ \t\n\r\f]+")
WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")


@dataclass
class Page:
    """The lines that have been written so far.

    unseen: classes that the page's own style sheets hide. hidden, struck: such words were met.
    rest_quoted: all that follows is the mail that was answered. torn: unseen words stood right
    here, with no blank before them.
    """

    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    mark: str = ""
    gap: str = ""
    hidden: bool = False
    struck: bool = False
    rest_quoted: bool = False
    unseen: frozenset[str] = frozenset()
    torn: bool = False

    def write(self, text: str, look: Look) -> None:
        """Add the characters of a text node to the line."""
        if look.pre:
            first, *others = text.split("\n")
            self._add(first, look)
            for other in others:
                self.end_line(always=True)
                self._add(other, look)
            return
        at = 0
        for blank in BLANKS.finditer(text):
            self._add(text[at : blank.start()], look)
            self.gap = self.gap or ("\n" if "\n" in blank.group() else " ")
            at = blank.end()
        self._add(text[at:], look)

    def skip(self, text: str) -> None:
        """Leave unseen words out: what stands on both sides of them was no one word."""
        self.torn = bool(self.line) and not self.gap and not text[:1].isspace()
        if text[-1:].isspace():
            self.torn, self.gap = False, self.gap or " "

    def _add(self, text: str, look: Look) -> None:
        if not text:
            return
        if self.torn and self.line and not self.gap and self.line[-1][-1:].isalnum():
            self.line.append(REPLACEMENT if text[0].isalnum() else "")
        self.torn = False
        if not self.line:
            self.mark = self._mark_of(look)
        elif self.gap and not self._joins(text):
            self.line.append(" ")
        self.gap = ""
        self.line.append(text)

    def _mark_of(self, look: Look) -> str:
        if look.quoted or self.rest_quoted:
            return QUOTED
        return SIGNED if look.signed else ""

    def _joins(self, text: str) -> bool:
        """Whether a line end of the source stands between two Chinese characters: no blank."""
        return self.gap == "\n" and bool(WIDE.match(self.line[-1][-1]) and WIDE.match(text[0]))

    def end_line(self, *, always: bool = False) -> None:
        """Begin a new line; always: even where the old one is empty."""
        if self.line or always:
            line = "".join(self.line).replace("\xa0", " ")
            keep = line.strip() == "--" and (self.gap or line.endswith(" "))
            self.lines.append(self.mark + ("-- " if keep else line.rstrip()))
        self.line, self.gap, self.mark, self.torn = [], "", "", False

    def text(self) -> str:
        """All lines."""
        self.end_line()
        return "\n".join(self.lines)
