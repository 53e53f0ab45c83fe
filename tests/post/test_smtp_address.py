"""The fast reading of an envelope address gives what aiosmtpd's own gives."""

import asyncio

import pytest
from aiosmtpd.smtp import SMTP
from hypothesis import given
from hypothesis import strategies as st

from pbp.post import smtp_session
from pbp.post.smtp_session import Limits, SmtpSession

ODD = [
    "<gm@host.example>",
    "<gm+g1.abcdef@host.example> SIZE=100 SMTPUTF8",
    "<gm@host.example>SIZE=100",
    "<gm@host.example> (comment) SIZE=100",
    "<gm@host.example>\tSIZE=100",
    "<gm@host.example>  ",
    "<gm@host.example> a\tb  c ",
    "<bounce+a=b.c@host>",
    "<=?utf-8?q?a?=@host>",
    "<a=?utf-8?q?a?=@host>",
    "<a..b@host>",
    "<.a@host>",
    "<a.@host>",
    "<a@host.>",
    "<a@.host>",
    "<a@-host->",
    "<a@[192.0.2.1]>",
    "<a@under_score>",
    "<a>",
    "<@b>",
    "<>",
    "<> SIZE=5",
    "",
    "a@host",
    "a@host SIZE=5",
    "< a@host>",
    "<a @host>",
    "<a@ho st>",
    "<<a@host>>",
    "<a@host",
    "<a@b@host>",
    '<"quoted local"@host>',
    '<"a"@host>',
    "<@relay,@other:a@host>",
    "<神的使者@host.example>",
    "<a@主机.example>",
    "<a\udcff@host>",
    "<a@host> \u00a0x",
    "<a@host>\x0bx",
    "<a@host>\nx",
    "<a@host>\r\nx",
    "<(c)a@host>",
    "<a(c)@host>",
    "<a@host(c)>",
    "<a@host> <b@host>",
]


@pytest.fixture(scope="module")
def sessions():
    async def make():
        ours = SmtpSession(
            object(), limits=Limits(), hostname="h", tls_context=None, on_lost=lambda _: None
        )
        return ours, SMTP(object(), enable_SMTPUTF8=True, hostname="h", loop=ours.loop)

    return asyncio.run(make())


def both(sessions, text):
    results = []
    for session in sessions:
        try:
            address, rest = session._getaddr(text)
        except Exception as error:
            results.append(type(error))
        else:
            results.append((address, None if rest is None else rest.strip()))
    return results


@pytest.mark.parametrize("text", ODD)
def test_odd_addresses_read_as_aiosmtpd_reads_them(sessions, text):
    ours, theirs = both(sessions, text)
    assert ours == theirs


@given(st.lists(st.sampled_from([*'<>@.ab1+-_=?()"\\[]:;, \t\r\n', "=?", "é", "神"]), max_size=14))
def test_any_mixture_reads_as_aiosmtpd_reads_it(sessions, parts):
    ours, theirs = both(sessions, "".join(parts))
    assert ours == theirs


@given(
    st.from_regex(r"[a-z0-9+.=?-]{1,12}@[a-z0-9.-]{1,12}", fullmatch=True),
    st.sampled_from(["", " SIZE=1", "SIZE=1", " (x)", "\t"]),
)
def test_what_looks_plain_reads_as_aiosmtpd_reads_it(sessions, address, rest):
    ours, theirs = both(sessions, f"<{address}>{rest}")
    assert ours == theirs


def test_the_plain_form_does_not_go_through_the_parser(sessions, monkeypatch):
    monkeypatch.setattr(SMTP, "_getaddr", None)
    text = "<gm+g1.abcdef@host.example> SIZE=100"
    assert sessions[0]._getaddr(text) == ("gm+g1.abcdef@host.example", "SIZE=100")
    assert smtp_session._PLAIN_ADDRESS.fullmatch("<a..b@host>") is None
