"""退出 after the start: a request to the GM, asked back once, never an act (C-3.2)."""

from pbp.game import facts as f
from pbp.game import questioning
from pbp.game.clauses import clause
from pbp.game.hearing import Hearing, Judged, Outcome, PerhapsJudged
from pbp.game.table import Table

NOTHING_WAITS = 0


@clause("C-3.2")
def hear(table: Table, hearing: Hearing) -> Judged:
    """The player is asked whether he means it; saying it twice is an answer too."""
    if not table.is_alive(hearing.actor):
        return Outcome(verdict="refused", code="not_alive")
    if table.withdrawing.get(hearing.actor):
        return (yield from confirmed(table, hearing)) or Outcome()
    yield f.WithdrawalAsked(at=hearing.now, who=hearing.actor, mail=hearing.mail)
    return Outcome(verdict="asked", data={"passed_on": False})


@clause("C-3.2")
def confirmed(table: Table, hearing: Hearing) -> PerhapsJudged:
    """确认: the GM decides; asleep he lets him be. None where nobody asked to leave."""
    asked = table.withdrawing.get(hearing.actor)
    if not asked or table.phase is None:
        return None
    yield f.WithdrawalAsked(at=hearing.now, who=hearing.actor, mail=NOTHING_WAITS)
    yield questioning.ask(
        table,
        hearing.now,
        "withdraw",
        "let be",
        max(table.phase.closes, hearing.now),
        "out",
        "let be",
        who=hearing.actor,
        n=asked,
        text=table.mails[asked].text[:500],
    )
    return Outcome(data={"passed_on": True})
