"""The inputs of a game, as the journal keeps them: what facts follow from, in order.

`pbp audit` plays them again and must find the same facts. A letter's input holds what the letter
was understood to say, the reader's version and where its bytes are, so that readings can be
compared too.
"""

from datetime import datetime

import msgspec

from pbp.game.commands import Ordered
from pbp.game.hearing import Heard

READER_VERSION = 1
"""Raised whenever letters or language read something otherwise than before."""


class Started(msgspec.Struct, frozen=True, tag=True):
    """The game begins: everything that is drawn follows from its set-up."""

    at: datetime


class LetterHeard(msgspec.Struct, frozen=True, tag=True):
    """A letter, as it was understood. letter: its id in the journal."""

    at: datetime
    letter: int
    heard: Heard
    reader: int = READER_VERSION


class Commanded(msgspec.Struct, frozen=True, tag=True):
    """What the GM sent, by mail or on the server's own machine. letter: None without a mail.

    undoes: the place (from 0) of the input whose commands it takes back.
    """

    at: datetime
    ordered: Ordered
    letter: int | None = None
    undoes: int | None = None


class Outage(msgspec.Struct, frozen=True, tag=True):
    """The server did not run from `since` until `at`, by its own heartbeat (C-2.9)."""

    at: datetime
    since: datetime


class CameBack(msgspec.Struct, frozen=True, tag=True):
    """A mail of ours to somebody could not be delivered, for good.

    letter: of the notice that says so; None where the next server refused it at once.
    """

    at: datetime
    who: str
    reason: str = ""
    letter: int | None = None


AnyInput = Started | LetterHeard | Commanded | Outage | CameBack

_decoder = msgspec.json.Decoder(AnyInput)


def to_bytes(entry: AnyInput) -> bytes:
    """The input as one JSON object."""
    return msgspec.json.encode(entry)


def from_bytes(body: bytes) -> AnyInput:
    """The input that `to_bytes` wrote."""
    return _decoder.decode(body)
