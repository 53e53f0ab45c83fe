"""`pbp scenario --export`: a real game's story in the form of a scenario (docs/scenario-format.md).

For the GM only: it holds every secret. Played again it gives the same record, but for ids and for
the commitments, which no story can repeat. Reads the journal, writes nothing.
"""

from collections.abc import Iterator
from datetime import datetime
from io import StringIO
from typing import Any

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

from pbp.game import facts as f
from pbp.game.hearing import Heard
from pbp.game.nouns import Seat
from pbp.service import inputs
from pbp.service.incoming import Opened, Ref, open_stored
from pbp.service.live import GM, Live
from pbp.service.settings import Settings
from pbp.store import Store

RECALLED = "<recalled@mail.test>"


class NotStarted(LookupError):  # noqa: N818 - said to whoever asked
    """The game has no story yet: it has not started."""


def export(store: Store, live: Live, settings: Settings) -> str:
    """The story as YAML.

    Raises:
        NotStarted: there is none.
    """
    if live.play.table.dealt is None:
        raise NotStarted(live.setup.id)
    return _yaml(Exporter(store, live, settings).scenario())


class Exporter:
    """One game being told."""

    def __init__(self, store: Store, live: Live, settings: Settings) -> None:
        """The journal is read, never changed."""
        self.store = store
        self.live = live
        self.table = live.play.table
        self.settings = settings
        self.numbers: dict[int, int] = {}

    def scenario(self) -> dict[str, Any]:
        """The whole file as plain values."""
        game = self._game()
        mails = list(self._mails())
        told: dict[str, Any] = {"title": f"The story of {self.live.setup.id}", "game": game}
        down = [
            [self._time(entry.since), self._time(entry.at)]
            for entry in self._entries()
            if isinstance(entry, inputs.Outage)
        ]
        if down:
            told["down"] = down
        told["mails"] = mails
        if self.table.ended is None:
            last = max(entry.at for entry in self._entries())
            told["until"] = self._time(max(last, self.table.start.at))
        return told

    # -- the game -------------------------------------------------------------------------------

    def _game(self) -> dict[str, Any]:
        started = self.table.dealt
        assert started is not None  # noqa: S101 - export() has looked
        game: dict[str, Any] = {
            "ruleset": started.ruleset,
            "locale": started.locale,
            "timezone": started.timezone,
            "starts": self._time(started.at),
            "seed": started.seed,
            "checkin": "done" if started.checked_in else "play",
            "options": {name: str(value) for name, value in started.options.items()},
            "cast": {seat.handle: _cast(seat) for seat in started.seats},
            "owners": {
                who: f"{owner.name} <{owner.addresses[0]}>"
                for who, owner in {**self.live.owners, **self.live.substitutes}.items()
            },
        }
        if started.substitutes:
            game["substitutes"] = list(started.substitutes)
        return game

    def _time(self, at: datetime) -> str:
        """A local time, to the microsecond where it is not whole."""
        local = at.astimezone(self.table.zone).replace(tzinfo=None)
        return local.isoformat(" ", "seconds" if not local.microsecond else "microseconds")

    # -- the mails ------------------------------------------------------------------------------

    def _entries(self) -> list[inputs.AnyInput]:
        """What came after the start."""
        first = self._first_seq()
        rows = self.store.inputs(self.live.setup.id)
        entries = [(row.seq, inputs.from_bytes(row.body)) for row in rows]
        begun = self.table.start.at
        return [
            entry
            for seq, entry in entries
            if not isinstance(entry, inputs.Started)
            and (seq > first or (seq == first and self._came_after(entry, begun)))
        ]

    def _first_seq(self) -> int:
        """The input with which the start was written."""
        for row in self.store.facts(self.live.setup.id):
            if isinstance(f.from_bytes(row.body), f.GameStarted):
                return row.input_seq
        raise NotStarted(self.live.setup.id)

    @staticmethod
    def _came_after(entry: inputs.AnyInput, begun: datetime) -> bool:
        """A letter whose arrival showed that the start was due."""
        return isinstance(entry, inputs.LetterHeard) and entry.at >= begun

    def _mails(self) -> Iterator[dict[str, Any]]:
        letters = {(entry.at, entry.letter): n for n, entry in enumerate(self._letters(), start=1)}
        for entry in self._entries():
            if isinstance(entry, inputs.LetterHeard) and not entry.heard.duplicate:
                self.numbers[letters[entry.at, entry.letter]] = len(self.numbers) + 1
                yield self._mail(entry.letter, entry.heard)
            elif isinstance(entry, inputs.Commanded):
                n = letters.get((entry.at, entry.letter))
                self.numbers[n if n is not None else -len(self.numbers)] = len(self.numbers) + 1
                yield self._commands(entry)

    def _letters(self) -> Iterator[inputs.LetterHeard | inputs.Commanded]:
        """All letters, in the order of their numbers."""
        for row in self.store.inputs(self.live.setup.id):
            entry = inputs.from_bytes(row.body)
            if isinstance(entry, inputs.Commanded) and not entry.has_number:
                continue
            if isinstance(entry, inputs.LetterHeard | inputs.Commanded):
                yield entry

    def _commands(self, entry: inputs.Commanded) -> dict[str, Any]:
        lines = [
            "\n".join((command.line, command.text)) if command.text else command.line
            for command in entry.ordered.commands
        ]
        mail: dict[str, Any] = {"at": self._time(entry.at), "from": GM}
        if not entry.ordered.certain:
            mail["auth"] = "from"
        return {**mail, "text": _text("\n".join(lines))}

    def _mail(self, letter: int, heard: Heard) -> dict[str, Any]:
        opened = self._opened(letter)
        mail: dict[str, Any] = {"at": self._time(heard.at), "from": heard.sender}
        if auth := _auth(heard):
            mail["auth"] = auth
        if heard.address in ("board", "team"):
            mail["to"] = heard.address
        subject, text = (opened.letter.subject, opened.letter.text) if opened else ("", heard.text)
        mail |= self._thread(heard, opened)
        if subject:
            mail["subject"] = _text(subject)
        said = text if "reply_to" in mail or "reply_to_vote" in mail else _plainly(heard, text)
        mail["text"] = _text(said)
        if headers := _headers(opened):
            mail["headers"] = headers
        return mail

    def _opened(self, letter: int) -> Opened | None:
        stored = self.store.letter(letter)
        if stored is None:
            return None
        return open_stored(stored, self.settings, self._find)

    def _find(self, name: str) -> Ref | None:
        row = self.store.find_sent(name)
        return msgspec.json.decode(row.ref, type=Ref) if row is not None and row.ref else None

    def _thread(self, heard: Heard, opened: Opened | None) -> dict[str, Any]:
        """What the mail answers, where a story can say it."""
        for ref in opened.refs if opened is not None else ():
            if ref.mail in self.numbers and ref.mail is not None:
                return {"reply_to": self.numbers[ref.mail]}
            if ref.post in self.numbers and ref.post is not None:
                return {"reply_to": {"post": self.numbers[ref.post]}}
        return {"reply_to_vote": True} if heard.answers_vote is not None else {}


