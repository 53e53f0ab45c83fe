"""How many answers one sender gets: mail.md, "What comes back". A cap never changes what counts.

Counted from the notices on the table, with limits that came in with the letter, so that an audit
finds the same. The answer that reaches a cap says so; what comes after it is judged in silence.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from pbp.game import facts as f
from pbp.game.hearing import Heard
from pbp.game.table import Table

HOUR = timedelta(hours=1)

THIS_HOUR, TODAY = "hour", "day"
"""How long nothing more comes back, as the last answer says it."""

BLANK = ("unreadable", "unauthenticated")
"""Codes of mails in which, where they have no reading, nothing was understood."""


def capped(table: Table, heard: Heard, n: int, facts: Iterable[f.AnyFact]) -> Iterator[f.AnyFact]:
    """All that a mail brings about; its answer only if its sender has not had enough of them.

    n: the mail's number. A letter has one answer: once it is held back all notices for it are.
    """
    for fact in facts:
        if not _is_answer(fact, heard, n):
            yield fact
        elif not _is_silent(table, heard, n):
            yield _with_word_of_it(table, heard, n, fact)


def strangers_left(table: Table, heard: Heard) -> bool:
    """Whether a stranger may still have an answer today, by the game's clock."""
    day = heard.at.astimezone(table.zone).date()
    had = 0
    for mail in table.mails.values():
        asked = mail.sender == heard.sender and mail.code == "unknown_sender"
        if asked and mail.verdict == "asked" and mail.at.astimezone(table.zone).date() == day:
            had += 1
    return had < heard.caps.strangers


def previews_left(table: Table, heard: Heard) -> int:
    """How many previews a sender for whom nothing vouches may still have this hour: the GM's."""
    had = 0
    for mail in reversed(table.mails.values()):
        if mail.at <= heard.at - HOUR:
            break
        had += mail.sender == heard.sender and not mail.proved
    return max(0, heard.caps.unproved - had)


def _is_answer(fact: f.AnyFact, heard: Heard, n: int) -> bool:
    return isinstance(fact, f.Notified) and fact.mail == n and fact.to == heard.sender


def _is_silent(table: Table, heard: Heard, n: int) -> bool:
    """Whether this mail gets no answer."""
    return _in_hour(table, heard, n) >= _limit(heard) or _row_today(table, heard, n) is None


def _with_word_of_it(table: Table, heard: Heard, n: int, fact: f.AnyFact) -> f.AnyFact:
    """The answer; it says so where it is the last one for now."""
    if not isinstance(fact, f.Notified):
        return fact
    row = _row_today(table, heard, n) or 0
    blank = _is_blank(table.mails.get(n), heard)
    if blank and row + 1 >= heard.caps.blank_in_a_row:
        return _marked(fact, TODAY)
    if _in_hour(table, heard, n) + 1 >= _limit(heard):
        return _marked(fact, THIS_HOUR)
    return fact


def _marked(fact: f.Notified, until: str) -> f.Notified:
    return f.Notified(
        at=fact.at,
        audience=fact.audience,
        kind=fact.kind,
        to=fact.to,
        phase=fact.phase,
        life=fact.life,
        mail=fact.mail,
        data={**fact.data, "last_answer": until},
    )


def _limit(heard: Heard) -> int:
    return heard.caps.proved if heard.proved else heard.caps.unproved


def _answers(table: Table, heard: Heard, n: int) -> Iterator[f.Notified]:
    """The answers that a sender has had, the last one first: those to proved, or unproved, mail."""
    told = {n}
    for notice in reversed(table.answers.get(heard.sender, ())):
        mail = table.mails.get(notice.mail) if notice.mail is not None else None
        if mail is None or mail.sender != heard.sender:
            continue
        if mail.n not in told and mail.proved == heard.proved:
            told.add(mail.n)
            yield notice


def _in_hour(table: Table, heard: Heard, n: int) -> int:
    """How many answers the sender has had in the hour before this mail."""
    count = 0
    for notice in _answers(table, heard, n):
        if notice.at <= heard.at - HOUR:
            break
        count += 1
    return count


def _row_today(table: Table, heard: Heard, n: int) -> int | None:
    """How many answered mails before this one had nothing in them; None: enough for today.

    An answer that said so for today is the last one of its day.
    """
    day, row = heard.at.astimezone(table.zone).date(), 0
    for notice in _answers(table, heard, n):
        if notice.at.astimezone(table.zone).date() != day:
            break
        if notice.data.get("last_answer") == TODAY:
            return None
        if not _is_blank(table.mails.get(notice.mail or 0), heard):
            break
        row += 1
    return row


def _is_blank(mail: f.MailHeard | None, heard: Heard) -> bool:
    """Whether nothing at all was understood of a mail."""
    if mail is None:
        return not heard.understood.readings
    return not mail.readings and mail.code in BLANK
