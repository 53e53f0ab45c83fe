"""A toy law with a timetable that holds everything a phase can be, and nothing else.

Two towns, east and west, vote apart by day. Everybody may strike somebody of his own town by
night. Whoever is struck has last words in a wait of his own, which is over when he has spoken. A
tie in a town leads to a run-off there. Every second night is skipped. Two survivors end it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from pbp.game import facts as f
from pbp.game import nightfall
from pbp.game.nouns import Order, Phase, Seat
from pbp.game.table import Table
from pbp.rulesets import kit

TOWNS = ("east", "west")
LENGTH = {"N": 1, "W": 2, "D": 3, "R": 1}
"""Hours of a night, a wait, a day, a run-off."""

KINDS = {"N": "night", "W": "wait", "D": "day", "R": "runoff"}


def seats(east: str, west: str) -> tuple[Seat, ...]:
    """One seat a letter."""
    people = [(who, "east") for who in east] + [(who, "west") for who in west]
    return tuple(
        Seat(number=number, handle=who, lives={town: "plain"}, start=town)
        for number, (who, town) in enumerate(people, start=1)
    )


class Toy:
    """The answers to the engine's questions."""

    name = "toy"
    order_kinds = ("kill", "pass")
    day_orders: frozenset[str] = frozenset()
    ghosts_may_speak = False
    last_words_once = False

    def first_phase(self, table: Table, at: datetime) -> Phase:
        return self._phase("N", 1, at)

    def next_phase(self, table: Table, closed: Phase, at: datetime) -> Iterator[f.AnyFact | Phase]:
        number = closed.number
        struck = tuple(d.who for d in table.deaths if d.phase == closed.id and closed.id[0] == "N")
        if struck:
            yield self._phase("W", number, at, speakers=struck)
        elif closed.kind in ("night", "wait"):
            yield self._phase("D", number, at, boards=TOWNS)
        elif closed.kind == "day" and table.notes["tied"]:
            towns = tuple(table.notes["tied"])
            who = tuple(w for town in towns for w in table.notes["tied"][town])
            yield self._phase("R", number, at, boards=towns, candidates=who)
        elif number % 2:
            skipped = f"N{number + 1}"
            yield f.PhaseSkipped(at=at, audience=f.EVERYBODY, phase=skipped)
            yield from nightfall.lapse(table, skipped, at)
            yield self._phase("D", number + 1, at, boards=TOWNS)
        else:
            yield self._phase("N", number + 1, at)

    def _phase(self, letter: str, number: int, at: datetime, **more: Any) -> Phase:
        closes = at + timedelta(hours=LENGTH[letter])
        kind = KINDS[letter]
        return Phase(
            id=f"{letter}{number}", kind=kind, number=number, opens=at, closes=closes, **more
        )

    def starting(self, table: Table, at: datetime) -> Iterator[f.AnyFact]:
        yield kit.post("roster", "N1", at, {"living": table.handles})

    def opening(self, table: Table, phase: Phase) -> Iterator[f.AnyFact]:
        yield kit.post("announcement", phase.id, phase.opens, {"text": phase.kind})

    def closing(self, table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
        if phase.kind == "night":
            for order in table.standing_orders(phase.id):
                if order.kind == "kill" and table.is_alive(order.targets[0]):
                    yield f.OrderCounted(at=at, order=order.id)
                    yield kit.die(phase.id, order.targets[0], ["kill"], at)
        elif phase.kind in ("day", "runoff"):
            yield from self._count(table, phase, at)

    def _count(self, table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
        tied = {}
        for town in phase.boards:
            count = kit.count_ballot(
                table, phase, table.living(town), absent_vote_for_themselves=False, life=town
            )
            yield f.BallotCounted(at=at, audience=f.EVERYBODY, count=count)
            if len(count.leaders) == 1:
                yield kit.die(phase.id, count.leaders[0], ["executed"], at)
            elif count.leaders and phase.kind == "day":
                tied[town] = count.leaders
        yield f.Noted(at=at, key="tied", value=tied)

    def verdict(self, table: Table, at: datetime) -> f.GameEnded | None:
        if len(table.living()) > 2:
            return None
        phase = table.phases[-1].id
        return f.GameEnded(at=at, audience=f.EVERYBODY, phase=phase, state="won", winners=("two",))

    def ending(self, table: Table, ended: f.GameEnded) -> Iterator[f.AnyFact]:
        yield kit.post("game_over", ended.phase or "", ended.at, {"winners": ended.winners})

    def acts(self) -> dict[str, Any]:
        return {}

    def account(self, table: Table, phase: Phase) -> list[dict[str, Any]]:
        return []

    def slot(self, table: Table, actor: str, kind: str) -> str:
        return actor

    def team(self, table: Table, actor: str, kind: str) -> list[str]:
        return [actor]

    def objections(self, table: Table, order: Order) -> Iterator[str]:
        for target in order.targets:
            if not table.is_alive(target):
                yield "bad_target"
            if table.players[target].life != table.players[order.actor].life:
                yield "wrong_life"

    def declaration_min(self, table: Table, kind: str) -> int | None:
        return None

    def declared_kind(self, table: Table, actor: str, kinds: list[str]) -> str:
        return "kill"

    def correspondents(self, table: Table, actor: str) -> list[str] | None:
        return None

    def may_abstain(self, phase: Phase) -> bool:
        return phase.kind == "day"

    def change_must_quote(self) -> bool:
        return False

    def names_may_be_misspelt(self) -> bool:
        return False

    def last_words_window(self, table: Table, who: str) -> tuple[datetime, datetime] | None:
        wait = next((p for p in table.phases if who in p.speakers), None)
        return (wait.opens, wait.closes) if wait else None

    def may_post_last_words(self, table: Table, who: str, at: datetime) -> bool:
        window = self.last_words_window(table, who)
        return window is not None and window[0] <= at < window[1]


LAW = Toy()
