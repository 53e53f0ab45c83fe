"""How the board's mail comes: each post, every two hours, every day, or announcements alone."""

import pytest

from pbp.game import facts as f
from tests.board.board import DAY_ONE, Board, at, authors_in, opened, ref_of, text_of
from tests.service.office import START

ANNOUNCEMENTS = {"roster", "nightfall", "dawn", "vote_open"}


def test_by_default_a_players_post_comes_in_a_bundle_at_the_next_two_hours():
    board = Board()
    board.mail("小一", "灌水\n大家好", at(0, minutes=30), to="board")
    board.mail("阿甲", "分析\n我看小二", at(1), to="board")
    assert board.got("小二", "chat", "analysis", "bundle") == []
    board.tick(at(2))
    (row,) = board.got("小二", "bundle")
    assert row.created_at == at(2)
    assert opened(row)["Subject"] == "[g41] 公告板·2帖"
    assert authors_in(row) == ["小一", "阿甲"]
    assert "大家好" in text_of(row)
    assert "我看小二" in text_of(row)


def test_each_post_of_a_bundle_has_its_head_with_the_minute_and_a_vote_with_the_second():
    board = Board()
    board.tick(DAY_ONE)
    board.mail("小一", "投票 阿甲", at(24, minutes=5, seconds=7))
    board.mail("阿乙", "灌水\n早", at(24, minutes=9))
    board.tick(at(26))
    (row,) = board.got("小二", "bundle")
    text = text_of(row)
    assert "【小一】投票：阿甲" in text
    assert "20:05:07" in text
    assert "【阿乙】灌水" in text
    assert "20:09" in text


def test_announcements_come_at_once_whatever_is_chosen():
    board = Board()
    board.mail("小一", "收信 只要公告", at(1))
    board.mail("小二", "收信 每天", at(1))
    board.tick(DAY_ONE)
    for who in ("小一", "小二", "小三", "gm"):
        kinds = {row.kind for row in board.got(who)}
        assert kinds >= ANNOUNCEMENTS
        assert all(row.created_at <= DAY_ONE for row in board.got(who, *ANNOUNCEMENTS))


def test_who_wants_each_post_gets_it_at_once_with_its_own_subject():
    board = Board()
    assert "每帖都寄" in board.answer("小二", "收信 每帖", at(1))
    board.mail("小一", "灌水\n大家好", at(1, minutes=30), to="board")
    (row,) = board.got("小二", "chat")
    assert row.created_at == at(1, minutes=30)
    assert opened(row)["Subject"] == "[g41] 【小一】第一夜·灌水"
    board.tick(at(4))
    assert board.got("小二", "bundle") == []


def test_who_wants_one_mail_a_day_gets_it_on_the_grid_of_the_start():
    board = Board()
    board.mail("小二", "deliver daily", at(1))
    board.mail("小一", "灌水\n大家好", at(3), to="board")
    board.tick(at(23, minutes=59))
    assert board.got("小二", "bundle") == []
    board.tick(at(24))
    (row,) = board.got("小二", "bundle")
    assert row.created_at == at(24)


def test_who_wants_announcements_alone_never_gets_a_players_post():
    board = Board()
    board.mail("小二", "收信 只要公告", at(1))
    board.mail("小一", "灌水\n大家好", at(2), to="board")
    board.run_out(days=3)
    assert board.got("小二", "bundle", "chat", "vote") == []


def test_what_was_waiting_comes_before_each_post_begins():
    board = Board()
    board.mail("小一", "灌水\n第一句", at(0, minutes=10), to="board")
    board.mail("小二", "收信 每帖", at(0, minutes=20))
    (row,) = board.got("小二", "bundle")
    assert "第一句" in text_of(row)
    board.mail("小一", "灌水\n第二句", at(0, minutes=30), to="board")
    board.tick(at(4))
    assert len(board.got("小二", "bundle")) == 1
    assert len(board.got("小二", "chat")) == 1


def test_from_announcements_alone_back_to_bundles_nothing_old_comes():
    board = Board()
    board.mail("小二", "收信 只要公告", at(1))
    board.mail("小一", "灌水\n没看见", at(1, minutes=10), to="board")
    board.mail("小二", "收信 每两小时", at(1, minutes=20))
    board.mail("小一", "灌水\n看见了", at(1, minutes=30), to="board")
    board.tick(at(2))
    (row,) = board.got("小二", "bundle")
    assert "看见了" in text_of(row)
    assert "没看见" not in text_of(row)


def test_from_two_hours_to_a_day_what_waits_goes_on_waiting():
    board = Board()
    board.mail("小一", "灌水\n大家好", at(0, minutes=10), to="board")
    board.mail("小二", "收信 每天", at(0, minutes=20))
    board.tick(at(24))
    (row,) = board.got("小二", "bundle")
    assert row.created_at == at(24)


