"""The transport to a smarthost: smtplib on one kept connection, one recipient a message.

Runs in the outbox worker's thread. A message goes out as it is; only its line ends are made CRLF,
for a lone LF or CR is refused by strict servers and smuggles on lax ones. Must never log an
address or a password, and never fall back to clear text.
"""

import os
import re
import smtplib
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from pbp.letters.idn import in_ascii
from pbp.post.transport import RefusedForGood, RefusedForNow, TransportDown
from pbp.store import OutboxRow

_LINE_END = re.compile(rb"\r\n|\r|\n")
_CLOSING = 421


class SmtpOutSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How mail goes out.

    security: none · starttls (RFC 3207) · tls (RFC 8314), certificates are always checked, against
        ca_file where one is given, else against the system's. hostname: our name in EHLO.
    username: log in with it; the password comes from the environment variable password_env or
        from password_file (one line), read at each login and kept nowhere.
    timeout_seconds: for each answer of the other side.
    """

    host: str = "127.0.0.1"
    port: int = 25
    security: Literal["none", "starttls", "tls"] = "none"
    hostname: str = "localhost"
    username: str | None = None
    password_env: str | None = None
    password_file: Path | None = None
    ca_file: Path | None = None
    timeout_seconds: float = 60.0


class SmtpTransport:
    """Sends by SMTP (RFC 5321) and keeps its connection."""

    def __init__(self, settings: SmtpOutSettings) -> None:
        self._settings = settings
        self._connection: smtplib.SMTP | None = None

    def send(self, mail: OutboxRow) -> None:
        """Hand one message over; see Transport for what is raised."""
        mail = msgspec.structs.replace(mail, recipient=in_ascii(mail.recipient))
        _check_address(mail.recipient)
        _check_address(mail.envelope_from)
        try:
            connection = self._ready_for(mail)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            self._drop()
            raise TransportDown(_kind(error)) from error
        try:
            self._hand_over(connection, mail)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            # The line broke over this mail. Whether it was taken nobody knows; were it the whole
            # transport, the next mail would find out, and one poisonous mail must not hold up all.
            self._drop()
            raise RefusedForNow(_kind(error)) from error

    def try_out(self) -> dict[str, object]:
        """Connect, make it safe and log in, and send nothing.

        Returns:
            The certificate of the other side, as ssl shows it; empty where there is none.

        Raises:
            TransportDown: it does not work.
        """
        try:
            self._connection = self._connect()
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise TransportDown(_kind(error)) from None
        line = self._connection.sock
        return dict(line.getpeercert() or {}) if isinstance(line, ssl.SSLSocket) else {}

    def close(self) -> None:
        """Say QUIT."""
        if self._connection is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._connection.quit()
            self._drop()

    def _hand_over(self, connection: smtplib.SMTP, mail: OutboxRow) -> None:
        self._expect(connection.docmd("RCPT", f"TO:<{mail.recipient}>"))
        try:
            self._expect(connection.data(with_crlf(mail.data)))
        except smtplib.SMTPDataError as error:
            self._expect((error.smtp_code, _as_bytes(error.smtp_error)))

    def _ready_for(self, mail: OutboxRow) -> smtplib.SMTP:
        """Give a connection that has taken MAIL FROM; a kept one that has died is replaced."""
        options = [] if (mail.recipient + mail.envelope_from).isascii() else ["SMTPUTF8"]
        if self._connection is not None:
            with suppress(OSError, smtplib.SMTPException, RefusedForNow):
                return self._mail_from(self._connection, mail, options)
            self._drop()
        self._connection = self._connect()
        try:
            return self._mail_from(self._connection, mail, options)
        except RefusedForNow as error:
            if self._connection is None:
                raise TransportDown(str(error)) from None
            raise

    def _mail_from(
        self, connection: smtplib.SMTP, mail: OutboxRow, options: list[str]
    ) -> smtplib.SMTP:
        if options and not connection.has_extn("smtputf8"):
            message = "the smarthost does not know SMTPUTF8"
            raise RefusedForGood(message)
        if options:
            self._expect(connection.mail(mail.envelope_from, options))
        else:  # mail() and rcpt() parse addresses, which takes longer than all else of a mail
            self._expect(connection.docmd("MAIL", f"FROM:<{mail.envelope_from}>"))
        return connection

    def _expect(self, reply: tuple[int, bytes]) -> None:
        """Turn a reply that is not 2xx into trouble, and leave the connection fit for the next."""
        code, text = reply
        if 200 <= code < 300:
            return
        answer = f"{code} {text.decode('utf-8', 'replace')}"
        if code in (_CLOSING, -1):
            self._drop()
        self._reset()
        raise (RefusedForGood if code >= 500 else RefusedForNow)(answer)

    def _reset(self) -> None:
        if self._connection is None:
            return
        try:
            self._connection.rset()
        except (OSError, smtplib.SMTPException):
            self._drop()

    def _connect(self) -> smtplib.SMTP:
        settings = self._settings
        connection = self._dial()
        try:
            if settings.security == "starttls":
                connection.starttls(context=self._tls())
            connection.ehlo_or_helo_if_needed()
            if settings.username is not None:
                connection.login(settings.username, self._password())
        except smtplib.SMTPAuthenticationError as error:
            connection.close()
            message = f"login refused: {error.smtp_code}"
            raise TransportDown(message) from None
        except BaseException:
            connection.close()
            raise
        return connection

    def _dial(self) -> smtplib.SMTP:
        settings = self._settings
        if settings.security == "tls":
            return smtplib.SMTP_SSL(
                settings.host,
                settings.port,
                local_hostname=settings.hostname,
                timeout=settings.timeout_seconds,
                context=self._tls(),
            )
        return smtplib.SMTP(
            settings.host,
            settings.port,
            local_hostname=settings.hostname,
            timeout=settings.timeout_seconds,
        )

    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self._settings.ca_file)

    def _password(self) -> str:
        settings = self._settings
        if settings.password_file is not None:
            password = settings.password_file.read_text("utf-8").strip("\r\n")
        else:
            password = os.environ.get(settings.password_env or "", "")
        if not password:
            message = "no password: neither its environment variable nor its file has one"
            raise TransportDown(message)
        if not password.isascii():
            message = "the password has characters that smtplib cannot send, only ASCII will do"
            raise TransportDown(message)
        return password

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def with_crlf(data: bytes) -> bytes:
    """Give a message with CRLF at every line end; one that has them comes back as it is."""
    pairs = data.count(b"\r\n")
    if data.count(b"\n") == pairs == data.count(b"\r"):
        return data
    return _LINE_END.sub(b"\r\n", data)


def _check_address(address: str) -> None:
    """Let nothing through that could be a second command, or no address (RFC 5321, 4.1.1)."""
    if not address.isprintable() or set(address) & set("<> "):
        message = "not an address"
        raise RefusedForGood(message)


def _kind(error: Exception) -> str:
    """Name trouble with the line: its text may hold addresses, that of a certificate does not."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"{type(error).__name__}: {error.verify_message}"
    code = getattr(error, "smtp_code", None)
    return type(error).__name__ if code is None else f"{type(error).__name__} {code}"


def _as_bytes(text: bytes | str) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
