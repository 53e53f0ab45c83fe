"""`seven_kill` – seven kill (七杀): docs/rules/seven_kill.md, S-1 to S-6.

The answers of this rule set to the engine's questions, in the order of the clause page. Who has
which night is in roles.py, the kills in killers.py (S-1, S-3), the two stars in stars.py (S-2), the
order of play in phases.py and its hours in calendar.py (S-4), the vote in vote.py (S-5), the end
in end.py (S-6), the GM's own words in desk.py. Sees only the table; brings about only facts.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.dice import Dice
from pbp.game.nouns import Order, Phase, Seat
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.seven_kill import desk, end, killers, phases, stars
from pbp.rulesets.seven_kill.account import account
from pbp.rulesets.seven_kill.night import close_of_night, close_of_wait
from pbp.rulesets.seven_kill.roles import (
    CAMP_GOOD,
    CAMP_KILLERS,
    KILLERS,
    NIGHT_LAST,
    STARS,
    acquaintances,
    living_with,
    starting_roles,
    with_role,
)
from pbp.rulesets.seven_kill.vote import close_of_vote


class SevenKill:
    """The answers of this rule set to the engine's questions (pbp/game/law.py)."""

    name = "seven_kill"
    order_kinds = ("kill", "seal", "immunity", "sure_kill", "pass")
    day_orders = frozenset({"immunity"})
    ghosts_may_speak = True
    last_words_once = True

    # -- S-1, S-2, S-3 Orders ----------------------------------------------------------------

    @clause("S-2.1")
    def correspondents(self, table: Table, actor: str) -> list[str] | None:
        """The two stars may write to each other through the server; nobody else may."""
        return with_role(table, *STARS) if table.role(actor) in STARS else None

    @clause("S-2.2", "S-2.3", "C-2.6")
    def slot(self, table: Table, actor: str, kind: str) -> str:
        """An order by either star is the pair's; a killer's is his own."""
        if table.role(actor) not in STARS:
            return actor
        return stars.PAIR_BY_DAY if kind in self.day_orders else stars.PAIR

    @clause("S-2.2")
    def team(self, table: Table, actor: str, kind: str) -> list[str]:
        """The other star is told."""
        return living_with(table, *STARS) if table.role(actor) in STARS else [actor]

    @clause("S-1.3", "S-2.2", "S-2.3", "S-3")
    def objections(self, table: Table, order: Order) -> Iterator[str]:
        """Each kind of order has its own."""
        match order.kind:
            case "kill":
                yield from killers.objections_to_kill(table, order)
            case "sure_kill":
                yield from killers.objections_to_sure_kill(table, order)
            case "seal":
                yield from stars.objections_to_seal(table, order)
            case "immunity":
                yield from stars.objections_to_immunity(table, order)
            case "pass":
                yield from killers.may_not_waive(table, order)

    @clause("S-1.3", "S-3")
    def declaration_min(self, table: Table, kind: str) -> int | None:
        """A kill and the sure kill need a declaration."""
        needed: int = table.options["declaration_min"]
        return needed if kind in ("kill", "sure_kill") else None

    def declared_kind(self, table: Table, actor: str, kinds: list[str]) -> str:
        """A declaration alone goes with the kill, and on N7 with the sure kill."""
        phase = table.phase
        by_night = phase is not None and phase.kind == "night" and phase.closed is None
        coming = table.night_number() + (0 if by_night else 1)
        return "sure_kill" if coming == NIGHT_LAST else "kill"

    # -- The start ---------------------------------------------------------------------------

    def players(self, options: dict[str, Any]) -> int:
        """Seventeen."""
        return len(starting_roles(options))

    @clause("C-3.3", "S-1.1")
    def deal(self, options: dict[str, Any], dice: Dice, seats: list[Seat]) -> list[Seat]:
        """The seventeen roles by lot."""
        return kit.deal_roles(starting_roles(options), dice, seats)

    def fitting(self, options: dict[str, Any], players: int) -> dict[str, str] | None:
        """There is no other set-up."""
        return None

    @clause("S-1.2", "S-2.1", "C-3.3")
    def starting(self, table: Table, at: datetime) -> Iterator[f.AnyFact]:
        """The roster, and each seat's own notice: his role, and whom it knows."""
        first = self.first_phase(table, at)
        checkin = table.options["checkin"]
        ends = at + checkin if checkin and not table.start.checked_in else None
        about = {
            "living": table.handles,
            "killers": len(with_role(table, *KILLERS)),
            "villagers": len(table.handles) - len(with_role(table, *KILLERS)),
            "closes": first.closes.isoformat(),
            "checkin_until": ends.isoformat() if ends else None,
        }
        yield kit.post("roster", first.id, at, about)
        for who in table.handles:
            own = {
                "handle": who,
                "number": table.players[who].seat.number,
                "role": table.role(who),
                "knows": acquaintances(table, who),
            }
            yield kit.notice("seat", who, first.id, at, {**about, **own})

    # -- S-4 Order of play and timetable -----------------------------------------------------

    @clause("S-4.1")
    def first_phase(self, table: Table, at: datetime) -> Phase:
        """Day 1, or night 1."""
        return phases.first_phase(table, at)

    @clause("S-4.1", "S-4.5", "S-1.5")
    def next_phase(self, table: Table, closed: Phase, at: datetime) -> Iterator[f.AnyFact | Phase]:
        """Day, run-off, night, wait, day …"""
        yield phases.next_phase(table, closed, at)

    def opening(self, table: Table, phase: Phase) -> Iterator[f.AnyFact]:
        """Who lives, until when; the night's killer is told."""
        return phases.opening(table, phase)

    def closing(self, table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
        """A night, a wait and a vote close each in its own way."""
        close = {"night": close_of_night, "wait": close_of_wait}.get(phase.kind, close_of_vote)
        return close(table, phase, at)

    @clause("S-4.5")
    def last_words_window(self, table: Table, who: str) -> tuple[datetime, datetime] | None:
        """The night's victim, in the wait that follows."""
        return phases.last_words_window(table, who)

    @clause("S-4.5")
    def may_post_last_words(self, table: Table, who: str, at: datetime) -> bool:
        """One chance."""
        return phases.may_post_last_words(table, who, at)

    # -- the GM ------------------------------------------------------------------------------

    def acts(self) -> dict[str, Any]:
        """A vote by proxy, and the day opened early."""
        return desk.ACTS

    def account(self, table: Table, phase: Phase) -> list[dict[str, Any]]:
        """Why a night or a vote came out as it did, clause by clause."""
        return account(table, phase)

    # -- S-5 Vote ----------------------------------------------------------------------------

    @clause("S-5.1", "S-5.6")
    def may_abstain(self, phase: Phase) -> bool:
        """By day, by a vote that says so; not in the run-off."""
        return phase.kind != "runoff"

    @clause("S-5.2")
    def change_must_quote(self) -> bool:
        """A change quotes or answers the vote."""
        return True

    @clause("S-5.3", "S-5.4")
    def names_may_be_misspelt(self) -> bool:
        """One wrong character by sound or shape; what is void uses nothing up."""
        return True

    # -- S-6 End -----------------------------------------------------------------------------

    def verdict(self, table: Table, at: datetime) -> f.GameEnded | None:
        """Whether the game is over (S-6.1 to S-6.3)."""
        return end.verdict(table, at)

    @clause("C-8.2")
    def side_at_end(self, table: Table, who: str) -> str:
        """Killers, or the good side."""
        return CAMP_KILLERS if table.role(who) in KILLERS else CAMP_GOOD

    def ending(self, table: Table, ended: f.GameEnded) -> Iterator[f.AnyFact]:
        """Who won, the points, every role (S-6.4)."""
        return end.ending(table, ended)


LAW = SevenKill()
