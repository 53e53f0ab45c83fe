"""What a correction would make different: who would live, what would have been announced and told.

Two tables are compared, the game as it was told and as it would have come out. Nothing here says
whose mail was corrected, nor a role that was not announced.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pbp.game import facts as f
from pbp.game.nouns import Death, Order, Phase, Vote
from pbp.game.table import REVIVABLE, Table

CONSEQUENCES = (
    "kill_right",
    "sure_kill",
    "binding_missed",
    "healing_missed",
    "kill_missed",
    "warning",
    "out",
    "reborn",
    "order_refused",
)
"""Private notices that a close or an opening brings about; answers to mails are none."""

Row = dict[str, Any]
Life = str | None


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What would be otherwise than it was announced or told.

    alive, dead: deaths that would not, or would, have happened. others: that would have been
    announced otherwise. executions: (phase, life) → who it was, who it would be. frame: the phases
    would be others. ended: the result would be another one. warnings: handle → (was, would be).
    gone, new: private notices. posts: public ones, with "gone" or "new".
    """

    alive: tuple[Death, ...] = ()
    dead: tuple[Death, ...] = ()
    others: tuple[Death, ...] = ()
    executions: tuple[tuple[str, Life, str | None, str | None], ...] = ()
    frame: bool = False
    ended: bool = False
    over: bool = False
    warnings: dict[str, tuple[int, int]] = {}
    gone: tuple[f.Notified, ...] = ()
    new: tuple[f.Notified, ...] = ()
    posts: tuple[f.Posted, ...] = ()
    lost_posts: tuple[f.Posted, ...] = ()

    @property
    def fates(self) -> bool:
        """Whether a death, an execution, the phases or the result would be others."""
        deaths = self.alive or self.dead or self.others
        return bool(deaths or self.executions or self.frame or self.ended)

    @property
    def announced(self) -> bool:
        """Whether anything that a close announced or told would be otherwise."""
        return self.fates or bool(self.warnings or self.gone or self.new)

    @property
    def can_go_back(self) -> bool:
        """Whether the game can go on as it would have come out: the phases are the same ones."""
        return not (self.frame or self.ended or self.over)


def difference(was: Table, would: Table) -> Difference:
    """Compare the game as it was told with the game as it would have come out."""
    here, there = _deaths(was), _deaths(would)
    gone, new = _apart(_consequences(was), _consequences(would))
    lost, posts = _apart(_posts(was), _posts(would))
    return Difference(
        alive=tuple(death for key, death in here.items() if key not in there),
        dead=tuple(death for key, death in there.items() if key not in here),
        others=tuple(d for key, d in there.items() if key in here and here[key] != d),
        executions=tuple(_executions(was, would)),
        frame=_frame(was) != _frame(would),
        ended=_result(was) != _result(would),
        over=was.ended is not None,
        warnings=_warnings(was, would),
        gone=tuple(gone),
        new=tuple(new),
        posts=tuple(posts),
        lost_posts=tuple(lost),
    )


def _deaths(table: Table) -> dict[tuple[str, Life], Death]:
    return {(death.who, death.life): death for death in table.deaths}


def _executions(was: Table, would: Table) -> Iterator[tuple[str, Life, str | None, str | None]]:
    here = {(c.phase, c.life): c.executed for c in was.counts}
    there = {(c.phase, c.life): c.executed for c in would.counts}
    for phase, life in {**here, **there}:
        before, after = here.get((phase, life)), there.get((phase, life))
        if before != after:
            yield phase, life, before, after


def _frame(table: Table) -> list[Any]:
    """What everybody has seen of the course besides deaths: phases, lives, seats, silence."""
    phases = [_outline(phase) for phase in table.phases]
    lives = [(p.handle, p.life, sorted(p.place.items())) for p in table.players.values()]
    seats = [(who, [t.substitute for t in takers]) for who, takers in table.seat_takers.items()]
    return [
        phases,
        table.skipped,
        lives,
        seats,
        sorted(table.replacing),
        table.silence,
        table.paused,
    ]


def _outline(phase: Phase) -> tuple[Any, ...]:
    """A phase as it was announced; the cut-off of the running one is as the GM moved it."""
    closes = phase.closes if phase.closed is not None else None
    return (phase.id, phase.opens, closes, phase.closed, phase.candidates, phase.boards)


