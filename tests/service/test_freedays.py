"""A country's calendar becomes dates before the game begins (option `holidays: CN`)."""

import sys
from datetime import UTC, date, datetime

import pytest

from pbp.game.options import parse_options
from pbp.rulesets.seven_kill.freedays import is_free
from pbp.service.freedays import UnknownCountry, days_of, spans, with_dates

STARTS = datetime(2026, 9, 30, 12, tzinfo=UTC)


def test_the_calendar_of_china_has_the_golden_week_and_the_saturday_that_makes_up_for_it():
    free, worked = days_of("CN", 2026, 2026)
    assert {date(2026, 10, day) for day in (1, 2, 3, 5, 6, 7)} <= free
    assert date(2026, 10, 10) in worked


def test_the_options_hold_dates_that_parse_options_reads():
    given = with_dates({"holidays": "CN", "weekends": "true"}, STARTS)
    days = parse_options("seven_kill", given)["holidays"]
    assert [d for d in range(1, 13) if is_free(date(2026, 10, d), days)] == [*range(1, 8), 11]
    assert is_free(date(2027, 1, 1), days)
    assert given["weekends"] == "true"


@pytest.mark.parametrize("written", ["off", "2026-10-01", ["2026-10-01"], None])
def test_dates_and_off_stay_what_they_are(written):
    options = {"holidays": written}
    assert with_dates(options, STARTS) is options


def test_a_country_without_a_calendar_is_named():
    with pytest.raises(UnknownCountry, match="XX"):
        with_dates({"holidays": "XX"}, STARTS)


def test_a_part_of_a_country_has_its_own_days():
    bavaria, _ = days_of("DE-BY", 2026, 2026)
    assert date(2026, 1, 6) in bavaria


def test_days_in_a_row_are_one_span():
    days = [date(2026, 10, 3), date(2026, 10, 1), date(2026, 10, 2), date(2026, 10, 5)]
    assert spans(days) == [
        (date(2026, 10, 1), date(2026, 10, 3)),
        (date(2026, 10, 5), date(2026, 10, 5)),
    ]


def test_the_library_is_not_loaded_by_a_game_without_a_country(monkeypatch):
    monkeypatch.setitem(sys.modules, "holidays", None)
    assert with_dates({"holidays": "off"}, STARTS) == {"holidays": "off"}
