"""`three_lives` – three lives (三生): docs/rules/three_lives.md, L-1 to L-9.

The answers of this rule set to the engine's questions, in the order of the clause page. The deal is
in deal.py (L-1.2), the lives in lives.py (L-2.1, L-5.5), the night in night.py and dawn.py (L-2 to
L-4), the vote in vote.py (L-6), hand-overs in substitutes.py and departures.py (L-7), the end in
end.py (L-9). Sees only the table; brings about only facts.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from pbp.game import checkin
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.dice import Dice
from pbp.game.hearing import Hearing, Judged
from pbp.game.nouns import Order, Phase, Seat
from pbp.game.table import Table
from pbp.rulesets import kit
from pbp.rulesets.three_lives import end, substitutes
from pbp.rulesets.three_lives.account import account
from pbp.rulesets.three_lives.dawn import close_of_night
from pbp.rulesets.three_lives.deal import GAME, deal
from pbp.rulesets.three_lives.gm import ACTS
from pbp.rulesets.three_lives.lives import (
    CAMP_OF,
    GUARDS,
    HUNTERS,
    LIVES,
    arrive,
    holder,
    holders,
    reborn,
    role_in,
    side_in,
)
from pbp.rulesets.three_lives.vote import boards, close_of_vote

FOREVER = datetime.max.replace(tzinfo=UTC)
"""Until the game is over."""


class ThreeLives:
    """The answers of this rule set to the engine's questions (pbp/game/law.py)."""

    name = "three_lives"
    order_kinds = ("kill", "bind", "heal", "pass")
    day_orders: frozenset[str] = frozenset()
    ghosts_may_speak = False
    last_words_once = True

    # -- L-1 Roles ---------------------------------------------------------------------------

    @clause("L-1.3")
    def correspondents(self, table: Table, actor: str) -> list[str] | None:
        """Nobody is told who shares his side: there is no team to write to."""
        return None

    @clause("L-1.3", "L-2.1")
    def slot(self, table: Table, actor: str, kind: str) -> str:
        """Everybody acts for himself."""
        return actor

    @clause("L-1.1")
    def players(self, options: dict[str, Any]) -> int:
        """Fifteen, never more or fewer."""
        return GAME.players

    @clause("L-1.2")
    def deal(self, options: dict[str, Any], dice: Dice, seats: list[Seat]) -> list[Seat]:
        """Three roles, a start and an arrival for everybody, by lot."""
        return deal(seats, dice)

    def fitting(self, options: dict[str, Any], players: int) -> dict[str, str] | None:
        """No option makes the game larger or smaller."""
        return {} if players == GAME.players else None

    def team(self, table: Table, actor: str, kind: str) -> list[str]:
        """Nobody else is told of an order."""
        return [actor]

    # -- L-2 Killers and wolves, L-3 binders and healers -----------------------------------------

    @clause("L-2.1", "L-2.2", "L-2.3", "L-3.1", "L-5.4")
    def objections(self, table: Table, order: Order) -> Iterator[str]:
        """The right role, for a kill the right to kill, and a target in this life."""
        role = role_in(table, order.actor, order.life)
        if order.kind == "kill" and role not in HUNTERS:
            yield "wrong_role"
        if order.kind == "kill" and order.actor != holder(table, order.life or "", role):
            yield "not_holder"
        if order.kind in GUARDS and role != GUARDS[order.kind][0]:
            yield "wrong_role"
        if order.kind == "pass":
            return
        if len(order.targets) != 1:
            yield "bad_target"
        for target in order.targets:
            if not table.is_alive(target):
                yield "bad_target"
            elif table.players[target].life != order.life:
                yield "wrong_life"

    @clause("L-2.4")
    def declaration_min(self, table: Table, kind: str) -> int | None:
        """A kill needs a declaration, a killer's and a wolf's alike."""
        return int(table.options["declaration_min"]) if kind == "kill" else None

    def declared_kind(self, table: Table, actor: str, kinds: list[str]) -> str:
        """A declaration alone goes with the kill."""
        return "kill"

    # -- L-5 Phases --------------------------------------------------------------------------

    @clause("L-5.1", "L-2.1", "C-3.3")
    def starting(self, table: Table, at: datetime) -> Iterator[f.AnyFact]:
        """Each life's roster is posted; each player is told the life, his role and handle."""
        starts = [(who, table.players[who].seat.start or "") for who in table.handles]
        yield from arrive(table, starts, at, "start")
        closes = (at + table.span("night")).isoformat()
        until = checkin.window_end(table)
        about: dict[str, Any] = {
            "closes": closes,
            "checkin_until": until.isoformat() if until else None,
            "night": table.span("night").total_seconds(),
        }
        for life in LIVES:
            yield kit.post("roster", "N1", at, {**about, "living": table.living(life)}, life)
        for who in table.handles:
            player = table.players[who]
            own = {"handle": who, "number": player.seat.number, "role": player.role}
            own |= {"life": player.life, "living": table.living(player.life)}
            yield kit.notice("seat", who, "N1", at, {**about, **own}, player.life)
        yield from substitutes.set_timers(table, at)

    @clause("L-5.2")
    def first_phase(self, table: Table, at: datetime) -> Phase:
        """Night 1 begins when the rosters are posted, in all three lives."""
        return self._phase(table, "night", 1, at)

    @clause("L-5.2", "L-5.5")
    def next_phase(self, table: Table, closed: Phase, at: datetime) -> Iterator[f.AnyFact | Phase]:
        """Night, day, night …, on one clock; the dead are in their next life from then on."""
        yield from arrive(table, reborn(table, closed.id), at, closed.id)
        if closed.kind == "night":
            yield self._phase(table, "day", closed.number, at)
        else:
            yield self._phase(table, "night", closed.number + 1, at)

    def _phase(self, table: Table, kind: str, number: int, at: datetime) -> Phase:
        return Phase(
            id=f"{'N' if kind == 'night' else 'D'}{number}",
            kind=kind,
            number=number,
            opens=at,
            closes=at + table.span(kind),
            boards=LIVES if kind == "night" else boards(table),
        )

    @clause("L-5.2", "L-5.5", "L-2.2")
    def opening(self, table: Table, phase: Phase) -> Iterator[f.AnyFact]:
        """Who arrived, nightfall or the vote's opening in each life, who may kill tonight."""
        yield from substitutes.begin_noted(table, phase.opens)
        phase = table.phases[-1]
        yield from self._arrivals(table, phase)
        kind = "nightfall" if phase.kind == "night" else "vote_open"
        for life in phase.boards:
            about = {"living": table.living(life), "candidates": (), **_cut_offs(table, phase)}
            yield kit.post(kind, phase.id, phase.opens, about, life)
        if phase.kind == "night":
            yield from self._rights(table, phase)
            yield from end.tell_if_stuck(table, phase)

    @clause("L-5.5")
    def _arrivals(self, table: Table, phase: Phase) -> Iterator[f.AnyFact]:
        """The arrival is posted in that life; the player alone is told his role there."""
        if len(table.phases) < 2:
            return
        for who, life in reborn(table, table.phases[-2].id):
            about = {"life": life, "role": table.role(who), "living": table.living(life)}
            about |= _cut_offs(table, phase)
            yield kit.notice("reborn", who, phase.id, phase.opens, about, life)
            yield kit.post("arrival", phase.id, phase.opens, {"who": who}, life)

    @clause("L-2.2", "L-2.4")
    def _rights(self, table: Table, night: Phase) -> Iterator[f.AnyFact]:
        """At every nightfall the holder of a right to kill is told so; nobody else is."""
        needed = table.options["declaration_min"]
        for life, role, who in holders(table):
            about = {"needed": needed, "role": role, **_cut_offs(table, night)}
            yield kit.notice("kill_right", who, night.id, night.opens, about, life)

    def closing(self, table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
        """A night and a vote close each in its own way, in all three lives at once."""
        if phase.kind == "night":
            yield from close_of_night(table, phase, at)
        else:
            yield from close_of_vote(table, phase, at)

    # -- L-6 Vote ----------------------------------------------------------------------------

    @clause("L-6.2")
    def may_abstain(self, phase: Phase) -> bool:
        """No abstention."""
        return False

    def change_must_quote(self) -> bool:
        """Changing a vote: C-6.3, and L-6.4 in an extension."""
        return False

    def names_may_be_misspelt(self) -> bool:
        """C-6.5 and C-6.8 as they stand."""
        return False

    # -- L-7 Substitutes ---------------------------------------------------------------------

    def replace(self, table: Table, whys: dict[str, str], at: datetime) -> Iterator[f.AnyFact]:
        """Replace players from now on (L-7.1)."""
        return substitutes.replace(table, whys, at)

    def heard_from(self, table: Table, who: str, at: datetime) -> Iterator[f.AnyFact]:
        """A player who is being replaced has written (L-7.1)."""
        return substitutes.heard_from(table, who, at)

    def hear_ready(self, table: Table, hearing: Hearing) -> Judged:
        """A substitute is ready (L-7.1, L-7.2)."""
        return (yield from substitutes.hear_ready(table, hearing))

    def ring(self, table: Table, key: str, at: datetime) -> Iterator[f.AnyFact]:
        """The check-in is due, or a vote is in its extension (L-5.1, L-6.4)."""
        return substitutes.ring(table, key, at)

    # -- L-8 The dead ------------------------------------------------------------------------

    @clause("L-8.1", "C-5.3")
    def last_words_window(self, table: Table, who: str) -> tuple[datetime, datetime] | None:
        """From when he is out for good to the end of the game."""
        return None if table.is_alive(who) else (table.start.at, FOREVER)

    @clause("L-8.1", "C-5.3")
    def may_post_last_words(self, table: Table, who: str, at: datetime) -> bool:
        """Once, when he is out for good."""
        said = [post.author for post in table.posts if post.kind == "last_words"]
        said += [post.author for post in table.waiting.values() if post.post == "last_words"]
        return not table.is_alive(who) and who not in said

    # -- L-9 End -----------------------------------------------------------------------------

    def verdict(self, table: Table, at: datetime) -> f.GameEnded | None:
        """Whether the game is over (L-9.2, L-9.3, L-9.5)."""
        return end.verdict(table, at)

    def drawn(self, table: Table, at: datetime) -> f.GameEnded:
        """The GM finds that no camp can win any more (L-9.5)."""
        return end.drawn(table, at)

    @clause("C-8.2")
    def side_at_end(self, table: Table, who: str) -> str:
        """His side in the life in which he was last."""
        return CAMP_OF[side_in(table, who, table.players[who].life or "past")]

    def ending(self, table: Table, ended: f.GameEnded) -> Iterator[f.AnyFact]:
        """Who has won, the prizes, every role (L-9, C-3.6)."""
        return end.ending(table, ended)

    def acts(self) -> dict[str, Any]:
        """GM commands that only this rule set has (L-7.1)."""
        return dict(ACTS)

    def account(self, table: Table, phase: Phase) -> list[dict[str, Any]]:
        """Why a closed phase came out as it did."""
        return account(table, phase)


def _cut_offs(table: Table, phase: Phase) -> dict[str, Any]:
    """The close of a phase, and until when one may change one's mind."""
    freeze = table.span("freeze" if phase.kind == "night" else "vote_freeze")
    return {
        "closes": phase.closes.isoformat(),
        "change_until": (phase.closes - freeze).isoformat(),
    }


LAW = ThreeLives()
