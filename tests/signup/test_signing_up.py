"""Signing up by mail: who counts, who is refused and why, what is asked of the GM.

clauses: C-3.1, C-3.2, C-9
"""

import re
from datetime import timedelta

import pytest

from pbp.game import people
from tests.signup.house import (
    CLOSES,
    GAME,
    GM_ADDRESS,
    HOST,
    NAMES,
    House,
    address_of,
    text_of,
)

WANG, LI = address_of("王五"), address_of("李四")
LATER = CLOSES + timedelta(days=1)


def test_a_sign_up_counts_when_its_confirmation_is_answered():
    """C-3.1: not before."""
    house = House()
    (asked,) = house.mail(WANG, "报名 王五")
    assert "确认" in text_of(asked)
    assert house.table.signup.names() == []
    (counts,) = house.answer(asked, "确认")
    assert counts.kind == "signed_up"
    assert house.table.signup.names() == ["王五"]


def test_the_question_shows_the_name_that_is_confirmed():
    """C-3.1: wherever he wrote it."""
    house = House()
    (asked,) = house.mail(WANG, "大家好", subject="=?utf-8?B?5oql5ZCNIOmYv+S4nA==?=")
    assert "> 报名 阿东\n> 大家好" in text_of(asked)
    (asked,) = house.mail(LI, "", subject="=?utf-8?B?5oql5ZCNIOmYv+S4nA==?=")
    assert "> 报名 阿东\n" in text_of(asked)
    (asked,) = house.mail(LI, "小白", subject="=?utf-8?B?5oql5ZCN?=")
    assert "> 小白\n" in text_of(asked)
    assert "没有写" not in text_of(asked)


def test_a_forged_sign_up_is_confirmed_by_nobody_but_the_address():
    """C-3.1: whoever forges the From never sees the question, and 确认 without proof asks again."""
    house = House()
    house.mail(WANG, "报名 王五", vouched=False)
    (again,) = house.mail(WANG, "确认", vouched=False)
    assert again.kind == "confirm"
    assert house.table.signup.names() == []


def test_a_forged_sign_up_does_not_take_the_place_of_the_one_that_waits():
    """C-3.1: the answer to a question confirms what it asked, whatever came from there since."""
    house = House()
    (asked,) = house.mail(WANG, "报名 王五", vouched=False)
    house.mail(WANG, "报名 坏名", vouched=False)
    house.mail(WANG, "退出", vouched=False)
    house.answer(asked, "确认", vouched=False)
    assert house.table.signup.names() == ["王五"]
    house.mail(LI, "报名 李四")
    house.mail(LI, "报名 坏名", vouched=False)
    house.mail(LI, "确认")
    assert house.table.signup.names() == ["王五", "李四"]


def test_where_several_unproved_sign_ups_wait_none_is_guessed():
    """C-3.1."""
    house = House()
    house.mail(WANG, "报名 王五", vouched=False)
    house.mail(WANG, "报名 坏名", vouched=False)
    (answer,) = house.mail(WANG, "确认")
    assert "请直接回复问你的那一封" in text_of(answer)
    assert house.table.signup.names() == []


def test_an_unvouched_person_confirms_in_the_thread():
    """C-3.1: the answer to our question proves that he reads the address."""
    house = House()
    counts = house.sign_up("王五", vouched=False)
    assert "不能证明" in text_of(counts)


def test_the_answer_tells_whether_the_provider_vouches():
    assert "你的邮箱能证明" in text_of(House().sign_up("王五"))


def test_the_answer_tells_that_owners_are_posted_at_the_end():
    """C-3.1: and does not say so where they are not."""
    assert "终局后会公布" in text_of(House().sign_up("王五"))
    assert "终局后会公布" not in text_of(House(options={"reveal_owners": "false"}).sign_up("王五"))


def test_the_answer_warns_that_friends_may_know_a_wished_handle():
    """C-3.3."""
    text = text_of(House().sign_up("王五", "清风"))
    assert "清风" in text
    assert "朋友可能认得出" in text


