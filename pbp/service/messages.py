"""The bytes of a mail of ours: one recipient, headers that tell nothing, the words twice.

Built anew from plain values; nothing of an owner's mail goes into it but the Message-ID that his
own answer threads under.
"""

import re
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from functools import lru_cache
from urllib.parse import quote

import msgspec

from pbp.letters.idn import in_ascii
from pbp.service.bodies import lines_of
from pbp.service.incoming import Ref

_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,900}>")


class Listed(msgspec.Struct, frozen=True):
    """What the headers of a list say. name: its id; post, leave: addresses of ours.

    subject: of the mail that leaves, where an address alone does not say it. url: where a POST
    leaves (RFC 8058), "" where nothing listens there.
    """

    name: str
    post: str
    leave: str
    subject: str = ""
    url: str = ""


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """One message before its bytes. to: the recipient as the game names him.

    sender, reply_to: (display name, address). answers: Message-ID of the letter that it answers.
    thread: the Message-ID of ours under which it stands, "" where it opens its thread.
    html: the text once more, in its frame.
    """

    to: str
    address: str
    sender: tuple[str, str]
    reply_to: tuple[str, str]
    subject: str
    text: str
    at: datetime
    name: str
    ref: Ref
    priority: int
    answers: str | None = None
    thread: str = ""
    listed: Listed | None = None
    html: str = ""


def message(envelope: Envelope, game: str, host: str) -> bytes:
    """The complete message, CRLF line ends (RFC 5322, 2045, 2369, 2919, 3834, 8058).

    ASCII, but for a local part that is not (RFC 6532); somebody's odd Message-ID is not repeated.
    """
    lines = [
        _header("From", _mailbox(*envelope.sender)),
        _header("To", in_ascii(envelope.address)),
        _header("Reply-To", _mailbox(*envelope.reply_to)),
        _header("Subject", _encoded(envelope.subject)),
        _header("Date", format_datetime(envelope.at)),
        _header("Message-ID", envelope.name),
        *_thread(envelope),
        *(_list(envelope.listed) if envelope.listed else ()),
        _header("Auto-Submitted", "auto-replied" if envelope.answers else "auto-generated"),
        _header("X-Auto-Response-Suppress", "All"),
        _header("X-Loop", f"{game}@{host}"),
        "MIME-Version: 1.0",
        *lines_of(envelope.name, envelope.text, envelope.html),
    ]
    return ("\r\n".join(lines) + "\r\n").encode("utf-8", "replace")


def _thread(envelope: Envelope) -> list[str]:
    """An answer stands under the letter that it answers, a post under its thread's first one."""
    above = envelope.thread
    if envelope.answers and _MESSAGE_ID.fullmatch(envelope.answers):
        above = envelope.answers
    return [_header("In-Reply-To", above), _header("References", above)] if above else []


def _list(listed: Listed) -> list[str]:
    leave = f"mailto:{listed.leave}"
    if listed.subject:
        leave += f"?subject={quote(listed.subject)}"
    lines = [
        _header("List-Id", f"<{listed.name}>"),
        _header("List-Post", f"<mailto:{listed.post}>"),
    ]
    if not listed.url:
        return [*lines, _header("List-Unsubscribe", f"<{leave}>")]
    return [
        *lines,
        _header("List-Unsubscribe", f"<{leave}>,\r\n <{listed.url}>"),
        _header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def _header(name: str, value: str) -> str:
    return f"{name}: {value}"


@lru_cache(maxsize=2048)
def _encoded(text: str) -> str:
    """A header's text as RFC 2047 has it, folded."""
    if text.isascii():
        return text
    return Header(text, "utf-8", maxlinelen=72).encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    """A display name and an address; the name alone is encoded, never the address (RFC 2047, 5)."""
    if name.isascii():
        quoted = name.replace("\\", "").replace('"', "")
        return f'"{quoted}" <{address}>'
    return f"{_encoded(name)} <{address}>"
