"""Mail that comes late by way of a queue or a mailbox: heard in order, and shown to the GM."""

from datetime import datetime, timedelta
from email.utils import format_datetime

import msgspec
import pytest

from pbp.game import digest
from pbp.service.times import handed
from pbp.store import NewLetter
from tests.service.office import DAY, START, Office, setup_for, text_of

NIGHTFALL = START + DAY


def received(at: datetime, by: str = "smtp.qq.com") -> tuple[str, str]:
    return ("Received", f"from phone by {by} with ESMTP; {format_datetime(at)}")


def stored(office: Office, at: datetime, *lines: tuple[str, str], **more: object) -> None:
    raw = office.bytes_of("小一", "祈祷 小二", to=office.recipient("小一"), headers=lines)
    letter = NewLetter(received_at=at, recipients=(office.recipient("小一"),), raw=raw)
    office.store.append_letters([msgspec.structs.replace(letter, **more)])


def told(office: Office, at: datetime) -> dict:
    return digest.contents(office.table, office.live.play.law, at)


def test_mail_that_was_in_transit_over_a_cut_off_is_shown_with_its_hand_over():
    office = Office()
    over, at = NIGHTFALL - timedelta(seconds=20), NIGHTFALL + timedelta(seconds=40)
    office.tick(NIGHTFALL)
    stored(office, at, received(at, "mx.games.test"), received(over))
    office.read(at)
    (row,) = told(office, at)["late"]
    assert (row["who"], row["at"], row["handed"]) == ("小一", at.isoformat(), over.isoformat())
    office.mail("gm", "摘要", at + timedelta(minutes=1))
    assert "来信一方的邮局收下" in "".join(map(text_of, office.outbox()[-2:]))


def test_mail_that_was_handed_over_in_the_same_phase_is_not_late():
    office = Office()
    at = START + timedelta(hours=3)
    stored(office, at, received(at - timedelta(minutes=10)))
    office.read(at)
    assert told(office, at)["late"] == []
    assert office.last_mail().verdict == "accepted"


def test_mail_that_was_in_transit_over_a_cut_off_can_be_admitted_while_nothing_is_announced():
    office = Office(setup_for(options={"settle_wait": "30m"}))
    over, at = NIGHTFALL - timedelta(seconds=20), NIGHTFALL + timedelta(minutes=5)
    stored(office, at, received(over))
    office.read(at)
    (row,) = told(office, at)["late"]
    office.mail("gm", f"补收 {row['n']}", at + timedelta(minutes=1))
    orders = [order for order in office.table.orders.values() if order.phase == "N1"]
    assert [(order.actor, order.at) for order in orders] == [
        ("小一", NIGHTFALL - timedelta(microseconds=1))
    ]


def test_a_letter_that_comes_after_its_phase_was_closed_is_heard_in_order():
    office = Office()
    earlier, later = NIGHTFALL - timedelta(minutes=1), NIGHTFALL + timedelta(minutes=1)
    office.mail("小二", "祈祷 小一", later)
    stored(office, earlier)
    office.read()
    heard = office.last_mail()
    assert (heard.sender, heard.at) == ("小一", later)
    (row,) = told(office, later)["late"]
    assert row["handed"] == earlier.isoformat()
    instants = [fact.at for fact in office.facts()[-2:]]
    assert min(instants) >= NIGHTFALL


def test_clocks_that_differ_are_shown_to_the_gm():
    office = Office()
    at = START + timedelta(hours=1)
    stored(office, at, stamps=(("data", at + timedelta(minutes=7)),))
    office.read()
    assert told(office, at)["clocks"] == [
        {
            "n": 1,
            "who": "小一",
            "at": at.isoformat(),
            "others": {"data": (at + timedelta(minutes=7)).isoformat()},
        }
    ]
    office.mail("gm", "摘要", at + timedelta(minutes=1))
    assert "收信时刻有出入" in "".join(map(text_of, office.outbox()[-2:]))


@pytest.mark.parametrize("away", [timedelta(days=30), -timedelta(minutes=1)])
def test_a_hand_over_that_cannot_be_is_none(away):
    office = Office()
    stored(office, START, received(START - away))
    (letter,) = office.store.next_letters(5)
    assert handed(letter) is None


def test_a_login_vouches_for_its_own_address_alone():
    office = Office()
    address = office.address("小一")
    for number, (login, verdict) in enumerate([("else@x.test", "asked"), (address, "accepted")]):
        at = START + timedelta(minutes=number)
        raw = office.bytes_of("小一", "祈祷 小二", to="gm+g41@games.test")
        letter = NewLetter(received_at=at, recipients=("gm+g41@games.test",), raw=raw, proved=login)
        office.store.append_letters([letter])
        office.read()
        assert office.last_mail().verdict == verdict
