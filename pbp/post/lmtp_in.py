"""Mail comes in by LMTP (RFC 2033), from a mail server of our own in front, over TCP or a socket.

As SMTP, but for the greeting, and that the end of DATA is answered once for each recipient that
was accepted. A mail is stored once, for all of them: so each gets the same answer. Listens on this
machine only, unless told otherwise: whoever can talk here is believed about the time of receipt.
"""

import asyncio
import errno
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pbp.post.journal_writer import JournalWriter
from pbp.post.smtp_in import RECIPIENT_OK, SmtpInSettings, SmtpIntake
from pbp.post.smtp_session import COMMANDS, SmtpSession


class LmtpSettings(SmtpInSettings, frozen=True, kw_only=True):
    """As for SMTP. socket: a path to listen at instead of host and port; socket_mode: its rights.

    queue_seconds: how long, after a stop that a deadline fell into, the server in front may need
        to bring what it held meanwhile. Phases that ended in the stop wait for it (C-2.9).
    """

    socket: Path | None = None
    socket_mode: int = 0o660
    queue_seconds: float = 0.0


class LmtpSession(SmtpSession):
    """The server's side of one connection."""

    def __init__(self, handler: object, **manners: Any) -> None:
        self._accepted = 0
        self._is_ending = False
        super().__init__(handler, **manners)

    def __dir__(self) -> Iterable[str]:
        """Name the commands only; see SmtpSession.__dir__."""
        return _COMMANDS

    def extensions(self) -> list[str]:
        """What RFC 2033, 4.2 asks for."""
        return ["PIPELINING", "ENHANCEDSTATUSCODES"]

    async def smtp_LHLO(self, hostname: str) -> None:  # noqa: N802
        """Greet."""
        await super().smtp_EHLO(hostname)

    async def smtp_HELO(self, _hostname: str) -> None:  # noqa: N802
        """Refuse (RFC 2033, 4.1)."""
        await self.push("500 5.5.1 This is LMTP, say LHLO")

    async def smtp_EHLO(self, _hostname: str) -> None:  # noqa: N802
        """Refuse (RFC 2033, 4.1)."""
        await self.push("500 5.5.1 This is LMTP, say LHLO")

    def _set_rset_state(self) -> None:
        """Forget the mail that was begun, and its recipients."""
        self._accepted = 0
        super()._set_rset_state()  # type: ignore[no-untyped-call]

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """Receive a mail; its end is answered for each recipient (RFC 2033, 4.2)."""
        self._is_ending = self._accepted > 0 and not arg
        await super().smtp_DATA(arg)

    async def push(self, status: str | bytes | None) -> None:
        """Say something, and at the end of a mail as often as it had recipients.

        The end may also be an exception, which is answered after smtp_DATA has gone.
        """
        text = str(status)
        if text.startswith(RECIPIENT_OK):
            self._accepted += 1
        times = 1
        if self._is_ending and not text.startswith("354"):
            times, self._accepted, self._is_ending = self._accepted, 0, False
        for _ in range(times):
            await super().push(status)


_COMMANDS = [*COMMANDS, "smtp_LHLO"]


class LmtpIntake(SmtpIntake):
    """The listening server. start() it in the loop that it shall run in, stop() it there."""

    name = "lmtp"
    settings: LmtpSettings

    def __init__(
        self, settings: LmtpSettings, journal: JournalWriter, is_ours: Callable[[str], bool]
    ) -> None:
        """As for SMTP; whoever connects is our own server, so its Received line is read."""
        super().__init__(settings, journal, is_ours)
        self.settings = settings
        self._held_at: datetime | None = None
        self._held_until: datetime | None = None

    def converse(self) -> SmtpSession:
        """Begin one conversation."""
        return LmtpSession(self.handler, **self.manners())

    def believes(self, peer: str) -> bool:  # noqa: ARG002
        """Whether a peer is a mail server of ours: nobody else speaks LMTP to us."""
        return True

    async def listen(self) -> asyncio.Server:
        """Open the door; a socket that a killed server left behind is replaced.

        Raises:
            OSError: somebody listens there, or what is there is no socket.
        """
        settings = self.settings
        if settings.socket is None:
            return await super().listen()
        if settings.socket.exists():
            if not settings.socket.is_socket():
                raise OSError(errno.EEXIST, "it is there and is no socket")
            if await _is_heard(settings.socket):
                raise OSError(errno.EADDRINUSE, "another program listens there")
            settings.socket.unlink()
        server = await asyncio.get_running_loop().create_unix_server(
            self._connection, str(settings.socket), backlog=256
        )
        settings.socket.chmod(settings.socket_mode)
        return server

    async def stop(self) -> None:
        """Close the door, and take the socket away if it is ours."""
        await super().stop()
        if self.settings.socket is not None and self._server is not None:
            self.settings.socket.unlink(missing_ok=True)

    def was_away(self, since: datetime, now: datetime) -> None:
        """We were away from `since` to `now`, and a deadline fell into it: mail may be queued."""
        self._held_at = since
        self._held_until = now + timedelta(seconds=self.settings.queue_seconds)

    def complete_until(self) -> datetime:
        """Give an instant up to which every letter that came in here is in the store."""
        until = super().complete_until()
        if self._held_at is None or self._held_until is None or until >= self._held_until:
            return until
        return min(self._held_at, until)


async def _is_heard(path: Path) -> bool:
    """Whether a program listens on a socket."""
    try:
        _, writer = await asyncio.open_unix_connection(str(path))
    except OSError:
        return False
    writer.close()
    return True