def test_an_english_player_signs_up_in_english():
    house = House()
    (asked,) = house.mail("lisa@owner.test", "signup Lisa")
    (counts,) = house.answer(asked, "confirm")
    assert counts.kind == "signed_up"
    assert house.table.signup.names() == ["Lisa"]


def test_signing_up_needs_no_name_of_the_game_in_the_address():
    """A letter to the GM identity is for the only game whose sign-up is open."""
    house = House()
    (asked,) = house.mail(WANG, "报名 王五", to="gm@games.test")
    assert asked.kind == "confirm"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("报名", "没有写公开名"),
        ("报名 wang@mail.test", "邮箱"),
        ("报名 www.wang.test", "邮箱、网址"),
        ("报名 王五王五王五王五王五王五王五", "最多 12 个字"),
        ("报名 天神", "混淆"),
        ("报名 GM", "混淆"),
        ("报名 王\u200b五", "看不见"),
        ("报名 王\u3164五", "看不见"),
        ("报名 王五🙂", "不能当公开名"),
        ("报名 王五 清风 明月", "三样以上"),
        ("报名 王五 12", "号码"),
        ("报名 王五 3号", "号码"),
        ("报名 王五 投票", "命令"),
        ("报名 王五 王五", "太像"),
        ("替补 王五 清风", "替补不能挑马甲"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_the_reason(text, told):
    """C-3.1: public names are sane: a length, no address, no invisible characters."""
    house = House()
    (answer,) = house.mail(WANG, text)
    assert answer.kind == "ask_again"
    assert told in text_of(answer)
    assert "报名截止" in text_of(answer)
    assert not house.table.signup.asked


def test_a_public_name_is_taken_once_and_the_gm_is_told():
    """C-3.1: one public name twice."""
    house = House()
    house.sign_up("王五")
    (answer,) = house.mail(LI, "报名 王五")
    assert "已经有人用了" in text_of(answer)
    assert WANG not in text_of(answer)
    assert house.questions()["double_signup"].default == "keep all"
    assert LI in house.last("digest")


def test_two_who_ask_for_one_name_at_a_time_cannot_both_have_it():
    house = House()
    (first,) = house.mail(WANG, "报名 王五")
    (second,) = house.mail(LI, "报名 王五")
    house.answer(first, "确认")
    (answer,) = house.answer(second, "确认")
    assert "已经有人用了" in text_of(answer)


@pytest.mark.parametrize("wish", ["青风", "清疯", "清风", "清風", "清风儿"])
def test_a_wished_handle_that_is_too_like_another_is_refused(wish):
    """C-3.1: the reason is told, not whose it is."""
    house = House()
    house.sign_up("王五", "清风")
    (answer,) = house.mail(LI, f"报名 李四 {wish}")
    assert "太像" in text_of(answer)
    assert "王五" not in text_of(answer)


def test_a_wish_like_somebodys_public_name_is_refused():
    house = House()
    house.sign_up("王五")
    (answer,) = house.mail(LI, "报名 李四 王五")
    assert "太像" in text_of(answer)


def test_whoever_signs_up_anew_replaces_his_own_sign_up():
    house = House()
    house.sign_up("王五")
    house.sign_up("赵六", sender=WANG)
    assert house.table.signup.names() == ["赵六"]
    assert not house.questions()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("wang.wu@gmail.com", "wangwu@gmail.com"),
        ("wangwu@gmail.com", "wangwu+game@googlemail.com"),
        ("wangwu@outlook.com", "wangwu+2@outlook.com"),
        ("10001@qq.com", "10001@foxmail.com"),
        ("10001@qq.com", "10001@vip.qq.com"),
        ("wangwu@icloud.com", "wangwu@me.com"),
    ],
)
def test_two_sign_ups_that_lead_to_one_mailbox_are_flagged(one, other):
    """C-3.1, C-9.1: dots, plus-tags, QQ number and foxmail alias; the default is harmless."""
    house = House()
    house.sign_up("王五", sender=one)
    house.sign_up("李四", sender=other)
    question = house.questions()["double_signup"]
    assert question.default == "keep all"
    assert house.table.signup.names() == ["王五", "李四"]
    assert one in house.last("digest")


