"""The Chinese edition of the clauses says, clause by clause, what the English one says."""

import re

import pytest

from tests.house.sources import ROOT

RULES = ROOT / "docs" / "rules"
PAGES = ("common", "prayer", "three_lives", "seven_kill")
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
REFERENCE = re.compile(r"\b[CPLS]-\d+(?:\.\d+)?")
CODE = re.compile(r"`[^`]+`")
NUMBER = re.compile(r"(?<![A-Za-z\d])\d+(?::\d\d)?")


def clauses(page: str, edition: str) -> dict[str, str]:
    """Clause → its text, in the order of the page; the notes below the last one apart."""
    text = (RULES / edition / f"{page}.md").read_text(encoding="utf-8")
    law, _, notes = text.partition("\n## Where" if not edition else "\n## 条文")
    parts = ANCHOR.split(law)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {**found, **{f"note {n}": line for n, line in enumerate(notes.splitlines()[2:])}}


def marks(text: str) -> tuple[list[str], list[str], set[str]]:
    """What must be the same in every language: names in code, clauses cited, numbers."""
    plain = REFERENCE.sub("", CODE.sub("", text))
    numbers = {number for number in NUMBER.findall(plain) if number not in ORDINALS}
    return sorted(set(CODE.findall(text))), sorted(set(REFERENCE.findall(text))), numbers


ORDINALS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
"""Small numbers are written as words in one language and as digits in the other."""


@pytest.mark.parametrize("page", PAGES)
def test_both_editions_have_the_same_clauses_in_the_same_order(page: str) -> None:
    assert list(clauses(page, "zh")) == list(clauses(page, ""))


@pytest.mark.parametrize("page", PAGES)
def test_each_clause_names_the_same_options_clauses_and_numbers(page: str) -> None:
    chinese = clauses(page, "zh")
    differ = {
        number: (marks(text), marks(chinese[number]))
        for number, text in clauses(page, "").items()
        if marks(text) != marks(chinese[number])
    }
    assert differ == {}


@pytest.mark.parametrize("page", PAGES)
def test_both_editions_say_as_often_that_something_is_settled_here(page: str) -> None:
    chinese = clauses(page, "zh")
    for number, text in clauses(page, "").items():
        settled = len(re.findall(r"settled here", text, re.IGNORECASE))
        ours = len(re.findall("此处(?:如此)?规定", chinese[number]))
        assert ours == settled, number


@pytest.mark.parametrize("page", PAGES)
def test_the_chinese_edition_is_chinese(page: str) -> None:
    for number, text in clauses(page, "zh").items():
        plain = CODE.sub("", REFERENCE.sub("", text))
        han = len(re.findall(r"[\u4e00-\u9fff]", plain))
        latin = len(re.findall(r"[A-Za-z]{4,}", plain))
        assert han > 6 * latin or not plain.strip(), number
