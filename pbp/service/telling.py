"""What is told of a correction: to the GM before it, to the public and to whom it concerns after.

Public words never say whose secret mail was corrected nor a role that was not announced; what a
correction makes of a death or a vote they say, and what stays true although it should not be.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pbp.game import facts as f
from pbp.game import orders
from pbp.game.intents import ORDER_KINDS, POST_KINDS, VOTE_KINDS
from pbp.game.law import Law
from pbp.game.table import Table
from pbp.service import again, inputs
from pbp.service.differing import Difference, orders_apart, votes_apart

if TYPE_CHECKING:
    from pbp.service.corrected import Concerned
    from pbp.service.correcting import Undoing
    from pbp.service.playing import Play

Row = dict[str, Any]


# -- the GM, before -----------------------------------------------------------------------------


def for_the_gm(
    play: "Play", derived: again.Derived, differs: Difference, revived: Sequence[str]
) -> Row:
    """What would have come out, who would live, which notices and posts would be others."""
    phase, lines = _account(play, derived)
    notices = [(fact.to, fact.kind) for fact in (*differs.new, *differs.gone)]
    posts = [(p.phase, p.kind, p.life) for p in (*differs.posts, *differs.lost_posts)]
    return {
        "differs": differs.announced,
        "rows": [*_rows(differs)],
        "post": [*_staying(differs)],
        "warnings": {who: list(pair) for who, pair in differs.warnings.items()},
        "frame": list(differs.frame),
        "ended": differs.ended,
        "over": differs.over,
        "fates": differs.fates,
        "back": differs.can_go_back,
        "lives_again": list(revived),
        "changed_notices": [list(pair) for pair in dict.fromkeys(notices)],
        "changed_posts": [list(row) for row in dict.fromkeys(posts)],
        "account_of": phase,
        "lines": lines,
    }


def _account(play: "Play", derived: again.Derived) -> tuple[str, list[Row]]:
    """The first phase that would have come out otherwise, clause by clause."""
    for phase in derived.table.phases:
        if phase.closed is None:
            continue
        lines = play.law.account(derived.table, phase)
        told = play.table.phase_named(phase.id)
        if told is None or told.closed is None or lines != play.law.account(play.table, told):
            return phase.id, lines
    return "", []


def _rows(differs: Difference) -> Iterator[Row]:
    """Deaths, executions, votes, declarations that would be others; public once announced."""
    for what, deaths in (("alive", differs.alive), ("dead", differs.dead)):
        for death in deaths:
            yield {"what": what, "who": death.who, "phase": death.phase, "life": death.life}
    for death in differs.others:
        yield {"what": "otherwise", "who": death.who, "phase": death.phase, "life": death.life}
    for phase, life, was, would in differs.executions:
        yield {"what": "executed", "who": would, "was": was, "phase": phase, "life": life}
    for phase, life, voter, voted, votes in differs.votes:
        row: Row = {"what": "voted", "who": voter, "was": voted, "target": votes}
        yield {**row, "phase": phase, "life": life}
    for what, declared in (("unsaid", differs.unsaid), ("said", differs.said)):
        for phase, life, text in declared:
            yield {"what": what, "who": None, "text": text, "phase": phase, "life": life}


def _staying(differs: Difference) -> Iterator[Row]:
    """What stays true although it should not be. What was never announced is not told by it."""
    for row in _rows(differs):
        yield {**row, "stays": True, **({"text": ""} if row["what"] == "said" else {})}
    nobody: Row = {"who": None, "phase": None, "life": None, "stays": True}
    yield from ({"what": part, **nobody} for part in differs.frame)
    if differs.ended or differs.over:
        yield {"what": "ended", **nobody}


# -- the writer ---------------------------------------------------------------------------------


def for_the_writer(
    was: Table, would: Table, one: "Concerned", change: inputs.Change, how: str
) -> Row:
    """What the player whose order it is is told: what it had said, what counts now."""
    first = one.readings[0] if one.readings else None
    about: Row = {"phase": _phase_of(was, one), "instead_of": first.targets if first else ()}
    if change.word == "read":
        given = change.readings[0]
        return {**about, "order": given.kind, "targets": given.targets}
    stands = _standing(would, one) if how == again.AGAIN else {}
    return {**about, **stands}


def _phase_of(table: Table, one: "Concerned") -> str | None:
    mine = [o for o in table.orders.values() if o.mail == one.mail.n and o.actor == one.who]
    return mine[0].phase if mine else one.mail.phase


def _standing(table: Table, one: "Concerned") -> Row:
    """The vote or order of his that stands now in the place of the mail's."""
    player, phase = table.players.get(one.who), table.phase
    kinds = {reading.kind for reading in one.readings}
    if player is None or phase is None:
        return {}
    if kinds & set(VOTE_KINDS):
        vote = table.ballot(phase.id, player.life).votes.get(one.who)
        if vote is None:
            return {}
        return {"order": "vote", "targets": (vote.target,) if vote.target else ()}
    for order in table.standing_orders(table.night_for(one.mail.at)):
        if order.actor == one.who:
            return {"order": order.kind, "targets": order.targets}
    return {}


# -- everybody, after ---------------------------------------------------------------------------


