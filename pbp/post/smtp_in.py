"""Mail comes in by SMTP: accept for our addresses, store, acknowledge. Nothing is read here.

A letter's bytes, envelope and time of receipt (the end of DATA) are on disk before the "250"
(RFC 5321, 6.1). Trouble of ours is answered 451 and shows nothing of the inside. Must never log an
address or a word of a mail, and never do anything with a letter but store it.
"""

import asyncio
import logging
import ssl
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

import msgspec
from aiosmtpd.smtp import Envelope, Session

from pbp.post.journal_writer import JournalWriter
from pbp.post.smtp_session import Limits, SmtpSession
from pbp.post.trouble import name_of
from pbp.store import NewLetter

_log = logging.getLogger(__name__)
_TRY_AGAIN = "451 4.3.0 Not stored, try again later"
_NOT_HERE = "550 5.1.1 No such address here"


class SmtpInSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How mail is accepted.

    host, port: where to listen; port 0 takes any free one. hostname: our name in the greeting.
    certificate, key: PEM files; with both STARTTLS is offered (RFC 3207).
    connections_max: connections at a time, more are answered 421.
    stop_seconds: how long stop() waits for letters that are being received.
    """

    host: str = "127.0.0.1"
    port: int = 8025
    hostname: str = "localhost"
    certificate: Path | None = None
    key: Path | None = None
    connections_max: int = 200
    stop_seconds: float = 10.0
    limits: Limits = Limits()


class SmtpIntake:
    """The listening server. start() it in the loop that it shall run in, stop() it there."""

    def __init__(
        self, settings: SmtpInSettings, journal: JournalWriter, is_ours: Callable[[str], bool]
    ) -> None:
        """Accept mail for addresses of which is_ours says so; it is asked for each RCPT."""
        self._settings = settings
        self._handler = _Handler(journal, is_ours)
        self._tls = _tls_context(settings)
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
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            self._connection, self._settings.host, self._settings.port, backlog=256
        )

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
                await asyncio.wait_for(self._empty.wait(), self._settings.stop_seconds)
            except TimeoutError:
                for session in list(self._sessions):
                    session.abort()
        await self._server.wait_closed()

    def _connection(self) -> asyncio.Protocol:
        if len(self._sessions) >= self._settings.connections_max:
            _log.warning("connection turned away: too many")
            return _TurnedAway()
        session = SmtpSession(
            self._handler,
            limits=self._settings.limits,
            hostname=self._settings.hostname,
            tls_context=self._tls,
            on_lost=self._lost,
        )
        self._sessions.add(session)
        return session

    def _lost(self, session: SmtpSession) -> None:
        self._sessions.discard(session)
        if not self._sessions:
            self._empty.set()


class _Handler:
    """What aiosmtpd calls: the names of the methods are its own."""

    def __init__(self, journal: JournalWriter, is_ours: Callable[[str], bool]) -> None:
        self._journal = journal
        self._is_ours = is_ours

    def __dir__(self) -> Iterable[str]:
        """Name the hooks only; see SmtpSession.__dir__."""
        return ("handle_DATA", "handle_RCPT")

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
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: object, session: Session, envelope: Envelope
    ) -> str:
        """Store the letter; it is stored even if the client goes away meanwhile."""
        raw = envelope.original_content or b""
        recipients = tuple(envelope.rcpt_tos)
        sender = _envelope_bytes(envelope.mail_from)
        peer = _peer_name(session.peer)

        def letter_at(now: datetime) -> NewLetter:
            return NewLetter(
                received_at=now,
                envelope_from=sender,
                recipients=recipients,
                raw=raw,
                peer=peer,
            )

        try:
            await self._journal.take(letter_at)
        except Exception as error:
            _log.error("letter refused for now: %s", name_of(error))
            return _TRY_AGAIN
        return "250 2.0.0 OK"


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


def _peer_name(peer: object) -> str:
    return str(peer[0]) if isinstance(peer, tuple) and peer else str(peer or "local")


def _tls_context(settings: SmtpInSettings) -> ssl.SSLContext | None:
    if settings.certificate is None or settings.key is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(settings.certificate, settings.key)
    return context
