"""Appeals and rulings (C-5.6): what a letter to the GM names is laid beside it, for his eyes alone.

A ruling is kept with its number, and shown again where a like appeal comes. Decides nothing.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pbp.game import facts as f
from pbp.game.clauses import clause
from pbp.game.law import Law
from pbp.game.table import Table

LIKE_MAX = 3
"""So many precedents stand beside an appeal: the last ones that are like it."""

TEXT_MAX = 200

Row = dict[str, Any]


@clause("C-5.6")
def beside(table: Table, law: Law, sender: str, named: tuple[str, ...]) -> Row:
    """The mails, the clauses and the accounts that an appeal names, and the like rulings."""
    mails = [mail for code in named if (mail := _mail(table, sender, code)) is not None]
    phases = [code for code in named if table.phase_named(code) is not None]
    phases += [mail.phase for mail in mails if mail.phase and not phases]
    clauses = [code for code in named if code[1:2] == "-" and code[0] in "CPLS"]
    return {
        "mails": [_shown(mail) for mail in mails],
        "clauses": clauses,
        "accounts": [_account(table, law, name) for name in dict.fromkeys(phases)],
        "precedents": like(table, clauses, [mail.code for mail in mails if mail.code]),
    }


def _mail(table: Table, sender: str, code: str) -> f.MailHeard | None:
    """The mail of a receipt: of the seat that is named, by its handle or its number."""
    who, _, number = code.rpartition("-")
    if not who or not number.isdecimal():
        return None
    names = {h.casefold(): h for h in table.handles}
    seats = {str(player.seat.number): handle for handle, player in table.players.items()}
    handle = names.get(who) or seats.get(who) or (sender if who in names else None)
    for name, receipt, n in table.receipt_log:
        if name == handle and receipt == int(number):
            return table.mails.get(n)
    return None


def _shown(mail: f.MailHeard) -> Row:
    return {
        "n": mail.n,
        "who": mail.sender,
        "at": mail.at.isoformat(),
        "verdict": mail.verdict,
        "code": mail.code,
        "text": mail.text[:TEXT_MAX],
    }


def _account(table: Table, law: Law, name: str) -> Row:
    from pbp.game import digest

    return {"phase": name, "lines": digest.why(table, law, name)["lines"]}


# -- rulings ------------------------------------------------------------------------------------


def ruled(table: Table, draft: Row, at: datetime) -> Iterator[f.AnyFact]:
    """A ruling went out: it is kept with its number, and its appeal is settled."""
    if not draft.get("mail"):
        return
    mail = table.mails.get(int(draft["mail"]))
    settled = [*table.notes.get("answered_mails", ()), draft["mail"]]
    yield f.Noted(at=at, key="answered_mails", value=settled)
    if draft["word"] != "rule" or mail is None:
        return
    named = [code for reading in mail.readings for code in reading.about]
    codes = [m.code for code in named if (m := _mail(table, mail.sender, code)) and m.code]
    rulings = list(table.notes.get("rulings", ()))
    rulings.append(
        {
            "number": len(rulings) + 1,
            "mail": mail.n,
            "who": mail.sender,
            "at": at.isoformat(),
            "clauses": [code for code in named if code[1:2] == "-"],
            "codes": codes,
            "text": draft["text"],
        }
    )
    yield f.Noted(at=at, key="rulings", value=rulings)


def like(table: Table, clauses: list[str], codes: list[str]) -> list[Row]:
    """The last rulings on one of these clauses, or on a mail that was judged alike."""
    found = [
        ruling
        for ruling in table.notes.get("rulings", ())
        if set(ruling["clauses"]) & set(clauses) or set(ruling["codes"]) & set(codes)
    ]
    return found[-LIKE_MAX:]


def rulings(table: Table) -> list[Row]:
    """All rulings, numbered."""
    return list(table.notes.get("rulings", ()))


def open_letters(table: Table, law: Law) -> list[Row]:
    """Letters to the human GM that he has not answered, with what they name beside them."""
    settled = set(table.notes.get("answered_mails", ()))
    rows = []
    for mail in table.mails.values():
        reading = next((r for r in mail.readings if r.kind == "to_gm"), None)
        if reading is None or mail.n in settled or mail.verdict not in ("accepted", "info"):
            continue
        named = beside(table, law, mail.sender, reading.about)
        rows.append({"n": mail.n, "who": mail.sender, "text": reading.text[:TEXT_MAX], **named})
    return rows
