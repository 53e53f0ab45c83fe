"""Transfer: takes the transfer encoding off a part (RFC 2045, section 6).

Real mails break both encodings: a list appends a plain footer behind base64, a program leaves
bare equals signs in quoted-printable. Must never raise, and never turn such signs into letters.
"""

import base64
import binascii
import re

CLEAN_BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]+\n)*[A-Za-z0-9+/]+={0,2}\n*")
BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]+={0,2}")
OTHER_BASE64 = (re.compile(rb"[A-Za-z0-9_-]+={0,2}"), re.compile(rb"[A-Za-z0-9+/ \t]+={0,2}"))
"""How some programs write it: with the alphabet of addresses, or with blanks."""
PIECE_MIN = 16
"""A line behind the padding that is another piece has at least so many letters."""
UU_BEGIN = re.compile(rb"begin [0-7]{3,4}(?: [^\n]*)?")
ESCAPE = re.compile(rb"=([0-9A-Fa-f]{2})|=[ \t]*(?:\n|\Z)")
LETTER = re.compile(rb"[0-9A-Za-z]")
UU_NAMES = ("x-uuencode", "uuencode", "x-uue", "uue")
BARE_EQUALS = re.compile(rb"=(?![0-9A-Fa-f]{2}|[ \t]*(?:\n|\Z))")


def decode(body: bytes, encoding: str) -> bytes:
    r"""The bytes of a part without their transfer encoding; an unknown one is left as it is.

    Args:
        body: the part's body, with "\n" line ends.
        encoding: the value of Content-Transfer-Encoding, however it is spelled.
    """
    name = encoding.strip().strip("\"'").lower()
    if name.startswith(("base64", "x-base64")):
        if CLEAN_BASE64.fullmatch(body):
            return _decode_padded(body.replace(b"\n", b"").rstrip(b"="))
        return _base64(body)
    if name in UU_NAMES:
        return _uuencoded(body)
    if name.startswith(("quoted-printable", "quoted_printable", "quotedprintable")):
        return _quoted_printable(body)
    return body


def _base64(body: bytes) -> bytes:
    """Decode up to the first line that is no base64; a body that has none is plain after all.

    Some programs put one piece behind the other, each with its own padding.
    """
    kept: list[bytes] = []
    whole: list[bytes] = []
    size, after_blank = 0, False
    shape = _shape(body)
    for raw in body.split(b"\n"):
        line = raw.strip()
        if not line:
            after_blank = bool(kept or whole)
            continue
        line = line if shape.fullmatch(line) else b""
        line = line.replace(b" ", b"").replace(b"\t", b"")
        if not line or (after_blank and len(line) % 4 and size % 4 == 0):
            break
        if whole and not kept and (after_blank or len(line) < PIECE_MIN or len(line) % 4):
            break
        kept.append(line)
        size += len(line)
        if line.endswith(b"="):
            whole.append(_decode_padded(b"".join(kept).rstrip(b"=")))
            kept, size = [], 0
    if not kept and not whole and body.strip():
        return body
    return b"".join(whole) + _decode_padded(b"".join(kept))


def _shape(body: bytes) -> "re.Pattern[bytes]":
    """How the lines of this body write base64: as its first line does."""
    first = next((line.strip() for line in body.split(b"\n", 100) if line.strip()), b"")
    if BASE64_LINE.fullmatch(first):
        return BASE64_LINE
    return next((shape for shape in OTHER_BASE64 if shape.fullmatch(first)), BASE64_LINE)


def _uuencoded(body: bytes) -> bytes:
    """What stands between "begin" and "end"; a body without them is plain after all."""
    lines = body.split(b"\n")
    start = next((at for at, line in enumerate(lines) if UU_BEGIN.fullmatch(line.strip())), None)
    if start is None:
        return body
    kept: list[bytes] = []
    for line in lines[start + 1 :]:
        if line.strip() in (b"end", b"`", b""):
            break
        try:
            kept.append(binascii.a2b_uu(line))
        except binascii.Error:
            break
    return b"".join(kept)


def _decode_padded(letters: bytes) -> bytes:
    letters = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    try:
        padded = letters + b"=" * (-len(letters) % 4)
        return base64.b64decode(padded.replace(b"-", b"+").replace(b"_", b"/"))
    except (binascii.Error, ValueError):
        return b""


def _quoted_printable(body: bytes) -> bytes:
    """Decode escapes, but keep "p=50%" where the encoder cannot have meant a letter by it.

    A right encoder writes "=" as =3D. In the body of one that leaves it bare, an escape of a
    printable ASCII character is no escape; nor is that of a letter where others stand plain,
    except in "=46rom", which keeps "From" away from the start of a line.
    """
    sloppy = BARE_EQUALS.search(body) is not None
    plain = LETTER.search(ESCAPE.sub(b"", body)) is not None

    def replace(match: re.Match[bytes]) -> bytes:
        digits = match.group(1)
        if digits is None:
            return b""
        code = int(digits, 16)
        if sloppy and 0x20 < code < 0x7F and code != 0x3D:
            return match.group()
        letter = LETTER.fullmatch(bytes((code,))) is not None
        if letter and plain and not body.startswith(b"rom ", match.end()):
            return match.group()
        return bytes((code,))

    return ESCAPE.sub(replace, body)
