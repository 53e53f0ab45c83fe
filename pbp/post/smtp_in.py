"""Mail comes in by SMTP: accept for our addresses, store, acknowledge. Nothing is read here.

A letter's bytes, envelope and time of receipt (the end of DATA) are on disk before the "250"
(RFC 5321, 6.1). Trouble of ours is answered 451 and shows nothing of the inside. Must never log an
address or a word of a mail, and never do anything with a letter but store it.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from aiosmtpd.smtp import Envelope

from pbp.post.journal_writer import JournalWriter
from pbp.post.rates import Gate, GateLimits, is_near
from pbp.post.receipt import DATA, RECEIVED, Trust, receipt
from pbp.post.smtp_session import Limits, SmtpSession
from pbp.post.trouble import name_of
from pbp.store import NewLetter

_log = logging.getLogger(__name__)
_TRY_AGAIN = "451 4.3.0 Not stored, try again later"
RECIPIENT_OK = "250 2.1.5 OK"
_NOT_HERE = "550 5.1.1 No such address here"


class SmtpInSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How mail is accepted.

    host, port: where to listen; port 0 takes any free one. hostname: our name in the greeting.
    certificate, key: PEM files; with both STARTTLS is offered (RFC 3207).
    implicit_tls: the connection begins inside TLS (RFC 8314).
    connections_max: connections at a time, more are answered 421. gate: limits of one host.
    trust: which time of receipt counts. lag_seconds: how long a mail that our own edge has stamped
    may take to get here. stop_seconds: how long stop() waits for letters that are being received.
    """

    host: str = "127.0.0.1"
    port: int = 8025
    hostname: str = "localhost"
    certificate: Path | None = None
    key: Path | None = None
    implicit_tls: bool = False
    connections_max: int = 200
    stop_seconds: float = 10.0
    limits: Limits = Limits()
    gate: GateLimits = GateLimits()
    trust: Trust = Trust()
    lag_seconds: float = 0.0


class SmtpIntake:
    """The listening server. start() it in the loop that it shall run in, stop() it there."""

    name = "smtp"

    def __init__(
        self, settings: SmtpInSettings, journal: JournalWriter, is_ours: Callable[[str], bool]
    ) -> None:
        """Accept mail for addresses of which is_ours says so; it is asked for each RCPT."""
        self.settings = settings
        self.journal = journal
        self.gate = Gate(settings.gate)
        self.handler = Handler(journal, is_ours, self.gate, settings.trust, self.believes)
        self.tls = _tls_context(settings)
        self._sessions: set[SmtpSession] = set()
        self._empty = asyncio.Event()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """The port it listens on."""
        assert self._server is not None, "not started"  # noqa: S101
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def start(self) -> None:
        """Listen.

        Raises:
            OSError: the port is taken or not ours to take.
        """
        self._server = await self.listen()

    def believes(self, peer: str) -> bool:
        """Whether a peer is a mail server of ours, whose Received line is read."""
        return is_near(peer)

    async def listen(self) -> asyncio.Server:
        """Open the door."""
        settings, loop = self.settings, asyncio.get_running_loop()
        tls = self.tls if settings.implicit_tls else None
        return await loop.create_server(
            self._connection, settings.host, settings.port, backlog=256, ssl=tls
        )

    def complete_until(self) -> datetime:
        """Give an instant up to which every letter that came in here is in the store."""
        until = self.journal.complete_until()
        if not self.settings.trust.reads_received:
            return until
        return until - timedelta(seconds=self.settings.lag_seconds)

    def expect(self, instant: datetime) -> None:
        """Nothing: here mail comes by itself."""

    async def stop(self) -> None:
        """Take no new connection, let letters that are being received finish, close the rest."""
        if self._server is None:
            return
        self._server.close()
        self._empty.clear()
        for session in list(self._sessions):
            session.leave()
        if self._sessions:
            try:
                await asyncio.wait_for(self._empty.wait(), self.settings.stop_seconds)
            except TimeoutError:
                for session in list(self._sessions):
                    session.abort()
        await self._server.wait_closed()

    def was_away(self, since: datetime, now: datetime) -> None:
        """Nothing: whoever found no door comes again, and that is when the mail is received."""

    def _connection(self) -> asyncio.Protocol:
        if len(self._sessions) >= self.settings.connections_max:
            _log.warning("connection turned away, there are too many")
            return _TurnedAway()
        session = self.converse()
        self._sessions.add(session)
        return session

    def converse(self) -> SmtpSession:
        """Begin one conversation."""
        return SmtpSession(self.handler, **self.manners())

    def manners(self) -> dict[str, Any]:
        """What every conversation is given."""
        settings = self.settings
        return {
            "limits": settings.limits,
            "hostname": settings.hostname,
            "tls_context": None if settings.implicit_tls else self.tls,
            "on_lost": self._lost,
            "gate": self.gate,
        }

    def _lost(self, session: SmtpSession) -> None:
        self._sessions.discard(session)
        if not self._sessions:
            self._empty.set()