def test_case_does_not_make_another_mailbox():
    assert people.mailbox("Wang@Mail.Test") == people.mailbox("wang@mail.test")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("wang.wu@163.com", "wangwu@163.com"),
        ("a+b@mail.test", "a@mail.test"),
        ("10001@qq.com", "10002@qq.com"),
        ("10001@qq.com", "10001@163.com"),
    ],
)
def test_mailboxes_that_may_be_two_peoples_are_not_flagged(one, other):
    assert people.mailbox(one) != people.mailbox(other)


def test_the_gm_puts_out_all_sign_ups_of_one_person_or_none():
    """C-9.1."""
    house = House()
    house.sign_up("王五", sender="wang.wu@gmail.com")
    house.sign_up("李四", sender="wangwu@gmail.com")
    house.sign_up("赵六")
    number = house.questions()["double_signup"].number
    house.gm(f"改 {number} 全部不收")
    assert house.table.signup.names() == ["赵六"]
    assert "由天神决定" in house.last("signed_up", "wangwu@gmail.com")


def test_nobody_answers_and_both_sign_ups_stay():
    """C-3.1: a GM asleep puts nobody out."""
    house = House()
    house.sign_up("王五", sender="wang.wu@gmail.com")
    house.sign_up("李四", sender="wangwu@gmail.com")
    house.pass_time(days=1)
    assert house.table.signup.names() == ["王五", "李四"]
    assert "double_signup" not in house.questions()


def test_withdrawing_before_the_start_is_done_at_once():
    house = House()
    counts = house.sign_up("王五")
    (answer,) = house.answer(counts, "退出")
    assert "已经取消" in text_of(answer)
    assert house.table.signup.names() == []


def test_a_withdrawal_that_nothing_vouches_for_is_asked_back():
    house = House()
    house.sign_up("王五")
    (asked,) = house.mail(WANG, "退出", vouched=False)
    assert asked.kind == "confirm"
    assert house.table.signup.names() == ["王五"]
    house.answer(asked, "确认", vouched=False)
    assert house.table.signup.names() == []


def test_withdrawing_without_having_signed_up_says_so():
    (answer,) = House().mail(WANG, "退出")
    assert "没有报过名" in text_of(answer)


def test_confirming_what_nobody_asked_says_so():
    (answer,) = House().mail(WANG, "确认")
    assert "没有等你确认" in text_of(answer)


def test_what_is_no_sign_up_is_answered_with_an_example():
    """C-1.3: what was wrong and what would be right."""
    (answer,) = House().mail(WANG, "这个怎么玩")
    assert "例：报名" in text_of(answer)


def test_a_stranger_without_proof_gets_no_answer():
    """mail.md: nobody mails a stranger because somebody wrote his name into a From line."""
    house = House()
    assert house.mail(WANG, "这个怎么玩", vouched=False) == []
    assert house.mail(WANG, "确认", vouched=False) == []


def test_a_question_is_answered_with_how_sign_up_stands():
    house = House()
    counts = house.sign_up("王五", "清风")
    (answer,) = house.answer(counts, "状态")
    assert "清风" in text_of(answer)
    (other,) = house.mail(LI, "名单")
    assert "王五" in text_of(other)
    assert "清风" not in text_of(other)


def test_after_the_closing_time_nobody_signs_up():
    """C-3.1: at the very instant it is late."""
    house = House()
    house.fill(6)
    house.pass_time(days=1)
    assert house.table.started is not None


def test_a_letter_at_the_closing_instant_is_late():
    """C-2.2: windows are half open."""
    house = House(begins=LATER)
    house.fill(6)
    house.until(house.table.signup.closes)
    (answer,) = house.mail(address_of("郑十"), "报名 郑十")
    assert "已经截止" in text_of(answer)


