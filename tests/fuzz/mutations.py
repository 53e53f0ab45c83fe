"""Mutations: from mails of the corpus to one that nobody has seen, the same for the same number."""

# ruff: noqa: E501 (lists of bytes)

import base64
import quopri
import random
import re
from collections.abc import Callable

LABELS = (
    b"utf-8 gbk gb2312 gb18030 big5 hz-gb-2312 utf-7 utf-16 utf-16le utf-32 iso-8859-1 us-ascii koi8-r "
    b"shift_jis euc-kr iso-2022-jp iso-2022-cn unknown 1 x-unknown rot13 idna zlib \x1b(B"
).split(b" ")
ENCODINGS = b"base64 quoted-printable 8bit 7bit binary x-uuencode 8-bit BASE64 none".split(b" ")
SPICES = (
    b"\r\n\r\n", b"\n", b"\r", b"--", b"--b41\r\n", b"=?utf-8?B?", b"=?gbk?Q?=?=", b"\x00", b"\xff\xfe", b"<", b">",
    b'"', b"(", b";", b"charset=", b"\x0e", b"\x0f", b"\x1b$)A", b"~{", b"+AGE-", b"=3D", b"=\r\n", b"&#xD800;", b"&nbsp;",
    b"<div style='display:none'>", b"<s>", b"<blockquote>", b"</div>", b"<!--", b"]]>", b"> ", b"-- \n", b"\xe2\x80\x8b",
    b"\xef\xbb\xbf", b"\xef\xbf\xbd", b"\xed\xa0\x80", b"\xf3\xa0\x81\x81", b"\xe3\x80\x80", b"\xc2\xa0", b"\xe2\x80\xae",
    b"From: x@example.org\r\n", b"Subject: =?utf-8?B?5p2AIOWwj+S4gA==?=\r\n", b"Content-Type: multipart/mixed; boundary=b41\r\n",
)  # fmt: skip
NAMES = ("小一", "小二", "小三", "小四", "小五", "阿甲", "阿乙")
HEAD_END = re.compile(rb"\r?\n\r?\n")
CHARSET = re.compile(rb"charset\s*=\s*[\"']?[\w.:-]+[\"']?", re.IGNORECASE)
TRANSFER = re.compile(rb"(Content-Transfer-Encoding:)[^\r\n]*", re.IGNORECASE)
BOUNDARY = re.compile(rb"boundary\s*=\s*\"?([^\"\r\n;]+)\"?", re.IGNORECASE)

Chance = random.Random
Corpus = list[bytes]


def mutated(corpus: Corpus, number: int) -> bytes:
    """The mail with that number."""
    chance = Chance(number)
    raw = chance.choice(corpus)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        raw = chance.choice(MUTATORS)(raw, chance, corpus) or raw
    return raw


def _place(raw: bytes, chance: Chance) -> int:
    return chance.randrange(len(raw) + 1)


def change_bytes(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    data = bytearray(raw)
    for _ in range(chance.randrange(1, 12)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def cut_out(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    at = _place(raw, chance)
    return raw[:at] + raw[at + chance.randrange(1, 80) :]


def repeat(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    at = _place(raw, chance)
    return raw[:at] + raw[at : at + chance.randrange(1, 60)] * chance.choice((2, 3, 50)) + raw[at:]


def spice(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    for _ in range(chance.randrange(1, 5)):
        at = _place(raw, chance)
        raw = raw[:at] + chance.choice(SPICES) + raw[at:]
    return raw


def truncate(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    return raw[: _place(raw, chance)]


def splice(raw: bytes, chance: Chance, corpus: Corpus) -> bytes:
    """The beginning of one mail and the end of another."""
    other = chance.choice(corpus)
    return raw[: _place(raw, chance)] + other[_place(other, chance) :]


def swap_body(raw: bytes, chance: Chance, corpus: Corpus) -> bytes:
    """The headers of one mail over the body of another."""
    head, body = HEAD_END.search(raw), HEAD_END.split(chance.choice(corpus), maxsplit=1)
    return raw[: head.end()] + body[-1] if head else raw


def relabel(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    label = b"charset=" + chance.choice(LABELS)
    return CHARSET.sub(lambda found: label, raw, count=chance.choice((0, 1)))


def other_transfer(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    name = chance.choice(ENCODINGS)
    return TRANSFER.sub(lambda found: found[1] + b" " + name, raw, count=chance.choice((0, 1)))


def other_boundary(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    found = BOUNDARY.search(raw)
    if found is None:
        return raw
    new = chance.choice((b"", b"b41", found[1][:-1], found[1] + b"x", b"-", b"=_", b"a b"))
    if chance.random() < 0.5:
        return raw.replace(found[1], new)
    return raw[: found.start(1)] + new + raw[found.end(1) :]


def shuffle_headers(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    """Headers in another order, one of them twice, one gone, one endless."""
    found = HEAD_END.search(raw)
    if found is None:
        return raw
    lines = re.split(rb"\r?\n(?![ \t])", raw[: found.start()])
    chance.shuffle(lines)
    match chance.randrange(4):
        case 0:
            lines.append(chance.choice(lines))
        case 1:
            lines.pop()
        case 2:
            lines[0] += chance.choice((b" x", b"(", b",a@b", b" =?gbk?B?yb==?=", b"\n\t;")) * 400
    return b"\r\n".join(lines) + raw[found.start() :]


def nest(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    """The whole inside multiparts, or forwarded."""
    for level in range(chance.choice((1, 2, 8, 60))):
        kind = chance.choice((b"mixed", b"alternative", b"related", b"digest", b"signed"))
        mark = b"n%d" % level
        if chance.random() < 0.2:
            raw = b"Content-Type: message/rfc822\r\n\r\n" + raw
        raw = b"Content-Type: multipart/%s; boundary=%s\r\n\r\n--%s\r\n%s\r\n--%s--\r\n" % (kind, mark, mark, raw, mark)  # fmt: skip
    return b"From: linxd@example.com\r\nTo: gm+g41@games.test\r\n" + raw


def line_ends(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    return raw.replace(b"\r\n", chance.choice((b"\n", b"\r", b"\r\r\n", b"\n\r", b"\x0b\r\n")))


def plainly(raw: bytes, chance: Chance, _: Corpus) -> bytes:
    """An order in some charset and encoding, a byte of whose name is lost."""
    codec = chance.choice(("utf-8", "gbk", "gb18030", "big5", "hz", "utf-16", "utf-7"))
    name = chance.choice(NAMES)
    order = chance.choice(("杀 {}", "投票 {}", "祈祷 {}", "投票对象：{}", "改票 {}", "{}"))
    body = bytearray(f"{order.format(name)}\n月黑风高。\n".encode(codec, "replace"))
    for _ in range(chance.randrange(3)):
        at = chance.randrange(len(body))
        body[at : at + chance.randrange(2)] = chance.choice((b"", b"?", b"\xff", b"\x80", b"\xe5"))
    encode, word = chance.choice(
        (
            (base64.encodebytes, b"base64"),
            (quopri.encodestring, b"quoted-printable"),
            (bytes, b"8bit"),
        )
    )
    label = chance.choice((codec.encode(), chance.choice(LABELS)))
    fields = b"From: linxd@example.com\r\nTo: gm+g41@games.test\r\nSubject: [g41]\r\n"
    kind = b"Content-Type: text/plain; charset=" + label + b"\r\n"
    return fields + kind + b"Content-Transfer-Encoding: " + word + b"\r\n\r\n" + encode(bytes(body))


Mutator = Callable[[bytes, Chance, Corpus], bytes]
MUTATORS: tuple[Mutator, ...] = (
    change_bytes, cut_out, repeat, spice, truncate, splice, swap_body, relabel, other_transfer, other_boundary,
    shuffle_headers, nest, line_ends, plainly,
)  # fmt: skip
