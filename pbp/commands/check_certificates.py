"""`pbp check`, certificates: until when they are good, ours and those of the servers we talk to.

A certificate that nobody renewed in time is found out by the players, whose mail is then refused;
so it is told two weeks before.
"""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbp.commands.finding import FINE, HINT, WRONG, Finding

SOON = timedelta(days=14)
"""So long before its end a certificate should have been renewed."""


class CertificateTrouble(Exception):  # noqa: N818  (whose trouble it is, not that it is one)
    """A certificate cannot be used; the text says why."""


def ends_of_file(certificate: Path, key: Path) -> datetime:
    """Until when a certificate of ours is good: it is shown once, inside this program, and read.

    Raises:
        CertificateTrouble: no PEM, not one pair, not valid today.
    """
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    try:
        server.load_cert_chain(certificate, key)
        client.load_verify_locations(certificate)
        return ends_of(_shown(server, client))
    except ssl.SSLCertVerificationError as error:
        raise CertificateTrouble(error.verify_message) from None
    except (OSError, ssl.SSLError) as error:
        message = f"cannot be used: {error}"
        raise CertificateTrouble(message) from None


def _shown(server: ssl.SSLContext, client: ssl.SSLContext) -> dict[str, object]:
    """What a client sees of a server's certificate."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = server.wrap_bio(up, down, server_side=True)
    theirs = client.wrap_bio(down, up, server_side=False)
    for side in (theirs, ours, theirs):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    return dict(theirs.getpeercert() or {})


def ends_of(shown: dict[str, object]) -> datetime:
    """When a certificate, as Python shows it, ends."""
    seconds = ssl.cert_time_to_seconds(str(shown["notAfter"]))
    return datetime.fromtimestamp(seconds, UTC)


def ours(what: str, file: str, ends: datetime, now: datetime) -> Finding:
    """A certificate of ours that is good today."""
    if ends - now < SOON:
        do = "renew it now, and find out why nothing did: then restart pbp serve"
        return Finding(what, WRONG, f"{file}: {until(ends, now)}", do)
    return Finding(what, FINE, f"{file}: {until(ends, now)}")


def theirs(what: str, shown: dict[str, object], now: datetime) -> Iterator[Finding]:
    """A certificate that a server showed us; nothing where it is good for long, or was none."""
    if not shown or ends_of(shown) - now >= SOON:
        return
    do = "renew it, if that server is yours; after its end no mail goes that way"
    yield Finding(f"certificate of the {what}", HINT, until(ends_of(shown), now), do)


def until(ends: datetime, now: datetime) -> str:
    """Until when, and how many days that is."""
    days = (ends - now) // timedelta(days=1)
    return f"good until {ends:%Y-%m-%d}, {days} days from now"
