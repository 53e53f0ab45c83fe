"""The forms that a command may have, and the lines that look like one and are none."""

import pytest

from tests.language.say import heard, understood

NAMES = [
    "小一",
    "【小一】",
    "*小一*",
    "[小一]",
    "《小一》",
    "「小一」",
    "“小一”",
    '"小一"',
    "（小一）",
    "@小一",
    "＠小一",
    "@【小一】",
    "3",
    "３",
    "3号",
    "３號",
    "③",
    "❸",
    "⑶",
    "⒊",
    "3️⃣",
    "No.3",
    "no 3",
    "NO．3",
    "№3",
    "#3",
    "＃3",
    "#3号",
    "三号",
    "叁号",
    "第3号",
    "3号小一",
    "小一（3号）",
    "小一。",
    "小一！",
    "小一!",
    "小一.",
    "小一~",
    "小一……",
    "小一 。",
    "\u200b小一",
    "小一\ufeff",
    "\u3164小一",
    "\u2060小一\u00ad",
    "小一\u00a0",
    " 小一\u3000",
]
ENDS = ["", "。", "！", "!", "！！！", ".", "~", " ", "…"]
BULLETS = ["- ", "-", "• ", "· ", "* ", "1. ", "1、", "1) ", "(1) ", "① ", "一、", "●", "→ "]
SELVES = ["自己", "我", "我自己", "me", "ME", "myself"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("word", ["杀 ", "投票：", "祈祷", "vote "])
def test_a_name_may_be_written_in_many_ways(word: str, name: str) -> None:
    assert heard(word + name).endswith(" 小一")


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "line", ["杀 小一", "杀小一", "投票：小一", "vote 3", "过", "签到", "弃权"]
)
def test_end_marks_change_nothing(line: str, end: str) -> None:
    assert heard(line + end) == heard(line)


@pytest.mark.parametrize("bullet", BULLETS)
@pytest.mark.parametrize("line", ["杀 小一", "投票：小一", "签到", "祈祷3"])
def test_a_bullet_before_the_command_changes_nothing(bullet: str, line: str) -> None:
    assert heard(bullet + line) == heard(line)


@pytest.mark.parametrize("name", SELVES)
def test_the_writer_may_name_himself(name: str) -> None:
    assert heard(f"祈祷 {name}") == "pray 阿甲"
    assert heard(f"投票：{name}。", writer="小七") == "vote 小七"


def test_nobody_can_name_himself_who_has_no_handle() -> None:
    assert heard("祈祷 自己", writer=None) == "pray !unknown_name"


@pytest.mark.parametrize(
    "text",
    [
        "【投票】小一",
        "【投票】 小一",
        "[投票] 小一",
        "【投票：小一】",
        "【投票】\n小一",
        "投票\n小一",
        "投票：\n小一",
        "\n\n投票 小一",
        " \u3000\n\u200b\n投票 小一",
        "\ufeff投票\u200b 小一",
        "投\u200b票 小一",
        "VOTE：３",
        "Vote: 小一",
    ],
)
def test_a_vote_may_be_written_in_many_ways(text: str) -> None:
    assert heard(text) == "vote 小一"


@pytest.mark.parametrize(
    "text",
    [
        "杀手是谁",
        "过了一夜",
        "放弃治疗",
        "时间不多了",
        "支持一下",
        "过年好",
        "保重",
        "救命啊",
        "飞机晚点了",
        "票数多少都行",
        "投降吧",
        "挂了电话",
        "封面不错",
        "治安不好",
        "选举开始",
        "取消订阅",
        "上线晚了点",
        "状态不好",
        "分析一下小一",
        "遗言都没有",
        "公开处刑",
        "回归正题",
        "名单里没有我",
        "规则太复杂",
        "帮助我",
        "确认收到你的信",
        "杀小一的人出来",
        "杀小一和他的狗",
        "投小一的都是狼",
        "祈祷小一平安",
        "过 年",
        "放弃 治疗",
        "签到 大家好",
        "killer",
        "voted 小一",
        "passing by",
        "help me",
        "time flies",
        "status quo",
        "back soon",
        "pass me the salt",
        "kill the lights",
        "change of plans",
        "second thoughts",
        "ready or not",
        "voters are tired",
        "done with it",
        "天神之怒",
        "GMT 晚八点",
        "导演组辛苦",
        "请假条写好",
        "法官席",
        "杀小九",
        "祈祷小九",
    ],
)
def test_these_lines_are_no_commands(text: str) -> None:
    assert heard(text) == "!unreadable"
    assert heard(text, address="board") == "chat"
    assert understood(text, address="board").readings[0].text == text


@pytest.mark.parametrize(
    "text",
    [
        "杀 小一？",
        "杀 小一?",
        "杀 小一吗",
        "杀 小一吗？",
        "投票 小一呢",
        "过？",
        "放弃吗？",
        "签到了吗",
        "要杀小一呢。",
        "投小一好吗~",
        "我投小一？",
        "杀 小一 可以吗？？",
        "vote 小一?",
        "kill 3 ?!",
        "弃权？",
        "分析 是什么？",
    ],
)
def test_one_line_that_asks_is_a_question_whatever_its_first_word(text: str) -> None:
    assert heard(text) == "!unreadable"


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("天神，可以请假吗？", "to_gm"),
        ("GM: when does the night end?", "to_gm"),
        ("请教 平票怎么办？", "to_gm"),
        ("票数？", "ask (votes)"),
        ("谁没投？", "ask (unvoted)"),
    ],
)
def test_a_question_of_the_table_or_for_the_human_is_taken(text: str, reading: str) -> None:
    assert heard(text) == reading