def test_a_confirmation_after_the_closing_time_is_late():
    house = House(begins=LATER)
    house.fill(6)
    (asked,) = house.mail(address_of("郑十"), "报名 郑十")
    house.until(house.table.signup.closes)
    (answer,) = house.answer(asked, "确认")
    assert "已经截止" in text_of(answer)
    assert len(house.table.signup.players()) == 6


def test_no_address_and_no_wish_ever_leaves_the_server():
    """C-3.1: neither the From name nor the address is published; a wish is for the GM alone."""
    house = House()
    house.sign_up("王五", "清风")
    for name in NAMES[1:6]:
        house.sign_up(name)
    others = [row for row in house.outbox() if row.recipient not in (WANG, GM_ADDRESS)]
    before = "\n".join(text_of(row) for row in others)
    assert WANG not in before
    assert "清风" not in before


def test_automatic_mail_signs_nobody_up():
    """mail.md: never acted on, never answered."""
    house = House()
    assert house.mail(WANG, "报名 王五", headers=("Auto-Submitted: auto-replied",)) == []
    assert not house.table.signup.asked


def test_the_same_letter_twice_is_one_sign_up():
    house = House()
    house.mail(WANG, "报名 王五", name="<once@mail.test>")
    assert house.mail(WANG, "报名 王五", name="<once@mail.test>") == []


def test_a_letter_without_a_sender_is_kept_and_not_answered():
    house = House()
    before = len(house.outbox())
    house.mail("", "报名 王五", vouched=False)
    assert len(house.outbox()) == before
    assert list(house.table.mails.values())[-1].verdict == "ignored"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("报名 13800138000", "公开名里不能有电话、QQ 号"),
        ("报名 王五 qq10012345", "马甲里不能有电话、QQ 号"),
        ("报名 王五 加v信abc12345", "马甲里不能有电话、QQ 号"),
        ("报名 Lisa Lisa-2", "一看就知道是你"),
        ("报名 王五 person1", "一看就知道是你"),
        ("报名 王五 ｐｅｒｓｏｎ1", "一看就知道是你"),
    ],
)
def test_a_name_that_tells_who_somebody_is_is_no_name(words, said):
    """C-5.5, C-9.2: what no post may tell neither does a name, which all the posts carry."""
    house = House()
    (answer,) = house.mail(WANG, words)
    assert said in text_of(answer).replace("\n", "")
    assert house.table.signup.asked == {}


def test_before_the_start_no_announcement_goes_out_with_an_address_in_it():
    """The last gate stands from the first sign-up, asked for or confirmed."""
    house = House()
    house.sign_up("王五")
    house.mail(LI, "报名 李四")
    for address in (WANG, LI):
        before = len(house.outbox())
        told = house.gm(f"公告\n请和 {address.upper()} 联系")
        number = re.search(r"发 (\d+)", told)[1]
        house.gm(f"发 {number}")
        new = house.outbox()[before:]
        assert [r.recipient for r in new if address in text_of(r).lower()] in ([], [GM_ADDRESS])


def test_what_was_written_to_the_board_before_the_start_is_never_published():
    """Not even once the game has begun and the GM holds it first: it has no handle."""
    house = House()
    house.fill(6)
    house.mail(WANG, f"我是王五，写信到 {WANG} 找我", to=f"board+{GAME}@{HOST}")
    n = max(house.table.mails)
    house.gm("开始")
    for word in ("发", "扣", "发"):
        assert "没有做" in house.gm(f"{word} {n}")
    assert all(WANG not in text_of(row) for row in house.outbox() if row.kind in ("chat", "post"))


def test_nobody_is_sent_the_words_of_who_forged_his_address():
    """A question to somebody who never wrote is no carrier of anybody's advertisement."""
    house = House()
    (asked,) = house.mail(WANG, "报名 王五\n便宜好货 win.example", vouched=False)
    assert "> 报名 王五\n" in text_of(asked)
    assert "win.example" not in text_of(asked)
    assert house.answer(asked, "确认", vouched=False)[0].kind == "signed_up"
