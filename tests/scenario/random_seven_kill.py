"""Random games of seven kill as scenario text, with what the naive reading expects of them.

The writer plays along with the naive model, so that its mails hit the phase that is running: right
and wrong nights, the very cut-offs, what stands and what is used up. By hand, over many games:
`python -m tests.scenario.random_seven_kill FIRST LAST` plays them and prints what disagrees.
"""

import json
import random
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tests.scenario.naive_seven_kill import (
    HOLDERS,
    NOBODY,
    SURE,
    NaiveSevenKill,
    Order,
    Phase,
    differences,
    is_same_by_sound_or_shape,
    naive_of,
)

ZONE = "Asia/Shanghai"
ROLES = ["tianfu", "tianliang", "tianji", "tiantong", "tianxiang", "qisha", "pojun", "tanlang"]
STYLES = (
    "阿甲 阿乙 阿丙 阿丁 阿戊 阿己 阿庚 阿辛 小一 小二 小三 小四 小五 小六 小七 小八 小九",
    "李明 王鸣 王名 小青 小清 张三 李四 王五 赵六 陈七 吴八 郑九 豆丁 豆饼 米家 米粥 未来人",
)
WRONG = "衣已以而叁寺午留期巴久家饼叮务戌集耕心幸轻清青鸣名明末土"
OPTIONS: dict[str, list[Any]] = {
    "weekends": [False, True],
    "threshold_percent": [20, 25, 34, 50, 51],
    "first_phase": ["night", "day"],
    "missed_kill": ["none"],
    "early_decision": [False, True],
    "declaration_min": [0, 1, 60, 200],
    "vote_freeze": ["0", "10m", "2h", "30h"],
    "warnings_out": [1, 2, 4],
    "late_tolerance": ["0", "1h", "3h"],
}
WORDS = (
    "夜里的风从河面上吹进来灯一盏一盏地灭了他沿着石阶慢慢走下去听见钟楼敲了十二下院墙后面有人"
    "低声说话雨水顺着屋檐落在青石板上谁也没有看见那个影子是怎样翻上窗台又怎样在天亮之前消失的"
)
SECOND = timedelta(seconds=1)
FORM = "%Y-%m-%d %H:%M:%S"
Mail = tuple[datetime, str, str, str, bool]


