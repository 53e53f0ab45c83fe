"""Times of a scenario hang on phases that become known while it is played."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbp.game.nouns import Phase
from pbp.scenario.times import PhaseNotKnown, parse_at, resolve

SHANGHAI = ZoneInfo("Asia/Shanghai")
OPENS = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
CLOSES = OPENS + timedelta(hours=24)
PHASES = {"N1": Phase(id="N1", kind="night", number=1, opens=OPENS, closes=CLOSES)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("N1+2h", OPENS + timedelta(hours=2)),
        ("N1+1d12h30m5s", OPENS + timedelta(days=1, hours=12, minutes=30, seconds=5)),
        ("N1+0s", OPENS),
        ("N1", OPENS),
        ("N1-30m", CLOSES - timedelta(minutes=30)),
        ("N1-0s", CLOSES),
        ("2026-03-02 22:00", datetime(2026, 3, 2, 14, 0, tzinfo=UTC)),
        ("2026-03-02 22:00:59", datetime(2026, 3, 2, 14, 0, 59, tzinfo=UTC)),
    ],
)
def test_a_time_is_resolved_against_the_phases(text: str, expected: datetime) -> None:
    assert resolve(parse_at(text, SHANGHAI), PHASES) == expected


def test_a_time_on_a_phase_that_has_not_opened_waits() -> None:
    with pytest.raises(PhaseNotKnown, match="D1"):
        resolve(parse_at("D1+1h", SHANGHAI), PHASES)


def test_an_absolute_time_needs_no_phase() -> None:
    at = parse_at("2026-07-01 12:00", ZoneInfo("Europe/Berlin"))
    assert resolve(at, {}) == datetime(2026, 7, 1, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    ["", "N1+", "N1+x", "N0+1h", "X1+1h", "N1+1h30", "20:00", "2026-03-02", "2026-02-30 10:00"],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no time|is not"):
        parse_at(text, SHANGHAI)
