"""A second reading of the seven-kill rules, as naive as can be, to compare the program with.

Written from the clause pages alone, in another style than the program: one class that walks
through the mails. It knows the plainest commands only (杀, 必杀, 宣言, 封刀, 免投, 放弃, 撤回,
投票, 改票, 遗言, 分析, 灌水), and of misspelt names only those whose characters stand in SOUNDS and
LIKE. An answer of which the clauses do not say enough is None: not compared.
"""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pbp.game.durations import parse_duration
from pbp.scenario.model import Scenario

Answer = tuple[str, str | None] | None

HOLDERS = {
    1: "tianfu",
    2: "tianliang",
    3: "tianji",
    4: "tiantong",
    5: "tianxiang",
    6: "qisha",
    7: "qisha",
}
STARS = ("pojun", "tanlang")
SURE = 7
NOBODY = "无"

HOURS = {
    "D": (time(22), timedelta(hours=24)),
    "R": (time(22), timedelta(hours=24)),
    "N": (time(12, 50), timedelta(hours=12)),
    "W": (time(20), timedelta(hours=6)),
}
"""S-4.2 and S-4.3: the hour at which a phase ends, and how long it lasts at least."""

MONDAY, FRIDAY, SATURDAY = 0, 4, 5
WEEKENDS = {
    "D": (FRIDAY, 2, time(22)),
    "R": (FRIDAY, 2, time(22)),
    "N": (FRIDAY, 1, time(20)),
    "W": (SATURDAY, 1, time(20)),
}
"""S-4.4: begun on that day of the week, it ends so many days later at that hour."""

SOUNDS = {
    "yi": "一衣乙已以",
    "er": "二而",
    "san": "三叁",
    "si": "四寺",
    "wu": "五午戊务",
    "liu": "六留",
    "qi": "七期",
    "ba": "八巴",
    "jiu": "九久",
    "jia": "甲家",
    "bing": "丙饼",
    "ding": "丁叮",
    "ji": "己集",
    "geng": "庚耕",
    "xin": "辛心",
    "bao": "包保饱",
    "qing": "青清轻",
    "ming": "明鸣名",
}
LIKE = ("己已", "戊戌", "辛幸", "人入", "未末", "土士")


@dataclass
class Order:
    mail: int
    actor: str
    kind: str
    targets: tuple[str, ...]
    slot: str
    state: str = "refused"
    effective: bool = False


@dataclass
class Phase:
    kind: str
    number: int
    opens: datetime
    closes: datetime
    candidates: list[str] = field(default_factory=list)
    votes: dict[str, str] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    @property
    def id(self) -> str:
        return f"{self.kind}{self.number}"


@dataclass
class Ballot:
    votes: dict[str, str]
    tally: dict[str, int]
    executed: str | None = None


def is_same_by_sound_or_shape(one: str, other: str) -> bool:
    return any(one in group and other in group for group in (*SOUNDS.values(), *LIKE))


def characters(text: str) -> int:
    """L-2.4: each CJK character is one, each run of Latin letters or digits is one."""
    return len(re.findall(r"[一-鿿]|[A-Za-z]+|[0-9]+", text))


