"""Instants as the store keeps them: whole microseconds since 1970, exact both ways."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_micros(at: datetime) -> int:
    """Give an aware instant as microseconds since the epoch.

    Raises:
        TypeError: the datetime is naive.
    """
    return (at - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """Give the aware UTC instant of microseconds since the epoch."""
    return _EPOCH + timedelta(microseconds=micros)


def maybe_micros(at: datetime | None) -> int | None:
    """Like to_micros, None stays None."""
    return None if at is None else to_micros(at)


def maybe_instant(micros: int | None) -> datetime | None:
    """Like from_micros, None stays None."""
    return None if micros is None else from_micros(micros)
