"""Bounded reading: strange mails are read by a process that is cut off where it takes too much.

A small mail cannot take much, whatever it holds (even a fault that takes the square of its length),
and is read here. A large one goes to a child, which is started when it is needed and ends when it
is not. A mail that is cut off is a letter that nobody could read: it is journalled as such, and
never judged again. Must never raise, and never let a mail be lost for want of a process.
"""

import logging
import threading
from typing import TypeVar

import msgspec

from pbp.game.commands import Command
from pbp.game.intents import Understood
from pbp.language.gm_reader import GmContext
from pbp.language.reader import Context
from pbp.letters.dkim_check import FAIL, TROUBLE, Claim, Lookup, LookupTroubleError
from pbp.post.child import Child
from pbp.post.reader_child import (
    ANSWERED,
    FALLEN,
    Commands,
    Open,
    Read,
    Request,
    Verify,
    zone_name,
)
from pbp.service.readers import PLAIN, Content, cut_off, not_heard

log = logging.getLogger("pbp.reader")

RAW_SMALL = 16 * 1024
"""Bytes of a mail that is read here."""
WORDS_SMALL = 8 * 1024
"""Characters of words that are read here."""
SIGNED_SMALL = 256 * 1024
"""Bytes of a mail whose signature is checked here."""

START_SECONDS = 30.0
WALL_TIMES = 10
"""A child that has not answered after so many times its seconds is stuck, and is ended."""

Found = TypeVar("Found")


class CutOffError(Exception):
    """The child took too much, and is gone."""


class NoChildError(Exception):
    """No child can be had."""


class BoundedReader:
    """Reads mails within bounds. May be used by several threads; one mail is read at a time."""

    def __init__(
        self, *, seconds: float = 2.0, memory_bytes: int = 256 << 20, idle_seconds: float = 30.0
    ) -> None:
        """seconds: of the processor, for one mail. idle_seconds: after that the child ends."""
        self._limits = (str(seconds), str(memory_bytes), str(idle_seconds))
        self._wall_seconds = seconds * WALL_TIMES
        self._child: Child | None = None
        self._lock = threading.Lock()

    # -- pbp.service.readers.Reader -------------------------------------------------------------

    def open(self, raw: bytes) -> Content:
        """The letter; with cut_off where reading it would have taken too much."""
        if len(raw) <= RAW_SMALL:
            return PLAIN.open(raw)
        try:
            return self._ask(Open(raw), Content)
        except CutOffError:
            log.warning("reading cut off: bytes=%d", len(raw))
            return cut_off(raw)
        except NoChildError:
            return PLAIN.open(raw)

    def read(self, subject: str, text: str, context: Context) -> Understood:
        """What its words ask for; `unreadable` where that would have taken too much."""
        if len(subject) + len(text) <= WORDS_SMALL:
            return PLAIN.read(subject, text, context)
        try:
            return self._ask(Read(subject, text, context), Understood)
        except CutOffError:
            log.warning("reading cut off: characters=%d", len(text))
            return Understood(problem="unreadable")
        except NoChildError:
            return PLAIN.read(subject, text, context)

    def commands(self, subject: str, text: str, context: GmContext) -> tuple[Command, ...]:
        """The GM's words as commands; one that was not read where it would have taken too much."""
        if len(subject) + len(text) <= WORDS_SMALL:
            return PLAIN.commands(subject, text, context)
        try:
            return self._ask(Commands(subject, text, context), tuple[Command, ...])
        except CutOffError:
            log.warning("reading cut off: characters=%d", len(text))
            return not_heard(subject, text)
        except NoChildError:
            return PLAIN.commands(subject, text, context)

    def verify(self, raw: bytes, claim: Claim, lookup: Lookup) -> str:
        """What dkim_check.verify says; `fail` where that would have taken too much."""
        if len(raw) <= SIGNED_SMALL:
            return PLAIN.verify(raw, claim, lookup)
        try:
            return self._ask(Verify(raw, claim, lookup(claim.key_name)), str)
        except LookupTroubleError:
            return TROUBLE
        except (CutOffError, NoChildError):
            return FAIL

    def close(self) -> None:
        """End the child, if there is one."""
        with self._lock:
            self._end()

    # -- the child --------------------------------------------------------------------------------

    def _ask(self, request: Request, kind: type[Found]) -> Found:
        with self._lock:
            for _ in range(2):
                told = self._once(msgspec.msgpack.encode(request, enc_hook=zone_name))
                if told is not None:
                    return msgspec.msgpack.decode(told, type=kind)
        raise CutOffError

    def _once(self, asked: bytes) -> bytes | None:
        """The answer; None where the child was gone before it was asked: nobody's fault.

        Raises:
            CutOffError: it took too much. NoChildError: it cannot be started.
        """
        child = self._running()
        try:
            child.send(asked)
            told = child.hear(self._wall_seconds)
        except (OSError, EOFError, TimeoutError) as error:
            stuck = isinstance(error, TimeoutError)
            if self._end() == 0 and not stuck:
                return None
            raise CutOffError from None
        if told[:1] == ANSWERED:
            return told[1:]
        self._end()
        if told[:1] == FALLEN:
            log.error("reader fell over a mail")
        raise CutOffError

    def _running(self) -> Child:
        """The child, started where there is none."""
        if self._child is not None and self._child.is_running():
            return self._child
        self._end()
        try:
            self._child = Child("pbp.post.reader_child", self._limits)
            self._child.hear(START_SECONDS)
        except (OSError, EOFError, TimeoutError):
            self._end()
            log.warning("reader not started")
            raise NoChildError from None
        return self._child

    def _end(self) -> int:
        """End the child, if there is one; 0 where it ended by itself."""
        child, self._child = self._child, None
        return 0 if child is None else child.end()