def _result(table: Table) -> tuple[Any, ...]:
    ended = table.ended
    if ended is None:
        return ()
    return (ended.phase, ended.state, ended.winners, ended.prizes, ended.points)


def _warnings(was: Table, would: Table) -> dict[str, tuple[int, int]]:
    pairs = {
        who: (player.warnings, would.players[who].warnings) for who, player in was.players.items()
    }
    return {who: pair for who, pair in pairs.items() if pair[0] != pair[1]}


def _consequences(table: Table) -> list[f.Notified]:
    return [n for n in table.notices if n.kind in CONSEQUENCES and n.mail is None]


def _posts(table: Table) -> list[f.Posted]:
    """Posts of the game's own course; a correction is none of it."""
    return [post for post in table.posts if post.kind != "correction"]


def _apart(here: Sequence[Any], there: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """What only one of two lists has, by what it says; when it was said does not matter."""
    left: dict[bytes, list[Any]] = {}
    for fact in here:
        left.setdefault(_said(fact), []).append(fact)
    more = []
    for fact in there:
        same = left.get(_said(fact))
        if same:
            same.pop()
        else:
            more.append(fact)
    return [fact for facts in left.values() for fact in facts], more


def _said(fact: f.Posted | f.Notified) -> bytes:
    """What a post or notice says; the chain of receipts in it says nothing of the game."""
    data = {key: value for key, value in fact.data.items() if key != "chain"}
    who = fact.to if isinstance(fact, f.Notified) else fact.author
    return msgspec.json.encode((fact.kind, who, fact.phase, fact.life, data))


# -- what stands now ----------------------------------------------------------------------------


def votes_apart(
    was: Table, now: Table
) -> Iterator[tuple[str, Life, str, Vote | None, Vote | None]]:
    """Votes of the running ballots that stand otherwise: phase, life, voter, before, after."""
    phase = now.phase
    if phase is None or phase.closed is not None:
        return
    for life in phase.boards:
        here, there = was.ballot(phase.id, life).votes, now.ballot(phase.id, life).votes
        for voter in {**here, **there}:
            before, after = here.get(voter), there.get(voter)
            if (before is None) != (after is None) or (
                before and after and before.target != after.target
            ):
                yield phase.id, life, voter, before, after


def orders_apart(was: Table, now: Table) -> Iterator[tuple[Order | None, Order | None]]:
    """Standing orders of nights and days that are not over, where another one stands."""
    here, there = _open_orders(was), _open_orders(now)
    for key in {**here, **there}:
        before, after = here.get(key), there.get(key)
        if _asked(before) != _asked(after):
            yield before, after


def _open_orders(table: Table) -> dict[tuple[str, str, Life], Order]:
    open_: dict[tuple[str, str, Life], Order] = {}
    for name in table.orders_for:
        if _is_open(table, name):
            open_ |= {(name, o.slot, o.life): o for o in table.standing_orders(name)}
    return open_


def _is_open(table: Table, name: str) -> bool:
    phase = table.phase_named(name)
    return phase is None or phase.closed is None


def _asked(order: Order | None) -> tuple[Any, ...] | None:
    return None if order is None else (order.kind, order.targets, order.actor)


def is_same(was: Table, now: Table) -> bool:
    """Whether nothing at all that can come to matter is otherwise."""
    return _state(was) == _state(now)


def _state(table: Table) -> list[Any]:
    ballots = [
        (
            key,
            sorted((v.voter, v.target or "") for v in b.votes.values()),
            sorted(b.spent),
            sorted(b.done),
        )
        for key, b in sorted(table.ballots.items(), key=str)
        if b.votes or b.spent
    ]
    orders = sorted(
        str((o.phase, o.life, o.slot, o.kind, o.targets, o.actor, o.effective, o.state))
        for o in table.orders.values()
        if o.state == "standing" or (o.state in REVIVABLE and _is_open(table, o.phase))
    )
    said = [(d.phase, d.actor, d.life, d.text) for d in table.declarations if not d.void]
    players = [
        (p.handle, p.alive, p.life, p.warnings, p.checked_in) for p in table.players.values()
    ]
    return [ballots, orders, said, players]
