"""A process that sends mails as fast as they are taken: epoll, raw sockets, no library.

    python -m bench.load PORT CONNECTIONS MAILS each|many [FILE]

FILE: the mails to send, as `pack` writes them; else as many as are asked for, all alike. Prints
one JSON object: mails a second, the instant of the first byte (monotonic seconds), and the
microseconds from the final dot to its answer.
"""

import base64
import json
import select
import socket
import sys
from collections.abc import Iterable
from pathlib import Path
from time import monotonic, perf_counter

_HEADERS = "".join(f"X-Header-{number}: {'v' * 40}\r\n" for number in range(8))
_TEXT = ("杀 小一，今夜就是他。" * 3 + "\r\n").encode() * 15
MESSAGE = (
    b"From: player@example.org\r\nTo: gm+g1@host.example\r\nSubject: Re: [g1]\r\n"
    b"Message-ID: <%d.bench@example.org>\r\n" + _HEADERS.encode() + b"\r\n" + _TEXT + b".\r\n"
)
PATIENCE_SECONDS = 20
_MAIL, _DATA = b"MAIL FROM:<player@example.org>\r\n", b"DATA\r\n"
_TO = b"gm+g1.0123456789abcdef@host.example"


def pack(mails: Iterable[tuple[str, bytes]], path: Path) -> None:
    """Write mails with their recipients for `bench.load`."""
    rows = [[to, base64.b64encode(raw).decode()] for to, raw in mails]
    path.write_text(json.dumps(rows), "ascii")


def unpack(path: Path) -> list[tuple[bytes, bytes]]:
    """What `pack` wrote: recipient, and the bytes up to the final dot."""
    rows = json.loads(path.read_text("ascii"))
    return [(to.encode(), _dotted(base64.b64decode(raw))) for to, raw in rows]


def _dotted(raw: bytes) -> bytes:
    stuffed = raw.replace(b"\r\n.", b"\r\n..")
    return stuffed.removesuffix(b"\r\n") + b"\r\n.\r\n"


class Load:
    """All connections of one run."""

    def __init__(
        self,
        port: int,
        connections: int,
        mails: int,
        *,
        each: bool,
        given: list[tuple[bytes, bytes]] | None = None,
    ) -> None:
        self.given = given
        self.address = ("127.0.0.1", port)
        self.connections = connections
        self.left = mails
        self.done = self.taken = 0
        self.mails = mails
        self.each = each
        self.waits: list[float] = []
        self.poll = select.epoll()
        self.talks: dict[int, Talk] = {}

    def run(self) -> dict[str, object]:
        if not self.each:
            for _ in range(self.connections):
                Talk(self).greet()
        begun, begin = monotonic(), perf_counter()
        if self.each:
            for _ in range(min(self.connections, self.left)):
                self.left -= 1
                Talk(self)
        else:
            for talk in list(self.talks.values()):
                talk.next_mail()
        while self.done < self.mails:
            heard = self.poll.poll(PATIENCE_SECONDS)
            if not heard:
                raise SystemExit("the server says nothing any more")
            for descriptor, _ in heard:
                self.talks[descriptor].hear()
        return {
            "rate": self.mails / (perf_counter() - begin),
            "begun": begun,
            "waits": sorted(int(1e6 * wait) for wait in self.waits),
        }

    def mail(self, number: int) -> tuple[bytes, bytes]:
        """A mail: its recipient, and its bytes with the final dot."""
        return (_TO, MESSAGE % number) if self.given is None else self.given[number]


class Talk:
    """One connection: what was said last decides what comes next."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.step = -2
        self.heard = b""
        self.to, self.raw = b"", b""
        self.dot_at = 0.0
        self.socket = socket.create_connection(load.address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        load.talks[self.socket.fileno()] = self
        load.poll.register(self.socket, select.EPOLLIN)

    def greet(self) -> None:
        """Wait for the greeting and say EHLO, before the clock runs."""
        self.socket.recv(4096)
        self.socket.sendall(b"EHLO bench.example\r\n")
        while not self.whole_reply():
            self.heard += self.socket.recv(4096)
        self.heard = b""
        self.step = 0

    def whole_reply(self) -> bool:
        last = self.heard.rstrip(b"\r\n").rpartition(b"\n")[2]
        return self.heard.endswith(b"\n") and last[3:4] == b" "

    def next_mail(self) -> None:
        if self.load.left:
            self.load.left -= 1
            self.step = 0
            self.say()

    def say(self) -> None:
        if self.step == 0:
            self.to, self.raw = self.load.mail(self.load.taken)
            self.load.taken += 1
        self.socket.sendall((_MAIL, b"RCPT TO:<%s>\r\n" % self.to, _DATA)[self.step])
        self.step += 1

    def hear(self) -> None:
        self.heard += self.socket.recv(4096)
        if not self.whole_reply():
            return
        reply, self.heard = self.heard, b""
        if reply[:1] not in b"23":
            raise SystemExit(f"refused: {reply!r}")
        if self.step == -2:
            self.socket.sendall(b"EHLO bench.example\r\n")
            self.step = -1
        elif self.step == -1:
            self.step = 0
            self.say()
        elif self.step < 3:
            self.say()
        elif self.step == 3:
            self.socket.sendall(self.raw)
            self.dot_at = perf_counter()
            self.step += 1
        else:
            self.load.waits.append(perf_counter() - self.dot_at)
            self.load.done += 1
            self.finish()

    def finish(self) -> None:
        if not self.load.each:
            self.next_mail()
            return
        self.socket.sendall(b"QUIT\r\n")
        del self.load.talks[self.socket.fileno()]
        self.load.poll.unregister(self.socket)
        self.socket.close()
        if self.load.left:
            self.load.left -= 1
            Talk(self.load)


if __name__ == "__main__":
    port, connections, mails = (int(word) for word in sys.argv[1:4])
    given = unpack(Path(sys.argv[5])) if len(sys.argv) > 5 else None
    load = Load(port, connections, mails, each=sys.argv[4] == "each", given=given)
    print(json.dumps(load.run()))
