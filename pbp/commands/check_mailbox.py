"""`pbp check`, the mailbox that is read: whether it opens, and whether a mail has come into it.

Looks only: no flag is set, and nothing is moved.
"""

import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from imapclient.exceptions import IMAPClientError

from pbp import wiring
from pbp.commands import check_certificates
from pbp.commands.finding import FINE, WRONG, Finding
from pbp.config import Config
from pbp.post.imap_session import NoPassword, connected, hang_up

LOOKED_AT = 20
"""So many of the newest mails of a folder are looked at."""

AGAIN_SECONDS = 1.0


def mailbox(config: Config, now: datetime) -> Iterator[Finding]:
    """Whether the mailbox opens, with all its folders."""
    if not config.intake.imap.enabled:
        return
    imap, what = config.intake.imap, "mailbox"
    where = f"{imap.login} at {imap.host} port {imap.port}, {imap.security}"
    try:
        client = connected(wiring.imap_settings_of(config))
    except Exception as error:  # whatever a server says, a report is due
        yield Finding(what, WRONG, f"{where}: {_kind(error)}", _advice(error))
        return
    try:
        yield from _opened(client, imap.folders, what, where)
        shown = _shown(client)
    finally:
        hang_up(client)
    yield from check_certificates.theirs(what, shown, now)


def _opened(client: Any, folders: tuple[str, ...], what: str, where: str) -> Iterator[Finding]:
    for folder in folders:
        try:
            client.select_folder(folder, readonly=True)
        except (OSError, IMAPClientError):
            do = f"name the folders as they are there: {', '.join(_folders(client))}"
            yield Finding(what, WRONG, f"{where}: the folder {folder} does not open", do)
            return
    idle = "with" if client.has_capability("IDLE") else "without"
    yield Finding(what, FINE, f"{where}, {idle} IDLE: {', '.join(folders)}")


def _folders(client: Any) -> list[str]:
    try:
        return [str(name) for _, _, name in client.list_folders()][:LOOKED_AT]
    except (OSError, IMAPClientError):
        return []


def _shown(client: Any) -> dict[str, object]:
    """The server's certificate, as ssl shows it; empty without TLS."""
    line = client.socket()
    return dict(line.getpeercert() or {}) if hasattr(line, "getpeercert") else {}


def _kind(error: Exception) -> str:
    """Name trouble; what a server says may hold addresses, what is wrong with a certificate not."""
    said = getattr(error, "verify_message", "")
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _advice(error: Exception) -> str:
    if isinstance(error, NoPassword):
        return "write the password into password_file (one line), or set password_env"
    if "SSL" in type(error).__name__:
        return "check security and port (993 tls, 143 starttls) and the server's certificate"
    if isinstance(error, OSError):
        return "check host and port, and that IMAP is switched on there"
    return "check login and password; QQ and 163 want an app code, and IMAP switched on"


def folder_of(config: Config, message_id: str, wait: float) -> str | None:
    """The folder into which a mail has come; None if it has not when the patience is over."""
    until = time.monotonic() + wait
    while True:
        try:
            client = connected(wiring.imap_settings_of(config))
            try:
                found = _found(client, config.intake.imap.folders, message_id)
            finally:
                hang_up(client)
        except (OSError, IMAPClientError, NoPassword):
            return None
        if found is not None or time.monotonic() >= until:
            return found
        time.sleep(AGAIN_SECONDS)


def _found(client: Any, folders: tuple[str, ...], message_id: str) -> str | None:
    """Looks at the headers itself: SEARCH gives anything with some providers."""
    asked = "BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]"
    for folder in folders:
        client.select_folder(folder, readonly=True)
        newest = sorted(client.search("ALL"))[-LOOKED_AT:]
        for fields in (client.fetch(newest, [asked]) if newest else {}).values():
            if any(message_id.encode() in value for value in _bytes(fields)):
                return folder
    return None


def _bytes(fields: dict[bytes, Any]) -> list[bytes]:
    return [value for value in fields.values() if isinstance(value, bytes)]
