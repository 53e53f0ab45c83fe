"""Raw mails go when their game has been over for long enough (retain_raw); the record stays."""

from datetime import datetime, timedelta

from pbp.game import facts as f
from pbp.service.outcomes import ENDED
from pbp.store.interface import Store


def drop_old(store: Store, now: datetime, span: timedelta) -> int:
    """Drop the bytes of mails of games in which nothing has happened for a span; how many."""
    over = [
        row.id for row in store.games() if row.state == ENDED and _rests(store, row.id, now, span)
    ]
    return store.drop_raw(now, over) if over else 0


def _rests(store: Store, game: str, now: datetime, span: timedelta) -> bool:
    """Whether the last fact of a game is as old as that."""
    _, last = store.last_seqs(game)
    return all(f.from_bytes(fact.body).at <= now - span for fact in store.facts(game, last - 1))
