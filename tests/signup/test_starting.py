"""From the closing time to the roster: too few, too many, the lots, what everybody is mailed.

clauses: C-3.2, C-3.3, C-3.5
"""

import re
from datetime import timedelta

import pytest

from pbp.game.dice import Dice
from pbp.game.nouns import Seat
from pbp.rulesets.shelf import SHELF, law_of
from tests.signup.house import (
    CLOSES,
    GM_ADDRESS,
    HANDLES,
    NAMES,
    OPENS,
    SEED,
    House,
    address_of,
    text_of,
)

HOUR = timedelta(hours=1)
PEOPLE = [address_of(name) for name in NAMES]


def begun(**changes):
    """A game whose sign-up has closed and that has started."""
    house = House(**changes)
    house.fill(6)
    house.until(CLOSES)
    return house


# -- too few ------------------------------------------------------------------------------------


def test_with_too_few_the_gm_is_asked():
    """C-3.2: longer, another set-up, or cancel."""
    house = House()
    house.fill(5)
    house.until(CLOSES)
    question = house.questions()["too_few"]
    assert question.answers == ("longer", "start", "cancel")
    assert question.default == "longer"
    assert "5 / 6" in house.last("digest")


def test_a_gm_asleep_has_sign_up_extended_once_and_then_cancelled():
    """C-3.2: nobody waits for ever."""
    house = House()
    house.fill(3)
    house.until(CLOSES + 12 * HOUR)
    assert house.table.signup.closes == CLOSES + 12 * HOUR + (CLOSES - OPENS)
    assert "报名进行中" in house.last("signup_state", PEOPLE[0])
    house.until(CLOSES + timedelta(days=7))
    assert house.table.signup.cancelled
    assert house.live.play.next_due() is None
    assert "本局取消" in house.last("signup_state", PEOPLE[0])


def test_after_the_cancellation_nobody_signs_up():
    house = House()
    house.until(CLOSES + timedelta(days=7))
    (answer,) = house.mail(PEOPLE[0], "报名 王五")
    assert "已经取消" in text_of(answer)


def test_who_comes_while_the_gm_is_asked_counts():
    house = House()
    house.fill(5)
    house.until(CLOSES + HOUR)
    house.sign_up("吴九")
    house.until(CLOSES + timedelta(days=3))
    assert house.table.started is not None


def test_the_gm_starts_with_a_set_up_that_fits():
    """C-3.2: another set-up; everybody sees it in the committed options."""
    house = House()
    house.fill(5)
    house.until(CLOSES)
    house.gm(f"改 {house.questions()['too_few'].number} 照样开始")
    assert len(house.table.players) == 5
    assert house.table.options["villagers"] == 3


def test_nobody_starts_with_fewer_than_the_rule_set_can_be_played_by():
    house = House()
    house.fill(3)
    house.until(CLOSES)
    assert house.questions()["too_few"].answers == ("longer", "cancel")
    assert "人数不够" in house.gm("开始")
    assert house.table.started is None


def test_the_gm_cancels():
    house = House()
    house.fill(3)
    house.gm("中止 没有人来")
    assert house.table.signup.cancelled
    assert not house.questions()


# -- the GM's words -----------------------------------------------------------------------------


def test_the_gm_closes_sign_up_and_opens_it_again():
    house = House(begins=CLOSES + 24 * HOUR)
    house.fill(6)
    house.gm("截止报名")
    assert "已经截止" in text_of(house.mail(PEOPLE[6], "报名 郑十")[0])
    assert "本来就" not in house.gm("开放报名")
    house.sign_up("郑十")
    assert "报名本来就开着" in house.gm("开放报名")


def test_closing_what_is_closed_is_refused():
    house = House(begins=CLOSES + 24 * HOUR)
    house.fill(6)
    house.gm("截止报名")
    assert "报名已经截止" in house.gm("截止报名")


def test_the_gm_starts_at_once_or_at_a_time():
    house = House()
    house.fill(6)
    house.gm("开始 3月5日 20:00")
    house.until(CLOSES)
    assert house.table.started is None
    house.gm("开始")
    assert house.table.started is not None


def test_a_time_that_is_past_is_refused():
    house = House()
    assert "已经过去" in house.gm("开始 2026-02-01 20:00")


def test_words_of_a_running_game_are_refused_before_the_start():
    assert "还没有开局" in House().gm("结束阶段")


def test_words_of_the_sign_up_are_refused_after_the_start():
    assert "已经开局" in begun().gm("截止报名")


def test_the_gm_strikes_a_sign_up_off_with_a_reason():
    """C-9.1."""
    house = House()
    house.fill(2)
    house.gm("出局 李四 重复报名")
    assert house.table.signup.names() == ["王五"]
    assert "重复报名" in house.last("signed_up", address_of("李四"))
    assert "没有这个公开名的报名（李四）" in house.gm("出局 李四 再来")


