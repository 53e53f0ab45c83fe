"""`pbp check`, names: what DNS says of our domain (MX, SPF, DKIM, DMARC), and greylisting.

Asked of the machine's resolver, with little patience; where none answers it is said and left out.
Greylisting is tried at the door of our MX, as far as RCPT: no mail is sent there.
"""

import re
import smtplib
from collections.abc import Callable, Iterator

from pbp import wiring
from pbp.commands.finding import FINE, HINT, SKIPPED, WRONG, Finding
from pbp.config import Config, ConfigError
from pbp.letters.dkim_check import LookupTroubleError
from pbp.service import addresses

PATIENCE_SECONDS = 4.0

LOCAL = re.compile(r"(?:^|\.)(?:localhost|test|invalid|example|local)$|^[^.]+$|^[\d.]+$")
"""Names that no DNS knows."""

Ask = Callable[[str, str], list[str]]
"""Gives the records of a name and kind; raises LookupTroubleError where nobody answers."""

Knock = Callable[[str, str], str]
"""Gives what a host answers to a mail for somebody; raises OSError where it does not."""


def ask_dns(name: str, kind: str) -> list[str]:
    """The records of a name, as the machine's resolver gives them.

    Raises:
        LookupTroubleError: nobody answers.
    """
    import dns.exception
    import dns.resolver

    try:
        answer = dns.resolver.resolve(name, kind, lifetime=PATIENCE_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError, ValueError) as error:
        raise LookupTroubleError(type(error).__name__) from None
    if kind == "TXT":
        return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
    return [str(record.exchange).rstrip(".") for record in answer]


def knock_at(host: str, recipient: str, port: int = 25) -> str:
    """What a mail server answers to the first try of a mail for somebody; no mail is sent.

    Raises:
        OSError, smtplib.SMTPException: nobody answers there.
    """
    with smtplib.SMTP(host, port, timeout=PATIENCE_SECONDS) as door:
        door.ehlo_or_helo_if_needed()
        for answer in (door.docmd("MAIL", "FROM:<>"), door.docmd("RCPT", f"TO:<{recipient}>")):
            code, text = answer
            if code >= 400:
                break
        return f"{code} {text.decode('utf-8', 'replace')}"


def names(config: Config, ask: Ask = ask_dns, knock: Knock = knock_at) -> Iterator[Finding]:
    """What DNS says of our domain."""
    host = config.server.host
    if config.addressing.style == "single":
        yield Finding("DNS", SKIPPED, "one mailbox: its provider's names count, not ours")
        return
    if LOCAL.search(host):
        yield Finding("DNS", SKIPPED, f"{host} is no name that others can look up")
        return
    try:
        yield from _asked(config, host, ask, knock)
    except LookupTroubleError as error:
        do = "look at /etc/resolv.conf, then run this again"
        yield Finding("DNS", SKIPPED, f"no resolver answers ({error})", do)


def _asked(config: Config, host: str, ask: Ask, knock: Knock) -> Iterator[Finding]:
    mx = ask(host, "MX")
    do = f"{host}. IN MX 10 <your mail server>."
    yield _there("MX", ", ".join(mx), do)
    if mx:
        yield _first_try(mx[0], addresses.write(wiring.settings_of(config), "gm"), knock)
    spf = [record for record in ask(host, "TXT") if record.lower().startswith("v=spf1")]
    if len(spf) > 1:
        yield Finding("SPF", WRONG, f"{len(spf)} records", "leave one: two are as bad as none")
    else:
        yield _there("SPF", "".join(spf), f'{host}. IN TXT "v=spf1 mx -all"')
    yield _dkim(config, host, ask)
    dmarc = [r for r in ask(f"_dmarc.{host}", "TXT") if r.lower().startswith("v=dmarc1")]
    yield _there("DMARC", "".join(dmarc), f'_dmarc.{host}. IN TXT "v=DMARC1; p=quarantine"')


def _first_try(mx: str, recipient: str, knock: Knock) -> Finding:
    """Whether our MX takes mail at the first try: a mail that is put off is late (C-2.1)."""
    what = "greylisting"
    do = f"never greylist mail to {recipient.rpartition('@')[2]}: it costs orders sent in time"
    try:
        answer = "".join(c if c.isprintable() else " " for c in knock(mx, recipient))[:200]
    except (OSError, smtplib.SMTPException, ValueError) as error:
        found = f"{mx} port 25 is not reached from here ({type(error).__name__}), so not tried"
        return Finding(what, HINT, found, do)
    if answer.startswith("4"):
        return Finding(what, WRONG, f"{mx} puts the first try off: {answer}", do)
    if answer.startswith("5"):
        do = f"let {mx} take mail for {recipient}, and hand it to pbp"
        return Finding("MX", WRONG, f"{mx} refuses {recipient}: {answer}", do)
    return Finding(what, FINE, f"{mx} takes the first try, from this machine")


def _there(what: str, found: str, do: str) -> Finding:
    return Finding(what, FINE, found) if found else Finding(what, WRONG, "no record", do)


def _dkim(config: Config, host: str, ask: Ask) -> Finding:
    """Whether the published key is the one that signs: a mail is signed, and looked at."""
    from pbp.letters import dkim_check

    try:
        signer = wiring.signer_of(config)
    except ConfigError:
        signer = None
    if signer is None:
        return Finding("DKIM", SKIPPED, "mail is not signed here")
    dkim = config.delivery.dkim
    name = f"{dkim.selector}._domainkey.{dkim.domain or host}"
    records = [record.encode() for record in ask(name, "TXT")]
    do = f'{name}. IN TXT "v=DKIM1; k=rsa; p={signer.public_key()}"'
    if not records:
        return Finding("DKIM", WRONG, f"{name}: no record", do)
    mail = signer.sign(f"From: gm@{host}\r\nSubject: check\r\n\r\ncheck\r\n".encode())
    (claim,) = dkim_check.claims(mail)
    if dkim_check.verify(mail, claim, lambda _: records[0]) != dkim_check.PASS:
        return Finding("DKIM", WRONG, f"{name}: another key than ours", do)
    return Finding("DKIM", FINE, name)
