"""The body of a mail of ours: one text, plain with format=flowed and as HTML (RFC 2046, 3676).

Both parts say the same. Plain lines go out as they are; only one that no server would take is cut,
softly, so that a reader's program joins it again. Never holds a link, a picture or a script.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache

LINE_MAX = 900
"""Octets of a line that goes out uncut: below all limits, above what anybody writes in a line."""

_SURELY_SHORT = LINE_MAX // 4
"""No character takes more than four octets."""

_MARKS = (" ", ">", "From ")
"""A line that begins so would be taken for something else."""


def lines_of(name: str, text: str, html: str) -> list[str]:
    """The header lines of the body, an empty line, the body. name: the mail's own Message-ID.

    What is encoded is one string of many lines, with CRLF between them.
    """
    boundary = f"=_p{hashlib.sha256(name.encode()).hexdigest()[:24]}"
    return [
        f'Content-Type: multipart/alternative; boundary="{boundary}"',
        "",
        f"--{boundary}",
        "Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes",
        "Content-Transfer-Encoding: base64",
        "",
        _as_flowed(text),
        f"--{boundary}",
        "Content-Type: text/html; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        _as_it_is(html),
        f"--{boundary}--",
    ]


def flowed(text: str) -> str:
    """A text as format=flowed has it: no accidental soft line end, nothing taken for a quotation.

    Lines that begin with ">" are quotations already, and stay so.
    """
    return "\n".join(piece for line in text.split("\n") for piece in _stuffed(line.rstrip(" ")))


def _stuffed(line: str) -> Iterator[str]:
    """One line, cut where it is too long, with a blank before what must not be misread."""
    if len(line) <= _SURELY_SHORT and not line.startswith(_MARKS):
        yield line
        return
    quote = line[: len(line) - len(line.lstrip(">"))]
    pieces = list(_cut(line[len(quote) :]))
    for place, piece in enumerate(pieces):
        stuffed = quote or piece.startswith(_MARKS)
        blank = " " if stuffed and not (quote and piece.startswith(" ") and not place) else ""
        yield f"{quote}{blank}{piece}{' ' if place < len(pieces) - 1 else ''}"


def _cut(line: str) -> Iterator[str]:
    while len(line.encode()) > LINE_MAX:
        end = len(line.encode()[:LINE_MAX].decode("utf-8", "ignore"))
        yield line[:end]
        line = line[end:]
    yield line


@lru_cache(maxsize=32)
def _as_flowed(text: str) -> str:
    """Kept for the next reader: a post goes to many with the same words."""
    return _base64(flowed(text))


@lru_cache(maxsize=32)
def _as_it_is(html: str) -> str:
    return _base64(html)


def _base64(text: str) -> str:
    body = b64encode(text.replace("\n", "\r\n").encode("utf-8", "replace")).decode()
    return "\r\n".join(body[start : start + 76] for start in range(0, len(body), 76))
