"""What a scenario file itself defines – handles, rule set, mails, time zone – and who is known.

The primitive checks of check.py and check_expect.py: each looks at one place of the file and notes
what is wrong there. Values of the wrong type are passed over; shape.py has named them already.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pbp.scenario.model import PHASE_LETTERS, ROLES
from pbp.scenario.sentences import near, no_zone, shown, zone_of
from pbp.scenario.source import Path, Source
from pbp.scenario.times import At, is_phase, parse_at, parse_local


class Names:
    """The names of one file."""

    def __init__(self, source: Source) -> None:
        """Take them from the file, whatever else is wrong with it."""
        self.source = source
        self.game = mapping(mapping(source.data).get("game"))
        ruleset = self.game.get("ruleset")
        self.ruleset: str | None = str(ruleset) if ruleset in tuple(ROLES) else None
        self.handles = tuple(mapping(self.game.get("cast")))
        self.substitutes = tuple(self.words(("game", "substitutes")))
        self.mail_count = len(items(mapping(source.data).get("mails")))
        self.zone = self._zone()

    def _zone(self) -> ZoneInfo:
        name = self.game.get("timezone", "Asia/Shanghai")
        found = zone_of(name)
        if found is None and not self.source.is_wrong(("game", "timezone")):
            self.source.wrong(("game", "timezone"), no_zone(name))
        return found or ZoneInfo("UTC")

    def words(self, path: Path) -> list[str]:
        """The items of a list, as they are written."""
        found = items(self.source.value(path))
        return [self.source.written((*path, index)) for index, _ in enumerate(found)]

    def handle(self, path: Path) -> None:
        """The value there is a handle."""
        if self.source.is_scalar(path):
            self.known(path, self.source.written(path), self.handles)

    def known(self, path: Path, name: str, known: Iterable[str]) -> None:
        """The name is one of those."""
        if name not in known:
            self.source.wrong(path, f"nobody is called “{name}”; there are: {', '.join(known)}")

    def one_of(self, path: Path, value: Any, known: tuple[str, ...], noun: str) -> None:
        """The value is one of those."""
        if value not in known and not self.source.is_wrong(path):
            like = near(str(value), known)
            message = f"{shown(value)} is no {noun}{like}; allowed: {', '.join(known)}"
            self.source.wrong(path, message)

    def phase(self, path: Path, phase: Any) -> None:
        """The rule set has such a phase."""
        letters = PHASE_LETTERS.get(str(self.ruleset), "NDRW")
        if isinstance(phase, str) and is_phase(phase) and phase[0] not in letters:
            self.source.wrong(path, f"{self.ruleset} has no phase {phase}")

    def mail(self, path: Path, arrived: int | None = None) -> None:
        """There is a mail of that number; with `arrived`, one among the first so many."""
        number = self.source.value(path)
        if not isinstance(number, int) or isinstance(number, bool):
            return
        if number > self.mail_count:
            self.source.wrong(path, f"there is no mail {number}; there are {self.mail_count}")
        elif arrived is not None and number > arrived:
            self.source.wrong(path, f"mail {number} has not arrived when this one does")

    def time(self, path: Path) -> datetime | None:
        """The value there is a local time that exists."""
        try:
            return parse_local(self.source.written(path), self.zone)
        except ValueError as error:
            self._no_time(path, str(error))
            return None

    def moment(self, path: Path) -> At | None:
        """The value there is a time, or one that hangs on a phase of this rule set."""
        try:
            at = parse_at(self.source.written(path), self.zone)
        except ValueError as error:
            self._no_time(path, str(error))
            return None
        self.phase(path, at.phase)
        return at

    def _no_time(self, path: Path, message: str) -> None:
        if self.source.is_scalar(path) and not self.source.is_wrong(path):
            self.source.wrong(path, message)


def mapping(value: Any) -> dict[str, Any]:
    """The value if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []
