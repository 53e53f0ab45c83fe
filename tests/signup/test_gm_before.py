"""What the GM writes before the start, in his own words and where it cannot be done.

clauses: C-3.2, C-3.5
"""

from datetime import timedelta

from tests.signup.house import CLOSES, House

HOUR = timedelta(hours=1)


def test_roles_are_cast_in_either_language():
    """C-3.5: the words that the GM reads in his letters are the words that he may write."""
    house = House()
    house.fill(6)
    assert "王五=杀手、李四=平民" in house.gm("定身份 王五=杀手 李四=平民")
    assert house.table.signup.cast == {"王五": "killer", "李四": "villager"}
    house.until(CLOSES)
    assert house.table.started is not None


def test_a_role_that_the_game_does_not_have_is_refused_at_once():
    house = House()
    house.fill(6)
    assert "本局没有这个身份可以指定" in house.gm("定身份 王五=法师")
    assert house.table.signup.cast == {}


def test_sign_up_with_too_few_says_that_it_goes_on_and_is_opened_again():
    house = House(begins=CLOSES + 24 * HOUR)
    house.fill(3)
    said = house.gm("截止报名")
    assert "报名人数不够（3 / 6）" in said
    assert "报名截止。" not in said
    house.gm("开放报名")
    assert not house.questions()
    assert "报名本来就开着" in house.gm("开放报名")


def test_an_option_that_is_so_already_is_not_posted():
    house = House()
    house.gm("规则 night 3h 快")
    assert "本来就是这样" in house.gm("规则 night 180m 再说一次")


def test_trying_nothing_asks_what_is_to_be_tried():
    house = House()
    assert "没有写要试哪一条命令" in house.gm("试")
