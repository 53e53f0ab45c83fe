"""Our addresses (mail.md, Addresses): what they are written like, and what a recipient means."""

import re
import unicodedata

import msgspec

from pbp.service.settings import Settings

GM_NAMES = ("gm", "神的使者")
SECRECY = ("gm", "team", "board", "seat", "bounce")
"""A mail to two of our addresses counts as sent to the one that stands first here."""

PLUS, CATCHALL, SINGLE = "plus", "catchall", "single"

FIRST_WORDS = {"board": ("公告", "board"), "team": ("密谈", "team")}
"""The first word of a new mail to the one mailbox of `single` (mail.md)."""

_TAG = re.compile(r"[\[【]\s*([a-z0-9_]{1,24})\s*[\]】]")
_GAME = re.compile(r"[a-z0-9][a-z0-9_]{0,23}")
_SEAT = re.compile(r"seat(\d{1,3})")


class Mailbox(msgspec.Struct, frozen=True):
    """One of our addresses. base: gm · board · team · seat · bounce. game, token: "" where none.

    verb: subscribe or unsubscribe, of a board address. seat: roster number of a handle's address.
    A bounce is known by its token alone; its game stands there for mail servers that sort by it.
    """

    base: str
    game: str = ""
    token: str = ""
    verb: str = ""
    seat: int = 0


def parse(address: str, settings: Settings) -> Mailbox | None:
    """What one of our addresses means; None for somebody else's. Case does not matter."""
    if settings.style == SINGLE:
        same = address.strip().strip("<>").lower() == settings.mailbox.lower()
        return Mailbox("gm") if same else None
    local, at, host = address.strip().strip("<>").rpartition("@")
    if not at or host.rstrip(".").lower() != settings.host.lower():
        return None
    base, _, rest = local.lower().partition(_delimiter(settings))
    base = "gm" if base in GM_NAMES else base
    if base == "bounce":
        return Mailbox("bounce", token=rest.rpartition(".")[2])
    seat = _SEAT.fullmatch(base)
    if base not in SECRECY and seat is None:
        return None
    return _with_game(base if seat is None else "seat", rest, int(seat[1]) if seat else 0)


def _delimiter(settings: Settings) -> str:
    """What stands between base and game: in catchall a dot, for every local part is ours."""
    return "." if settings.style == CATCHALL else settings.delimiter


def _with_game(base: str, rest: str, seat: int) -> Mailbox | None:
    if not rest:
        return Mailbox(base) if base in ("gm", "board") else None
    rest, _, token = rest.partition(".")
    game, _, verb = rest.partition("-")
    if not _GAME.fullmatch(game) or verb not in ("", "subscribe", "unsubscribe"):
        return None
    return Mailbox(base, game=game, token=token, verb=verb, seat=seat)


def in_thread(text: str, answered: str | None) -> tuple[Mailbox, str]:
    """Where a mail to the one mailbox of `single` goes, and its text without the word that says so.

    公告 or 密谈 as the first word names the board or the team; else what is answered does.
    answered: board or team, where the mail answers such.
    """
    first, blank, rest = text.lstrip().partition("\n")
    word, _, after = first.partition(" ")
    for base, words in FIRST_WORDS.items():
        if word.strip("：:").lower() in words:
            return Mailbox(base), (after + blank + rest).lstrip()
    return Mailbox(answered or "gm"), text


def tags_in(subject: str) -> list[str]:
    """What stands in brackets in a subject, in order: [g41], 【g41】, of any width.

    Mailing lists and mail servers write such tags too ([EXTERNAL]); only a game's id means one.
    """
    return _TAG.findall(unicodedata.normalize("NFKC", subject).lower())


def most_secret(mailboxes: list[Mailbox]) -> Mailbox:
    """The one that a mail to several of our addresses counts as sent to."""
    return min(mailboxes, key=lambda m: (SECRECY.index(m.base), not m.token, not m.game))


def write(settings: Settings, base: str, game: str = "", token: str = "") -> str:
    """One of our addresses: gm+g41.TOKEN@HOST; in `single` always the mailbox."""
    if settings.style == SINGLE:
        return settings.mailbox
    rest = f"{game}.{token}" if token else game
    return f"{base}{_delimiter(settings) + rest if rest else ''}@{settings.host}"
