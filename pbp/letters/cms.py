"""Cms: takes the words out of an opaque S/MIME signature (RFC 8551, 3.5.2; RFC 5652, section 5).

Finds the signed content by the fixed bytes in front of it; verifies nothing, decrypts nothing.
Must never raise on any bytes.
"""

from typing import NamedTuple

DATA = bytes.fromhex("06092a864886f70d010701")
"""The object identifier id-data, behind which the content stands in a SignedData."""
SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")

EXPLICIT, OCTETS, OCTETS_IN_PIECES = 0xA0, 0x04, 0x24


class _Box(NamedTuple):
    """A tag and where its content starts and ends; end is None for a length that is not told."""

    tag: int
    start: int
    end: int | None


def signed_content(data: bytes) -> bytes | None:
    """The mail part inside a signature, or None where there is none (encrypted, broken)."""
    if SIGNED_DATA not in data[:100]:
        return None
    at = data.find(DATA)
    outer = _box(data, at + len(DATA)) if at >= 0 else None
    if outer is None or outer.tag != EXPLICIT:
        return None
    inner = _box(data, outer.start)
    if inner is None:
        return None
    if inner.tag == OCTETS and inner.end is not None:
        return data[inner.start : inner.end]
    return _pieces(data, inner) if inner.tag == OCTETS_IN_PIECES else None


def _pieces(data: bytes, whole: _Box) -> bytes:
    """The octets of a string that is sent in pieces (BER)."""
    found: list[bytes] = []
    at, end = whole.start, len(data) if whole.end is None else whole.end
    while at < end:
        piece = _box(data, at)
        if piece is None or piece.tag != OCTETS or piece.end is None:
            break
        found.append(data[piece.start : piece.end])
        at = piece.end
    return b"".join(found)


def _box(data: bytes, at: int) -> _Box | None:
    if at + 2 > len(data):
        return None
    tag, length, start = data[at], data[at + 1], at + 2
    if length == 0x80:
        return _Box(tag, start, None)
    if length > 0x80:
        digits = length & 0x7F
        if digits > 4:
            return None
        length = int.from_bytes(data[start : start + digits], "big")
        start += digits
    return _Box(tag, start, min(start + length, len(data)))
