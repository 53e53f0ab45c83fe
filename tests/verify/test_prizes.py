"""The closing report: exact shares, whole units by largest remainder, and what it reveals.

clauses: C-8.3, C-7.3, C-3.6, C-10
"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.game.report import whole_units
from tests.signup.house import House, address_of
from tests.verify.played import PLAYERS, mails_to, play, text_of, whole_game


def closing(house):
    return next(t for raw in mails_to(house, PLAYERS[0]) if "=sheet" in (t := text_of(raw)))


def test_whole_units_go_by_largest_remainder():
    """C-8.3: 100 in three is 34, 33, 33; the first on the roster has the odd one."""
    assert whole_units({"甲": "1/3", "乙": "1/3", "丙": "1/3"}, 100) == {
        "甲": 34,
        "乙": 33,
        "丙": 33,
    }
    assert whole_units({"甲": "1/6", "乙": "1/2", "丙": "1/3"}, 100) == {
        "甲": 17,
        "乙": 50,
        "丙": 33,
    }


@given(
    st.lists(st.integers(1, 100), min_size=1, max_size=20),
    st.integers(1, 10_000),
)
def test_whole_units_sum_to_the_pot_and_nobody_is_a_whole_unit_off(parts, pot):
    """C-8.3."""
    whole = sum(parts)
    prizes = {str(n): str(Fraction(part, whole)) for n, part in enumerate(parts)}
    units = whole_units(prizes, pot)
    assert sum(units.values()) == pot
    assert all(abs(units[who] - Fraction(share) * pot) < 1 for who, share in prizes.items())


def test_the_report_names_shares_units_and_the_pot():
    """C-8.3: with a whole pot and a unit."""
    text = closing(whole_game())
    assert "总额 100金币" in text
    assert "合 25金币" in text


@pytest.mark.parametrize("options", [{"pot": "1/2", "unit": "金币"}, {"pot": "100"}, {}])
def test_without_a_whole_pot_and_a_unit_there_are_shares_alone(options):
    """C-8.3."""
    text = closing(play(House(options=options), chatty=False))
    assert "1/4" in text
    assert "合 " not in text


def test_the_report_tells_roles_owners_and_who_did_what():
    """C-3.6: every public name behind its handle, and no address."""
    house = whole_game()
    text = closing(house)
    for handle, name in house.table.start.names.items():
        assert name in text
        assert handle in text
        assert address_of(name) not in text


def test_the_gms_acts_are_shown_with_their_reasons_and_without_addresses():
    """C-10: after the end, and not before."""
    house = House()
    house.fill(6)
    house.until(house.table.signup.closes)
    house.gm("延长 2h 停电了")
    house.gm("警告 1 写信到 someone@mail.test")
    before = "\n".join(text_of(raw) for raw in mails_to(house, PLAYERS[0]))
    assert "停电了" not in before
    house.gm("中止 人都走了")
    text = closing(house)
    assert "停电了" in text
    assert "理由：人都走了" in text
    assert "someone@mail.test" not in text.split("天神做过的事")[1]


def test_a_struck_off_player_has_no_share():
    """C-7.3."""
    house = House()
    house.fill(6)
    house.until(house.table.signup.closes)
    villager = next(who for who, p in house.table.players.items() if p.role == "villager")
    house.gm(f"除名 {villager} 代打")
    killers = [who for who, p in house.table.players.items() if p.role == "killer"]
    owner = dict(house.table.start.names)
    for who in house.table.handles:
        house.mail(address_of(owner[who]), "签到")
    for victim in killers:
        house.until(house.table.phase.closes)
        for who in house.table.living():
            house.mail(address_of(owner[who]), f"投票 {victim}")
        house.until(house.table.phase.closes)
    assert villager not in house.table.ended.prizes
    assert sum(map(Fraction, house.table.ended.prizes.values())) == 1
