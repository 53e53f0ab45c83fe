"""The inputs of a game, as the journal keeps them: what facts follow from, in order.

`pbp audit` plays them again and must find the same facts. A letter's input holds what the letter
was understood to say, the reader's version and where its bytes are, so that readings can be
compared too.
"""

from datetime import datetime

import msgspec

from pbp.game.commands import Ordered
from pbp.game.hearing import Heard
from pbp.game.intents import Reading

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


class Change(msgspec.Struct, frozen=True):
    """How an earlier input is corrected. place: of that input, from 0.

    word: void, read, reject or reclassify. readings: what its mail is read as. lines: of the GM's
    own input the places of the commands that are meant; () all of them.
    """

    place: int
    word: str
    readings: tuple[Reading, ...] = ()
    lines: tuple[int, ...] = ()


class Commanded(msgspec.Struct, frozen=True, tag=True):
    """What the GM sent, by mail or on the server's own machine. letter: None without a mail.

    undoes: the place (from 0) of the input whose commands it takes back. changes: the earlier
    inputs that it corrects; how: "again", the game goes on as derived again with them, or
    "stands", what was announced stands; revive: who lives again all the same. waits: the places
    of its corrections that wait for 确认. numbered: it has a number as a mail has, without one.
    """

    at: datetime
    ordered: Ordered
    letter: int | None = None
    undoes: int | None = None
    changes: tuple[Change, ...] = ()
    how: str = ""
    revive: tuple[str, ...] = ()
    waits: tuple[int, ...] = ()
    numbered: bool = False

    @property
    def has_number(self) -> bool:
        """Whether the GM can name it by a number: a mail, or what he did at the machine."""
        return self.letter is not None or self.numbered


class Outage(msgspec.Struct, frozen=True, tag=True):
    """The server did not run from `since` until `at`, by its own heartbeat (C-2.9)."""

    at: datetime
    since: datetime


class CameBack(msgspec.Struct, frozen=True, tag=True):
    """A mail of ours to somebody could not be delivered, for good.

    letter: of the notice that says so; None where the next server refused it at once. sent: when
    the mail was made that came back.
    """

    at: datetime
    who: str
    reason: str = ""
    letter: int | None = None
    sent: datetime | None = None


AnyInput = Started | LetterHeard | Commanded | Outage | CameBack

_decoder = msgspec.json.Decoder(AnyInput)


def to_bytes(entry: AnyInput) -> bytes:
    """The input as one JSON object."""
    return msgspec.json.encode(entry)


def from_bytes(body: bytes) -> AnyInput:
    """The input that `to_bytes` wrote."""
    return _decoder.decode(body)
