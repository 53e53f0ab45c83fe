"""Every page as players get it, in each locale: tests/golden/LOCALE/notice|post/KIND.txt."""

import re

import pytest

from pbp.render.columns import COLUMNS, width
from pbp.render.samples import samples
from tests.render.samples import GOLDEN, LOCALES, NAMES, goldens, page, sample

LINK = re.compile(r"https://\S+")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_says_what_its_golden_says(locale):
    for path, text in goldens(locale).items():
        assert path.read_text(encoding="utf-8") == text, f"see tests.render.regenerate: {path}"


@pytest.mark.parametrize("locale", LOCALES)
def test_there_is_no_golden_of_a_kind_that_is_gone(locale):
    assert set((GOLDEN / locale).rglob("*.txt")) == set(goldens(locale))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", NAMES)
def test_no_line_is_wider_than_72_columns(name, locale):
    """But a link, which stands alone on its line and cannot be broken."""
    lines = page(sample(locale, name)).text.split("\n")
    wide = [line for line in lines if width(line) > COLUMNS and not LINK.fullmatch(line)]
    assert wide == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_page_has_blanks_at_line_ends_or_two_empty_lines_running(locale):
    for one in samples(locale):
        text = page(one).text
        assert text.endswith("\n")
        assert "\n\n\n" not in text
        assert [line for line in text.split("\n") if line != line.rstrip()] == []
        assert text.strip("\n") == text[:-1]
