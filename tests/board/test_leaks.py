"""What is not to be published: names, addresses, numbers, tokens, and words of private mail."""

import pytest

from pbp.game.nouns import Seat
from pbp.service import setup
from tests.board.board import DAY_ONE, LOOKER, Board, at, text_of, vouched
from tests.service.office import CAST

OWNERS = {
    "阿甲": setup.Owner("老王头", ("w5@owner1.test",)),
    "阿乙": setup.Owner("小明", ("private2@owner2.test",)),
    "小一": setup.Owner("Ann", ("private3@owner3.test",)),
    "小二": setup.Owner("张三丰", ("zsf2008@owner4.test",)),
    "小三": setup.Owner("李四", ("private5@owner5.test",)),
    "小四": setup.Owner("赵六", ("private6@owner6.test",)),
}


def board(cast: dict[str, str] = CAST, **options) -> Board:
    seats = tuple(
        Seat(number=number, handle=handle, role=role)
        for number, (handle, role) in enumerate(cast.items(), start=1)
    )
    return Board(changes={"owners": OWNERS, "seats": seats}, **options)


def verdict(game: Board) -> tuple[str, str | None]:
    mail = game.last_mail()
    return mail.verdict, mail.code


def questions(game: Board) -> list[str]:
    return [question.kind for question in game.table.open_questions()]


@pytest.mark.parametrize(
    "text",
    [
        "我看老王头最可疑",
        "老 王 头 你好",
        "老王头",
        "小明 最可疑",
        "我看是 ann",
        "ＡＮＮ 你说呢",
        "是“小明”吧",
    ],
)
def test_a_post_that_names_a_registered_owner_goes_to_the_gm_first(text):
    game = board()
    game.mail("小四", f"灌水\n{text}", at(1))
    assert verdict(game) == ("held", "review")
    assert game.table.fates[1].held == "gm_folder"
    assert questions(game) == ["held_post"]
    assert game.posts("chat") == []


@pytest.mark.parametrize(
    "text", ["今天天气真好，大家早", "小明天再来", "planning to vote", "李四光是谁", "王头"]
)
def test_a_short_or_latin_name_inside_another_word_is_no_name(text):
    game = board()
    game.mail("小四", f"灌水\n{text}", at(1))
    assert verdict(game) == ("accepted", None)


def test_somebody_who_does_not_play_may_be_named():
    game = board()
    game.mail("小四", "灌水\n我看王二麻子最可疑", at(1))
    assert verdict(game) == ("accepted", None)


def test_the_owner_of_an_exposed_handle_may_be_named():
    game = board()
    game.mail("gm", "曝光 阿甲 自己说破了", at(1))
    game.mail("小四", "灌水\n我看老王头最可疑", at(2))
    assert verdict(game) == ("accepted", None)


def test_the_gm_can_publish_what_was_held():
    game = board()
    game.mail("小四", "灌水\n我看老王头最可疑", at(1))
    game.mail("gm", "同意 1", at(2))
    assert game.posts("chat") == [("chat", "小四", "我看老王头最可疑")]


@pytest.mark.parametrize(
    "text",
    [
        "加我 a.b@somewhere.test 聊",
        "打我电话 13812345678",
        "打我电话 138-1234-5678",
        "我的QQ：12345678",
        "微信号 wxid_abc123",
        "QQ 三个数字之外 987654321",
    ],
)
def test_his_own_affairs_are_asked_about_once_and_go_out_when_he_says_so(text):
    game = board()
    (answer,) = game.mail("小四", f"灌水\n{text}", at(1))
    assert verdict(game) == ("held", "review")
    assert "信箱、电话、QQ号" in text_of(answer)
    assert questions(game) == []
    assert game.posts("chat") == []
    game.reply(answer, "小四", "公开", at(1, minutes=5))
    assert [kind for kind, _, _ in game.posts()].count("chat") == 1
    assert questions(game) == []


def test_ordinary_numbers_are_nobodys():
    game = board()
    game.mail("小四", "分析\n2026-03-02 第 1 夜 20:00，6 人中 5 人没说话，我给 100 分。", at(1))
    assert verdict(game) == ("accepted", None)


@pytest.mark.parametrize(
    "text", ["我赵六最清楚", "我就是赵六本人，赵六 是也", "问 private6 就知道"]
)
def test_his_own_name_and_address_are_asked_about_and_then_put_to_the_gm(text):
    game = board()
    spaced = text.replace("赵六", " 赵六 ")
    (answer,) = game.mail("小四", f"灌水\n{spaced}", at(1))
    assert verdict(game) == ("held", "review")
    assert "你的公开名或信箱" in text_of(answer)
    assert questions(game) == []
    again = game.reply(answer, "小四", "公开", at(2))
    assert "由天神决定" in text_of(again)
    assert questions(game) == ["insists"]
    assert game.posts("chat") == []


def test_who_changed_his_mind_just_sends_it_anew():
    game = board()
    game.mail("小四", "灌水\n我是 赵六", at(1))
    game.mail("小四", "灌水\n我是好人", at(1, minutes=5))
    assert game.posts("chat") == [("chat", "小四", "我是好人")]


