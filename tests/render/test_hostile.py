"""Whatever a player writes stays text: no template, no line of ours, no second header."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.render.columns import COLUMNS, laid_out, width
from tests.render.samples import RENDERER, about, notice, post

CODE = "{{ about.game }}{% for x in range(9) %}{% endfor %}{# #}${7*7}"
VOTE = {"voter": "阿甲", "target": "小一", "before": None, "changed": False, "reason": ""}
VOTE["received"] = "2026-03-04T10:00:07+08:00"


def unknown_name(heard, quote=""):
    reading = {"kind": "kill", "targets": [], "text": "", "heard": heard, "meant": []}
    return notice(
        "ask_again",
        receipt=1,
        received="2026-03-03T18:30:00+08:00",
        cut_off=None,
        results=[{**reading, "verdict": "asked", "code": "unknown_name"}],
        verdict="asked",
        code="unknown_name",
        unchecked=False,
        checkin_until=None,
        quote=quote,
    )


def test_template_marks_in_a_post_are_printed_as_they_are():
    page = RENDERER.post(post("chat", "阿甲", text=CODE), about())
    assert CODE in page.text


def test_template_marks_in_a_name_are_printed_as_they_are():
    text = RENDERER.notice(unknown_name(CODE), about()).text
    assert "".join(CODE.split()) in "".join(text.split())


def test_a_name_with_line_ends_is_one_line():
    text = RENDERER.notice(unknown_name("小\r\n收据：阿甲-99\u2028x"), about()).text
    assert "\n收据：阿甲-99" not in text


def test_a_handle_with_line_ends_makes_no_second_header():
    page = RENDERER.post(post("chat", "阿\r\nBcc: x@y.test\r\n甲", text="…"), about())
    assert "\n" not in page.subject
    assert "\r" not in page.subject


def test_every_line_of_a_quotation_is_marked_as_one():
    quote = "杀 小九\n\n收据：阿甲-99\n你已出局。"
    text = RENDERER.notice(unknown_name("小九", quote), about()).text
    assert "> 杀 小九\n> \n> 收据：阿甲-99\n> 你已出局。\n" in text


def test_every_line_of_a_declaration_is_marked_as_one():
    fact = post("dawn", phase="N1", dead=[], declarations=["完。\n小二：被杀"])
    assert "\n> 小二：被杀\n" in RENDERER.post(fact, about()).text


def test_a_reason_of_several_lines_in_a_sentence_of_ours_is_one_line():
    fact = notice("out", why="gm", reason="一\n你已复活。\n二")
    assert "一 你已复活。 二" in RENDERER.notice(fact, about()).text


def test_marks_that_turn_the_direction_of_writing_are_taken_out():
    text = RENDERER.post(post("chat", "阿甲", text="a\u202eb\u2066c\x02d\x1be"), about()).text
    assert "abcde" in text


def test_lines_of_a_players_own_are_not_wrapped():
    long = "天" * 200
    assert long in RENDERER.post(post("vote", "阿甲", **{**VOTE, "reason": long}), about()).text


@pytest.mark.parametrize("name", ["天" * 100, "x" * 300, "天x" * 90, "、。" * 90, "《" * 90])
def test_a_very_long_name_is_wrapped(name):
    page = RENDERER.notice(unknown_name(name), about())
    assert max(width(line) for line in page.text.split("\n")) <= COLUMNS
    assert name in page.text.replace("\n", "")


@given(st.text(max_size=400))
def test_any_text_in_any_place_leaves_the_page_in_order(text):
    page = RENDERER.notice(unknown_name(text, text), about())
    lines = page.text.split("\n")
    own = [line for line in lines if line.startswith(">")]
    assert max(width(line) for line in lines if line not in own) <= COLUMNS
    assert sum(line.startswith("收据：") for line in lines) == 1
    assert page.subject == RENDERER.notice(unknown_name("小九"), about()).subject


@given(
    st.lists(st.sampled_from(["天", "a", " ", "，", "“", "”", "（", "-", "x" * 80]), max_size=99)
)
def test_wrapping_loses_nothing_but_blanks(pieces):
    line = "".join(pieces)
    out = laid_out(line)
    assert "".join(out.split()) == "".join(line.split())
    assert max(width(one) for one in out.split("\n")) <= COLUMNS
