"""Onlookers: they join and leave by mail, read, ask, chat and analyse; never an order or a vote."""

import pytest

from pbp.game import facts as f
from tests.board.board import DAY_ONE, LOOKER, Board, at, opened, text_of, vouched

SUBSCRIBE = "board+g41-subscribe@games.test"
UNSUBSCRIBE = "board+g41-unsubscribe@games.test"


def leave_address(row) -> str:
    """The address that a mail program's unsubscribe button writes to."""
    return opened(row)["List-Unsubscribe"].removeprefix("<mailto:").removesuffix(">")


def test_who_subscribes_is_asked_at_his_address_and_then_on_the_list():
    board = Board()
    (asked,) = board.mail(LOOKER, "李四", at(1), recipient=SUBSCRIBE, headers=vouched(LOOKER))
    assert asked.kind == "confirm"
    assert "李四" in text_of(asked)
    assert board.table.subscribers == {}
    welcome = board.reply(asked, LOOKER, "确认", at(1, minutes=5))
    assert board.table.subscribers == {LOOKER: "李四"}
    assert "旁观·李四" in text_of(welcome)


def test_without_a_public_name_he_is_asked_for_one_first():
    board = Board()
    (asked,) = board.mail(LOOKER, "", at(1), recipient=SUBSCRIBE, headers=vouched(LOOKER))
    assert "请取一个公开名" in text_of(asked)
    confirm = board.reply(asked, LOOKER, "李四", at(1, minutes=5))
    assert confirm.kind == "confirm"
    board.reply(confirm, LOOKER, "确认", at(1, minutes=9))
    assert board.table.subscribers == {LOOKER: "李四"}


@pytest.mark.parametrize("name", ["阿甲", "神的使者", "a@b.test", "我想 旁观 一下"])
def test_a_name_that_is_a_handle_or_no_name_is_refused_with_the_reason(name):
    board = Board()
    (asked,) = board.mail(LOOKER, name, at(1), recipient=SUBSCRIBE, headers=vouched(LOOKER))
    assert "公开名" in text_of(asked)
    assert board.reply(asked, LOOKER, "确认", at(1, minutes=5)) is not None
    assert board.table.subscribers == {}


def test_two_onlookers_cannot_have_one_name():
    board = Board()
    board.subscribed()
    other = "second@onlookers.test"
    (asked,) = board.mail(other, "李四", at(1), recipient=SUBSCRIBE, headers=vouched(other))
    assert "已经有人用了" in text_of(asked)


def test_nobody_is_on_the_list_without_his_own_word():
    """Somebody else's confirmation, without our mail, is nothing."""
    board = Board()
    board.mail(LOOKER, "李四", at(1), recipient=SUBSCRIBE, headers=vouched(LOOKER))
    board.mail(
        "foe@else.test", "确认", at(2), recipient=SUBSCRIBE, headers=vouched("foe@else.test")
    )
    board.mail(LOOKER, "确认", at(2), recipient=SUBSCRIBE)
    assert board.table.subscribers == {}


def test_an_onlooker_gets_announcements_at_once_and_posts_every_two_hours():
    board = Board()
    board.subscribed(when=at(1))
    board.mail("小一", "灌水\n大家好", at(1, minutes=30), to="board")
    board.tick(at(2))
    board.tick(DAY_ONE)
    kinds = [row.kind for row in board.got(LOOKER)]
    assert kinds.count("bundle") == 1
    assert {"dawn", "vote_open"} <= set(kinds)
    assert not {"seat", "order_taken", "digest"} & set(kinds)


def test_he_gets_nothing_of_what_was_posted_before_he_came():
    board = Board()
    board.mail("小一", "灌水\n早先的话", at(0, minutes=30), to="board")
    board.subscribed(when=at(1))
    board.tick(at(2))
    assert board.got(LOOKER, "bundle") == []


def test_his_mail_says_how_to_leave_and_where_to_post():
    board = Board()
    board.subscribed()
    board.tick(DAY_ONE)
    row = board.got(LOOKER, "dawn")[0]
    shown = opened(row)
    assert shown["List-Id"] == "<g41.games.test>"
    assert shown["List-Post"] == "<mailto:board+g41@games.test>"
    assert leave_address(row) == f"board+g41-unsubscribe.{board.live.token(LOOKER)}@games.test"
    assert shown["List-Unsubscribe-Post"] is None


def test_his_own_link_takes_him_off_the_list():
    board = Board()
    board.subscribed()
    board.tick(DAY_ONE)
    address = leave_address(board.got(LOOKER, "dawn")[0])
    (row,) = board.mail(LOOKER, "", at(25), recipient=address)
    assert "已退订" in text_of(row)
    board.tick(at(72))
    assert [r for r in board.got(LOOKER, since=at(25)) if r.kind != "subscription"] == []


def test_who_cannot_prove_it_takes_nobody_off_the_list():
    board = Board()
    board.subscribed()
    assert board.mail(LOOKER, "", at(2), recipient=UNSUBSCRIBE) == []
    assert LOOKER in board.table.subscribers


def test_who_is_not_on_the_list_is_told_so():
    board = Board()
    (row,) = board.mail(LOOKER, "", at(2), recipient=UNSUBSCRIBE, headers=vouched(LOOKER))
    assert "没有订阅" in text_of(row)


def test_withdraw_in_any_mail_of_his_leaves_too():
    board = Board()
    board.subscribed()
    board.mail(LOOKER, "退出", at(2), headers=vouched(LOOKER))
    assert board.table.subscribers == {}


