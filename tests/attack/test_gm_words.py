"""Whatever a GM writes, in either language, is read or refused; no slip of his stops a game."""

import time
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.language.gm_reader import COMMANDS_MAX, LINE_MAX, GmContext, read_commands
from pbp.language.gm_words import ANSWERS, CHOICES, FORMS
from tests.property.stories import few
from tests.service.office import CAST, DAY, START, Office

WORDS = st.sampled_from([word for form in FORMS for word in form.words])
PIECES = st.one_of(
    st.sampled_from((*CAST, "3", "③", "路人", "g41", "all", "end", "N1", "D9", "as", "“杀 小一”")),
    st.sampled_from(
        [word for table in (CHOICES, ANSWERS) for said in table.values() for word in said]
    ),
    st.sampled_from(
        ("12h", "0h", "9999999d", "3000000d", "99999999999999h", "-1h", "1d1d1d", "12小时", "1e9h")
    ),
    st.sampled_from(
        ("20:00", "25:61", "0001-01-01 00:00", "9999-12-31 23:59", "2月30日 1:00", "13-13 13:13")
    ),
    st.sampled_from(("night", "freeze", "reminders", "timetable", "off", "0", "1.5", "１２")),
    st.integers(-3, 10**9).map(str),
    st.text(max_size=12),
)
LINES = st.one_of(
    st.builds(lambda word, rest: " ".join((word, *rest)), WORDS, st.lists(PIECES, max_size=4)),
    st.text(max_size=40),
)
MAILS = st.lists(LINES, max_size=4).map("\n".join)


@given(st.text(max_size=30), MAILS)
def test_no_words_of_the_gm_are_too_odd_to_be_read(subject, text):
    context = GmContext(handles=tuple(CAST), now=START, ruleset="prayer", phase="night")
    for command in read_commands(subject, text, context):
        assert command.line or command.problem or command.word


@few
@given(st.lists(MAILS, max_size=8))
def test_no_words_of_the_gm_stop_a_game(mails):
    """Each is answered once; then the game plays on to some end, or waits for its cut-off."""
    office = Office()
    for number, text in enumerate(mails):
        at = START + timedelta(hours=1, minutes=number)
        office.store_mail("gm", text, at)
        office.read(at)
        assert office.store.game("g41").state in ("running", "ended")
    office.run_out(9)
    assert office.store.game("g41").state in ("running", "ended")


@pytest.mark.parametrize(
    "text",
    [
        "截止 0001-01-01 00:00",
        "截止 9999-12-31 23:59",
        "延长 2900000d",
        "规则 night 2900000d 很久",
        "禁言 小一 2900000d",
        "准假 小一 2900000d",
    ],
)
def test_a_time_that_no_calendar_has_is_refused(text):
    office = Office()
    office.mail("gm", text, START + timedelta(hours=1))
    assert office.last_mail().verdict == "refused"
    office.tick(START + 3 * DAY)
    assert office.table.phases[0].closed == START + DAY


# -- whoever forges the GM's address writes such mails too ------------------------------------

HOSTILE = {
    "tried within tried": "试 " * 3000 + "延长 12h",
    "tried in both languages": "dry 试 " * 3000,
    "a number without end": "作废 " + "1" * 300_000,
    "numbers and a word": "作废 1 " + "1" * 40 + "x",
    "numbers without end": "作废 " + "1 " * 100_000 + "x",
    "a span without end": "延长 " + "1" * 300_000 + "h",
    "spans without end": "延长 " + "1d " * 100_000,
    "a value without end": "规则 night " + "1" * 300_000,
    "names without end": "定身份 " + "a=b " * 50_000,
    "brackets without end": "代令 阿甲 " + "“" * 300_000,
    "a nominee without end": "提名 MVP " + "x" * 300_000,
    "lines without end": "出局 小三 违规\n" * 20_000,
    "words that are none": "随便写写什么\n" * 20_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("auth", ["none", "token"])
def test_a_hostile_mail_in_the_gms_name_takes_little_and_stops_nothing(text, auth):
    office = Office()
    before = time.process_time()
    (answer,) = office.mail("gm", text, START + timedelta(hours=1), auth=auth)
    assert time.process_time() - before < 5.0
    assert office.store.game(office.setup.id).state == "running"
    assert len(answer.data) < 200_000


def test_a_mail_has_so_many_commands_and_says_where_it_stopped():
    lines = "\n".join(f"警告 小三 {n}" for n in range(COMMANDS_MAX + 5))
    context = GmContext(handles=tuple(CAST), now=START)
    commands = read_commands("", lines, context)
    assert len(commands) == COMMANDS_MAX + 1
    assert [c.problem for c in commands if c.problem] == ["too_many_lines"]
    assert commands[-1].line == f"警告 小三 {COMMANDS_MAX}"


def test_the_words_of_a_story_may_be_long_and_a_command_may_not():
    context = GmContext(handles=tuple(CAST), now=START)
    long = "雪" * (LINE_MAX + 1)
    (story,) = read_commands("", f"剧情 {long}", context)
    assert (story.word, story.text, story.problem) == ("story", long, "")
    (command,) = read_commands("", f"警告 小三 {long}", context)
    assert command.problem == "too_long"
    assert len(command.line) < 100
