"""docs/mail-commands.md lists the words that there are: the GM's from the code, players' all."""

import re

import pytest

from pbp.language import words
from pbp.language.gm_words import FORMS
from tests.house.commands_page import BEGIN, END, OTHERS, PAGE, acts, rewritten
from tests.house.sources import ROOT

GUIDES = {"zh": ROOT / "docs/gm-guide.zh.md", "en": ROOT / "docs/gm-guide.en.md"}
NOT_IN_A_GUIDE = {"leave grant", "leave refuse", "confirm", "change", "beacon", "rule"}


def test_the_list_of_the_gms_commands_is_the_one_in_the_code():
    """If not: python -m tests.house.commands_page"""
    page = PAGE.read_text(encoding="utf-8")
    assert BEGIN in page
    assert END in page
    assert rewritten(page) == page


def test_every_word_of_the_gms_has_something_behind_it():
    known = {*acts(), *OTHERS, "stats", "leave grant", "leave refuse"}
    assert {form.word for form in FORMS} <= known


def test_the_page_has_every_word_of_the_players():
    page = PAGE.read_text(encoding="utf-8").split("## What comes back")[0]
    main = {row[2].split()[0] for row in words.TABLE if row[2]}
    main |= {row[3].split(",")[0] for row in words.TABLE if row[3]} | set(words.PACES)
    plain = {
        word
        for word in main
        if word not in ("投票理由", "vote reason", "change reason", "每2小时", "no games")
    }
    assert {word for word in plain if word not in page} == set()


@pytest.mark.parametrize("locale", GUIDES)
def test_a_guide_tells_of_every_command(locale: str):
    text = GUIDES[locale].read_text(encoding="utf-8")
    for form in FORMS:
        mine = [w for w in form.words if w.isascii() == (locale == "en")]
        if form.word in NOT_IN_A_GUIDE or not mine:
            continue
        assert any(re.search(rf"`[^`]*{re.escape(w)}", text) for w in mine), form.word
