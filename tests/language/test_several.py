"""Several orders in one mail, texts below them, and commands in the subject."""

import pytest

from tests.language.say import heard, understood


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("束魂 小一\n治疗 小二", "bind 小一; heal 小二"),
        ("束魂 小一\n\n治疗 小二\n\n", "bind 小一; heal 小二"),
        ("签到\n投票 小一", "checkin; vote 小一"),
        ("签到，大家好\n祈祷 小一", "checkin; pray 小一"),
        (
            "封刀：【小二】。\n免投 @小三\n必杀 《小一》、[阿甲]！",
            "seal 小二; immunity 小三; sure_kill 小一, 阿甲",
        ),
        ("- 束魂 小一\n- 治疗 小二", "bind 小一; heal 小二"),
        ("1. 束魂 小一\n2. 治疗 小二", "bind 小一; heal 小二"),
        ("状态\n票数", "ask (status); ask (votes)"),
        ("祈祷 小一\n希望他没事\n状态", "pray 小一; ask (status)"),
        ("祈祷 小一\n过了一夜", "pray 小一"),
        ("祈祷 小一\n束魂 小九", "pray 小一; bind !unknown_name"),
        ("祈祷 小期\n束魂 小一", "pray; bind 小一 !near_miss"),
        ("祈祷 小一\n祈祷 小二", "pray 小一; pray 小二"),
        ("束魂 小一\n杀 小二\n夜深了", "bind 小一; kill 小二"),
        ("杀 小二\n束魂 小一\n夜深了", "kill 小二; bind 小一"),
        ("杀 小二\n束魂 小一\n治疗 小三\n夜深了\n祈祷 小四", "kill 小二; bind 小一; heal 小三"),
        ("束魂 小一\n杀 小二\n治疗 小三\n夜深了\n祈祷 小四", "bind 小一; kill 小二; heal 小三"),
        ("杀 小二\n夜深了\n束魂 小一", "kill 小二"),
        ("杀 小二\n夜深了\n\n束魂 小一", "kill 小二"),
        ("杀 小二\n\n束魂 小一", "kill 小二"),
        ("杀 小二\n他投票 小三", "kill 小二"),
        ("杀 小二\n投票 小三，因为他说谎", "kill 小二"),
        ("杀 小一\n杀 小二", "kill 小一, 小二 !ambiguous"),
        ("杀 小一\n杀 小一", "kill 小一"),
        ("杀 小一\n夜深了\n杀 小二", "kill 小一"),
        ("杀 小一\n宣言\n夜深了", "kill 小一; declaration"),
        ("分析\n投票 小一\n他可疑", "analysis; vote 小一"),
        ("分析\n他可疑\n投票 小一", "analysis"),
        ("分析\n我投小一", "analysis"),
        ("遗言\n我投小一，大家加油", "last_words"),
        ("灌水\n杀手是谁\n签到", "chat"),
        ("投票 小一\n签到", "vote 小一; checkin"),
        ("投票 小一\n他可疑\n签到", "vote 小一"),
        ("投票 小一\n分析\n他可疑", "vote 小一; analysis"),
        ("签到\n分析：他可疑", "checkin; analysis"),
        ("签到\n灌水\n大家好\n投票 小一", "checkin; chat"),
        ("签到\n我投小一，他可疑", "checkin; vote 小一"),
        ("签到\n大家好", "checkin"),
        ("大家好\n杀 小一", "!unreadable"),
        ("大家好\n签到", "!unreadable"),
        ("大家好\n投票 小一", "vote 小一"),
        ("天神：我想问\n平票怎么办", "to_gm"),
        ("GM\n杀 小一", "kill 小一"),
        ("天神：\n投票 小一\n他说谎", "vote 小一"),
        ("撤回\n杀 小一", "retract; kill 小一"),
        ("杀小一\n\n>_< 今晚的月亮真圆\n- 第一，灯灭了", "kill 小一"),
        ("投票 小一\r\n他可疑\r\n", "vote 小一"),
    ],
)
def test_orders_one_a_line_are_all_taken_up_to_a_text(text: str, told: str) -> None:
    assert heard(text) == told


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("杀 小一\n夜深了。\n\n灯灭了。", "kill", "夜深了。\n\n灯灭了。"),
        ("杀 小一\n\n夜深了。", "kill", "夜深了。"),
        ("杀 小一，夜深了", "kill", "夜深了"),
        ("杀 小一 夜深了", "kill", "夜深了"),
        ("杀 小一\n宣言：夜深了\n灯灭了", "kill", "夜深了\n灯灭了"),
        ("杀 小一\n束魂 小二\n夜深了", "kill", "夜深了"),
        ("投票 小二\n杀 小一\n夜深了", "vote", ""),
        ("宣言\n夜深了", "declaration", "夜深了"),
        ("宣言：夜深了", "declaration", "夜深了"),
        ("杀帖 夜深了\n灯灭了", "declaration", "夜深了\n灯灭了"),
        ("分析\n\n第一，他说谎。\n- 第二", "analysis", "第一，他说谎。\n- 第二"),
        ("【分析】关于小一\n他说谎", "analysis", "关于小一\n他说谎"),
        ("分析：他说谎", "analysis", "他说谎"),
        ("请假 两天 出差\n周五回来", "leave", "两天 出差\n周五回来"),
        ("天神，平票怎么办\n想了很久", "to_gm", "平票怎么办\n想了很久"),
        ("报名 王五 小王", "signup", "王五 小王"),
        ("必杀 小一、小二\n夜深了", "sure_kill", "夜深了"),
        ("信箱 new@example.org", "new_address", "new@example.org"),
        ("签到，大家好", "checkin", "大家好"),
    ],
)
def test_what_stands_behind_and_below_is_the_text(text: str, kind: str, words: str) -> None:
    reading = understood(text).readings[0]
    assert (reading.kind, reading.text) == (kind, words)


