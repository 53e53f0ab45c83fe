"""Forgetting an owner: his addresses, his names and his mails go from games that are over.

The record stays, with a pseudonym where he stood: who he was can no longer be found out, what
happened can. The facts are then no longer those that the lots of the sign-up would bring about, so
what was true before is noted with a digest of what is there now. Must never touch a game that goes
on.
"""

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from pbp.game import people
from pbp.service import inputs
from pbp.service.live import Live
from pbp.service.outcomes import ENDED
from pbp.store.interface import Store
from pbp.store.rows import Forgotten, Game, Rewritten

STRUCTURAL = frozenset(
    {"type", "kind", "verdict", "code", "phase", "life", "role", "ruleset", "locale", "timezone"}
    | {"at", "word", "how", "why", "proof", "machine", "state", "seed", "message_id", "problem"}
    | {"actor", "target", "targets", "handle", "cause", "causes", "revealed", "slot", "form"}
)
"""Keys whose values are words of ours or handles: no name of a person stands there."""

NAME_MIN = 2
"""A shorter name is only replaced where it stands alone: it may be part of any word."""


class Person(msgspec.Struct, frozen=True):
    """Who is forgotten in one game. addresses: in lower case; names: public ones."""

    addresses: tuple[str, ...]
    names: tuple[str, ...]
    handles: tuple[str, ...]
    pseudonym: str

    @property
    def address(self) -> str:
        """What stands for his address."""
        return f"{self.pseudonym}@forgotten.invalid"


def games_of(store: Store, address: str) -> Iterator[Game]:
    """The games in which an address stands anywhere, over or not."""
    wanted = address.lower().encode()
    for row in store.games():
        bodies = [row.config, *(e.body for e in store.inputs(row.id))]
        bodies += [e.body for e in store.facts(row.id)]
        sent = any(mail.recipient.lower() == address.lower() for mail in store.outbox_of(row.id))
        if sent or any(wanted in bytes(body).lower() for body in bodies):
            yield row


def is_over(store: Store, row: Game) -> bool:
    """Whether a game has ended, and nothing of it waits to be sent."""
    waits = any(mail.state in ("queued", "sending") for mail in store.outbox_of(row.id))
    return row.state == ENDED and not waits


def person_in(live: Live, address: str, bits: str) -> Person:
    """Who an address is in a game, by all that the game knows of him."""
    box = people.mailbox(address)
    addresses, names, handles = {address.lower()}, set[str](), list[str]()
    for handle, owner in {**live.substitutes, **live.owners}.items():
        if box in map(people.mailbox, owner.addresses):
            addresses |= {found.lower() for found in owner.addresses}
            addresses |= {a.lower() for a in live.play.table.further_addresses.get(handle, ())}
            names.add(owner.name)
            handles.append(handle)
    table = live.play.table
    book = table.signup
    for known, name in (*table.subscribers.items(), *_asked_names(book)):
        if people.mailbox(known) == box:
            addresses.add(known.lower())
            names.add(name)
    found = tuple(sorted(filter(None, names), key=len, reverse=True))
    return Person(tuple(sorted(addresses)), found, tuple(handles), f"forgotten-{bits}")


def _asked_names(book: Any) -> Iterator[tuple[str, str]]:
    """Address and public name of everybody who signed up."""
    if book is not None:
        for asked in (*book.asked.values(), *book.valid.values()):
            yield asked.address, asked.name


def rewritten(
    store: Store, row: Game, person: Person, at: datetime, *, followed: bool
) -> Rewritten:
    """A game without somebody: everything of it that names him, with his pseudonym instead.

    followed: whether its facts followed from its inputs before.
    """
    entries = {e.seq: bytes(e.body) for e in store.inputs(row.id)}
    kept = {e.seq: bytes(e.body) for e in store.facts(row.id)}
    facts = {seq: without(body, person) for seq, body in kept.items()}
    mails = {
        mail.id: (_recipient(mail.recipient, person), without(mail.ref, person))
        for mail in store.outbox_of(row.id)
    }
    digest = digest_of(facts[seq] for seq in sorted(facts))
    return Rewritten(
        mark=Forgotten(game=row.id, at=at, followed=followed, digest=digest),
        config=without(row.config, person),
        inputs={seq: without(body, person) for seq, body in entries.items()},
        facts=facts,
        letters=tuple(_letters(store, row, entries, person)),
        mails=mails,
    )


def digest_of(bodies: Iterator[bytes]) -> bytes:
    """The digest of all facts of a game, in order."""
    digest = hashlib.sha256()
    for body in bodies:
        digest.update(hashlib.sha256(body).digest())
    return digest.digest()


def without(body: bytes, person: Person) -> bytes:
    """A JSON body in which a pseudonym stands for somebody, if he is in it at all."""
    if not body:
        return body
    before = msgspec.json.decode(body)
    after = _cleaned(before, person, "")
    return bytes(body) if after == before else msgspec.json.encode(after)


def _cleaned(value: Any, person: Person, key: str) -> Any:
    match value:
        case str():
            return _clean_text(value, person, key)
        case list():
            return [_cleaned(item, person, key) for item in value]
        case dict():
            return {
                _clean_text(name, person, "key"): _cleaned(item, person, name)
                for name, item in value.items()
            }
    return value


def _clean_text(text: str, person: Person, key: str) -> str:
    """One text: addresses anywhere, names where they stand alone or in words of people."""
    for address in person.addresses:
        if address in text.lower():
            text = re.sub(re.escape(address), person.address, text, flags=re.IGNORECASE)
    for name in person.names:
        if text == name and key not in STRUCTURAL:
            return person.pseudonym
        if len(name) >= NAME_MIN and key not in STRUCTURAL and key != "key":
            text = text.replace(name, person.pseudonym)
    return text


def _recipient(recipient: str, person: Person) -> str:
    return person.address if recipient.lower() in person.addresses else recipient


def _letters(store: Store, row: Game, entries: dict[int, bytes], person: Person) -> Iterator[int]:
    """The letters that he wrote, and those that name him."""
    his = {*person.addresses, *person.names, *person.handles}
    naming = set()
    for body in entries.values():
        entry = inputs.from_bytes(body)
        if isinstance(entry, inputs.LetterHeard):
            heard = entry.heard
            words = f"{heard.subject}\n{heard.text}"
            if heard.sender in his or any(name in words for name in person.names):
                naming.add(entry.letter)
    for letter, _ in store.letters_of(row.id):
        raw = bytes(letter.raw).lower()
        if letter.id in naming or any(a.encode() in raw for a in person.addresses):
            yield letter.id