def test_a_private_address_never_goes_out():
    game = board()
    token = game.live.token("小四")
    (answer,) = game.mail("小四", f"灌水\n写信到 {token} 就行", at(1))
    assert verdict(game) == ("held", "review")
    assert "密信地址" in text_of(answer)
    game.reply(answer, "小四", "公开", at(2))
    assert questions(game) == ["insists"]
    assert game.posts("chat") == []


CUT = {
    "over two lines": lambda t: f"{t[:8]}\n{t[8:]}",
    "by a blank": lambda t: f"{t[:8]} {t[8:]}",
    "by an invisible character": lambda t: f"{t[:8]}\u200b{t[8:]}",
    "by a private character": lambda t: f"{t[:8]}\ue000{t[8:]}",
    "by a soft hyphen": lambda t: f"{t[:8]}\u00ad{t[8:]}",
    "by a hyphen": "-".join,
    "as a quoted-printable line": lambda t: f"{t[:8]}=\n{t[8:]}",
    "inside a word": lambda t: f"xx{t}yy",
    "full width": lambda t: "".join(chr(ord(c) + 0xFEE0) for c in t),
    "another alphabet": lambda t: t.replace("a", "а").replace("e", "е").replace("o", "о"),
}


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT)
def test_a_private_address_is_known_however_it_is_cut_up(cut):
    game = board()
    game.mail("小四", f"灌水\n写信到 {cut(game.live.token('小四'))} 就行", at(1))
    assert game.last_mail().concerns == ("token",)


def test_a_private_address_of_another_game_and_a_message_id_are_held_too():
    """Whoever answers a mail of ours is taken for its reader: its id is as good as an address."""
    game = board()
    name = game.got("小四", "seat")[0].message_id.strip("<>").partition("@")[0]
    for minute, text in enumerate(("abcdefg2345qrstu", name, f"{name[:9]}\n{name[9:]}")):
        game.mail("小四", f"灌水\n看 {text} 呢", at(1, minutes=minute))
        assert game.last_mail().concerns == ("token",)
    game.mail("小四", "灌水\nresponsibilities of responsible people", at(2))
    assert verdict(game) == ("accepted", None)


@pytest.mark.parametrize(
    "text",
    [
        "我是 赵\u200b六",
        "我是 赵 六",
        "我是 赵\n六",
        "我是 趙六",
        "我是 赵·六",
        "问 private\u200b6 吧",
    ],
)
def test_his_own_name_is_known_however_it_is_written(text):
    game = board()
    game.mail("小四", f"灌水\n{text}", at(1))
    assert game.last_mail().concerns == ("own_name",)


@pytest.mark.parametrize("text", ["張三豐最可疑", "张\u200b三\ue000丰最可疑", "是 a\u200bnn 吧"])
def test_the_name_of_another_is_known_however_it_is_written(text):
    game = board()
    game.mail("小四", f"灌水\n{text}", at(1))
    assert game.last_mail().concerns == ("owner_name",)


def test_private_words_in_the_other_script_are_private_words():
    game = board()
    letter = "今夜请务必先动小三，明早再看大家怎么说"
    game.mail("阿甲", letter, at(1), to="team")
    game.mail("阿乙", "灌水\n今夜請務必先動小三，明早再看大家怎麼說", at(2))
    assert game.last_mail().concerns == ("private_text",)


def test_two_texts_of_one_letter_make_no_number_together():
    game = board()
    game.mail("小四", "灌水\n13812", at(1), to="board")
    assert verdict(game) == ("accepted", None)


def seat_text(game: Board, who: str) -> str:
    return text_of(game.got(who, "seat")[0])


def private_line(game: Board) -> str:
    """A line that 小四's own letter has and no public post."""
    return next(line for line in seat_text(game, "小四").split("\n") if "为一人祈祷" in line)


def test_words_of_ones_own_private_mail_are_not_published_without_preview_and_word():
    game = board()
    line = private_line(game)
    (answer,) = game.mail("小四", f"灌水\n看：{line}", at(1))
    assert verdict(game) == ("held", "review")
    assert "私下寄出的文字" in text_of(answer)
    assert line.strip() in text_of(answer), "the preview"
    assert questions(game) == []
    game.reply(answer, "小四", "公开", at(2))
    assert questions(game) == ["insists"]
    game.mail("gm", "同意 1", at(3))
    assert len(game.posts("chat")) == 1


def test_where_he_insists_and_the_gm_does_nothing_it_is_never_published():
    game = board()
    line = private_line(game)
    game.mail("小四", f"灌水\n看：{line}", at(1))
    game.mail("小四", "公开", at(2))
    game.run_out(days=3)
    assert game.posts("chat") == []


def test_blanks_in_between_hide_nothing():
    game = board()
    line = private_line(game)
    game.mail("小四", "灌水\n" + " ".join(line), at(1))
    assert verdict(game) == ("held", "review")


