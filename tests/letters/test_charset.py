"""The ladder from bytes to characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.letters.charset import decode
from pbp.letters.charset_names import codec_of

COMMON = "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生"
LONG = st.text(alphabet=COMMON + " ，。", min_size=4, max_size=60).filter(
    lambda text: len(text.strip()) > 3 and any(char in COMMON for char in text)
)


@given(LONG, st.sampled_from(["gbk", "gb18030", "utf-8"]), st.sampled_from([None, "unknown", "1"]))
def test_chinese_without_a_usable_label_is_read(text: str, codec: str, label: str | None) -> None:
    decoded = decode(text.encode(codec), label)
    assert decoded.text == text
    assert not decoded.damaged


@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Co"))), st.sampled_from(["gbk", "x"]))
def test_any_bytes_give_text_without_surrogates(text: str, label: str) -> None:
    decode(text.encode("utf-8"), label).text.encode("utf-8")


@given(st.text(st.sampled_from(COMMON + "喆镕瞭堃殺張乾😀—"), min_size=1, max_size=20))
def test_a_right_label_of_gb18030_is_never_doubted(text: str) -> None:
    assert decode(text.encode("gb18030"), "gb2312").text == text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00\r\x0e\x0f")))
def test_a_right_label_of_utf_8_keeps_han_as_it_is(text: str) -> None:
    words = "杀" + text
    assert decode(words.encode(), "utf-8").text == words


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("'UTF-8'  format", "utf-8"),
        ('"gbk"', "gb18030"),
        ("gb2312;", "gb18030"),
        ("=utf-8", "utf-8"),
        ("BIG5-HKSCS", "big5hkscs"),
        ("utf-8\x1b(B", "utf-8"),
        ("rot13", None),
        ("zlib", None),
        ("idna", None),
        ("undefined", None),
        ("unicode_escape", None),
        ("", None),
        (None, None),
    ],
)
def test_a_label_chooses_only_from_the_list(label: str | None, codec: str | None) -> None:
    assert codec_of(label) == codec


@pytest.mark.parametrize(
    ("text", "codec", "label"),
    [
        ("杀 小一", "gbk", "utf-8"),
        ("杀 小一", "utf-8", "big5"),
        ("杀 小一", "gbk", "iso-8859-1"),
        ("杀 小一\n夜深了，没有月亮。", "gbk", "big5"),
        ("殺 小一\n夜裡起風了，我不在家。", "big5", "gb2312"),
        ("kill me at the café", "latin-1", "iso-8859-1"),
        ("vote αβγ", "utf-8", "utf-8"),
        ("vote Привет мир", "utf-8", None),
        ("vote 小一 café", "utf-8", "utf-8"),
    ],
)
def test_a_wrong_label_is_seen_through_and_a_right_one_is_not(
    text: str, codec: str, label: str | None
) -> None:
    assert decode(text.encode(codec), label).text == text


def test_a_broken_character_in_utf_8_is_told_and_never_taken_for_gbk() -> None:
    decoded = decode("杀小一，夜".encode()[:-1], "utf-8")
    assert decoded.damaged
    assert decoded.text.startswith("杀小一，")
