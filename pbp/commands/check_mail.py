"""`pbp check`, mail: login and TLS of the ways out and in, a mail to oneself, a sample dawn.

Sends real mails, through the very transport of the configuration, to our own address and to the
GM's boxes, and to nobody else.
"""

import re
import time
from collections.abc import Iterator
from datetime import datetime

import msgspec

from pbp import wiring
from pbp.commands import check_certificates
from pbp.commands.check_mailbox import folder_of
from pbp.commands.finding import FINE, HINT, SKIPPED, WRONG, Finding
from pbp.config import Config, ConfigError
from pbp.post.smtp_out import SmtpTransport
from pbp.post.transport import SendingTrouble
from pbp.render import Page
from pbp.render.samples import samples
from pbp.service import addresses, tokens
from pbp.service.incoming import Ref
from pbp.service.messages import Envelope, message
from pbp.store import OutboxRow, StoreError

_FOR_NOW, _REFUSED = re.compile(r"4\d\d "), re.compile(r"5\d\d ")

SLOW_SECONDS = 60.0
"""A mail to ourselves that takes longer than this is worth a word."""

NAME = "check"
"""The tag of the mails that are sent: no game has it."""


def login(config: Config, now: datetime) -> Iterator[Finding]:
    """Whether the way out opens; first that, then what is to be said of its certificate."""
    what = "way out"
    if config.delivery.transport == "maildir":
        yield Finding(what, FINE, f"folders under {config.mailboxes_path()}")
        return
    smtp = config.delivery.smtp
    where = f"{smtp.host} port {smtp.port}, {smtp.security}"
    transport, shown = wiring.bare_transport_of(config), dict[str, object]()
    try:
        if isinstance(transport, SmtpTransport):
            shown = transport.try_out()
    except SendingTrouble as error:
        yield Finding(what, WRONG, f"{where}: {error}", advice(str(error)))
        return
    finally:
        transport.close()
    known = "logged in" if smtp.login else "no login"
    yield Finding(what, FINE, f"{where}: {known}")
    yield from check_certificates.theirs(what, shown, now)


def advice(trouble: str) -> str:
    """What usually helps."""
    if _FOR_NOW.match(trouble):
        return (
            "that is what greylisting looks like: let that server take mail of this machine at the"
            " first try; until then each such mail waits for delivery.retry"
        )
    if "login" in trouble or "password" in trouble or "Auth" in trouble:
        return "check login and password; QQ and 163 want an app code, not the password"
    if "SSL" in trouble or "Certificate" in trouble:
        return "check security and port (587 starttls, 465 tls) and the server's certificate"
    if _REFUSED.match(trouble):
        return "its words say why: ask whoever runs that server to take our mail"
    return "check host, port and security; some networks block port 25"


def to_ourselves(config: Config, now: datetime, wait: float, *, running: bool) -> Finding:
    """A mail to our own address; where it can be seen, whether it comes in again.

    It is seen in the journal of a running server, else in the mailbox that is read.
    """
    what, settings = "mail to ourselves", wiring.settings_of(config)
    address = addresses.write(settings, "gm")
    page = Page(subject=f"[{NAME}] pbp check", text="pbp check\n")
    row = written_row(config, address, page, now)
    trouble = sent(config, [row])
    if trouble:
        return Finding(what, WRONG, f"{address}: {trouble}", advice(trouble))
    if config.delivery.transport == "maildir":
        why = "the transport writes folders"
        return Finding(what, SKIPPED, f"{address}: sent; {why}, so it is not awaited")
    if not running and not config.intake.imap.enabled:
        do = "start pbp serve, then run this again"
        return Finding(what, HINT, f"{address}: sent; no server runs, so it is not awaited", do)
    began, folder = time.monotonic(), ""
    if running:
        come = has_come(config, row.message_id, wait)
    else:
        folder = folder_of(config, row.message_id, wait) or ""
        come = bool(folder)
    return _came(config, address, wait, come, folder, time.monotonic() - began)


