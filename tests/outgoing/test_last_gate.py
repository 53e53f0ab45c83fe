"""The last gate: no public mail leaves with a registered address or a live token in it."""

from datetime import timedelta

import pytest

from pbp.service.live import GM
from tests.service.office import START, Office, opened, ref_of, text_of

AT = START + timedelta(hours=1)


def announced(secret: str) -> tuple[Office, list]:
    office = Office()
    office.mail(GM, f"公告\n大家好，{secret} 请注意", AT)
    before = len(office.outbox())
    office.mail(GM, "发 1001", AT + timedelta(minutes=1))
    return office, office.outbox()[before:]


@pytest.mark.parametrize("kind", ["address", "token", "address in capitals"])
def test_an_announcement_with_a_secret_in_it_goes_to_nobody_and_the_gm_is_told(kind):
    office = Office()
    secret = {
        "address": office.address("小一"),
        "token": office.live.token("小一"),
        "address in capitals": office.address("小一").upper(),
    }[kind]
    office, new = announced(secret)
    assert not [row for row in new if ref_of(row).public]
    told = [row for row in new if ref_of(row).kind == "message"]
    assert "没有发出去" in text_of(told[-1])
    assert secret.lower() not in "".join(text_of(row) + str(opened(row)["Subject"]) for row in told)


@pytest.mark.parametrize(
    "hide",
    [
        lambda t: f"{t[:8]}\u200b{t[8:]}",
        lambda t: f"{t[:8]}\n{t[8:]}",
        lambda t: f"{t[:8]} {t[8:]}",
        lambda t: "".join(chr(ord(c) + 0xFEE0) if c.isascii() else c for c in t),
    ],
)
@pytest.mark.parametrize("kind", ["address", "token"])
def test_a_secret_that_is_cut_up_or_wide_is_stopped_too(kind, hide):
    office = Office()
    secret = office.address("小一") if kind == "address" else office.live.token("小一")
    _, new = announced(hide(secret))
    assert not [row for row in new if ref_of(row).public]


def test_an_announcement_without_one_goes_to_all():
    office, new = announced("某某")
    assert len([row for row in new if ref_of(row).public]) == len(office.live.people())


def test_nothing_of_a_usual_game_is_stopped(caplog):
    office = Office()
    office.mail("小一", "灌水 大家好", AT)
    office.run_out()
    assert "a secret" not in caplog.text
