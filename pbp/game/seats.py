"""A player's own addresses: a new private one, a further registered one (mail.md, Addresses)."""

from collections.abc import Iterator
from datetime import datetime

from pbp.game import deputy
from pbp.game import facts as f
from pbp.game.hearing import Heard, Hearing, Judged, Outcome
from pbp.game.table import Table

ADDRESS_MAX = 254
"""The longest address there is (RFC 5321, 4.5.3.1)."""


def hear_new_token(table: Table, hearing: Hearing) -> Judged:
    """新令牌: the private address is another one at once; the answer comes from it."""
    yield f.TokenChanged(at=hearing.now, who=hearing.actor)
    return Outcome(data={"new_token": True})


def leaked(table: Table, heard: Heard) -> Iterator[f.AnyFact]:
    """The private address went to others too: it counts once more, and is another one now."""
    yield f.TokenChanged(at=heard.at, who=heard.sender)
    phase = table.phase
    yield f.Notified(
        at=heard.at,
        audience=(heard.sender,),
        kind="new_token",
        to=heard.sender,
        phase=phase.id if phase else None,
        data={"why": "leaked"},
    )


def hear_new_address(table: Table, hearing: Hearing) -> Judged:
    """信箱 NEW@…: a further address; it counts when it is confirmed from there."""
    address = hearing.reading.text.strip().strip("<>").lower()
    local, at, domain = address.rpartition("@")
    if not (local and at and "." in domain) or len(address) > ADDRESS_MAX or " " in address:
        return Outcome(verdict="asked", code="unreadable")
    if deputy.is_deputy(table, address):
        return Outcome(verdict="refused", code="not_permitted")
    yield f.AddressAsked(at=hearing.now, who=hearing.actor, address=address)
    yield f.Notified(
        at=hearing.now,
        kind="confirm",
        to=address,
        phase=None,
        mail=hearing.mail,
        data={"what": "new_address", "address": address},
    )
    return Outcome(data={"passed_on": True})


def confirm_address(
    table: Table, address: str, at: datetime, asked_in: int | None
) -> Iterator[f.AnyFact]:
    """The new address answered: it is the player's too, and he is told at the registered one.

    asked_in: the number of the mail in which that was asked for; of several it is its writer's.
    """
    askers, mail = table.asked_addresses[address], table.mails.get(asked_in or 0)
    who = mail.sender if mail is not None and mail.sender in askers else askers[-1]
    yield f.AddressAdded(at=at, who=who, address=address)
    yield f.Notified(
        at=at,
        audience=(who,),
        kind="address_added",
        to=who,
        phase=table.phase.id if table.phase else None,
        data={"address": address, "confirmed": True},
    )
