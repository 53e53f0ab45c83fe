"""Who speaks on the board, and under which name: a handle, an onlooker, a player himself (C-5.5).

The server itself never confirms or denies who is behind a handle: until the GM exposes it, what a
person says as himself stands under his public name, and nothing ties the two.
"""

from datetime import datetime

from pbp.game.clauses import clause
from pbp.game.hearing import Hearing, Outcome
from pbp.game.table import Table

ONLOOKER = "旁观·"
"""Stands before the public name of whoever does not speak as a handle."""

MAY_POST = ("chat", "analysis")
"""Kinds of posts that onlookers have."""

GM_FOLDER, REFUSED = "gm_folder", "refused"


def public_name(table: Table, sender: str) -> str:
    """The public name of an onlooker, a waiting substitute or a player; "" of a stranger."""
    if sender in table.players:
        return table.owner_name(sender)
    return table.subscribers.get(sender) or (sender if sender in table.substitutes else "")


def speaks_as_himself(table: Table, sender: str, *, as_owner: bool) -> bool:
    """Whether a post stands under a public name; once exposed, owner and handle count as one."""
    return sender not in table.players or (as_owner and sender not in table.exposed)


def byline(table: Table, sender: str, *, as_owner: bool = False) -> str:
    """Under which name a post of his goes out."""
    if speaks_as_himself(table, sender, as_owner=as_owner):
        return ONLOOKER + public_name(table, sender)
    return sender


@clause("C-5.4")
def is_muted(table: Table, sender: str, at: datetime, *, as_owner: bool = False) -> bool:
    """Whether the GM has muted him under the name that he speaks by; exposed, under either."""
    name = public_name(table, sender)
    as_person = {name, ONLOOKER + name} if name else set()
    if sender in table.exposed:
        names = {sender, *as_person}
    elif speaks_as_himself(table, sender, as_owner=as_owner):
        names = as_person
    else:
        names = {sender}
    return any(table.is_muted(name, at) for name in names)


@clause("C-5.5")
def judged(table: Table, hearing: Hearing) -> Outcome:
    """A post of somebody who does not speak as a handle: chat and analysis, outside silence."""
    kind = hearing.reading.kind
    if not table.options["onlookers"] or kind not in MAY_POST:
        return Outcome(verdict="refused", code="not_permitted", data={"onlooker": True})
    if hearing.actor in table.players and kind == "analysis":
        return held("review", GM_FOLDER)
    if table.silence is not None:
        return in_silence(table, hearing)
    return Outcome()


@clause("C-5.4")
def in_silence(table: Table, hearing: Hearing) -> Outcome:
    """In the silence no analysis; chat that names a living player goes to the GM."""
    if hearing.reading.kind == "analysis":
        return held("silence", REFUSED)
    if any(name in hearing.reading.text for name in table.living()):
        return held("review", GM_FOLDER)
    return Outcome()


def held(code: str, where: str) -> Outcome:
    """A post that is kept from publication. where: gm_folder · until_end · refused (FORMAT.md)."""
    return Outcome(verdict="held", code=code, data={"where": where})
