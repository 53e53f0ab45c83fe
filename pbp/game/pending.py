"""Which unproved mail a 确认 is for: what waits, what was shown, what is settled (mail.md)."""

from datetime import datetime

from pbp.game import facts as f
from pbp.game.hearing import Heard
from pbp.game.table import Table

SHOWN_MAX = 2000
"""Characters of a mail that is shown before it is confirmed."""


def is_settled(table: Table, heard: Heard) -> bool:
    """Whether it answers what he has confirmed already: it is for no other mail that waits.

    The question about a mail, or the answer that showed him the last of several.
    """
    answered = table.mails.get(heard.answers_mail or 0)
    if answered is None or answered.sender != heard.sender:
        return False
    if _asked_which(answered):
        shown = _shown_in(table, answered)
        return bool(shown) and all(mail.n in table.confirmed for mail in shown)
    return answered.pending and answered.n in table.confirmed


def is_about_leaving(table: Table, heard: Heard) -> bool:
    """Whether it answers the question whether he means to leave (退出)."""
    answered = table.mails.get(heard.answers_mail or 0)
    if answered is None or answered.sender != heard.sender or answered.pending:
        return False
    return any(reading.kind == "withdraw" for reading in answered.readings)


def _shown_in(table: Table, asked: f.MailHeard) -> list[f.MailHeard]:
    """The mails whose words an answer showed, where several waited."""
    told = (n for n in table.notices if n.mail == asked.n and n.to == asked.sender)
    quotes = {str(row.get("quote")) for notice in told for row in notice.data.get("results", ())}
    return [
        mail
        for n, mail in table.mails.items()
        if n < asked.n
        and mail.pending
        and mail.sender == asked.sender
        and mail.text[:SHOWN_MAX] in quotes
    ]


def found(table: Table, heard: Heard) -> tuple[f.MailHeard | None, bool]:
    """The unproved mail that a confirmation is for, and whether that is clear.

    It is the one whose question it answers, else the last. Anybody can have written what waits, so
    where different things do the last is shown first, and an answer to that confirms it. A 确认
    without proof waits for none.
    """
    waiting = [
        mail
        for n, mail in table.mails.items()
        if mail.pending
        and mail.sender == heard.sender
        and n not in table.confirmed
        and (mail.to == "team" or any(reading.kind != "confirm" for reading in mail.readings))
    ]
    named = [mail for mail in waiting if mail.n == heard.answers_mail]
    if named:
        return named[0], True
    in_time = [mail for mail in waiting if not cut_off_between(table, mail.at, heard.at)]
    chosen = in_time or waiting
    answered = table.mails.get(heard.answers_mail or 0)
    if answered is not None and answered.sender == heard.sender and _asked_which(answered):
        shown = [mail for mail in _shown_in(table, answered) if mail in waiting]
        return (shown[-1] if shown else None), True
    last = chosen[-1] if chosen else None
    return last, all(m.readings == last.readings and m.to == last.to for m in chosen if last)


def _asked_which(mail: f.MailHeard) -> bool:
    kinds = [reading.kind for reading in mail.readings]
    return mail.code == "ambiguous" and kinds == ["confirm"]


def cut_off_between(table: Table, first: datetime, now: datetime) -> bool:
    """Whether a phase was closed between the first receipt and the confirmation."""
    return any(p.closes > first and p.closes <= table.clock(now) for p in table.phases)
