"""Headers: the header block of a mail or part, and the words in it (RFC 5322, 2047, 2231).

Reads what real programs write: raw 8-bit values, encoded words cut inside a character, junk
lines between headers. Must never raise, and never hand on a value of more than one line.
"""

import base64
import binascii
import re
from functools import lru_cache
from typing import NamedTuple

from pbp.letters import charset

BLOCK_MAX = 1 << 20
"""Bytes of a header block that are looked at."""
HEAD_MAX = 256 * 1024
"""Bytes in which the headers are looked for, where nothing else of the mail is."""
FIELDS_MAX = 2000
VALUE_MAX = 1 << 17
"""Bytes of one value that are looked at (an honest To line of a big list fits)."""

FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:")
WELL_FORMED = re.compile(rb"(?:[!-9;-~]{1,100}:[^\n]*\n(?:[ \t]+[^ \t\n][^\n]*\n)*)+")
"""Headers as nearly every mail has them (RFC 5322, 2.2): nothing between them but their folds."""
WHOLE_FIELD = re.compile(rb"([!-9;-~]+):([^\n]*(?:\n[ \t][^\n]*)*)\n")
HEAD_ENDS = re.compile(rb"\r?\n\r?\n")
ENCODED_WORD = re.compile(rb"=\?([^?\s=]{1,60})\?([bBqQ])\?([^?]*)\?=")
Q_ESCAPE = re.compile(rb"=([0-9A-Fa-f]{2})")
MESSAGE_ID = re.compile(r"<([^<>]+)>")
REFERENCES_MAX = 200

LINE_ENDS = re.compile("[\x00-\x20\x7f\x85\u2028\u2029]+")
INVISIBLE = (
    "[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]+"
)
INVISIBLE_INSIDE_WORD = re.compile(rf"(?<=\w){INVISIBLE}(?=\w)")
INVISIBLE_ANYWHERE = re.compile(INVISIBLE)


class Headers:
    """The header fields of a mail or part in their order, as raw bytes without folding."""

    def __init__(self, fields: list[tuple[str, bytes]]) -> None:
        self.fields = fields
        self._values: dict[str, list[bytes]] = {}
        for name, value in fields:
            self._values.setdefault(name, []).append(value)

    def all(self, name: str) -> list[bytes]:
        """Every value of a field, in order; name in lower case."""
        return self._values.get(name, [])

    def raw(self, name: str) -> bytes:
        """The first value of a field, or nothing."""
        return self._values[name][0] if name in self._values else b""

    def text(self, name: str) -> str:
        """The first value of a field, decoded, one line; "" where there is none."""
        return one_line(decode(self._values[name][0])) if name in self._values else ""

    def has(self, *names: str) -> bool:
        """Whether one of these fields is there at all."""
        return any(name in self._values for name in names)


def split(data: bytes) -> tuple[Headers, bytes]:
    r"""A mail or part as its headers and its body; data has "\n" line ends.

    A line that is no header is skipped where another header follows it, else the body begins
    there: a program forgot the empty line.
    """
    stop = data.find(b"\n\n", 0, BLOCK_MAX) + 1
    if not stop or data.count(b"\n", 0, stop) > FIELDS_MAX:
        return _split_by_line(data)
    if not WELL_FORMED.fullmatch(data, 0, stop):
        return _split_by_line(data)
    fields = [
        (name.decode("ascii").lower(), value.replace(b"\n", b"").strip()[:VALUE_MAX])
        for name, value in WHOLE_FIELD.findall(data, 0, stop)
    ]
    return Headers(fields), data[stop + 1 :]


def _split_by_line(data: bytes) -> tuple[Headers, bytes]:
    """The same, whatever stands between the headers."""
    fields: list[tuple[str, bytes]] = []
    pieces: list[bytes] = []
    at, end = 0, min(len(data), BLOCK_MAX)
    while at < end and len(fields) < FIELDS_MAX:
        stop = data.find(b"\n", at)
        stop = len(data) if stop < 0 else stop
        line, following = data[at:stop], stop + 1
        if not line.strip():
            at = following
            break
        if line[:1] in b" \t" and fields:
            pieces.append(line)
        elif field := FIELD.match(line):
            _close(fields, pieces)
            fields.append((field.group(1).decode("ascii").lower(), b""))
            pieces.append(line[field.end() :])
        elif not FIELD.match(data[following : following + 120]):
            break
        at = following
    _close(fields, pieces)
    return Headers(fields), data[at:]


