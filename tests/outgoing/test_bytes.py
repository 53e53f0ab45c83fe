"""What goes out, byte by byte: headers that survive, two parts that say the same."""

from datetime import timedelta
from email import message_from_bytes, policy
from email.headerregistry import Address

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from pbp.letters.flowed import unwrap
from pbp.letters.opening import open_letter
from pbp.service import setup, tokens
from pbp.service.bodies import LINE_MAX, flowed
from tests.service.office import CAST, DAY, START, Office, opened, owner_of, ref_of, setup_for

AT = START + timedelta(hours=1)


def played() -> Office:
    """A night, a day with votes and posts, and all the mails of it."""
    office = Office(setup_for(deliver="each"))
    office.mail("阿甲", "杀 小一\n宣言 <b>&amp; 再见\n> 引用\nFrom 这里\n -- \n" + "长" * 500, AT)
    office.tick(START + DAY)
    office.mail("小二", '投票 阿甲\n他<发言>很"怪"', START + DAY + timedelta(hours=1))
    office.mail(
        "小三",
        "分析 " + "x" * 3000 + "\nhttps://else.test/a?b=c&d",
        START + DAY + timedelta(hours=2),
    )
    office.tick(START + 2 * DAY)
    office.mail("gm", "摘要", START + 2 * DAY)
    return office


PLAYED = played()
ROWS = PLAYED.outbox()


def parts(row) -> tuple[str, str]:
    message = opened(row)
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert html is not None
    return plain.get_content(), html.get_content()


def test_every_line_is_ascii_ends_in_crlf_and_is_shorter_than_any_limit():
    for row in ROWS:
        assert row.data.isascii()
        lines = row.data.split(b"\r\n")
        assert not any(b"\n" in line or b"\r" in line for line in lines)
        assert max(map(len, lines)) <= 998
        head = row.data.partition(b"\r\n\r\n")[0].split(b"\r\n")
        assert max(map(len, head)) <= 200


def test_no_header_that_holds_an_id_or_an_address_has_an_encoded_word_in_it():
    for row in ROWS:
        head = row.data.partition(b"\r\n\r\n")[0].decode()
        for line in head.split("\r\n"):
            name, _, value = line.partition(":")
            if name in ("Message-ID", "In-Reply-To", "References", "List-Id", "List-Post",
                        "List-Unsubscribe", "To", "X-Loop"):  # fmt: skip
                assert "=?" not in value, name
            if name in ("From", "Reply-To"):
                assert "=?" not in value.rpartition("<")[2]


def test_ids_come_through_a_program_that_folds_headers_its_own_way():
    for row in ROWS:
        again = message_from_bytes(row.data, policy=policy.SMTP.clone(max_line_length=998))
        raw = again.as_bytes()
        assert open_letter(raw, ours=tokens.is_ours).message_id == row.message_id
        narrow = message_from_bytes(row.data, policy=policy.SMTP.clone(max_line_length=78))
        assert open_letter(narrow.as_bytes()).message_id == row.message_id


def test_both_parts_say_the_same():
    for row in ROWS:
        plain, html = parts(row)
        text = unwrap(plain.replace("\r\n", "\n"), delsp=True)
        frame = LexborHTMLParser(html).css_first("body div")
        assert frame is not None
        shown = frame.text().replace("\r\n", "\n")
        assert [line.rstrip() for line in shown.split("\n")] == text.split("\n")


def test_the_html_part_has_no_link_no_picture_and_no_script():
    for row in ROWS:
        _, html = parts(row)
        tree = LexborHTMLParser(html)
        for selector in ("a", "img", "script", "link", "iframe", "form", "object", "b"):
            assert tree.css_first(selector) is None
        assert "url(" not in html
        assert "http-equiv" not in html


def test_the_plain_part_is_first_and_flowed():
    for row in ROWS:
        message = opened(row)
        assert message.get_content_type() == "multipart/alternative"
        kinds = [part.get_content_type() for part in message.iter_parts()]
        assert kinds == ["text/plain", "text/html"]
        plain = next(iter(message.iter_parts()))
        assert plain["Content-Type"].params["format"] == "flowed"
        assert plain["Content-Type"].params["delsp"] == "yes"


def test_broadcasts_have_one_recipient_a_message():
    for row in ROWS:
        assert [each.addr_spec for each in opened(row)["To"].addresses] == [row.recipient]
        assert opened(row)["Cc"] is None
        assert opened(row)["Bcc"] is None


def test_every_mail_of_the_list_can_be_left_by_a_header():
    posts = [row for row in ROWS if ref_of(row).public]
    assert posts
    for row in posts:
        assert opened(row)["List-Unsubscribe"].startswith("<mailto:board+g41-unsubscribe.")
        assert opened(row)["Auto-Submitted"] == "auto-generated"


def test_a_handles_name_in_brackets_heads_each_post_of_its_own():
    """So a list that rewrites From loses nothing (issue of real mail)."""
    posts = [row for row in ROWS if ref_of(row).kind in ("vote", "analysis")]
    assert posts
    for row in posts:
        plain, _ = parts(row)
        assert "【小" in opened(row)["Subject"]
        assert plain.lstrip().startswith("【小")


def test_an_international_domain_is_written_in_ascii():
    owners = {who: owner_of(who, CAST) for who in CAST}
    owners["小一"] = setup.Owner("Person", ("player@例子.测试",))
    office = Office(msgspec.structs.replace(setup_for(), owners=owners))
    row = next(row for row in office.outbox() if ref_of(row).to == "小一")
    (to,) = opened(row)["To"].addresses
    assert to == Address(addr_spec="player@xn--fsqu00a.xn--0zwm56d")
    assert row.recipient == "player@例子.测试"


WORDS = st.text(alphabet=st.sampled_from("a好 >-F\nrom="), max_size=80)


@given(WORDS)
def test_a_flowed_text_is_the_same_once_it_is_unwrapped(text):
    wanted = "\n".join(line.rstrip(" ") for line in text.split("\n"))
    back = unwrap(flowed(text), delsp=True)
    assert [line.replace(" ", "") for line in back.split("\n")] == [
        line.replace(" ", "") for line in wanted.split("\n")
    ]


@pytest.mark.parametrize("char", ["好", "x", "😀"])
def test_a_line_of_any_length_is_cut_between_characters_and_comes_back_whole(char):
    text = char * 2500
    assert all(len(line.encode()) <= LINE_MAX + 2 for line in flowed(text).split("\n"))
    assert unwrap(flowed(text), delsp=True) == text
