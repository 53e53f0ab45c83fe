"""Random games of three lives as scenario text: mails at all hours, and many at the very cut-offs.

The naive model plays along, so that most mails make sense where they arrive.
By hand: `python -m tests.scenario.random_three_lives 300 1000` plays a thousand games from seed 300
on and tells every difference; `… 300` alone prints that game with what is expected of it.
"""

import json
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from pbp.scenario.load import loads
from pbp.scenario.play import play
from tests.scenario.naive_three_lives import LIVES, NaiveThreeLives, differences, naive_record

ZONE = ZoneInfo("Asia/Shanghai")
ROLES = ["plain"] * 5 + ["binder", "healer"] * 2 + ["killer", "wolf"] * 3
HANDLES = [f"小{name}" for name in "一二三四五六七八九"] + [f"阿{name}" for name in "甲乙丙丁戊己"]
OPTIONS: dict[str, list[Any]] = {
    "night": ["12h", "24h", "30h"],
    "day": ["12h", "24h", "36h", "2d"],
    "freeze": ["0", "10m", "2h"],
    "vote_freeze": ["0", "10m", "3h"],
    "declaration_min": [0, 1, 12, 40],
    "lone_vote": ["skip"],
    "missed_votes": [1, 3, 4],
    "silence_at": [3, 7, "off"],
    "checkin_replace": ["30h", "48h", "72h"],
    "late_tolerance": ["0", "1h"],
}
STORY = (
    "雨水顺着屋檐落在青石板上谁也没有看见那个影子是怎样翻上窗台又怎样在天亮之前消失的只留下"
    "半截蜡烛和一封没有署名的信镇上的人第二天清早才发现门没有上锁桌上的茶还温着夜里的风从河面"
    "上吹进来灯一盏一盏地灭了他沿着石阶慢慢走下去听见钟楼敲了十二下院墙后面有人低声说话"
)


def deal(lot: random.Random) -> dict[str, dict[str, Any]]:
    """L-1: any deal, again and again until one fits."""
    while True:
        roles = {life: lot.sample(ROLES, 15) for life in LIVES}
        starts = lot.sample(LIVES * 5, 15)
        arrivals = lot.sample(range(1, 16), 15)
        if all(_fits([roles[life][n] for n in range(15) if starts[n] == life]) for life in LIVES):
            return {
                handle: {
                    "start": starts[n],
                    **{life: roles[life][n] for life in LIVES},
                    "arrival": arrivals[n],
                }
                for n, handle in enumerate(HANDLES)
            }


def _fits(roles: list[str]) -> bool:
    killers, wolves = roles.count("killer"), roles.count("wolf")
    return killers <= 2 and wolves <= 2 and 2 <= 5 - killers - wolves <= 4


