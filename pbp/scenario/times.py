"""Times of a scenario: local times, and times that hang on a phase.

A phase's opening is known only once the game has come to it, so a time like N1+2h stays a small
value that `resolve` turns into an instant. Never asks a clock.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

import msgspec

from pbp.game.durations import DURATION_FORM, parse_duration

_LOCAL = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?")
LOCAL_ALLOWED = "allowed: 2026-03-02 20:00 or 2026-03-02 20:00:59"
YEARS = (1970, 2199)
"""The years of a time: within them no sum of lengths leaves what a clock can show."""

_PHASE = re.compile(r"[NDRW][1-9]\d*")
_RELATIVE = re.compile(rf"({_PHASE.pattern})(?:([+-])(.+))?")


class Span(Protocol):
    """When a phase opened and when its cut-off is; pbp.game.nouns.Phase is one."""

    @property
    def opens(self) -> datetime:
        """When it began."""

    @property
    def closes(self) -> datetime:
        """Its scheduled cut-off, which an outage does not move."""


class At(msgspec.Struct, frozen=True):
    """A point in time: either an instant, or so long after a phase's opening or before its close.

    text: as it was written. offset: negative before the close; never both signs of one anchor.
    """

    text: str
    instant: datetime | None = None
    phase: str | None = None
    offset: timedelta = timedelta(0)
    before_close: bool = False


class PhaseNotKnown(LookupError):  # noqa: N818 - it may come yet, it is no error
    """The time hangs on a phase that has not opened (yet)."""


def parse_local(text: str, zone: ZoneInfo) -> datetime:
    """A local time, with or without seconds, as an instant in UTC.

    Raises:
        ValueError: it is none.
    """
    if not _LOCAL.fullmatch(text):
        raise ValueError(f"“{text}” is no time; {LOCAL_ALLOWED}")
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"“{text}” is no time ({error}); {LOCAL_ALLOWED}") from None
    if not YEARS[0] <= found.year <= YEARS[1]:
        years = f"the year must be in {YEARS[0]}..{YEARS[1]}"
        raise ValueError(f"“{text}” is no time ({years}); {LOCAL_ALLOWED}")
    return found.replace(tzinfo=zone).astimezone(UTC)


def parse_at(text: str, zone: ZoneInfo) -> At:
    """N1+2h, D1-30m (before its scheduled close), N1 (its opening), or a local time.

    Raises:
        ValueError: it is none of these.
    """
    match = _RELATIVE.fullmatch(text)
    if match is None:
        return At(text=text, instant=parse_local(text, zone))
    phase, sign, span = match.groups()
    offset = parse_duration(span or "0")
    if offset is None:
        raise ValueError(f"“{span}” is not {DURATION_FORM}")
    before = sign == "-"
    return At(text=text, phase=phase, offset=-offset if before else offset, before_close=before)


def is_phase(text: str) -> bool:
    """Whether the text has the form of a phase id."""
    return _PHASE.fullmatch(text) is not None


def resolve(at: At, phases: Mapping[str, Span]) -> datetime:
    """The instant, given the phases that have opened so far by their ids.

    Raises:
        PhaseNotKnown: the phase has not opened.
    """
    if at.instant is not None:
        return at.instant
    span = phases.get(at.phase or "")
    if span is None:
        raise PhaseNotKnown(at.phase)
    return (span.closes if at.before_close else span.opens) + at.offset
