"""Each kind of notice and post, and each code, has its words in every locale."""

import json
import re

import pytest
from jinja2 import meta

from pbp.game.verdicts import PRECEDENCE, VERDICT_OF
from pbp.render import PACKAGE
from pbp.render.check import OTHER_FILES, page_names, problems
from pbp.render.contract import NOTICES, POSTS
from pbp.render.renderer import SHARED
from pbp.render.samples import samples
from tests.render.samples import LOCALES, RENDERER, about, kind_of

KINDS_OF_NOTICES = set(
    """
    seat order_taken order_replaced order_refused declaration_short vote_taken vote_refused
    ask_again team kill_right binding_missed healing_missed reborn sure_kill kill_missed warning
    out reminder confirm signed_up not_seated unpost receipts poll new_token address_added gm_acted
    late muted unreachable replacement_call replacement_taken replacement_cancelled leave_answer
    status help exposed message
    """.split()  # noqa: SIM905
)

TO_THE_GM = {"desk", "digest", "why", "stats"}
"""What the GM alone gets, and no player ever."""

OF_THE_BOARD = {"bundle", "subscription"}
"""Several posts as one mail; what an onlooker is told of the list."""

OF_THE_WEB = {"web_link"}
"""What somebody is told who wants to sign in on the web."""

KINDS_OF_POSTS = set(
    """
    signup roster nightfall dawn vote_open vote vote_count runoff_open execution no_execution
    arrival last_words analysis plot chat checkin handover extension pause silence proxy_vote ballot
    rules signup_state checkin_list out warning exposed poll awards game_over correction
    announcement stats
    """.split()  # noqa: SIM905
)
"""docs/scenario-format.md, both lists."""

OUTSIDE_A_GAME = ("automatic", "duplicate", "unknown_sender")
"""Codes of mail that gets no answer of this kind."""

CODES = {*PRECEDENCE, *VERDICT_OF, "too_large"}

OF_A_NOTICE = {"to", "mail"}
OF_A_POST = {"author"}
OF_BOTH = {"kind", "at", "phase", "life", "data", "about", "enclosed", *SHARED}


def files(locale):
    room = PACKAGE / locale
    return {path.relative_to(room).as_posix() for path in room.rglob("*") if path.is_file()}


def test_the_contract_has_exactly_the_kinds_of_the_format():
    assert set(NOTICES) == KINDS_OF_NOTICES | TO_THE_GM | OF_THE_BOARD | OF_THE_WEB
    assert set(POSTS) == KINDS_OF_POSTS


@pytest.mark.parametrize("locale", LOCALES)
def test_a_locale_has_a_file_for_every_kind_and_no_other(locale):
    assert files(locale) == {*page_names(), *OTHER_FILES}


def test_the_templates_of_the_package_have_no_problem():
    assert problems(PACKAGE) == []


def test_every_kind_has_a_sample():
    assert {kind_of(one) + ".txt" for one in samples("zh")} == set(page_names())


def test_every_code_has_a_sample_in_an_answer():
    used = {
        result["code"]
        for one in samples("zh")
        for result in [one.fact.data, *one.fact.data.get("results", ())]
        if isinstance(result, dict) and "code" in result
    }
    assert used >= CODES - set(OUTSIDE_A_GAME)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_code_has_a_label_and_a_sentence_with_an_example(locale):
    shared = RENDERER._shared(about(locale))
    codes = shared["codes"]
    assert set(codes.labels) == CODES | {"lapsed"}
    for code in CODES:
        said = codes.plainly(code, "kill", ["小一"], {})
        assert len(said) > 20, code
        assert re.search("例：|回复：|Example|example|answer: |Write a new one", said), (code, said)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("table", ["roles", "orders", "causes", "verdicts", "posts", "questions"])
def test_a_locale_names_the_same_nouns_as_the_others(locale, table):
    words = RENDERER._shared(about(locale))["words"]
    assert set(getattr(words, table)) == set(getattr(RENDERER._shared(about("zh"))["words"], table))


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", page_names())
def test_a_template_uses_only_what_it_is_given(name, locale):
    known = OF_BOTH | (OF_A_NOTICE if name.startswith("notice") else OF_A_POST)
    text = (PACKAGE / locale / name).read_text(encoding="utf-8")
    parsed = RENDERER.environment(about(locale)).parse(text)
    assert meta.find_undeclared_variables(parsed) <= known


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", page_names())
def test_the_head_of_a_template_lists_the_fields_of_the_contract(name, locale):
    room, kind = name.removesuffix(".txt").split("/")
    shapes = (NOTICES if room == "notice" else POSTS)[kind]
    text = (PACKAGE / locale / name).read_text(encoding="utf-8")
    head = text[: text.index("#}")]
    listed = set(re.findall(r"[a-z_]{2,}", head.partition("data:")[2]))
    fields = {field for shape in shapes for field in shape.fields}
    assert fields - listed <= {"unchecked", "checkin_until", "chain", "last_answer"}, (
        "not named in the head"
    )


def test_samples_have_only_fields_of_the_contract():
    for one in samples("zh"):
        room, kind = kind_of(one).split("/")
        shapes = (NOTICES if room == "notice" else POSTS)[kind]
        data = set(one.fact.data)
        assert any(s.required <= data <= s.fields for s in shapes), (
            one.name,
            json.dumps(list(data)),
        )