def test_the_text_goes_to_the_nearest_order_that_has_one_not_to_a_vote() -> None:
    readings = understood("投票 小二\n杀 小一\n夜深了").readings
    assert [(one.kind, one.text) for one in readings] == [("vote", ""), ("kill", "夜深了")]


PREFIXES = [
    "Re: ",
    "RE：",
    "re:",
    "Re[2]: ",
    "Re(2): ",
    "Fw: ",
    "Fwd: ",
    "FWD：",
    "Aw: ",
    "回复：",
    "回复: ",
    "回覆：",
    "答复：",
    "答覆: ",
    "转发：",
    "轉發：",
    "轉寄: ",
    "Re: 回复：",
    "转发: Re: [g41] ",
    "回复：回复：",
    "Re: Fwd: Re[3]: ",
    "[g41] ",
    "Re: [g41] ",
    "[g41] Re: ",
    "[list][g41] Re: ",
    "回复∶",
    "回复 ：",
    "",
    "\u200bRe: ",
    "公告 ",
    "密谈：",
]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_reply_words_and_list_tags_in_the_subject_are_skipped(prefix: str) -> None:
    assert heard("", subject=f"{prefix}杀 小一") == "kill 小一"
    assert heard("夜深了", subject=f"{prefix}杀 小一") == "kill 小一"
    assert understood("夜深了", subject=f"{prefix}杀 小一").readings[0].text == "夜深了"


@pytest.mark.parametrize(
    ("subject", "text", "told"),
    [
        ("[g41] 杀 小一", "杀 小二", "kill 小二"),
        ("[g41] 杀 小一", "祈祷 小二\n大家好", "pray 小二"),
        ("[g41] 杀 小一", "保 重啊朋友们", "kill 小一"),
        ("[g41] 杀 小一", "杀 小九", "kill !unknown_name"),
        ("分析", "小一说谎", "analysis"),
        ("分析", "我投小一", "analysis"),
        ("[g41] 分析：昨天的票", "小一说谎", "analysis"),
        ("[分析] 昨天的票", "小一说谎", "analysis"),
        ("投票", "小一", "vote 小一"),
        ("投票", "我投小一，他说谎", "vote 小一"),
        ("投票", "投票对象：小一", "vote 小一"),
        ("投票", "", "vote !unknown_name"),
        ("杀", "小一\n夜深了", "kill 小一"),
        ("投票 小一", "他说谎", "vote 小一"),
        ("投票 小一", "我投小二，他说谎", "vote 小一, 小二 !ambiguous"),
        ("投票 小一", "我投小一，他说谎", "vote 小一"),
        ("签到", "大家好", "checkin"),
        ("我投小一", "", "vote 小一"),
        ("Re: 我投小一", "", "!unreadable"),
        ("Re: [g41] 第二夜", "", "!unreadable"),
        ("Re: [g41] 第一天投票", "", "!unreadable"),
        ("Re: [g41] 第一天投票", "小三", "!unreadable"),
        ("第二夜杀谁", "", "!unreadable"),
        ("杀 小一？", "", "!unreadable"),
        ("[g41]", "", "!unreadable"),
        ("", "", "!unreadable"),
        ("Re:", "\n \n", "!unreadable"),
        ("g41 杀 小一", "", "!unreadable"),
    ],
)
def test_a_subject_commands_where_the_bodys_first_line_does_not(
    subject: str, text: str, told: str
) -> None:
    assert heard(text, subject=subject) == told


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("撤回: [g41] 投票 阿甲", "林晓东 将撤回邮件“[g41] 投票 阿甲”。"),
        ("撤回：投票 阿甲", ""),
        ("Recall: [g41] vote 3", ""),
        ("Recall: vote 3", "I would like to recall the message."),
        ("", "撤回：[g41] 投票 阿甲"),
        ("收回: [g41] 投票 阿甲", "x"),
        ("Re: 撤回: [g41] 投票 阿甲", ""),
    ],
)
def test_taking_back_another_mail_by_its_subject_is_a_recall(subject: str, text: str) -> None:
    assert heard(text, subject=subject) == "recall"


def test_a_letter_that_replaces_another_is_a_recall_whatever_it_says() -> None:
    assert heard("投票 小二", recalls=True) == "recall"


@pytest.mark.parametrize("text", ["撤回", "撤回。", "【撤回】", "取消", "收回！", "retract"])
def test_the_word_alone_takes_back_an_order_and_is_no_recall(text: str) -> None:
    assert heard(text) == "retract"


def test_words_to_the_board_without_a_command_are_chat_and_kept_whole() -> None:
    (reading,) = understood("大家好\n\n今天天气不错", address="board").readings
    assert (reading.kind, reading.text) == ("chat", "大家好\n\n今天天气不错")


def test_a_picture_alone_to_the_board_is_asked_about() -> None:
    assert heard("", subject="Re: [g41] 第一天", address="board") == "!unreadable"
    assert heard("", subject="看看这张图", address="board") == "chat"