def test_a_handle_that_ends_like_a_question_can_still_be_named() -> None:
    assert heard("杀 好吗", handles=("阿甲", "好吗")) == "kill 好吗"
    assert heard("杀 好吗？", handles=("阿甲", "好吗")) == "!unreadable"


@pytest.mark.parametrize(
    "text",
    [
        "归票 小一",
        "归票小一",
        "站边 小一",
        "出 小一",
        "出小一",
        "跟票",
        "跟票 小一",
        "同上",
        "不变",
        "+1",
        "＋１",
        "投最高票的",
        "我投最高票的",
        "归 小一",
        "same",
        "ditto",
        "跟小一",
    ],
)
@pytest.mark.parametrize("address", ["gm", "board"])
@pytest.mark.parametrize("vote_thread", [True, False])
def test_these_are_asked_and_never_guessed(text: str, address: str, vote_thread: bool) -> None:
    assert heard(text, address=address, vote_thread=vote_thread) == "!unreadable"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("杀 小九", "kill !unknown_name"),
        ("杀 小期", "kill !near_miss"),
        ("杀 小", "kill !near_miss"),
        ("杀 一小", "kill !near_miss"),
        ("杀 小一一", "kill !near_miss"),
        ("杀 小\u200b一", "kill !near_miss"),
        ("杀 小\u3164一", "kill !near_miss"),
        ("杀小\u200b一", "kill !near_miss"),
        ("杀 小\ufffd", "kill !near_miss"),
        ("杀小\ufffd", "kill !near_miss"),
        ("杀 小期，今晚月黑风高", "kill !near_miss"),
        ("杀 小一\ufffd", "kill !near_miss"),
        ("杀 小一\ufffd\ufffd", "kill !near_miss"),
        ("杀 \ufffd小一", "kill !near_miss"),
        ("杀小一\ufffd", "kill !near_miss"),
        ("杀 小\ue000", "kill !near_miss"),
        ("投票 小一\ufffd", "vote !near_miss"),
        ("我投小一\ufffd", "vote !near_miss"),
        ("投票对象：小一\ufffd\ufffd月黑风高", "vote !near_miss"),
        ("我投给小一\ufffd，因为他乱说", "vote !near_miss"),
        ("杀小期", "kill !near_miss"),
        ("投票 小\u200b一", "vote !near_miss"),
        ("投小\u200b一", "vote !near_miss"),
        ("投票：小久", "vote !unknown_name"),
        ("投票 99", "vote !unknown_name"),
        ("投票 0", "vote !unknown_name"),
        ("投票 99号", "vote !unknown_name"),
        ("vote Bob", "vote !unknown_name"),
        ("必杀 小一、小期", "sure_kill !near_miss"),
        ("必杀 小一、小九", "sure_kill !unknown_name"),
        ("提名 MVP 小九", "nominate (mvp) !unknown_name"),
        ("杀", "kill !unknown_name"),
        ("投票", "vote !unknown_name"),
        ("投票对象：", "vote !unknown_name"),
        ("杀 小一、小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一 小二", "kill 小一, 小二 !ambiguous"),
        ("杀小一、小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一或小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一，或者小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一还是小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一，不对，杀小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一 改 小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一→小二", "kill 小一, 小二 !ambiguous"),
        ("祈祷 小一 or 小二", "pray 小一, 小二 !ambiguous"),
        ("束魂 小一和小二", "bind 小一, 小二 !ambiguous"),
        ("杀 小一或者别人", "kill !ambiguous"),
        ("杀 3号小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一，如果他还活着", "kill !conditional"),
        ("杀 小一，否则小二", "kill !conditional"),
        ("kill 小一 if he speaks", "kill !conditional"),
        ("kill 小一 unless 小二 speaks", "kill !conditional"),
        ("过，除非小一死了", "pass !conditional"),
        ("弃权，如果没人投我", "abstain !conditional"),
        ("杀 小一、小一", "kill 小一"),
        ("杀 小一，小一", "kill 小一"),
    ],
)
def test_what_is_doubtful_is_marked_and_never_one_target(text: str, told: str) -> None:
    assert heard(text) == told
    for reading in understood(text).readings:
        assert not (reading.problem and len(reading.targets) == 1)


def test_a_near_miss_tells_whom_it_may_mean_and_what_was_written() -> None:
    (reading,) = understood("投票 小期").readings
    assert (reading.heard, reading.meant) == ("小期", ("小七",))
    (reading,) = understood("杀 小\ufffd").readings
    assert reading.meant == ("小一", "小二", "小三", "小四", "小五", "小六", "小七")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("投票 小期", "vote 小七"),
        ("投票对象：小寺\n投票理由：无", "vote 小四"),
        ("改票 小叁", "change 小三"),
        ("我投小午，他说谎", "vote 小五"),
        ("投票 小", "vote !near_miss"),
        ("投票 小四四", "vote !near_miss"),
        ("投票 一小", "vote !near_miss"),
        ("投票 小九", "vote !unknown_name"),
        ("杀 小期", "kill !near_miss"),
        ("投票 小\u200b七", "vote !near_miss"),
        ("投小期", "vote 小七"),
    ],
)
def test_seven_kill_accepts_one_wrong_character_in_a_vote(text: str, told: str) -> None:
    assert heard(text, ruleset="seven_kill") == told


def test_a_misspelling_that_fits_two_players_is_not_accepted() -> None:
    handles = ("张己", "张巳", "李四")
    assert heard("投票 张已", handles=handles, ruleset="seven_kill") == "vote !near_miss"
