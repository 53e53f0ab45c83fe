"""Reading one IMAP folder: what is new since the last time, in pages, each mail once.

Nothing in the mailbox is ever changed, and nothing there is relied on but UIDs: no Seen flag, no
SEARCH UNSEEN. Where the server numbers its mails anew (UIDVALIDITY), all are looked at again and
the store knows by their bytes which are new.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from pbp.letters import headers
from pbp.letters.addresses import mailboxes
from pbp.post.clock import Clock
from pbp.post.imap_session import ImapSettings
from pbp.post.receipt import INTERNALDATE, RECEIVED, receipt
from pbp.store import NewLetter, Position, Store

_log = logging.getLogger(__name__)

TRIES = 3
"""How often a mail that is listed, but not handed out, is asked for before the next is believed."""

WINDOW_UIDS = 20_000
"""UIDs that one listing spans where many are new: an answer of one line has its limits."""

LISTED = 500
"""Mails whose size and date are asked for at once."""

ENVELOPE = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
"""Where the addresses that a mail was sent to can be read once its envelope is gone."""


class _Listed(msgspec.Struct, frozen=True):
    """What the listing says of a mail. at: its INTERNALDATE in UTC, None where there is none."""

    uid: int
    at: datetime | None
    size: int


class Folder:
    """One folder of a mailbox. Used by one thread."""

    def __init__(
        self,
        settings: ImapSettings,
        folder: str,
        store: Store,
        clock: Clock,
        is_ours: Callable[[str], bool],
    ) -> None:
        """is_ours: whether an address is one of ours.

        has_news: mail came while the folder was being read, and the server has said so: it will
        not say it again in IDLE.
        """
        self.folder = folder
        self.name = f"imap:{settings.login}@{settings.host}/{folder}"
        self._settings = settings
        self._store = store
        self._clock = clock
        self._is_ours = is_ours
        self._tries: dict[int, int] = {}
        self.has_news = False

    def read_until(self) -> datetime | None:
        """Up to when it was read when the journal was last written; None if it never was."""
        position = self._store.position(self.name)
        return None if position is None else position.read_until

    def read(self, client: Any, begun: datetime) -> int:
        """Fetch and store what is new; how many mails. begun: up to when that is.

        Raises:
            OSError, IMAPClientError, StoreError: what has not been stored comes next time.
        """
        selected = client.select_folder(self.folder, readonly=True)
        position = self._position(int(selected.get(b"UIDVALIDITY", 0)))
        fetched, seen = 0, set[int]()
        for uids in _new_uids(client, position.uid, int(selected.get(b"UIDNEXT", 0))):
            seen.update(uids)
            for page in self._pages(client, uids, position.begin):
                letters = list(self._letters(client, page))
                position = self._forward(position, page[-1].uid)
                fetched += len(self._store.append_fetched(letters, position))
        self._tries = {uid: tries for uid, tries in self._tries.items() if uid in seen}
        position = self._forward(position, max(seen, default=0))
        if not self._tries:
            position = msgspec.structs.replace(position, read_until=begun)
        self._store.append_fetched([], position)
        self.has_news = _exists(client) not in (None, selected.get(b"EXISTS"))
        return fetched

    @property
    def is_whole(self) -> bool:
        """Whether everything that is listed has been handed out."""
        return not self._tries

    def _position(self, validity: int) -> Position:
        found = self._store.position(self.name)
        if found is None:
            begin = self._clock.now() - self._settings.look_back
            return Position(name=self.name, validity=validity, uid=0, begin=begin, read_until=begin)
        if found.validity == validity:
            return found
        _log.warning("a folder was numbered anew, all of it is looked at again")
        self._tries.clear()
        return msgspec.structs.replace(found, validity=validity, uid=0)

    def _forward(self, position: Position, uid: int) -> Position:
        """The position moved up to a UID, but never past a mail that was not handed out yet."""
        last = min([uid, *(tried - 1 for tried in self._tries)])
        return msgspec.structs.replace(position, uid=max(position.uid, last))

    def _pages(self, client: Any, uids: list[int], begin: datetime) -> Iterator[list[_Listed]]:
        """The mails that are not older than `begin`, in pages that fit into memory."""
        page: list[_Listed] = []
        size = 0
        for listed in self._listed(client, uids):
            if listed.at is not None and listed.at < begin:
                continue
            full = len(page) >= self._settings.page_mails
            if page and (full or size + listed.size > self._settings.page_bytes):
                yield page
                page, size = [], 0
            page.append(listed)
            size += listed.size
        if page:
            yield page

    def _listed(self, client: Any, uids: list[int]) -> Iterator[_Listed]:
        for start in range(0, len(uids), LISTED):
            some = uids[start : start + LISTED]
            found = client.fetch(some, ["INTERNALDATE", "RFC822.SIZE"])
            for uid in some:
                if uid in found and b"RFC822.SIZE" in found[uid]:
                    at, size = found[uid].get(b"INTERNALDATE"), found[uid][b"RFC822.SIZE"]
                    yield _Listed(uid, _utc(at), int(size or 0))
                elif self._gives_up(uid):
                    _log.warning("a mail that was listed is gone")

    def _gives_up(self, uid: int) -> bool:
        """Count a try for a mail that was not handed out; whether it was the last."""
        self._tries[uid] = self._tries.get(uid, 0) + 1
        if self._tries[uid] < TRIES:
            return False
        del self._tries[uid]
        return True

    def _letters(self, client: Any, page: list[_Listed]) -> Iterator[NewLetter]:
        limit = self._settings.size_max
        usual = [listed.uid for listed in page if listed.size <= limit]
        bodies = client.fetch(usual, ["BODY.PEEK[]"]) if usual else {}
        for listed in page:
            if listed.size > limit:
                bodies.update(client.fetch([listed.uid], [f"BODY.PEEK[]<0.{limit}>"]))
            raw = _body(bodies.get(listed.uid, {}), b"BODY[]")
            if raw is None and self._gives_up(listed.uid):
                _log.error("a mail cannot be fetched, only its header is kept")
                head = client.fetch([listed.uid], ["BODY.PEEK[HEADER]"]).get(listed.uid, {})
                raw = _body(head, b"BODY[HEADER]") or b"\r\n"
            if raw is not None:
                self._tries.pop(listed.uid, None)
                yield self._letter(raw, listed.at)

    def _letter(self, raw: bytes, at: datetime | None) -> NewLetter:
        now, trust = self._clock.now(), self._settings.trust
        counts = receipt({INTERNALDATE: at, RECEIVED: trust.edge(raw)}, trust, now)
        fields, _ = headers.split(raw[: headers.BLOCK_MAX].replace(b"\r\n", b"\n"))
        return NewLetter(
            received_at=counts.at,
            envelope_from=_envelope_from(fields),
            recipients=self._recipients(fields),
            raw=raw,
            peer=f"imap:{self.folder}",
            stamps=counts.others,
        )

    def _recipients(self, fields: headers.Headers) -> tuple[str, ...]:
        found = (
            box.address
            for name in ENVELOPE
            for value in fields.all(name)
            for box in mailboxes(value)
        )
        return tuple(dict.fromkeys(address for address in found if self._is_ours(address)))


def _new_uids(client: Any, last: int, uid_next: int) -> Iterator[list[int]]:
    """The UIDs above the last one that was read, ascending, window by window.

    The last window is open at its end, and where nothing is new a server gives an old UID for it
    (RFC 3501, 6.4.8); some give all there are, whatever is asked.
    """
    while uid_next - last > WINDOW_UIDS:
        end = last + WINDOW_UIDS
        found = {uid for uid in client.search(f"UID {last + 1}:{end}") if last < uid <= end}
        if found:
            yield sorted(found)
        last = end
    found = {uid for uid in client.search(f"UID {last + 1}:*") if uid > last}
    if found:
        yield sorted(found)


def _exists(client: Any) -> int | None:
    """How many mails there are, by the last word of the server since the folder was opened."""
    _, said = client._imap.response("EXISTS")  # imaplib keeps what comes beside an answer
    return int(said[-1]) if said and said[-1] is not None else None


def _body(found: dict[bytes, Any], key: bytes) -> bytes | None:
    """The bytes under a key, which may end in where they begin ("BODY[]<0>")."""
    for name, value in found.items():
        if name.startswith(key) and isinstance(value, bytes):
            return value
    return None


def _utc(at: datetime | None) -> datetime | None:
    if at is None or at.tzinfo is None:
        return None
    try:
        return at.astimezone(UTC)
    except OverflowError:
        return None


def _envelope_from(fields: headers.Headers) -> bytes | None:
    """MAIL FROM, where the last server wrote it down (RFC 5321, 4.4)."""
    written = fields.raw("return-path").strip()
    if not written:
        return None
    return written.strip(b"<>")