def _auth(heard: Heard) -> str:
    """How the writer was known; "" for his token."""
    if heard.certain:
        return ""
    return "from" if heard.proved else "none"


def _plainly(heard: Heard, text: str) -> str:
    """Words that meant something only in the thread of a mail that no story can name."""
    readings = heard.understood.readings
    if len(readings) != 1 or readings[0].problem:
        return text
    kind, targets = readings[0].kind, readings[0].targets
    if kind == "checkin":
        return "签到"
    if kind == "vote" and len(targets) == 1 and text.strip() == targets[0]:
        return f"投票 {targets[0]}"
    return text


def _headers(opened: Opened | None) -> dict[str, str]:
    headers = {}
    if opened is not None and opened.letter.recalls:
        headers["Supersedes"] = RECALLED
    if opened is not None and opened.letter.automatic is not None:
        headers["Auto-Submitted"] = "auto-replied"
    return headers


def _cast(seat: Seat) -> Any:
    if not seat.lives:
        return seat.role
    cast: dict[str, Any] = {"start": seat.start, **seat.lives}
    if seat.arrival is not None:
        cast["arrival"] = seat.arrival
    return cast


def _text(text: str) -> str:
    """A text as YAML shows it best; odd white space needs quotation marks."""
    lines = text.split("\n")
    plain = all(line == line.rstrip() and line.isprintable() for line in lines)
    literal = len(lines) > 1 and plain and lines[0] == lines[0].lstrip() and bool(lines[-1])
    shown: str = LiteralScalarString(text) if literal else DoubleQuotedScalarString(text)
    return shown


def _yaml(told: dict[str, Any]) -> str:
    yaml = YAML()
    yaml.width = 4096
    yaml.representer.add_representer(str, _quoted)
    out = StringIO()
    yaml.dump(told, out)
    return out.getvalue()


def _quoted(representer: Any, text: str) -> Any:
    """Every text in quotation marks: 5e5 and off are words here."""
    return representer.represent_scalar("tag:yaml.org,2002:str", text, style='"')
