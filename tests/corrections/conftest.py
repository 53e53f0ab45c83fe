"""A game of each rule set at its first night, with somebody who can kill and what he writes."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from pbp.game import facts as f
from pbp.scenario.load import loads
from pbp.scenario.play import setup_of
from tests.service.office import START, Office, text_of

HOUR = timedelta(hours=1)

CASTS = {
    "prayer": "{阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager,"
    " 小四: villager, 小五: villager, 小六: villager}",
    "three_lives": """
    甲子: {start: past, past: killer, present: plain, next: wolf, arrival: 1}
    乙丑: {start: past, past: wolf, present: plain, next: killer, arrival: 2}
    丙寅: {start: past, past: binder, present: plain, next: healer, arrival: 3}
    丁卯: {start: past, past: healer, present: plain, next: killer, arrival: 4}
    戊辰: {start: past, past: plain, present: killer, next: wolf, arrival: 5}
    己巳: {start: present, past: killer, present: wolf, next: binder, arrival: 6}
    庚午: {start: present, past: killer, present: killer, next: plain, arrival: 7}
    辛未: {start: present, past: wolf, present: binder, next: plain, arrival: 8}
    壬申: {start: present, past: wolf, present: healer, next: plain, arrival: 9}
    癸酉: {start: present, past: binder, present: plain, next: plain, arrival: 10}
    甲戌: {start: next, past: healer, present: killer, next: binder, arrival: 11}
    乙亥: {start: next, past: plain, present: wolf, next: killer, arrival: 12}
    角木: {start: next, past: plain, present: wolf, next: wolf, arrival: 13}
    亢金: {start: next, past: plain, present: binder, next: healer, arrival: 14}
    氐土: {start: next, past: plain, present: healer, next: plain, arrival: 15}""",
    "seven_kill": "{李天: tianfu, 王梁: tianliang, 张机: tianji, 赵同: tiantong, 陈相: tianxiang,"
    " 周七: qisha, 吴破: pojun, 郑狼: tanlang, 水饺: villager, 包子: villager, 馒头: villager,"
    " 花卷: villager, 烧饼: villager, 油条: villager, 豆浆: villager, 米粥: villager}",
}


class Stage(NamedTuple):
    """One rule set's game: who kills, whom, whom else, and who writes to the GM."""

    ruleset: str
    office: Office
    killer: str
    victim: str
    other: str

    def gm(self, words: str, hours: float) -> str:
        """What the GM is answered to a mail of his."""
        rows = self.office.mail("gm", words, START + hours * HOUR)
        return "\n".join(text_of(row) for row in rows)

    def says(self, who: str, words: str, hours: float) -> str:
        rows = self.office.mail(who, words, START + hours * HOUR)
        return "\n".join(text_of(row) for row in rows)

    @property
    def dawn(self) -> float:
        """When the first night closes, in hours."""
        return 40 + 5 / 6 if self.ruleset == "seven_kill" else 24

    def verdict(self) -> str:
        return self.office.last_mail().verdict

    def until(self, hours: float) -> None:
        self.office.tick(START + hours * HOUR)

    def posts(self, kind: str) -> list[f.Posted]:
        return [post for post in self.office.table.posts if post.kind == kind]

    def told(self, who: str, kind: str) -> list[f.Notified]:
        return [n for n in self.office.table.notices if n.to == who and n.kind == kind]


WHO = {
    "prayer": ("阿甲", "小一", "小二"),
    "three_lives": ("甲子", "戊辰", "丁卯"),
    "seven_kill": ("李天", "水饺", "包子"),
}


def stage_of(ruleset: str) -> Stage:
    declared = "" if ruleset == "prayer" else "\n  options: {declaration_min: 0}"
    cast = CASTS[ruleset]
    story = (
        f"title: t\ngame:\n  ruleset: {ruleset}\n  starts: 2026-03-02 20:00{declared}\n"
        f"  cast: {cast}\nmails:\n  - {{at: N1+1h, from: gm, text: 状态}}\n"
    )
    return Stage(ruleset, Office(setup_of(loads(story, Path("s.yaml")))), *WHO[ruleset])


@pytest.fixture(params=["prayer", "three_lives", "seven_kill"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A game of each rule set in turn."""
    yield stage_of(request.param)


@pytest.fixture
def prayer() -> Stage:
    """A game of prayer."""
    return stage_of("prayer")
