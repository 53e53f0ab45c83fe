"""What the tests of the post share: a running intake, a raw SMTP client, a scripted smarthost."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbp.post.clock import StandingClock
from pbp.post.journal_writer import JournalWriter
from pbp.post.smtp_in import SmtpInSettings, SmtpIntake
from pbp.post.smtp_session import Limits
from pbp.store import NewMail, Outcome, SqliteStore

HERE = Path(__file__).parent
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
WAIT = 20.0
"""Seconds after which a test that waits for the other side has failed."""


class Telnet:
    """A raw SMTP client: says bytes, hears replies. where: a port of this machine, or a path."""

    def __init__(self, where: int | Path) -> None:
        if isinstance(where, int):
            self.socket = socket.create_connection(("127.0.0.1", where), timeout=WAIT)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(WAIT)
            self.socket.connect(str(where))
        self.file = self.socket.makefile("rb")

    def hear(self) -> str:
        """One reply, all of its lines; an empty string when the other side has closed."""
        lines = []
        while line := self.file.readline():
            lines.append(line.decode())
            if line[3:4] != b"-":
                break
        return "".join(lines)

    def say(self, line: str | bytes) -> str:
        """Send one command and hear the reply."""
        self.send((line if isinstance(line, bytes) else line.encode()) + b"\r\n")
        return self.hear()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def greet(self) -> "Telnet":
        assert self.hear().startswith("220 ")
        assert self.say("EHLO client.example").startswith("250-")
        return self

    def begin(self, to: str = "gm@host.example", sender: str = "player@example.org") -> None:
        """Everything up to the 354."""
        assert self.say(f"MAIL FROM:<{sender}>").startswith("250 ")
        assert self.say(f"RCPT TO:<{to}>").startswith("250 ")
        assert self.say("DATA").startswith("354 ")

    def mail(self, body: bytes = b"Subject: x\r\n\r\nhello\r\n", **begin: str) -> str:
        """One whole mail; the reply to its final dot."""
        self.begin(**begin)
        self.send(body + b".\r\n")
        return self.hear()

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def __enter__(self) -> "Telnet":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Running:
    """An intake with its journal, in a loop of its own thread."""

    def __init__(
        self,
        store: SqliteStore,
        sink: object | None = None,
        is_ours: Callable[[str], bool] = lambda address: address.endswith("@host.example"),
        door: tuple[type, type] = (SmtpIntake, SmtpInSettings),
        **settings: object,
    ) -> None:
        self.store = store
        self.clock = StandingClock(NOON)
        self.journal = JournalWriter(sink or store, self.clock)
        self.journal.start()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        kind, settings_of = door
        self.intake = kind(settings_of(port=0, **settings), self.journal, is_ours)
        self.call(self.intake.start())

    def call(self, coroutine: Coroutine) -> object:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(WAIT)

    def start(self, coroutine: Coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def connect(self) -> Telnet:
        return Telnet(self.intake.port)

    def greeted(self) -> Telnet:
        return self.connect().greet()

    def wait_until_alone(self) -> None:
        """Return once the server has noticed that every client has gone."""

        async def alone() -> None:
            while self.intake._sessions:
                await asyncio.sleep(0)

        self.call(alone())

    def letters(self) -> list:
        return self.store.next_letters(1000)

    def stop(self) -> None:
        if self._thread.is_alive():
            self.call(self.intake.stop())
            self.journal.stop()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    with SqliteStore.open() as opened:
        yield opened


@pytest.fixture
def run(store: SqliteStore) -> Iterator[Callable[..., Running]]:
    """Start an intake with settings; it is stopped at the end."""
    running: list[Running] = []

    def make(using: SqliteStore | None = None, **settings: object) -> Running:
        running.append(Running(using or store, **settings))
        return running[-1]

    yield make
    for server in running:
        server.stop()


@pytest.fixture
def limited() -> type[Limits]:
    return Limits


@pytest.fixture
def here() -> Path:
    return HERE


@pytest.fixture
def noon() -> datetime:
    return NOON


@pytest.fixture
def put(store: SqliteStore) -> Callable[..., None]:
    """Write a mail to the outbox of the store."""

    def write(message_id: str = "<1@host.example>", **changes: object) -> None:
        fields = {
            "game": None,
            "recipient": "player@example.org",
            "envelope_from": "bounce+x@host.example",
            "message_id": message_id,
            "kind": "notice",
            "data": f"Message-ID: {message_id}\r\n\r\nhello\r\n".encode(),
            "created_at": NOON,
        }
        store.commit(Outcome(mails=(NewMail(**(fields | changes)),)))

    return write


class Smarthost:
    """A smarthost that answers as the test says, and writes down what it hears.

    script(said) gives the reply to a command's first word ("EHLO", "RCPT", "." …): a line, None
    for the usual one, or HANG_UP.
    """

    HANG_UP = "hang up"

    def __init__(self, script: Callable[[str], str | None] = lambda _said: None) -> None:
        self.script = script
        self.heard: list[str] = []
        self.messages: list[bytes] = []
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        """Close the door; a client that is inside is heard to its end."""
        if self._thread.is_alive():
            self._listener.shutdown(socket.SHUT_RDWR)
            self._thread.join(WAIT)
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            with client, client.makefile("rwb") as file:
                self._converse(file)

    def _converse(self, file) -> None:
        if self._answer(file, "CONNECT", "220 smarthost") == self.HANG_UP:
            return
        while line := file.readline():
            self.heard.append(line.decode().rstrip("\r\n"))
            word = line.decode().split()[0].upper()
            usual = {"DATA": "354 go on", "QUIT": "221 bye", "EHLO": "250 smarthost"}
            said = self._answer(file, word, usual.get(word, "250 OK"))
            if word == "DATA" and said.startswith("354"):
                self._message(file)
                said = self._answer(file, ".", "250 taken")
            if word == "QUIT" or said == self.HANG_UP:
                return

    def _answer(self, file, word: str, usual: str) -> str:
        line = self.script(word) or usual
        if line != self.HANG_UP:
            file.write(line.encode() + b"\r\n")
            file.flush()
        return line

    def _message(self, file) -> None:
        lines = []
        while (line := file.readline()) not in (b".\r\n", b""):
            lines.append(line)
        self.messages.append(b"".join(lines))


@pytest.fixture
def smarthost() -> Iterator[Callable[..., Smarthost]]:
    hosts: list[Smarthost] = []

    def make(script: Callable[[str], str | None] = lambda _said: None) -> Smarthost:
        hosts.append(Smarthost(script))
        return hosts[-1]

    yield make
    for host in hosts:
        host.close()


@pytest.fixture
def everything_logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="pbp")
    return caplog
