"""Words that nobody can see are no words: no reason, no story, no poll, and they spoil no command.

clauses: C-8.1, C-10
"""

import pytest

from pbp.language.gm_reader import GmContext, read_commands
from tests.around.test_commands_everywhere import A, fresh
from tests.service.office import CAST, START

BLANKS = ("\u200b", "\ufeff", "\u3000\u200d", "\u2800", "\u3164\u2060")
CONTEXT = GmContext(handles=tuple(CAST), now=START, ruleset="prayer", phase="night")


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("word", ["平局", "中止", f"除名 {A}"])
@pytest.mark.parametrize("ruleset", ["three_lives", "seven_kill"])
def test_a_reason_that_nobody_sees_ends_no_game_and_strikes_nobody(ruleset, word, blank):
    desk = fresh(ruleset)
    assert "没有做：" in desk.mail(f"{word} {blank}")
    assert desk.office.table.ended is None
    assert "struck_off" not in desk.office.table.notes


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("word", ["剧情", "公告", "裁定 1", "答复 1"])
def test_a_text_that_nobody_sees_is_asked_for(word, blank):
    for text in (f"{word}\n{blank}", f"{word} {blank}", f"{word}\n{blank}\n\n{blank}"):
        (command,) = read_commands("", text, CONTEXT)
        assert (command.problem, command.text) == ("", "")
    desk = fresh("prayer")
    desk.mail("天神 请问几点截止", who=A)
    assert "没有做：正文" in desk.mail(f"{word}\n{blank}")


def test_a_poll_has_choices_that_can_be_seen():
    assert "没有做：" in fresh("prayer").mail("征求\n改吗？\n\u200b\n\u2060")


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("line", ["延长 12h", "暂停", "状态", "试 延长 12h", "警告 小一 骂人"])
def test_a_command_is_the_same_with_them_around_it(line, blank):
    (plain,) = read_commands("", line, CONTEXT)
    for text in (blank + line, line + blank, f"{blank}\n{line}\n{blank}\n{blank}"):
        assert read_commands("", text, CONTEXT) == (plain,)


def test_what_is_seen_of_a_story_stays_as_it_was_written():
    (command,) = read_commands("", "剧情\n夜里❤\ufe0f\n\n天亮了\u200b", CONTEXT)
    assert command.text == "夜里❤\ufe0f\n\n天亮了\u200b"
