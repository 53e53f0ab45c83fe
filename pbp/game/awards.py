"""Awards after the end: C-8.2. Nominations and seconds, then votes by mail, the result.

Nominations are open for the first half of the time; a nominated player can be voted for at once.
Nobody nominates, seconds or votes for himself. Each player has one vote for each award, for each
side's MVP; it can be changed until the closing time. Who voted for whom is never told.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.law import HasSides, Law
from pbp.game.table import Table

MVP, FAIR_PLAY, PLOT = "mvp", "fairplay", "plot"
AWARDS = (MVP, FAIR_PLAY, PLOT)

WORDS = ("nominate", "second", "award")
"""What players write."""

Key = tuple[str, str]
"""An award, and the side where each has its own."""


# -- time -----------------------------------------------------------------------------------------


def until(table: Table) -> datetime | None:
    """When awards close in a game that has just ended; None where there are none."""
    ended, span = table.ended, table.span("awards")
    return ended.at + span if ended is not None and span and ended.state != "aborted" else None


@clause("C-8.2")
def opened(table: Table) -> Iterator[f.AnyFact]:
    """The game is over: whoever played may nominate. The closing report has told until when."""
    closes = until(table)
    if closes is not None and table.ended is not None:
        at = table.ended.at
        yield f.AwardsOpened(
            at=at, audience=f.EVERYBODY, vote_from=at + (closes - at) / 2, closes=closes
        )


def due(table: Table) -> Iterator[tuple[datetime, str]]:
    """When nominations end, and when the vote does."""
    awards = table.around.awards
    if awards is not None and awards.results is None:
        yield awards.opened.closes, "close"
        if awards.nominating:
            yield awards.opened.vote_from, "vote"


def step(table: Table, law: Law, what: str, at: datetime) -> Iterator[f.AnyFact]:
    """What is due is done; with nobody nominated there is nothing to vote for."""
    awards = table.around.awards
    if awards is None or awards.results is not None:
        return
    if what == "close":
        yield from close(table, law, at)
    elif awards.nominating:
        yield f.NominationsClosed(at=at, audience=f.EVERYBODY)
        if awards.nominated:
            yield _post(table, "vote", at)


@clause("C-8.2")
def close(table: Table, law: Law, at: datetime) -> Iterator[f.AnyFact]:
    """The result is posted."""
    awards = table.around.awards
    if awards is None:
        return
    rows = [_row(table, key, *_winner(table, key)) for key in _keys(table, law)]
    yield f.AwardsClosed(at=at, audience=f.EVERYBODY, results=tuple(rows))
    yield _post(table, "result", at, rows)


# -- what players write ---------------------------------------------------------------------------


@clause("C-8.2")
def hear(table: Table, law: Law, hearing: Hearing, _: Heard) -> Judged:
    """提名, 支持 and 评选, by whoever played, living or dead."""
    awards, reading = table.around.awards, hearing.reading
    if awards is None:
        return Outcome(verdict="refused", code="not_permitted" if table.ended else "wrong_phase")
    if awards.results is not None:
        return Outcome(verdict="refused", code="late")
    if reading.problem is not None or not reading.targets:
        return Outcome(verdict="asked", code=reading.problem or "unknown_name")
    if reading.targets[0] == hearing.actor:
        return Outcome(verdict="refused", code="self_target")
    if reading.kind == "award":
        return (yield from _voted(table, law, hearing))
    return (yield from nominated(table, law, hearing))


@clause("C-8.2")
def nominated(table: Table, law: Law, hearing: Hearing) -> Judged:
    """A nomination, or a second; without the award's name a second is for all of his."""
    awards = table.around.awards
    who, award = hearing.reading.targets[0], hearing.reading.text
    if awards is None or not awards.nominating or awards.results is not None:
        return Outcome(verdict="refused", code="late")
    keys = [_key(table, law, award, who)] if award else awards.of(who)
    if hearing.reading.kind == "second" and award:
        keys = [key for key in keys if key in awards.of(who)]
    if not keys or (award == PLOT and who not in authors(table)):
        return Outcome(verdict="refused", code="not_candidate", data={"award": award})
    fresh = [key for key in keys if hearing.actor not in awards.nominated.get(key, {}).get(who, ())]
    for name, side in fresh:
        yield f.Nominated(
            at=hearing.now,
            audience=(hearing.actor,) if hearing.actor in table.players else f.THE_DESK,
            award=name,
            side=side,
            who=who,
            by=hearing.actor,
        )
    if fresh:
        yield _post(table, "nominate", hearing.now)
    told = _told(table, keys[0])
    return Outcome(data=told if fresh else {**told, "repeated": True})


