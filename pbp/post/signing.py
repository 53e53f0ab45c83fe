"""DKIM signatures on what goes out (RFC 6376): the last thing that is done to a mail.

What a reader's program acts on is signed once more than it stands there, so that nobody can add a
second From, Subject, Reply-To or way to leave the list. Must never change a mail otherwise, and
never log or show the key.
"""

import logging
from base64 import b64encode
from pathlib import Path

import dkim
import msgspec

from pbp.post.smtp_out import with_crlf
from pbp.post.transport import Transport, TransportDown
from pbp.store import OutboxRow

OVERSIGNED = (
    b"from",
    b"subject",
    b"reply-to",
    b"to",
    b"date",
    b"list-unsubscribe",
    b"list-unsubscribe-post",
)
"""Headers that nobody may add another of."""

ALSO = (
    b"message-id",
    b"in-reply-to",
    b"references",
    b"mime-version",
    b"content-type",
    b"content-transfer-encoding",
    b"list-id",
    b"list-post",
    b"auto-submitted",
)
"""Headers that are signed as they stand, where they do."""

_SILENT = logging.getLogger("pbp.dkimpy")


class KeyBroken(Exception):  # noqa: N818 - names what is broken
    """The key file cannot be read, or holds no RSA key."""


class Signer:
    """Signs mails for one domain."""

    def __init__(self, domain: str, selector: str, key: bytes) -> None:
        """key: the private key, in PEM.

        Raises:
            KeyBroken: it is none that can sign.
        """
        self._domain = domain.encode("idna")
        self._selector = selector.encode("ascii")
        self._key = key
        try:
            self.sign(b"From: a@a.test\r\n\r\n")
        except Exception as error:
            raise KeyBroken(type(error).__name__) from None

    @classmethod
    def of_file(cls, domain: str, selector: str, file: Path) -> "Signer":
        """A signer with the key of a file.

        Raises:
            KeyBroken: it cannot be read, or is no key.
        """
        try:
            key = file.read_bytes()
        except OSError as error:
            raise KeyBroken(type(error).__name__) from None
        return cls(domain, selector, key)

    def public_key(self) -> str:
        """The public half as it stands behind p= in DNS (RFC 6376, 3.6.1)."""
        numbers = dkim.crypto.parse_pem_private_key(self._key)
        bare = _der(48, _integer(numbers["modulus"]) + _integer(numbers["publicExponent"]))
        return b64encode(_der(48, _RSA + _der(3, b"\0" + bare))).decode()

    def sign(self, data: bytes) -> bytes:
        """The mail with its signature above it."""
        data = with_crlf(data)
        head = data.partition(b"\r\n\r\n")[0].split(b"\r\n")
        present = [line.partition(b":")[0].lower() for line in head if line[:1] not in b" \t"]
        names = [name for name in present if name in OVERSIGNED or name in ALSO]
        header = dkim.DKIM(data, logger=_SILENT).sign(
            self._selector,
            self._domain,
            self._key,
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[*names, *OVERSIGNED],
        )
        return bytes(header) + data


_RSA = bytes.fromhex("300d06092a864886f70d0101010500")
"""The name of RSA in a public key (RFC 8017, A.1)."""


def _der(tag: int, content: bytes) -> bytes:
    """One value in DER (X.690)."""
    size = len(content)
    octets = size.to_bytes((size.bit_length() + 7) // 8, "big")
    length = bytes([size]) if size < 128 else bytes([128 | len(octets)]) + octets
    return bytes([tag]) + length + content


def _integer(number: int) -> bytes:
    return _der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


class SigningTransport:
    """Signs each mail, then hands it to the transport behind it."""

    def __init__(self, behind: Transport, signer: Signer) -> None:
        self._behind = behind
        self._signer = signer

    def send(self, mail: OutboxRow) -> None:
        """Sign one message and hand it over; see Transport for what is raised.

        Raises:
            TransportDown: it could not be signed; unsigned it must not go.
        """
        try:
            data = self._signer.sign(mail.data)
        except Exception as error:
            message = f"not signed: {type(error).__name__}"
            raise TransportDown(message) from None
        self._behind.send(msgspec.structs.replace(mail, data=data))

    def close(self) -> None:
        """Let go of what the transport behind keeps open."""
        self._behind.close()