def of_correction(
    law: Law,
    was: Table,
    now: Table,
    differs: Difference,
    entry: inputs.Commanded,
    reason: str = "",
) -> Iterator[f.AnyFact]:
    """The public correction, and the notices that are others now."""
    at, stands = entry.at, entry.how == again.STANDS
    rows = [*_staying(differs)]
    if not stands:
        roles = {(d.who, d.phase, d.life): d.revealed for d in differs.dead}
        rows = [
            {**row, "stays": False, "role": roles.get((row["who"], row["phase"], row["life"]))}
            for row in _rows(differs)
        ]
        rows += _warned(was, now)
    if rows:
        data: Row = {"what": "resolved", "who": "", "rows": rows}
        yield _correction(now, at, {**data, **({"reason": reason} if reason else {})})
    if stands:
        return
    yield from _notices(differs, at)
    yield from _votes(was, now, at)
    yield from _orders(law, was, now, at)
    yield from _posts(was, now, differs, at)


def _correction(table: Table, at: datetime, data: Row, life: str | None = None) -> f.Posted:
    phase = table.phase.id if table.phase else None
    return f.Posted(
        at=at, audience=f.EVERYBODY, kind="correction", phase=phase, life=life, data=data
    )


def _warned(was: Table, now: Table) -> Iterator[Row]:
    for who, player in now.players.items():
        if player.public_warnings != was.players[who].public_warnings:
            count = player.public_warnings
            yield {"what": "warnings", "who": who, "count": count, "phase": None, "life": None}


def _notices(differs: Difference, at: datetime) -> Iterator[f.AnyFact]:
    """What should have been told is told now; what should not have been is taken back."""
    for fact in differs.new:
        yield replace(fact, at=at)
    told = {(fact.kind, fact.to, fact.phase) for fact in differs.new}
    gone: dict[tuple[str, str | None], list[str]] = {}
    for fact in differs.gone:
        if (fact.kind, fact.to, fact.phase) not in told:
            gone.setdefault((fact.to, fact.phase), []).append(fact.kind)
    for (who, phase), kinds in gone.items():
        yield _acted(who, at, phase, {"act": "corrected", "gone": kinds})


def _acted(who: str, at: datetime, phase: str | None, data: Row) -> f.Notified:
    return f.Notified(
        at=at, audience=(who,), kind="gm_acted", to=who, phase=phase, data={**data, "phase": phase}
    )


def _votes(was: Table, now: Table, at: datetime) -> Iterator[f.AnyFact]:
    """Each vote that stands otherwise is posted, as votes are."""
    for _, life, voter, before, after in votes_apart(was, now):
        if before is not None and (after is None or after.at < before.at):
            stands = [after.target] if after is not None else []
            data = {"what": "vote_voided", "who": voter, "target": before.target, "stands": stands}
        elif after is not None:
            had = [before.target] if before is not None else []
            data = {"what": "vote_stands", "who": voter, "target": after.target, "before": had}
        yield _correction(now, at, data, life)


def _orders(law: Law, was: Table, now: Table, at: datetime) -> Iterator[f.AnyFact]:
    """The team of an order that stands otherwise is told."""
    for before, after in orders_apart(was, now):
        if after is None and before is not None:
            yield from orders.tell_team_of_end(now, law, before, "void", at)
        elif after is not None:
            yield from orders.tell_team(now, law, after, before, at)


def _posts(was: Table, now: Table, differs: Difference, at: datetime) -> Iterator[f.AnyFact]:
    """What a player may say after all is published now."""
    for post in differs.posts:
        fate, before = now.fates.get(post.mail or 0), was.fates.get(post.mail or 0)
        out = fate is not None and fate.published
        if post.kind in POST_KINDS and out and not (before is not None and before.published):
            yield replace(post, at=at)


def _cut_off_before(post: f.Posted) -> str | None:
    """The cut-off that an extension which is taken back had moved."""
    return post.data.get("before") if post.kind == "extension" else None


def of_undoing(undoing: "Undoing", at: Any) -> list[f.AnyFact]:
    """What is told of an undone command: to the public if it was posted, to whom it had told."""
    posts = [fact for fact in undoing.own if isinstance(fact, f.Posted)]
    told = {
        fact.to: fact for fact in undoing.own if isinstance(fact, f.Notified) and fact.to != "gm"
    }
    result: list[f.AnyFact] = [
        f.Posted(
            at=at,
            audience=f.EVERYBODY,
            kind="correction",
            phase=post.phase,
            life=post.life,
            data={"what": "undone", "who": post.kind, "closes": _cut_off_before(post)},
        )
        for post in posts
    ]
    result.extend(
        f.Notified(
            at=at, audience=(who,), kind="gm_acted", to=who, phase=fact.phase, data=_undone(fact)
        )
        for who, fact in told.items()
    )
    return result


def _undone(told: f.Notified) -> dict[str, Any]:
    """What he was told that the GM did, as far as it was: undone names it, a GM's act or a kind."""
    undone, order = told.data.get("act", told.kind), told.data.get("order")
    data = {"act": "undo", "undone": undone}
    if undone == "void" or order not in (*ORDER_KINDS, "vote", "change"):
        return data
    return data | {"order": order, "targets": told.data.get("targets", ())}
