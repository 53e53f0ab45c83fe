"""Who speaks: the handle, the person as himself, the dead, the muted; and what silence does."""

import pytest

from tests.board.board import DAY_ONE, LOOKER, Board, at, opened, text_of, vouched

PERSON = "Person3Secret"
"""The public name behind 小一."""


def killed(**options) -> Board:
    """小一 was killed in the first night; it is the first day."""
    board = Board(**options)
    board.mail("阿甲", "杀 小一", at(1))
    board.tick(DAY_ONE)
    assert not board.table.is_alive("小一")
    return board


def test_a_players_mail_speaks_as_the_handle():
    board = Board()
    board.mail("小一", "灌水\n大家好", at(1))
    assert board.posts("chat") == [("chat", "小一", "大家好")]


def test_as_himself_a_player_chats_under_his_public_name():
    board = Board()
    board.mail("小一", "真身 灌水\n大家好", at(1))
    assert board.posts("chat") == [("chat", f"旁观·{PERSON}", "大家好")]


def test_nothing_in_that_post_tells_the_handle():
    board = Board()
    board.mail("小二", "收信 每帖", at(0, minutes=1))
    board.mail("小一", "真身 灌水\n大家好", at(1))
    (row,) = board.got("小二", "chat")
    assert "小一" not in text_of(row)
    assert opened(row)["From"].addresses[0].addr_spec == "board+g41@games.test"


def test_an_owners_analysis_as_himself_is_held_and_the_gm_asked_whom_to_expose():
    board = Board()
    board.mail("小一", "真身 分析\n我看阿甲不对劲", at(1))
    assert (board.last_mail().verdict, board.last_mail().code) == ("held", "review")
    assert board.table.fates[1].held == "gm_folder"
    (question,) = board.table.open_questions()
    assert question.kind == "owner_analysis"
    assert question.answers == ("publish", "expose", "keep")
    assert question.default == "keep"
    assert board.posts("analysis") == []


def test_the_gms_answer_to_that_exposes_the_handle():
    board = Board()
    board.mail("小一", "真身 分析\n我看阿甲不对劲", at(1))
    board.mail("gm", "改 1 曝光", at(2))
    assert board.table.exposed == {"小一"}


def test_where_the_gm_does_nothing_it_stays_where_it_is_and_nobody_is_exposed():
    board = Board()
    board.mail("小一", "真身 分析\n我看阿甲不对劲", at(1))
    board.run_out(days=3)
    assert board.table.exposed == set()
    assert [p for p in board.posts("analysis") if p[1] != "小一"] == []


def test_once_exposed_owner_and_handle_count_as_one():
    board = Board()
    board.mail("gm", "曝光 小一 自己说破了", at(1))
    board.mail("小一", "真身 分析\n我看阿甲不对劲", at(2))
    assert board.posts("analysis") == [("analysis", "小一", "我看阿甲不对劲")]


@pytest.mark.parametrize("text", ["真身 遗言\n别了", "真身 剧情\n月黑风高"])
def test_as_himself_he_has_no_other_posts(text):
    board = Board()
    board.mail("小一", text, at(1))
    assert board.last_mail().code == "not_permitted"
    assert board.posts("last_words", "plot") == []


def test_a_command_behind_the_word_is_never_an_order():
    board = Board()
    board.mail("阿甲", "真身 杀 小一", at(1))
    assert not board.table.orders


def test_where_the_game_has_no_onlookers_nobody_speaks_as_himself():
    board = Board(onlookers=False)
    board.mail("小一", "真身 灌水\n大家好", at(1))
    assert board.last_mail().code == "not_permitted"
    assert board.posts("chat") == []


def test_a_muted_handle_is_held_and_votes_go_on():
    board = Board()
    board.tick(DAY_ONE)
    board.mail("gm", "禁言 小一 12h 太吵", at(25))
    board.mail("小一", "灌水\n大家好", at(26))
    assert board.last_mail().code == "review"
    board.mail("小一", "投票 阿甲", at(26))
    assert board.table.ballot("D1").votes["小一"].target == "阿甲"
    assert board.posts("chat") == []


def test_after_the_mutes_time_he_speaks_again():
    board = Board()
    board.mail("gm", "禁言 小一 12h 太吵", at(1))
    board.mail("小一", "灌水\n大家好", at(13))
    assert board.posts("chat") == [("chat", "小一", "大家好")]


