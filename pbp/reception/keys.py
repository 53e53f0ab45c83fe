"""Who may come in: links that work once, six digits that few may guess at, sessions that end.

A link is known by itself (pbp.service.webkeys); that it was spent stands in the journal's counters,
so a restart makes none whole again. Guesses and requests are counted in memory.
"""

import hashlib
import hmac
from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from pbp.service import webkeys
from pbp.service.live import Live
from pbp.service.webkeys import Found
from pbp.store.interface import Store
from pbp.store.rows import Counter, Outcome

TRIES_MAX = 5
"""Wrong codes for one address while a link lives; then nothing works for that address."""

TRIES_A_DAY = 20
"""Wrong codes for one address within DAY, however many links were mailed meanwhile."""

DAY = timedelta(days=1)

LINKS_MAX = 3
"""Links that are mailed to one address while a link lives."""


class Refused(Exception):  # noqa: N818 - it is an answer
    """Nobody comes in. The text is a word that a page knows: spent · expired · unknown …"""


class Visit(msgspec.Struct, frozen=True):
    """Somebody who has come in. until: when his session ends."""

    who: str
    until: datetime


class Keys:
    """Checks keys of all games."""

    def __init__(self, store: Store, link_valid: timedelta, session: timedelta) -> None:
        """store: where it stands what was spent."""
        self._store = store
        self._link_valid = link_valid
        self._session = session
        self._tries: dict[tuple[str, str], list[datetime]] = {}
        self._tries_a_day: dict[tuple[str, str], list[datetime]] = {}
        self._asked: dict[tuple[str, str], list[datetime]] = {}
        self._mailed: dict[tuple[str, str], list[datetime]] = {}

    def may_ask(self, game: str, address: str, now: datetime) -> bool:
        """Whether one more link may be asked for an address, known or not."""
        return self._counted(self._asked, (game, address), now, LINKS_MAX)

    def mailed(self, game: str, who: str, at: datetime) -> None:
        """A link was mailed that no fact tells of; its code can be told by its instant."""
        recent = [old for old in self._mailed.get((game, who), ()) if old > at - self._link_valid]
        self._mailed[game, who] = [*recent, at]

    def enter(self, live: Live, key: str, now: datetime) -> tuple[str, Visit]:
        """Spend a link; the key of the new session.

        Raises:
            Refused: the link is nobody's, too old, or was used.
        """
        found = webkeys.find(webkeys.LINK, key, live)
        if found is None:
            raise Refused("unknown")
        return self._enter(live, found, now)

    def enter_by_code(
        self, live: Live, address: str, code: str, now: datetime
    ) -> tuple[str, Visit]:
        """Spend a link by the digits in its mail.

        Raises:
            Refused: the same for a wrong code and for an address that nobody has.
        """
        address = address.lower()
        place = live.setup.id, address
        if not (
            self._counted(self._tries, place, now, TRIES_MAX)
            and self._counted(self._tries_a_day, place, now, TRIES_A_DAY, DAY)
        ):
            raise Refused("too_many")
        who = live.seat_of(address)
        for at in self._instants(live, who, now) if who is not None else ():
            wanted = webkeys.code_of(live, who or "", at)
            if hmac.compare_digest(wanted.encode(), code.encode()):
                entered = self._enter(live, Found(who or "", at), now)
                self._tries.pop(place, None)
                self._tries_a_day.pop(place, None)
                return entered
        raise Refused("unknown")

    def _enter(self, live: Live, found: Found, now: datetime) -> tuple[str, Visit]:
        if not found.at <= now < found.at + self._link_valid:
            raise Refused("expired")
        link = webkeys.key_of(webkeys.LINK, live, found.who, found.at)
        if self._is_spent(link):
            raise Refused("spent")
        self._spend(link)
        session = webkeys.key_of(webkeys.SESSION, live, found.who, now)
        return session, Visit(found.who, now + self._session)

    def visit(self, live: Live, session: str, now: datetime) -> Visit:
        """Who comes with a session.

        Raises:
            Refused: it is nobody's, or over.
        """
        found = webkeys.find(webkeys.SESSION, session, live) if session else None
        if found is None or not found.at <= now < found.at + self._session:
            raise Refused("no_session")
        if self._is_spent(session):
            raise Refused("no_session")
        return Visit(found.who, found.at + self._session)

    def leave(self, session: str) -> None:
        """End a session."""
        self._spend(session)

    def _instants(self, live: Live, who: str, now: datetime) -> Iterator[datetime]:
        """When links were mailed to somebody that still live."""
        since = now - self._link_valid
        yield from (at for at in self._mailed.get((live.setup.id, who), ()) if at > since)
        for notice in reversed(live.play.table.notices):
            if notice.at <= since:
                break
            if notice.kind == "web_link" and notice.to == who:
                yield notice.at

    def _counted(
        self,
        counts: dict[tuple[str, str], list[datetime]],
        key: tuple[str, str],
        now: datetime,
        most: int,
        window: timedelta | None = None,
    ) -> bool:
        """Count one more in a window, else as long as a link lives; whether it was not too many."""
        since = now - (window or self._link_valid)
        if len(counts) > 10_000:
            for old in [k for k, times in counts.items() if times[-1] <= since]:
                del counts[old]
        recent = [at for at in counts.get(key, ()) if at > since]
        if len(recent) >= most:
            return False
        counts[key] = [*recent, now]
        return True

    def _is_spent(self, key: str) -> bool:
        return self._store.counter(_name(key)) != 0

    def _spend(self, key: str) -> None:
        self._store.commit(Outcome(counters=(Counter(_name(key), 1),)))


def _name(key: str) -> str:
    return f"web {hashlib.sha256(key.encode()).hexdigest()[:32]}"