def test_eleven_characters_of_it_may_be_published():
    game = board()
    game.mail("gm", "答复 1\n无此信", at(0, minutes=1))
    game.mail("小四", "天神\n请问一件事", at(0, minutes=2))
    number = game.last_mail().n
    secret = "甲乙丙丁戊己庚辛壬癸子丑寅卯"
    game.mail("gm", f"答复 {number}\n{secret}", at(0, minutes=3))
    game.mail("gm", "发 1001", at(0, minutes=4))
    assert secret in "".join(text_of(row) for row in game.got("小四"))
    game.mail("小四", f"灌水\n{secret[:11]}，就这些", at(1))
    assert verdict(game) == ("accepted", None)
    game.mail("小四", f"灌水\n{secret[:12]}，就这些", at(2))
    assert verdict(game) == ("held", "review")
    game.mail("小三", f"灌水\n他说{secret}", at(3))
    assert verdict(game) == ("held", "review")


def test_what_a_mate_wrote_is_private_and_ones_own_words_are_not():
    game = board()
    letter = "今夜请务必先动小三，明早再看大家怎么说"
    game.mail("阿甲", letter, at(1), to="team")
    game.mail("阿乙", f"灌水\n有人说：{letter}", at(2))
    assert verdict(game) == ("held", "review")
    game.mail("阿甲", f"灌水\n{letter}", at(3))
    assert verdict(game) == ("accepted", None)


def test_ones_own_words_that_an_answer_quotes_back_are_ones_own():
    game = board()
    said = "这一句话是我自己想出来的没有抄任何人"
    game.mail("小四", said, at(1))
    game.mail("小四", f"灌水\n{said}", at(2))
    assert verdict(game) == ("accepted", None)


def test_what_public_posts_say_may_be_repeated():
    game = board()
    game.tick(DAY_ONE)
    text = text_of(game.got("小四", "vote_open")[0])
    line = max(text.split("\n"), key=len)
    game.mail("小四", f"灌水\n{line}", at(25))
    assert verdict(game) == ("accepted", None)


def test_the_outcome_does_not_tell_what_others_were_told():
    """A sentence that only a killer's letter has is held, whoever writes it and whoever got it."""
    game = board()
    killers = set(seat_text(game, "阿甲").split("\n")) - set(seat_text(game, "小四").split("\n"))
    outcomes = set()
    for hour, line in enumerate(sorted(line for line in killers if len(line) > 20), start=1):
        for name in CAST:
            guess = line.replace("阿乙", name)
            game.mail("小四", f"灌水\n{guess}", at(hour))
            outcomes.add(verdict(game))
    assert outcomes == {("held", "review")}


@pytest.mark.parametrize("role", ["杀手", "平民"])
@pytest.mark.parametrize("asked", [True, False])
def test_whether_somebody_asked_for_his_status_is_not_seen_in_what_is_held(role, asked):
    game = board()
    if asked:
        game.mail("阿乙", "状态", at(0, minutes=30))
    game.mail("小四", f"灌水\n2号 阿乙，在世；身份：{role} 已签到；警告 0 次", at(1))
    assert verdict(game) == ("held", "review")


def test_a_vote_counts_at_once_and_its_reason_is_left_out():
    game = board()
    game.tick(DAY_ONE)
    (answer,) = game.mail("小四", "投票 阿甲\n他就是老王头", at(25))
    assert game.table.ballot("D1").votes["小四"].target == "阿甲"
    (post,) = [post for post in game.table.posts if post.kind == "vote"]
    assert post.data["reason"] == ""
    assert "理由没有公布" in text_of(answer)


def test_a_secret_order_released_as_a_post_is_looked_at_like_any_other():
    game = board()
    game.mail("阿甲", "杀 小一\n老王头问好", at(1), to="board")
    assert game.last_mail().code == "secret_on_board"
    game.mail("阿甲", "公开", at(2))
    assert game.posts("chat") == []


def test_an_onlooker_may_not_name_an_owner_either():
    game = board()
    game.subscribed(name="看客")
    game.mail(LOOKER, "老王头加油", at(1), to="board", headers=vouched(LOOKER))
    assert verdict(game) == ("held", "review")
    assert questions(game) == ["held_post"]


def test_a_mail_that_nothing_vouched_for_is_looked_at_as_it_was_when_it_came():
    game = board()
    game.mail("小四", "灌水\n我看老王头最可疑", at(1), auth="none")
    game.mail("小四", "确认", at(2))
    assert game.posts("chat") == []


def test_invisible_characters_and_odd_quotes_are_taken_out_of_what_is_published():
    game = board()
    game.mail("小二", "收信 每帖", at(0, minutes=1))
    game.mail("小四", "灌水\n我\u200b看\u2060小\ufe0f三\u3164 说\u00a0：„好‟\U000e0041", at(1))
    (row,) = game.got("小二", "chat")
    assert '我看小三 说 ："好"' in text_of(row)


def test_a_long_text_is_looked_through_in_good_time():
    game = board()
    game.mail("小四", "灌水\n" + "天地玄黄宇宙洪荒日月盈昃" * 5000, at(1))
    assert verdict(game) == ("accepted", None)
