"""What a correction would make different: who would live, what would have been announced and told.

Two tables are compared, the game as it was told and as it would have come out. Nothing here says
whose mail was corrected, nor a role that was not announced.
"""

from collections import Counter
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

FRAME = ("phases", "lives", "seats", "silence")
"""What there is of a game's course besides deaths and executions: its phases, in which life each
player is, who was replaced, when silence began."""

Row = dict[str, Any]
Life = str | None
Said = tuple[str, Life, str]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What would be otherwise than it was announced or told.

    alive, dead: deaths that would not, or would, have happened. others: that would have been
    announced otherwise. executions: (phase, life) → who it was, who it would be. frame: what of the
    course would be otherwise (see FRAME). ended: the result would be another one; over: there is
    one. votes: in ballots that are counted: phase, life, voter, was, would be. unsaid, said:
    declarations that would not, or would, have been published: phase, life, text. warnings:
    handle → (was, would be). gone, new: private notices. posts, lost_posts: public ones.
    """

    alive: tuple[Death, ...] = ()
    dead: tuple[Death, ...] = ()
    others: tuple[Death, ...] = ()
    executions: tuple[tuple[str, Life, str | None, str | None], ...] = ()
    votes: tuple[tuple[str, Life, str, str | None, str | None], ...] = ()
    unsaid: tuple[Said, ...] = ()
    said: tuple[Said, ...] = ()
    frame: tuple[str, ...] = ()
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
        told = self.warnings or self.gone or self.new
        return self.fates or bool(told or self.votes or self.unsaid or self.said)

    @property
    def can_go_back(self) -> bool:
        """Whether the game can go on as it would have come out: the phases are the same ones."""
        return not (self.frame or self.ended or self.over)


def difference(was: Table, would: Table) -> Difference:
    """Compare the game as it was told with the game as it would have come out."""
    here, there = _deaths(was), _deaths(would)
    shown, shows = _shown(was), _shown(would)
    gone, new = _apart(_consequences(was), _consequences(would))
    lost, posts = _apart(_posts(was), _posts(would))
    return Difference(
        alive=tuple(death for key, death in here.items() if key not in there),
        dead=tuple(death for key, death in there.items() if key not in here),
        others=tuple(
            death
            for key, death in there.items()
            if key in here and (here[key].phase != death.phase or shown.get(key) != shows.get(key))
        ),
        executions=tuple(_executions(was, would)),
        votes=tuple(_votes(was, would)),
        unsaid=tuple((_declared(was) - _declared(would)).elements()),
        said=tuple((_declared(would) - _declared(was)).elements()),
        frame=tuple(part for part in FRAME if _frame(was)[part] != _frame(would)[part]),
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


def _shown(table: Table) -> dict[tuple[str, Life], Any]:
    """How each death was told: causes and role, as everybody may know them (L-3.6)."""
    shown: dict[tuple[str, Life], Any] = {}
    for post in table.posts:
        if post.kind in ("dawn", "execution", "no_execution", "out"):
            first = {key: post.data.get(key) for key in ("who", "role")}
            for row in (first, *(post.data.get("dead") or ()), *(post.data.get("out") or ())):
                shown[str(row.get("who")), post.life] = (row.get("causes"), row.get("role"))
    return shown


def _votes(was: Table, would: Table) -> Iterator[tuple[str, Life, str, str | None, str | None]]:
    """Votes of counted ballots that would be for somebody else; who voted in one only is no row."""
    here = {(c.phase, c.life): c.votes for c in was.counts}
    there = {(c.phase, c.life): c.votes for c in would.counts}
    for (phase, life), votes in here.items():
        counted = there.get((phase, life), {})
        for voter, target in votes.items():
            if voter in counted and counted[voter] != target:
                yield phase, life, voter, target, counted[voter]


def _declared(table: Table) -> Counter[Said]:
    """Declarations that were published with a death (L-2.5)."""
    return Counter(
        (post.phase or "", post.life, str(text))
        for post in table.posts
        if post.kind == "dawn"
        for text in post.data.get("declarations") or ()
    )


def _executions(was: Table, would: Table) -> Iterator[tuple[str, Life, str | None, str | None]]:
    here = {(c.phase, c.life): c.executed for c in was.counts}
    there = {(c.phase, c.life): c.executed for c in would.counts}
    for phase, life in {**here, **there}:
        before, after = here.get((phase, life)), there.get((phase, life))
        if before != after:
            yield phase, life, before, after


def _frame(table: Table) -> dict[str, Any]:
    """What everybody has seen of the course besides deaths, by the words of FRAME."""
    return {
        "phases": ([_outline(phase) for phase in table.phases], table.skipped, table.paused),
        "lives": [(p.handle, p.life, sorted(p.place.items())) for p in table.players.values()],
        "seats": (
            [(who, [t.substitute for t in takers]) for who, takers in table.seat_takers.items()],
            sorted(table.replacing),
        ),
        "silence": table.silence,
    }


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


def is_same(was: Table, now: Table, *, replaced: bool = False) -> bool:
    """Whether nothing at all that can come to matter is otherwise.

    replaced: look at orders and votes too in whose place others stand: what is voided must not
    stand again when those are voided next.
    """
    return _state(was, replaced=replaced) == _state(now, replaced=replaced)


def _state(table: Table, *, replaced: bool) -> list[Any]:
    """All that can come to matter, and which mail brought it: that may be corrected next."""
    ballots = [
        (
            key,
            sorted((v.voter, v.target or "", v.mail) for v in b.votes.values()),
            sorted((v.voter, v.target or "", v.mail) for cast in b.cast.values() for v in cast)
            if replaced
            else (),
            sorted(b.spent),
            sorted(b.done),
        )
        for key, b in sorted(table.ballots.items(), key=str)
        if b.votes or b.spent or (replaced and b.cast)
    ]
    orders = sorted(
        str((o.phase, o.life, o.slot, o.kind, o.targets, o.actor, o.effective, o.state, o.mail))
        for o in table.orders.values()
        if (replaced and o.state != "refused")
        or o.state == "standing"
        or (o.state in REVIVABLE and _is_open(table, o.phase))
    )
    said = [(d.phase, d.actor, d.life, d.text, d.mail) for d in table.declarations if not d.void]
    players = [
        (p.handle, p.alive, p.life, p.warnings, p.checked_in) for p in table.players.values()
    ]
    return [ballots, orders, said, players]