def test_who_is_muted_while_his_post_waits_is_not_published():
    board = Board(publish_hold="3m")
    board.mail("小一", "灌水\n大家好", at(1))
    board.mail("gm", "禁言 小一 12h 太吵", at(1, minutes=1))
    board.tick(at(2))
    assert board.posts("chat") == []
    assert board.table.fates[1].held == "gm_folder"


def test_a_dead_players_short_reply_goes_out_inside_a_thread_alone():
    board = killed()
    board.mail("小二", "收信 每帖", at(24, minutes=1))
    board.tick(at(48))
    (dawn,) = board.got("小一", "dawn")
    board.reply(dawn, "小一", "我冤枉", at(49))
    assert board.posts("chat") == [("chat", "小一", "我冤枉")]
    board.mail("小一", "灌水\n新开一帖", at(50), to="board")
    assert board.last_mail().code == "ghost"
    assert board.table.fates[board.last_mail().n].held == "until_end"


def test_an_answer_to_a_private_letter_is_no_thread_of_the_board():
    board = killed()
    board.tick(at(48))
    (letter,) = board.got("小一", "seat")
    board.reply(letter, "小一", "灌水\n我冤枉", at(49))
    assert board.last_mail().code == "ghost"


def test_a_long_reply_of_the_dead_is_published_after_the_end():
    board = killed(ghost_reply_limit=5)
    board.tick(at(48))
    board.reply(board.got("小一", "dawn")[0], "小一", "我真的是冤枉的啊", at(49))
    assert board.posts("chat") == []
    board.mail("gm", "平局 累了", at(50))
    assert board.posts("chat") == [("chat", "小一", "我真的是冤枉的啊")]


def test_what_is_released_at_the_end_is_the_post_and_not_the_mails_other_words():
    board = killed()
    board.tick(at(48))
    board.mail("小一", "投票 阿甲\n灌水\n新开一帖", at(49), to="board")
    board.mail("gm", "平局 累了", at(50))
    assert board.posts("vote") == []


def silent() -> Board:
    """Three are left, and it is silent; 小一 died first."""
    board = Board(silence_at=5)
    board.subscribed()
    board.mail("阿甲", "杀 小一", at(1))
    board.tick(at(24))
    board.tick(at(48))
    assert board.table.silence is not None
    return board


def test_in_the_silence_an_onlookers_analysis_is_never_published():
    board = silent()
    board.mail(LOOKER, "分析\n我看不对劲", at(49), headers=vouched(LOOKER))
    assert board.last_mail().code == "silence"
    assert board.table.fates[board.last_mail().n].held == "refused"


def test_in_the_silence_an_onlookers_chat_is_free_but_not_of_the_living():
    board = silent()
    board.mail(LOOKER, "加油", at(49), to="board", headers=vouched(LOOKER))
    assert board.posts("chat") == [("chat", "旁观·李四", "加油")]
    living = board.table.living()[0]
    board.mail(LOOKER, f"{living}加油", at(49), to="board", headers=vouched(LOOKER))
    assert board.last_mail().code == "review"


def test_a_player_as_himself_keeps_the_silence_too():
    board = silent()
    board.mail("小一", "真身 灌水\n我看看", at(49))
    assert board.posts("chat") == [("chat", f"旁观·{PERSON}", "我看看")]
    living = board.table.living()[0]
    board.mail("小一", f"真身 灌水\n{living}小心", at(49))
    assert board.last_mail().code == "review"


def test_who_may_post_last_words_that_day_is_free_of_the_silence_all_day():
    board = Board(silence_at=5)
    board.mail("阿甲", "杀 小一", at(1))
    board.tick(DAY_ONE)
    assert board.table.silence == "N1"
    board.mail("小一", "遗言\n我是平民，请大家看清楚阿甲这个人，他一直不说话。", at(25))
    board.reply(board.got("小一", "dawn")[0], "小一", "分析\n阿乙也可疑", at(26))
    assert [kind for kind, _, _ in board.posts("last_words", "analysis")] == [
        "last_words",
        "analysis",
    ]


def test_a_held_posts_writer_gets_his_copy_when_the_gm_publishes_it():
    """His answer said that it was held; so it did not stand for his copy."""
    board = Board()
    board.mail("小一", "收信 每帖", at(0, minutes=1))
    board.mail("gm", "禁言 小一 12h 太吵", at(0, minutes=2))
    board.mail("小一", "灌水\n大家好", at(1))
    number = board.last_mail().n
    board.mail("gm", f"发 {number}", at(2))
    (row,) = board.got("小一", "chat")
    assert "大家好" in text_of(row)
