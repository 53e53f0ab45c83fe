"""What a Letter tells beside the words."""

import pytest

from pbp.letters.opening import open_letter

HEAD = "From: 林晓东 <linxd@example.com>\r\nTo: gm+g41@games.test\r\nSubject: [g41]\r\n"


def mail(body: str = "祈祷 小五", head: str = HEAD, more: str = "", kind: str = "plain") -> bytes:
    return f"{head}{more}Content-Type: text/{kind}; charset=utf-8\r\n\r\n{body}".encode()


def from_line(value: str) -> bytes:
    return mail(head=f"From: {value}\r\n")


@pytest.mark.parametrize(
    "value",
    [
        "linxd@example.com",
        "<linxd@example.com>",
        "林晓东 <LinXD@Example.COM>",
        '"林, 晓东" <linxd@example.com>',
        "linxd@example.com (林晓东)",
        "=?utf-8?B?5p6X5pmT5Lic?=\r\n <linxd@example.com>",
        '"=?utf-8?B?5p6X5pmT5Lic?=" <linxd@example.com>',
        '"a \\" b" <linxd@example.com>',
    ],
)
def test_one_address_in_from_is_the_sender(value: str) -> None:
    assert open_letter(from_line(value)).sender == "linxd@example.com"


@pytest.mark.parametrize(
    "value",
    [
        "",
        "林晓东",
        "undisclosed-recipients:;",
        "a@example.com, linxd@example.com",
        "a@example.com <linxd@example.com>",
        '"a@example.com" <linxd@example.com>',
        "=?utf-8?B?YUBleGFtcGxlLmNvbQ==?= <linxd@example.com>",
        "=?utf-8?B?5p6XPGxpbnhkQGV4YW1wbGUuY29tPg==?=",
        "linxd@example.com (a@example.com)",
        "<a@example.com> <linxd@example.com>",
        "<a@b@example.com>",
        "a@example.com\r\nFrom: linxd@example.com",
        "'",
        "<>",
    ],
)
def test_a_from_line_that_can_be_read_in_two_ways_has_no_sender(value: str) -> None:
    assert open_letter(from_line(value)).sender is None


def test_a_raw_gbk_name_whose_bytes_hold_an_at_sign_is_only_a_name() -> None:
    name = "凘丂"
    assert b"@" in name.encode("gbk")
    letter = open_letter(f"From: {name} <linxd@example.com>\r\n\r\nx".encode("gbk"))
    assert (letter.sender, letter.sender_name) == ("linxd@example.com", name)


def test_recipients_come_from_to_cc_and_delivered_to_in_that_order() -> None:
    more = "Delivered-To: d@games.test\r\nCc: C@games.test, gm+g41@games.test\r\n"
    letter = open_letter(mail(more=more))
    assert letter.to == ("gm+g41@games.test", "c@games.test", "d@games.test")


def test_the_thread_is_told_in_order_without_folding() -> None:
    more = (
        "Message-ID:\r\n <own@\r\n example.com>\r\nIn-Reply-To: letter of <b@x> Tuesday\r\n"
        "References: <a@x>\r\n <b@x> <c@x>\r\n"
    )
    letter = open_letter(mail(more=more))
    assert letter.message_id == "<own@example.com>"
    assert letter.in_reply_to == "<b@x>"
    assert letter.references == ("<b@x>", "<a@x>", "<c@x>")


@pytest.mark.parametrize("value", ["", "<>", "< >"])
def test_an_empty_message_id_is_none(value: str) -> None:
    assert open_letter(mail(more=f"Message-ID: {value}\r\n")).message_id is None


def test_our_own_message_id_is_a_loop() -> None:
    raw = mail(more="Message-ID: <ours@games.test>\r\n")
    assert open_letter(raw, ours=lambda found: found == "<ours@games.test>").automatic == "loop"
    assert open_letter(raw).automatic is None


def test_the_quotation_is_kept_apart_without_its_marks() -> None:
    letter = open_letter(mail("改票 小二\n\n> 投票 小一\n> > 谁？"))
    assert (letter.text, letter.quoted) == ("改票 小二", "投票 小一\n> 谁？")
    assert letter.dropped.quoted == len(letter.quoted)


@pytest.mark.parametrize(
    ("markup", "text", "hidden"),
    [
        ("<p>祈祷 小五</p>", "祈祷 小五", False),
        ("<p>祈祷 小五</p><del>杀 小一</del>", "祈祷 小五", True),
        ("<p>祈祷 小五</p><p style='display:none'>&nbsp; </p>", "祈祷 小五", False),
        ("<style>.a{display: none}</style><p class=a>杀</p>祈祷 小五", "祈祷 小五", True),
        ("<p style='color:#123;background:#123'>杀</p>祈祷 小五", "祈祷 小五", True),
        ("<p style='position:absolute;left:-9999px'>杀</p>祈祷 小五", "祈祷 小五", True),
        ("祈祷 小五<img alt='😀'><img alt='photo'>", "祈祷 小五😀", False),
    ],
)
def test_hidden_words_are_dropped_and_reported(markup: str, text: str, hidden: bool) -> None:
    letter = open_letter(mail(markup, kind="html"))
    assert (letter.text, letter.hidden) == (text, hidden)


def test_a_lost_character_in_the_words_is_reported() -> None:
    assert open_letter(mail("杀 小\ufffd")).damaged
    assert not open_letter(mail("杀 小一\n\n> 小\ufffd")).damaged


def test_a_lost_character_in_the_subject_counts_where_the_body_is_empty() -> None:
    head = HEAD.replace("[g41]", "杀 小\ufffd")
    assert open_letter(mail("", head)).damaged
    assert not open_letter(mail("祈祷 小五", head)).damaged


@pytest.mark.parametrize("name", ["Supersedes", "Replaces"])
def test_a_header_that_replaces_another_mail_recalls(name: str) -> None:
    assert open_letter(mail(more=f"{name}: <a@x>\r\n")).recalls
    assert not open_letter(mail()).recalls


@pytest.mark.parametrize(
    ("subject", "recalls"),
    [("撤回: [g41] 投票", True), ("Recall: x", True), ("撤回", False), ("Re: 撤回: x", False)],
)
def test_a_recall_names_the_mail_that_it_takes_back(subject: str, recalls: bool) -> None:
    assert open_letter(mail(head=HEAD.replace("[g41]", subject))).recalls is recalls


def test_headers_that_rooms_above_need_are_handed_on_in_order() -> None:
    more = "Received: by b;\r\n Tue\r\nX-Other: 1\r\nAuthentication-Results: mx; dkim=pass\r\n"
    names = [name for name, _ in open_letter(mail(more=more)).headers]
    assert names == ["from", "to", "received", "authentication-results"]
    assert ("received", "by b; Tue") in open_letter(mail(more=more)).headers


def test_marks_that_html_would_set_cannot_be_written_by_a_sender() -> None:
    assert open_letter(mail("\x0e祈祷 小五\x00")).text == "祈祷 小五"
    assert open_letter(mail("<p>&#14;祈祷 小五", kind="html")).text == "祈祷 小五"


def test_an_empty_body_is_readable() -> None:
    letter = open_letter(mail(""))
    assert letter.text == ""
    assert not letter.unreadable