def _came(
    config: Config, address: str, wait: float, come: bool, folder: str, seconds: float
) -> Finding:
    """What is to be said of a mail to ourselves that was awaited. folder: where it was seen."""
    what = "mail to ourselves"
    if not come:
        do = "look at the mail server's log: does it hand mail for our addresses to pbp?"
        return Finding(what, WRONG, f"{address}: sent, and not there after {wait:g} s", do)
    if folder and folder != config.intake.imap.folders[0]:
        do = f"tell the provider that mail from {address} is no spam"
        return Finding(what, HINT, f"{address}: sent, and it came into {folder}", do)
    if seconds > SLOW_SECONDS:
        do = "look where it waited, in its Received lines: greylisting costs orders sent in time"
        return Finding(what, HINT, f"{address}: it took {seconds:.0f} s to come in", do)
    return Finding(what, FINE, f"{address}: sent, and it came in")


def has_come(config: Config, mark: str, wait: float) -> bool:
    """Whether the journal has the mail with a mark in it, before the patience is over."""
    until = time.monotonic() + wait
    while True:
        try:
            with wiring.open_store(config, read_only=True) as store:
                count = store.count_letters()
                for number in range(count, max(0, count - 50), -1):
                    letter = store.letter(number)
                    if letter is not None and mark.encode() in letter.raw:
                        return True
        except StoreError:
            return False
        if time.monotonic() >= until:
            return False
        time.sleep(0.2)


def sample_dawn(config: Config, now: datetime) -> Finding:
    """A dawn as players get it, to the GM's own boxes."""
    sample = next(s for s in samples(config.server.locale) if s.name.startswith("post/dawn"))
    page = wiring.renderer_of(config).page(sample.fact, sample.about)
    tagged = Page(subject=f"[{NAME}] {page.subject.partition('] ')[2]}", text=page.text)
    rows = [written_row(config, address, tagged, now) for address in config.gm.addresses]
    trouble, boxes = sent(config, rows), ", ".join(config.gm.addresses)
    if trouble:
        return Finding("sample dawn", WRONG, f"{boxes}: {trouble}", advice(trouble))
    return Finding("sample dawn", FINE, f"sent to {boxes}; look how it reads there")


def written_row(
    config: Config, address: str, page: Page, now: datetime, sender: str = ""
) -> OutboxRow:
    """A mail of ours outside any game. sender: instead of the GM identity."""
    settings = wiring.settings_of(config)
    name = tokens.message_id(wiring.new_secret(), settings.host, NAME, address, now.isoformat())
    gm = "pbp", sender or addresses.write(settings, "gm")
    frame = wiring.renderer_of(config).frame(page, config.server.locale, "prayer")
    envelope = Envelope(
        to=NAME,
        address=address,
        sender=gm,
        reply_to=gm,
        subject=page.subject,
        text=page.text,
        html=frame,
        at=now,
        name=name,
        ref=Ref(game=NAME, to=NAME, kind=NAME),
        priority=0,
    )
    return OutboxRow(
        id=0,
        game=None,
        recipient=address,
        envelope_from=sender or addresses.write(settings, "bounce", name[2:20]),
        message_id=name,
        kind=NAME,
        priority=0,
        data=message(envelope, NAME, settings.host),
        ref=msgspec.json.encode(envelope.ref),
        created_at=now,
        state="sending",
        attempts=0,
        next_try_at=now,
        last_error=None,
    )


def sent(config: Config, rows: list[OutboxRow]) -> str:
    """Hand mails over; what went wrong, or nothing."""
    try:
        transport = wiring.transport_of(config)
    except ConfigError as error:
        return str(error)
    try:
        for row in rows:
            transport.send(row)
    except SendingTrouble as error:
        return str(error)
    except OSError as error:
        return str(error.strerror or error)
    finally:
        transport.close()
    return ""