class Handler:
    """What aiosmtpd calls: the names of the methods are its own."""

    def __init__(
        self,
        journal: JournalWriter,
        is_ours: Callable[[str], bool],
        gate: Gate,
        trust: Trust,
        believes: Callable[[str], bool],
    ) -> None:
        self._journal = journal
        self._is_ours = is_ours
        self._gate = gate
        self._trust = trust
        self._believes = believes

    def __dir__(self) -> Iterable[str]:
        """Name the hooks only; see SmtpSession.__dir__."""
        return ("handle_MAIL", "handle_RCPT", "handle_DATA")

    async def handle_MAIL(  # noqa: N802
        self,
        server: SmtpSession,
        _session: object,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        """Begin a mail, unless its host or its sender has brought too many."""
        sender = "" if address == "<>" else address
        refusal = self._gate.refusal(server.peer or "", sender)
        if refusal is not None:
            _log.warning("mail refused for now, too many of one host or sender")
            return refusal
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self,
        server: SmtpSession,
        _session: object,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        """Accept an address of ours once; anything else is unknown here."""
        if not (_is_plain(address) and self._is_ours(address)):
            return _NOT_HERE
        if address not in envelope.rcpt_tos:
            if len(envelope.rcpt_tos) >= server.limits.recipients_max:
                return "452 4.5.3 Too many recipients, send the rest in another mail"
            envelope.rcpt_tos.append(address)
        return RECIPIENT_OK

    async def handle_DATA(  # noqa: N802
        self, server: SmtpSession, _session: object, envelope: Envelope
    ) -> str:
        """Store the letter; it is stored even if the client goes away meanwhile."""
        try:
            await self._journal.take(self._letter(server, envelope))
        except Exception as error:
            _log.error("letter refused for now: error=%s", name_of(error))
            return _TRY_AGAIN
        return "250 2.0.0 OK"

    def _letter(self, server: SmtpSession, envelope: Envelope) -> Callable[[datetime], NewLetter]:
        """The letter, but for its time of receipt."""
        raw = envelope.original_content or b""
        recipients = tuple(envelope.rcpt_tos)
        sender = _envelope_bytes(envelope.mail_from)
        peer = server.peer or "local"
        believed = self._believes(peer)
        trust, edge = self._trust, self._trust.edge(raw) if believed else None
        handed_by = f"edge:{peer}" if believed and not is_near(peer) else peer

        def letter_at(now: datetime) -> NewLetter:
            counts = receipt({DATA: now, RECEIVED: edge}, trust, now)
            return NewLetter(
                received_at=counts.at,
                envelope_from=sender,
                recipients=recipients,
                raw=raw,
                peer=handed_by,
                proved=server.proved,
                stamps=counts.others,
            )

        return letter_at


class _TurnedAway(asyncio.Protocol):
    """A connection too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)  # noqa: S101
        transport.write(b"421 4.7.0 Too many connections, come again\r\n")
        transport.close()


def _is_plain(address: str) -> bool:
    """Say whether an address can be stored and shown: real characters, no control ones."""
    return address.isprintable() and not any("\ud800" <= c <= "\udfff" for c in address)


def _envelope_bytes(mail_from: str | None) -> bytes:
    """Give MAIL FROM as it stood on the wire; aiosmtpd writes the null sender as "<>"."""
    if mail_from is None or mail_from == "<>":
        return b""
    return mail_from.encode("utf-8", "surrogateescape")


def _tls_context(settings: SmtpInSettings) -> ssl.SSLContext | None:
    if settings.certificate is None or settings.key is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(settings.certificate, settings.key)
    return context
