"""A game whose board is looked at: who got which mails, and what a reader's mail program sees."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from pbp.store import OutboxRow
from tests.service.office import CAST, START, Office, opened, ref_of, setup_for, text_of

__all__ = ["CAST", "DAY_ONE", "START", "Board", "at", "opened", "ref_of", "text_of"]

DAY_ONE = START + timedelta(hours=24)
"""The first day begins: votes are open."""

LOOKER = "looker@onlookers.test"


def at(hours: float = 0, *, minutes: float = 0, seconds: float = 0) -> datetime:
    """An instant after the start."""
    return START + timedelta(hours=hours, minutes=minutes, seconds=seconds)


class Board(Office):
    """An office, and its outbox by reader."""

    def __init__(self, cast: dict[str, str] = CAST, **how: Any) -> None:
        changes = how.pop("changes", {})
        super().__init__(setup_for(cast, options=how, **changes))

    def got(self, who: str, *kinds: str, since: datetime = START) -> list[OutboxRow]:
        """What somebody has been sent; of some kinds, from some instant on."""
        address = self.address(who) if who in (*self.setup.owners, "gm") else who
        return [
            row
            for row in self.outbox()
            if row.recipient == address
            and row.created_at >= since
            and (not kinds or row.kind in kinds)
        ]

    def answer(self, who: str, text: str, when: datetime, **how: Any) -> str:
        """Write a mail; the words of its one answer."""
        rows = [
            row for row in self.mail(who, text, when, **how) if row.recipient != "referee@gm.test"
        ]
        assert len(rows) == 1, [row.kind for row in rows]
        return text_of(rows[0])

    def reply(self, row: OutboxRow, who: str, text: str, when: datetime) -> OutboxRow | None:
        """Press "Reply" on a mail of ours, and write; the answer that comes back."""
        shown = opened(row)
        headers = (("In-Reply-To", shown["Message-ID"]), ("References", shown["Message-ID"]))
        to = shown["Reply-To"].addresses[0].addr_spec
        rows = self.mail(
            who, text, when, recipient=to, headers=headers, subject=f"Re: {shown['Subject']}"
        )
        mine = [one for one in rows if one.recipient == row.recipient]
        return mine[0] if mine else None

    def subscribed(self, address: str = LOOKER, name: str = "李四", when: datetime = START) -> str:
        """Somebody becomes an onlooker by mail."""
        to = f"board+g41-subscribe@{self.settings.host}"
        asked = self.mail(address, name, when, recipient=to, headers=vouched(address))[0]
        welcome = self.reply(asked, address, "确认", when)
        assert welcome is not None
        assert welcome.kind == "subscription"
        return address

    def posts(self, *kinds: str) -> list[tuple[str, str | None, str]]:
        """What stands on the board: kind, author, text."""
        return [
            (post.kind, post.author, str(post.data.get("text", "")))
            for post in self.table.posts
            if not kinds or post.kind in kinds
        ]


def vouched(address: str) -> tuple[tuple[str, str], ...]:
    """What our own MX writes above a mail whose domain vouches for it."""
    domain = address.rpartition("@")[2]
    proof = f"mx.games.test; dkim=pass header.d={domain}; dmarc=pass header.from={domain}"
    return (("Authentication-Results", proof),)


def authors_in(row: OutboxRow, authors: Iterable[str] = CAST) -> list[str]:
    """The heads of posts in a mail, in their order."""
    lines = text_of(row).split("\n")
    return [line[1 : line.index("】")] for line in lines if line.startswith("【")]
