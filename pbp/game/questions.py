"""Questions by mail (状态, 票数, 票型, 谁没投, 名单, 时间, 收据 …): answers as data, not words.

An answer tells its asker nothing that he may not know: a ballot only what was posted, a seat only
his own.
"""

from datetime import datetime
from typing import Any

from pbp.game import checkin, receipts
from pbp.game import facts as f
from pbp.game.hearing import Hearing, Outcome
from pbp.game.law import Law
from pbp.game.table import Table
from pbp.game.votes import VOTING, change_until

NOTICE_OF = {"receipts": "receipts", "status": "status", "web": "web_link"}
"""The notice that answers a question; `help` for every other."""


def answer_question(table: Table, hearing: Hearing) -> Outcome:
    """What is asked, as data for the notice."""
    word, _, rest = hearing.reading.text.partition(" ")
    about = _ANSWERS.get(word, _help)
    data = about(table, hearing.actor, rest.strip(), hearing.at)
    return Outcome(verdict="info", data={"question": word or "help", **data})


def answer_why(table: Table, law: Law, hearing: Hearing) -> Outcome:
    """Why a phase came out as it did: for everybody, once the game is over (C-3.6).

    Before the end, or where what was ordered stays secret, it says that and nothing else.
    """
    name = hearing.reading.text.partition(" ")[2].strip()
    data: dict[str, Any] = {"question": "why", **_now(table), "rows": []}
    phase = table.phase_named(name) if name else None
    if table.ended is None or not table.options["reveal_actions_after_game"]:
        return Outcome(verdict="info", data={**data, "where": "secret"})
    closed = [p for p in table.phases if p.closed is not None and phase in (None, p)]
    if name and phase is None:
        return Outcome(verdict="info", data={**data, "where": "unknown"})
    rows = [{"phase": p.id, "lines": law.account(table, p)} for p in closed]
    return Outcome(verdict="info", data={**data, "rows": rows, "where": ""})


def _now(table: Table) -> dict[str, Any]:
    phase = table.phase
    if phase is None or table.ended is not None:
        return {"phase": None, "closes": None}
    return {
        "phase": phase.id,
        "closes": phase.closes.isoformat(),
        "change_until": change_until(table, phase).isoformat(),
    }


def _status(table: Table, who: str, _: str, at: datetime) -> dict[str, Any]:
    """My seat, my orders, my vote."""
    player = table.players.get(who)
    if player is None:
        return {**_now(table), "seat": None}
    orders = [
        {"order": o.kind, "targets": o.targets, "phase": o.phase}
        for o in table.orders.values()
        if o.actor == who and o.state in ("standing", "repeated") and _is_open(table, o.phase)
    ]
    return {
        **_now(table),
        "seat": player.seat.number,
        "handle": who,
        "role": player.role,
        "life": player.life,
        "alive": player.alive,
        "checked_in": _checked_in(table, who),
        "warnings": player.warnings,
        "orders": orders,
        "vote": _my_vote(table, who),
    }


def _checked_in(table: Table, who: str) -> bool | None:
    """Whether he has checked in; None where nobody needs to (C-3.4)."""
    player = table.players.get(who)
    return None if player is None or checkin.window_end(table) is None else player.checked_in


def _is_open(table: Table, name: str) -> bool:
    """Whether an order for that phase can still come to something; a day's in its run-off too."""
    phase, running = table.phase_named(name), table.phase
    if running is not None and running.kind == "runoff" and name == f"D{running.number}":
        phase = running
    return phase is None or phase.closed is None


def _my_vote(table: Table, who: str) -> dict[str, Any] | None:
    phase = table.phase
    if phase is None or phase.kind not in VOTING or phase.closed is not None:
        return None
    ballot = table.ballot(phase.id, table.players[who].life)
    vote = ballot.votes.get(who)
    if vote is None:
        return {"voted": False, "target": None, "change_left": who not in ballot.spent}
    return {"voted": True, "target": vote.target, "change_left": who not in ballot.spent}


def _votes(table: Table, who: str, _: str, at: datetime) -> dict[str, Any]:
    """The present count of the running ballot: what was posted, vote by vote."""
    phase = table.phase
    if phase is None or phase.kind not in VOTING or phase.closed is not None:
        return {**_now(table), "ballots": []}
    return {**_now(table), "ballots": [_running(table, phase.id, life) for life in phase.boards]}


def _running(table: Table, phase: str, life: str | None) -> dict[str, Any]:
    votes = table.ballot(phase, life).votes
    count: dict[str, list[str]] = {}
    for voter, vote in votes.items():
        count.setdefault(vote.target or "", []).append(voter)
    voters = table.living(life)
    return {
        "life": life,
        "count": [{"target": t, "voters": v} for t, v in count.items()],
        "unvoted": [v for v in voters if v not in votes],
        "voters": len(voters),
    }


def _tally(table: Table, who: str, name: str, at: datetime) -> dict[str, Any]:
    """The full table of a closed ballot (C-6.9): the one that is named, else the last."""
    counts = [c for c in table.counts if c.phase == name.upper()] if name else []
    if not counts and table.counts:
        counts = [c for c in table.counts if c.phase == table.counts[-1].phase]
    return {
        **_now(table),
        "counts": [
            {
                "phase": c.phase,
                "life": c.life,
                "votes": c.votes,
                "filled": c.filled,
                "tally": c.tally,
                "executed": c.executed,
            }
            for c in counts
        ],
    }


def _roster(table: Table, who: str, _: str, at: datetime) -> dict[str, Any]:
    """The roster: who lives, who is dead and what was revealed."""
    revealed = {d.who: d.revealed for d in table.deaths if d.life is None}
    rows = [
        {
            "number": p.seat.number,
            "handle": p.handle,
            "alive": p.alive,
            "life": p.life,
            "revealed": revealed.get(p.handle),
        }
        for p in table.players.values()
    ]
    return {**_now(table), "rows": rows}


def _receipts(table: Table, who: str, _: str, at: datetime) -> dict[str, Any]:
    """My own receipts: number, time, margin, what became of each mail, and its proof.

    Who took the seat over gets his own ones only.
    """
    takers = table.seat_takers.get(who)
    since = takers[-1].at if takers else table.start.at
    rows = []
    for place, (sender, number, n) in enumerate(table.receipt_log):
        mail = table.mails.get(n)
        if sender == who and mail is not None and mail.at >= since:
            row = _receipt(table, who, number, mail)
            if not receipts.is_in_the_log(table, place):
                row["lines"] = []
            rows.append(row)
    return {**_now(table), "rows": rows}


def _receipt(table: Table, who: str, number: int, mail: f.MailHeard) -> dict[str, Any]:
    phase = table.phase_named(mail.phase or "")
    return {
        "number": number,
        "at": mail.at.isoformat(),
        "phase": mail.phase,
        "cut_off": phase.closes.isoformat() if phase else None,
        "verdict": mail.verdict,
        "code": mail.code,
        "readings": [{"kind": r.kind, "targets": r.targets} for r in mail.readings],
        "lines": receipts.lines_of(table, who, number, mail) if receipts.has_key(table) else [],
    }


def _time(table: Table, who: str, _: str, at: datetime) -> dict[str, Any]:
    return {**_now(table), "now": at.isoformat()}


def _help(table: Table, who: str, _: str, at: datetime) -> dict[str, Any]:
    return {**_now(table), "checked_in": _checked_in(table, who)}


_ANSWERS = {
    "status": _status,
    "votes": _votes,
    "unvoted": _votes,
    "tally": _tally,
    "roster": _roster,
    "receipts": _receipts,
    "time": _time,
}