# -- too many -----------------------------------------------------------------------------------


def test_the_first_get_the_seats_and_the_others_are_told():
    """C-3.2: first is the default."""
    house = House()
    house.fill(8)
    house.until(CLOSES)
    assert set(house.table.start.names.values()) == set(NAMES[:6])
    assert "座位已满" in house.last("not_seated", PEOPLE[7])
    assert house.got(PEOPLE[7], "seat") == []


def test_seats_by_lot_do_not_ask_who_came_first():
    """C-3.2: random is a lot over the names."""
    house = House(options={"select": "random"})
    house.fill(9)
    house.until(CLOSES)
    seed = house.table.start.seed
    drawn = Dice(seed).shuffled(sorted(NAMES[:9]), "select")[:6]
    assert set(house.table.start.names.values()) == set(drawn)


def test_the_gm_chooses_and_asleep_the_first_get_the_seats():
    """C-3.2."""
    house = House(options={"select": "gm"})
    house.fill(8)
    house.until(CLOSES)
    assert house.questions()["too_many"].default == "first"
    house.until(CLOSES + 12 * HOUR)
    assert set(house.table.start.names.values()) == set(NAMES[:6])


def test_the_gm_takes_out_whom_he_does_not_want_and_starts():
    house = House(options={"select": "gm"})
    house.fill(8)
    house.until(CLOSES)
    house.gm("出局 王五 下一局吧")
    house.gm("出局 李四 下一局吧")
    house.gm("开始")
    assert set(house.table.start.names.values()) == set(NAMES[2:8])


def test_substitutes_have_no_seat_where_the_rule_set_has_none():
    house = House()
    house.fill(6)
    house.sign_up("郑十", word="替补")
    house.until(CLOSES)
    assert "郑十" not in house.table.start.names.values()
    assert house.table.substitutes == []


# -- the lots -----------------------------------------------------------------------------------


def test_the_lots_do_not_depend_on_who_came_first():
    """C-3.3: roles, handles and numbers are independent of the order of sign-up."""
    one, other = House(), House()
    one.fill(6)
    for name in reversed(NAMES[:6]):
        other.sign_up(name)
    one.until(CLOSES)
    other.until(CLOSES)
    assert one.table.start.seats == other.table.start.seats
    assert one.table.start.names == other.table.start.names


def test_another_sign_up_makes_other_lots():
    """C-3.5: nobody can know the lots before the sign-ups are complete."""
    one, other = House(), House()
    one.fill(6)
    other.fill(5)
    other.sign_up("郑十")
    one.until(CLOSES)
    other.until(CLOSES)
    assert one.table.start.seed != other.table.start.seed


def test_a_wished_handle_goes_to_whoever_wished_for_it():
    """C-3.3."""
    house = House()
    house.fill(5)
    house.sign_up("吴九", "清风")
    house.until(CLOSES)
    assert house.handle_of("吴九") == "清风"


def test_a_handle_that_is_too_like_a_wish_or_a_name_is_not_dealt():
    house = House(handles=("晴风", "王武", *HANDLES))
    house.fill(5)
    house.sign_up("吴九", "清风")
    house.until(CLOSES)
    assert not {"晴风", "王武"} & set(house.table.handles)


def test_everybody_is_mailed_his_own_seat_and_the_roster_has_handles_only():
    """C-3.3: the sign-up post shows public names, the roster only handles."""
    house = begun()
    roster = house.last("roster", PEOPLE[0])
    for name in NAMES[:6]:
        assert name not in roster
        assert house.handle_of(name) in roster
        assert len(house.got(address_of(name), "seat")) == 1


def test_killers_know_one_another_by_handle():
    house = begun()
    killers = [who for who, p in house.table.players.items() if p.role == "killer"]
    owner = house.table.start.names[killers[0]]
    assert killers[1] in house.last("seat", address_of(owner))


def test_a_reply_to_any_earlier_mail_is_the_players_own():
    """Who answers his sign-up's mail after the start is the handle that he became."""
    house = House()
    rows = [house.sign_up(name) for name in NAMES[:6]]
    house.until(CLOSES)
    (answer,) = house.answer(rows[0], "签到", vouched=False)
    assert house.handle_of("王五") in text_of(answer)
    assert house.table.players[house.handle_of("王五")].checked_in


def test_the_first_letter_from_the_registered_address_is_the_handles_too():
    house = begun()
    rows = house.mail(address_of("王五"), "签到")
    assert rows
    assert house.table.players[house.handle_of("王五")].checked_in


