"""Every word of the table, in both languages, whatever the rule set and the phase."""

import pytest

from pbp.language import words
from tests.language.say import heard, understood

WITH_A_NAME = {
    "kill": "杀 刀 砍 杀人 殺 kill Kill KILL ｋｉｌｌ",
    "pray": "祈祷 祈福 祈禱 pray",
    "bind": "束魂 束 bind",
    "heal": "治疗 巫医 治 医 救 治療 巫醫 醫 heal",
    "seal": "封刀 封 seal",
    "immunity": "免投 保 spare",
    "sure_kill": "必杀 必殺 surekill",
    "vote": "投票 投 票 投给 飞 挂 投給 飛 掛 投票对象 投票對象 vote",
    "change": "改票 改投 改票对象 改票對象 change",
}
SEPARATORS = (" ", "：", ":", "\u3000", "： ", " : ", "\t", "\u00a0", "∶", "")

NAME_ROWS = [
    (f"{word}{separator}小一", f"{kind} 小一")
    for kind, chosen in WITH_A_NAME.items()
    for word in chosen.split()
    for separator in SEPARATORS
    if separator or not word.isascii()
]

ALONE = {
    "pass": "放弃 过 空刀 不刀 放棄 過 pass PASS",
    "retract": "撤回 取消 收回 撤销 撤銷 retract",
    "abstain": "弃权 弃票 空票 棄權 棄票 abstain",
    "done": "投票完毕 不改了 锁票 投票完畢 鎖票 done",
    "checkin": "签到 簽到 checkin",
    "confirm": "确认 確認 confirm",
    "withdraw": "退出 withdraw",
    "unpost": "撤帖 unpost",
    "publish": "公开 公開 publish",
    "back": "回归 销假 回歸 銷假 back",
    "ready": "接替 上线 补位 顶替 上線 補位 頂替 ready",
    "ask (status)": "状态 我的身份 狀態 status",
    "ask (votes)": "票数 票數 votes",
    "ask (tally)": "票型 tally",
    "ask (unvoted)": "谁没投 誰沒投 unvoted",
    "ask (roster)": "名单 死亡名单 名單 roster",
    "ask (rules)": "规则 規則 rules",
    "ask (time)": "时间 時間 time",
    "ask (receipts)": "收据 收據 receipts",
    "ask (resend)": "重发 重發 resend",
    "ask (help)": "帮助 幫助 help",
}
ALONE_ROWS = [(word, kind) for kind, chosen in ALONE.items() for word in chosen.split()]

TEXT = {
    "declaration": "宣言 杀帖 杀贴 杀人宣言 殺人宣言 declaration",
    "analysis": "分析 analysis",
    "last_words": "遗言 遺言 lastwords",
    "plot": "剧情 劇情 plot",
    "chat": "灌水 chat",
    "leave": "请假 請假 leave",
    "to_gm": "天神 法官 导演 導演 GM gm 申诉 申訴 请教 請教 转天神 轉天神",
    "signup": "报名 報名 signup",
    "substitute": "替补 替補 substitute",
}
TEXT_ROWS = [
    (f"{word}{mark}", kind)
    for kind, chosen in TEXT.items()
    for word in chosen.split()
    for mark in (" ", "：", ": ")
]

OTHER_ROWS = [
    ("to gm 请看一下", "to_gm"),
    ("last words\n我走了", "last_words"),
    ("投票 无", "abstain"),
    ("投票：無", "abstain"),
    ("投票无", "abstain"),
    ("投票对象：无\n投票理由：想不好", "abstain"),
    ("vote nobody", "abstain"),
    ("改票 无", "abstain"),
    ("change vote 小一", "change 小一"),
    ("change vote to 小一", "change 小一"),
    ("vote for 小一", "vote 小一"),
    ("必杀 小一、阿乙", "sure_kill 小一, 阿乙"),
    ("surekill 小一, 阿乙", "sure_kill 小一, 阿乙"),
    ("必杀 3、4", "sure_kill 小一, 小二"),
    ("必杀 小一 小二", "sure_kill 小一, 小二"),
    ("必杀 小一、小二。", "sure_kill 小一, 小二"),
    ("surekill 小一, 小二.", "sure_kill 小一, 小二"),
    ("*杀 小一*", "kill 小一"),
    ("**投票 小一**", "vote 小一"),
    ("必杀 小一和小二", "sure_kill 小一, 小二"),
    ("必杀 小一、小一", "sure_kill 小一, 小一"),
    ("提名 MVP 小一", "nominate 小一 (mvp)"),
    ("提名 公平 小一", "nominate 小一 (fairplay)"),
    ("提名 剧情 小一", "nominate 小一 (plot)"),
    ("提名MVP：小一", "nominate 小一 (mvp)"),
    ("nominate mvp 小一", "nominate 小一 (mvp)"),
    ("nominate fairplay 小一", "nominate 小一 (fairplay)"),
    ("nominate plot 小一", "nominate 小一 (plot)"),
    ("支持 小一", "second 小一"),
    ("second 小一", "second 小一"),
    ("评选 MVP 小一", "award 小一 (mvp)"),
    ("award mvp 小一", "award 小一 (mvp)"),
    ("选 1", "choose (1)"),
    ("选1", "choose (1)"),
    ("选 ②", "choose (2)"),
    ("choose 1", "choose (1)"),
    ("票型 D1", "ask (tally D1)"),
    ("tally d1", "ask (tally D1)"),
    ("票型 第一天", "ask (tally D1)"),
    ("票型R2", "ask (tally R2)"),
    ("选 1号", "choose (1)"),
    ("投票 弃权", "abstain"),
    ("投票对象：弃权", "abstain"),
    ("vote abstain", "abstain"),
    ("改票：弃权", "abstain"),
    ("过 。", "pass"),
    ("票数？", "ask (votes)"),
    ("help?", "ask (help)"),
    ("收信 每帖", "deliver (each)"),
    ("收信 每两小时", "deliver (2h)"),
    ("收信 每天", "deliver (daily)"),
    ("收信 只要公告", "deliver (notices)"),
    ("deliver each", "deliver (each)"),
    ("deliver 2h", "deliver (2h)"),
    ("deliver daily", "deliver (daily)"),
    ("deliver notices", "deliver (notices)"),
    ("新令牌", "new_token"),
    ("new token", "new_token"),
    ("信箱 new@example.org", "new_address"),
]


