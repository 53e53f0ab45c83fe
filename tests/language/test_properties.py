"""Whatever stands in a mail: reading never raises, guesses nothing, and is quick."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.language import phrases, words
from pbp.language.reader import Context, read
from tests.language.say import HANDLES

MARKS = [
    "如果",
    "否则",
    "或者",
    "和",
    "、",
    "，",
    "。",
    "：",
    ":",
    "？",
    "吗",
    "呢",
    "【",
    "】",
    "[",
    "]",
    "“",
    "”",
    "@",
    "#",
    "3",
    "号",
    "③",
    "不",
    "别",
    "因为",
    "的",
    "了",
    "吧",
    "if",
    "or",
    "unless",
]
PIECES = st.sampled_from(
    [
        *sorted(words.words()),
        *HANDLES,
        *phrases.OPENERS.split(),
        *MARKS,
        *(
            "\n",
            "\n\n",
            " ",
            "\u3000",
            "\u200b",
            "\ufffd",
            "\ud800",
            "Re: ",
            "[g41] ",
            "真身 ",
            "- ",
            "1. ",
        ),
    ]
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=25).map("".join))
CONTEXTS = st.builds(
    Context,
    handles=st.sampled_from([(), HANDLES, ("Bob", "bob", "2", "我", "", "小\u200b一", "Mr. X")]),
    writer=st.sampled_from([None, "阿甲"]),
    address=st.sampled_from(["gm", "board", "team"]),
    phase=st.sampled_from([None, "night", "day"]),
    ruleset=st.sampled_from([None, "prayer", "three_lives", "seven_kill"]),
    vote_thread=st.booleans(),
    seat_thread=st.booleans(),
    recalls=st.booleans(),
    damaged=st.booleans(),
)


@given(TEXTS, TEXTS, CONTEXTS)
def test_reading_never_raises_and_names_only_players(
    subject: str, text: str, context: Context
) -> None:
    understood = read(subject, text, context)
    for reading in understood.readings:
        assert set(reading.targets) <= {*context.handles, context.writer}
        assert set(reading.meant) <= {*context.handles, context.writer}
        assert not (reading.problem and len(reading.targets) == 1)
        assert not (reading.problem in ("near_miss", "unknown_name") and reading.targets)
    problems = [reading.problem for reading in understood.readings if reading.problem]
    assert understood.problem == (problems[0] if problems else understood.problem)
    assert understood.readings or understood.problem or context.address == "team"


@given(TEXTS, TEXTS, CONTEXTS)
def test_reading_twice_gives_the_same(subject: str, text: str, context: Context) -> None:
    assert read(subject, text, context) == read(subject, text, context)


@given(
    st.lists(st.sampled_from(["他说谎", "夜深了", "分析一下", "杀手是谁", "小一可疑"]), max_size=6)
)
def test_no_text_below_a_kill_changes_whom_it_is_for(lines: list[str]) -> None:
    context = Context(handles=HANDLES)
    (reading,) = read("", "\n".join(["杀 小二", *lines]), context).readings
    assert (reading.kind, reading.targets) == ("kill", ("小二",))
    assert reading.text == "\n".join(lines)


HOSTILE = {
    "vote words without end": "投" * 300_000,
    "votes without end": "我投小一" * 75_000,
    "near votes without end": "我投小期 " * 60_000,
    "lines of orders": "祈祷 小一\n" * 50_000,
    "lines of bare words": "杀\n" * 100_000,
    "brackets": "【" * 300_000,
    "oneself without end": "真身 " * 100_000,
    "conditions": "如果" * 150_000 + "我投小一",
    "names": "杀 " + "小一、" * 100_000,
    "one long name": "杀 " + "小" * 300_000,
    "quotes that never close": "“" * 150_000 + "我投小一",
    "empty lines": "\n" * 300_000,
    "blanks": "\u00a0\n" * 150_000,
    "tags": "[a]" * 100_000 + "杀 小一",
    "reply words": "Re: " * 75_000 + "杀 小一",
    "commas": "杀 小一" + "，" * 300_000,
    "clauses": "投票 小一" + "，小二" * 100_000,
    "digits": "投票 " + "1" * 300_000,
    "numerals": "投票 " + "十" * 300_000 + "号",
    "damage": "杀 " + "\ufffd小" * 150_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("place", ["subject", "body"])
def test_no_mail_takes_long_to_read(text: str, place: str) -> None:
    subject, body = (text.replace("\n", " "), "") if place == "subject" else ("", text)
    began = time.process_time()
    read(subject, body, Context(handles=HANDLES, writer="阿甲", address="board", vote_thread=True))
    assert time.process_time() - began < 5
