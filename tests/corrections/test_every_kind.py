"""Every kind of order and vote, voided at every moment: the game is the one without it.

One game of three lives and one of seven kill, with each kind in it. A few mails in the usual run,
all of them with PBP_FAULTS=full (`make faults`).
"""

import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pbp.scenario.load import loads
from pbp.scenario.model import Scenario
from tests.corrections.conftest import CASTS
from tests.corrections.games import Corrected, Correction, differences

FULL = os.environ.get("PBP_FAULTS") == "full"

HEAD = """title: every kind
game:
  ruleset: {0}
  starts: 2026-03-02 20:00
  options: {{{1}}}
  cast: {2}
mails:{3}"""
THREE = """
  - {at: N1+1h, from: 甲子, text: "杀 戊辰\\n灯灭了。"}
  - {at: N1+2h, from: 丙寅, text: 束魂 丁卯}
  - {at: N1+2h, from: 丁卯, text: 治疗 丙寅}
  - {at: N1+3h, from: 乙丑, text: 杀 甲子}
  - {at: N1+3h, from: 乙丑, text: "宣言\\n雪停了。"}
  - {at: N1+4h, from: 己巳, text: "杀 庚午\\n夜深了。"}
  - {at: N1+5h, from: 己巳, text: 撤回}
  - {at: N1+6h, from: 癸酉, text: 放弃}
  - {at: N1+7h, from: 癸酉, text: 签到}
  - {at: D1+30m, from: 氐土, text: 状态}
  - {at: D1+1h, from: 己巳, text: 投票 庚午}
  - {at: D1+1h, from: 辛未, text: 投票 庚午}
  - {at: D1+2h, from: 壬申, text: 投票 己巳}
  - {at: D1+3h, from: 壬申, text: 改票 庚午}
  - {at: D1+4h, from: 乙亥, text: 投票 角木}
  - {at: D1+4h, from: 角木, text: 投票 乙亥}
  - {at: D1+5h, from: 角木, text: 投票 乙亥, headers: {Supersedes: {mail: 16}}}
  - {at: D1+6h, from: 亢金, text: 投票 乙亥}
  - {at: D1+6h, from: 丙寅, text: "分析\\n我看丁卯。"}
  - {at: D1+7h, from: 丙寅, text: 束魂 丁卯}
  - {at: N2+30m, from: 氐土, text: 状态}
  - {at: N2+1h, from: 丁卯, text: 治疗 丙寅}
  - {at: N2+1h, from: 甲戌, text: 过}
  - {at: N2+2h, from: 戊辰, text: "杀 氐土\\n风起了。"}
"""
SEVEN = """
  - {at: D1+1h, from: 李天, text: "投票对象：馒头\\n投票理由：直觉"}
  - {at: D1+1h, from: 王梁, text: 投票 馒头}
  - {at: D1+1h, from: 张机, text: 投票 馒头}
  - {at: D1+1h, from: 赵同, text: 投票 馒头}
  - {at: D1+1h, from: 陈相, text: 投票 馒头}
  - {at: D1+2h, from: 水饺, text: 投票 馒头}
  - {at: D1+3h, from: 水饺, text: 改票 花卷, reply_to_vote: true}
  - {at: D1+3h, from: 花卷, text: 投票 馒头}
  - {at: D1+3h, from: 包子, text: 投票 馒头}
  - {at: D1+4h, from: 包子, text: "投票对象：无"}
  - {at: N1+30m, from: 豆浆, text: 状态}
  - {at: N1+1h, from: 李天, text: "杀 水饺\\n夜深了。"}
  - {at: N1+2h, from: 吴破, text: 封刀 王梁}
  - {at: N1+3h, from: 郑狼, text: 封刀 张机}
  - {at: 2026-03-04 13:20, from: 豆浆, text: 状态}
  - {at: 2026-03-04 13:50, from: 水饺, text: "遗言\\n请多看李天一眼，他昨天的话前后不一。"}
  - {at: D2+30m, from: 豆浆, text: 状态}
  - {at: D2+1h, from: 郑狼, text: 免投 包子}
  - {at: D2+2h, from: 李天, text: 投票 包子}
  - {at: D2+2h, from: 王梁, text: 投票 包子}
  - {at: D2+2h, from: 张机, text: 投票 包子}
  - {at: D2+2h, from: 赵同, text: 投票 包子}
  - {at: D2+2h, from: 陈相, text: 投票 包子}
  - {at: D2+2h, from: 周七, text: 投票 包子}
  - {at: N2+30m, from: 豆浆, text: 状态}
  - {at: N2+1h, from: 王梁, text: "杀 花卷\\n风起了。"}
  - {at: N2+2h, from: 吴破, text: 封刀 王梁}
  - {at: D3+1h, from: 豆浆, text: 状态}
  - {at: N3+1h, from: 豆浆, text: 状态}
  - {at: N7+1h, from: 周七, text: "必杀 吴破、郑狼\\n雪停了。"}
"""
STORIES = {
    "three_lives": ("declaration_min: 0, missed_votes: 9", THREE),
    "seven_kill": ("declaration_min: 0", SEVEN),
}
POSTS = ("分析", "遗言", "签到")
MOMENTS = 3
"""At once, at the next look at the game, at the one after it: each comes in another phase."""


