"""What a form says as a letter: the same words, the same way in, marked as come by the web."""

import secrets
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from pbp.service import addresses
from pbp.service.live import Live
from pbp.service.settings import Settings
from pbp.store import NewLetter

PEER = "web"
"""Where such a letter came from, as the journal says it."""

PLACES = ("gm", "board", "team")


def letter_of(
    live: Live, who: str, to: str, text: str, at: datetime, settings: Settings
) -> tuple[NewLetter, str]:
    """A letter of somebody who has signed in, and its Message-ID.

    to: gm · board · team, or "unsubscribe". His session proves him as a login would.
    """
    game, name = live.setup.id, f"<web.{secrets.token_hex(12)}@{settings.host}>"
    sender = live.addresses_of(who)[0]
    recipient = _recipient(live, who, to, settings)
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender
    mail["To"] = recipient
    mail["Subject"] = f"[{game}]" if settings.style == addresses.SINGLE else ""
    mail["Date"] = format_datetime(at)
    mail["Message-ID"] = name
    mail.set_content(_first_word(live, who, to, text, settings), cte="base64")
    letter = NewLetter(
        received_at=at,
        recipients=(recipient,),
        raw=mail.as_bytes(),
        envelope_from=sender.encode(),
        peer=PEER,
        proved=sender,
    )
    return letter, name


def _recipient(live: Live, who: str, to: str, settings: Settings) -> str:
    game, token = live.setup.id, live.token(who)
    if to == "unsubscribe":
        return addresses.write(settings, "board", f"{game}-unsubscribe", token)
    return addresses.write(settings, to if to in PLACES else "gm", game, token)


def _first_word(live: Live, who: str, to: str, text: str, settings: Settings) -> str:
    """In `single` the first word says where a letter goes, and that somebody leaves (mail.md)."""
    if settings.style != addresses.SINGLE:
        return text
    if to == "unsubscribe":
        return "withdraw" if who in live.play.table.subscribers else "deliver notices"
    words = addresses.FIRST_WORDS.get(to)
    return f"{words[1]}\n{text}" if words else text
