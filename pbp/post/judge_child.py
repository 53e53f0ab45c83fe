"""A process that judges for the referee: `python -m pbp.post.judge_child`.

It is told once what server it judges for, then which letters and deadlines; it reads them in the
journal, and says what follows. It writes nothing: the referee commits. It ends by itself when
nothing has come for a while, or when its parent is gone.
"""

import contextlib
import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from pbp.letters.dkim_check import Lookup
from pbp.post.child import Parent
from pbp.post.likeness import likeness
from pbp.post.reader_process import RAW_SMALL, BoundedReader
from pbp.post.resolver import Resolver
from pbp.render import Renderer
from pbp.service import collector
from pbp.service.judging import Judge
from pbp.service.readers import Content, Reader
from pbp.service.settings import Settings
from pbp.service.sharing import Share, catch_up
from pbp.service.trouble import trace_of
from pbp.store import SqliteStore, StoreError
from pbp.store.rows import Letter as StoredLetter
from pbp.store.rows import Outcome


class Brief(msgspec.Struct, frozen=True, kw_only=True):
    """What server it judges for. idle_seconds: after that it ends.

    templates: folders of the GM's own pages; reading_seconds, reading_memory: what one mail may
    take; dkim: whether keys are asked for. likeness: of the code and the templates that the server
    runs with; a judge who is made of others says nothing.
    """

    journal: str
    settings: Settings
    templates: tuple[str, ...]
    reading_seconds: float
    reading_memory: int
    dkim: bool
    likeness: str
    idle_seconds: float = 30.0


class Ask(msgspec.Struct, frozen=True):
    """Judge these letters, in order, then what is due in these games by an instant.

    anew: what was judged last is not in the journal. then: letters that may come next; they can be
    opened while these are being committed.
    """

    anew: bool
    shares: tuple[Share, ...] = ()
    due: tuple[str, ...] = ()
    until: datetime | None = None
    then: tuple[int, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A line of the log, for the referee to write."""

    name: str
    level: int
    words: str
    fields: tuple[str | int | float, ...]


class Told(msgspec.Struct, frozen=True):
    """What follows from each letter, and what is to be logged; failed: nothing, for an error."""

    outcomes: tuple[Outcome, ...] = ()
    lines: tuple[Line, ...] = ()
    failed: str = ""


class _Ahead:
    """Opens letters that may come next while there is nothing else to do. A reader like any other.

    What a letter says depends on nothing but its bytes, so that none is opened in vain.
    """

    def __init__(self, reader: Reader) -> None:
        self._opened: dict[bytes, Content] = {}
        self._reader = reader
        self.read, self.commands, self.verify = reader.read, reader.commands, reader.verify

    def open(self, raw: bytes) -> Content:
        """The letter."""
        return self._opened.pop(raw, None) or self._reader.open(raw)

    def look(self, letters: Iterator[StoredLetter | None], has_work: Callable[[], bool]) -> None:
        """Open letters until something is asked; small ones alone."""
        self._opened.clear()
        for letter in letters:
            if has_work():
                return
            if letter is not None and len(letter.raw) <= RAW_SMALL:
                self._opened[letter.raw] = self._reader.open(letter.raw)


class _Notes(logging.Handler):
    """Keeps what is logged, to be told with the answer."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line. Ours have numbers and words as their fields, never a mail."""
        values = record.args if isinstance(record.args, tuple) else ()
        fields = tuple(v if isinstance(v, str | int | float) else str(v) for v in values)
        self._lines.append(Line(record.name, record.levelno, str(record.msg), fields))

    def taken(self) -> tuple[Line, ...]:
        """What was kept since the last time."""
        lines, self._lines = tuple(self._lines), []
        return lines


def answer(judge: Judge, asked: Ask) -> tuple[Outcome, ...]:
    """What follows from each letter, then from each deadline.

    Raises:
        StoreError: the journal cannot be read.
    """
    judge.committed()
    if asked.anew:
        judge.games.clear()
    for game in dict.fromkeys((*(share.game for share in asked.shares), *asked.due)):
        catch_up(judge.games, judge.store, game)
    letters = (judge.store.letter(share.letter) for share in asked.shares)
    judged = [judge.judge(letter) for letter in letters if letter is not None]
    for game in asked.due:
        live = judge.live(game)
        if live is not None and asked.until is not None:
            judged.append(judge.settled(live, asked.until))
    return tuple(judged)


def main() -> None:
    """Judge letters until nobody asks any more."""
    parent, notes = Parent(), _Notes()
    logging.getLogger().addHandler(notes)
    brief = msgspec.msgpack.decode(parent.hear() or b"", type=Brief)
    folders = tuple(map(Path, brief.templates))
    if likeness(folders) != brief.likeness:
        return
    bounded = BoundedReader(seconds=brief.reading_seconds, memory_bytes=brief.reading_memory)
    reader = _Ahead(bounded)
    lookup: Lookup | None = Resolver() if brief.dkim else None
    with SqliteStore.open(brief.journal, read_only=True) as store:
        judge = Judge(store, brief.settings, Renderer(folders), lookup, reader)
        collector.look_seldom()
        parent.send(b"")
        for asked in parent.asks(brief.idle_seconds):
            ask = msgspec.msgpack.decode(asked, type=Ask)
            try:
                told = Told(answer(judge, ask), notes.taken())
            except Exception as error:
                told = Told(failed=trace_of(error))
            parent.send(msgspec.msgpack.encode(told))
            with contextlib.suppress(StoreError):
                reader.look(map(store.letter, ask.then), parent.has_asked)
    bounded.close()


if __name__ == "__main__":
    main()
