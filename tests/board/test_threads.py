"""Threads, ticks and sender addresses: what mail programs show together, and in which order."""

import re

import msgspec
import pytest

from pbp.game import facts as f
from tests.board.board import DAY_ONE, Board, at, opened, ref_of, text_of, vouched
from tests.service.office import CAST, SETTINGS, Office


def everything_at_once(**options) -> Board:
    board = Board(**options)
    for who in CAST:
        board.mail(who, "收信 每帖", at(0, minutes=1))
    return board


def test_the_votes_of_a_day_stand_under_its_opening_in_every_readers_program():
    board = everything_at_once()
    board.tick(DAY_ONE)
    board.mail("小一", "投票 阿甲", at(25))
    board.mail("阿甲", "投票 小一", at(25, minutes=1))
    roots = set()
    for who in ("小二", "小三"):
        (opening,) = board.got(who, "vote_open")
        assert opened(opening)["References"] is None
        for row in board.got(who, "vote"):
            assert opened(row)["References"] == opening.message_id
            assert opened(row)["In-Reply-To"] == opening.message_id
        roots.add(opening.message_id)
    assert len(roots) == 2, "another id for each recipient"


def test_what_is_discussed_in_a_phase_stands_together_apart_from_the_votes():
    board = everything_at_once()
    board.tick(DAY_ONE)
    board.mail("小一", "灌水\n早", at(25))
    board.mail("阿甲", "分析\n我看小一", at(25, minutes=1))
    (chat,) = board.got("小二", "chat")
    (analysis,) = board.got("小二", "analysis")
    (vote_open,) = board.got("小二", "vote_open")
    assert opened(chat)["References"] == opened(analysis)["References"] != vote_open.message_id


def test_check_ins_stand_under_the_roster():
    board = everything_at_once(changes={"checked_in": False})
    board.mail("小一", "签到", at(1))
    (roster,) = board.got("小二", "roster")
    (row,) = board.got("小二", "checkin")
    assert opened(row)["References"] == roster.message_id


def test_no_two_mails_have_one_message_id():
    board = everything_at_once()
    board.mail("小一", "灌水\n大家好", at(1))
    board.mail("小一", "灌水\n大家好", at(1))
    board.run_out(days=4)
    names = [row.message_id for row in board.outbox()]
    assert len(names) == len(set(names))


def test_an_answer_threads_under_the_mail_that_it_answers():
    board = Board()
    (answer,) = board.mail("小一", "状态", at(1), message_id="<mine.1@client.test>")
    assert opened(answer)["In-Reply-To"] == "<mine.1@client.test>"


def test_posts_of_a_handle_come_from_one_address_of_its_own():
    board = everything_at_once()
    board.mail("小一", "灌水\n一", at(1))
    board.mail("小一", "灌水\n二", at(2))
    board.mail("小二", "灌水\n三", at(3))
    senders = {opened(r)["From"].addresses[0].addr_spec for r in board.got("阿甲", "chat")}
    assert senders == {"seat3+g41@games.test", "seat4+g41@games.test"}


@pytest.mark.parametrize("text", ["杀 小一", "投票 阿甲", "灌水\n私下说一句", "随便聊聊", "签到"])
def test_mail_to_the_address_of_a_handle_counts_for_nothing_and_goes_nowhere(text):
    board = Board()
    board.tick(DAY_ONE)
    posts, notices = len(board.table.posts), len(board.table.notices)
    (answer,) = board.mail(
        "阿甲",
        text,
        at(25),
        recipient="seat3+g41@games.test",
        headers=vouched("private1@owner1.test"),
    )
    assert "只用来署名发帖" in text_of(answer)
    assert board.last_mail().verdict == "refused"
    assert not board.table.orders
    assert board.table.ballot("D1").votes == {}
    assert len(board.table.posts) == posts
    assert len(board.table.notices) == notices + 1, "the answer alone"


def test_confirming_such_a_mail_makes_it_no_order_either():
    board = Board()
    board.mail("阿甲", "杀 小一", at(1), recipient="seat3+g41@games.test")
    board.mail("阿甲", "确认", at(2))
    assert not board.table.orders


