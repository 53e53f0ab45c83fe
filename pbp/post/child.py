"""A process of ours that is asked over its standard input, and answers on its output.

Messages have their length in front (frames). It greets with an empty one once it can be asked.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import IO

LENGTH = 8
"""Bytes in front of each message that say how long it is."""

FIRST_SECONDS = 30.0
"""It was started to be asked, and waits so long for it however short it idles."""

END_SECONDS = 0.2
"""How long one that is to end may take, before it is ended."""


def send(stream: IO[bytes], message: bytes) -> None:
    """Write one message with its length in front."""
    stream.write(len(message).to_bytes(LENGTH, "big"))
    stream.write(message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """One message; None where the other side is gone."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    message = stream.read(int.from_bytes(head, "big"))
    return message if len(message) == int.from_bytes(head, "big") else None


class Parent:
    """The other end, in the child: what is asked, until nobody asks any more.

    Signals of the terminal are the parent's affair.
    """

    def __init__(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self._take, self._give = os.fdopen(0, "rb"), os.fdopen(1, "wb")
        self._watched = os.fdopen(os.dup(0), "rb", 0)

    def send(self, message: bytes) -> None:
        """Greet with an empty message, or answer."""
        send(self._give, message)

    def hear(self) -> bytes | None:
        """One message; None where the parent is gone."""
        return receive(self._take)

    def has_asked(self, seconds: float = 0.0) -> bool:
        """Whether something is asked, or the parent is gone; waits so long for it."""
        return bool(select.select([self._watched], [], [], seconds)[0])

    def asks(self, idle_seconds: float) -> Iterator[bytes]:
        """What is asked, until nothing came for so long; for the first it is waited longer."""
        patience = max(idle_seconds, FIRST_SECONDS)
        while self.has_asked(patience) and (asked := self.hear()) is not None:
            patience = idle_seconds
            yield asked


class Child:
    """One such process. It ends by itself when its parent is gone."""

    def __init__(self, module: str, arguments: Sequence[str] = ()) -> None:
        """Start it.

        Raises:
            OSError: it cannot be started.
        """
        command = [sys.executable, "-P", "-m", module, *arguments]
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """Its number among the processes."""
        return self._process.pid

    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def send(self, message: bytes) -> None:
        """Ask.

        Raises:
            OSError: it is gone.
        """
        if self._process.stdin is None:
            raise EOFError
        send(self._process.stdin, message)

    def has_spoken(self, seconds: float = 0.0) -> bool:
        """Whether there is something to hear, or it is gone; waits so long for it."""
        heard = self._process.stdout
        return heard is not None and bool(select.select([heard], [], [], seconds)[0])

    def hear(self, seconds: float) -> bytes:
        """Its next message.

        Raises:
            TimeoutError: it says nothing. EOFError: it is gone.
        """
        if not self.has_spoken(seconds):
            raise TimeoutError
        message = None if self._process.stdout is None else receive(self._process.stdout)
        if message is None:
            raise EOFError
        return message

    def end(self) -> int:
        """End it; the status with which it ended, 0 where it ended by itself."""
        process = self._process
        _close(process.stdin)
        try:
            status = process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            status = -signal.SIGKILL
        _close(process.stdout)
        return status


def _close(stream: IO[bytes] | None) -> None:
    with contextlib.suppress(OSError):
        if stream is not None:
            stream.close()