class NaiveSevenKill:
    """One game; mails are given to it one by one."""

    def __init__(
        self,
        cast: dict[str, str],
        starts: datetime,
        zone: ZoneInfo,
        options: dict[str, Any],
        down: list[tuple[datetime, datetime]],
    ) -> None:
        self.role = cast
        self.handles = list(cast)
        self.alive = set(cast)
        self.zone = zone
        self.options = options
        self.down = down
        self.is_night_first = options.get("first_phase", "day") == "night"
        self.phases: list[Phase] = []
        self.answers: dict[int, Answer] = {}
        self.orders: list[Order] = []
        self.of_night: dict[int, list[Order]] = {}
        self.declared: dict[tuple[int, str], str] = {}
        self.immunities: list[Order] = []
        self.is_immunity_used = False
        self.closes: list[tuple[str, dict[str, set[str]]]] = []
        self.ballots: dict[str, Ballot] = {}
        self.warnings: dict[str, int] = {}
        self.missed: list[tuple[str, str]] = []
        self.out: list[tuple[str, str]] = []
        self.victim: str | None = None
        self.winner: str | None = None
        self.known: dict[str, str] = {}
        self.is_down = False
        self.open("N" if self.is_night_first else "D", 1, starts)

    def role_of(self, role: str) -> str:
        return next(handle for handle in self.handles if self.role[handle] == role)

    @property
    def phase(self) -> Phase:
        return self.phases[-1]

    def found(self, phase_id: str | None) -> Phase | None:
        return next((phase for phase in self.phases if phase.id == phase_id), None)

    def stars(self) -> list[str]:
        return [h for h in self.handles if self.role[h] in STARS and h in self.alive]

    def is_killer(self, handle: str) -> bool:
        return self.role[handle] in HOLDERS.values()

    def span(self, option: str, default: str) -> timedelta:
        length = parse_duration(self.options.get(option, default))
        assert length is not None
        return length

    # the timetable: S-4

    def end_of(self, kind: str, opens: datetime) -> datetime:
        local = opens.astimezone(self.zone)
        weekday, days, hour = WEEKENDS[kind]
        if self.options.get("weekends", True) and local.weekday() == weekday:
            return datetime.combine(local.date() + timedelta(days=days), hour, self.zone)
        hour, least = HOURS[kind]
        day = local.date()
        while datetime.combine(day, hour, self.zone) - local < least:
            day += timedelta(days=1)
        return datetime.combine(day, hour, self.zone)

    def open(
        self, kind: str, number: int, at: datetime, candidates: list[str] | None = None
    ) -> None:
        self.phases.append(Phase(kind, number, at, self.end_of(kind, at), candidates or []))
        if kind == "N":
            for slot in {order.slot for order in self.of_night.get(number, [])}:
                self.look_again(number, slot)

    def back(self, close: datetime) -> datetime:
        """C-2.9: when what follows a close begins."""
        for begin, end in self.down:
            if begin <= close < end and end - close > self.span("late_tolerance", "10m"):
                return end
        return close

    def settle(self, now: datetime) -> None:
        while self.winner is None and self.phase.closes <= now:
            self.close()

    def close(self) -> None:
        phase = self.phase
        died: dict[str, set[str]] = {}
        runoff: list[str] = []
        self.victim = None
        if phase.kind == "N":
            self.close_night(died)
        elif phase.kind in "DR":
            runoff = self.close_vote(died)
        limit = self.options.get("warnings_out", 3)
        for handle in sorted(self.alive - set(died)):
            if self.warnings.get(handle, 0) >= limit:
                died[handle] = {"warnings"}
                self.out.append((handle, phase.id))
        self.closes.append((phase.id, died))
        self.alive -= set(died)
        self.look_for_the_end(phase.id == "N7")
        if self.winner is None:
            self.open_the_next(phase, runoff)

    def open_the_next(self, phase: Phase, runoff: list[str]) -> None:
        at = self.back(phase.closes)
        day = phase.number + (not self.is_night_first)
        if phase.kind == "W" or (phase.kind == "N" and self.victim is None):
            self.open("D", day, at)
        elif phase.kind == "N":
            self.open("W", phase.number, at)
        elif runoff:
            self.open("R", phase.number, at, runoff)
        else:
            night = phase.number + self.is_night_first
            if self.role_of(HOLDERS[night]) in self.alive:
                self.open("N", night, at)
                return
            for order in self.of_night.get(night, []):
                order.state = "lapsed"
            self.look_for_the_end(night == SURE)
            if self.winner is None:
                self.open("D", night + (not self.is_night_first), at)

    def look_for_the_end(self, are_nights_over: bool) -> None:
        """S-6."""
        is_early = self.options.get("early_decision", True)
        if not self.stars():
            self.winner = "killers"
        elif is_early and not any(self.is_killer(handle) for handle in self.alive):
            self.winner = "good"
        elif are_nights_over:
            self.winner = "nobody" if self.role_of("qisha") in self.alive else "good"

    def points(self) -> dict[str, int]:
        """S-6.4."""
        worth = {"killers": {"qisha": 40}, "good": {"pojun": 30, "tanlang": 30, "villager": 20}}
        found = {}
        for handle in self.handles:
            other = 30 if self.winner == "killers" and self.is_killer(handle) else 0
            found[handle] = worth.get(str(self.winner), {}).get(self.role[handle], other)
        return {handle: points for handle, points in found.items() if points}

    # the night: S-1, S-2.2, S-3

    def close_night(self, died: dict[str, set[str]]) -> None:
        number = self.phase.number
        holder = self.role_of(HOLDERS[number])
        kill, seal = self.standing(number, holder), self.standing(number, "stars")
        if seal is not None and seal.kind == "seal":
            seal.effective = True
        if kill is None or self.lacking((number, holder)):
            self.missed.append((holder, self.phase.id))
            self.warnings[holder] = self.warnings.get(holder, 0) + 1
            return
        kill.effective = True
        is_sealed = seal is not None and seal.effective and seal.targets == (holder,)
        for target in kill.targets:
            if not self.is_killer(target) and not (is_sealed and number != SURE):
                died[target] = {"kill"}
                self.victim = target

    def lacking(self, key: tuple[int, str]) -> int:
        least = self.options.get("declaration_min", 100)
        return max(0, least - characters(self.declared.get(key, "")))

    # the vote: S-5

    def close_vote(self, died: dict[str, set[str]]) -> list[str]:
        phase = self.phase
        votes = {h: phase.votes.get(h, NOBODY) for h in self.handles if h in self.alive}
        if phase.kind == "R":  # there no vote is no abstention, but a fault
            votes = {handle: vote for handle, vote in votes.items() if vote != NOBODY}
        tally: dict[str, int] = {}
        for target in votes.values():
            if target != NOBODY:
                tally[target] = tally.get(target, 0) + 1
        ballot = self.ballots[phase.id] = Ballot(votes, tally)
        highest = max(tally.values(), default=0)
        leaders = [handle for handle, count in tally.items() if count == highest]
        if phase.kind == "R":
            for handle in self.alive - set(phase.votes):
                self.warnings[handle] = self.warnings.get(handle, 0) + 1
        elif highest * 100 < self.options.get("threshold_percent", 40) * len(self.alive):
            leaders = []
        elif len(leaders) > 1:
            return leaders
        immunity = self.immunity()
        immune = immunity.targets if immunity is not None else ()
        if immunity is not None:
            immunity.effective = True
            self.is_immunity_used = True
        if len(leaders) == 1 and leaders[0] not in (*immune, *self.stars()):
            ballot.executed = leaders[0]
            died[leaders[0]] = {"executed"}
        return []

    # orders

    def immunity(self) -> Order | None:
        found = [order for order in self.immunities if order.state == "standing"]
        return found[-1] if found and not self.is_immunity_used else None

    def standing(self, night: int, slot: str) -> Order | None:
        found = [
            order
            for order in self.of_night.get(night, [])
            if order.slot == slot and order.state == "standing"
        ]
        return found[-1] if found else None

    def look_again(self, night: int, slot: str) -> None:
        """C-2.5 and C-2.6, at nightfall."""
        order = self.standing(night, slot)
        while order is not None:
            is_gone = order.actor not in self.alive
            if not is_gone and (order.kind == "pass" or self.objection(order) is None):
                return
            order.state = "dropped"
            earlier = [
                other
                for other in self.of_night[night]
                if other.slot == slot
                and other.state in ("replaced", "repeated")
                and other.actor in self.alive
            ]
            order = earlier[-1] if is_gone and earlier else None
            if order is not None:
                order.state = "standing"

    def night(self) -> int:
        """The night that is running, else the coming one."""
        return self.phase.number + (
            self.phase.kind == "W" if not self.is_night_first else self.phase.kind != "N"
        )

    def objection(self, order: Order) -> Answer:
        """What is wrong with the names of an order."""
        for target in order.targets:
            if target not in self.handles:
                return ("asked", "unknown_name") if "?" not in target else ("asked", "near_miss")
        if order.kind in ("kill", "sure_kill") and order.actor in order.targets:
            return "refused", "self_target"
        wanted = len(self.stars()) if order.kind == "sure_kill" else 1
        are_right = len(order.targets) == len(set(order.targets)) == wanted
        if not are_right or not set(order.targets) <= self.alive:
            return "refused", "bad_target"
        return None

    # names: C-6.8, S-5.4

    def name(self, word: str, writer: str) -> str | None:
        if word in self.handles:
            return word
        if word.isdigit() and 1 <= int(word) <= len(self.handles):
            return self.handles[int(word) - 1]
        return writer if word == "自己" else None

    def fitting(self, word: str) -> list[str]:
        """Whom a word with at most one wrong character, by sound or shape, can mean."""
        found = []
        for handle in self.handles:
            wrong = [(a, b) for a, b in zip(handle, word, strict=False) if a != b]
            if (
                len(handle) == len(word)
                and len(wrong) == 1
                and is_same_by_sound_or_shape(*wrong[0])
            ):
                found.append(handle)
        return found

    def is_near(self, word: str) -> bool:
        """One character missing or added, or two swapped."""
        for handle in self.handles:
            shorter = {handle[:i] + handle[i + 1 :] for i in range(len(handle))}
            longer = {word[:i] + word[i + 1 :] for i in range(len(word))}
            if word in shorter or handle in longer or handle == word[::-1]:
                return True
        return False

    # mails

    def hear(self, number: int, now: datetime, who: str, to: str, text: str, quotes: bool) -> None:
        """Take one mail. quotes: it answers the vote that the server knew when it was written."""
        is_down = any(begin <= now < end for begin, end in self.down)
        if not (is_down and self.is_down):  # within one outage the server learns nothing
            self.known = dict(self.phase.votes) if self.phase.kind in "DR" else {}
        self.is_down = is_down
        self.settle(now)
        if not is_down:
            self.known = dict(self.phase.votes) if self.phase.kind in "DR" else {}
        line, _, rest = text.partition("\n")
        line = re.sub("^(投票|改票)对象：", r"\1 ", line)
        word, _, names = line.strip().partition(" ")
        self.answers[number] = self.answer(number, now, who, to, (word, names, rest), quotes)
        self.settle(now)

    def answer(
        self,
        number: int,
        now: datetime,
        who: str,
        to: str,
        words: tuple[str, str, str],
        quotes: bool,
    ) -> Answer:
        word, names, rest = words
        kinds = {
            "杀": "kill",
            "必杀": "sure_kill",
            "封刀": "seal",
            "免投": "immunity",
            "放弃": "pass",
        }
        if self.winner is not None:
            return "refused", "game_over"
        if word in kinds:
            targets = tuple(self.target_of_order(n, who) for n in re.split("[、 ]", names) if n)
            slot = "stars" if self.role[who] in STARS else who
            order = Order(number, who, kinds[word], targets, slot)
            self.orders.append(order)
            if to == "board":
                return "held", "secret_on_board"
            if who not in self.alive:
                return "refused", "not_alive"
            return self.hear_order(now, order, rest)
        if word == "宣言" and to == "board":
            return "held", "secret_on_board"
        if word in ("遗言", "分析", "灌水"):
            return self.hear_post(now, who, word)
        if who not in self.alive:
            return "refused", "not_alive"
        if word in ("投票", "改票"):
            return self.hear_vote(now, who, names, quotes and who in self.known)
        if word == "宣言":
            return self.hear_declaration(who, rest)
        return self.hear_retraction(who) if word == "撤回" else None

    def target_of_order(self, word: str, who: str) -> str:
        found = self.name(word, who)
        if found is None and (self.fitting(word) or self.is_near(word)):
            return f"{word}?"
        return found or word

    def hear_order(self, now: datetime, order: Order, rest: str) -> Answer:
        who, kind, night = order.actor, order.kind, self.night()
        is_holder = night <= SURE and self.role[who] == HOLDERS[night]
        if kind == "pass":
            if is_holder:
                return "refused", "not_permitted"
            return self.take(self.of_night.setdefault(night, []), order)
        may_be = {
            "seal": order.slot == "stars",
            "immunity": order.slot == "stars",
            "kill": self.is_killer(who),
            "sure_kill": self.role[who] == "qisha",
        }
        if not may_be[kind]:
            return "refused", "wrong_role"
        if kind == "immunity":
            return self.hear_immunity(now, order)
        sure = kind == "sure_kill"
        if (sure and night != SURE) or (kind == "kill" and is_holder and night == SURE):
            return "refused", "wrong_phase"
        if kind == "kill" and not is_holder:
            return "refused", "not_holder"
        wrong = self.objection(order)
        if wrong is not None:
            return wrong
        answer = self.take(self.of_night.setdefault(night, []), order)
        if kind == "seal":
            return answer
        return self.declare((night, who), rest) or answer

    def declare(self, key: tuple[int, str], text: str) -> Answer:
        """C-2.7; where one that is enough is followed by one too short, the clauses leave open
        which counts: here the first.
        """
        before = self.declared.get(key, "")
        if text.strip():
            self.declared[key] = text
        if self.lacking(key):
            self.declared[key] = before if characters(before) > characters(text) else text
        return ("accepted", "too_short") if self.lacking(key) else None

    def take(self, orders: list[Order], order: Order) -> Answer:
        standing = [o for o in orders if o.slot == order.slot and o.state == "standing"]
        before = standing[-1] if standing else None
        same = before is not None and (before.kind, before.targets) == (order.kind, order.targets)
        orders.append(order)
        order.state = "repeated" if same else "standing"
        if before is None or same:
            return "accepted", None
        before.state = "replaced"
        return "replaced", None

    def hear_immunity(self, now: datetime, order: Order) -> Answer:
        if self.phase.kind not in "DR" or now < self.phase.opens:
            return "refused", "wrong_phase"
        if self.is_immunity_used:
            return "refused", "used_up"
        return self.objection(order) or self.take(self.immunities, order)

    def hear_declaration(self, who: str, rest: str) -> Answer:
        """Only from the killer of the night whose order stands."""
        if self.standing(self.night(), who) is None:
            return None
        return self.declare((self.night(), who), rest) or ("accepted", None)

    def retractable(self, who: str) -> list[Order]:
        """What a plain 撤回 of this player can mean."""
        slot = "stars" if self.role[who] in STARS else who
        found = [self.standing(self.night(), slot)]
        if slot == "stars" and self.phase.kind in "DR":
            found.append(self.immunity())
        return [order for order in found if order is not None]

    def hear_retraction(self, who: str) -> Answer:
        """Only where one thing alone can be meant."""
        (order,) = self.retractable(who)
        order.state = "retracted"
        return "accepted", None

    def hear_post(self, now: datetime, who: str, kind: str) -> Answer:
        if who in self.alive:
            return None if kind == "遗言" else ("accepted", None)
        phase = self.phase
        if kind != "遗言" or now < phase.opens:
            return ("held", "ghost") if kind != "遗言" else None
        if phase.kind == "W":
            if who != self.last_victim():
                return "held", "ghost"
            phase.closes = now
            return "accepted", None
        return None

    def last_victim(self) -> str | None:
        return next(
            (handle for handle, causes in self.closes[-1][1].items() if "kill" in causes), None
        )

    def hear_vote(self, now: datetime, who: str, word: str, is_quoted: bool) -> Answer:
        phase = self.phase
        is_open = phase.kind in "DR" and now >= phase.opens
        if not is_open and now < phase.opens:
            return None
        if not is_open and (len(self.phases) < 2 or self.phases[-2].kind not in "DR"):
            return "refused", "wrong_phase"
        if word == NOBODY:
            if not is_open:
                return None
            if phase.kind == "R":
                return "refused", "not_permitted"
            return self.cast(now, who, NOBODY, is_quoted)
        target = self.name(word, who)
        if target is None:
            fitting = self.fitting(word)
            if len(fitting) != 1:
                is_near = len(fitting) > 1 or self.is_near(word)
                return "void", "near_miss" if is_near else "unknown_name"
            target = fitting[0]
        if target not in self.alive:
            return "refused", "bad_target"
        if is_open and phase.candidates and target not in phase.candidates:
            return "refused", "not_candidate"
        return self.cast(now, who, target, is_quoted) if is_open else ("refused", "late")

    def cast(self, now: datetime, who: str, target: str, is_quoted: bool) -> Answer:
        phase = self.phase
        before = phase.votes.get(who)
        if before is None or before == target:
            phase.votes[who] = target
            return "accepted", None
        if not is_quoted:
            return "void", "not_quoted"
        if who in phase.changed:
            return "refused", "no_change_left"
        if now >= phase.closes - self.span("vote_freeze", "60m"):
            return "refused", "last_hour"
        phase.votes[who] = target
        phase.changed.add(who)
        return "replaced", None


