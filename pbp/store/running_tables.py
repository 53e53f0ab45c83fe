"""What is known of the running itself in the SQLite store: heartbeat, acts on the machine, numbers.

No word of a mail and no rule of a game stands in here.
"""

from collections.abc import Iterator
from datetime import datetime

from pbp.store.database import Database
from pbp.store.instants import from_micros, maybe_instant, to_micros
from pbp.store.rows import Act, Vital

_DUE = (
    "SELECT min(o.created_at) FROM deliveries d INDEXED BY deliveries_next_try"
    " JOIN outbox o ON o.id = d.mail WHERE d.state = 'queued' AND d.next_try_at <= ?"
)
_LATE = (
    "SELECT min(o.created_at) FROM deliveries d INDEXED BY deliveries_next_try"
    " JOIN outbox o ON o.id = d.mail WHERE d.state = 'queued' AND d.attempts > 0"
)


class RunningTables:
    """The part of the store that is about running; see Store for what each method promises."""

    _db: Database

    def beat(self, at: datetime) -> None:
        """Note that the server was alive at this instant."""
        with self._db.transaction():
            self._db.write.table("heartbeat").upsert({"id": 1, "at": to_micros(at)}, pk="id")

    def last_beat(self) -> datetime | None:
        """Give the last instant that was noted."""
        row = self._db.row("SELECT at FROM heartbeat")
        return None if row is None else from_micros(row[0])

    def note_act(self, act: Act) -> None:
        """Write down what was done on the server's own machine."""
        values = (to_micros(act.at), act.who, act.command, act.game, act.words, act.outcome)
        with self._db.transaction() as connection:
            connection.execute(
                "INSERT INTO acts (at, who, command, game, words, outcome)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                values,
            )

    def acts(self, after: int = 0) -> Iterator[Act]:
        """Give what was done on the server's own machine, in order."""
        rows = self._db.pages(
            "SELECT id, at, who, command, game, words, outcome FROM acts"
            " WHERE id > ? ORDER BY id LIMIT ?",
            (),
            after,
        )
        return (
            Act(at=from_micros(at), who=who, command=command, game=game, words=words, outcome=end)
            for _, at, who, command, game, words, end in rows
        )

    def vital(self, now: datetime) -> Vital:
        """Give numbers that tell how the journal stands."""
        due, late = self._number(_DUE, to_micros(now)), self._number(_LATE)
        first = self._number("SELECT min(received_at) FROM unread")
        next_one = self._number(
            "SELECT min(next_deadline) FROM games WHERE next_deadline IS NOT NULL"
        )
        states = self._db.rows("SELECT state, count(*) FROM games GROUP BY state ORDER BY state")
        return Vital(
            letters=self._number("SELECT max(id) FROM letters") or 0,
            unread=self._number("SELECT count(*) FROM unread") or 0,
            oldest_unread=maybe_instant(first),
            mails=self._number("SELECT max(id) FROM outbox") or 0,
            queued=self._number("SELECT count(*) FROM deliveries WHERE state = 'queued'") or 0,
            sending=self._number("SELECT count(*) FROM deliveries WHERE state = 'sending'") or 0,
            failed=self._number("SELECT count(*) FROM deliveries WHERE state = 'failed'") or 0,
            oldest_due=maybe_instant(min((x for x in (due, late) if x is not None), default=None)),
            next_deadline=maybe_instant(next_one),
            games=dict(states),
        )

    def _number(self, sql: str, *values: int) -> int | None:
        found: int | None = self._db.rows(sql, values)[0][0]
        return found
