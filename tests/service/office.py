"""A referee over a journal in memory with one game, and people who write to it real mails.

Shared by the tests of service, property, faults and audit. The clock is whatever a test says.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import lru_cache
from typing import Any

import msgspec

from pbp.game import facts as f
from pbp.game.nouns import Seat
from pbp.game.optiontable import IN_SCENARIOS
from pbp.game.table import Table
from pbp.letters.flowed import unwrap
from pbp.render import Renderer
from pbp.service import record, setup
from pbp.service.addresses import write
from pbp.service.incoming import Ref
from pbp.service.live import GM, Live
from pbp.service.outgoing import about_of
from pbp.service.referee import Referee
from pbp.service.settings import Settings
from pbp.store import NewLetter, OutboxRow, SqliteStore

GAME, HOST, MX = "g41", "games.test", "mx.games.test"
GM_ADDRESS = "referee@gm.test"
START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""20:00 in Shanghai."""

SECRET = b"known to the tests alone"
SETTINGS = Settings(host=HOST, authserv_ids=(MX,), hosts=(MX,), gm=(GM_ADDRESS,))
CAST = {
    "阿甲": "killer",
    "阿乙": "killer",
    "小一": "villager",
    "小二": "villager",
    "小三": "villager",
    "小四": "villager",
}
RENDERER = Renderer()
DAY = timedelta(hours=24)


def owner_of(handle: str, cast: Iterable[str]) -> setup.Owner:
    """The person behind a handle: nobody's name is like another's, or like a handle."""
    number = list(cast).index(handle) + 1
    return setup.Owner(f"Person{number}Secret", (f"private{number}@owner{number}.test",))


def setup_for(cast: dict[str, str] = CAST, game: str = GAME, **changes: Any) -> setup.Setup:
    """A prayer game with that cast; options as in a scenario."""
    options = {**IN_SCENARIOS, **changes.pop("options", {})}
    made = setup.Setup(
        id=game,
        ruleset="prayer",
        locale="zh",
        timezone="Asia/Shanghai",
        starts=START,
        seed="1",
        options=options,
        seats=tuple(
            Seat(number=number, handle=handle, role=role)
            for number, (handle, role) in enumerate(cast.items(), start=1)
        ),
        owners={handle: owner_of(handle, cast) for handle in cast},
        gm=(GM_ADDRESS,),
        checked_in=True,
    )
    return msgspec.structs.replace(made, **changes)