# -- holds and ticks ----------------------------------------------------------------------------


def waiting(**options) -> Board:
    return everything_at_once(publish_hold="3m", publish_tick="1m", **options)


def test_a_post_waits_its_hold_and_goes_out_at_a_tick():
    board = waiting()
    answer = board.answer("小一", "灌水\n大家好", at(1, seconds=10))
    assert "21:04" in answer
    board.tick(at(1, minutes=3, seconds=59))
    assert board.got("小二", "chat") == []
    board.tick(at(1, minutes=4))
    (row,) = board.got("小二", "chat")
    assert row.created_at == at(1, minutes=4)


def test_until_then_it_can_be_taken_back_and_afterwards_not():
    board = waiting()
    board.mail("小一", "灌水\n大家好", at(1))
    assert "撤下了" in board.answer("小一", "撤帖", at(1, minutes=2))
    board.tick(at(1, minutes=10))
    assert board.posts("chat") == []
    assert [x.mail for x in board.facts() if isinstance(x, f.PostStopped)] == [7]
    board.mail("小一", "灌水\n又来", at(2))
    board.tick(at(2, minutes=3))
    assert "已经发布的收不回来" in board.answer("小一", "撤帖", at(2, minutes=4))
    assert len(board.posts("chat")) == 1


def test_of_two_waiting_posts_the_answered_one_is_taken_back():
    board = waiting()
    (first,) = board.mail("小一", "灌水\n第一", at(1))
    board.mail("小一", "灌水\n第二", at(1, seconds=5))
    board.reply(first, "小一", "撤帖", at(1, minutes=1))
    board.tick(at(2))
    assert [text for _, _, text in board.posts("chat")] == ["第二"]


def test_nobody_takes_back_a_post_of_another():
    board = waiting()
    board.mail("小一", "灌水\n大家好", at(1))
    board.mail("小二", "撤帖", at(1, minutes=1))
    board.tick(at(2))
    assert len(board.posts("chat")) == 1


def test_votes_and_check_ins_do_not_wait():
    board = waiting()
    board.tick(DAY_ONE)
    board.mail("小一", "投票 阿甲", at(25, seconds=7))
    assert [r.created_at for r in board.got("小二", "vote")] == [at(25, seconds=7)]


def order_of_arrival(order: list[str], seed: str = "1") -> list[str]:
    board = Board(publish_hold="3m", publish_tick="1m", changes={"seed": seed})
    for second, who in enumerate(order):
        board.mail(who, f"灌水\n{who}说", at(1, seconds=10 + second))
    board.tick(at(1, minutes=5))
    return [author for _, author, _ in board.posts("chat")]


def test_the_order_within_a_tick_is_a_lot_and_not_that_of_arrival():
    names = list(CAST)
    assert order_of_arrival(names) == order_of_arrival(names[::-1])
    orders = {tuple(order_of_arrival(names, seed)) for seed in "123456"}
    assert len(orders) > 1


def test_ones_own_posts_stay_in_ones_own_order():
    board = Board(publish_hold="3m", publish_tick="1m")
    for number in range(4):
        board.mail("小一", f"灌水\n第{number}", at(1, seconds=10 + number))
        board.mail("小二", f"灌水\n他{number}", at(1, seconds=10 + number))
    board.tick(at(1, minutes=5))
    mine = [text for _, author, text in board.posts("chat") if author == "小一"]
    assert mine == ["第0", "第1", "第2", "第3"]


def test_secret_mail_in_between_does_not_move_the_lot():
    def order(secrets: int) -> list[str]:
        board = Board(publish_hold="3m", publish_tick="1m")
        for second, who in enumerate(("小一", "小二", "小三", "小四")):
            for turn in range(secrets):
                board.mail("阿甲", f"杀 小{'三四'[turn % 2]}", at(1, seconds=10 + second))
            board.mail(who, f"灌水\n{who}说", at(1, seconds=10 + second))
        board.tick(at(1, minutes=5))
        return [author for _, author, _ in board.posts("chat")]

    assert order(0) == order(3)


