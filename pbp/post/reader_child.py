"""The process that reads strange mails: `python -m pbp.post.reader_child`, started on demand.

It may use so much time of the processor for each mail, and so much memory, as it is told; the
system ends it where it uses more. It ends by itself when nothing has come for a while, or when
its parent is gone. Reads requests from its standard input and writes answers to its output; opens
no file, asks nobody, and writes nothing down.
"""

import contextlib
import resource
import signal
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from pbp.language.gm_reader import GmContext
from pbp.language.reader import Context
from pbp.letters.dkim_check import Claim
from pbp.post.child import Parent
from pbp.service.readers import PlainReader

ANSWERED, TOO_MUCH, FALLEN = b"a", b"m", b"f"
"""The first byte of an answer: it follows; memory was not enough; an error of ours."""


class Open(msgspec.Struct, frozen=True, tag=True):
    """Open a mail: the answer is a readers.Content."""

    raw: bytes


class Read(msgspec.Struct, frozen=True, tag=True):
    """Read words: the answer is an intents.Understood."""

    subject: str
    text: str
    context: Context


class Commands(msgspec.Struct, frozen=True, tag=True):
    """Read the GM's words: the answer is a tuple of commands."""

    subject: str
    text: str
    context: GmContext


class Verify(msgspec.Struct, frozen=True, tag=True):
    """Check a signature: the answer is what dkim_check.verify says. record: the key's, from DNS."""

    raw: bytes
    claim: Claim
    record: bytes | None


def zone_name(value: object) -> str:
    """A zone on its way: its name.

    Raises:
        NotImplementedError: it is no zone.
    """
    if isinstance(value, ZoneInfo):
        return value.key
    raise NotImplementedError(type(value).__name__)


def _zone(_kind: type, name: object) -> ZoneInfo:
    return ZoneInfo(str(name))


Request = Open | Read | Commands | Verify
DECODER = msgspec.msgpack.Decoder(Request, dec_hook=_zone)


def answer(request: Request) -> bytes:
    """What is written back."""
    reader = PlainReader()
    found: object
    try:
        match request:
            case Open(raw):
                found = reader.open(raw)
            case Read(subject, text, context):
                found = reader.read(subject, text, context)
            case Commands(subject, text, of_gm):
                found = reader.commands(subject, text, of_gm)
            case Verify(raw, claim, record):
                found = reader.verify(raw, claim, lambda _: record)
        return ANSWERED + msgspec.msgpack.encode(found)
    except MemoryError:
        return TOO_MUCH
    except Exception:
        return FALLEN


def _limit(memory_bytes: int) -> None:
    """Let this process have so much more memory than it has now."""
    now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + memory_bytes, now + memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Read mails until nobody asks any more."""
    seconds, memory_bytes, idle_seconds = float(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    parent = Parent()
    import dkim  # noqa: F401 - before the memory is limited

    with contextlib.suppress(OSError):
        _limit(memory_bytes)
    parent.send(b"")
    for asked in parent.asks(idle_seconds):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        told = answer(DECODER.decode(asked))
        signal.setitimer(signal.ITIMER_PROF, 0)
        parent.send(told)


if __name__ == "__main__":
    main()