class Office:
    """A referee with one game that has started."""

    def __init__(
        self,
        made: setup.Setup | None = None,
        *,
        store: SqliteStore | None = None,
        settings: Settings = SETTINGS,
        secret: bytes = SECRET,
    ) -> None:
        self.store = store or SqliteStore.open(":memory:")
        self.settings = settings
        self.setup = made or setup_for()
        self.referee = Referee(self.store, settings, RENDERER)
        self.referee.new_game(self.setup, secret, START)
        self.count = 0

    # -- what there is ------------------------------------------------------------------------

    @property
    def live(self) -> Live:
        live = self.referee.live(self.setup.id)
        assert live is not None, "the game was stopped"
        return live

    @property
    def table(self) -> Table:
        return self.live.play.table

    def facts(self) -> list[f.AnyFact]:
        return [f.from_bytes(fact.body) for fact in self.store.facts(self.setup.id)]

    def fact_bytes(self) -> list[bytes]:
        return [fact.body for fact in self.store.facts(self.setup.id)]

    def outbox(self) -> list[OutboxRow]:
        return list(self.store.outbox_of(self.setup.id))

    def record(self) -> dict[str, Any]:
        return record_of(self.live, self.settings)

    def address(self, handle: str) -> str:
        return GM_ADDRESS if handle == GM else self.setup.owners[handle].addresses[0]

    # -- time ---------------------------------------------------------------------------------

    def tick(self, at: datetime) -> None:
        """The clock strikes: what has been received is read, then what is due is done."""
        self.read(at)
        self.referee.tick(at)

    def read(self, until: datetime | None = None) -> None:
        while self.referee.read_letters(until):
            pass

    # -- mail ---------------------------------------------------------------------------------

    def bytes_of(
        self,
        who: str,
        text: str,
        *,
        to: str,
        headers: Iterable[tuple[str, str]] = (),
        subject: str = "",
        message_id: str | None = None,
    ) -> bytes:
        """What a plain client of that person sends. who: a handle, "gm" or an address."""
        self.count += 1
        known = who == GM or who in self.setup.owners
        lines = [
            *(f"{name}: {value}" for name, value in headers),
            f"From: {self.address(who) if known else who}",
            f"To: {to}",
            f"Subject: {subject}",
            f"Message-ID: {message_id or f'<test.{self.count}@client.test>'}",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
            "",
            text,
            "",
        ]
        return "\r\n".join(lines).replace("\r\n", "\n").replace("\n", "\r\n").encode()

    def recipient(self, who: str, to: str = "gm", auth: str = "token") -> str:
        known = who == GM or who in self.setup.owners
        token = self.live.token(who) if auth == "token" and known else ""
        return write(self.settings, to, self.setup.id, token)

    def store_mail(self, who: str, text: str, at: datetime, **how: Any) -> int:
        """A letter is in the journal; nobody has read it yet. Its id."""
        to, auth = how.pop("to", "gm"), how.pop("auth", "token")
        recipient = how.pop("recipient", None) or self.recipient(who, to, auth)
        raw = how.pop("raw", None)
        if raw is None:
            raw = self.bytes_of(who, text, to=recipient, **how)
        letter = NewLetter(
            received_at=at, recipients=(recipient,), raw=raw, envelope_from=b"x@client.test"
        )
        return self.store.append_letters([letter])[0]

    def mail(self, who: str, text: str, at: datetime, **how: Any) -> list[OutboxRow]:
        """Write a mail, have it read at once; the answers to it that went to its writer."""
        before = len(self.outbox())
        number = len(self.table.mails) + 1
        self.store_mail(who, text, at, **how)
        self.read(at)
        return [row for row in self.outbox()[before:] if ref_of(row).mail == number]

    def last_mail(self) -> f.MailHeard:
        """The last mail that was judged."""
        return list(self.table.mails.values())[-1]

    def run_out(self, days: int = 60) -> None:
        """Nobody writes any more: on to the end."""
        for _ in range(1000):
            due = self.live.play.next_due()
            if due is None or due > START + timedelta(days=days):
                return
            self.tick(due)


def record_of(live: Live, settings: Settings) -> dict[str, Any]:
    """The record of a loaded game."""
    about = about_of(live, settings)
    return record.Recorder(live.play.table, RENDERER, about).record()


def ref_of(row: OutboxRow) -> Ref:
    """What a mail of ours was."""
    return msgspec.json.decode(row.ref, type=Ref)


def opened(row: OutboxRow) -> EmailMessage:
    """A mail of ours as its reader's client sees it."""
    message = message_from_bytes(row.data, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(row: OutboxRow) -> str:
    """The words of a mail of ours."""
    return words_of(row.data)


@lru_cache(maxsize=4096)
def words_of(data: bytes) -> str:
    """The words of a mail's first plain part; the old policy parses ten times as fast."""
    body = next(p for p in message_from_bytes(data).walk() if p.get_content_type() == "text/plain")
    payload = body.get_payload(decode=True)
    assert isinstance(payload, bytes)
    words = payload.decode(body.get_content_charset("ascii")).replace("\r\n", "\n")
    return unwrap(words, delsp=True)


def seen_by(row: OutboxRow) -> tuple[object, ...]:
    """All of a mail that anybody outside can see: envelope, bytes, when it was written."""
    return (
        row.recipient,
        row.envelope_from,
        row.message_id,
        row.priority,
        row.data,
        row.created_at,
        row.next_try_at,
    )
