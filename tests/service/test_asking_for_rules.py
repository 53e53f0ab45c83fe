"""规则 / rules: the answer says where every clause can be read, where there is a board."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tests.service.office import SETTINGS, START, Office, setup_for, text_of

URL = "https://games.test"


def asked(locale: str, url: str) -> str:
    made = replace(setup_for(), locale=locale)
    office = Office(made, settings=replace(SETTINGS, web_url=url))
    office.mail("小一", {"zh": "规则", "en": "rules"}[locale], START + timedelta(hours=1))
    return text_of(office.outbox()[-1])


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_with_a_board_the_clauses_are_named_with_their_address(locale: str) -> None:
    said = asked(locale, URL)
    assert f"{URL}/law/prayer" in said
    assert f"{URL}/law/common" in said


@pytest.mark.parametrize("locale", ["zh", "en"])
def test_without_a_board_nobody_is_sent_to_one(locale: str) -> None:
    assert "/law/" not in asked(locale, "")
