"""Opening: the one door of this room, from the raw bytes of a mail to a Letter.

Never raises, whatever the bytes, but where memory ends; never takes longer than in proportion to
their number; asks no clock, file or network. What cannot be read is said to be unreadable, and the
rest is still told.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from pbp.letters import addresses, automatic, body, charset, headers, mime, quoting, signature
from pbp.letters.letter import Dropped, Letter
from pbp.letters.marks import QUOTED, SIGNED
from pbp.letters.tables import word_set

RAW_MAX = 32 << 20
"""Bytes of a mail that are looked at; the servers take less."""
HEAD_MAX = 16 * 1024
"""Bytes of a mail that is not opened in which its headers are looked for."""

RETURNS_MAX = 4
"""So many carriage returns in front of a line end are one with it; programs write two."""
HANDED_ON = word_set(
    "authentication-results received date dkim-signature return-path delivered-to x-original-to "
    "reply-to sender list-id x-loop auto-submitted precedence supersedes replaces "
    "arc-authentication-results received-spf from to cc"
)
"""Headers that rooms above need."""


def _nobody(_: str) -> bool:
    return False


def open_letter(raw: bytes, *, ours: Callable[[str], bool] = _nobody) -> Letter:
    """Read a mail.

    Args:
        raw: the mail as it was received.
        ours: whether a Message-ID, a List-Id or an X-Loop mark is one that we made; such a mail
            is a loop.

    Returns:
        The letter; with unreadable where its words cannot be had at all.
    """
    data = _one_line_end(raw[:RAW_MAX])
    fields, rest = headers.split(data)
    return _letter(fields, _content(fields, rest), ours)


def open_head(raw: bytes, *, ours: Callable[[str], bool] = _nobody) -> Letter:
    """What the first headers of a mail say whose reading was cut off: nothing of its words."""
    fields, _ = headers.split(_one_line_end(raw[:HEAD_MAX]))
    letter = _letter(fields, _Content(body.Body(), unreadable=True), ours)
    return msgspec.structs.replace(letter, cut_off=True)


def _letter(fields: headers.Headers, content: "_Content", ours: Callable[[str], bool]) -> Letter:
    """The letter that headers and content make."""
    sender = addresses.sender_of(fields)
    words = _words(content.body.text, fields, sender)
    seen = automatic.Seen(
        headers=fields,
        sender=sender.address if sender else None,
        to=addresses.recipients_of(fields),
        subject=headers.subject_of(fields),
        message_id=headers.message_id_of(fields),
        kinds=content.kinds,
        report=content.report,
        text=words.unsigned,
    )
    replies = headers.ids_in(fields.raw("in-reply-to"))
    return Letter(
        sender=seen.sender,
        sender_name=words.name,
        to=seen.to,
        subject=seen.subject,
        message_id=seen.message_id,
        in_reply_to=replies[0] if replies else None,
        references=tuple(dict.fromkeys(replies + headers.ids_in(fields.raw("references")))),
        text=words.text,
        quoted=words.quoted,
        dropped=_dropped(content.body, words),
        automatic=automatic.kind_of(seen, ours),
        recalls=automatic.recalls(fields, seen.subject, words.text),
        damaged=_is_damaged(content.body, words, seen.subject),
        unreadable=content.unreadable,
        hidden=content.body.hidden,
        headers=_handed_on(fields),
    )


class _Words(NamedTuple):
    """The person's own words, what was cut from them, and the name he goes by.

    unsigned: the words with what stands below them, of which machines write too.
    """

    text: str
    quoted: str
    taken: int
    name: str
    unsigned: str


def _words(text: str, fields: headers.Headers, sender: addresses.Mailbox | None) -> _Words:
    """Part a body's text into the person's own words and the rest."""
    name = sender.name if sender else addresses.sender_name_of(fields)
    parted = quoting.part(text.split("\n"))
    signed = signature.strip(parted.own, name, sender.address if sender else None)
    return _Words(_tidy(signed.lines), _tidy(parted.quoted), signed.taken, name, _tidy(parted.own))


def _dropped(found: body.Body, words: _Words) -> Dropped:
    return Dropped(
        quoted=len(words.quoted),
        signature=words.taken,
        html=found.html,
        attachments=tuple(found.attachments),
    )


def _one_line_end(raw: bytes) -> bytes:
    r"""Bytes whose lines end in \n only; empty lines in front of the headers are dropped."""
    data = raw
    for _ in range(RETURNS_MAX):
        if b"\r\n" not in data:
            break
        data = data.replace(b"\r\n", b"\n")
    return data.replace(b"\r", b"\n").lstrip(b"\n")


@dataclass(frozen=True)
class _Content:
    body: body.Body
    unreadable: bool = False
    kinds: frozenset[str] = frozenset()
    report: str = ""


def _content(fields: headers.Headers, rest: bytes) -> _Content:
    """The words and parts of a mail; unreadable where they are beyond reading.

    Whatever a strange mail brings to a fall in here costs its words, never the letter: it is kept,
    and its sender is asked.

    Raises:
        MemoryError: it takes more memory than there is (pbp.post.reader_child).
    """
    try:
        return _read(fields, rest)
    except MemoryError:
        raise
    except Exception:
        return _Content(body.Body(), unreadable=True)


def _read(fields: headers.Headers, rest: bytes) -> _Content:
    """The words and parts of a mail.

    Raises:
        TooDeepError, TangledError: the tree of parts, or the HTML, is beyond all bounds.
    """
    root = mime.tree(fields, rest)
    found = body.body_of(root)
    return _Content(
        found,
        unreadable=found.locked or not found.found,
        kinds=frozenset(leaf.kind for leaf in root.leaves()),
        report=root.parameter("content-type", "report-type").lower(),
    )


def _tidy(lines: list[str]) -> str:
    """Lines as they are handed on: no mark, no blank at an end, no empty line around them."""
    rows = (line.lstrip(QUOTED + SIGNED).rstrip() for line in lines)
    return "\n".join(rows).strip("\n")


def _is_damaged(found: body.Body, words: _Words, subject: str) -> bool:
    """Whether characters are lost in the words, or in the subject that must stand for them."""
    if found.cut and not words.quoted:
        return True
    return charset.is_damaged(words.text) or (not words.text and charset.is_damaged(subject))


def _handed_on(fields: headers.Headers) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, headers.one_line(headers.decode(value)))
        for name, value in fields.fields
        if name in HANDED_ON
    )
