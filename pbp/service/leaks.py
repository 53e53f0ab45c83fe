"""What a post has that is not to be published: names, addresses, tokens, words of private mail.

Says only what was found; what follows is decided in the game (C-5.5, C-5.7, C-9.2). What it finds
depends on the writer, on what everybody knows, and on the pages that any game prints, never on what
others were told: whoever tries a sentence out learns nothing about anybody. Words that a person
wrote to another through the server are looked for too; whoever hits twelve of them knew them.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from pbp.game import facts as f
from pbp.game.hearing import Heard
from pbp.game.intents import ORDER_KINDS, POST_KINDS
from pbp.game.table import Table
from pbp.render import Renderer
from pbp.service.live import Live
from pbp.service.private_pages import folded, repeated, windows

PUBLISHED = (*POST_KINDS, "vote", "change", "abstain")
"""Kinds of readings whose text goes out."""

WRITTEN_BY_PEOPLE = ("text", "reason")
"""Fields of a private notice with words that are nobody's pages."""

WHOLE_WORD_MAX = 2
"""Names up to so many characters are looked for as whole words alone."""

_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U000323af]")
_ADDRESS = re.compile(r"[\w.+%-]+\s*[@\uff20]\s*[\w-]+(?:\.[\w-]+)+")
_TELEPHONE = re.compile(r"(?<!\d)(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)")
_LONG_NUMBER = re.compile(r"(?<!\d)\d{9,11}(?!\d)")
_NUMBER_OF = re.compile(
    r"(?:qq|q号|扣扣|企鹅号|微信|wechat|weixin|vx)\W{0,4}(?:号\W{0,2})?[a-z]?[\w-]{5,}", re.I
)
_DEVICE = re.compile(r"^\s*(?:发自我的|来自我的|發自我的|發自我|sent from my )", re.I | re.M)
_TOKEN = re.compile(r"(?<![a-z0-9])[a-z2-7]{16}(?![a-z0-9])")
PERSONAL = (_ADDRESS, _TELEPHONE, _LONG_NUMBER, _NUMBER_OF, _DEVICE)


class Watch:
    """Looks through what is to be published. One for all games; what it keeps can be made anew."""

    def __init__(self, renderer: Renderer) -> None:
        """renderer: the pages, whose private ones are no proof of anything (C-9.2)."""
        self._folders = renderer.folders
        self._letters: dict[str, Letters] = {}

    def forget(self, games: Iterable[str]) -> None:
        """Let go of what was kept of games."""
        for game in games:
            self._letters.pop(game, None)

    def concerns(self, live: Live, heard: Heard) -> tuple[str, ...]:
        """What is wrong with the texts of a letter that would be published, in a fixed order."""
        if live.play.table.started is None:
            return ()
        texts = list(_texts(live, heard))
        if not texts:
            return ()
        text = "\n".join(texts)
        as_owner = any(reading.as_owner for reading in heard.understood.readings)
        found = {
            "owner_name": self._names_others(live, heard, text),
            "own_name": not as_owner and _names_himself(live, heard, text),
            "token": _has_token(live, text),
            "private_text": self._repeats(live, heard, text),
            "personal": any(pattern.search(_plain(text)) for pattern in PERSONAL),
        }
        return tuple(concern for concern, is_so in found.items() if is_so)

    def _names_others(self, live: Live, heard: Heard, text: str) -> bool:
        """Whether it names a registered owner; whose handle is exposed may be named (C-5.5)."""
        table = live.play.table
        names = (
            owner.name
            for who, owner in live.owners.items()
            if who != heard.sender and who not in table.exposed
        )
        return any(_names(text, name) for name in names if name not in table.handles)

    def _repeats(self, live: Live, heard: Heard, text: str) -> bool:
        if repeated(text, self._folders, live.setup.locale, live.play.table.handles):
            return True
        letters = self._letters.get(live.setup.id)
        if letters is None or not letters.is_of(live.play.table):
            letters = self._letters[live.setup.id] = Letters(live.play.table)
        return letters.repeated(text, heard.sender)


class Letters:
    """The words that people wrote privately through the server, in windows of twelve."""

    def __init__(self, table: Table) -> None:
        """table: of one game; it grows, and is another one once a command was taken back."""
        self._table = table
        self._notices = self._posts = 0
        self._private: dict[str, str] = {}
        self._public: set[str] = set()

    def is_of(self, table: Table) -> bool:
        """Whether it was made from that table."""
        return self._table is table

    def repeated(self, text: str, writer: str) -> bool:
        """Whether a text has twelve characters in a row of somebody's private words."""
        self._catch_up()
        return any(
            window not in self._public and self._private.get(window, writer) != writer
            for window in windows(folded(text))
        )

    def _catch_up(self) -> None:
        for notice in self._table.notices[self._notices :]:
            author = str(notice.data.get("by") or "") if notice.kind == "team" else ""
            for text in _private_words(notice):
                self._private.update((window, author) for window in windows(folded(text)))
        self._notices = len(self._table.notices)
        for post in self._table.posts[self._posts :]:
            for text in _words(post.data):
                self._public.update(windows(folded(text)))
        self._posts = len(self._table.posts)


def _private_words(notice: f.Notified) -> Iterator[str]:
    """What somebody else than its reader wrote in a private notice: its answers quote himself."""
    if notice.mail is None and notice.to != "gm":
        yield from _words(notice.data)


def _words(data: dict[str, Any]) -> Iterator[str]:
    yield from (data[key] for key in WRITTEN_BY_PEOPLE if isinstance(data.get(key), str))
    yield from (text for text in data.get("declarations") or () if isinstance(text, str))


def _texts(live: Live, heard: Heard) -> Iterator[str]:
    """What of a letter would be published; to the board all of it may be, by 公开."""
    if heard.automatic or heard.duplicate:
        return
    if heard.address == "board":
        yield heard.text
    for reading in heard.understood.readings:
        if reading.text and (reading.kind in PUBLISHED or _is_declared(live, reading.kind)):
            yield reading.text


def _is_declared(live: Live, kind: str) -> bool:
    """Whether the words below such an order are announced with it at dawn (C-2.7)."""
    if kind == "declaration":
        return True
    return kind in ORDER_KINDS and (
        live.play.law.declaration_min(live.play.table, kind) is not None
    )


def _names_himself(live: Live, heard: Heard, text: str) -> bool:
    owner = live.owners.get(heard.sender)
    if owner is None or heard.sender in live.play.table.exposed:
        return False
    own = live.play.table.owner_name(heard.sender)
    names = (own, *(address.partition("@")[0] for address in live.addresses_of(heard.sender)))
    return any(_names(text, name) for name in names if name not in live.play.table.handles)


def _has_token(live: Live, text: str) -> bool:
    found = set(_TOKEN.findall(_plain(text)))
    return bool(found) and not found.isdisjoint(live.tokens().values())


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _names(text: str, name: str) -> bool:
    """Whether a text names somebody: a short or Latin name only as a word of its own."""
    wanted = _plain(name)
    if not wanted.strip():
        return False
    if len(wanted) > WHOLE_WORD_MAX and _HAN.search(wanted):
        return folded(name) in folded(text)
    pattern = rf"(?<!\w){re.escape(wanted)}(?!\w)"
    return re.search(pattern, _plain(text)) is not None
