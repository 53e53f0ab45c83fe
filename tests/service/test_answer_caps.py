"""Answer caps: so many answers and no more; what counts never changes (mail.md)."""

from datetime import timedelta

import msgspec
import pytest

from pbp.audit import audit_game
from tests.service.office import MX, SETTINGS, START, Office, ref_of, setup_for, text_of
from tests.signup.house import House

AT = START + timedelta(hours=1)
MINUTE = timedelta(minutes=1)
VOUCHED = [("Authentication-Results", f"{MX}; dkim=pass header.d=stranger.test")]
SAYS_SO = "照样收下、照样算数"
FEW = msgspec.structs.replace(SETTINGS, answers_proved=4)


def standing(office):
    return office.table.standing_orders("N1")[0].targets


def is_same_in_an_audit(office):
    row = office.store.game(office.setup.id)
    found = audit_game(office.store, row, office.settings)
    return found.first_difference is None


def test_the_thirty_first_mail_of_an_hour_counts_without_an_answer_and_the_thirtieth_said_so():
    office = Office()
    targets = ("小一", "小二")
    answers = [
        office.mail("小三", f"祈祷 {targets[n % 2]}", AT + n * timedelta(seconds=40))
        for n in range(31)
    ]
    assert [len(each) for each in answers] == [1] * 30 + [0]
    said = [SAYS_SO in text_of(each[0]) for each in answers if each]
    assert said == [False] * 29 + [True]
    assert standing(office) == ("小一",)
    assert is_same_in_an_audit(office)


def test_an_hour_later_answers_come_again():
    office = Office(settings=FEW)
    for n in range(6):
        office.mail("小三", "状态", AT + n * MINUTE)
    assert not office.mail("小三", "状态", AT + timedelta(minutes=59))
    assert office.mail("小三", "状态", AT + timedelta(minutes=61))


def test_one_sender_s_cap_is_nobody_else_s():
    office = Office(settings=FEW)
    for n in range(6):
        office.mail("小三", "状态", AT + n * MINUTE)
    assert office.mail("小四", "状态", AT + 6 * MINUTE)


def test_unproved_mail_has_three_answers_an_hour_and_takes_none_from_proved_mail():
    office = Office()
    for n in range(5):
        office.mail("小三", "祈祷 小一", AT + n * MINUTE, auth="from")
    asked = [row for row in office.outbox() if ref_of(row).code == "unauthenticated"]
    assert len(asked) == 3
    assert SAYS_SO in text_of(asked[-1])
    assert office.mail("小三", "祈祷 小一", AT + 6 * MINUTE)
    assert is_same_in_an_audit(office)


def test_an_unproved_mail_without_an_answer_can_still_be_confirmed():
    office = Office()
    for n in range(4):
        office.mail("小三", f"祈祷 小{'一二一二'[n]}", AT + n * MINUTE, auth="from")
    answers = office.mail("小三", "确认", AT + 5 * MINUTE)
    assert "> 祈祷 小二" in text_of(answers[0])
    thread = [("In-Reply-To", answers[0].message_id)]
    answers = office.mail("小三", "确认", AT + 6 * MINUTE, headers=thread)
    assert "小二" in text_of(answers[0])
    assert standing(office) == ("小二",)


def test_after_three_mails_without_a_word_that_was_understood_the_day_is_silent():
    office = Office()
    answers = [office.mail("小三", "今天天气真好啊", AT + n * MINUTE) for n in range(4)]
    assert [len(each) for each in answers] == [1, 1, 1, 0]
    assert [SAYS_SO in text_of(each[0]) for each in answers[:3]] == [False, False, True]
    assert not office.mail("小三", "祈祷 小一", AT + 5 * MINUTE)
    assert office.last_mail().verdict == "accepted"
    assert office.mail("小三", "状态", AT + timedelta(hours=5))
    assert is_same_in_an_audit(office)


def test_a_mail_that_was_understood_begins_the_row_anew():
    office = Office()
    words = ("今天天气真好啊", "真的很好", "状态", "明天也好吧", "后天大概也好")
    answers = [office.mail("小三", text, AT + n * MINUTE) for n, text in enumerate(words)]
    assert all(answers)


def test_a_misspelt_name_is_no_mail_in_which_nothing_was_understood():
    office = Office()
    for n in range(4):
        assert office.mail("小三", "祈祷 阿假", AT + n * MINUTE)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_a_stranger_has_so_many_answers_a_day(limit):
    office = Office(settings=msgspec.structs.replace(SETTINGS, strangers_per_day=limit))
    for n in range(4):
        office.mail("nobody@stranger.test", "你好", AT + n * MINUTE, headers=VOUCHED)
    assert sum(row.recipient == "nobody@stranger.test" for row in office.outbox()) == limit


def test_whoever_signs_up_without_proof_is_answered_three_times_an_hour():
    house = House()
    for n in range(5):
        house.mail("a@elsewhere.test", f"报名 名字{n}", vouched=False)
    assert sum(row.recipient == "a@elsewhere.test" for row in house.outbox()) == 3


def test_the_setup_of_a_game_has_nothing_to_do_with_caps():
    office = Office(setup_for(checked_in=False))
    assert office.mail("小三", "签到", AT)
