"""Folding: two ways to write the same are one, and every character knows where it stood."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.language.folding import fold, fold_line, holds_invisible


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ＶＯＴＥ：３", "vote:3"),
        ("祈禱　張乾", "祈祷 张乾"),
        ("殺\u200b 小一", "杀 小一"),
        (" a \t\u00a0\u3000b ", "a b"),
        ("③", "3"),
        ("❸", "3"),
        ("3️⃣", "3"),
        ("№3", "no3"),
        ("Ⅲ", "iii"),
        ("轉發∶", "转发:"),
        ("\ufeffkill\u2060", "kill"),
        ("瀋", "沈"),
    ],
)
def test_width_case_script_blanks_and_the_invisible_are_folded(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    "sign", ["\u200b", "\ufeff", "\u3164", "\u2800", "\ufe0f", "\U000e0041", "\u00ad"]
)
def test_these_signs_are_invisible(sign: str) -> None:
    assert holds_invisible(f"小{sign}一")
    assert fold(f"小{sign}一") == "小一"


@given(st.text())
def test_a_folded_line_knows_where_its_characters_stood(raw: str) -> None:
    line = fold_line(raw)
    assert len(line.at) == len(line.folded)
    assert list(line.at) == sorted(line.at)
    assert fold(line.folded) == fold(fold(line.folded))
    assert line.written(0).strip() == line.written(0)


@given(st.text())
def test_folding_a_character_does_not_depend_on_its_neighbours(raw: str) -> None:
    composed = unicodedata.normalize("NFC", raw)
    apart = "".join(fold(character) for character in composed if not character.isspace())
    assert fold(raw).replace(" ", "") == apart.replace(" ", "")
