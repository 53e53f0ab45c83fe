"""Received lines: which host wrote one, and when it says that it took the mail."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.letters.received import edge_stamp, handed_over, stamp, stamps

EIGHT = datetime(2026, 3, 1, 8, 0, 30, tzinfo=UTC)
OURS = ("mx.host.example",)


@pytest.mark.parametrize(
    "date",
    [
        "Sun, 1 Mar 2026 16:00:30 +0800",
        "Sun, 1 Mar 2026 16:00:30 +0800 (CST)",
        "Sun,  1 Mar 2026 08:00:30 GMT",
        "1 Mar 2026 08:00:30 UT",
        "Sun, 01 Mar 2026 08:00:30.123456789 +0000",
        "Sun, 1 Mar 2026 03:00:30 -0500 (a comment; with (a date) 2 Mar 2027 01:00:00 +0000)",
        "Sun, 1 Mar\n\t2026 16:00:30 +0800".replace("\n", ""),
    ],
)
def test_the_instant_is_what_stands_after_the_last_semicolon_outside_comments(date):
    line = (
        f"from a (b; 1 Jan 2020 00:00:00 +0000) by mx.host.example (Postfix; x) with ESMTP; {date}"
    )
    assert stamp(line) == ("mx.host.example", EIGHT)


@pytest.mark.parametrize(
    "date",
    [
        "",
        "soon",
        "Sun, 1 Mar 2026 16:00:30 CST",
        "Sun, 1 Mar 2026 16:00:30",
        "Sun, 1 Mrz 2026 16:00:30 +0800",
        "Sun, 31 Feb 2026 16:00:30 +0800",
        "Sun, 1 Mar 2026 25:00:30 +0800",
        "Sun, 1 Mar 2026 16:00:30 +9999",
        "1 Jan 0001 00:00:30 +0800",
    ],
)
def test_a_date_with_two_meanings_or_none_is_no_date(date):
    assert stamp(f"from a by mx.host.example; {date}") == ("mx.host.example", None)


def test_a_leap_second_is_the_second_before_it():
    assert stamp("by mx; 31 Dec 2016 23:59:60 +0000").at == datetime(
        2016, 12, 31, 23, 59, 59, tzinfo=UTC
    )


def test_a_line_without_a_semicolon_has_its_date_at_the_end():
    assert stamp("from a by MX.host.example. with ESMTP 1 Mar 2026 08:00:30 +0000") == (
        "mx.host.example",
        EIGHT,
    )


@pytest.mark.parametrize(
    ("line", "host"),
    [
        ("by 2002:a05:7300:0:b0:1 with SMTP id x; 1 Mar 2026 08:00:30 GMT", "2002:a05:7300:0:b0:1"),
        ("from by (by [192.0.2.1]) by mx.host.example; 1 Mar 2026 08:00:30 GMT", "mx.host.example"),
        ("from x by; 1 Mar 2026 08:00:30 GMT", ""),
        ("(qmail 1 invoked by uid 89); 1 Mar 2026 08:00:30 -0000", ""),
        ("from a stranger who stands by mx.host.example; 1 Mar 2026 08:00:30 GMT", ""),
    ],
)
def test_the_host_stands_after_by_and_nowhere_else(line, host):
    assert stamp(line).by == host


def mail(*lines: str) -> bytes:
    received = "".join(f"Received: {line}\r\n" for line in lines)
    return f"{received}Subject: x\r\n\r\nReceived: by mx.host.example; x\r\n".encode()


OUR_LINE = (
    "from a (a [192.0.2.1])\r\n\tby mx.host.example (Postfix) with ESMTP id 1"
    "\r\n\tfor <gm@host.example>; Sun, 1 Mar 2026 16:00:30 +0800 (CST)"
)
INNER = "from mx.host.example by store.host.example with LMTP; 1 Mar 2026 09:00:00 GMT"
FORGED = "from x by mx.host.example with ESMTP; Sun, 1 Mar 2026 01:00:00 +0000"


def test_the_edge_is_the_topmost_line_of_ours_also_below_hosts_behind_it():
    assert edge_stamp(mail(OUR_LINE, FORGED), OURS) == EIGHT
    assert edge_stamp(mail(INNER, OUR_LINE, FORGED), OURS) == EIGHT
    assert edge_stamp(mail(INNER), OURS) is None
    assert edge_stamp(b"", OURS) is None
    assert edge_stamp(mail(OUR_LINE), (".host.example",)) == EIGHT


def test_below_a_line_that_says_no_host_nothing_is_believed():
    assert edge_stamp(mail("(nobody knows); 1 Mar 2026 08:00:30 GMT", FORGED), OURS) is None


def test_a_line_of_ours_without_a_time_does_not_give_way_to_one_below():
    assert edge_stamp(mail("from a by mx.host.example; soon", FORGED), OURS) is None


def test_the_hand_over_is_the_lowest_line_that_has_a_time():
    lines = [OUR_LINE, "from phone by smtp.qq.com; 1 Mar 2026 07:58:00 +0000", "from x by y"]
    assert handed_over(mail(*lines)) == datetime(2026, 3, 1, 7, 58, tzinfo=UTC)
    assert handed_over(mail()) is None


@given(st.binary(max_size=400))
def test_no_bytes_at_all_make_it_fall(raw):
    assert all(len(found) == 2 for found in stamps(b"Received: " + raw))


@given(st.text(alphabet='()\\";, by from mx.host.example1234567890:+Mar', max_size=200))
def test_no_line_at_all_makes_it_fall(line):
    assert stamp(line).by is not None
