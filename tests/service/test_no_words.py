"""A mail without words that can be read: its writer learns what to do, and nothing is lost."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.service.office import START, Office, opened, text_of

AT = START + timedelta(hours=1)
MAILS = Path(__file__).parents[1] / "mails"


def attached(kind: str, name: str) -> bytes:
    return (
        f"From: private3@owner3.test\r\nTo: gm@games.test\r\nMessage-ID: <{name}@x.test>\r\n"
        f'MIME-Version: 1.0\r\nContent-Type: {kind}; name="{name}"\r\n'
        f'Content-Disposition: attachment; filename="{name}"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\neJ8+IgEAAQ==\r\n"
    ).encode()


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("application/ms-tnef", "winmail.dat"),
        ("image/png", "order.png"),
        ("application/msword", "order.doc"),
    ],
)
def test_whoever_sends_an_attachment_alone_is_told_to_write_plain_text(kind, name):
    office = Office()
    (answer,) = office.mail("小一", "", AT, raw=attached(kind, name))
    assert (office.last_mail().verdict, office.last_mail().code) == ("asked", "unreadable")
    said = text_of(answer)
    assert name in said
    assert "纯文本" in said
    assert "祈祷 X" in said
    assert "小一-1" in said


def test_the_case_of_the_corpus_is_answered_so_too():
    office = Office()
    raw = (MAILS / "mime-winmail-only.eml").read_bytes()
    (answer,) = office.mail("小一", "", AT, raw=raw)
    assert "winmail.dat" in text_of(answer)


def test_a_command_in_the_subject_beside_an_attachment_is_a_command():
    office = Office()
    raw = attached("application/ms-tnef", "winmail.dat")
    subject = b"Subject: =?utf-8?b?56WI56W3IOWwj+S6jA==?=\r\n"
    office.mail("小一", "", AT, raw=subject + raw)
    assert office.last_mail().verdict == "accepted"
    assert office.table.standing_orders("N1")[0].targets == ("小二",)


def test_words_that_say_nothing_beside_a_picture_are_answered_as_words():
    office = Office()
    (answer,) = office.mail("小一", "今天天气不错", AT)
    assert "纯文本" not in text_of(answer)


def test_a_name_of_an_attachment_brings_no_line_and_no_header_of_its_own():
    office = Office()
    raw = attached("image/png", "a=?utf-8?q?=0D=0A?=Bcc: x@y.test")
    (answer,) = office.mail("小一", "", AT, raw=raw)
    assert opened(answer)["Bcc"] is None


@pytest.mark.parametrize("word", ["分析", "剧情", "灌水", "plot", "chat"])
@pytest.mark.parametrize("blank", ["", "\n\u200b\u3000", "\n\n \u2060\ufeff\n"])
def test_a_post_without_a_text_is_asked_back_and_counts_for_nothing(word, blank):
    """C-9.6: five analyses are five texts."""
    office = Office()
    posts = len(office.table.posts)
    (answer,) = office.mail("小一", word + blank, AT)
    assert (office.last_mail().verdict, office.last_mail().code) == ("asked", "unreadable")
    assert "没有写正文，没有发布" in text_of(answer)
    assert len(office.table.posts) == posts


def test_last_words_without_a_text_leave_the_one_chance():
    office = Office()
    office.mail("阿甲", "杀 小一", AT)
    office.tick(START + timedelta(hours=24))
    office.mail("小一", "遗言\n\u200b", START + timedelta(hours=25))
    assert office.last_mail().verdict == "asked"
    office.mail(
        "小一", "遗言\n我怀疑阿甲，他第一天就太安静了，大家要当心他。", START + timedelta(hours=26)
    )
    assert office.last_mail().verdict == "accepted"


@pytest.mark.parametrize("word", ["公告", "剧情"])
def test_a_text_of_the_gms_that_shows_nothing_is_none(word):
    office = Office()
    (answer,) = office.mail("gm", f"{word}\n\u200b\u3000", AT)
    assert "正文请另起一行写在命令下面" in text_of(answer)