def test_the_gm_casts_roles_and_the_roster_says_so():
    """C-3.5."""
    house = House()
    house.fill(6)
    house.gm("定身份 王五=killer 李四=villager")
    house.until(CLOSES)
    roles = {house.table.start.names[w]: p.role for w, p in house.table.players.items()}
    assert roles["王五"] == "killer"
    assert roles["李四"] == "villager"
    assert list(roles.values()).count("killer") == 2
    assert "由天神指定" in house.last("roster", PEOPLE[0])


def test_casting_nobody_or_a_stranger_is_refused():
    house = House()
    house.fill(2)
    assert "没有这个公开名的报名（赵六）" in house.gm("定身份 赵六=killer")
    assert "没有写清" in house.gm("定身份 王五")
    assert house.table.signup.cast == {}


def test_roles_that_do_not_fit_are_asked_about_and_then_drawn():
    """C-3.5: too many killers cast; a GM asleep gets the lot."""
    house = House()
    house.fill(6)
    house.gm("定身份 王五=killer 李四=killer 赵六=killer")
    house.until(CLOSES)
    assert house.table.started is None
    house.until(CLOSES + 12 * HOUR)
    assert house.table.start.cast == ()


def test_without_a_cast_the_roster_says_nothing_of_one():
    assert "由天神指定" not in begun().last("roster", PEOPLE[0])


# -- commitments --------------------------------------------------------------------------------


def test_the_commitment_of_the_seed_is_posted_when_sign_up_opens():
    """C-3.5: and stands in the roster again."""
    house = begun()
    (first,) = re.findall(r"=seed ([0-9a-f]{64})", house.last("signup"))
    assert first in house.last("roster", PEOPLE[0])
    assert SEED not in house.last("signup")


def test_no_seed_and_no_salt_is_told_before_the_end():
    """C-3.5: committed, not shown."""
    house = begun()
    everything = house.public_bytes().decode("utf-8", "replace")
    for secret in (SEED, house.table.start.seed, "d0" * 32, "0a" * 32, "4e" * 32):
        assert secret not in everything


def test_the_beacon_is_named_at_the_opening_and_goes_into_the_lots():
    """C-3.5."""
    house = House(beacon="3月2日上证指数收盘", begins=CLOSES + 6 * HOUR)
    house.fill(6)
    assert "3月2日上证指数收盘" in house.last("signup")
    house.until(CLOSES)
    house.gm("公共数 3912.34")
    house.until(CLOSES + 6 * HOUR)
    assert "beacon 3912.34" in house.table.start.lots
    assert "3912.34" in house.last("roster", PEOPLE[0])


def test_a_beacon_that_never_comes_does_not_stop_the_game():
    """C-3.5: the GM is asked, then it goes on without."""
    house = House(beacon="3月2日上证指数收盘")
    house.fill(6)
    house.until(CLOSES)
    assert house.table.started is None
    house.until(CLOSES + 12 * HOUR)
    assert "beacon -" in house.table.start.lots


def test_a_value_that_nobody_named_is_refused():
    assert "没有约定" in House().gm("公共数 3912.34")


# -- after the start ----------------------------------------------------------------------------


def test_withdrawing_after_the_start_is_asked_back_and_then_the_gms_to_decide():
    """C-3.2: a request, asked back once, never an act."""
    house = begun()
    seat = house.got(address_of("王五"), "seat")[0]
    (asked,) = house.answer(seat, "退出")
    assert "确认" in text_of(asked)
    assert "withdraw" not in house.questions()
    house.answer(asked, "确认")
    question = house.questions()["withdraw"]
    assert question.default == "let be"
    assert house.table.is_alive(house.handle_of("王五"))
    house.gm(f"同意 {question.number}")
    house.until(house.table.phase.closes)
    assert not house.table.is_alive(house.handle_of("王五"))


def test_a_withdrawal_that_is_not_confirmed_is_nothing():
    house = begun()
    house.mail(address_of("王五"), "退出")
    house.mail(address_of("王五"), "祈祷 我")
    assert "withdraw" not in house.questions()


# -- every rule set -----------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", SHELF)
def test_every_rule_set_deals_the_same_from_the_same_dice(ruleset):
    """C-3.3: anybody can draw again what was drawn."""
    from pbp.game.options import parse_options

    law = law_of(ruleset)
    options = parse_options(ruleset, {})
    bare = [Seat(number=n, handle=f"h{n}") for n in range(1, law.players(options) + 1)]
    assert law.deal(options, Dice("a"), bare) == law.deal(options, Dice("a"), bare)
    assert law.deal(options, Dice("a"), bare) != law.deal(options, Dice("b"), bare)


def test_a_real_game_posts_to_the_gm_what_he_must_forward():
    """The sign-up post goes to the GM, with the address to which people write."""
    house = House()
    assert house.got(GM_ADDRESS, "signup")
    assert "gm+g41@games.test" in house.last("signup")
