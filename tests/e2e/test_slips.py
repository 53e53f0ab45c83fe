"""People who write as people do: what becomes of their slips, over real SMTP."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbp.demo.command import demo
from pbp.demo.habits import Lively
from tests.e2e.theatre import Theatre

READ_ALL_THE_SAME = ("subject_only", "quotes", "full_width", "myself")


def play_with(folder: Path, habit: str) -> list[tuple[Any, str]]:
    """A game in which three have that habit: the mails with which it showed, and the answers."""
    theatre = Theatre(folder, "prayer", person=Lively)
    theatre.habits = ["plain", "plain", habit, habit, habit]
    theatre.play()
    found = []
    for (_, sent), remark in zip(theatre.seen.mails, theatre.seen.remarks, strict=True):
        if remark == habit:
            answers = theatre.seen.answers(sent)
            found.append((sent, "\n".join(answer.text for answer in answers)))
    assert found, "the habit never showed"
    theatre.found = found
    return found


@pytest.mark.parametrize("habit", READ_ALL_THE_SAME)
def test_a_command_in_an_odd_form_is_understood(tmp_path: Path, habit: str) -> None:
    for sent, answer in play_with(tmp_path, habit):
        assert "没有生效" not in answer, sent.text
        assert "没有看懂" not in answer, sent.text


def test_a_secret_order_on_the_board_is_neither_published_nor_counted(tmp_path: Path) -> None:
    for _, answer in play_with(tmp_path, "on_the_board"):
        assert "没有公布，也没有生效" in answer


def test_a_misspelt_handle_is_asked_about_with_the_right_one(tmp_path: Path) -> None:
    for _, answer in play_with(tmp_path, "misspells"):
        assert "你是指" in answer


def test_a_vote_for_two_is_not_counted_and_says_so(tmp_path: Path) -> None:
    for _, answer in play_with(tmp_path, "two_names"):
        assert "不止一个人" in answer


def test_a_changed_vote_is_acknowledged_as_a_change(tmp_path: Path) -> None:
    for _, answer in play_with(tmp_path, "changes"):
        assert "改票" in answer


def test_a_vote_after_the_close_is_late(tmp_path: Path) -> None:
    for _, answer in play_with(tmp_path, "late"):
        assert "截止" in answer


def test_an_automatic_reply_gets_no_answer(tmp_path: Path) -> None:
    for _, answer in play_with(tmp_path, "on_holiday"):
        assert answer == ""


def test_the_demo_shows_a_game_to_its_end_and_checks_it() -> None:
    shown = CliRunner().invoke(demo, ["--speed", "1000000000", "--seed", "a"])
    assert shown.exit_code == 0, shown.output[-2000:]
    assert "获胜：" in shown.output
    assert shown.output.count("完全一致") == 2
