"""Addresses: who stands in From, To and the like (RFC 5322, section 3.4).

One linear walk instead of the library's recursive reader, which junk headers bring down.
Must never choose: where a From line can be read in two ways there is no sender.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pbp.letters import charset, headers

ADDRESSES_MAX = 500

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
BRACKETS = re.compile(r"<[^<>]*>?")
PLAIN = re.compile(r'[^"(<,;]+'), "outside"
PARENTHESIS = re.compile(r"\\.|[()]", re.DOTALL)
BACKSLASH = re.compile(r"\\(.)", re.DOTALL)


ONE_MAILBOX = re.compile(
    r'\s*(?:"([^"\\]*)"\s*|([^"\\(<,;:]*))<([!#-\'*+./0-9=?A-Z^_`a-z{|}~-]+@[A-Za-z0-9.-]+)>\s*'
)
"""A header as nearly every program writes it: a name, quoted or not, and an address."""


class Mailbox(NamedTuple):
    """One mailbox: its display name, its address in lower case, and whether it is beyond doubt.

    doubtful: the address stands in brackets and an "@" outside them, or the address has several.
    """

    name: str
    address: str
    doubtful: bool


def sender_of(fields: headers.Headers) -> Mailbox | None:
    """The one mailbox of the one From line; None where there is none, several, or a doubt."""
    values = fields.all("from")
    if len(values) != 1:
        return None
    found = mailboxes(values[0])
    if len(found) != 1 or found[0].doubtful:
        return None
    return found[0]


def sender_name_of(fields: headers.Headers) -> str:
    """The display name of the From line, also where its address is not to be believed."""
    return next((box.name for box in mailboxes(fields.raw("from"))), "")


def recipients_of(fields: headers.Headers) -> tuple[str, ...]:
    """The addresses of To, Cc and Delivered-To, in that order, each once."""
    values = [v for name in ("to", "cc", "delivered-to") for v in fields.all(name)]
    found = (box.address for value in values for box in mailboxes(value))
    return tuple(dict.fromkeys(address for address in found if "@" in address))[:ADDRESSES_MAX]


def mailboxes(value: bytes) -> list[Mailbox]:
    """All mailboxes of an address header, in order; what holds no address is left out."""
    text = charset.decode(value).text
    if simple := ONE_MAILBOX.fullmatch(text):
        name = _words([simple[1] or simple[2] or ""])
        return [Mailbox(name, simple[3].lower(), "@" in name)]
    gathered: dict[str, list[str]] = {}
    found: list[Mailbox | None] = []
    for kind, words in _tokens(text):
        if kind != "end":
            gathered.setdefault(kind, []).append(words)
            continue
        found.append(_mailbox(gathered))
        gathered = {}
        if len(found) >= ADDRESSES_MAX:
            break
    return [box for box in found if box]


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """The value cut into outside, inside (of brackets), comment, and the end of each mailbox."""
    at = 0
    while at < len(text):
        char = text[at]
        if char == "(":
            stop = _comment_end(text, at)
            yield "comment", text[at + 1 : stop - 1]
        elif char in ",;":
            stop = at + 1
            yield "end", ""
        else:
            pattern, kind = {'"': (QUOTED, "outside"), "<": (BRACKETS, "inside")}.get(char, PLAIN)
            match = pattern.match(text, at)
            stop = match.end() if match else at + 1
            yield kind, _bare(text[at:stop], char)
        at = stop
    yield "end", ""


def _bare(token: str, first: str) -> str:
    """A token without its quotes, its brackets, or the name of a group before a colon."""
    if first == '"':
        return BACKSLASH.sub(r"\1", token.strip('"'))
    if first == "<":
        return token.strip("<>")
    return token.rpartition(":")[2]


def _comment_end(text: str, start: int) -> int:
    """Where the comment that opens at start ends; comments nest, and some never end."""
    depth = 0
    for found in PARENTHESIS.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(found.group(), 0)
        if depth == 0:
            return found.end()
    return len(text) + 1


def _mailbox(gathered: dict[str, list[str]]) -> Mailbox | None:
    outside, comment = _words(gathered.get("outside", [])), _words(gathered.get("comment", []))
    if "inside" in gathered:
        address, name = "".join(gathered["inside"]), outside or comment
        doubtful = "@" in outside + comment or len(gathered["inside"]) > 1
    else:
        within = BRACKETS.search(outside)
        address, name = within.group().strip("<>") if within else outside, comment
        doubtful = "@" in comment or " " in outside or within is not None
    address = "".join(headers.one_line(address).split()).lower()
    if "@" not in address:
        return None
    return Mailbox(name, address, doubtful or address.count("@") != 1)


def _words(pieces: list[str]) -> str:
    return headers.one_line(headers.decode(" ".join("".join(pieces).split()).encode()))
