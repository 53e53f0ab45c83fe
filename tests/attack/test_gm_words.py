"""Whatever a GM writes, in either language, is read or refused; no slip of his stops a game."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.language.gm_reader import GmContext, read_commands
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
