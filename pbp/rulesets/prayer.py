"""`prayer` – killers and prayers (杀手与祈祷). docs/rules/prayer.md, clause by clause, P-1 to P-7.

Two roles. What the numbers are stands at the top; what happens in which order at the end of a
night is NIGHT_ORDER. Sees only the table; brings about only facts.
"""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.nouns import Count, Order, Phase
from pbp.game.table import Table
from pbp.rulesets import kit

KILLER, VILLAGER = "killer", "villager"
KILLERS, VILLAGERS = "killers", "villagers"

PRAYERS_MIN = 2
"""One prayer alone never works (P-2.2)."""

SHARED_BY_ALL = Fraction(1, 5)
"""What all villagers share when they win; the rest is for those who executed a killer (P-7.3)."""


def starting_roles(options: dict[str, Any]) -> list[str]:
    """The roles that are dealt: `killers` and `villagers` of the options."""
    return [KILLER] * options["killers"] + [VILLAGER] * options["villagers"]


class Prayer:
    """The answers of this rule set to the engine's questions (pbp/game/law.py)."""

    name = "prayer"
    order_kinds = ("kill", "pray", "pass")
    day_orders: frozenset[str] = frozenset()
    ghosts_may_speak = True

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

    @clause("P-3.1", "P-3.2")
    def starting(self, table: Table, at: datetime) -> Iterator[f.AnyFact]:
        """The roster, and each seat's own notice; the check-in window begins with it."""
        checkin_until = None if table.start.checked_in else at + table.span("checkin")
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
        return window is not None and window[0] <= at < window[1]

    # -- P-7 End -----------------------------------------------------------------------------

    @clause("P-7.1", "P-7.2")
    def verdict(self, table: Table, at: datetime) -> f.GameEnded | None:
        """Looked at when a death was announced: no killer left; else as many as villagers."""
        closed = table.phases[-1].id
        if not any(death.phase == closed for death in table.deaths):
            return None
        alive = len(living_killers(table))
        if alive == 0:
            return self._won(table, VILLAGERS, closed, at)
        if alive >= len(table.living()) - alive:
            return self._won(table, KILLERS, closed, at)
        return None

    def _won(self, table: Table, camp: str, phase: str, at: datetime) -> f.GameEnded:
        prizes = killers_prizes(table) if camp == KILLERS else villagers_prizes(table)
        return f.GameEnded(
            at=at,
            audience=f.EVERYBODY,
            phase=phase,
            state="won",
            winners=(camp,),
            prizes=prizes,
        )

    def ending(self, table: Table, ended: f.GameEnded) -> Iterator[f.AnyFact]:
        """Who won, the prizes, every role; what was done on whom if the option says so (C-3.6)."""
        revealed = table.options["reveal_actions_after_game"]
        yield kit.post(
            "game_over",
            ended.phase or "",
            ended.at,
            {
                "state": ended.state,
                "winners": ended.winners,
                "prizes": ended.prizes,
                "roles": {who: table.role(who) for who in table.handles},
                "actions": kit.actions(table) if revealed else [],
            },
        )


def killers(table: Table) -> list[str]:
    """All killers, dead or alive."""
    return [who for who in table.handles if table.role(who) == KILLER]


def villagers(table: Table) -> list[str]:
    """All villagers, dead or alive."""
    return [who for who in table.handles if table.role(who) == VILLAGER]


def living_killers(table: Table) -> list[str]:
    """The killers who live, as far as has been announced."""
    return [who for who in killers(table) if table.is_alive(who)]


# -- P-2 and the close of a night -------------------------------------------------------------


