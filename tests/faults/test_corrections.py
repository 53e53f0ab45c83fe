"""kill -9 between what the GM confirms and what is posted of it: all of a correction, or none."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.faults.driver import FULL, Driver, Played
from tests.faults.test_kill import all_mails_are_the_same_and_have_gone_out, no_letter_is_lost

STORY = (
    (1, "阿甲", "杀 小一", "gm"),
    (25, "小一", "投票 阿甲", "gm"),
    (25, "小二", "投票 阿乙", "gm"),
    (26, "gm", "作废 1 看错了", "gm"),
    (26, "gm", "确认{how}", "gm"),
    (27, "小三", "投票 阿乙", "gm"),
    (28, "小一", "投票 阿乙", "gm"),
    (49, "阿甲", "杀 小三", "gm"),
)
"""A kill that is voided after its dawn; it is mail 1, whatever comes twice."""

GAMES, DEATHS = (12, 60) if FULL else (1, 24)
HOWS = ("", " 复活")


def story(how: str) -> tuple[tuple[float, str, str, str], ...]:
    return tuple((hour, who, text.format(how=how), to) for hour, who, text, to in STORY)


@cache
def undisturbed(how: str) -> Played:
    folder = Path(mkdtemp())
    Driver(folder, story=story(how)).play()
    return Played(folder)


@pytest.mark.parametrize("how", HOWS, ids=["stands", "revive"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_correction_is_there_with_its_post_or_not_at_all(seed, how, tmp_path):
    """Dead at each few steps; among them those between the confirmation and its post."""
    steps = [5 + (seed * 7 + n * 3) % 11 for n in range(DEATHS)]
    driver = Driver(tmp_path, steps=steps, story=story(how))
    driver.play()
    played, calm = Played(tmp_path), undisturbed(how)
    assert played.without_duplicates() == calm.without_duplicates()
    corrected = [p for p in played.record["posts"] if p["kind"] == "correction"]
    assert corrected
    assert ("小一" in str(played.record["deaths"])) == (how == "")
    assert played.audit.first_difference is None
    no_letter_is_lost(driver, played)
    all_mails_are_the_same_and_have_gone_out(played, calm)
    assert len((tmp_path / "died").read_text("utf-8").splitlines()) >= DEATHS // 3
