"""What the reader passes over at a glance it would not have taken for anything else either."""

from email.message import Message

from hypothesis import given, settings
from hypothesis import strategies as st

from pbp.letters import addresses, dividers, headers, mime, quoting, signature
from tests.letters import corpus

LINES = sorted(
    {
        line
        for case in corpus.cases()
        for line in case.raw.decode("utf-8", "replace").replace("\r", "\n").split("\n")
    }
)
WORDS = st.sampled_from(
    [*dividers.KEYS, *dividers.ATTRIBUTION_ENDS, *dividers.BARE_DIVIDERS, *dividers.DIVIDER_WORDS]
)
EDGES = st.text(alphabet=" \t\xa0\u3000-—–_=~*·•|>:：∶，,、小一A1<@", max_size=4)


def is_anything(line: str) -> bool:
    """Whether any of the dividers' own tests takes a line for more than prose."""
    date = "2026-03-03 20:00"
    return (
        dividers.is_divider(line)
        or dividers.starts_header_block([line, date, "To: b@c.example", "Subject: x"], 0)
        or dividers.starts_header_block([line, "From: a@b.example", "To: b@c.example"], 0)
        or dividers.ends_attribution([date, line], 1, quote_follows=True) is not None
        or dividers.ends_attribution([f"{date} a@b.example", line], 1, quote_follows=False)
        is not None
    )


@given(st.tuples(EDGES, WORDS, EDGES).map("".join))
def test_what_is_called_prose_is_neither_divider_nor_header_nor_attribution(line):
    assert not (dividers.is_prose(line) and is_anything(line))


def test_no_line_of_the_corpus_is_passed_over():
    passed = [line for line in LINES if dividers.is_prose(line)]
    assert passed
    assert [line for line in passed if is_anything(line)] == []


@given(st.from_regex(signature.CLIENT_LINE, fullmatch=True))
@settings(max_examples=300)
def test_every_line_of_a_mail_program_is_looked_at(line):
    assert signature.may_be_client_line(dividers.plain(line)) or not dividers.plain(line)


@given(st.lists(st.sampled_from([line for line in LINES if line][:4000]), max_size=8))
def test_without_a_mark_in_the_whole_mail_no_line_is_quoted(lines):
    bare = [line.replace(">", "").replace("＞", "").replace("&gt;", "") for line in lines]
    assert quoting.part([f"{line}。" for line in bare]).own != [] or not lines


HEAD = st.lists(
    st.sampled_from(
        [
            b"To: a@b.example",
            b"X-A:",
            b"Subject : x",
            b" folded",
            b"\tfolded:",
            b"  ",
            b"",
            b"From nobody",
            b">From: x",
            b"No header at all",
            "主题: x".encode(),
            b"A: \x00",
        ]
    ),
    max_size=7,
).map(b"\n".join)


@given(HEAD)
def test_well_formed_headers_are_read_as_line_by_line(data):
    quick, slow = headers.split(data), headers._split_by_line(data)
    assert (quick[0].fields, quick[1]) == (slow[0].fields, slow[1])


@given(
    st.lists(
        st.sampled_from([b"--x", b"--x--", b"--x \t", b"--x-", b" --x", b"--xy", b"", b"a --x"]),
        max_size=8,
    )
)
def test_boundary_lines_stand_alone_on_their_lines(lines):
    body = b"\n".join(lines)
    found = [body[start:end] for start, end, _ in mime._boundary_lines(body, b"--x")]
    assert found == [line for line in lines if line.rstrip(b" \t") in (b"--x", b"--x--")]


@given(
    st.lists(
        st.sampled_from(
            [
                *'"<>@,;:()\\. \t',
                "ab",
                "A",
                "=?utf-8?B?5p2O?=",
                "李",
                "a@b.example",
                "<a@b.example>",
            ]
        ),
        max_size=9,
    ).map("".join)
)
def test_a_plain_mailbox_is_read_as_every_other(text):
    quick = addresses.mailboxes(text.encode())
    among_others = addresses.mailboxes(f",{text}".encode())
    assert quick == among_others


@given(
    st.tuples(
        st.sampled_from(["text/plain", " text/plain ", "TEXT/Plain", "multipart/x-y"]),
        st.lists(
            st.sampled_from(
                [
                    ";",
                    "; charset=utf-8",
                    '; charset="gb2312"',
                    ";charset = x",
                    "; Charset=A; charset=b",
                    "; boundary=a=b",
                    '; boundary="a;charset=x"',
                    "; charset*=utf-8''x",
                    "; charset*0=a; charset*1=b",
                    "; charset=a b",
                    '; charset="a\\"b"',
                    "; charset=(c)d",
                    "; charset=",
                    '; charset=""',
                    ", charset=x",
                    "; charset='q'",
                ]
            ),
            max_size=3,
        ).map("".join),
    ).map("".join)
)
def test_plain_parameters_are_read_as_the_library_reads_them(value):
    message = Message()
    message["X"] = value
    if mime.PLAIN_PARAMETERS.fullmatch(value.encode()):
        for name in ("charset", "boundary"):
            asked = message.get_param(name, "", header="X")
            assert mime._parameter(value.encode(), name) == str(asked).strip()
