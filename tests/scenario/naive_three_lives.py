"""A second reading of the rules of three lives, as naive as can be, to compare the program with.

Written from the clause pages alone. One class walks through the mails; it knows the plainest
commands only (杀, 宣言, 束魂, 治疗, 放弃, 撤回, 投票, 改票, 签到, posts with their kind, 接替 of a
substitute, 换人 of the GM). Where the clauses leave an answer open it says nothing (None).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from pbp.game.durations import parse_duration
from pbp.scenario.model import Game, Scenario

LIVES = ["past", "present", "next"]
SIDES = {"plain": "villager", "binder": "villager", "healer": "villager"}
ROLES = {"kill": ["killer", "wolf"], "bind": ["binder"], "heal": ["healer"]}
WORDS = {"杀": "kill", "束魂": "bind", "治疗": "heal", "放弃": "pass"}
COUNTED = re.compile(r"[A-Za-z0-9\uff10-\uff5a]+|[\u3400-\u9fff\uf900-\ufaff]")
"""L-2.4: a CJK character is one, a run of Latin letters or digits is one."""

ASKED = ("unknown_name", "near_miss")
NEAR = ("小寺", "小", "阿", "阿甲甲", "甲阿")
"""Names in the random games that are one character off (C-6.8)."""

Answer = tuple[str, str | None] | None


@dataclass
class Order:
    mail: int
    night: int
    actor: str
    life: str
    kind: str
    target: str | None
    state: str = "refused"
    effective: bool = False


@dataclass
class Phase:
    kind: str
    number: int
    opens: datetime
    closes: datetime
    closed: datetime | None = None
    votes: dict[str, str] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    extended: bool = False
    abstained: set[str] = field(default_factory=set)
    holders: list[str] = field(default_factory=list)
    voting: list[str] = field(default_factory=list)
    """The lives in which there is a vote."""

    @property
    def id(self) -> str:
        return f"{self.kind}{self.number}"


class NaiveThreeLives:
    """One game, from its first night to its end."""

    def __init__(self, game: Game, down: tuple[tuple[datetime, datetime], ...] = ()) -> None:
        self.options = game.options
        self.down = down
        cast: dict[str, Any] = dict(game.cast)
        self.handles = list(cast)
        self.role = {(who, life): cast[who][life] for who in cast for life in LIVES}
        self.lot = {who: cast[who]["arrival"] for who in cast}
        self.now_in: dict[str, str | None] = {who: cast[who]["start"] for who in cast}
        self.arrived = {who: (0, self.lot[who]) for who in cast}
        self.dead: set[tuple[str, str]] = set()
        self.checked_in = set(cast) if game.checked_in else set()
        self.window = game.starts + self.span("checkin_replace", "48h")
        self.phases: list[Phase] = []
        self.orders: list[Order] = []
        self.declared: dict[tuple[str, int, str | None], str] = {}
        """By sender, night and (where C-2.7 is open) the life in which it was written."""
        self.misses: dict[str, int] = {}
        self.substitutes = list(game.substitutes)
        self.heard: dict[str, datetime] = {}
        self.replacing: dict[str, str] = {}
        self.ruled_out: set[str] = set()
        self.to_replace: list[str] = []
        self.timers = [] if game.checked_in else [(self.window, "replace")]
        self.answers: dict[int, Answer] = {}
        self.deaths: list[dict[str, Any]] = []
        self.ballots: list[dict[str, Any]] = []
        self.out: list[dict[str, str]] = []
        self.notices: list[dict[str, str]] = []
        self.silence: str | None = None
        self.winners: list[str] | None = None
        self.open("N", 1, game.starts)

    def span(self, option: str, default: str) -> timedelta:
        length = parse_duration(self.options.get(option, default))
        assert length is not None
        return length

    @property
    def phase(self) -> Phase:
        return self.phases[-1]

    def is_a(self, who: str, role: str) -> bool:
        life = self.now_in[who]
        return life is not None and self.role[who, life] == role

    def side(self, who: str, life: str) -> str:
        return SIDES.get(self.role[who, life], self.role[who, life])

    def people(self, life: str) -> list[str]:
        return [who for who in self.handles if self.now_in[who] == life]

    def playing(self) -> list[str]:
        return [who for who in self.handles if self.now_in[who] is not None]

    def holder(self, life: str, role: str) -> str | None:
        """L-2.1: the one who arrived first."""
        found = [who for who in self.people(life) if self.is_a(who, role)]
        return min(found, key=lambda who: self.arrived[who]) if found else None

    def tell(self, kind: str, who: str, phase: str) -> None:
        self.notices.append({"kind": kind, "to": who, "phase": phase})

    # phases: L-5, C-2.9

    def open(self, kind: str, number: int, at: datetime) -> None:
        length = self.span("night", "24h") if kind == "N" else self.span("day", "36h")
        phase = Phase(kind, number, at, at + length)
        self.phases.append(phase)
        if kind == "N":
            for life in LIVES:
                both = (self.holder(life, "killer"), self.holder(life, "wolf"))
                phase.holders += [who for who in both if who is not None]
            for who in phase.holders:
                self.tell("kill_right", who, phase.id)
            self.look_again(number)
        else:
            least = 2 if self.options.get("lone_vote", "hold") == "skip" else 1
            phase.voting = [life for life in LIVES if len(self.people(life)) >= least]

    def look_again(self, night: int) -> None:
        """C-2.5."""
        for order in self.orders:
            if order.night != night or order.state != "standing":
                continue
            gone = self.now_in[order.actor] != order.life
            lost = order.kind != "pass" and self.now_in[order.target or ""] != order.life
            right = order.kind != "kill" or order.actor in self.phase.holders
            if gone or lost or not right:
                order.state = "dropped"

    def settle(self, now: datetime) -> None:
        while self.winners is None:
            due = [timer for timer in self.timers if timer[0] < self.phase.closes]
            if due and min(due)[0] <= now:
                self.ring(min(due))
            elif self.phase.closes <= now:
                self.close()
            else:
                return

    def ring(self, timer: tuple[datetime, str]) -> None:
        self.timers.remove(timer)
        if timer[1] == "renew":
            self.phase.changed = set()  # L-6.4
        else:
            absent = [who for who in self.playing() if who not in self.checked_in]
            self.replace(absent, "checkin")

    def replace(self, absent: list[str], why: str) -> None:
        """L-7.1: once a phase it is extended; without a substitute they are out at the close."""
        if not absent or not self.substitutes:
            return
        self.replacing = {**dict.fromkeys(absent, why), **self.replacing}
        phase = self.phase
        if not phase.extended:
            self.timers.append((phase.closes, "renew"))
            phase.extended = True
            phase.closes += self.span("handover", "12h")

    def take_seat(self, now: datetime, substitute: str) -> Answer:
        """L-7.2: the seat of the one silent longest."""
        if substitute not in self.substitutes or not self.replacing:
            return None
        begin = self.phases[0].opens
        waiting = [who for who in self.handles if who in self.replacing]
        who = min(waiting, key=lambda who: self.heard.get(who, begin))
        self.substitutes.remove(substitute)
        del self.replacing[who]
        self.checked_in.add(who)
        self.misses.pop(who, None)
        self.heard[who] = now
        self.tell("replacement_taken", substitute, self.phase.id)
        return "accepted", None

    def hear_gm(self, who: str) -> None:
        if self.now_in[who] is None or who in self.replacing:
            return
        if self.substitutes:
            self.replace([who], "gm")
        else:
            self.ruled_out.add(who)

    def close(self) -> None:
        phase = self.phase
        causes = self.close_night() if phase.kind == "N" else {}
        executed = self.close_vote() if phase.kind == "D" else []
        outs = {who: ["disqualified"] for who in [*self.replacing, *self.ruled_out]}
        self.replacing, self.ruled_out = {}, set()
        if phase.closes >= self.window:
            absent = {who for who in self.playing() if who not in self.checked_in}
            outs |= {who: ["checkin"] for who in absent - set(outs)}
        missing = list(self.missed_too_often()) if phase.kind == "D" else []
        self.to_replace = [who for who in missing if who not in outs and self.substitutes]
        if not self.substitutes:
            for who in missing:
                outs.setdefault(who, ["disqualified"])
        for who in executed:
            if self.dies_for_good(who):
                outs.pop(who, None)  # dead in all three lives already
                self.to_replace = [other for other in self.to_replace if other != who]
        self.bury(causes, executed, outs)
        phase.closed = self.instant_of(phase.closes)
        self.winners = self.the_end()
        if self.winners is not None:
            return
        self.rebirth()
        limit = self.options.get("silence_at", 4)
        if self.silence is None and limit != "off" and len(self.playing()) <= limit:
            self.silence = phase.id
        late = phase.closed - phase.closes > self.span("late_tolerance", "10m")
        following = ("D", phase.number) if phase.kind == "N" else ("N", phase.number + 1)
        self.open(*following, phase.closed if late else phase.closes)
        self.replace(self.to_replace, "missed_votes")

    def instant_of(self, close: datetime) -> datetime:
        return next((end for begin, end in self.down if begin <= close < end), close)

    def bury(
        self, causes: dict[str, list[str]], executed: list[str], outs: dict[str, list[str]]
    ) -> None:
        phase = self.phase.id
        for who in executed:
            life = self.now_in[who]
            self.deaths.append({"phase": phase, "who": who, "life": life, "causes": ["executed"]})
        for who in [*causes, *(who for who in outs if who not in causes)]:
            why = causes.get(who, []) + outs.get(who, [])
            life = None if who in outs else self.now_in[who]
            self.deaths.append({"phase": phase, "who": who, "life": life, "causes": why})
        for who, why in outs.items():
            if who not in causes:
                self.out += [{"who": who, "phase": phase, "why": one} for one in why]
        for who in {*causes, *executed}:
            self.dead.add((who, self.now_in[who] or ""))
        self.dead |= {(who, life) for who in outs for life in LIVES}

    def dies_for_good(self, who: str) -> bool:
        """Whether this life is the last of the three."""
        return len([life for life in LIVES if (who, life) in self.dead]) == 2

    def rebirth(self) -> None:
        """L-5.5: what opens next is where they are reborn."""
        phase = self.phase
        then = f"D{phase.number}" if phase.kind == "N" else f"N{phase.number + 1}"
        for who in self.playing():
            life = self.now_in[who] or ""
            if (who, life) not in self.dead:
                continue
            following = LIVES[(LIVES.index(life) + 1) % 3]
            self.now_in[who] = None if (who, following) in self.dead else following
            self.arrived[who] = (len(self.phases), self.lot[who])
            if self.now_in[who] is not None:
                self.tell("reborn", who, then)

    def the_end(self) -> list[str] | None:
        """L-9: the camps that have won, [] for a draw without any, None while the game goes on."""
        won = []
        for life in LIVES:
            left = {self.side(who, life) for who in self.handles if (who, life) not in self.dead}
            won += [f"{life}.{'wolve' if side == 'wolf' else side}s" for side in left][
                : len(left) == 1
            ]
        nobody = all((who, life) in self.dead for who in self.handles for life in LIVES)
        return won or ([] if nobody else None)

    # nights: L-2, L-3

    def standing(self, actor: str, night: int) -> Order | None:
        found = [
            order
            for order in self.orders
            if (order.actor, order.night, order.state) == (actor, night, "standing")
        ]
        return found[-1] if found else None

    def suffices(self, text: str) -> bool:
        return len(COUNTED.findall(text)) >= int(self.options.get("declaration_min", 100))

    def is_enough(self, who: str, night: int) -> bool:
        return self.suffices(self.declared.get((who, night, self.now_in[who]), ""))

    def has_another(self, who: str, night: int, text: str) -> bool:
        """Whether a sufficient declaration stands, and the text is not that one again."""
        written = self.declared.get((who, night, self.now_in[who]), text)
        return written.strip() != text.strip() and self.suffices(written)

    def is_no_worse(self, who: str, night: int, text: str) -> bool:
        """A few words after a sufficient declaration do not take it away (C-2.7 is open here)."""
        return self.suffices(text) or not self.is_enough(who, night)

    def attack(self, life: str, role: str, night: int) -> str | None:
        """L-3.2: whom the holder of the right attacked that night."""
        for order in self.orders:
            if (order.kind, order.life, order.night) != ("kill", life, night):
                continue
            if order.effective and self.role[order.actor, life] == role:
                return order.target
        return None

    def close_night(self) -> dict[str, list[str]]:
        night, phase = self.phase.number, self.phase
        died: dict[str, list[str]] = {}
        for who in self.playing():
            order = self.standing(who, night)
            if order is not None and order.kind != "pass":
                order.effective = order.kind != "kill" or self.is_enough(who, night)
            passed = order is not None and order.kind == "pass"
            killed = order is not None and order.kind == "kill" and order.effective
            if who in phase.holders and not passed and not killed:
                self.tell("kill_missed", who, phase.id)
        for life in LIVES:
            self.hunt(life, "killer", "bind", "kill", died)
            self.hunt(life, "wolf", "heal", "wolf", died)
        return died

    def hunt(
        self, life: str, role: str, guard: str, cause: str, died: dict[str, list[str]]
    ) -> None:
        night = self.phase.number
        prey = self.attack(life, role, night)
        before = self.attack(life, role, night - 1)
        guards = [
            order
            for order in self.orders
            if (order.kind, order.life, order.effective) == (guard, life, True)
        ]
        tonight = [order for order in guards if order.night == night]
        if prey is not None and prey not in [order.target for order in tonight]:
            hunter = self.holder(life, role)
            if prey == hunter or self.side(prey, life) != role:
                died.setdefault(prey, []).append(cause)
        word = {"bind": "binding", "heal": "healing"}[guard]
        for order in tonight:
            if order.target == prey or order.target is None:
                continue
            self.tell(f"{word}_missed", order.actor, self.phase.id)
            again = [
                other
                for other in guards
                if (other.night, other.actor, other.target)
                == (night - 1, order.actor, order.target)
            ]
            if again and before != order.target and word not in died.get(order.target, []):
                died.setdefault(order.target, []).append(word)

    # votes: L-6, C-6

    def close_vote(self) -> list[str]:
        phase, executed = self.phase, []
        for life in phase.voting:
            people = self.people(life)
            votes = {who: phase.votes.get(who, who) for who in people}
            tally: dict[str, int] = {}
            for target in votes.values():
                tally[target] = tally.get(target, 0) + 1
            leaders = [who for who in tally if tally[who] == max(tally.values())]
            victim = leaders[0] if len(leaders) == 1 else None
            executed += [victim] if victim else []
            self.ballots.append(
                {
                    "phase": phase.id,
                    "life": life,
                    "votes": votes,
                    "filled": sorted(who for who in people if who not in phase.votes),
                    "tally": tally,
                    "executed": victim,
                    "revealed": self.side(victim, life) if victim else None,
                }
            )
        return executed

    def missed_too_often(self) -> Iterator[str]:
        """L-6.3, with nobody on the list of substitutes."""
        phase = self.phase
        for who in self.playing():
            missed = who not in phase.votes and who not in phase.abstained
            if not missed or self.now_in[who] not in phase.voting:
                self.misses[who] = 0
                continue
            self.misses[who] = self.misses.get(who, 0) + 1
            if self.misses[who] >= int(self.options.get("missed_votes", 2)):
                yield who

    # mails

    def name(self, word: str, writer: str) -> str | None:
        if word in self.handles:
            return word
        if word.isdigit() and 1 <= int(word) <= len(self.handles):
            return self.handles[int(word) - 1]
        return writer if word == "自己" else None

    def hear(self, number: int, now: datetime, who: str, to: str, text: str) -> None:
        self.settle(now)
        if who == "gm" or who not in self.handles:
            self.answers[number] = self.hear_others(now, who, text)
            return
        self.heard[who] = now
        if self.replacing.pop(who, None) == "checkin":  # L-7.1: heard from first
            self.checked_in.add(who)
        line, _, text = text.partition("\n")
        word, _, rest = line.strip().partition(" ")
        night = self.phase.number + (self.phase.kind == "D")
        if word in WORDS and self.winners is None:
            life = self.now_in[who] or ""
            target = self.name(rest, who)
            self.orders.append(Order(number, night, who, life, WORDS[word], target))
        self.answers[number] = self.judge(now, who, to, word, rest, text)

    def hear_others(self, now: datetime, who: str, text: str) -> Answer:
        if self.winners is not None:
            return None
        if who == "gm":
            self.hear_gm(text.split(" ")[1])
            return None
        return self.take_seat(now, who) if text == "接替" else None

    def judge(self, now: datetime, who: str, to: str, word: str, rest: str, text: str) -> Answer:
        if self.winners is not None:
            return "refused", "game_over"
        if to == "board" and (word in WORDS or word == "宣言"):
            return "held", "secret_on_board"
        if self.now_in[who] is None:
            return "refused", "not_alive"
        if word in WORDS:
            return self.hear_order(now, self.orders[-1], rest, text)
        if word == "宣言":
            return self.hear_declaration(now, who, text)
        if word in ("投票", "改票"):
            return self.hear_vote(now, who, rest)
        if word == "签到":
            return self.hear_checkin(now, who)
        return self.hear_retraction(now, who) if word == "撤回" else ("accepted", None)

    def is_frozen(self, now: datetime) -> bool:
        return self.phase.kind == "N" and now >= self.phase.closes - self.span("freeze", "10m")

    def may_kill(self, who: str) -> str | None:
        if not self.is_a(who, "killer") and not self.is_a(who, "wolf"):
            return "wrong_role"
        life = self.now_in[who] or ""
        first = who in (self.holder(life, "killer"), self.holder(life, "wolf"))
        return None if first else "not_holder"

    def hear_order(self, now: datetime, order: Order, word: str, text: str) -> Answer:
        who, kind, night = order.actor, order.kind, order.night
        problem = self.problem_of_order(order, word)
        if problem is not None:
            return "asked" if problem in ASKED else "refused", problem
        before = self.standing(who, night)
        same = before is not None and (before.kind, before.target) == (kind, order.target)
        if before is not None and not same and self.is_frozen(now):
            return "refused", "frozen"
        order.state = "repeated" if same else "standing"
        if before is not None and not same:
            before.state = "replaced"
        if kind == "kill" and text.strip():
            if self.is_frozen(now) and self.has_another(who, night, text):
                return None  # C-2.7: a replacement, though the order itself is fine
            self.declare(who, night, text)
        if kind == "kill" and not self.is_enough(who, night):
            return "accepted", "too_short"
        return "accepted" if before is None or same else "replaced", None

    def problem_of_order(self, order: Order, word: str) -> str | None:
        if order.kind == "pass":
            return None
        if self.role[order.actor, order.life] not in ROLES[order.kind]:
            return "wrong_role"
        problem = self.may_kill(order.actor) if order.kind == "kill" else None
        return problem or self.problem_with(order.actor, word)

    def declare(self, who: str, night: int, text: str) -> None:
        if self.is_no_worse(who, night, text):
            self.declared[who, night, self.now_in[who]] = text

    def problem_with(self, who: str, word: str) -> str | None:
        target = self.name(word, who)
        if target is None:
            return "near_miss" if word in NEAR else "unknown_name"
        if self.now_in[target] is None:
            return "bad_target"
        return None if self.now_in[target] == self.now_in[who] else "wrong_life"

    def hear_declaration(self, now: datetime, who: str, text: str) -> Answer:
        problem = self.may_kill(who)
        if problem is not None:
            return "refused", problem
        night = self.phase.number + (self.phase.kind == "D")
        if self.is_frozen(now) and self.has_another(who, night, text):
            return "refused", "frozen"
        self.declare(who, night, text)
        return "accepted", None if self.is_enough(who, night) else "too_short"

    def hear_retraction(self, now: datetime, who: str) -> Answer:
        order = self.standing(who, self.phase.number + (self.phase.kind == "D"))
        if order is not None and self.is_frozen(now):
            return "refused", "frozen"
        if order is not None:
            order.state = "retracted"
            return "accepted", None
        if who in self.phase.votes:
            self.phase.changed.add(who)  # C-6.4
        return None

    def hear_checkin(self, now: datetime, who: str) -> Answer:
        if who in self.checked_in:
            return "accepted", None
        if now >= self.window:
            had_it = any(phase.opens < self.window for phase in self.phases[-2:])
            return "refused", "late" if had_it else "wrong_phase"
        self.checked_in.add(who)
        return "accepted", None

    def hear_vote(self, now: datetime, who: str, word: str) -> Answer:
        phase, life = self.phase, self.now_in[who]
        is_open = life in phase.voting and now >= phase.opens
        if not is_open:
            if phase.kind == "D" or len(self.phases) == 1:
                return "refused", "wrong_phase"
            if life not in self.phases[-2].voting:
                return None
        if word == "无":
            if is_open:
                phase.abstained.add(who)
            return "refused", "not_permitted"
        problem = self.problem_with(who, word)
        if problem is not None:
            return "asked" if problem in ASKED else "refused", problem
        target = self.name(word, who) or ""
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

    # what came of it

    def prizes(self) -> dict[str, str]:
        if self.winners is None:
            return {}
        sides = {"villagers": "villager", "killers": "killer", "wolves": "wolf"}
        camps = [tuple(camp.split(".")) for camp in self.winners]
        sharing = [
            who
            for who in self.handles
            if any(self.side(who, life) == sides[name] for life, name in camps)
        ]
        return {who: f"1/{len(sharing)}" for who in sharing}

    def record(self) -> dict[str, Any]:
        """The part of the game record that the model predicts."""
        won = self.winners is not None and len(self.winners) == 1
        state = "playing" if self.winners is None else "won" if won else "draw"
        return {
            "phases": [
                {
                    "id": phase.id,
                    "opens": phase.opens.isoformat(),
                    "closes": phase.closes.isoformat(),
                    "closed": phase.closed.isoformat() if phase.closed else None,
                }
                for phase in self.phases
            ],
            "mails": [
                {"n": n, "verdict": answer[0], "code": answer[1]}
                for n, answer in self.answers.items()
                if answer is not None
            ],
            "orders": [
                {"mail": order.mail, "kind": order.kind, "effective": order.effective}
                for order in self.orders
            ],
            "deaths": self.deaths,
            "ballots": self.ballots,
            "notices": self.notices,
            "out": self.out,
            "silence": self.silence,
            "players": {who: {"alive": self.is_playing(who)} for who in self.handles},
            "result": {"state": state, "winners": self.winners or [], "prizes": self.prizes()},
        }

    def is_playing(self, who: str) -> bool:
        return any((who, life) not in self.dead for life in LIVES)


def naive_record(scenario: Scenario) -> dict[str, Any]:
    """Play the whole scenario, naively."""
    naive = NaiveThreeLives(scenario.game, scenario.down)
    for mail in scenario.mails:
        assert mail.at.instant is not None
        naive.hear(mail.number, mail.at.instant, mail.sender, mail.to, mail.text or mail.subject)
    naive.settle(scenario.game.starts + timedelta(days=60))
    return naive.record()


PREDICTED = (
    "kill_right",
    "kill_missed",
    "binding_missed",
    "healing_missed",
    "reborn",
    "replacement_taken",
)


def differences(naive: dict[str, Any], record: dict[str, Any]) -> list[str]:
    """Where the game record says something else."""
    told = {mail["n"]: (mail["verdict"], mail["code"]) for mail in record["mails"]}
    pairs: list[tuple[str, Any, Any]] = [
        (f"answer {mail['n']}", (mail["verdict"], mail["code"]), told.get(mail["n"]))
        for mail in naive["mails"]
    ]
    for key, its in _SEEN.items():
        one, other = ([its(line) for line in lines[key]] for lines in (naive, record))
        pairs += [(key, line, None) for line in one if line not in other]
        pairs += [(key, None, line) for line in other if line is not None and line not in one]
    pairs += [
        (
            "players",
            naive["players"],
            {w: {"alive": p["alive"]} for w, p in record["players"].items()},
        ),
        ("silence", naive["silence"], record["silence"]),
        ("state", naive["result"]["state"], record["result"]["state"]),
        ("winners", sorted(naive["result"]["winners"]), sorted(record["result"]["winners"])),
        ("prizes", naive["result"]["prizes"], record["result"]["prizes"] or {}),
    ]
    return [f"{what}: naive {a}, program {b}" for what, a, b in pairs if a != b]


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


_SEEN: dict[str, Any] = {
    "phases": lambda p: (p["id"], *(_time(p[key]) for key in ("opens", "closes", "closed"))),
    "orders": lambda o: (o["mail"], o["kind"], o["effective"]),
    "deaths": lambda d: (d["phase"], d["who"], d["life"], sorted(d["causes"])),
    "ballots": lambda b: (
        b["phase"],
        b["life"],
        b["votes"],
        sorted(b["filled"]),
        b["tally"],
        b["executed"],
        b["revealed"],
    ),
    "notices": lambda n: (n["kind"], n["to"], n["phase"]) if n["kind"] in PREDICTED else None,
    "out": lambda o: (o["who"], o["phase"], o["why"]),
}


def judged(naive: dict[str, Any]) -> dict[str, Any]:
    """The naive record with what the judge of scenarios looks for beside it."""
    unknown = {"at": "", "from": "", "readings": []}
    mails = [{**unknown, **mail} for mail in naive["mails"]]
    return {**naive, "mails": mails, "warnings": {}, "posts": []}
