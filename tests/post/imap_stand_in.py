"""An IMAP server as odd as real ones: what it answers is what a test has put into it."""

import re
import socket
import threading
from dataclasses import dataclass, field

WAIT = 20.0


@dataclass
class Mail:
    """One mail of the folder. listed: whether the listing shows its size; body None: BODY[] NIL."""

    body: bytes | None
    date: str | None = "01-Mar-2026 20:00:00 +0800"
    header: bytes = b"Subject: x\r\n\r\n"
    size: int | None = None


@dataclass
class StandIn:
    """A server with one folder. Change the fields while it runs; forget() drops all connections."""

    mails: dict[int, Mail] = field(default_factory=dict)
    validity: int | None = 7
    capability: str = "IMAP4rev1 ID IDLE"
    needs_id: bool = False
    ignores_search: bool = False
    chatter: bytes = b""
    arriving: list[Mail] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.idling = threading.Event()
        self.connections = 0
        self._changed = threading.Condition()
        self._clients: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._serve)]
        self._threads[0].start()

    def forget(self) -> None:
        """Close every connection without a word."""
        for client in self._clients:
            try:
                client.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._threads[0].join(WAIT)
        self._listener.close()
        self.forget()
        for thread in self._threads[1:]:
            thread.join(WAIT)

    def wait_for(self, said: str, times: int = 1) -> None:
        """Return once a command has been heard so often."""
        with self._changed:
            assert self._changed.wait_for(
                lambda: sum(said in line for line in self.heard) >= times, WAIT
            )

    def announce(self) -> None:
        """Tell those who IDLE how many mails there are."""
        for client in self._clients:
            client.sendall(b"* %d EXISTS\r\n" % len(self.mails))

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._clients.append(client)
            thread = threading.Thread(target=self._converse, args=(client,))
            self._threads.append(thread)
            thread.start()

    def _converse(self, client: socket.socket) -> None:
        with client, client.makefile("rb") as file:
            said_id = False
            try:
                _say(client, b"* OK [CAPABILITY " + self.capability.encode() + b"] here\r\n")
                while line := file.readline():
                    tag, _, rest = line.decode().rstrip("\r\n").partition(" ")
                    with self._changed:
                        self.heard.append(rest)
                        self._changed.notify_all()
                    said_id = said_id or rest.startswith("ID ")
                    if not self._answer(client, file, tag, rest, said_id):
                        return
            except (OSError, ValueError):
                return

    def _answer(self, client, file, tag: str, said: str, said_id: bool) -> bool:
        word = said.removeprefix("UID ").split()[0].upper()
        out = b""
        if word in ("SELECT", "EXAMINE"):
            if self.needs_id and not said_id:
                _say(client, f"{tag} NO {word} Unsafe Login. Please contact kefu\r\n".encode())
                return True
            out = self._selected()
        elif word == "CAPABILITY":
            out = f"* CAPABILITY {self.capability}\r\n".encode()
        elif word == "ID":
            out = b"* ID NIL\r\n"
        elif word == "SEARCH":
            out = self._found(said)
        elif word == "FETCH":
            out = self.chatter + self._fetched(said)
        elif word == "IDLE":
            _say(client, b"+ idling\r\n")
            self.idling.set()
            file.readline()
            self.idling.clear()
        elif word == "AUTHENTICATE":
            _say(client, b"+ \r\n")
            file.readline()
        elif word == "LOGOUT":
            out = b"* BYE\r\n"
        _say(client, out + f"{tag} OK done\r\n".encode())
        return word != "LOGOUT"

    def _selected(self) -> bytes:
        validity = f"* OK [UIDVALIDITY {self.validity}] v\r\n" if self.validity is not None else ""
        next_uid = max(self.mails, default=0) + 1
        return (
            f"* {len(self.mails)} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Seen)\r\n"
            f"{validity}* OK [UIDNEXT {next_uid}] n\r\n"
        ).encode()

    def _found(self, said: str) -> bytes:
        low, high = re.search(r"UID (\d+):(\d+|\*)", said.removeprefix("UID SEARCH")).groups()
        uids = sorted(self.mails)
        top = max(uids, default=0)
        first, last = int(low), top if high == "*" else int(high)
        first, last = min(first, last), max(first, last)
        if not self.ignores_search:
            uids = [uid for uid in uids if first <= uid <= last]
        found = b"* SEARCH" + b"".join(b" %d" % uid for uid in uids) + b"\r\n"
        if self.arriving:
            self.mails[top + 1] = self.arriving.pop()
            found += b"* %d EXISTS\r\n" % len(self.mails)
        return found

    def _fetched(self, said: str) -> bytes:
        asked, what = re.fullmatch(r"UID FETCH (\S+) (\(?.*?\)?)", said).groups()
        out = b""
        for sequence, uid in enumerate(sorted(self.mails), start=1):
            if str(uid) in asked.split(","):
                mail = self.mails[uid]
                out += b"* %d FETCH (UID %d %s)\r\n" % (sequence, uid, _items(mail, what))
        return out


def _items(mail: Mail, what: str) -> bytes:
    if "RFC822.SIZE" in what:
        date = b"NIL" if mail.date is None else b'"%s"' % mail.date.encode()
        size = len(mail.body or mail.header) if mail.size is None else mail.size
        return b"INTERNALDATE %s RFC822.SIZE %d" % (date, size)
    if "HEADER" in what:
        return _literal(b"BODY[HEADER]", mail.header)
    part = re.search(r"<0\.(\d+)>", what)
    if part:
        return _literal(b"BODY[]<0>", (mail.body or b"")[: int(part[1])])
    return b"BODY[] NIL" if mail.body is None else _literal(b"BODY[]", mail.body)


def _literal(name: bytes, data: bytes) -> bytes:
    return b"%s {%d}\r\n%s" % (name, len(data), data)


def _say(client: socket.socket, data: bytes) -> None:
    client.sendall(data)