def test_a_word_that_is_no_way_of_delivery_changes_nothing():
    board = Board()
    answer = board.answer("小二", "收信 每三小时", at(1))
    assert "没有看出" in answer
    assert not any(isinstance(x, f.DeliveryChosen) for x in board.facts())


def test_nobody_gets_a_bundle_of_nothing():
    board = Board()
    board.tick(at(23))
    assert not any(isinstance(x, f.Bundled) for x in board.facts())


def test_a_writers_own_posts_are_not_in_his_bundle_for_his_answer_stood_for_them():
    board = Board()
    board.mail("小一", "灌水\n我说的", at(0, minutes=30), to="board")
    board.mail("小二", "灌水\n他说的", at(1), to="board")
    board.tick(at(2))
    (row,) = board.got("小一", "bundle")
    assert authors_in(row) == ["小二"]
    board.mail("小一", "灌水\n又是我", at(3), to="board")
    board.tick(at(4))
    assert len(board.got("小一", "bundle")) == 1


def test_the_gm_has_bundles_too_and_can_choose():
    board = Board()
    board.mail("小一", "灌水\n大家好", at(0, minutes=30), to="board")
    board.tick(at(2))
    (row,) = board.got("gm", "bundle")
    assert "大家好" in text_of(row)
    board.mail("gm", "收信 每帖", at(3))
    board.mail("小一", "灌水\n再说", at(3, minutes=1), to="board")
    assert len(board.got("gm", "chat")) == 1


def test_bundles_come_at_the_same_instants_whoever_wrote_what_in_between():
    quiet, busy = Board(), Board()
    for board in (quiet, busy):
        board.mail("小一", "灌水\n大家好", at(0, minutes=30), to="board")
    for minute in range(31, 60):
        busy.mail("阿甲", "杀 小三" if minute % 2 else "杀 小四", at(0, minutes=minute))
    for board in (quiet, busy):
        board.tick(at(2))
    assert [r.data for r in quiet.got("小二")] == [r.data for r in busy.got("小二")]


def test_an_answer_to_a_bundle_with_votes_stands_in_the_vote_thread():
    board = Board()
    board.tick(DAY_ONE)
    board.mail("小一", "投票 阿甲", at(24, minutes=5))
    board.tick(at(26))
    (row,) = board.got("小二", "bundle")
    assert ref_of(row).votes
    board.reply(row, "小二", "阿甲", at(26, minutes=1))
    assert board.table.ballot("D1").votes["小二"].target == "阿甲"


def test_a_name_in_answer_to_a_bundle_of_talk_is_no_vote():
    board = Board()
    board.tick(DAY_ONE)
    board.mail("小一", "灌水\n早", at(24, minutes=5), to="board")
    board.tick(at(26))
    (row,) = board.got("小二", "bundle")
    board.reply(row, "小二", "阿甲", at(26, minutes=1))
    assert "小二" not in board.table.ballot("D1").votes


def test_after_the_end_what_was_written_before_still_comes():
    board = Board()
    board.mail("小一", "灌水\n最后一句", at(0, minutes=30), to="board")
    board.mail("gm", "平局 大家都累了", at(1))
    assert board.table.ended is not None
    board.run_out()
    (row,) = board.got("小二", "bundle")
    assert "最后一句" in text_of(row)


@pytest.mark.parametrize("ticks", [1, 7, 30])
def test_extra_ticks_of_the_clock_change_no_bundle(ticks):
    often, seldom = Board(), Board()
    for board in (often, seldom):
        board.mail("小一", "灌水\n大家好", at(0, minutes=30), to="board")
    for minute in range(31, 240, ticks):
        often.tick(at(0, minutes=minute))
    seldom.tick(at(4))
    often.tick(at(4))
    assert [r.data for r in often.outbox()] == [r.data for r in seldom.outbox()]


def test_a_bundle_is_made_when_the_server_is_back_after_an_outage():
    board = Board()
    board.mail("小一", "灌水\n大家好", at(1), to="board")
    board.store.beat(at(1, minutes=30))
    board.referee.wake(at(3))
    board.tick(at(3))
    (row,) = board.got("小二", "bundle")
    assert row.created_at == at(3)


def test_the_start_counts_not_the_hour_of_the_clock():
    assert START.hour == 12
    board = Board(changes={"starts": at(0, minutes=7)})
    board.mail("小一", "灌水\n大家好", at(0, minutes=30), to="board")
    board.tick(at(2, minutes=7))
    assert [row.created_at for row in board.got("小二", "bundle")] == [at(2, minutes=7)]