class Writer:
    """One random game, written while the naive model plays it."""

    def __init__(self, seed: int) -> None:
        lot = self.lot = random.Random(seed)
        handles = lot.choice(STYLES).split()
        lot.shuffle(handles)
        roles = [*ROLES, *["villager"] * (len(handles) - len(ROLES))]
        cast = dict(zip(handles, lot.sample(roles, len(roles)), strict=True))
        self.handles = handles
        hour = lot.choice([(20, 0)] * 4 + [(12, 0), (22, 0), (23, 0), (0, 0), (7, 31), (21, 59)])
        self.starts = datetime(2026, 3, lot.randint(1, 14), *hour, tzinfo=ZoneInfo(ZONE))
        self.options = self.some_options()
        self.down = self.outages() if lot.random() < 0.35 else []
        self.mails: list[Mail] = []
        self.skill = lot.choice([0.5, 0.8, 0.95])
        self.crowd = lot.choice([0.3, 0.55, 0.8])
        self.naive = NaiveSevenKill(cast, self.starts, ZoneInfo(ZONE), self.options, self.down)
        while self.naive.winner is None and len(self.mails) < 400:
            self.write_phase(self.naive.phase)
        self.naive.settle(self.starts + timedelta(days=60))

    # the set-up

    def some_options(self) -> dict[str, Any]:
        if self.lot.random() < 0.4:
            return {}
        return {
            name: self.lot.choice(values)
            for name, values in OPTIONS.items()
            if self.lot.random() < 0.25
        }

    def outages(self) -> list[tuple[datetime, datetime]]:
        found = []
        at = self.starts + timedelta(hours=self.lot.randint(1, 40))
        for _ in range(self.lot.randint(1, 6)):
            hour, minute = self.lot.choice(
                [(21, 55), (22, 0), (12, 45), (12, 50), (19, 50), (9, 3)]
            )
            begin = at.replace(hour=hour, minute=minute)
            if begin <= self.starts or begin < at:
                begin += timedelta(days=1)
            minutes = self.lot.choice([3, 5, 9, 10, 12, 15, 20, 61, 200, 900, 1500])
            found.append((begin, begin + timedelta(minutes=minutes)))
            at = found[-1][1] + timedelta(hours=self.lot.randint(1, 60))
        return found

    # the times

    def write_phase(self, phase: Phase) -> None:
        lot = self.lot
        self.favourites = self.choose_favourites(phase)
        count = {"D": lot.randint(8, 26), "R": lot.randint(10, 24), "N": lot.randint(2, 8)}
        times = [self.time_in(phase) for _ in range(count.get(phase.kind, lot.randint(0, 3)))]
        for at in sorted(times):
            last = self.mails[-1][0] if self.mails else self.starts
            self.naive.settle(max(at, last))
            if at >= last and self.naive.winner is None:
                self.write(at)
        if self.naive.phase is phase:
            self.naive.settle(phase.closes)

    def time_in(self, phase: Phase) -> datetime:
        lot = self.lot
        kind = lot.random()
        length = int((phase.closes - phase.opens).total_seconds())
        at = phase.opens + timedelta(seconds=lot.randint(0, max(0, length - 1)))
        if kind < 0.04:
            at = phase.opens
        elif kind < 0.12:
            at = phase.closes - timedelta(minutes=60) + lot.choice([-1, 0, 1]) * SECOND
        elif kind < 0.2:
            at = phase.closes + lot.choice([-1, 0, 0, 1, 240, 480]) * SECOND
        elif kind < 0.35:
            at = phase.closes - timedelta(seconds=lot.randint(1, 4000))
        elif kind < 0.4 and self.down:
            begin, end = lot.choice(self.down)
            inside = begin + timedelta(seconds=lot.randint(0, int((end - begin).total_seconds())))
            at = inside if phase.opens <= inside <= phase.closes + timedelta(hours=3) else at
        return max(at, self.starts).astimezone(ZoneInfo(ZONE)).replace(microsecond=0)

    def choose_favourites(self, phase: Phase) -> list[str]:
        living = [handle for handle in self.handles if handle in self.naive.alive]
        if phase.candidates:
            return phase.candidates
        return self.lot.sample(living, min(len(living), self.lot.choice([1, 1, 2, 2, 3])))

    # the mails

    def write(self, at: datetime) -> None:
        naive, lot = self.naive, self.lot
        phase = naive.phase
        if at < phase.opens and phase.kind != "N":
            return  # between a close in an outage and what follows; an open point
        who = self.somebody()
        to = lot.choice(["gm", "gm", "board"])
        if phase.kind in "DR" and lot.random() < 0.8:
            self.send(at, who, to, *self.vote(who))
        elif phase.kind == "W" and lot.random() < 0.6:
            self.send(at, naive.last_victim() or who, to, lot.choice(["遗言", "灌水"]) + "\n保重。")
        elif phase.kind == "W" or lot.random() < 0.12:
            self.say_something(at, who)
        else:
            self.order(at)

    def send(self, at: datetime, who: str, to: str, text: str, quotes: bool = False) -> None:
        self.mails.append((at, who, to, text, quotes))
        self.naive.hear(len(self.mails), at, who, to, text, quotes)

    def somebody(self) -> str:
        if self.lot.random() < 0.05:
            return self.lot.choice(self.handles)
        return self.lot.choice([handle for handle in self.handles if handle in self.naive.alive])

    def misspelt(self, handle: str) -> str:
        place = self.lot.randrange(len(handle))
        fitting = [c for c in WRONG if is_same_by_sound_or_shape(c, handle[place])]
        wrong = self.lot.choice(fitting) if fitting and self.lot.random() < 0.85 else "桌"
        return handle[:place] + wrong + handle[place + 1 :]

    def word_for(self, target: str) -> str:
        kind = self.lot.random()
        if kind < 0.8:
            return target
        if kind < 0.92:
            return self.misspelt(target)
        others = ["路人", "自己", str(self.lot.randint(1, 17)), target + target[-1], target]
        return self.lot.choice(others)

    def vote(self, who: str) -> tuple[str, bool]:
        lot = self.lot
        favourite = lot.choice(self.favourites)
        target = favourite if lot.random() < self.crowd else lot.choice(self.handles)
        name = NOBODY if lot.random() < 0.07 else self.word_for(target)
        has_voted = who in self.naive.phase.votes
        quotes = lot.random() < (0.7 if has_voted else 0.1)
        verb = lot.choice(["投票", "改票"] if has_voted else ["投票"] * 6 + ["改票"])
        if lot.random() < 0.2:
            other = lot.choice(self.handles)
            return f"{verb}对象：{name}\n{verb}理由：我看{other}说得对", quotes
        return f"{verb} {name}", quotes

    def declaration(self) -> str:
        lot = self.lot
        least = self.options.get("declaration_min", 100)
        if lot.random() > self.skill:
            count = lot.choice([0, 0, 1, max(0, least - 1), least // 2])
        else:
            count = lot.choice([least, least + 1, least + 60])
        words = (WORDS * 5)[lot.randint(0, 80) :][:count]
        if count > 20 and lot.random() < 0.4:
            words = words[:8] + " midnight 12 " + words[10:]
        pieces = [words[i : i + 11] for i in range(0, len(words), 11)]
        return "".join(piece + lot.choice("，。！ \n") for piece in pieces)

    def order(self, at: datetime) -> None:
        naive, lot = self.naive, self.lot
        night = naive.night()
        holder = naive.role_of(HOLDERS[min(night, SURE)])
        kind = lot.random()
        if kind < 0.5:
            who = holder if lot.random() < 0.85 else self.somebody()
            self.send(at, who, "gm", self.kill(who, holder, night))
        elif kind < 0.8:
            stars = [naive.role_of("pojun"), naive.role_of("tanlang")]
            who = lot.choice(stars) if lot.random() < 0.9 else self.somebody()
            self.send(at, who, "gm", self.star_word(night))
        elif kind < 0.87:
            self.send(at, self.somebody(), "gm", "放弃")
        elif kind < 0.95:
            self.take_back(at)
        else:
            self.send(at, self.somebody(), "board", self.kill(holder, holder, night))

    def kill(self, who: str, holder: str, night: int) -> str:
        lot, naive = self.lot, self.naive
        if who == holder and naive.standing(night, who) is not None and lot.random() < 0.3:
            return f"宣言\n{self.declaration() or '再想想'}"
        living = [handle for handle in self.handles if handle in naive.alive]
        good = [handle for handle in living if not naive.is_killer(handle)]
        if night >= SURE or lot.random() < 0.04:
            count = len(naive.stars()) if lot.random() < 0.8 else lot.randint(1, 3)
            pool = naive.stars() if lot.random() < 0.3 else good if lot.random() < 0.7 else living
            names = [lot.choice(pool) for _ in range(count)]
            if lot.random() < 0.8:
                names = lot.sample(pool, min(count, len(pool)))
            return f"必杀 {lot.choice(['、', ' ']).join(names)}\n{self.declaration()}".strip()
        target = lot.choice(good if lot.random() < 0.8 else self.handles)
        if lot.random() < 0.15:
            target = lot.choice(naive.stars())
        name = target if lot.random() < 0.93 else lot.choice([who, "自己", self.misspelt(target)])
        return f"杀 {name}\n{self.declaration()}".strip()

    def star_word(self, night: int) -> str:
        lot, naive = self.lot, self.naive
        target = self.somebody()
        if lot.random() < (0.8 if naive.phase.kind in "DR" else 0.05):
            target = lot.choice(self.favourites) if lot.random() < 0.6 else target
            return f"免投 {target}"
        if lot.random() < 0.4:
            target = naive.role_of(HOLDERS[min(night, SURE)])
        elif lot.random() < 0.1:
            target = lot.choice(["路人", "自己", lot.choice(self.handles)])
        return lot.choice([f"封刀 {target}"] * 9 + ["放弃"])

    def take_back(self, at: datetime) -> None:
        """Only what one thing alone can mean, and what replaced nothing of a team-mate."""
        naive = self.naive
        for who in self.lot.sample(sorted(naive.alive), len(naive.alive)):
            found = naive.retractable(who)
            if len(found) == 1 and found[0].kind != "pass" and not self.is_over_another(found[0]):
                self.send(at, who, "gm", "撤回")
                return

    def is_over_another(self, order: Order) -> bool:
        before = [*self.naive.of_night.get(self.naive.night(), []), *self.naive.immunities]
        return any(o.slot == order.slot and o.state == "replaced" for o in before)

    def say_something(self, at: datetime, who: str) -> None:
        text = self.lot.choice(["分析\n我把昨天的票又看了一遍。", "灌水\n今天天气不错。"])
        self.send(at, who, "board", text)

    # the file

    def text(self) -> str:
        """The scenario, with expectations."""
        cast = ", ".join(f"{handle}: {role}" for handle, role in self.naive.role.items())
        down = ", ".join(f"[{begin:{FORM}}, {end:{FORM}}]" for begin, end in self.down)
        lines = [
            "title: a random game",
            "game:",
            "  ruleset: seven_kill",
            f"  starts: {self.starts:{FORM}}",
            f"  options: {json.dumps(self.options)}",
            f"  cast: {{{cast}}}",
            f"down: [{down}]",
            "mails:",
        ]
        for at, who, to, text, quotes in self.mails:
            words = json.dumps(text, ensure_ascii=False)
            quoted = ", reply_to_vote: true" if quotes else ""
            lines.append(f'  - {{at: "{at:{FORM}}", from: {who}, to: {to}{quoted}, text: {words}}}')
        expected = [f"  - {line}" for line in map(_flow, expectations(self.naive))]
        return "\n".join([*lines, "expect:", *expected]) + "\n"


def _flow(expected: dict[str, Any]) -> str:
    return json.dumps(expected, ensure_ascii=False)


def expectations(naive: NaiveSevenKill) -> list[dict[str, Any]]:
    """What the naive model says, as a scenario expects it."""

    def local(at: datetime) -> str:
        return f"{at.astimezone(naive.zone):{FORM}}"

    found: list[dict[str, Any]] = []
    for phase in naive.phases:
        opens, closes = local(phase.opens), local(phase.closes)
        found.append({"phase": phase.id, "opens": opens, "closes": closes})
    for phase_id, died in naive.closes:
        dead = {who: sorted(causes) for who, causes in died.items() if "executed" not in causes}
        found.append({"dead": list(dead), "in": phase_id, "causes": dead})
    for phase_id, ballot in naive.ballots.items():
        revealed = {"revealed": naive.role[ballot.executed]} if ballot.executed else {}
        found.append({"executed": ballot.executed, "in": phase_id, **revealed})
        votes = {who: None if vote == NOBODY else vote for who, vote in ballot.votes.items()}
        tally = {"votes": votes, "filled": [], "tally": ballot.tally}
        found.append({"ballot": phase_id, **tally})
    found += [
        {"answer": number, "verdict": answer[0], "code": answer[1]}
        for number, answer in naive.answers.items()
        if answer is not None
    ]
    found += [{"order": order.mail, "effective": order.effective} for order in naive.orders]
    found += [{"notice": "kill_missed", "to": who, "in": night} for who, night in naive.missed]
    found += [{"out": who, "why": "warnings", "in": phase_id} for who, phase_id in naive.out]
    states = {None: "playing", "nobody": "draw"}
    winners = [naive.winner] if naive.winner in ("killers", "good") else []
    return [
        *found,
        {"warnings": naive.warnings},
        {"alive": [handle for handle in naive.handles if handle in naive.alive]},
        {"winner": winners, "state": states.get(naive.winner, "won")},
        *([{"prizes": naive.points()}] if winners else []),
    ]


def disagreements(seed: int) -> list[str]:
    """What the program makes of one random game otherwise than the naive reading."""
    from pbp.scenario.judge import judge
    from pbp.scenario.load import loads
    from pbp.scenario.play import play

    scenario = loads(Writer(seed).text(), Path(f"random-{seed}.yaml"))
    record = play(scenario)
    return [*judge(scenario, record), *differences(naive_of(scenario), record)]


def main(first: int, last: int) -> None:
    """Play these games; print what disagrees."""
    count = 0
    for seed in range(first, last + 1):
        found = disagreements(seed)
        count += bool(found)
        for sentence in found:
            print(f"{seed}: {sentence}", flush=True)
    print(f"{last + 1 - first} games, {count} disagree")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
