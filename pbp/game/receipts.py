"""Receipts: each a salted leaf, all leaves in one chain, its head posted at each close.

The head is 32 bytes whatever has happened, and changes at each close even if nothing has, by a
leaf of the close itself that nobody can guess before the end: it tells nothing of how many wrote.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from datetime import UTC
from typing import Any

from pbp.game import facts as f
from pbp.game.table import Table

BEGINNING = "0" * 64
"""The head of an empty chain."""

SALT_CHARACTERS = 32


def leaf_of(lines: Iterable[str]) -> str:
    """The leaf of a receipt, from its lines as they are printed."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def linked(head: str, leaf: str) -> str:
    """The head of the chain once a leaf more hangs on it."""
    return hashlib.sha256(f"{head}{leaf}".encode()).hexdigest()


def has_key(table: Table) -> bool:
    """Whether this game's receipts have leaves."""
    return table.start.salts is not None


def is_in_the_log(table: Table, place: int) -> bool:
    """Whether a receipt at that place of the log has a leaf: what came after the end has none."""
    return has_key(table) and (table.sealed is None or place < table.sealed)


def lines_of(table: Table, who: str, number: int, mail: f.MailHeard) -> list[str]:
    """A receipt as it is printed for its owner: number, time, what was understood, the salt."""
    at = mail.at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    head = ["=receipt", f"{who}-{number}", at, mail.phase or "-", mail.verdict, mail.code or "-"]
    read = [" ".join(("=read", r.kind, *r.targets)) for r in mail.readings]
    return [" ".join(head), *read, f"=salt {_keyed(table, f'{who}|{number}')[:SALT_CHARACTERS]}"]


def leaf(table: Table, who: str, number: int, mail: f.MailHeard) -> str:
    """The leaf of a receipt; "" in a game without commitments."""
    return leaf_of(lines_of(table, who, number, mail)) if has_key(table) else ""


def _keyed(table: Table, what: str) -> str:
    salts = table.start.salts
    key = salts.receipts if salts is not None else ""
    return hmac.new(key.encode(), what.encode(), hashlib.sha256).hexdigest()


def chain(table: Table) -> Iterator[tuple[str, str]]:
    """All leaves in the order of the chain: (phase or "", leaf)."""
    for name, number, n in table.receipt_log[: table.sealed]:
        if number:
            yield "", leaf(table, name, number, table.mails[n])
        else:
            yield name, _keyed(table, f"close {name}")


def head(table: Table) -> str:
    """The head of the chain now."""
    at = BEGINNING
    for _, hanging in chain(table):
        at = linked(at, hanging)
    return at


def at_close(
    table: Table, phase: str, facts: Iterable[f.AnyFact], sealed: str
) -> Iterator[f.AnyFact]:
    """The head of the chain stands in the first post of the GM identity after a close."""
    for fact in facts:
        if sealed and isinstance(fact, f.Posted) and fact.author is None:
            yield with_data(fact, chain={"phase": phase, "head": sealed})
            sealed = ""
        else:
            yield fact


def with_data(post: f.Posted, **more: Any) -> f.Posted:
    """A post with more data."""
    return f.Posted(
        at=post.at,
        audience=post.audience,
        kind=post.kind,
        phase=post.phase,
        life=post.life,
        author=post.author,
        mail=post.mail,
        data={**post.data, **more},
    )


def told(table: Table) -> list[str]:
    """All leaves as they are posted after the end."""
    lines = []
    for phase, hanging in chain(table):
        if phase:
            lines.append(f"=close {phase}")
        lines.append(f"=leaf {hanging}")
    return lines