def test_a_seat_that_unsubscribes_gets_announcements_alone_and_stays_in_the_game():
    board = Board()
    board.tick(DAY_ONE)
    address = leave_address(board.got("小一", "dawn")[0])
    answer = board.mail("小一", "", at(25), recipient=address)[0]
    assert "只寄公告" in text_of(answer)
    board.mail("小二", "灌水\n大家好", at(25, minutes=1), to="board")
    board.tick(at(48))
    assert board.got("小一", "bundle") == []
    assert board.got("小一", "execution", "no_execution", "runoff_open", "nightfall", since=at(26))
    board.mail(
        "小一", "", at(49), recipient=SUBSCRIBE.replace("@", f".{board.live.token('小一')}@")
    )
    assert board.table.deliveries["小一"] == "2h"


def test_the_gm_who_unsubscribes_still_gets_his_digests():
    board = Board()
    address = f"board+g41-unsubscribe.{board.live.token('gm')}@games.test"
    board.mail("gm", "", at(1), recipient=address)
    board.mail("小二", "灌水\n大家好", at(2), to="board")
    board.tick(DAY_ONE)
    assert board.got("gm", "bundle") == []
    assert board.got("gm", "digest")


def test_his_chat_and_analysis_stand_under_his_public_name():
    board = Board()
    board.subscribed()
    board.mail(LOOKER, "大家加油", at(1), to="board", headers=vouched(LOOKER))
    board.mail(LOOKER, "分析\n我看阿甲", at(2), headers=vouched(LOOKER))
    assert board.posts("chat", "analysis") == [
        ("chat", "旁观·李四", "大家加油"),
        ("analysis", "旁观·李四", "我看阿甲"),
    ]
    board.tick(at(2))
    text = text_of(board.got("小一", "bundle")[0])
    assert "【旁观·李四】灌水" in text
    assert LOOKER not in text


def test_no_header_of_his_post_tells_his_address():
    board = Board()
    board.subscribed()
    board.mail("小一", "收信 每帖", at(0, minutes=1))
    board.mail(LOOKER, "大家加油", at(1), to="board", headers=vouched(LOOKER))
    (row,) = board.got("小一", "chat")
    assert b"onlookers.test" not in row.data
    assert opened(row)["From"].addresses[0].display_name == "旁观·李四"
    assert opened(row)["From"].addresses[0].addr_spec == "board+g41@games.test"


@pytest.mark.parametrize(
    "text", ["杀 小一", "投票 阿甲", "签到", "遗言\n别了", "剧情\n月黑风高", "请假 一天"]
)
@pytest.mark.parametrize("place", ["gm", "board"])
def test_an_order_a_vote_or_another_post_of_his_is_refused_clearly(text, place):
    board = Board()
    board.subscribed()
    board.tick(DAY_ONE)
    before = len(board.table.posts)
    (row,) = board.mail(LOOKER, text, at(25), to=place, headers=vouched(LOOKER))
    assert board.last_mail().verdict == "refused"
    assert board.last_mail().code == "not_permitted"
    assert "旁观者只能" in text_of(row)
    assert len(board.table.posts) == before
    assert not board.table.orders


def test_his_questions_are_answered_with_what_everybody_knows():
    board = Board()
    board.subscribed()
    (row,) = board.mail(LOOKER, "名单", at(1), headers=vouched(LOOKER))
    assert "1. 阿甲：在世" in text_of(row)
    (row,) = board.mail(LOOKER, "状态", at(1), headers=vouched(LOOKER))
    assert "杀手" not in text_of(row)


def test_he_chooses_how_the_board_comes():
    board = Board()
    board.subscribed()
    board.mail(LOOKER, "收信 每帖", at(1), headers=vouched(LOOKER))
    board.mail("小一", "灌水\n大家好", at(1, minutes=1), to="board")
    assert len(board.got(LOOKER, "chat")) == 1


def test_a_muted_onlooker_is_held_and_the_gm_is_asked():
    board = Board()
    board.subscribed()
    board.mail("gm", "禁言 李四 12h 太吵", at(1))
    board.mail(LOOKER, "大家加油", at(2), to="board", headers=vouched(LOOKER))
    assert board.last_mail().code == "review"
    assert board.posts("chat") == []
    assert [q.kind for q in board.table.open_questions()] == ["held_post"]


def test_where_the_game_has_no_onlookers_they_read_and_do_not_post():
    board = Board(onlookers=False)
    board.subscribed()
    board.mail(LOOKER, "大家加油", at(2), to="board", headers=vouched(LOOKER))
    assert board.last_mail().code == "not_permitted"
    assert board.posts("chat") == []


def test_what_he_holds_back_he_can_take_back():
    board = Board(publish_hold="3m", publish_tick="1m")
    board.subscribed()
    board.mail(LOOKER, "大家加油", at(1), to="board", headers=vouched(LOOKER))
    board.mail(LOOKER, "撤帖", at(1, minutes=1), headers=vouched(LOOKER))
    board.tick(at(2))
    assert board.posts("chat") == []
    assert any(isinstance(x, f.PostStopped) for x in board.facts())


def test_a_stranger_who_says_how_he_wants_the_board_is_asked_for_his_name():
    """So that `single`, where there is no address to subscribe at, has a way too."""
    board = Board()
    (asked,) = board.mail(LOOKER, "收信 每天", at(1), headers=vouched(LOOKER))
    assert "请取一个公开名" in text_of(asked)


def test_no_stranger_can_post():
    board = Board()
    board.mail(LOOKER, "灌水\n让我说一句", at(1), to="board", headers=vouched(LOOKER))
    assert board.posts("chat") == []
    assert board.last_mail().code == "unknown_sender"
