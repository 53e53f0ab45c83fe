"""The digest on a telephone: twelve lines of twenty characters, then the GM has to scroll.

clauses: C-10
"""

import re

import pytest

from pbp.render.columns import width
from tests.render.samples import LOCALES, page, sample

LINES, COLUMNS = 12, 40
SECRETS = ("阿甲", "阿乙", "小", "P-")


def screen(text: str) -> list[str]:
    """The first screen of a mail, as a telephone folds it: line by line, anywhere."""
    rows: list[str] = []
    for line in text.split("\n"):
        row = ""
        for char in line:
            if width(row + char) > COLUMNS:
                rows.append(row)
                row = ""
            row += char
        rows.append(row)
    return rows[:LINES]


@pytest.mark.parametrize("locale", LOCALES)
def test_with_many_questions_the_first_screen_tells_all_of_them(locale):
    text = page(sample(locale, "notice/digest.many")).text
    seen = "".join(screen(text))
    for word in {
        "zh": ("g41", "第一天", "20:00", "待答问题：9 个", "一切照旧", "第 10 题", "18:45"),
        "en": ("g41", "day 1", "20:00", "questions: 9", "as usual", "Due first: 10", "18:45"),
    }[locale]:
        assert word in seen, word
    for number in range(3, 12):
        assert re.search(rf"(?<!\d){number}(?!\d)", seen), number


@pytest.mark.parametrize("locale", LOCALES)
def test_what_stands_above_the_questions_has_no_secret(locale):
    """It may stand on a locked screen: no handle, no role, no clause."""
    for case in ("many", "night", "appeals", "machines", "quiet", "signup"):
        text = page(sample(locale, f"notice/digest.{case}")).text
        first = re.search(r"^\d+\. ", text, re.MULTILINE)
        head = text[: first.start()] if first else text.split("\n\n")[0]
        assert not [secret for secret in SECRETS if secret in head], case


@pytest.mark.parametrize("locale", LOCALES)
def test_with_many_questions_a_long_text_stands_at_the_end_once(locale):
    text = page(sample(locale, "notice/digest.many")).text
    declaration = "明早谁来敲门，就看今晚谁还没有睡。"
    assert text.count(declaration) == 1
    assert text.index(declaration) > text.index("P-5.2")
    assert text.count("投票 阿甲或者阿乙") == 1