def test_a_post_that_waits_when_the_game_ends_is_still_published():
    board = waiting()
    board.mail("小一", "灌水\n最后一句", at(1))
    board.mail("gm", "平局 累了", at(1, minutes=1))
    board.tick(at(2))
    assert len(board.posts("chat")) == 1


# -- the team, and the forum --------------------------------------------------------------------


def test_a_letter_to_the_team_is_passed_on_with_its_words_alone():
    board = Board()
    board.mail(
        "阿甲",
        "今夜动谁？\n\n-- \n王五 13812345678\n发自我的iPhone",
        at(1),
        to="team",
        headers=(("X-Mailer", "Foxmail"),),
    )
    (row,) = board.got("阿乙", "team")
    assert "今夜动谁" in text_of(row)
    for secret in (b"Foxmail", b"owner1"):
        assert secret not in row.data
    for secret in ("王五", "13812345678", "iPhone"):
        assert secret not in text_of(row)
    assert board.got("小一", "team") == []


def test_where_its_first_line_would_be_an_order_the_answer_says_that_it_is_none():
    board = Board()
    answer = board.answer("阿甲", "杀 小一", at(1), to="team")
    body = answer.partition("拿私信证明身份者出局。")[2].strip()
    assert body.startswith("已转队友，未作命令")
    assert not board.table.orders
    assert "杀 小一" in text_of(board.got("阿乙", "team")[0])


def test_an_answer_to_a_mates_letter_goes_to_the_team():
    board = Board()
    board.mail("阿甲", "今夜动谁？", at(1), to="team")
    (row,) = board.got("阿乙", "team")
    to = opened(row)["Reply-To"].addresses[0]
    assert to.display_name == "密谈·队友"
    assert re.fullmatch(r"team\+g41\.[a-z2-7]{16}@games\.test", to.addr_spec)
    board.reply(row, "阿乙", "小一吧", at(2))
    assert "小一吧" in text_of(board.got("阿甲", "team")[-1])


def test_an_answer_to_word_of_a_mates_order_goes_to_the_gm_identity():
    board = Board()
    board.mail("阿甲", "杀 小一", at(1))
    (row,) = board.got("阿乙", "team")
    board.reply(row, "阿乙", "杀 小二", at(2))
    assert board.table.standing("N1", "killers").targets == ("小二",)


def test_who_has_no_team_writes_to_nobody():
    board = Board()
    board.mail("小一", "有人吗", at(1), to="team")
    assert board.last_mail().code == "wrong_role"


@pytest.mark.parametrize(
    ("how", "first", "last"),
    [("plain", "第一夜·入夜", "小四"), ("bbcode", "[b]第一夜·入夜[/b]", "[/quote]")],
)
def test_an_announcement_ends_with_a_block_for_a_forum_where_the_server_says_so(how, first, last):
    office = Office(settings=msgspec.structs.replace(SETTINGS, forum_text=how))
    rows = [row for row in office.outbox() if row.kind == "nightfall"]
    block = text_of(rows[0]).partition("以下一段可以贴到论坛或群里 ——\n")[2]
    assert block.startswith(first)
    assert block.strip().endswith(last)
    assert "人人都有一份" not in block


def test_a_players_post_and_a_private_letter_have_no_such_block():
    office = Office(settings=msgspec.structs.replace(SETTINGS, forum_text="plain"))
    office.mail("小一", "收信 每帖", at(0, minutes=1))
    office.mail("小二", "灌水\n大家好", at(1))
    for row in office.outbox():
        if row.kind in ("chat", "seat", "message", "bundle"):
            assert "贴到论坛" not in text_of(row)


def test_by_default_there_is_no_block():
    assert all("贴到论坛" not in text_of(row) for row in Board().outbox())


def test_the_copies_of_one_post_differ_in_nothing_but_whose_they_are():
    board = everything_at_once()
    board.mail("小一", "灌水\n大家好", at(1))
    rows = board.got("小二", "chat") + board.got("小三", "chat")
    assert len({text_of(row) for row in rows}) == 1
    assert len({ref_of(row).post for row in rows}) == 1