@lru_cache(maxsize=2)
def head_of(raw: bytes) -> Headers:
    r"""The headers alone of a mail as it was received, with "\r\n" or "\n" at the line ends.

    Kept for a moment: of one mail they are asked for several times.
    """
    head = HEAD_ENDS.split(raw[:HEAD_MAX].lstrip(b"\r\n"), maxsplit=1)[0]
    fields, _ = split(head.replace(b"\r\n", b"\n") + b"\n\n")
    return fields


def _close(fields: list[tuple[str, bytes]], pieces: list[bytes]) -> None:
    """Give the last field the value that has been gathered for it."""
    if fields:
        fields[-1] = (fields[-1][0], b"".join(pieces).strip()[:VALUE_MAX])
    pieces.clear()


class _Word(NamedTuple):
    """One encoded word: its charset label, its encoding letter, its letters, where it stood."""

    label: str
    encoding: str
    letters: bytes
    start: int
    end: int


def decode(value: bytes) -> str:
    """A header value with its encoded words decoded (RFC 2047); never raises.

    Neighbouring words of one charset are joined as bytes first, for programs cut them inside a
    character; raw 8-bit pieces go down the same ladder as an undeclared body.
    """
    if value.isascii() and b"=?" not in value and not charset.MORE_THAN_ASCII.search(value):
        return value.decode("ascii")
    if b"=?" not in value:
        return charset.decode(value).text
    words = [
        _Word(m.group(1).split(b"*")[0].decode("ascii", "replace").lower(),
              m.group(2).decode("ascii").lower(), m.group(3), m.start(), m.end())
        for m in ENCODED_WORD.finditer(value)
    ]  # fmt: skip
    out: list[str] = []
    at = 0
    for run in _runs(words, value):
        between = value[at : run[0].start]
        if between.strip() or not out:
            out.append(charset.decode(between).text)
        out.append(charset.decode(_bytes_of(run), run[0].label).text)
        at = run[-1].end
    out.append(charset.decode(value[at:]).text)
    return "".join(out)


def _runs(words: list[_Word], value: bytes) -> list[list[_Word]]:
    """Words in runs that only white space divides and that have one charset."""
    runs: list[list[_Word]] = []
    for word in words:
        before = runs[-1][-1] if runs else None
        if before and before.label == word.label and not value[before.end : word.start].strip():
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _bytes_of(run: list[_Word]) -> bytes:
    out: list[bytes] = []
    pending = b""
    for word in run:
        if word.encoding == "q":
            out.append(_base64(pending) + _q(word.letters))
            pending = b""
            continue
        pending += word.letters.strip()
        if len(pending) % 4 == 0 or pending.endswith(b"="):
            out.append(_base64(pending))
            pending = b""
    out.append(_base64(pending))
    return b"".join(out)


def _base64(letters: bytes) -> bytes:
    letters = letters.rstrip(b"=")
    try:
        return base64.b64decode(letters + b"=" * (-len(letters) % 4))
    except (binascii.Error, ValueError):
        return letters


def _q(letters: bytes) -> bytes:
    spaced = letters.replace(b"_", b" ")
    return Q_ESCAPE.sub(lambda m: bytes((int(m.group(1), 16),)), spaced)


def one_line(text: str) -> str:
    """Text with every line end and run of blanks made one space: safe for a log and a header."""
    if text.isprintable() and "  " not in text:
        return text.strip()
    return LINE_ENDS.sub(" ", text).strip()


def subject_of(headers: Headers) -> str:
    """The subject, decoded, one line, without invisible characters.

    One that stands inside a word becomes U+FFFD: a name with it must not turn into another name.
    Of two different subjects none is believed: U+FFFD stands before them.
    """
    written = dict.fromkeys(one_line(decode(value)) for value in headers.all("subject"))
    text = " / ".join(list(written)[:2])
    text = f"{charset.REPLACEMENT} {text}" if len(written) > 1 else text
    return INVISIBLE_ANYWHERE.sub("", INVISIBLE_INSIDE_WORD.sub(charset.REPLACEMENT, text)).strip()


def ids_in(value: bytes) -> list[str]:
    """The message ids of a header in order, with brackets, without folding (RFC 5322, 3.6.4)."""
    text = "".join(charset.decode(value).text.split())
    found = (f"<{m.group(1)[:990]}>" for m in MESSAGE_ID.finditer(text))
    return list(dict.fromkeys(found))[:REFERENCES_MAX]


def message_id_of(headers: Headers) -> str | None:
    """The mail's own id, or None where there is none or it is empty."""
    value = headers.raw("message-id")
    found = ids_in(value)
    if found:
        return found[0]
    bare = "".join(charset.decode(value).text.split()).strip("<>")
    return f"<{bare[:990]}>" if bare else None
