"""The digest: what the GM should know, at every close, before every cut-off, and on demand.

Data only; the words are templates. For the GM alone: below its first lines it holds secrets.
"""

from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from pbp.game import appeals, bounces, dealt, machines, signup_digest
from pbp.game import facts as f
from pbp.game.deputy import DEPUTY
from pbp.game.fold import run
from pbp.game.law import Law
from pbp.game.table import Table

ACTIVE = timedelta(hours=48)
"""Over how long analyses are counted (C-9.6)."""


def due(table: Table) -> list[tuple[datetime, str]]:
    """When the digest before the running phase's cut-off goes out, with its key."""
    phase, before = table.phase, table.options["digest_before"]
    if phase is None or phase.closed is not None or not before:
        return []
    times = table.times_before(phase.id, phase.closes, (before,), phase.opens)
    digests = [(at, f"digest/{key}") for at, key in times]
    return [(at, key) for at, key in digests if key not in table.reminded]


def send_due(table: Table, law: Law, at: datetime, key: str) -> Iterator[f.AnyFact]:
    """The digest before a cut-off."""
    yield f.Reminded(at=at, key=key)
    yield from to_both(table, law, at, "before")


def to_both(
    table: Table, law: Law, at: datetime, why_now: str, *, gm: bool = True
) -> Iterator[f.AnyFact]:
    """The digest to the GM, and to his deputy as long as he acts for him."""
    told = notice(table, law, at, why_now)
    if gm:
        yield told
    if table.around.acting:
        yield replace(told, to=DEPUTY)


def notice(table: Table, law: Law, at: datetime, why_now: str) -> f.Notified:
    """The digest as a notice to the GM. why_now: closed · before · asked."""
    phase = table.phase
    if table.started is None:
        return signup_digest.notice(table, at, why_now)
    return f.Notified(
        at=at,
        kind="digest",
        to="gm",
        phase=phase.id if phase else None,
        data={"why_now": why_now, **contents(table, law, at)},
    )


def contents(table: Table, law: Law, at: datetime) -> dict[str, Any]:
    """Everything that the digest tells."""
    done, living = dealt.mails(table), table.living()
    asking = {q.about.get("who") for q in table.open_questions() if q.kind == "leave"}
    entered = _entered(table)
    return {
        **({"ended": table.ended.state} if table.ended is not None else {}),
        "closes": next_cut_off(table),
        "paused": table.paused is not None and table.ended is None,
        "questions": [_question(q) for q in table.open_questions()],
        "if_closed_now": if_closed_now(table, law, at),
        "unheard": unheard(table, at),
        "late": [row for row in _late(table) if row["n"] not in done],
        "clocks": [row for row in _clocks(table) if row["n"] not in done],
        "held": [{**row, "done": row["n"] in done} for row in _held(table)],
        "not_understood": [row for row in _not_understood(table) if row["n"] not in done],
        "analyses": analyses(table, at),
        "warnings": {p.handle: p.warnings for p in table.players.values() if p.warnings},
        "leaves": [
            {"who": who, "text": table.leaves[who].text}
            for who in living
            if who in table.leaves and who not in asking
        ],
        "living": living,
        "drafts": table.notes.get("drafts", {}),
        "deliveries": bounces.rows(table),
        "automatic": machines.rows(table, _since(table)),
        "declarations": [row for row in _declarations(table) if row["n"] not in done],
        **({"entered": entered} if entered else {}),
        "appeals": _letters(table, law),
        "rulings": appeals.rulings(table),
    }


def _letters(table: Table, law: Law) -> list[dict[str, Any]]:
    """Letters that wait for an answer; each account that they name is told once in a digest."""
    phase = table.phase
    told = {phase.id: "now"} if phase is not None and phase.closed is None else {}
    rows = appeals.open_letters(table, law)
    for row in rows:
        accounts = []
        for account in row["accounts"]:
            where = told.get(account["phase"], "") if account["lines"] else ""
            accounts.append({**account, "lines": [], "told": where} if where else account)
            told[account["phase"]] = where or "letter"
        row["accounts"] = accounts
    return rows


def _question(question: f.QuestionAsked) -> dict[str, Any]:
    return {
        "number": question.number,
        "kind": question.kind,
        "answers": question.answers,
        "default": question.default,
        "due": question.due.isoformat(),
        "about": question.about,
    }


def next_cut_off(table: Table) -> str | None:
    """When the running phase closes; after the end, when awards do. None where nothing is due."""
    phase, awards = table.phase, table.around.awards
    if table.ended is not None:
        is_open = awards is not None and awards.results is None
        return awards.opened.closes.isoformat() if awards is not None and is_open else None
    return phase.closes.isoformat() if phase and phase.closed is None else None


def if_closed_now(table: Table, law: Law, at: datetime) -> list[dict[str, Any]]:
    """What would come out if the running phase closed now, by clause; after the end nothing."""
    phase = table.phase
    if phase is None or phase.closed is not None or table.ended is not None:
        return []
    copy = deepcopy(table)
    run(copy, law.closing(copy, phase, at))
    return law.account(copy, phase)