@clause("P-2.2")
def prayers_needed(villagers_living: int, killers_living: int) -> int:
    """N = ceil(living villagers / living killers), and never below 2."""
    return max(PRAYERS_MIN, -(-villagers_living // max(killers_living, 1)))


@clause("P-2.2", "P-2.3", "P-2.4")
def saved_by_prayer(table: Table, night: Phase) -> set[str]:
    """Everybody for whom at least n villagers prayed; counted on those living as the night ends."""
    alive = len(living_killers(table))
    needed = prayers_needed(len(table.living()) - alive, alive)
    prayers: dict[str, int] = {}
    for order in table.standing_orders(night.id):
        if order.kind == "pray":
            prayers[order.targets[0]] = prayers.get(order.targets[0], 0) + 1
    return {who for who, number in prayers.items() if number >= needed}


@clause("P-1.2")
def struck_down(table: Table, night: Phase) -> set[str]:
    """Whom the killers' standing order names."""
    return {o.targets[0] for o in table.standing_orders(night.id) if o.kind == "kill"}


@clause("P-1.2", "P-2.2", "C-4.1")
def close_of_night(table: Table, night: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """All at once: prayers and the kill count, then who is out, then one post."""
    killed = struck_down(table, night) - saved_by_prayer(table, night)
    for order in table.standing_orders(night.id):
        if order.kind != "pass":
            yield f.OrderCounted(at=at, order=order.id)
    out = kit.due_out(table, at)
    dead = []
    for who in table.living():
        if who in killed or who in out:
            yield from _dies(table, night, at, who, killed=who in killed, out=out.get(who))
            dead.append(_as_announced(table, who))
    said = [declared for who in killed for declared in _declarations(table, night, who)]
    yield kit.post("dawn", night.id, at, {"dead": dead, "declarations": said})


@clause("P-6.1", "P-6.3", "P-3.2", "C-7.3")
def _dies(
    table: Table, phase: Phase, at: datetime, who: str, *, killed: bool, out: str | None
) -> Iterator[f.AnyFact]:
    """A victim's role is announced; who is only out keeps his, unless the option says otherwise."""
    causes = [cause for cause in ("kill" if killed else None, out) if cause is not None]
    shown = table.options["reveal_night_deaths" if killed else "reveal_disqualified"]
    revealed = table.role(who) if shown else None
    if out is not None and not killed:
        yield kit.put_out(who, phase.id, out, at)
    yield kit.die(phase.id, who, causes, at, revealed)


def _as_announced(table: Table, who: str) -> dict[str, Any]:
    death = table.deaths[-1]
    return {"who": who, "causes": death.causes, "role": death.revealed}


@clause("P-1.4", "C-2.7")
def _declarations(table: Table, night: Phase, victim: str) -> list[str]:
    """The declaration of the member whose order stands; a mate's repetition adds his if none."""
    orders = [o for o in table.slot_orders(night.id, KILLERS) if o.targets == (victim,)]
    standing = [o for o in orders if o.state == "standing"]
    repeated = [o for o in orders if o.state == "repeated"]
    for order in standing + repeated:
        declaration = table.declaration(night.id, order.actor)
        if declaration is not None and declaration.text:
            return [declaration.text]
    return []


# -- P-5 and the close of a vote --------------------------------------------------------------


@clause("P-5.1", "P-5.3")
def close_of_vote(table: Table, phase: Phase, at: datetime) -> Iterator[f.AnyFact]:
    """Fill in the absent, warn them, execute the highest or name the candidates."""
    count = kit.count_ballot(table, phase, table.living(), absent_vote_for_themselves=True)
    for who in count.filled:
        yield from kit.warn(table, who, phase.id, at, "missed_vote")
    out = kit.due_out(table, at)
    executed = _executed(count, phase, out)
    out.pop(executed or "", None)
    revealed = table.role(executed) if executed else None
    count = replace(count, executed=executed, revealed=revealed)
    yield f.BallotCounted(at=at, audience=f.EVERYBODY, count=count)
    yield kit.post("ballot", phase.id, at, _table_of(count))
    if count.filled:
        yield kit.post("warning", phase.id, at, {"warned": _warned(table, count)})
    if executed is not None:
        yield kit.die(phase.id, executed, ["executed"], at, revealed)
    for who, why in out.items():
        yield from _dies(table, phase, at, who, killed=False, out=why)
    candidates = _candidates(count, phase, out, executed)
    yield f.Noted(at=at, key="candidates", value=candidates)
    yield from _announce_vote(table, phase, at, count, out, candidates)


@clause("P-5.2", "P-5.4", "C-7.1")
def _executed(count: Count, phase: Phase, out: dict[str, str]) -> str | None:
    """The single highest; in a first ballot also the only candidate who is not out just now."""
    if len(count.leaders) == 1:
        return count.leaders[0]
    if phase.kind == "runoff":
        return None
    left = [who for who in count.leaders if who not in out]
    return left[0] if len(left) == 1 else None


@clause("P-5.3", "C-7.1")
def _candidates(
    count: Count, phase: Phase, out: dict[str, str], executed: str | None
) -> tuple[str, ...]:
    """A run-off is between exactly those with most votes, without who is out at this close."""
    if phase.kind == "runoff" or executed is not None:
        return ()
    left = tuple(who for who in count.leaders if who not in out)
    return left if len(left) > 1 else ()


def _announce_vote(
    table: Table,
    phase: Phase,
    at: datetime,
    count: Count,
    out: dict[str, str],
    candidates: tuple[str, ...],
) -> Iterator[f.AnyFact]:
    """Deaths and what they reveal together in one post (C-4.2)."""
    gone = [
        {"who": d.who, "causes": d.causes, "role": d.revealed}
        for d in table.deaths
        if d.phase == phase.id and d.who in out
    ]
    about = {
        "who": count.executed,
        "role": count.revealed,
        "votes": count.tally.get(count.executed or "", 0),
        "out": gone,
    }
    if count.executed is not None:
        yield kit.post("execution", phase.id, at, about)
    elif not candidates:
        yield kit.post("no_execution", phase.id, at, about)
    elif gone:
        yield kit.post("out", phase.id, at, about)


def _table_of(count: Count) -> dict[str, Any]:
    return {
        "votes": count.votes,
        "filled": count.filled,
        "tally": count.tally,
        "leaders": count.leaders,
        "round": count.round,
    }


def _warned(table: Table, count: Count) -> list[dict[str, Any]]:
    return [{"who": who, "count": table.players[who].warnings} for who in count.filled]


# -- P-7.3 Prizes -----------------------------------------------------------------------------


@clause("P-7.3")
def killers_prizes(table: Table) -> dict[str, str]:
    """All killers, dead or alive, share equally."""
    return kit.share([(Fraction(1), _prized(table, killers(table)))])


@clause("P-7.3")
def villagers_prizes(table: Table) -> dict[str, str]:
    """20 % for all villagers; 80 % for those whose counted vote executed a killer, each once."""
    everybody = _prized(table, villagers(table))
    hunters = [who for who in everybody if _executed_a_killer(table, who)]
    rest = 1 - SHARED_BY_ALL
    return kit.share([(SHARED_BY_ALL, everybody), (rest, hunters or everybody)])


def _prized(table: Table, members: list[str]) -> list[str]:
    """Members but for those whom the GM struck off (C-7.3)."""
    struck = table.notes.get("struck_off", ())
    return [who for who in members if who not in struck]


def _executed_a_killer(table: Table, who: str) -> bool:
    for count in table.counts:
        victim = count.executed
        if victim is None or table.role(victim) != KILLER or who in count.filled:
            continue
        if count.votes.get(who) == victim:
            return True
    return False


LAW = Prayer()
