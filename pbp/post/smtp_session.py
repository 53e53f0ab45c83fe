"""One SMTP conversation: aiosmtpd's, with its limits set and its sharp edges taken off.

aiosmtpd is pinned to 1.4.x because private parts of it are touched here: _getaddr,
_reset_timeout, _timeout_cb, _smtp_methods, _writer, _reader, _handler_coroutine,
_call_handler_hook and _set_post_data_state. Must never store or judge anything, nor log what was
said.
"""

import asyncio
import logging
import re
import ssl
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from aiosmtpd import smtp

from pbp.post import smtp_data
from pbp.post.rates import Gate
from pbp.post.trouble import name_of

_log = logging.getLogger(__name__)

# aiosmtpd logs every command, and with it addresses and tokens. It must not be heard.
_library_log = logging.getLogger("mail.log")
_library_log.setLevel(logging.CRITICAL + 1)
_library_log.propagate = False

_FAREWELL_SECONDS = 10.0
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_PLAIN_ADDRESS = re.compile(
    rf"<(?!=\?)({_ATOM}(?:\.{_ATOM})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)>[ \t]*([^\s(].*)?",
    re.ASCII,
)


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one connection may do.

    size_max: bytes of a mail (552 beyond, RFC 1870). line_max: bytes of one line of it: real
        clients write longer ones than RFC 5321 allows, and must not lose a move by that.
    idle_seconds: between two commands. data_seconds: for a whole DATA, storing included.
    """

    size_max: int = 1024 * 1024
    line_max: int = 64 * 1024
    idle_seconds: float = 300.0
    data_seconds: float = 600.0
    recipients_max: int = 20
    mails_max: int = 100


class SmtpSession(smtp.SMTP):
    """The server's side of one connection."""

    def __init__(
        self,
        handler: object,
        *,
        limits: Limits,
        hostname: str,
        tls_context: ssl.SSLContext | None,
        on_lost: Callable[["SmtpSession"], None],
        gate: Gate | None = None,
    ) -> None:
        self.limits = limits
        self.peer: str | None = None
        self.proved: str | None = None
        self._gate = gate or Gate()
        self._turned_away = False
        self.line_length_limit = limits.line_max
        # aiosmtpd shares this table between all connections, and strangers make it grow.
        self.command_size_limits = defaultdict(lambda: 1024)
        self._on_lost = on_lost
        self._mails = 0
        self._receiving = False
        self._leaving = False
        super().__init__(
            handler,
            data_size_limit=limits.size_max,
            enable_SMTPUTF8=True,
            hostname=hostname,
            ident="pbp",
            tls_context=tls_context,
            timeout=limits.idle_seconds,
            loop=asyncio.get_running_loop(),
        )

    def __dir__(self) -> Iterable[str]:
        """Name the commands only: aiosmtpd looks through all names at each new connection.

        That took a third of the time of a connection that brings one mail. AUTH is not spoken.
        """
        return COMMANDS

    def leave(self) -> None:
        """End the conversation, after the letter that is being received has been answered."""
        self._leaving = True
        if not self._receiving:
            self._close("421 4.3.2 Server is stopping")

    def abort(self) -> None:
        """End the conversation now, whatever has not been sent."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, or begin anew inside TLS; a host with too many connections is turned away."""
        if self.peer is None:
            self.peer = peer_name(transport.get_extra_info("peername"))
            if not self._gate.enter(self.peer):
                _log.warning("connection turned away, too many of one host")
                self._turned_away = True
                assert isinstance(transport, asyncio.WriteTransport)  # noqa: S101
                transport.write(b"421 4.7.0 Too many connections of your host, come again\r\n")
                transport.close()
                return
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the connection."""
        if not self._turned_away:
            super().connection_lost(error)
            self._gate.leave(self.peer or "")
        self._on_lost(self)

    def eof_received(self) -> bool | None:
        """Go on with what has been sent: a client may close its half right after the final dot.

        aiosmtpd would cancel the handler here. What comes after the end is an IncompleteReadError
        in the reading loop, which handle_exception answers by closing.
        """
        keep_open = asyncio.StreamReaderProtocol.eof_received(self)
        return False if self.is_secured else keep_open

    @property
    def is_secured(self) -> bool:
        """Whether what is said here is said inside TLS."""
        transport = self.transport
        return transport is not None and transport.get_extra_info("ssl_object") is not None

    async def handle_exception(self, error: Exception) -> str:
        """Answer trouble of ours with 451; the log gets its kind and place, nothing else."""
        if isinstance(error, asyncio.IncompleteReadError):
            self._close("421 4.4.2 Connection ended")
            if self._handler_coroutine is not None:
                self._handler_coroutine.cancel()
            await asyncio.sleep(0)  # the cancellation strikes here
        _log.error("smtp session failed: error=%s", name_of(error))
        return "451 4.3.0 Try again later"

    async def smtp_EHLO(self, hostname: str) -> None:  # noqa: N802
        """Say in one write what is spoken here (RFC 5321, 1870, 6152, 6531, 3207)."""
        if not hostname:
            await self.push("501 Syntax: EHLO hostname")
            return
        self._set_rset_state()  # type: ignore[no-untyped-call]
        if self.session is not None:
            self.session.extended_smtp = True
            self.session.host_name = hostname
        spoken = [self.hostname, f"SIZE {self.limits.size_max}", "8BITMIME", "SMTPUTF8"]
        if self.tls_context is not None and not self.is_secured:
            spoken.append("STARTTLS")
        spoken += self.extensions()
        await self.push("".join(f"250-{line}\r\n" for line in spoken) + "250 HELP")

    def extensions(self) -> list[str]:
        """What else is spoken here."""
        return []

    async def push(self, status: str | bytes | None) -> None:
        """Say something, without waiting for one who has gone.

        What a client sent before it went is then still read to its end, a mail in it still stored.
        """
        if status is None:
            return
        self._writer.write((status.encode() if isinstance(status, str) else status) + b"\r\n")
        if not self._writer.is_closing():
            await self._writer.drain()

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802
        """Begin a mail, unless the connection has had its share (421)."""
        if self._mails >= self.limits.mails_max:
            self._close("421 4.7.0 Enough mails for one connection, come again")
            return
        await super().smtp_MAIL(arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Receive a mail within data_seconds."""
        self._mails += 1
        self._receiving = True
        self._reset_timeout(self.limits.data_seconds)
        try:
            await self._take_mail(arg)
        finally:
            self._receiving = False
            if self._leaving:
                self.leave()
        self._reset_timeout()

    async def _take_mail(self, arg: str) -> None:
        """Do what aiosmtpd's DATA does, but take the mail as it comes (smtp_data)."""
        if await self.check_helo_needed() or await self.check_auth_needed("DATA"):
            return
        if self.envelope is None or not self.envelope.rcpt_tos:
            await self.push("503 Error: need RCPT command")
            return
        if arg:
            await self.push("501 Syntax: DATA")
            return
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        limits = self.limits
        got = await smtp_data.receive(self._reader, limits.size_max, limits.line_max)
        if got.line_too_long:
            status = "500 Line too long (see RFC5321 4.5.3.1.6)"
        elif got.too_large:
            status = "552 Error: Too much mail data"
        else:
            self.envelope.content = self.envelope.original_content = got.content
            status = await self._call_handler_hook("DATA")
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        await self.push(status)

    async def smtp_VRFY(self, _arg: str) -> None:  # noqa: N802
        """Tell nobody who is here."""
        await self.push("252 2.5.0 Cannot VRFY, send and see")

    def _timeout_cb(self) -> None:
        self._close("421 4.4.2 Timeout")

    def _close(self, farewell: str) -> None:
        """Close politely, and hard where the other side does not take the farewell in time."""
        if self.transport is None or self.transport.is_closing():
            return
        self._writer.write(farewell.encode() + b"\r\n")
        self.transport.close()
        if self._timeout_handle is not None:
            self._timeout_handle.cancel()
        self._timeout_handle = self.loop.call_later(_FAREWELL_SECONDS, self.abort)

    def _getaddr(self, arg: str) -> tuple[Any, Any]:
        """Read a plain <local@host> at once; anything else by the RFC 5322 parser of aiosmtpd.

        The parser takes 43 % of the time of a mail; both give the same for what matches.
        """
        plain = _PLAIN_ADDRESS.fullmatch(arg)
        if plain is not None:
            return plain[1], plain[2] or ""
        parsed: tuple[Any, Any] = super()._getaddr(arg)
        return parsed


def peer_name(peer: object) -> str:
    """Name the other side: its address, or "local" for one in the file system."""
    return str(peer[0]) if isinstance(peer, tuple) and peer else str(peer or "local")


COMMANDS = [name for name in dir(smtp.SMTP) if name.startswith("smtp_") and name != "smtp_AUTH"]
