"""Around any words, every mail program's quotation and signature come off and the words stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.letters.letter import Letter
from pbp.letters.opening import open_letter
from tests.letters import clients, corpus

QUOTE = "第二夜开始。\n请在 20:00 之前来信，例如：\n\n杀 小三\n祈祷 小三"
WORDS = st.text(
    alphabet=st.sampled_from("杀投票小一二三阿甲乙月黑风高夜的了是不说谁vote kil12，。！ ~"),
    min_size=1,
    max_size=30,
).filter(lambda line: line.strip())
LINES = st.lists(
    WORDS | st.sampled_from(["", ">_< 好冷", "- 第一", "注意：", "他写道：我不在", "-- 夜 --"]),
    min_size=1,
    max_size=6,
)


def answer(client: clients.Client, own: str) -> Letter:
    kind = "html" if client.rich else "plain"
    raw = (
        "From: =?utf-8?B?5p6X5pmT5Lic?= <linxd@example.com>\r\n"
        f"To: {clients.GM}\r\nSubject: Re: [g41]\r\nMIME-Version: 1.0\r\n"
        f"Content-Type: text/{kind}; charset=utf-8\r\n"
        "Content-Transfer-Encoding: 8bit\r\n\r\n" + client.reply(own, QUOTE)
    )
    return open_letter(raw.encode())


@pytest.mark.parametrize("name", clients.ALL)
def test_an_answer_without_words_has_no_words(name: str) -> None:
    letter = answer(clients.ALL[name], "")
    assert letter.text == ""
    assert "杀 小三" in letter.quoted
    assert not letter.unreadable


@pytest.mark.parametrize("name", clients.ALL)
@given(lines=LINES)
def test_the_words_above_a_quotation_come_out_as_they_were_written(
    name: str, lines: list[str]
) -> None:
    own = "\n".join(lines)
    letter = answer(clients.ALL[name], own)
    assert corpus.lines(letter.text) == corpus.lines(own)
    assert letter.automatic is None


@pytest.mark.parametrize("name", clients.ALL)
def test_nothing_of_what_stands_around_the_words_is_left(name: str) -> None:
    letter = answer(clients.ALL[name], "祈祷 小五")
    assert [secret for secret in clients.SECRETS if secret in letter.text] == []
    assert letter.dropped.quoted >= 10
    assert letter.dropped.html == clients.ALL[name].rich
