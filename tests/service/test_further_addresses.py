"""A further address belongs to whose letter its owner answered (mail.md, "Who is writing")."""

from datetime import timedelta

import pytest

from tests.service.office import START, Office

HOUR = timedelta(hours=1)
BOTH = "both@elsewhere.test"


def confirmed(office: Office, row, at) -> None:
    office.mail(BOTH, "确认", at, auth="none", headers=[("In-Reply-To", row.message_id)], to="gm")


def letter_of(office: Office, who: str, at):
    before = len(office.outbox())
    office.mail(who, f"信箱 {BOTH}", at)
    (row,) = [row for row in office.outbox()[before:] if row.recipient == BOTH]
    return row


@pytest.mark.parametrize("answered", ["小一", "小二"])
def test_of_two_who_ask_for_one_address_it_is_his_whose_letter_is_answered(answered):
    office = Office()
    rows = {who: letter_of(office, who, START + HOUR) for who in ("小一", "小二")}
    confirmed(office, rows[answered], START + 2 * HOUR)
    assert office.table.further_addresses == {answered: [BOTH]}
    office.mail(BOTH, "祈祷 小三", START + 3 * HOUR)
    assert office.last_mail().sender == answered


def test_an_address_belongs_to_one():
    office = Office()
    rows = [letter_of(office, who, START + HOUR) for who in ("小一", "小二")]
    for row in rows:
        confirmed(office, row, START + 2 * HOUR)
    assert office.table.further_addresses == {"小一": [BOTH]}


def test_who_asks_again_is_asked_for_once_more():
    office = Office()
    letter_of(office, "小一", START + HOUR)
    confirmed(office, letter_of(office, "小一", START + 2 * HOUR), START + 3 * HOUR)
    assert office.table.further_addresses == {"小一": [BOTH]}