@pytest.mark.parametrize(("text", "reading"), NAME_ROWS)
def test_a_word_and_a_name_with_any_separator_are_an_order(text: str, reading: str) -> None:
    assert heard(text) == reading


@pytest.mark.parametrize(("text", "reading"), ALONE_ROWS)
def test_a_word_without_an_argument_counts_alone(text: str, reading: str) -> None:
    assert heard(text) == reading


@pytest.mark.parametrize(("text", "reading"), ALONE_ROWS)
def test_it_counts_before_a_punctuation_mark_too(text: str, reading: str) -> None:
    assert heard(f"{text}，大家好") == reading


@pytest.mark.parametrize(("text", "reading"), TEXT_ROWS)
def test_a_word_with_a_text_takes_what_stands_behind_and_below(text: str, reading: str) -> None:
    found = understood(f"{text}今天\n天气不错")
    assert [one.kind for one in found.readings] == [reading]
    if reading in words.BELOW:
        assert found.readings[0].text == "今天\n天气不错"


@pytest.mark.parametrize(("text", "reading"), OTHER_ROWS)
def test_the_other_rows_of_the_table(text: str, reading: str) -> None:
    assert heard(text) == reading


@pytest.mark.parametrize(
    "text", ["到", "报到", "報到", "收到", "在", "收到。", "在，刚看到", "到！"]
)
def test_a_plain_here_is_a_checkin_only_in_answer_to_the_seat_notice(text: str) -> None:
    assert heard(text, seat_thread=True) == "checkin"
    assert heard(text) == "!unreadable"


@pytest.mark.parametrize("ruleset", ["prayer", "three_lives", "seven_kill", None])
@pytest.mark.parametrize("phase", ["night", "day", "runoff", "wait", None])
def test_words_do_not_depend_on_rule_set_or_phase(ruleset: str | None, phase: str | None) -> None:
    for text in ("杀 小一", "祈祷 小一", "束魂 小一", "封刀 小一", "投票 小一", "必杀 小一"):
        assert heard(text, ruleset=ruleset, phase=phase) == heard(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("真身 灌水 大家好", "chat"),
        ("真身 分析 小一可疑", "analysis"),
        ("真身：灌水：大家好", "chat"),
        ("真身 大家好", "chat"),
        ("as myself chat hello", "chat"),
        ("真身\n大家好", "chat"),
    ],
)
def test_whoever_speaks_as_himself_says_so_first(text: str, kind: str) -> None:
    (reading,) = understood(text, address="board").readings
    assert reading.kind == kind
    assert reading.as_owner
    assert reading.text


def test_an_order_is_never_given_as_oneself() -> None:
    (reading,) = understood("真身 杀 小一").readings
    assert (reading.kind, reading.targets, reading.text) == ("chat", (), "杀 小一")


@pytest.mark.parametrize("word", sorted(words.words()))
def test_no_word_is_found_inside_prose(word: str) -> None:
    found = understood(f"大概{word}什么的吧")
    assert found.readings == ()


@pytest.mark.parametrize(
    ("text", "word", "written"),
    [
        ("状态", "status", "状态"),
        ("status", "status", "status"),
        ("票型 D1", "tally D1", "票型 D1"),
    ],
)
def test_a_question_is_known_by_one_word_in_either_language(
    text: str, word: str, written: str
) -> None:
    (reading,) = understood(text).readings
    assert (reading.text, reading.heard) == (word, written)
