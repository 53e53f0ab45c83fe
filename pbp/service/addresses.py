"""Our addresses (mail.md, Addresses): what they are written like, and what a recipient means."""

import re

import msgspec

from pbp.service.settings import Settings

GM_NAMES = ("gm", "神的使者")
SECRECY = ("gm", "team", "board", "seat", "bounce")
"""A mail to two of our addresses counts as sent to the one that stands first here."""

_GAME = re.compile(r"[a-z0-9][a-z0-9_]{0,23}")
_SEAT = re.compile(r"seat(\d{1,3})")


class Mailbox(msgspec.Struct, frozen=True):
    """One of our addresses. base: gm · board · team · seat · bounce. game, token: "" where none.

    verb: subscribe or unsubscribe, of a board address. seat: roster number of a handle's address.
    """

    base: str
    game: str = ""
    token: str = ""
    verb: str = ""
    seat: int = 0


def parse(address: str, settings: Settings) -> Mailbox | None:
    """What one of our addresses means; None for somebody else's. Case does not matter."""
    local, at, host = address.strip().strip("<>").rpartition("@")
    if not at or host.rstrip(".").lower() != settings.host.lower():
        return None
    if settings.style == "single" and address.lower() == settings.mailbox.lower():
        return Mailbox("gm")
    base, _, rest = local.lower().partition(settings.delimiter)
    base = "gm" if base in GM_NAMES else base
    if base == "bounce":
        return Mailbox("bounce", token=rest)
    seat = _SEAT.fullmatch(base)
    if base not in SECRECY and seat is None:
        return None
    return _with_game(base if seat is None else "seat", rest, int(seat[1]) if seat else 0)


def _with_game(base: str, rest: str, seat: int) -> Mailbox | None:
    if not rest:
        return Mailbox(base) if base in ("gm", "board") else None
    rest, _, token = rest.partition(".")
    game, _, verb = rest.partition("-")
    if not _GAME.fullmatch(game) or verb not in ("", "subscribe", "unsubscribe"):
        return None
    return Mailbox(base, game=game, token=token, verb=verb, seat=seat)


def most_secret(mailboxes: list[Mailbox]) -> Mailbox:
    """The one that a mail to several of our addresses counts as sent to."""
    return min(mailboxes, key=lambda m: (SECRECY.index(m.base), not m.token, not m.game))


def write(settings: Settings, base: str, game: str = "", token: str = "") -> str:
    """One of our addresses: gm+g41.TOKEN@HOST."""
    rest = f"{game}.{token}" if token else game
    return f"{base}{settings.delimiter + rest if rest else ''}@{settings.host}"
