"""Mime: the tree of parts of a mail (RFC 2045, 2046), read with open eyes for broken ones.

The tree is cut by an own bounded walk; the library (compat32) only reads the parameters of one
header. Must never recurse without a bound: strangers nest multiparts by the thousand.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message

from pbp.letters import charset, cms, headers, transfer
from pbp.letters.tables import word_set

DEPTH_MAX = 50
PARTS_MAX = 2000
PARAMETERS_MAX = 4096
"""Bytes of one Content-Type or Content-Disposition that are looked at."""

OPAQUE = word_set("application/pkcs7-mime application/x-pkcs7-mime")
"""S/MIME in one piece: signed words can be taken out, encrypted ones not."""

TYPE = re.compile(r"\s*([A-Za-z0-9!#$&^_.+-]+)/([A-Za-z0-9!#$&^_.+-]+)")
PLAIN_PARAMETER = re.compile(rb';\s*([A-Za-z-]{1,40})=(?:"([^"\\\x80-\xff]*)"|([!#-+.-:<-~]+))')
PLAIN_PARAMETERS = re.compile(rb"\s*[A-Za-z0-9./+-]{1,80}(?:%s\s*)*" % PLAIN_PARAMETER.pattern)
"""A value as nearly every program writes it; what is odd in it is left to the library."""
GUESSED_BOUNDARY = re.compile(rb"(?:\A|\n)--([^\n]{1,200}?)[ \t]*\n(?=content-)", re.IGNORECASE)


@dataclass
class Part:
    """One part: its type, the raw body of a leaf, and the parts of a multipart."""

    headers: headers.Headers
    kind: str = "text/plain"
    body: bytes = b""
    parts: list["Part"] = field(default_factory=list)

    def parameter(self, header: str, name: str) -> str:
        """A parameter of a header, decoded (RFC 2231), "" where there is none."""
        return _parameter(self.headers.raw(header), name)

    @property
    def charset(self) -> str | None:
        """The charset label as it stands."""
        return self.parameter("content-type", "charset") or None

    @property
    def disposition(self) -> str:
        """inline, attachment, or "" (RFC 2183)."""
        return self.headers.text("content-disposition").partition(";")[0].strip().lower()

    @property
    def name(self) -> str:
        """The file name of the part, "" where it has none."""
        return self.parameter("content-disposition", "filename") or self.parameter(
            "content-type", "name"
        )

    def content(self, size_max: int | None = None) -> bytes:
        """The body, or its first size_max bytes, without its transfer encoding."""
        encoding = self.headers.text("content-transfer-encoding")
        return transfer.decode(self.body[:size_max], encoding)

    def leaves(self) -> list["Part"]:
        """All parts that are no multiparts, in order."""
        if self.kind.startswith("multipart/"):
            return [leaf for part in self.parts for leaf in part.leaves()]
        return [self]


class TooDeepError(ValueError):
    """The mail nests or multiplies its parts beyond all that a person's program makes."""


def parse(data: bytes) -> Part:
    r"""The tree of a whole mail; data has "\n" line ends.

    Raises:
        TooDeepError: more than DEPTH_MAX multiparts in each other, or more than PARTS_MAX parts.
    """
    return tree(*headers.split(data))


def tree(fields: headers.Headers, body: bytes) -> Part:
    """The tree of a mail whose headers are cut off already.

    Raises:
        TooDeepError: as parse.
    """
    return _part(fields, body, "text/plain", DEPTH_MAX, [PARTS_MAX])


def _part(fields: headers.Headers, body: bytes, default: str, depth: int, left: list[int]) -> Part:
    """Build a part; left holds how many more parts the whole mail may have."""
    kind = _type(fields, default)
    part = Part(fields, kind, body)
    if kind in OPAQUE and (inner := cms.signed_content(part.content())):
        left[0] -= 1
        if depth == 0 or left[0] < 0:
            raise TooDeepError
        return _part(*headers.split(inner.replace(b"\r\n", b"\n")), default, depth - 1, left)
    if not kind.startswith("multipart/"):
        return part
    pieces = _cut(part)
    if pieces is None:
        part.kind = "text/plain"
        return part
    left[0] -= len(pieces)
    if depth == 0 or left[0] < 0:
        raise TooDeepError
    implied = "message/rfc822" if kind == "multipart/digest" else "text/plain"
    part.parts = [_part(*headers.split(piece), implied, depth - 1, left) for piece in pieces]
    part.body = b""
    return part


def _type(fields: headers.Headers, default: str) -> str:
    found = TYPE.match(fields.text("content-type"))
    return f"{found.group(1)}/{found.group(2)}".lower() if found else default


def _cut(part: Part) -> list[bytes] | None:
    """The pieces of a multipart, or None where its body has no boundary at all."""
    boundary = part.parameter("content-type", "boundary").encode("utf-8", "replace")
    for body in (part.body, part.content()):
        for mark in (boundary, _guess_boundary(body)):
            pieces = _between(body, mark) if mark else []
            if pieces:
                return pieces
    return None


def _guess_boundary(body: bytes) -> bytes:
    """The boundary that the body itself shows, where the header has lost it."""
    found = GUESSED_BOUNDARY.search(body, 0, 4096)
    return found.group(1) if found else b""


def _between(body: bytes, boundary: bytes) -> list[bytes]:
    """The pieces between the boundary lines; a lost last one ends with the body."""
    pieces: list[bytes] = []
    start = -1
    for begins, ends, last in _boundary_lines(body, b"--" + boundary):
        if start >= 0:
            pieces.append(body[start : max(begins - 1, start)])
        start = ends + 1
        if last:
            return pieces
        if len(pieces) > PARTS_MAX:
            break
    if 0 <= start < len(body):
        pieces.append(body[start:])
    return pieces


def _boundary_lines(body: bytes, mark: bytes) -> Iterator[tuple[int, int, bool]]:
    """Where each boundary line begins and ends, and whether it is the last one (RFC 2046, 5.1)."""
    at = body.find(mark)
    while at >= 0:
        end = body.find(b"\n", at)
        end = len(body) if end < 0 else end
        behind = body[at + len(mark) : end].rstrip(b" \t")
        if behind in (b"", b"--") and (at == 0 or body[at - 1 : at] == b"\n"):
            yield at, end, behind == b"--"
        at = body.find(mark, end)


def _parameter(value: bytes, name: str) -> str:
    """One parameter; a comma after the type is taken for the semicolon that was meant."""
    if name.encode() not in value.lower():
        return ""
    if PLAIN_PARAMETERS.fullmatch(value):
        pairs = PLAIN_PARAMETER.findall(value)
        given = (quoted or bare for key, quoted, bare in pairs if key.lower() == name.encode())
        return headers.one_line(headers.decode(next(given, b"")))
    text = value[:PARAMETERS_MAX].decode("latin-1")
    text = re.sub(r"^([^;,\s]+)\s*,", r"\1;", text)
    message = Message()
    message["X"] = text
    try:
        found = message.get_param(name, header="X")
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    if isinstance(found, tuple):
        label, letters = str(found[0] or ""), found[2]
        return headers.one_line(charset.decode(_bytes(letters), label).text)
    return headers.one_line(headers.decode(_bytes(found))) if isinstance(found, str) else ""


def _bytes(letters: str) -> bytes:
    return letters.encode("latin-1", "replace")
