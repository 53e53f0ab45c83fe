"""A journal that came out of a backup: it says nothing until somebody has looked at what it missed.

What was sent and announced after the backup was made can only be known from traces: the mailboxes
of the maildir transport, and the journal that was there before. What the traces show to have been
sent is not sent again.
"""

from collections import Counter as Counts
from collections.abc import Iterable
from datetime import datetime

import msgspec

from pbp.store.interface import Store
from pbp.store.rows import Counter, Delivery, OutboxRow, Outcome

HELD = "restored: held since"
"""The counter that holds a restored journal: microseconds; 0 once it may speak."""

RESUME = "resume"
"""The one command that a held copy carries out."""

HELD_COPY = "this is a restored copy; look at what it lists, then let it speak: pbp resume"


class Sent(msgspec.Struct, frozen=True):
    """A mail that went out after the backup, as far as a trace shows."""

    message_id: str
    subject: str


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """What a restored copy cannot know of itself. made: of the backup; at: of the restoring.

    sent: subjects of mails that went out after it, and how many each. again: mails that wait in
    the copy and may have gone out since. settled: of those, how many are known to have gone out
    and are not sent again. due: games → a cut-off that has passed since, perhaps announced.
    lost: letters that the journal that was there before has and the copy has not.
    """

    made: str
    at: str
    sent: dict[str, int] = {}
    again: dict[str, int] = {}
    settled: int = 0
    due: dict[str, str] = {}
    lost: int | None = None

    def lines(self) -> list[str]:
        """All of it, for a person."""
        told = [f"backup of {self.made}, restored {self.at}"]
        told += [f"mail sent after the backup that is known: {sum(self.sent.values())}"]
        told += [f"  {number} × {subject}" for subject, number in self.sent.items()]
        told += [f"mail that waits and may have been sent since: {sum(self.again.values())}"]
        told += [f"  {number} × {what}" for what, number in self.again.items()]
        if self.settled:
            told.append(f"mail that is known to be sent and is not sent again: {self.settled}")
        for game, closes in self.due.items():
            told.append(f"{game}: the cut-off {closes} has passed; its outcome may be announced")
        if self.lost is None:
            told.append("letters that came after the backup: not known; ask for them again")
        else:
            told.append(f"letters that came after the backup and are not in it: {self.lost}")
        return told


def is_held(store: Store) -> bool:
    """Whether the journal is a restored copy that has not been let go on."""
    return store.counter(HELD) != 0


def hold(store: Store, now: datetime) -> None:
    """From now on nothing is settled, read or sent."""
    store.commit(Outcome(counters=(Counter(HELD, int(now.timestamp() * 1_000_000)),)))


def let_go(store: Store, *, discard: bool) -> int:
    """The copy may speak. discard: what waits to be sent is taken for sent; how many were."""
    waiting = _waiting(store) if discard else []
    store.mark([Delivery(row.id) for row in waiting])
    store.commit(Outcome(counters=(Counter(HELD, 0),)))
    return len(waiting)


def look(
    store: Store,
    made: str,
    now: datetime,
    traces: Iterable[Sent],
    before: Store | None,
    letters: int,
) -> Missed:
    """Look at what came after the backup, and settle what is known to have been sent.

    traces: mails of ours that lie in mailboxes. before: the journal that was there before, where
    it can be read. letters: how many had come when the backup was made.
    """
    known = {trace.message_id: trace.subject for trace in traces}
    known |= {row.message_id: row.kind for row in _sent_in(before)} if before is not None else {}
    waiting = _waiting(store)
    gone = [row for row in waiting if row.message_id in known]
    store.mark([Delivery(row.id) for row in gone])
    left = [row for row in waiting if row.message_id not in known]
    later = Counts(what for name, what in known.items() if store.find_sent(name) is None)
    later += Counts(known[row.message_id] for row in gone)
    due = {
        row.id: row.next_deadline.isoformat(" ", "minutes")
        for row in store.games()
        if row.next_deadline is not None and row.next_deadline <= now
    }
    return Missed(
        made=made,
        at=now.isoformat(" ", "seconds"),
        sent=dict(sorted(later.items())),
        again=dict(Counts(f"{row.game or '–'}, {row.kind}" for row in left)),
        settled=len(gone),
        due=due,
        lost=None if before is None else max(0, before.count_letters() - letters),
    )


def _waiting(store: Store) -> list[OutboxRow]:
    """What is queued, or was being sent when the backup was made."""
    return [
        row
        for game in store.games()
        for row in store.outbox_of(game.id)
        if row.state in ("queued", "sending")
    ]


def _sent_in(before: Store) -> list[OutboxRow]:
    return [
        row for game in before.games() for row in before.outbox_of(game.id) if row.state == "sent"
    ]
