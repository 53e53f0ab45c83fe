"""The rows of the public view: games as one sheet each, threads, posts. Frozen values."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO = timedelta(microseconds=1)


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """A post as it stands on the board.

    key: its permanent name, made from what it says. thread: the slug of its thread; floor: its
    number there, from 1. author: a handle, a public name, or "" for the GM identity.
    about: what a page shows of it besides the text (a vote's voter and target).
    """

    game: str
    key: str
    thread: str
    kind: str
    at: datetime
    subject: str
    text: str
    phase: str = ""
    life: str = ""
    author: str = ""
    floor: int = 0
    about: dict[str, Any] = {}


class Thread(msgspec.Struct, frozen=True, kw_only=True):
    """A thread. kind: vote · roster · rules · news · analysis · last_words · plot · chat."""

    game: str
    slug: str
    kind: str
    posts: int
    first_at: datetime
    last_at: datetime
    phase: str = ""
    life: str = ""


class GameSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a glance. state: a word of the service. sheet: see pbp.service.sheet.

    stamp: up to where the journal was read, as a word that only the writer understands.
    """

    id: str
    state: str
    sheet: dict[str, Any]
    place: int = 0
    stamp: str = ""


def micros(at: datetime) -> int:
    """An aware instant as microseconds since 1970."""
    return (at - _EPOCH) // _MICRO


def instant(value: int) -> datetime:
    """The instant that micros() gave."""
    return _EPOCH + timedelta(microseconds=value)
