"""`pbp read`: why a mail was, or was not, understood. One answer a mail, from its bytes alone.

It judges nothing, touches no game and keeps nothing; it tells what the opener of letters and the
reader of words make of a mail. Never raises on any bytes.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from pbp.game.intents import Reading, Understood
from pbp.language import phrases
from pbp.language.reader import Context, read
from pbp.language.subject import title
from pbp.letters.letter import Letter
from pbp.letters.opening import open_letter

GM_WORDS = ("gm", "神的使者")
OURS = re.compile(r"(?P<room>gm|神的使者|board|team)(?:[+-].*)?@(?P<host>[^@]+)")
SECRECY = ("gm", "team", "board")
"""A mail to two of our addresses at once counts as sent to the more secret one."""

WRITER = "自己"
"""Who writes is not known from the bytes; an order for oneself names nobody else."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """With which names and in which circumstances the mails are to be read."""

    handles: tuple[str, ...] = ()
    ruleset: str | None = None
    phase: str | None = None
    to: str = "gm"
    host: str | None = None


OpenMail = Callable[[bytes], Letter]
ReadWords = Callable[[str, str, Context], Understood]


def answer(
    file: str,
    raw: bytes,
    wanted: Wanted,
    *,
    open_mail: OpenMail = open_letter,
    read_words: ReadWords = read,
) -> dict[str, Any]:
    """What `pbp read` prints about one mail.

    Args:
        file: its name, as it was given.
        raw: its bytes.
        wanted: the names and circumstances to read it with.
        open_mail: how mails are opened.
        read_words: how words are read.

    Returns:
        The object of docs/mail-commands.md, fit for JSON.
    """
    letter = open_mail(raw)
    understood = understand(letter, wanted, read_words)
    return {
        "file": file,
        "from": letter.sender,
        "to": list(letter.to),
        "subject": letter.subject,
        "message_id": letter.message_id,
        "in_reply_to": letter.in_reply_to,
        "text": letter.text,
        "dropped": msgspec.to_builtins(letter.dropped),
        "automatic": letter.automatic,
        "readings": [_shown(reading) for reading in understood.readings],
        "problem": understood.problem,
    }


def understand(letter: Letter, wanted: Wanted, read_words: ReadWords = read) -> Understood:
    """The readings of the letter; automatic mail has none."""
    if letter.automatic is not None:
        return Understood()
    if letter.cut_off or (letter.unreadable and not letter.text and not letter.subject):
        return Understood(problem="unreadable")
    return read_words(letter.subject, letter.text, context_of(letter, wanted))


def context_of(letter: Letter, wanted: Wanted) -> Context:
    """The circumstances, as far as the mail itself tells them.

    Without a game nobody knows which mail is answered; that it answers the vote thread or the seat
    notice is seen from the subject that it answers.
    """
    context = Context(
        handles=wanted.handles,
        writer=WRITER,
        address=_room(letter, wanted),
        phase=wanted.phase,
        ruleset=wanted.ruleset,
        recalls=letter.recalls,
        damaged=letter.damaged,
    )
    own = title(letter.subject, context)
    answers = own.reply or letter.in_reply_to is not None
    folded = own.line.folded
    return msgspec.structs.replace(
        context,
        vote_thread=answers
        and wanted.phase != "night"
        and phrases.VOTE_THREAD.search(folded) is not None,
        seat_thread=answers and phrases.SEAT_THREAD.search(folded) is not None,
    )


def _room(letter: Letter, wanted: Wanted) -> str:
    """Where the To line says that it goes, else where the caller says."""
    found = [match for match in map(OURS.fullmatch, letter.to) if match is not None]
    host = wanted.host or (found[0]["host"] if found else None)
    rooms = {
        "gm" if match["room"] in GM_WORDS else match["room"]
        for match in found
        if host is not None and match["host"].lower() == host.lower()
    }
    return next((room for room in SECRECY if room in rooms), wanted.to)


def _shown(reading: Reading) -> dict[str, Any]:
    text = reading.heard if reading.kind == "ask" else reading.text
    return {"kind": reading.kind, "targets": list(reading.targets), "text": text}
