"""The game record as an expectation looks at it: lookups, and a few words to show it with.

The record is plain JSON (docs/scenario-format.md); never changed here, never made here.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

Line = dict[str, Any]


class Record:
    """A game record's lines by their names."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """record: as FORMAT.md has it."""
        self.phases: list[Line] = record["phases"]
        self.mails: list[Line] = record["mails"]
        self.orders: list[Line] = record["orders"]
        self.deaths: list[Line] = record["deaths"]
        self.ballots: list[Line] = record["ballots"]
        self.notices: list[Line] = record["notices"]
        self.posts: list[Line] = record["posts"]
        self.warnings: dict[str, int] = record["warnings"]
        self.out: list[Line] = record["out"]
        self.silence: str | None = record["silence"]
        self.players: dict[str, Line] = record["players"]
        self.result: Line = record["result"]

    def phase(self, name: str) -> Line | None:
        """The phase of that id."""
        return next((phase for phase in self.phases if phase["id"] == name), None)

    def was_closed(self, name: str) -> bool:
        """Whether the game came to that phase's close."""
        phase = self.phase(name)
        return phase is not None and phase.get("closed") is not None

    def mail(self, number: int) -> Line | None:
        """The mail of that number in the scenario."""
        return next((mail for mail in self.mails if mail["n"] == number), None)

    def prizes(self) -> dict[str, Fraction]:
        """What each has: fractions of the pot, or points."""
        shares = self.result.get("prizes") or self.result.get("points") or {}
        return {who: self.fraction(share) for who, share in shares.items()}

    @staticmethod
    def fraction(share: str | int) -> Fraction:
        """A prize as a number."""
        return Fraction(share)

    @staticmethod
    def time(text: str) -> datetime:
        """An instant of the record."""
        return datetime.fromisoformat(text)


def differs(line: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a line of the record has another value somewhere."""
    return any(line.get(key) != value for key, value in wanted.items())


def people(names: Iterable[Any]) -> str:
    """Names in a row, or that there is none."""
    return ", ".join(str(name) for name in names) or "none"
