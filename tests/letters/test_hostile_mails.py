"""Whatever the bytes, a mail opens in bounded time and says what cannot be read."""

# ruff: noqa: E501 (one hostile mail, one line)

import contextlib
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.letters.body import body_of
from pbp.letters.html import TangledError
from pbp.letters.letter import Letter
from pbp.letters.mime import TooDeepError, parse
from pbp.letters.opening import open_letter
from tests.letters import corpus

SECONDS = 8.0
"""Far more than any of these takes on a busy machine, far less than a runaway."""

HEAD = b"From: linxd@example.com\r\nTo: gm+g41@games.test\r\nSubject: [g41]\r\n"
PLAIN = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
PAGE = HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n"


def opened(raw: bytes) -> Letter:
    began = time.process_time()
    letter = open_letter(raw)
    assert time.process_time() - began < SECONDS
    return letter


def mixed(parts: str) -> bytes:
    return HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + parts.encode()


WORDS = "祈祷 小五"
HOSTILE = {
    "20,000 empty lines in front": b"\r\n" * 20000 + PLAIN + WORDS.encode(),
    "20,000 empty lines with no-break spaces": PLAIN + (WORDS + "\r\n" + "\xa0\r\n" * 20000).encode(),
    "20,000 addresses": b"Cc: " + b", ".join([b"p@example.org"] * 20000) + b"\r\n" + PLAIN + WORDS.encode(),
    "a line of a megabyte": PLAIN + (WORDS + "\n" + "夜" * 300000).encode(),
    "100,000 quote marks": PLAIN + (WORDS + "\n" + ">" * 100000).encode(),
    "5,000 nested divs": PAGE + ("<div>" * 5000 + WORDS + "</div>" * 5000).encode(),
    "misnested formatting": PAGE
    + (
        f"<div>{WORDS}</div><p>" + "".join(f"<font color=#{i:06x}>" for i in range(4000)) + "</p>"
        + "<p>x" * 4000
    ).encode(),
    "a picture in the markup": PAGE + f"<p>{WORDS}<img src='data:image/png;base64,{'A' * 900000}'>".encode(),
    "1,500 parts": mixed("--b\r\n\r\n" + WORDS + "\r\n" + "--b\r\nContent-Type: a/b\r\n\r\nx\r\n" * 1500),
    "50,000 open parentheses in From": HEAD.replace(b"From: ", b"From: " + b"(" * 50000) + b"\r\n" + WORDS.encode(),
    "50,000 parameters": HEAD
    + b"Content-Type: text/plain; " + b'a="b;c"; ' * 50000 + b"charset=utf-8\r\n\r\n" + WORDS.encode(),
    "20,000 encoded words": b"Subject: " + b"=?utf-8?B?5p2A?= =?gbk?B?ybE=?= " * 20000 + b"\r\n" + PLAIN + WORDS.encode(),
    "100,000 carriage returns": PLAIN + WORDS.encode() + b"\r" * 100000 + b"x",
    "100,000 blanks in quoted-printable": HEAD
    + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + WORDS.encode() + b"\r\n"
    + b"= " * 50000 + b" " * 100000 + b"x",
    "10,000 encoded-word heads": b"Subject: " + b"=?a?b?" * 20000 + b"\r\n" + PLAIN + WORDS.encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_still_shows_its_words(name: str) -> None:
    assert WORDS in opened(HOSTILE[name]).text


ENDLESS = {
    "On and never wrote": "On the one hand\n" * 20000,
    "alternating marks": "我说\n> 他说\n\n" * 20000,
    "attribution ends": "x@example.org 2026-03-03 20:00 写道：\n> a\n我\n" * 5000,
    "header keys": "发件人\n收件人\n主题\n" * 20000,
    "divider halves": "-" * 100000 + "\n" + "-----原始邮件" * 1000,
    "colons": "a@example.org:" * 30000,
    "client words": ("发自" + "我" * 90 + "\n") * 5000,
    "sent from": ("sent from " + "a " * 90 + "\n") * 5000,
    "disclaimers": ("本邮件" + "x" * 300 + "\n") * 5000,
    "received": "您的" * 50000,
    "pipes": "|\n" * 30000,
    "rules": ("-----\n" + "x\n") * 20000,
    "faces": ">_" * 50000 + "\n" + ">_<\n" * 20000,
    "entities": "&gt;" * 100000,
    "armour": "-----BEGIN PGP SIGNED MESSAGE-----\n" * 10000,
    "heads of HZ": "~{" * 100000,
}


@pytest.mark.parametrize("name", ENDLESS)
def test_endless_repetition_takes_no_endless_time(name: str) -> None:
    opened(PLAIN + ENDLESS[name].encode())


MARKUP = {
    "lists": "<ul><li>" * 60000,
    "spans and strangers": "<span>" * 30000 + "</foo>" * 30000,
    "divs and paragraphs": "<div>" * 40000 + "<p>x" * 40000,
    "quotes": "<blockquote>" * 30000 + "x",
    "styles": "<p style='" + "a:b;" * 100000 + "'>x",
    "classes": "<p class='" + "a " * 100000 + "'>x",
    "style sheets": "<style>" + ".a{" * 60000 + "</style>" + "<style>" * 20000,
    "entities": "&#xD800;&#0;&nbsp;" * 30000,
    "half tags": "<" * 200000,
    "comments": "<!--" * 60000,
}


@pytest.mark.parametrize("name", MARKUP)
def test_endless_markup_takes_no_endless_time(name: str) -> None:
    letter = opened(PAGE + MARKUP[name].encode())
    letter.text.encode("utf-8")


def test_multiparts_beyond_any_program_are_unreadable() -> None:
    head = "".join(
        f'Content-Type: multipart/mixed; boundary="b{i}"\n\n--b{i}\n' for i in range(3000)
    )
    letter = opened(HEAD + head.encode() + b"\n" + WORDS.encode())
    assert letter.unreadable
    assert letter.sender == "linxd@example.com"
    assert letter.text == ""


@given(st.binary(max_size=400))
def test_any_bytes_make_a_letter(raw: bytes) -> None:
    letter = open_letter(raw)
    for text in (letter.text, letter.subject, letter.quoted, letter.sender_name):
        text.encode("utf-8")
    assert "\n" not in letter.subject


def falls_only_by_the_bounds(raw: bytes) -> None:
    """Opening hides every fall; a reader of its parts shows those that are mistakes of ours."""
    with contextlib.suppress(TooDeepError, TangledError):
        body_of(parse(raw.replace(b"\r\n", b"\n")))


@given(st.binary(max_size=200), st.sampled_from([PLAIN, PAGE, mixed("")]))
def test_any_body_makes_a_letter(body: bytes, head: bytes) -> None:
    open_letter(head + body).text.encode("utf-8")
    falls_only_by_the_bounds(head + body)


@given(st.data())
def test_a_mutilated_mail_makes_a_letter(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(SMALL))
    chance = random.Random(data.draw(st.integers(0, 10**9)))
    raw = bytearray(case.raw)
    for _ in range(chance.randrange(1, 30)):
        at = chance.randrange(len(raw))
        match chance.randrange(4):
            case 0:
                raw[at] = chance.randrange(256)
            case 1:
                del raw[at : at + chance.randrange(1, 40)]
            case 2:
                raw[at:at] = raw[at : at + 60]
            case 3:
                raw[at:at] = chance.choice(SPICES)
        if not raw:
            return
    letter = opened(bytes(raw))
    falls_only_by_the_bounds(bytes(raw))
    (letter.text + letter.subject + "".join(letter.dropped.attachments)).encode("utf-8")


SMALL = [case for case in corpus.cases() if len(case.raw) < 20000]
SPICES = [b"\r\n\r\n", b"--", b"=?utf-8?B?", b"\x00", b"\xff\xfe", b"<", b">", b'"', b"(", b";", b"charset=", b"\x0e", b"\x0f"]  # fmt: skip
