"""The outbox in the SQLite store: claim, mark, find again by Message-ID.

A message is written once, by commit(); only how its sending goes ever changes, in deliveries.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime

from pbp.store.database import Database, Row, is_text
from pbp.store.instants import from_micros, maybe_instant, to_micros
from pbp.store.rows import Delivery, NewMail, OutboxRow

_SELECT = (
    "SELECT o.id, o.game, o.recipient, o.envelope_from, o.message_id, o.kind, d.priority,"
    " o.data, o.ref, o.created_at, d.state, d.attempts, d.next_try_at, d.last_error"
    " FROM outbox o JOIN deliveries d ON d.mail = o.id"
)
_DUE = (
    "SELECT mail FROM deliveries INDEXED BY deliveries_queued"
    " WHERE state = 'queued' AND next_try_at <= ? ORDER BY priority, mail LIMIT ?"
)


class OutboxTables:
    """The part of the store that keeps outgoing mail; see Store for what each method promises."""

    _db: Database

    def claim_due(self, now: datetime, limit: int) -> list[OutboxRow]:
        """Take queued mails whose time has come, by priority, then age."""
        with self._db.transaction() as connection:
            rows = connection.execute(
                f"{_SELECT} WHERE o.id IN ({_DUE})", (to_micros(now), limit)
            ).fetchall()
            rows.sort(key=lambda row: (row[6], row[0]))
            connection.executemany(
                "UPDATE deliveries SET state = 'sending' WHERE mail = ?",
                [(row[0],) for row in rows],
            )
        return [_from_row((*row[:10], "sending", *row[11:])) for row in rows]

    def mark(self, deliveries: Sequence[Delivery]) -> None:
        """Write how attempts went, in one transaction."""
        with self._db.transaction() as connection:
            connection.executemany(
                "UPDATE deliveries SET state = ?, attempts = attempts + ?, last_error = ?,"
                " next_try_at = coalesce(?, next_try_at) WHERE mail = ?",
                [_result(delivery) for delivery in deliveries],
            )

    def mark_sent(self, mail: int) -> None:
        """Write that one mail was taken over by the other side."""
        self.mark([Delivery(mail)])

    def mark_failed(self, mail: int, error: str, retry_at: datetime | None = None) -> None:
        """Write that one attempt failed; without retry_at for good."""
        self.mark([Delivery(mail, error, retry_at)])

    def recover(self) -> int:
        """Put mails found in sending back to queued and count them."""
        with self._db.transaction() as connection:
            return connection.execute(
                "UPDATE deliveries SET state = 'queued' WHERE state = 'sending'"
            ).rowcount

    def sent_since(self, at: datetime) -> list[datetime]:
        """Give when mails were sent since then, as far as that is known, the earliest first."""
        rows = self._db.rows(
            "SELECT next_try_at FROM deliveries WHERE state = 'sent' AND next_try_at > ?"
            " ORDER BY next_try_at",
            (to_micros(at),),
        )
        return [from_micros(row[0]) for row in rows]

    def next_try(self) -> datetime | None:
        """Give the earliest instant at which a queued mail may go out."""
        sql = "SELECT min(next_try_at) FROM deliveries WHERE state = 'queued'"
        return maybe_instant(self._db.rows(sql)[0][0])

    def outbox_row(self, mail: int) -> OutboxRow | None:
        """Give one mail of the outbox."""
        row = self._db.row(f"{_SELECT} WHERE o.id = ?", (mail,))
        return None if row is None else _from_row(row)

    def find_sent(self, message_id: str) -> OutboxRow | None:
        """Give the mail with this Message-ID; the first one, should there be several."""
        if not is_text(message_id):
            return None
        row = self._db.row(f"{_SELECT} WHERE o.message_id = ? ORDER BY o.id LIMIT 1", (message_id,))
        return None if row is None else _from_row(row)

    def find_begun(self, beginning: str) -> OutboxRow | None:
        """Give the mail whose Message-ID begins so; None where it is none, or no ASCII."""
        if not beginning.isascii() or not beginning:
            return None
        row = self._db.row(
            f"{_SELECT} WHERE o.message_id >= ? AND o.message_id < ? ORDER BY o.id LIMIT 1",
            (beginning, beginning + "\x7f"),
        )
        return None if row is None else _from_row(row)

    def failed_mails(self, game: str | None) -> list[OutboxRow]:
        """Give the mails of a game that could not be delivered, by id."""
        rows = self._db.rows(
            f"{_SELECT} WHERE d.state = 'failed' AND +o.game IS ? ORDER BY d.mail", (game,)
        )
        return [_from_row(row) for row in rows]

    def games_with_failures(self) -> list[str]:
        """Give the games of which a mail could not be delivered."""
        rows = self._db.rows(
            "SELECT DISTINCT o.game FROM deliveries d JOIN outbox o ON o.id = d.mail"
            " WHERE d.state = 'failed' AND o.game IS NOT NULL ORDER BY o.game"
        )
        return [row[0] for row in rows]

    def outbox_of(self, game: str, after: int = 0) -> Iterator[OutboxRow]:
        """Give all mails of a game in order of writing, those with id > after."""
        sql = f"{_SELECT} WHERE o.game = ? AND o.id > ? ORDER BY o.id LIMIT ?"
        return (_from_row(row) for row in self._db.pages(sql, (game,), after))

    def count_outbox(self) -> dict[str, int]:
        """Count the mails by state."""
        rows = self._db.rows("SELECT state, count(*) FROM deliveries GROUP BY state ORDER BY state")
        return {row[0]: row[1] for row in rows}


def write_mails(connection: sqlite3.Connection, mails: Sequence[NewMail]) -> None:
    """Put mails into the outbox, inside the caller's transaction."""
    if not mails:
        return
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM outbox").fetchone()
    numbered = list(enumerate(mails, last + 1))
    connection.executemany(
        "INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                number,
                mail.game,
                mail.recipient,
                mail.envelope_from,
                mail.message_id,
                mail.kind,
                to_micros(mail.created_at),
                mail.ref,
                mail.data,
            )
            for number, mail in numbered
        ],
    )
    connection.executemany(
        "INSERT INTO deliveries (mail, priority, state, next_try_at) VALUES (?, ?, 'queued', ?)",
        [
            (number, mail.priority, to_micros(mail.not_before or mail.created_at))
            for number, mail in numbered
        ],
    )


def _result(delivery: Delivery) -> tuple[str, int, str | None, int | None, int]:
    retry_at = None if delivery.retry_at is None else to_micros(delivery.retry_at)
    if delivery.error is None:
        state, tries = ("sent", 1) if retry_at is None else ("queued", 0)
    else:
        state, tries = ("failed" if retry_at is None else "queued"), 1
    return state, tries, delivery.error, retry_at, delivery.mail


def _from_row(row: Row) -> OutboxRow:
    return OutboxRow(
        id=row[0],
        game=row[1],
        recipient=row[2],
        envelope_from=row[3],
        message_id=row[4],
        kind=row[5],
        priority=row[6],
        data=row[7],
        ref=row[8],
        created_at=from_micros(row[9]),
        state=row[10],
        attempts=row[11],
        next_try_at=from_micros(row[12]),
        last_error=row[13],
    )
