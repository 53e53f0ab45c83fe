"""One connection to an IMAP server: TLS, login, and the ID that some providers ask for.

Must never log a password, an address or a word of a mail, and never be used by two threads.
"""

import logging
import os
import ssl
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import msgspec
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from pbp.post.receipt import Trust

# imapclient logs what is said, and with it mails. It must not be heard.
_library_log = logging.getLogger("imapclient")
_library_log.setLevel(logging.CRITICAL + 1)
_library_log.propagate = False

WHO_WE_ARE = {"name": "pbp", "version": "1", "vendor": "pbp"}
"""Said after login: 163, 126 and yeah refuse SELECT to whoever does not say it (RFC 2971)."""


class ImapSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Which mailbox is read, and how.

    security: tls (RFC 8314) · starttls · none; certificates are always checked, against ca_file
        where one is given. login: who we are there; what proves it is in the environment variable
        password_env or in password_file (one line), read at each login and kept nowhere.
    auth: password, or xoauth2 where that is an access token, which another program renews.
    folders: all are read, the first is watched by IDLE. poll_seconds: how often all are read
        whatever IDLE says. lag_seconds: how long a mail may take from its INTERNALDATE to its
        folder. look_back: at the very first visit what is older is left alone for ever.
    size_max: bytes; of a larger mail only the beginning is fetched. page_mails, page_bytes: what is
        fetched at once. retry_seconds: the wait after each failure, the last one repeats.
    step_seconds: how soon a stop, or a deadline, is noticed. stop_seconds: after that a stop cuts
        the line.
    """

    host: str = "127.0.0.1"
    port: int = 993
    security: Literal["none", "starttls", "tls"] = "tls"
    ca_file: Path | None = None
    login: str = ""
    auth: Literal["password", "xoauth2"] = "password"
    password_env: str | None = None
    password_file: Path | None = None
    folders: tuple[str, ...] = ("INBOX",)
    idle: bool = True
    poll_seconds: float = 60.0
    lag_seconds: float = 5.0
    look_back: timedelta = timedelta(days=7)
    size_max: int = 25 * 1024 * 1024
    page_mails: int = 50
    page_bytes: int = 8 * 1024 * 1024
    timeout_seconds: float = 60.0
    retry_seconds: tuple[float, ...] = (5.0, 15.0, 60.0, 300.0)
    step_seconds: float = 0.5
    stop_seconds: float = 5.0
    trust: Trust = Trust()


class NoPassword(Exception):  # noqa: N818  (whose trouble it is, not that it is one)
    """Neither the environment variable nor the file holds anything."""


def connected(settings: ImapSettings) -> Any:
    """Connect and log in; the client gives times as they are, in their own zone.

    Raises:
        OSError, IMAPClientError, NoPassword: not now.
    """
    client = IMAPClient(
        settings.host,
        port=settings.port,
        ssl=settings.security == "tls",
        ssl_context=_tls(settings) if settings.security == "tls" else None,
        timeout=settings.timeout_seconds,
    )
    client.normalise_times = False
    try:
        if settings.security == "starttls":
            client.starttls(_tls(settings))
        _log_in(client, settings)
    except BaseException:
        hang_up(client)
        raise
    return client


def hang_up(client: Any) -> None:
    """Close a connection, whatever state it is in."""
    with suppress(OSError, IMAPClientError):
        client.shutdown()


def _log_in(client: Any, settings: ImapSettings) -> None:
    secret = _secret(settings)
    if settings.auth == "xoauth2":
        client.oauth2_login(settings.login, secret)
    else:
        client.login(settings.login, secret)
    if client.has_capability("ID"):
        with suppress(IMAPClientError):
            client.id_(WHO_WE_ARE)


def _secret(settings: ImapSettings) -> str:
    if settings.password_file is not None:
        secret = settings.password_file.read_text("utf-8").strip("\r\n")
    else:
        secret = os.environ.get(settings.password_env or "", "")
    if not secret:
        raise NoPassword
    return secret


def _tls(settings: ImapSettings) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=settings.ca_file)