def _voted(table: Table, law: Law, hearing: Hearing) -> Judged:
    who, award = hearing.reading.targets[0], hearing.reading.text
    awards, key = table.around.awards, _key(table, law, award, who)
    if awards is None or who not in awards.nominated.get(key, {}):
        names = list(awards.nominated.get(key, {})) if awards is not None else []
        data = {"award": award, "candidates": names}
        return Outcome(verdict="refused", code="not_candidate", data=data)
    before = awards.votes.get(key, {}).get(hearing.actor)
    told = _told(table, key)
    if before == who:
        return Outcome(data={**told, "repeated": True})
    yield f.AwardVoted(
        at=hearing.now,
        audience=(hearing.actor,),
        award=award,
        side=key[1],
        who=who,
        voter=hearing.actor,
    )
    verdict = "accepted" if before is None else "replaced"
    return Outcome(verdict=verdict, data={**told, "instead_of": before})


def _told(table: Table, key: Key) -> dict[str, Any]:
    awards = table.around.awards
    closes = awards.opened.closes.isoformat() if awards is not None else None
    return {"award": key[0], "side": key[1], "closes": closes}


# -- who can win -----------------------------------------------------------------------------------


@clause("C-8.2")
def _key(table: Table, law: Law, award: str, who: str) -> Key:
    """Of the MVP there is one for each side."""
    return award, law.side_at_end(table, who) if award == MVP and isinstance(law, HasSides) else ""


def _keys(table: Table, law: Law) -> list[Key]:
    """All awards that there are, whoever is nominated."""
    sides = {_key(table, law, MVP, who): None for who in table.handles}
    return [*sorted(sides), (FAIR_PLAY, ""), (PLOT, "")]


def authors(table: Table) -> dict[str, int]:
    """Who wrote plot posts, and how many."""
    written: dict[str, int] = {}
    for n, fate in table.fates.items():
        mail = table.mails.get(n)
        if fate.published == "plot" and mail is not None and mail.sender in table.players:
            written[mail.sender] = written.get(mail.sender, 0) + 1
    return written


@clause("C-8.2")
def _winner(table: Table, key: Key) -> tuple[str | None, int]:
    """Most votes; then most who nominated and seconded; still even: vacant, for the plot by lot.

    Without a vote an award is vacant, but the plot's goes to whoever is nominated most, else to
    whoever wrote most.
    """
    awards = table.around.awards
    if awards is None:
        return None, 0
    votes = Counter(awards.votes.get(key, {}).values())
    backing = {who: len(by) for who, by in awards.nominated.get(key, {}).items()}
    wrote = authors(table) if key[0] == PLOT else {}
    ranks = {who: (votes[who], backing.get(who, 0)) for who in backing if votes[who]}
    if not ranks and wrote:
        ranks = {who: (backing.get(who, 0), count) for who, count in wrote.items()}
    if not ranks:
        return None, 0
    best = [who for who in table.handles if ranks.get(who) == max(ranks.values())]
    if len(best) > 1 and not wrote:
        return None, votes[best[0]]
    chosen = table.dice.shuffled(best, "award plot")[0] if len(best) > 1 else best[0]
    return chosen, votes[chosen]


def _row(table: Table, key: Key, who: str | None, votes: int) -> dict[str, Any]:
    row: dict[str, Any] = {"award": key[0], "camp": key[1], "who": who, "votes": votes}
    if who is not None and table.options["reveal_owners"]:
        row["owner"] = table.owner_name(who)
    return row


def _post(
    table: Table, stage: str, at: datetime, rows: list[dict[str, Any]] | None = None
) -> f.Posted:
    awards = table.around.awards
    data: dict[str, Any] = {"stage": stage}
    if rows is not None:
        data["results"] = rows
    elif awards is not None:
        data["nominated"] = [
            {"award": award, "camp": side, "who": who, "count": len(by)}
            for (award, side), names in sorted(awards.nominated.items())
            for who, by in names.items()
        ]
        closes = awards.opened.closes if stage == "vote" else awards.opened.vote_from
        data["closes"] = closes.isoformat()
    return f.Posted(at=at, audience=f.EVERYBODY, kind="awards", phase=None, data=data)
