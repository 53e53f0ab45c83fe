"""Mail of people who log in (RFC 6409, 4954): as SMTP, but nobody says MAIL without a login.

Who has logged in is believed to be the owner of that address; a From line that names another is
nobody's word. Never takes a password in clear, never says whether an address is known.
"""

import asyncio
import base64
import binascii
import logging
from collections.abc import Callable, Iterable
from typing import Any

from pbp.post.journal_writer import JournalWriter
from pbp.post.logins import Logins
from pbp.post.smtp_in import SmtpInSettings, SmtpIntake
from pbp.post.smtp_session import COMMANDS, SmtpSession

_log = logging.getLogger(__name__)

TRIES_MAX = 3
"""Wrong logins of one connection."""
ANSWER_MAX = 1024
_WRONG = "535 5.7.8 Login refused"
_BROKEN = "501 5.5.2 Not understood"


class SubmissionSession(SmtpSession):
    """The server's side of one connection."""

    def __init__(self, handler: object, *, logins: Logins, **manners: Any) -> None:
        self._logins = logins
        self._tries = 0
        super().__init__(handler, **manners)

    def __dir__(self) -> Iterable[str]:
        """Name the commands only; see SmtpSession.__dir__."""
        return _COMMANDS

    def extensions(self) -> list[str]:
        """Logins are offered inside TLS only."""
        return ["ENHANCEDSTATUSCODES", *(["AUTH PLAIN LOGIN"] if self.is_secured else [])]

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802
        """Begin a mail of somebody who has logged in."""
        if self.proved is None:
            await self.push("530 5.7.0 Log in first")
            return
        await super().smtp_MAIL(arg)

    async def smtp_AUTH(self, arg: str | None) -> None:  # noqa: N802
        """Log in (RFC 4954), by PLAIN (RFC 4616) or LOGIN."""
        mechanism, _, first = (arg or "").partition(" ")
        if not self.is_secured:
            await self.push("538 5.7.11 Say STARTTLS first")
        elif self.proved is not None:
            await self.push("503 5.5.1 You have logged in")
        elif mechanism.upper() not in ("PLAIN", "LOGIN"):
            await self.push("504 5.5.4 PLAIN or LOGIN")
        else:
            ask = self._plain if mechanism.upper() == "PLAIN" else self._login
            found = await ask(first.strip())
            await (self.push(_BROKEN) if found is None else self._check(*found))

    async def _check(self, login: str, password: str) -> None:
        self.proved = await asyncio.to_thread(self._logins.check, login, password)
        if self.proved is not None:
            await self.push("235 2.7.0 Welcome")
            return
        self._tries += 1
        _log.warning("a login was refused")
        if self._tries >= TRIES_MAX:
            self._close("421 4.7.0 Too many wrong logins")
        else:
            await self.push(_WRONG)

    async def _plain(self, first: str) -> tuple[str, str] | None:
        said = _decoded(first) if first else await self._ask("")
        parts = said.split("\0") if said is not None else []
        return (parts[1], parts[2]) if len(parts) == 3 and parts[1] else None

    async def _login(self, first: str) -> tuple[str, str] | None:
        login = _decoded(first) if first else await self._ask("Username:")
        password = await self._ask("Password:") if login else None
        return (login, password) if login and password is not None else None

    async def _ask(self, what: str) -> str | None:
        """Ask for the next piece; None where it is no answer."""
        await self.push("334 " + base64.b64encode(what.encode()).decode())
        line = await self._reader.readuntil()
        return _decoded(line.decode("ascii", "replace").strip())


_COMMANDS = [*COMMANDS, "smtp_AUTH"]


class SubmissionIntake(SmtpIntake):
    """The listening server. start() it in the loop that it shall run in, stop() it there."""

    name = "submission"

    def __init__(
        self,
        settings: SmtpInSettings,
        journal: JournalWriter,
        is_ours: Callable[[str], bool],
        logins: Logins,
    ) -> None:
        """As for SMTP. logins: who may hand in mail."""
        super().__init__(settings, journal, is_ours)
        self._logins = logins

    def converse(self) -> SmtpSession:
        """Begin one conversation."""
        return SubmissionSession(self.handler, logins=self._logins, **self.manners())


def _decoded(text: str) -> str | None:
    """Base64 text; "=" is the empty answer (RFC 4954, 4), "*" and junk are none."""
    if text == "=":
        return ""
    try:
        raw = base64.b64decode(text, validate=True)
        return raw.decode("utf-8") if len(raw) <= ANSWER_MAX else None
    except (binascii.Error, ValueError):
        return None