def why(table: Table, law: Law, name: str) -> dict[str, Any]:
    """Why a phase came out as it did, or would if it closed now; clause by clause."""
    phase = table.phase_named(name) if name else table.phase
    if phase is None:
        return {"found": False, "lines": []}
    if phase.closed is None and table.ended is not None:
        return {"found": True, "closed": False, "lines": [], "over": True}
    if phase.closed is None:
        return {"found": True, "closed": False, "lines": if_closed_now(table, law, phase.closes)}
    return {"found": True, "closed": True, "lines": law.account(table, phase)}


def unheard(table: Table, at: datetime) -> list[dict[str, Any]]:
    """Who has not written, for how many hours, the longest first; nobody after the end."""
    if table.ended is not None:
        return []
    last = dict.fromkeys(table.living(), table.start.at)
    for mail in table.mails.values():
        if mail.sender in last and mail.verdict != "ignored":
            last[mail.sender] = mail.at
    hours = {who: int((at - when).total_seconds() // 3600) for who, when in last.items()}
    silent = sorted((who for who in hours if hours[who] >= 1), key=lambda who: -hours[who])
    return [{"who": who, "hours": hours[who]} for who in silent]


def _late(table: Table) -> list[dict[str, Any]]:
    """Mail of the last phases that was late or on its way over a cut-off, with its number for 补收.

    handed: when its provider took it, by the provider's word.
    """
    since = _since(table)
    return [
        {
            "n": m.n,
            "who": m.sender,
            "at": m.at.isoformat(),
            "handed": m.handed.isoformat() if m.handed else None,
        }
        for m in table.mails.values()
        if (m.code == "late" or m.handed is not None) and m.at >= since
    ]


def _clocks(table: Table) -> list[dict[str, Any]]:
    """Mail of the last phases about whose time of receipt the clocks differ (C-2.1)."""
    since = _since(table)
    return [
        {"n": m.n, "who": m.sender, "at": m.at.isoformat(), "others": m.clocks}
        for m in table.mails.values()
        if m.clocks and m.at >= since
    ]


def _since(table: Table) -> datetime:
    return table.phases[-2].opens if len(table.phases) > 1 else table.start.at


def _held(table: Table) -> list[dict[str, Any]]:
    """Posts that wait for the GM."""
    return [
        {"n": n, "who": table.mails[n].sender, "text": table.mails[n].text[:200]}
        for n, fate in table.fates.items()
        if fate.held == "gm_folder" and not fate.published and n in table.mails
    ]


def _declarations(table: Table) -> list[dict[str, Any]]:
    """Declarations for a night that is not over: the server counts them, the GM reads them."""
    rows = []
    for declared in table.declarations:
        phase = table.phase_named(declared.phase)
        if declared.void or (phase is not None and phase.closed is not None):
            continue
        about = {"n": declared.mail, "who": declared.actor, "enough": declared.enough}
        rows.append({**about, "text": declared.text[:200]})
    return rows


def _entered(table: Table) -> list[dict[str, Any]]:
    """Orders and votes of the last phases that the GM entered, with the number that names them."""
    since, rows = _since(table), []
    for order in table.orders.values():
        if _by_the_gm(table, order.mail) and order.at >= since and order.state == "standing":
            about = {"kind": order.kind, "targets": order.targets, "phase": order.phase}
            rows.append({"n": order.mail, "who": order.actor, **about})
    for (phase, _), ballot in table.ballots.items():
        for vote in ballot.votes.values():
            if _by_the_gm(table, vote.mail) and vote.at >= since:
                targets = (vote.target,) if vote.target else ()
                about = {"kind": "vote", "targets": targets, "phase": phase}
                rows.append({"n": vote.mail, "who": vote.voter, **about})
    return sorted(rows, key=lambda row: row["n"])


def _by_the_gm(table: Table, n: int) -> bool:
    mail = table.mails.get(n)
    return mail is not None and mail.sender in ("gm", DEPUTY)


def _not_understood(table: Table) -> list[dict[str, Any]]:
    """Mail that was asked about or is void; one that is only asked back (退出) was understood.

    Whoever has since written an order or a vote that was taken has mended it himself, unless the GM
    was asked about it.
    """
    since, anew = _since(table), _taken_since(table)
    open_still = {question.about.get("n") for question in table.open_questions()}
    return [
        {"n": m.n, "who": m.sender, "code": m.code, "text": m.text[:200]}
        for m in table.mails.values()
        if m.verdict in ("asked", "void")
        and m.code
        and m.at >= since
        and (m.n > anew.get(m.sender, 0) or m.n in open_still)
    ]


def _taken_since(table: Table) -> dict[str, int]:
    """The number of each one's last mail with an order or a vote that was taken in this phase."""
    last: dict[str, int] = {}
    phase = table.phase
    if phase is None:
        return last
    for order in table.phase_orders(phase.id):
        if order.state != "refused":
            last[order.actor] = max(order.mail, last.get(order.actor, 0))
    for (name, _), ballot in table.ballots.items():
        if name == phase.id:
            for vote in ballot.votes.values():
                last[vote.voter] = max(vote.mail, last.get(vote.voter, 0))
    return last


def analyses(table: Table, at: datetime) -> dict[str, int]:
    """Analyses of each living handle in the last 48 hours (C-5.2, C-9.6)."""
    counts = dict.fromkeys(table.living(), 0)
    for n, fate in table.fates.items():
        mail = table.mails.get(n)
        if mail is None or fate.published != "analysis" or mail.at <= at - ACTIVE:
            continue
        if mail.sender in counts:
            counts[mail.sender] += 1
    return counts
