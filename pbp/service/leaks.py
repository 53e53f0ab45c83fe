"""What a post has that is not to be published: names, addresses, tokens, words of private mail.

Says only what was found; what follows is decided in the game (C-5.5, C-5.7, C-9.2). What it finds
depends on the writer, on what everybody knows, and on the pages that any game prints, never on what
others were told: whoever tries a sentence out learns nothing about anybody. Words that a person
wrote to another through the server are looked for too; whoever hits twelve of them knew them.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from pbp.game import facts as f
from pbp.game.hearing import Heard
from pbp.game.intents import ORDER_KINDS, POST_KINDS, VOTE_KINDS
from pbp.game.table import Table
from pbp.language.shapes import is_personal, plain
from pbp.render import Renderer
from pbp.render.cleaning import many_lines
from pbp.service import tokens
from pbp.service.live import Live
from pbp.service.private_pages import folded, repeated, windows

PUBLISHED = (*POST_KINDS, *VOTE_KINDS)
"""Kinds of readings whose text goes out."""

WRITTEN_BY_PEOPLE = ("text", "reason")
"""Fields of a private notice with words that are nobody's pages."""

APART = "\n|\n"
"""Between two texts of a letter, so that no number is made of the end of one and the next."""

WHOLE_WORD_MAX = 2
"""Names up to so many characters are looked for as whole words alone."""

_HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U000323af]")
_TOKEN = re.compile(r"(?<![a-z0-9])(?=[a-z]*[2-7])(?=[2-7]*[a-z])[a-z2-7]{16}(?![a-z0-9])")
_ID = re.compile(r"(?=(p[a-z2-7]{27}))")
_NO_TOKEN = re.compile(r"[^a-z0-9]+")
_BETWEEN = r"[\s.·・_*-]{0,2}"
"""What may stand between the characters of a short name, and it still is that name."""


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
        text = many_lines(APART.join(texts))
        as_owner = any(reading.as_owner for reading in heard.understood.readings)
        found = {
            "owner_name": self._names_others(live, heard, text),
            "own_name": not as_owner and _names_himself(live, heard, text),
            "token": _has_token(live, text),
            "private_text": self._repeats(live, heard, text),
            "personal": is_personal(text),
        }
        return tuple(concern for concern, is_so in found.items() if is_so)

    def _names_others(self, live: Live, heard: Heard, text: str) -> bool:
        """Whether it names a registered owner; whose handle is exposed may be named (C-5.5)."""
        return is_named(text, hidden_names(live, but=heard.sender))

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
    return is_named(text, (name for name in names if name not in live.play.table.handles))


def _has_token(live: Live, text: str) -> bool:
    """Whether a live token is in it, however cut up, or what has the shape of a token of ours.

    A Message-ID of ours is one too: whoever answers it is taken for its reader (mail.md).
    """
    said = plain(text)
    close = _NO_TOKEN.sub("", said)
    if any(token in close for token in live.tokens().values()) or _TOKEN.search(said) is not None:
        return True
    found = (match[1] for match in _ID.finditer(close))
    return any(tokens.is_ours(f"<{name}@x>") for name in found if not name.isalpha())


def hidden_names(live: Live, but: str = "") -> Iterator[str]:
    """Names of owners whose handle is not exposed, but for somebody's own and those of handles."""
    table = live.play.table
    names = (
        owner.name for who, owner in live.owners.items() if who != but and who not in table.exposed
    )
    return (name for name in names if name not in table.handles)


def is_named(text: str, names: Iterable[str]) -> bool:
    """Whether a text names somebody: a short or Latin name only as a word of its own."""
    said = plain(text)
    close = said.replace(" ", "")
    for name in names:
        wanted, word = _wanted(name)
        found = wanted in close if word is None else word.search(said) is not None
        if wanted and found:
            return True
    return False


@lru_cache(maxsize=1024)
def _wanted(name: str) -> tuple[str, re.Pattern[str] | None]:
    """A name without its blanks, and how it is looked for where it must be a word of its own."""
    wanted = plain(name).replace(" ", "")
    if len(wanted) > WHOLE_WORD_MAX and _HAN.search(wanted):
        return wanted, None
    return wanted, re.compile(rf"(?<!\w){_BETWEEN.join(map(re.escape, wanted))}(?!\w)")
