"""`prayer` – killers and prayers (杀手与祈祷): docs/rules/prayer.md, P-1 to P-7.

The answers of this rule set to the engine's questions, in the order of the clause page. The night's
close is in night.py (P-2), the vote's in vote.py (P-5), the end in end.py (P-7).
Sees only the table; brings about only facts.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pbp.game import checkin
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.dice import Dice
from pbp.game.nouns import Order, Phase, Seat
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.prayer.account import account
from pbp.rulesets.prayer.end import ending, verdict
from pbp.rulesets.prayer.night import close_of_night
from pbp.rulesets.prayer.roles import (
    KILLER,
    KILLERS,
    PLAYERS_MIN,
    VILLAGER,
    VILLAGERS,
    killers,
    living_killers,
    starting_roles,
)
from pbp.rulesets.prayer.vote import close_of_vote


class Prayer:
    """The answers of this rule set to the engine's questions (pbp/game/law.py)."""

    name = "prayer"
    order_kinds = ("kill", "pray", "pass")
    day_orders: frozenset[str] = frozenset()
    ghosts_may_speak = True
    last_words_once = False

    # -- P-1 Killers -------------------------------------------------------------------------

    @clause("P-1.1")
    def correspondents(self, table: Table, actor: str) -> list[str] | None:
        """All killers know one another and may write to each other through the server."""
        return killers(table) if table.role(actor) == KILLER else None

    @clause("P-1.2", "C-2.6")
    def slot(self, table: Table, actor: str, kind: str) -> str:
        """An order by any killer is the team's order; a villager prays for himself."""
        return KILLERS if table.role(actor) == KILLER else actor

    @clause("P-1.2")
    def team(self, table: Table, actor: str, kind: str) -> list[str]:
        """Every living killer is told of each change."""
        return living_killers(table) if table.role(actor) == KILLER else [actor]

    @clause("P-1.2", "P-1.3", "P-2.1")
    def objections(self, table: Table, order: Order) -> Iterator[str]:
        """Killers kill, villagers pray, for one of the living; the last killer spares himself."""
        if order.kind == "kill":
            if table.role(order.actor) != KILLER:
                yield "wrong_role"
            if order.targets == (order.actor,) and len(living_killers(table)) == 1:
                yield "self_target"
        if order.kind == "pray" and table.role(order.actor) != VILLAGER:
            yield "wrong_role"
        if any(not table.is_alive(target) for target in order.targets):
            yield "bad_target"

    @clause("P-1.4")
    def declaration_min(self, table: Table, kind: str) -> int | None:
        """A declaration with the kill is welcome but not needed."""
        return 0 if kind == "kill" else None

    def declared_kind(self, table: Table, actor: str, kinds: list[str]) -> str:
        """A declaration alone goes with the kill."""
        return "kill"

    # -- P-3 Start ---------------------------------------------------------------------------

    def players(self, options: dict[str, Any]) -> int:
        """As many as killers and villagers together."""
        return len(starting_roles(options))

    @clause("C-3.3")
    def deal(self, options: dict[str, Any], dice: Dice, seats: list[Seat]) -> list[Seat]:
        """Killers and villagers by lot."""
        return kit.deal_roles(starting_roles(options), dice, seats)

    @clause("C-3.2")
    def fitting(self, options: dict[str, Any], players: int) -> dict[str, str] | None:
        """Fewer villagers, as long as they are more than the killers; then fewer killers."""
        killing = min(options["killers"], (players - 1) // 2)
        if killing < 1 or players < PLAYERS_MIN:
            return None
        return {"killers": str(killing), "villagers": str(players - killing)}

    @clause("P-3.1", "P-3.2")
    def starting(self, table: Table, at: datetime) -> Iterator[f.AnyFact]:
        """The roster, and each seat's own notice; the check-in window begins with it."""
        checkin_until = checkin.window_end(table)
        about = {
            "living": table.handles,
            "killers": len(killers(table)),
            "villagers": len(table.handles) - len(killers(table)),
            "night": table.span("night").total_seconds(),
            "closes": (at + table.span("night")).isoformat(),
            "checkin_until": checkin_until.isoformat() if checkin_until else None,
        }
        yield kit.post("roster", "N1", at, about)
        for who in table.handles:
            mates = [mate for mate in killers(table) if mate != who]
            is_killer = table.role(who) == KILLER
            own = {"handle": who, "number": table.players[who].seat.number}
            own |= {"role": table.role(who), "mates": mates if is_killer else []}
            yield kit.notice("seat", who, "N1", at, {**about, **own})

    # -- P-4 Phases --------------------------------------------------------------------------

    @clause("P-4.1", "P-3.1")
    def first_phase(self, table: Table, at: datetime) -> Phase:
        """Night 1 begins when the roster is posted."""
        return self._phase(table, "night", 1, at)

    @clause("P-4.1", "P-4.2")
    def next_phase(self, table: Table, closed: Phase, at: datetime) -> Iterator[f.AnyFact | Phase]:
        """Night, day, night …; a run-off after the day where the vote needs one."""
        if closed.kind == "night":
            yield self._phase(table, "day", closed.number, at)
            return
        candidates = table.notes.get("candidates", ()) if closed.kind == "day" else ()
        if candidates:
            runoff = self._phase(table, "runoff", closed.number, at)
            yield replace(runoff, candidates=tuple(candidates))
            return
        yield self._phase(table, "night", closed.number + 1, at)

    def _phase(self, table: Table, kind: str, number: int, at: datetime) -> Phase:
        letter = {"night": "N", "day": "D", "runoff": "R"}[kind]
        return Phase(
            id=f"{letter}{number}", kind=kind, number=number, opens=at, closes=at + table.span(kind)
        )

    def opening(self, table: Table, phase: Phase) -> Iterator[f.AnyFact]:
        """Nightfall, the vote's opening, the run-off's opening: who lives, until when."""
        kind = {"night": "nightfall", "day": "vote_open", "runoff": "runoff_open"}[phase.kind]
        freeze = table.span("freeze" if phase.kind == "night" else "vote_freeze")
        about = {
            "living": table.living(),
            "candidates": phase.candidates,
            "closes": phase.closes.isoformat(),
            "change_until": (phase.closes - freeze).isoformat(),
        }
        yield kit.post(kind, phase.id, phase.opens, about)

    def closing(self, table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
        """A night and a vote close each in its own way."""
        if phase.kind == "night":
            yield from close_of_night(table, phase, at)
        else:
            yield from close_of_vote(table, phase, at)

    # -- the GM -----------------------------------------------------------------------------

    def acts(self) -> dict[str, Any]:
        """This rule set has no GM command of its own."""
        return {}

    def account(self, table: Table, phase: Phase) -> list[dict[str, Any]]:
        """Why a night or a vote came out as it did, clause by clause."""
        return account(table, phase)

    # -- P-5 Vote ----------------------------------------------------------------------------

    @clause("P-5.1")
    def may_abstain(self, phase: Phase) -> bool:
        """No abstention, in the run-off neither (P-5.3)."""
        return False

    @clause("P-5.5")
    def change_must_quote(self) -> bool:
        """Changing a vote: C-6.3, nothing besides."""
        return False

    def names_may_be_misspelt(self) -> bool:
        """C-6.5 and C-6.8 as they stand."""
        return False

    # -- P-6 The dead ------------------------------------------------------------------------

    @clause("P-6.1", "P-6.2", "P-6.3")
    def last_words_window(self, table: Table, who: str) -> tuple[datetime, datetime] | None:
        """Night victims, in the following day, its run-off included; nobody else."""
        death = next((d for d in table.deaths if d.who == who), None)
        if death is None or "kill" not in death.causes:
            return None
        number = death.phase[1:]
        day = table.phase_named(f"D{number}")
        if day is None:
            return None
        return day.opens, (table.phase_named(f"R{number}") or day).closes

    @clause("P-6.1")
    def may_post_last_words(self, table: Table, who: str, at: datetime) -> bool:
        """As often as he likes, while the window is open."""
        window = self.last_words_window(table, who)
        return window is not None and window[0] <= table.clock(at) < window[1]

    # -- P-7 End -----------------------------------------------------------------------------

    def verdict(self, table: Table, at: datetime) -> f.GameEnded | None:
        """Whether the game is over (P-7.1, P-7.2)."""
        return verdict(table, at)

    @clause("C-8.2")
    def side_at_end(self, table: Table, who: str) -> str:
        """Killers or villagers."""
        return KILLERS if table.role(who) == KILLER else VILLAGERS

    def ending(self, table: Table, ended: f.GameEnded) -> Iterator[f.AnyFact]:
        """Who won, the prizes, every role (P-7.3, C-3.6)."""
        return ending(table, ended)


LAW = Prayer()
