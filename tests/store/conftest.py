"""What the tests of the store share: an instant, and stores in memory and in a file."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbp.store import Fact, Game, Input, NewLetter, NewMail, SqliteStore

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Make:
    """Rows with everything filled in that a test does not care about."""

    noon = NOON

    def letter(self, **changes: object) -> NewLetter:
        fields = {"received_at": NOON, "recipients": ("gm@host.example",), "raw": b"Subject: x\r\n"}
        return NewLetter(**(fields | changes))

    def game(self, game: str = "g1", **changes: object) -> Game:
        fields = {
            "id": game,
            "ruleset": "prayer",
            "locale": "zh",
            "config": b"{}",
            "secret": b"\x00\xff",
            "created_at": NOON,
        }
        return Game(**(fields | changes))

    def input(self, seq: int, game: str = "g1") -> Input:
        return Input(game, seq, NOON, "letter", b"%d" % seq)

    def fact(self, seq: int, input_seq: int = 1, game: str = "g1") -> Fact:
        return Fact(game, seq, input_seq, b"f%d" % seq)

    def mail(self, message_id: str = "<1@host.example>", **changes: object) -> NewMail:
        fields = {
            "game": None,
            "recipient": "player@example.org",
            "envelope_from": "bounce+x@host.example",
            "message_id": message_id,
            "kind": "notice",
            "data": b"Subject: hello\r\n\r\nhello\r\n",
            "created_at": NOON,
        }
        return NewMail(**(fields | changes))


@pytest.fixture
def make() -> Make:
    return Make()


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    with SqliteStore.open() as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def filed(path: Path) -> Iterator[SqliteStore]:
    with SqliteStore.open(path, busy_seconds=0.01) as opened:
        yield opened
