"""The one answer to a mail: what was understood, for which phase, until when it may change."""

from pbp.game import checkin, questions, receipts
from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.hearing import Heard, Outcome
from pbp.game.intents import ORDER_KINDS, POST_KINDS, VOTE_KINDS, Reading
from pbp.game.table import Table
from pbp.game.votes import VOTING

QUOTED = ("asked", "refused", "held", "void")
"""Verdicts whose answer shows the writer his own words once more."""

QUOTE_MAX = 10_000
"""Characters of them: an answer must never be a way to send somebody megabytes."""


def answer(
    table: Table, heard: Heard, n: int, results: list[tuple[Reading, Outcome]], whole: Outcome
) -> f.Notified:
    """The one answer to a mail: what was understood, for which phase, until when it may change."""
    who = heard.sender
    player = table.players.get(who)
    running, just_before = table.before(heard.at)
    phase = running or just_before
    end = checkin.window_end(table)
    owes = player is not None and player.alive and not player.checked_in
    over = table.ended is not None
    unchecked = not over and owes and end is not None and heard.at < end
    return f.Notified(
        at=heard.at,
        audience=(who,),
        kind=notice_kind(results, whole),
        to=who,
        phase=phase.id if phase else None,
        life=player.life if player else None,
        mail=n,
        data={
            "receipt": table.receipts.get(who, 0),
            **_proof(table, who, n),
            "received": heard.at.isoformat(),
            "cut_off": phase.closes.isoformat() if phase and not over else None,
            "results": [plain(reading, outcome) for reading, outcome in results],
            "verdict": whole.verdict,
            "code": whole.code,
            "unchecked": unchecked,
            "checkin_until": end.isoformat() if end and unchecked else None,
            "quote": _quote(heard.text) if whole.verdict in QUOTED else "",
            **(whole.data if not results else {}),
        },
    )


def _quote(text: str) -> str:
    return text if len(text) <= QUOTE_MAX else text[:QUOTE_MAX] + "…"


def _proof(table: Table, who: str, n: int) -> dict[str, str]:
    """The leaf of the receipt, where this game's receipts have leaves."""
    mail = table.mails.get(n)
    if mail is None or not receipts.is_in_the_log(table, len(table.receipt_log) - 1):
        return {}
    return {"leaf": receipts.leaf(table, who, table.receipts.get(who, 0), mail)}


def plain(reading: Reading, outcome: Outcome) -> dict[str, object]:
    """One reading and what became of it, as the answer tells it."""
    return {
        "kind": reading.kind,
        "targets": reading.targets,
        "text": reading.text,
        "heard": reading.heard,
        "meant": reading.meant,
        "verdict": outcome.verdict,
        "code": outcome.code,
        **{k: v for k, v in outcome.data.items() if k != "kind"},
    }


def notice_kind(results: list[tuple[Reading, Outcome]], whole: Outcome) -> str:
    """Which kind of notice the answer is (FORMAT.md, notice kinds)."""
    if whole.code == "unauthenticated":
        return "confirm"
    if not results:
        return "ask_again" if whole.verdict == "asked" else "message"
    reading = next((r for r, o in results if o is whole), results[0][0])
    if whole.verdict == "asked":
        return "ask_again"
    if reading.kind in VOTE_KINDS:
        return "vote_taken" if whole.verdict in ("accepted", "replaced") else "vote_refused"
    if reading.kind in (*ORDER_KINDS, "declaration", "retract"):
        return _order_notice(whole)
    if reading.kind in POST_KINDS:
        return "unpost"
    if reading.kind == "ask":
        return questions.NOTICE_OF.get(reading.text.partition(" ")[0], "help")
    return "message"


def _order_notice(whole: Outcome) -> str:
    if whole.code == "too_short":
        return "declaration_short"
    if whole.verdict == "replaced":
        return "order_replaced"
    return "order_taken" if whole.verdict == "accepted" else "order_refused"


@clause("C-6.6")
def turn_of_phrase(table: Table, heard: Heard) -> dict[str, object]:
    """What is asked back where somebody wrote 归票 X, 跟票, +1: never a vote, and the line that is.

    named: whom a vote could be for now. standing: whom his vote is for, where he has one.
    """
    understood, player = heard.understood, table.players.get(heard.sender)
    if not understood.phrase or player is None or not player.alive:
        return {}
    phase = table.phase
    voting = phase is not None and phase.kind in VOTING and phase.closed is None
    vote = table.ballot(phase.id, player.life).votes.get(player.handle) if phase else None
    named = [who for who in understood.named if who in table.living(player.life)]
    if phase is not None and voting and phase.candidates:
        named = [who for who in named if who in phase.candidates]
    return {
        "phrase": understood.phrase,
        "named": named,
        "voting": voting,
        "standing": vote.target if vote is not None else None,
    }
