"""A mail ends with CR LF, a dot and CR LF, however its bytes arrive (RFC 5321, 4.1.1.4)."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.post.smtp_data import Received, receive

LIMIT = 40
"""Of the reader's buffer: smaller than most mails here."""

LINES = st.lists(
    st.sampled_from(
        [
            b"",
            b".",
            b"..",
            b".x",
            b"words",
            b"a\nb",
            b"a\n.\nb",
            b"a\r",
            b"\r.\r",
            b"\n.",
            b"x" * 50,
        ]
    ),
    max_size=12,
)


def taken(sent: bytes, *, size_max: int = 0, line_max: int = 1000, cut: int = 7):
    """What is read of bytes that come in pieces, and what stays for the next command."""

    async def run() -> tuple[Received, bytes]:
        reader = asyncio.StreamReader(limit=LIMIT)

        async def feed() -> None:
            for at in range(0, len(sent), cut):
                reader.feed_data(sent[at : at + cut])
                await asyncio.sleep(0)
            reader.feed_eof()

        feeding = asyncio.ensure_future(feed())
        got = await receive(reader, size_max, line_max)
        await feeding
        return got, await reader.read()

    return asyncio.run(run())


def stuffed(lines: list[bytes]) -> bytes:
    """Lines as a client sends them: a dot before each that begins with one."""
    return b"".join((b"." if line.startswith(b".") else b"") + line + b"\r\n" for line in lines)


@given(LINES, st.integers(1, 60))
def test_what_arrives_is_what_was_sent_and_the_next_command_stays(lines, cut):
    got, rest = taken(stuffed(lines) + b".\r\nQUIT\r\n", cut=cut)
    assert got == Received(b"".join(line + b"\r\n" for line in lines))
    assert rest == b"QUIT\r\n"


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r.\r", b"\r\n.\n", b"\r\n.\r"])
def test_no_other_line_end_ends_a_mail(end):
    got, rest = taken(b"one" + end + b"MAIL FROM:<a@b.example>\r\n.\r\n")
    assert got.content == b"one" + end.replace(b"\r\n.", b"\r\n") + b"MAIL FROM:<a@b.example>\r\n"
    assert rest == b""


@given(LINES, st.integers(1, 400))
def test_a_mail_is_too_large_by_its_bytes_on_the_wire(lines, size_max):
    sent = stuffed(lines)
    got, rest = taken(sent + b".\r\nQUIT\r\n", size_max=size_max)
    assert got.too_large is (len(sent) > size_max)
    assert got.content == (b"" if got.too_large else b"".join(line + b"\r\n" for line in lines))
    assert rest == b"QUIT\r\n"


@pytest.mark.parametrize(("longest", "refused"), [(98, False), (99, True)])
def test_a_line_is_too_long_by_its_bytes_with_its_end(longest, refused):
    got, rest = taken(b"short\r\n" + b"x" * longest + b"\r\n.\r\nQUIT\r\n", line_max=100)
    assert got.line_too_long is refused
    assert (got.content == b"") is refused
    assert rest == b"QUIT\r\n"


@given(LINES)
def test_whoever_goes_away_before_the_end_has_sent_nothing(lines):
    with pytest.raises(asyncio.IncompleteReadError):
        taken(stuffed([*lines, b"words"]) + b".\r")