class Author:
    """Writes one game, phase after phase."""

    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)
        lot = self.lot
        self.start = datetime(2026, 3, lot.randint(1, 28), lot.randint(0, 23), tzinfo=ZONE)
        chosen = {name: lot.choice(values) for name, values in OPTIONS.items()}
        self.substitutes = [f"替{name}" for name in "一二三四"][: lot.choice([0, 0, 1, 2, 4])]
        if self.substitutes:  # so that nobody is called at the very instant of a close
            chosen["checkin_replace"] = "47h"
            chosen["handover"] = lot.choice(["6h", "12h"])
        some = lot.choice([0, 0.15, 0.5])
        options = {name: value for name, value in chosen.items() if lot.random() < some}
        if self.substitutes:
            options["checkin_replace"] = "47h"
        self.down: list[tuple[datetime, datetime]] = []
        self.head = [
            "title: a random game of three lives",
            "game:",
            "  ruleset: three_lives",
            f"  starts: {self.start:%Y-%m-%d %H:%M}",
            f"  seed: {lot.randint(1, 999999)}",
            f"  checkin: {lot.choice(['done', 'done', 'done', 'play'])}",
            f"  options: {json.dumps(options)}",
            f"  substitutes: [{', '.join(self.substitutes)}]",
            "  cast:",
            *(f"    {who}: {_flow(roles)}" for who, roles in deal(lot).items()),
        ]
        if not self.substitutes and lot.random() < 0.35:
            self._outages()
        self.naive = NaiveThreeLives(loads(self.text(), Path("head.yaml")).game, tuple(self.down))
        self.busy = lot.choice([0.6, 0.9, 1, 1])
        self.now = self.start
        self.wanted: dict[str, str] = {}

    def _outages(self) -> None:
        at = self.start
        for _ in range(self.lot.randint(1, 6)):
            begin = at + timedelta(hours=self.lot.choice([20, 23, 36, 50, 59]))
            begin += timedelta(minutes=self.lot.choice([0, 1, 30, 52, 55, 59]))
            at = begin + timedelta(minutes=self.lot.choice([3, 8, 11, 65, 200, 700]))
            self.down.append((begin, at))

    def text(self, mails: list[tuple[datetime, str, str, str]] | None = None) -> str:
        outages = [[_local(begin), _local(end)] for begin, end in self.down]
        lines = [*self.head, f"down: {json.dumps(outages)}", "mails:"]
        for at, who, to, words in mails or []:
            content = json.dumps(words, ensure_ascii=False)
            lines.append(f'  - {{at: "{_local(at)}", from: {who}, to: {to}, text: {content}}}')
        return "\n".join(lines if mails else lines[:-1]) + "\n"

    def write(self, phases_max: int) -> str:
        waiting: list[tuple[datetime, str, str, str]] = []
        told: list[tuple[datetime, str, str, str]] = []
        for _ in range(min(phases_max, self.lot.choice([3, 5, 8, 12, 30]))):
            phase = self.naive.phase
            waiting += [mail for mail in self._of_phase() if mail[0] >= self.now]
            waiting.sort(key=lambda mail: mail[0])
            while waiting and waiting[0][0] < phase.closes:
                told.append(waiting.pop(0))
                at, who, to, words = told[-1]
                self.naive.hear(len(told), at.astimezone(UTC), who, to, words)
            self.now = phase.closes
            self.naive.settle(self.now)
            if self.naive.winners is not None:
                break
        return self.text(told + waiting)

    def _of_phase(self) -> Iterator[tuple[datetime, str, str, str]]:
        naive, lot = self.naive, self.lot
        self.wanted = {life: lot.choice(naive.people(life)) for life in LIVES if naive.people(life)}
        for substitute in naive.substitutes:
            length = naive.phase.closes - naive.phase.opens + timedelta(hours=12)
            if lot.random() < 0.6:
                yield (naive.phase.opens + length * lot.random(), substitute, "gm", "接替")
        if self.substitutes and lot.random() < 0.15:
            yield (self._hour(), "gm", "gm", f"换人 {lot.choice(HANDLES)}")
        for who in naive.handles:
            alive = naive.now_in[who] is not None
            for _ in range(lot.choice([0, 1, 1, 2, 3, 4]) if alive else lot.random() < 0.1):
                yield (self._hour(), who, *self._words(who))
            if alive and naive.phase.kind == "D" and lot.random() < self.busy:
                yield (self._hour(), who, lot.choice(["gm", "board"]), self._vote(who))
            if who in naive.phase.holders and lot.random() < 0.8:
                yield (self._hour(), who, "gm", self._kill(who))
            if who not in naive.checked_in and lot.random() < 0.7:
                yield (self._hour(), who, lot.choice(["gm", "board"]), "签到")

    def _hour(self) -> datetime:
        lot, phase = self.lot, self.naive.phase
        length = (phase.closes - phase.opens).total_seconds()
        kind = lot.random()
        if kind < 0.2:
            freezes = [self.naive.span("freeze", "10m"), self.naive.span("vote_freeze", "60m")]
            back = lot.choice([timedelta(0), *freezes, *freezes])
            return phase.closes - back + timedelta(seconds=lot.choice([-1, 0, 0, 1]))
        if kind < 0.35:
            return phase.closes - timedelta(seconds=lot.randint(1, 900))
        if kind < 0.4:
            return phase.opens + timedelta(seconds=lot.choice([0, 1, 300, 600, 3000]))
        return phase.opens + timedelta(seconds=lot.randint(0, int(length)))

    def _name(self, who: str) -> str:
        """Mostly somebody in the same life."""
        lot, kind = self.lot, self.lot.random()
        if kind < 0.04:
            return lot.choice(["路人", "小寺", "自己", str(lot.randint(1, 15)), "16"])
        life = self.naive.now_in[who]
        if kind < 0.12 or life is None:
            return lot.choice(HANDLES)
        return lot.choice(self.naive.people(life))

    def _vote(self, who: str) -> str:
        lot, life = self.lot, self.naive.now_in[who]
        word = lot.choice(["投票", "投票", "改票"])
        if lot.random() < 0.04:
            return f"{word} 无"
        if life in self.wanted and lot.random() < 0.6:
            return f"{word} {self.wanted[life]}"
        return f"{word} {self._name(who)}"

    def _kill(self, who: str) -> str:
        lot = self.lot
        text = self._declaration(lot.random() < 0.8)
        if lot.random() < 0.15:
            return f"宣言\n{text}"
        return f"杀 {self._name(who)}" + (f"\n{text}" if lot.random() < 0.75 else "")

    def _declaration(self, long: bool) -> str:
        """So many counted characters, with Latin runs, spaces and punctuation that count less."""
        lot, least = self.lot, int(self.naive.options.get("declaration_min", 100))
        count = least + lot.choice([0, 0, 1, 20]) if long else max(1, least - lot.choice([1, 1, 9]))
        begin = lot.randrange(len(STORY))
        pieces = list((STORY * 3)[begin : begin + max(1, count)])
        for _ in range(lot.choice([0, 0, 1, 3])):
            pieces[lot.randrange(len(pieces))] = lot.choice(
                [" midnight ", " 12 ", " K9 ", " No 7 "]
            )
            pieces = pieces[: len(pieces) - (" No 7 " in pieces)] or pieces
        for _ in range(lot.randint(0, len(pieces) // 5)):
            pieces[lot.randrange(len(pieces))] += lot.choice(["，", "。", " ", "！", "——", "\n"])
        return "夜" + "".join(pieces)[1:] if long else "".join(pieces).strip()

    def _words(self, who: str) -> tuple[str, str]:
        """The address and the text."""
        lot, kind, life = self.lot, self.lot.random(), self.naive.now_in[who]
        role = self.naive.role[who, life] if life else "plain"
        word = {"binder": "束魂", "healer": "治疗", "killer": "杀", "wolf": "杀"}.get(role, "束魂")
        if kind < 0.06:
            return "board", lot.choice(["灌水\n今天天气不错。", "分析\n我把昨天的票又看了一遍。"])
        if kind < 0.12:
            return "gm", "放弃"
        if kind < 0.2:
            return "gm", "撤回"
        if kind < 0.36:
            return lot.choice(["gm", "board"]), self._vote(who)
        if kind < 0.4:
            word = lot.choice(["束魂", "治疗", "杀"])
        if kind < 0.42:
            return "board", f"{word} {self._name(who)}"
        if word == "杀":
            return "gm", self._kill(who)
        if role in ("binder", "healer") and life in self.wanted and lot.random() < 0.4:
            people = self.naive.people(life)
            return "gm", f"{word} {people[HANDLES.index(who) % len(people)]}"
        return "gm", f"{word} {self._name(who)}"


def _local(at: datetime) -> str:
    return f"{at.astimezone(ZONE):%Y-%m-%d %H:%M:%S}"


def _flow(roles: dict[str, Any]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in roles.items()) + "}"


def random_game(seed: int, phases_max: int = 30) -> str:
    """The text of a scenario without expectations; nobody writes after so many phases."""
    return Author(seed).write(phases_max)


def disagreements(seed: int, phases_max: int = 30) -> list[str]:
    """Where the program and the naive model say different things."""
    scenario = loads(random_game(seed, phases_max), Path("random.yaml"))
    return differences(naive_record(scenario), play(scenario))


def main(arguments: list[str]) -> None:
    first = int(arguments[0])
    if len(arguments) == 1:
        print(random_game(first))
        return
    for seed in range(first, first + int(arguments[1])):
        for difference in disagreements(seed):
            print(f"{seed}: {difference}")


if __name__ == "__main__":
    main(sys.argv[1:])
