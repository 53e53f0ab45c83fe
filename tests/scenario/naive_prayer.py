"""A second reading of the prayer rules, as naive as can be, to compare the program with.

Written from the clause pages alone, in another style than the program: one class that walks
through the mails. It knows the plainest commands only (杀, 祈祷, 放弃, 撤回, 投票, 改票, 签到).
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil
from typing import Any

from pbp.game.durations import parse_duration
from pbp.scenario.model import Scenario

Answer = tuple[str, str | None] | None


@dataclass
class Order:
    mail: int
    actor: str
    kind: str
    target: str | None
    slot: str
    state: str = "refused"
    effective: bool = False


@dataclass
class Phase:
    kind: str
    number: int
    opens: datetime
    closes: datetime
    candidates: list[str]
    votes: dict[str, str] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    @property
    def id(self) -> str:
        return f"{self.kind}{self.number}"


@dataclass
class Ballot:
    votes: dict[str, str]
    filled: set[str]
    tally: dict[str, int]
    executed: str | None = None
    runoff: list[str] = field(default_factory=list)


class NaivePrayer:
    """One game, from its first night to its end."""

    def __init__(self, scenario: Scenario) -> None:
        game = scenario.game
        self.role = {handle: str(role) for handle, role in game.cast.items()}
        self.handles = list(self.role)
        self.alive = set(self.handles)
        self.options = game.options
        self.down = scenario.down
        self.checked_in = set(self.handles) if game.checked_in else set()
        self.window = game.starts + self.span("checkin", "24h")
        self.phases: list[Phase] = []
        self.answers: dict[int, Answer] = {}
        self.orders: list[Order] = []
        self.of_night: dict[int, list[Order]] = {}
        self.closes: list[tuple[str, dict[str, set[str]]]] = []
        self.ballots: dict[str, Ballot] = {}
        self.warnings: dict[str, int] = {}
        self.out: list[tuple[str, str, str]] = []
        self.executioners: set[str] = set()
        self.silence: str | None = None
        self.winner: str | None = None
        self.open("N", 1, game.starts, [])
        for mail in scenario.mails:
            assert mail.at.instant is not None
            self.settle(mail.at.instant)
            now, text = mail.at.instant, mail.text or mail.subject
            self.answers[mail.number] = self.hear(mail.number, now, mail.sender, mail.to, text)
        self.settle(game.starts + timedelta(days=60))

    def span(self, option: str, default: str) -> timedelta:
        length = parse_duration(self.options.get(option, default))
        assert length is not None
        return length

    @property
    def phase(self) -> Phase:
        return self.phases[-1]

    def living(self, role: str) -> list[str]:
        return [
            handle for handle in self.handles if handle in self.alive and self.is_a(handle, role)
        ]

    def is_a(self, handle: str, role: str) -> bool:
        return self.role[handle] == role

    # phases: P-4, C-2.9

    def open(self, kind: str, number: int, at: datetime, candidates: list[str]) -> None:
        names = {"N": ("night", "24h"), "D": ("day", "24h"), "R": ("runoff", "24h")}
        self.phases.append(Phase(kind, number, at, at + self.span(*names[kind]), candidates))
        if kind == "N":
            for slot in {order.slot for order in self.of_night.get(number, [])}:
                self.look_again(number, slot)

    def settle(self, now: datetime) -> None:
        while self.winner is None and self.phase.closes <= now:
            self.close()

    def close(self) -> None:
        phase = self.phase
        died: dict[str, set[str]] = {}
        following = self.close_night(died) if phase.kind == "N" else self.close_vote(died)
        if phase.closes >= self.window:
            for handle in self.alive - self.checked_in:
                died.setdefault(handle, set()).add("checkin")
        for handle, causes in died.items():
            if not causes & {"kill", "executed"}:
                self.out += [(handle, phase.id, cause) for cause in causes]
        self.closes.append((phase.id, died))
        self.alive -= set(died)
        self.look_for_the_end(bool(died))
        if self.winner is not None:
            return
        silence = self.options.get("silence_at", 3)
        if self.silence is None and silence != "off" and len(self.alive) <= silence:
            self.silence = phase.id
        kind, number, candidates = following
        self.open(kind, number, self.back(phase.closes), candidates)

    def back(self, close: datetime) -> datetime:
        for begin, end in self.down:
            if begin <= close < end and end - close > self.span("late_tolerance", "10m"):
                return end
        return close

    def close_night(self, died: dict[str, set[str]]) -> tuple[str, int, list[str]]:
        number = self.phase.number
        prayers: dict[str | None, int] = {}
        for villager in self.living("villager"):
            prayer = self.standing(number, villager)
            if prayer is not None and prayer.kind == "pray":
                prayer.effective = True
                prayers[prayer.target] = prayers.get(prayer.target, 0) + 1
        kill = self.standing(number, "team")
        if kill is not None and kill.kind == "kill" and kill.target is not None:
            kill.effective = True
            ratio = Fraction(len(self.living("villager")), len(self.living("killer")))
            if prayers.get(kill.target, 0) < max(2, ceil(ratio)):
                died[kill.target] = {"kill"}
        return "D", number, []

    def close_vote(self, died: dict[str, set[str]]) -> tuple[str, int, list[str]]:
        phase = self.phase
        ballot = self.count(phase)
        highest = max(ballot.tally.values())
        leaders = [handle for handle, count in ballot.tally.items() if count == highest]
        limit = self.options.get("warnings_out", 3)
        outs = {handle for handle in self.alive if self.warnings.get(handle, 0) >= limit}
        if len(leaders) > 1 and phase.kind == "D":
            leaders = [handle for handle in leaders if handle not in outs]
            ballot.runoff = leaders if len(leaders) > 1 else []
        if len(leaders) == 1:
            ballot.executed = leaders[0]
            died[leaders[0]] = {"executed"}
            self.remember_who_executed(ballot)
        for handle in outs - set(died):
            died[handle] = {"warnings"}
        self.ballots[phase.id] = ballot
        if ballot.runoff:
            return "R", phase.number, ballot.runoff
        return "N", phase.number + 1, []

    def count(self, phase: Phase) -> Ballot:
        filled = {handle for handle in self.alive if handle not in phase.votes}
        for handle in filled:
            self.warnings[handle] = self.warnings.get(handle, 0) + 1
        votes = {**phase.votes, **{handle: handle for handle in filled}}
        tally: dict[str, int] = {}
        for target in votes.values():
            if not phase.candidates or target in phase.candidates:
                tally[target] = tally.get(target, 0) + 1
        return Ballot(votes, filled, tally)

    def remember_who_executed(self, ballot: Ballot) -> None:
        if ballot.executed is not None and self.is_a(ballot.executed, "killer"):
            self.executioners |= {
                voter
                for voter, target in ballot.votes.items()
                if target == ballot.executed and self.is_a(voter, "villager")
            }

    def look_for_the_end(self, somebody_died: bool) -> None:
        killers, villagers = len(self.living("killer")), len(self.living("villager"))
        if somebody_died and killers == 0:
            self.winner = "villagers"
        elif somebody_died and killers >= villagers:
            self.winner = "killers"

    def prizes(self) -> dict[str, Fraction]:
        if self.winner is None:
            return {}
        members = [handle for handle in self.handles if self.role[handle] + "s" == self.winner]
        if self.winner == "killers":
            return {handle: Fraction(1, len(members)) for handle in members}
        earned = self.executioners or set(members)
        return {
            handle: Fraction(1, 5 * len(members))
            + (Fraction(4, 5 * len(earned)) if handle in earned else 0)
            for handle in members
        }

    # orders: C-2.3 to C-2.6

    def standing(self, night: int, slot: str) -> Order | None:
        found = [
            order
            for order in self.of_night.get(night, [])
            if order.slot == slot and order.state == "standing"
        ]
        return found[-1] if found else None

    def look_again(self, night: int, slot: str) -> None:
        order = self.standing(night, slot)
        while order is not None:
            gone = order.actor not in self.alive
            if not gone and self.objection(order) is None:
                return
            order.state = "dropped"
            earlier = [
                other
                for other in self.of_night[night]
                if other.slot == slot
                and other.state in ("replaced", "repeated")
                and other.actor in self.alive
            ]
            order = earlier[-1] if gone and slot == "team" and earlier else None
            if order is not None:
                order.state = "standing"

    def objection(self, order: Order) -> str | None:
        if order.kind == "pass":
            return None
        if order.target is None:
            return "unknown_name"
        last = len(self.living("killer")) == 1
        if order.kind == "kill" and order.target == order.actor and last:
            return "self_target"
        return None if order.target in self.alive else "bad_target"

    def night(self) -> int:
        return self.phase.number + (self.phase.kind != "N")

    def is_frozen(self, now: datetime) -> bool:
        return self.phase.kind == "N" and now >= self.phase.closes - self.span("freeze", "60m")

    # mails

    def name(self, word: str, writer: str) -> str | None:
        if word in self.handles:
            return word
        if word.isdigit() and 1 <= int(word) <= len(self.handles):
            return self.handles[int(word) - 1]
        return writer if word == "自己" else None

    def hear(self, number: int, now: datetime, who: str, to: str, text: str) -> Answer:
        line = text.split("\n", maxsplit=1)[0].strip()
        word, _, rest = line.partition(" ")
        if self.winner is not None:
            return "refused", "game_over"
        kinds = {"杀": "kill", "祈祷": "pray", "放弃": "pass"}
        if word in kinds and to == "board":
            return "held", "secret_on_board"
        if word in kinds:
            slot = "team" if self.is_a(who, "killer") else who
            order = Order(number, who, kinds[word], self.name(rest, who), slot)
            self.orders.append(order)
            return self.hear_order(now, order)
        if word in ("投票", "改票", "签到", "撤回") and who not in self.alive:
            return "refused", "not_alive"
        if word in ("投票", "改票"):
            return self.hear_vote(now, who, rest)
        if word == "签到":
            return self.hear_checkin(now, who)
        return self.hear_retraction(now, who) if word == "撤回" else None

    def hear_order(self, now: datetime, order: Order) -> Answer:
        if order.actor not in self.alive:
            return "refused", "not_alive"
        role = {"kill": "killer", "pray": "villager"}.get(order.kind)
        if role is not None and not self.is_a(order.actor, role):
            return "refused", "wrong_role"
        objection = self.objection(order)
        if objection is not None:
            return ("asked" if objection == "unknown_name" else "refused"), objection
        before = self.standing(self.night(), order.slot)
        same = before is not None and (before.kind, before.target) == (order.kind, order.target)
        if before is not None and not same and self.is_frozen(now):
            return "refused", "frozen"
        self.of_night.setdefault(self.night(), []).append(order)
        order.state = "repeated" if same else "standing"
        if before is None or same:
            return "accepted", None
        before.state = "replaced"
        return "replaced", None

    def hear_retraction(self, now: datetime, who: str) -> Answer:
        order = self.standing(self.night(), who)
        if order is None:
            return None
        if self.is_frozen(now):
            return "refused", "frozen"
        order.state = "retracted"
        return "accepted", None

    def hear_checkin(self, now: datetime, who: str) -> Answer:
        if who in self.checked_in:
            return "accepted", None
        if now >= self.window:
            had_it = any(phase.opens < self.window for phase in self.phases[-2:])
            return "refused", "late" if had_it else "wrong_phase"
        self.checked_in.add(who)
        return "accepted", None

    def hear_vote(self, now: datetime, who: str, word: str) -> Answer:
        phase = self.phase
        is_open = phase.kind in "DR" and now >= phase.opens
        if not is_open and not (len(self.phases) > 1 and self.phases[-2].kind in "DR"):
            return "refused", "wrong_phase"
        if word == "无":
            return "refused", "not_permitted"
        target = self.name(word, who)
        if target is None:
            return "asked", "unknown_name"
        if target not in self.alive:
            return "refused", "bad_target"
        if is_open and phase.candidates and target not in phase.candidates:
            return "refused", "not_candidate"
        return self.cast(now, who, target) if is_open else ("refused", "late")

    def cast(self, now: datetime, who: str, target: str) -> Answer:
        phase = self.phase
        before = phase.votes.get(who)
        if before is None or before == target:
            phase.votes[who] = target
            return "accepted", None
        if who in phase.changed:
            return "refused", "no_change_left"
        if now >= phase.closes - self.span("vote_freeze", "60m"):
            return "refused", "last_hour"
        phase.votes[who] = target
        phase.changed.add(who)
        return "replaced", None


def differences(naive: NaivePrayer, record: dict[str, Any]) -> list[str]:
    """Where the game record says something else."""
    told = {mail["n"]: (mail["verdict"], mail["code"]) for mail in record["mails"]}
    expected = {n: answer for n, answer in naive.answers.items() if answer is not None}
    died: dict[str, dict[str, set[str]]] = {}
    for death in record["deaths"]:
        died.setdefault(death["phase"], {})[death["who"]] = set(death["causes"])
    seen = {handle: player["alive"] for handle, player in record["players"].items()}
    result = record["result"]
    closed = [phase["id"] for phase in record["phases"] if phase["closed"]]
    out = [(line["who"], line["phase"], line["why"]) for line in record["out"]]
    pairs: list[tuple[str, Any, Any]] = [
        *((f"answer {n}", answer, told.get(n)) for n, answer in expected.items()),
        ("effective", _effective(naive), _effective_in(record, naive)),
        ("deaths", {phase: dead for phase, dead in naive.closes if dead}, died),
        ("closed", [phase for phase, _ in naive.closes], closed),
        ("warnings", naive.warnings, {w: n for w, n in record["warnings"].items() if n}),
        ("out", sorted(naive.out), sorted(out)),
        ("silence", naive.silence, record["silence"]),
        ("alive", {handle: handle in naive.alive for handle in naive.handles}, seen),
        ("winner", [naive.winner] if naive.winner else [], result["winners"]),
        ("prizes", naive.prizes(), _shares(result["prizes"] or {})),
        ("ballots", _ballots(naive), _ballots_in(record)),
    ]
    return [f"{what}: naive {a}, program {b}" for what, a, b in pairs if a != b]


def _effective(naive: NaivePrayer) -> dict[int, bool]:
    return {order.mail: order.effective for order in naive.orders}


def _effective_in(record: dict[str, Any], naive: NaivePrayer) -> dict[int, bool]:
    known = _effective(naive)
    return {o["mail"]: o["effective"] for o in record["orders"] if o["mail"] in known}


def _shares(prizes: dict[str, str]) -> dict[str, Fraction]:
    shares = {who: Fraction(share) for who, share in prizes.items()}
    return {who: share for who, share in shares.items() if share}


def _ballots(naive: NaivePrayer) -> dict[str, Any]:
    return {
        phase: (ballot.votes, ballot.filled, ballot.tally, ballot.executed)
        for phase, ballot in naive.ballots.items()
    }


def _ballots_in(record: dict[str, Any]) -> dict[str, Any]:
    return {
        ballot["phase"]: (
            ballot["votes"],
            set(ballot["filled"]),
            ballot["tally"],
            ballot["executed"],
        )
        for ballot in record["ballots"]
    }
