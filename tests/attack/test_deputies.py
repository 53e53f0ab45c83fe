"""A deputy is never a player: of two ways to be both, the second is refused with a clear answer.

clauses: C-10, C-3.1, L-7.1
"""

from datetime import timedelta

import pytest

from tests.around.town import DAY, GM_ADDRESS, NAMES, Town, address_of
from tests.service.office import START, Office, opened, text_of

HOUR = timedelta(hours=1)
DEPUTY = "deputy@gmail.com"
ALIASES = (DEPUTY, "De.Puty@GMail.com", "deputy+games@googlemail.com")
SMALL = {"killers": "1", "villagers": "2"}
ZHAO = address_of("赵六")


def gm(office: Office, text: str, hours: float) -> str:
    return "\n".join(text_of(row) for row in office.mail("gm", text, START + hours * HOUR))


def confirmed(office: Office, hours: float) -> None:
    """Whoever has the deputy's address confirms that it is a player's."""
    asked = [r for r in office.outbox() if r.recipient == DEPUTY][-1]
    to = opened(asked)["Reply-To"].addresses[0].addr_spec
    answers = [("In-Reply-To", asked.message_id)]
    office.mail(DEPUTY, "确认", START + hours * HOUR, recipient=to, headers=answers)
    assert DEPUTY in office.live.addresses_of("小一")


# -- a further address --------------------------------------------------------------------------


@pytest.mark.parametrize("alias", ALIASES)
def test_not_while_a_player_is_asked_to_confirm_that_address(alias):
    office = Office()
    office.mail("小一", f"信箱 {DEPUTY}", START + HOUR)
    assert "不能作代理" in gm(office, f"代理 {alias} 6h", 2)
    assert office.table.around.deputy is None
    confirmed(office, 3)
    assert "不能作代理" in gm(office, f"代理 {alias} 6h", 4)


@pytest.mark.parametrize("alias", ALIASES)
def test_a_player_is_told_why_the_deputys_address_cannot_be_his(alias):
    office = Office()
    gm(office, f"代理 {DEPUTY} 6h", 1)
    (row,) = office.mail("小一", f"信箱 {alias}", START + 2 * HOUR)
    assert "这个信箱不能加到你的座位" in text_of(row)
    assert "代理" not in text_of(row), "who the deputy is, is the GM's to say"
    assert office.table.asked_addresses == {}


def test_an_undone_relief_makes_nobody_both():
    """The GM would take back that he relieved him, but a player has asked for that address."""
    office = Office()
    gm(office, f"代理 {DEPUTY} 6h", 1)
    gm(office, "代理 无", 2)
    office.mail("小一", f"信箱 {DEPUTY}", START + 3 * HOUR)
    assert "没有可以撤销的命令" in gm(office, "撤销", 4)
    confirmed(office, 5)
    assert office.table.around.deputy is None


def test_one_whose_deputy_has_been_relieved_may_have_it():
    office = Office()
    gm(office, f"代理 {DEPUTY} 6h", 1)
    gm(office, "代理 无", 2)
    office.mail("小一", f"信箱 {DEPUTY}", START + 3 * HOUR)
    assert DEPUTY in office.table.asked_addresses


# -- a sign-up ----------------------------------------------------------------------------------


def town(ruleset: str = "prayer", **options: str) -> Town:
    made = Town()
    made.open("g1", ruleset, options=options or SMALL)
    return made


@pytest.mark.parametrize("word", ["报名 赵六", "报名 赵六 夜雨", "替补 赵六"])
def test_not_while_he_is_asked_to_confirm_his_sign_up(word):
    here = town()
    (asked,) = here.mail(ZHAO, word, "gm+g1@games.test")
    assert "不能作代理" in here.gm("g1", f"代理 {ZHAO.upper()} 6h")
    (row,) = here.reply(asked, "确认")
    assert row.kind == "signed_up"
    assert "不能作代理" in here.gm("g1", f"代理 {ZHAO} 6h")


@pytest.mark.parametrize("word", ["报名 赵六", "替补 赵六"])
def test_a_deputy_who_signs_up_is_told_that_he_is_one(word):
    here = town()
    here.gm("g1", f"代理 {ZHAO} 6h")
    (row,) = here.mail(ZHAO, word, "gm+g1@games.test")
    assert "代理不能参加" in text_of(row)
    assert not here.table("g1").signup.knows(ZHAO)


def test_who_has_withdrawn_may_be_it():
    here = town()
    here.sign_up("g1", ["赵六"])
    here.mail(ZHAO, "退出", "gm+g1@games.test")
    assert "没有做" not in here.gm("g1", f"代理 {ZHAO} 6h")


def test_who_never_confirmed_may_be_it_once_sign_up_is_closed():
    here = town()
    here.sign_up("g1", NAMES[3:6])
    (asked,) = here.mail(ZHAO, "报名 赵六", "gm+g1@games.test")
    here.until(here.now + DAY)
    assert here.table("g1").started is not None
    assert "没有做" not in here.gm("g1", f"代理 {ZHAO} 6h")
    here.reply(asked, "确认")
    assert "赵六" not in here.table("g1").signup.people.values()
    assert here.table("g1").around.deputy.address == ZHAO


def test_a_sign_up_after_the_deputy_was_relieved_is_not_undone_into_a_deputy():
    """The GM takes back that he named nobody: whoever signed up meanwhile is a player."""
    here = town()
    here.gm("g1", f"代理 {ZHAO} 6h")
    here.gm("g1", "代理 无")
    here.sign_up("g1", ["赵六"])
    here.gm("g1", "撤销")
    table = here.table("g1")
    deputy = table.around.deputy
    assert deputy is None or not table.signup.knows(ZHAO)


# -- seats that change hands --------------------------------------------------------------------


def test_neither_who_has_left_his_seat_nor_who_waits_for_one():
    here = town("three_lives", low_activity="report")
    here.sign_up("g1", NAMES[:15])
    here.sign_up("g1", ["杨九"], word="替补")
    here.until(here.now + DAY)
    waiting = address_of("杨九")
    assert "不能作代理" in here.gm("g1", f"代理 {waiting} 6h")
    who = here.table("g1").living()[0]
    first = here.live("g1").addresses_of(who)[0]
    here.gm("g1", f"换人 {who}")
    call = here.got(waiting, "replacement_call")
    assert call
    here.reply(call[-1], "接替")
    assert here.table("g1").played_by(who) is not None
    for address in (waiting, first):
        assert "不能作代理" in here.gm("g1", f"代理 {address} 6h"), address


def test_not_the_gm_by_another_spelling_of_his_address():
    here = town()
    assert "不能作代理" in here.gm("g1", f"代理 {GM_ADDRESS.upper()} 6h")