def story_of(ruleset: str) -> Scenario:
    options, mails = STORIES[ruleset]
    text = HEAD.format(ruleset, options, CASTS[ruleset], mails)
    return loads(text, Path("kinds.yaml"))


class Voided(Corrected):
    """The story, with one mail voided after another one; or come as nothing, for comparison."""

    def __init__(self, ruleset: str, spec: int, after: int, how: str, *, reference: bool) -> None:
        super().__init__(story_of(ruleset), 0, Correction(after, spec, "状态", ()))
        self.is_reference, self.how = reference, how

    def correct(self, at: datetime) -> None:
        assert self.correction is not None
        n = next(n for n, spec in self.numbers.items() if spec == self.correction.spec)
        for words in (f"作废 {n}", self.how):
            self.gm("状态" if self.is_reference else words, at)


def outcome(ruleset: str, spec: int, after: int, how: str) -> tuple[str, list[str]]:
    """How it was carried out, and what is wrong."""
    game = Voided(ruleset, spec, after, how, reference=False)
    with game.store:
        game.tell()
        wrong = [f"audit: {found}"] if (found := game.audited()) else []
        done = game.carried_out()
        carried = done.how if done is not None else "nothing"
        if done is not None and done.revive:
            return "revived", wrong
        reference = Voided(ruleset, spec, after, how, reference=True)
        reference.plain = carried != "again"
        with reference.store:
            reference.tell()
            wrong += differences(game.course(), reference.course())
            if game.told_since() != reference.told_since():
                wrong.append("told otherwise after the first close")
    return carried, wrong


def moments(story: Scenario, spec: int) -> list[int]:
    """The places in the story after which the mail is voided."""
    looks = [n for n, mail in enumerate(story.mails) if mail.text == "状态" and n >= spec]
    return [spec - 1, *looks][:MOMENTS]


def cases() -> list[Any]:
    return [
        (ruleset, mail.number, after, how)
        for ruleset in STORIES
        for mail in story_of(ruleset).mails
        for after in moments(story_of(ruleset), mail.number)
        for how in ("确认", "确认 复活")
        if mail.text != "状态" and (FULL or (mail.number % 7 == 1 and how == "确认 复活"))
    ]


@pytest.mark.parametrize(("ruleset", "spec", "after", "how"), cases())
def test_voided_at_any_moment_the_game_is_the_one_without_it(ruleset, spec, after, how):
    done, wrong = outcome(ruleset, spec, after, how)
    assert wrong == []
    is_a_post = any(word in str(story_of(ruleset).mails[spec - 1].text) for word in POSTS)
    assert done == "nothing" if is_a_post else done