def naive_of(scenario: Scenario) -> NaiveSevenKill:
    """The whole story, told to the naive reading."""
    game = scenario.game
    cast = {handle: str(role) for handle, role in game.cast.items()}
    naive = NaiveSevenKill(
        cast, game.starts, ZoneInfo(game.timezone), dict(game.options), list(scenario.down)
    )
    for mail in scenario.mails:
        at = mail.at.instant
        if at is None:
            while (phase := naive.found(mail.at.phase)) is None:
                naive.close()
            at = (phase.closes if mail.at.before_close else phase.opens) + mail.at.offset
        text = mail.text or mail.subject
        naive.hear(mail.number, at, mail.sender, mail.to, text, mail.reply_to_vote)
    if isinstance(scenario.until, str):
        while scenario.until not in dict(naive.closes):
            naive.close()
    else:
        naive.settle(game.starts + timedelta(days=60))
    return naive


def differences(naive: NaiveSevenKill, record: dict[str, Any]) -> list[str]:
    """Where the game record says something else."""
    told = {mail["n"]: (mail["verdict"], mail["code"]) for mail in record["mails"]}
    expected = {n: answer for n, answer in naive.answers.items() if answer is not None}
    effective = {order.mail: order.effective for order in naive.orders}
    seen = {o["mail"]: o["effective"] for o in record["orders"] if o["mail"] in effective}
    died: dict[str, dict[str, set[str]]] = {}
    for death in record["deaths"]:
        died.setdefault(death["phase"], {})[death["who"]] = set(death["causes"])
    missed = [(n["to"], n["phase"]) for n in record["notices"] if n["kind"] == "kill_missed"]
    result = record["result"]
    winners = {None: [], "nobody": []}.get(naive.winner, [naive.winner])
    states = {None: "playing", "nobody": "draw"}
    pairs: list[tuple[str, Any, Any]] = [
        *_pairs("phase", _phases(naive), _phases_in(record)),
        *((f"answer {n}", answer, told.get(n)) for n, answer in expected.items()),
        *_pairs("order", effective, seen),
        *_pairs("deaths", {phase: dead for phase, dead in naive.closes if dead}, died),
        ("roles", {h: naive.role[h] for d in died.values() for h in d}, _revealed(record)),
        ("warnings", naive.warnings, {w: n for w, n in record["warnings"].items() if n}),
        ("out", sorted(naive.out), sorted((o["who"], o["phase"]) for o in record["out"])),
        ("missed", naive.missed, missed),
        ("winner", winners, result["winners"]),
        ("state", states.get(naive.winner, "won"), result["state"]),
        ("points", naive.points(), {w: p for w, p in (result["points"] or {}).items() if p}),
        *_pairs("ballot", _ballots(naive), _ballots_in(record)),
    ]
    return [f"{what}: naive {a}, program {b}" for what, a, b in pairs if a != b]


