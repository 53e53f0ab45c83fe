"""Body: chooses from the tree of parts those that hold the person's words.

Inline text parts are put one behind the other; of two versions of the same words the plain one
is read, unless it is blank, a stub, or silent about what the HTML has struck out. Must never
read a forwarded mail, an attachment or an encrypted part as words.
"""

import re
from dataclasses import dataclass, field

from pbp.letters import charset, flowed, html
from pbp.letters.headers import INVISIBLE_ANYWHERE
from pbp.letters.marks import without_marks
from pbp.letters.mime import OPAQUE, Part
from pbp.letters.tables import word_set

ENRICHED = frozenset({"text/enriched", "text/richtext"})
WORD_TYPES = frozenset({"text/plain", "text/markdown", "text/x-markdown", "plain/text"}) | ENRICHED
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
MACHINERY = word_set(
    "application/pgp-signature application/pkcs7-signature application/x-pkcs7-signature "
    "application/pgp-encrypted message/delivery-status message/disposition-notification "
    "message/global-delivery-status message/feedback-report text/rfc822-headers"
)
TEXT_MAX = 256 * 1024
"""Bytes of words, in all text parts of a mail together, that are looked at."""
LINES_MAX = 20_000
"""Lines of words of one mail that are looked at."""
ENCODED = 4
"""So many bytes of a transfer encoding at most hold one byte."""

STUB = re.compile(
    r"不支持\s?html|不支援\s?html|html\s?(?:格式)?(?:的)?(?:邮件|郵件)|"
    r"not support html|html[- ]?(?:capable|compatible|enabled|format)|view (?:this|it) .{0,40}html|"
    r"cannot (?:show|display) html",
    re.IGNORECASE,
)
STUB_MAX = 400
HTML_IN_PLAIN = re.compile(r"\s*(?:<!doctype html|<html[\s>]|<body[\s>])", re.IGNORECASE)
META_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
LEGACY_HEADERS = re.compile(r"(?:[A-Za-z-]{2,20}: [^\n]*(?:\n[ \t][^\n]*)*\n*){1,8}")
COMMAND = re.compile(r"<param>[^<]{0,200}</param>|</?[A-Za-z][A-Za-z0-9-]{0,59}>", re.IGNORECASE)
ARMOUR_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
ARMOUR_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
ARMOUR_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


@dataclass
class Body:
    """What a mail, or a part of it, says.

    text: the words, marked lines included. found: there was a text part at all. html, hidden,
    struck: as in html.Words. cut: longer than what was looked at. locked: encrypted.
    """

    text: str = ""
    found: bool = False
    html: bool = False
    hidden: bool = False
    struck: bool = False
    cut: bool = False
    locked: bool = False
    attachments: list[str] = field(default_factory=list)

    @property
    def blank(self) -> bool:
        """Whether there is no word in it."""
        return not INVISIBLE_ANYWHERE.sub("", self.text).strip()


@dataclass
class _Budget:
    """What of one mail may still be looked at. said: its words have been read, as plain text."""

    bytes: int = TEXT_MAX
    nodes: int = html.NODES_MAX
    said: bool = False


def body_of(root: Part) -> Body:
    """The words and attachments of a whole mail."""
    budget = _Budget()
    if root.kind in WORD_TYPES | HTML_TYPES and root.disposition != "attachment":
        found = _words(root, budget)
    else:
        found = _read(root, budget)
    lines = found.text.split("\n", LINES_MAX)
    if len(lines) > LINES_MAX:
        found.text, found.cut = "\n".join(lines[:LINES_MAX]), True
    return found


def _read(part: Part, budget: _Budget) -> Body:
    if part.kind == "multipart/alternative":
        return _choose(_versions(part, budget))
    if part.kind == "multipart/encrypted":
        return Body(locked=True)
    if part.kind == "multipart/related":
        return _join([_read(child, budget) for child in _root_first(part)])
    if part.kind.startswith("multipart/"):
        return _join([_read(child, budget) for child in part.parts])
    if part.kind in MACHINERY:
        return Body()
    if part.kind in OPAQUE:
        return Body(locked=True)
    if _is_words(part):
        return _words(part, budget)
    return Body(attachments=[part.name or part.kind])


def _is_words(part: Part) -> bool:
    """Text that is neither attached nor has a file name."""
    if part.kind not in WORD_TYPES and part.kind not in HTML_TYPES:
        return False
    return part.disposition != "attachment" and not part.name


def _root_first(part: Part) -> list[Part]:
    """The parts of a multipart/related with its root in front (RFC 2387)."""
    start = part.parameter("content-type", "start").strip("<>")
    ids = [child.headers.text("content-id").strip("<>") for child in part.parts]
    if not start or start not in ids:
        return part.parts
    root = part.parts[ids.index(start)]
    return [root, *(child for child in part.parts if child is not root)]


