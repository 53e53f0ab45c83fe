"""Keys made here, a zone in memory, and what a provider does: it signs what its users send."""

import base64
import hashlib
from collections.abc import Iterable
from functools import cache
from itertools import count

import dkim

from pbp.letters.dkim_check import LookupTroubleError

SIGNED = (b"from", b"to", b"cc", b"subject", b"date")
"""What QQ signs: not Message-ID."""


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 128:
        length = bytes([size])
    else:
        octets = size.to_bytes((size.bit_length() + 7) // 8, "big")
        length = bytes([128 | len(octets)]) + octets
    return bytes([tag]) + length + content


def _integer(number: int) -> bytes:
    return _der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def _prime(label: str, bits: int) -> int:
    """A prime that a label always gives, so that tests are the same every time."""
    for turn in count():
        seed = b"".join(
            hashlib.sha256(f"{label}|{turn}|{part}".encode()).digest()
            for part in range(bits // 256)
        )
        number = int.from_bytes(seed, "big") | (3 << (bits - 2)) | 1
        if all(number % small for small in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31)) and all(
            pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7, 11)
        ):
            return number
    raise AssertionError


class Key:
    """An RSA key: its private half in PEM, its public half as a TXT record."""

    def __init__(self, label: str, bits: int = 1024) -> None:
        one, other, exponent = (
            _prime(f"{label} p", bits // 2),
            _prime(f"{label} q", bits // 2),
            65537,
        )
        modulus, secret = one * other, pow(exponent, -1, (one - 1) * (other - 1))
        numbers = (0, modulus, exponent, secret, one, other)
        rest = (secret % (one - 1), secret % (other - 1), pow(other, -1, one))
        body = base64.encodebytes(_der(48, b"".join(map(_integer, (*numbers, *rest)))))
        self.pem = b"-----BEGIN RSA PRIVATE KEY-----\n" + body + b"-----END RSA PRIVATE KEY-----\n"
        bare = _der(48, _integer(modulus) + _integer(exponent))
        rsa = bytes.fromhex("300d06092a864886f70d0101010500")
        public = _der(48, rsa + _der(3, b"\0" + bare))
        self.record = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)


@cache
def key(label: str, bits: int = 1024) -> Key:
    """The key of that label, made once."""
    return Key(label, bits)


class Zone:
    """A resolver that knows what it was told, and how often it was asked."""

    def __init__(self, **_: object) -> None:
        self.records: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.silent = False

    def publish(self, domain: str, selector: str = "s1", extra: bytes = b"", bits: int = 1024):
        """A domain's key stands in the zone."""
        self.records[f"{selector}._domainkey.{domain}"] = key(domain, bits).record + extra

    def __call__(self, name: str) -> bytes | None:
        self.asked.append(name)
        if self.silent:
            raise LookupTroubleError(name)
        return self.records.get(name)


def signed(
    raw: bytes,
    domain: str,
    *,
    headers: Iterable[bytes] = SIGNED,
    selector: str = "s1",
    bits: int = 1024,
    length: bool = False,
) -> bytes:
    """The mail as a domain hands it on: its signature above it."""
    present = {line.partition(b":")[0].lower() for line in raw.split(b"\r\n\r\n")[0].split(b"\r\n")}
    line = dkim.sign(
        raw,
        selector.encode(),
        domain.encode(),
        key(domain, bits).pem,
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[name for name in headers if name in present],
        length=length,
    )
    return bytes(line) + raw