def _pairs(what: str, ours: dict[Any, Any], theirs: dict[Any, Any]) -> list[tuple[str, Any, Any]]:
    keys = [*ours, *(key for key in theirs if key not in ours)]
    return [(f"{what} {key}", ours.get(key), theirs.get(key)) for key in keys]


def _phases(naive: NaiveSevenKill) -> dict[str, tuple[str, str]]:
    return {phase.id: (str(_utc(phase.opens)), str(_utc(phase.closes))) for phase in naive.phases}


def _phases_in(record: dict[str, Any]) -> dict[str, tuple[str, str]]:
    when = datetime.fromisoformat
    return {
        p["id"]: (str(_utc(when(p["opens"]))), str(_utc(when(p["closes"]))))
        for p in record["phases"]
    }


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC)


def _revealed(record: dict[str, Any]) -> dict[str, str]:
    return {death["who"]: death["revealed"] for death in record["deaths"]}


def _ballots(naive: NaiveSevenKill) -> dict[str, Any]:
    return {
        phase: (
            {who: None if vote == NOBODY else vote for who, vote in ballot.votes.items()},
            ballot.tally,
            ballot.executed,
        )
        for phase, ballot in naive.ballots.items()
    }


def _ballots_in(record: dict[str, Any]) -> dict[str, Any]:
    return {
        ballot["phase"]: (
            ballot["votes"],
            {who: count for who, count in ballot["tally"].items() if count},
            ballot["executed"],
        )
        for ballot in record["ballots"]
    }