def _versions(part: Part, budget: _Budget) -> list[Body]:
    """The versions of a multipart/alternative; HTML below plain words only has to tell on them."""
    before, versions = budget.said, list[Body]()
    for child in part.parts:
        found = _read(child, budget)
        versions.append(found)
        if found.found and not found.html and not found.blank and not _is_stub(found.text):
            budget.said = True
    budget.said = before
    return versions


def _choose(versions: list[Body]) -> Body:
    """The version of a multipart/alternative to read, with the attachments of all."""
    plain = next((v for v in versions if v.found and not v.html and not v.blank), None)
    rich = next((v for v in versions if v.found and v.html and not v.blank), None)
    chosen = plain or rich or next((v for v in versions if v.found), Body())
    if plain and rich and (rich.struck or _is_stub(plain.text)):
        chosen = rich
    chosen.hidden = any(version.hidden for version in versions)
    chosen.locked = any(version.locked for version in versions)
    chosen.attachments = [name for version in versions for name in version.attachments]
    return chosen


def _is_stub(text: str) -> bool:
    return len(text) <= STUB_MAX and STUB.search(text) is not None


def _join(pieces: list[Body]) -> Body:
    """Parts one behind the other; the same words once as plain text and once as HTML are one."""
    said: dict[str, bool] = {}
    for piece in pieces:
        squeezed = "".join(piece.text.split())
        if piece.found and said.setdefault(squeezed, piece.html) != piece.html:
            piece.text = ""
    return Body(
        text="\n".join(piece.text for piece in pieces if piece.found),
        found=any(piece.found for piece in pieces),
        html=any(piece.html and not piece.blank for piece in pieces),
        hidden=any(piece.hidden for piece in pieces),
        struck=any(piece.struck for piece in pieces),
        cut=any(piece.cut for piece in pieces),
        locked=any(piece.locked for piece in pieces),
        attachments=[name for piece in pieces for name in piece.attachments],
    )


def _words(part: Part, budget: _Budget) -> Body:
    data = part.content(budget.bytes * ENCODED)
    cut = len(data) > budget.bytes or len(part.body) > budget.bytes * ENCODED
    if cut:
        data = data[: data.rfind(b"\n", 0, budget.bytes) + 1] or data[: budget.bytes]
    budget.bytes -= len(data)
    label = part.charset
    if part.kind in HTML_TYPES:
        meta = META_CHARSET.search(data, 0, 2048)
        text = charset.decode(data, label or (meta and meta.group(1).decode("ascii"))).text
        return _rich(text, budget, cut=cut)
    text = charset.decode(data, label).text
    if HTML_IN_PLAIN.match(text):
        return _rich(text, budget, cut=cut)
    if part.parameter("content-type", "format").lower() == "flowed":
        delsp = part.parameter("content-type", "delsp").lower() == "yes"
        text = flowed.unwrap(text, delsp)
    if part.kind in ENRICHED:
        text = _unenriched(text)
    if part.parameter("content-type", "protected-headers") and LEGACY_HEADERS.fullmatch(text):
        return Body()
    if ARMOUR_ENCRYPTED in text:
        return Body(found=True, locked=True)
    return Body(_unarmoured(text), found=True, cut=cut)


def _rich(text: str, budget: _Budget, *, cut: bool) -> Body:
    if html.is_plain(text):
        return Body(html.unescape(text), found=True, html=True, cut=cut)
    if budget.said and html.shows_all(text):
        return Body(found=True, html=True, cut=cut)
    words = html.words(text, budget.nodes)
    budget.nodes -= words.nodes
    return Body(
        words.text,
        found=True,
        html=True,
        hidden=words.hidden,
        struck=words.struck,
        cut=cut or words.cut,
    )


def _unenriched(text: str) -> str:
    """The words of text/enriched (RFC 1896): commands off, one line end is none."""
    bare = COMMAND.sub("", text.replace("<<", "\x00")).replace("\x00", "<")
    return re.sub("(?<!\n)\n(?!\n)", " ", bare)


def _unarmoured(text: str) -> str:
    """The words of a clear-signed text (RFC 4880, section 7) without its armour."""
    head, begin, rest = text.partition(ARMOUR_SIGNED)
    if not begin:
        return text
    words, _, tail = rest.partition(ARMOUR_SIGNATURE)
    _, _, words = words.partition("\n\n")
    _, _, tail = tail.partition("-----END PGP SIGNATURE-----")
    lines = (line.removeprefix("- ") for line in words.split("\n"))
    return without_marks(head + "\n".join(lines) + tail)
