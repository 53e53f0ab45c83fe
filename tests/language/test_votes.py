"""Votes in prose, in a vote thread and in the form (C-6.2, C-6.5)."""

import pytest

from tests.language.say import heard, understood

VOTES = [
    ("我投小二，因为小一不好", "小二"),
    ("我这票给阿甲，因为他昨天前后矛盾。", "阿甲"),
    ("这票给小一", "小一"),
    ("这一票投给小一。", "小一"),
    ("我把票投给小一，他太沉默", "小一"),
    ("我今天投小一", "小一"),
    ("所以我今天投小一", "小一"),
    ("最后还是投小一吧", "小一"),
    ("我投小一吧", "小一"),
    ("我投小一了", "小一"),
    ("投小一，理由：昨天没说话", "小一"),
    ("投小一因为他昨天没说话", "小一"),
    ("投小一，小二也可疑", "小一"),
    ("投小一，小二和小三互保", "小一"),
    ("我投小一，不投小二", "小一"),
    ("我不投小一，我投小二", "小二"),
    ("我不会投小一的，投小二。", "小二"),
    ("大家好，今天发言都看了。小三前后矛盾。我投小三。", "小三"),
    ("看了一天的帖子。\n小一昨天投了小二。\n我投小三，理由如下：小一说谎", "小三"),
    ("综上，投小一", "小一"),
    ("我投3号", "小一"),
    ("投票：我投小一", "小一"),
    ("投票 我这票给小一", "小一"),
    ("投票对象：小一 / 投票理由：说谎", "小一"),
    ("结论：投小一", "小一"),
    ("暂时投小一", "小一"),
    ("昨天我投小二，今天我投小一", "小一"),
    ("小二说他投小三，我投小一", "小一"),
    ("我的投票对象是小一", "小一"),
    ("我的票是小一", "小一"),
    ("投小一一票", "小一"),
    ("我投小一的理由是他说谎", "小一"),
    ("我投小一是因为他说谎", "小一"),
    ("我投3", "小一"),
    ("我投 ③ 号", "小一"),
    ("我投自己", "阿甲"),
    ("我投我自己，不想玩了", "阿甲"),
    ("我挂小一", "小一"),
    ("飞小一，不解释", "小一"),
    ("我票小一", "小一"),
    ("我投票给小一", "小一"),
    ("投票给小一", "小一"),
    ("我的票给小一", "小一"),
    ("我的票：小一", "小一"),
    ("我投一票给小一", "小一"),
    ("我决定投小一", "小一"),
    ("那我就投小一了", "小一"),
    ("我還是投給小一", "小一"),
    ("我投小一。如果他是好人，我道歉。", "小一"),
    ("我投小一，因为如果他是好人就不会这么说。", "小一"),
    ("我投小一他昨天一直在带节奏", "小一"),
    ("我投【小一】。", "小一"),
    ("我投“小一”", "小一"),
    ("I vote 小一", "小一"),
    ("I vote for 小一 because 小二 is fine", "小一"),
    ("I'm voting for 小一.", "小一"),
    ("My vote is 小一", "小一"),
    ("My vote goes to 小一, he lied", "小一"),
    ("voting 小一", "小一"),
    ("vote 小一 please", "小一"),
    ("vote 小一 because 小二 lied", "小一"),
    ("ok, I vote 3", "小一"),
    ("I don't vote for 小一. I vote for 小二.", "小二"),
    ("大家好\n投票对象：小一\n投票理由：小二说他是好人，我不信", "小一"),
    ("投票对象：小一 投票理由：小二", "小一"),
    ("投票对象：小一（3号）", "小一"),
    ("投票理由：他说谎\n投票对象：小一", "小一"),
    ("第一天\n\n投票对象 : 小一", "小一"),
    ("他说：“投小二。”我不同意，我投小一", "小一"),
    ("投票 小一\n理由：如果小二是好人，小一就是狼", "小一"),
    ("投票 小一，他跟小二一伙", "小一"),
    ("投票 小一 2票不够啊", "小一"),
    ("投票 小一 他昨天说谎", "小一"),
    ("投票小一\n我昨天投小二是看错了", "小一"),
]

CHANGES = [
    ("我改投小二", "小二"),
    ("我从小一改投小二", "小二"),
    ("我要改票小二", "小二"),
    ("改票小二，小一说得对", "小二"),
    ("改投给小二", "小二"),
    ("我把票从小一改投给小二", "小二"),
    ("change my vote to 小二", "小二"),
    ("改票对象：小二\n改票理由：小一说得对", "小二"),
]

NO_VOTES = [
    "我不投小一",
    "我没投小一",
    "别投小一",
    "不要投小一",
    "我绝不投小一",
    "我不会投小一",
    "我不想投小一",
    "我觉得不是小一，再看看吧。",
    "我昨天投小一",
    "昨天我投了小一",
    "上一轮我投小一",
    "小二投小一",
    "他投小一",
    "大家投小一吧",
    "你们投我吧",
    "小二说投小一",
    "小二说：投小一",
    "小二喊“投小一！”就跑了",
    "他说，投小一",
    "建议投小一",
    "我可能投小一",
    "我考虑投小一",
    "我也许会投小一",
    "投小一的人都是狼",
    "投小一是错的",
    "谁投小一谁是狼",
    "投小一不如投小二",
    "我觉得应该投小一",
    "小一投票了吗我没看到",
    "今天投票截止几点",
    "我投除了小一以外的人",
    "我投小一以外的人",
    "小一票数最高",
    "小二跟票小一",
    "我给小一投票机会",
    "请投小一",
    "希望大家投小一",
    "我投不投小一",
    "小一可疑",
    "我投小一之后就去睡了",
    "我投小一的时候他还没说话",
    "第二轮我投小一，他没反驳",
    "撤回 投票 小一",
    "取消投票小一",
    "\ufffd票 小一",
    "小一是狼",
    "我已经投过票了",
    "我投降",
    "我这票给大家讲讲",
    "I don't vote for 小一",
    "I won't vote 小一",
    "I'm not voting for 小一",
    "He votes for 小一",
    "everyone vote 小一",
    "小二 voted 小一",
    "never vote 小一",
    "who voted 小一",
    "I think 小一 is fine",
    "they said vote 小一",
    "投我一票",
    "请投我一票吧",
    "我投了3票",
    "投 3 票就够",
    "我昨晚3点投的",
]

DOUBTFUL = [
    ("如果阿甲今天还不说话，我就投阿甲；否则投小二。", "vote 阿甲, 小二 !conditional"),
    ("如果小一不说话我就投小一", "vote !conditional"),
    ("要是他再不来，我投小一", "vote !conditional"),
    ("我投小一，除非他今天发言", "vote !conditional"),
    ("除非小一发言，我投小二", "vote !conditional"),
    ("若小一是狼，投小二", "vote !conditional"),
    ("小一不说话的话，我投小一", "vote !conditional"),
    ("投票 小一，如果他还不说话", "vote !conditional"),
    ("投票对象：小一（如果他还活着）", "vote !conditional"),
    ("投票 小一\n如果他今天发言，我就投小二", "vote 小一, 小二 !conditional"),
    ("I vote 小一 if he stays silent", "vote !conditional"),
    ("if 小一 speaks, I vote 小二, otherwise I vote 小一", "vote 小二, 小一 !conditional"),
    ("vote 小一 unless he speaks", "vote !conditional"),
    ("如果没人反对，我改投小二", "change !conditional"),
    ("如果小一不来，我弃权", "abstain !conditional"),
    ("投小一或小二", "vote 小一, 小二 !ambiguous"),
    ("我投小一或者小二", "vote 小一, 小二 !ambiguous"),
    ("我投小一，或者小二", "vote 小一, 小二 !ambiguous"),
    ("要么投小一，要么投小二", "vote 小一, 小二 !ambiguous"),
    ("我投小一和小二", "vote 小一, 小二 !ambiguous"),
    ("我投小一、小二", "vote 小一, 小二 !ambiguous"),
    ("我投小一，小二。", "vote 小一, 小二 !ambiguous"),
    ("我投小一。算了，我投小二。", "vote 小一, 小二 !ambiguous"),
    ("我投小一\n我投小二", "vote 小一, 小二 !ambiguous"),
    ("投票 小一\n投票 小二", "vote 小一, 小二 !ambiguous"),
    ("投票 小一 小二", "vote 小一, 小二 !ambiguous"),
    ("投票对象：小一、小二", "vote 小一, 小二 !ambiguous"),
    ("投票对象：小一/小二", "vote 小一, 小二 !ambiguous"),
    ("vote 小一 or 小二", "vote 小一, 小二 !ambiguous"),
    ("vote 小一 and 小二", "vote 小一, 小二 !ambiguous"),
    ("I vote 小一 or 小二", "vote 小一, 小二 !ambiguous"),
    ("either 小一 or 小二, vote 小一 or 小二", "vote 小一, 小二 !ambiguous"),
    ("改票 小一或小二", "change 小一, 小二 !ambiguous"),
    ("投票 小一、小九", "vote !ambiguous"),
    ("投票 小一和路人", "vote !ambiguous"),
    ("我投小一和路人", "vote !ambiguous"),
    ("投票 小一或别人", "vote !ambiguous"),
    ("我投小期", "vote !near_miss"),
    ("投小期", "vote !near_miss"),
    ("我投小期，他说谎", "vote !near_miss"),
    ("我投小\u200b一", "vote !near_miss"),
    ("我投小\ufffd", "vote !near_miss"),
]


@pytest.mark.parametrize("address", ["gm", "board"])
@pytest.mark.parametrize(("text", "target"), VOTES)
def test_the_name_tied_to_the_vote_word_is_the_target(text: str, target: str, address: str) -> None:
    assert heard(text, address=address) == f"vote {target}"


@pytest.mark.parametrize(("text", "target"), CHANGES)
def test_a_word_of_change_makes_it_a_change(text: str, target: str) -> None:
    assert heard(text) == f"change {target}"


@pytest.mark.parametrize("text", NO_VOTES)
def test_what_is_not_the_writers_own_vote_now_is_none(text: str) -> None:
    assert heard(text) == "!unreadable"
    assert heard(text, address="board") == "chat"
    assert heard(text, address="board", vote_thread=True) == "chat"


@pytest.mark.parametrize(("text", "told"), DOUBTFUL)
def test_conditions_alternatives_and_two_names_are_put_to_the_voter(text: str, told: str) -> None:
    assert heard(text) == told
    for reading in understood(text).readings:
        assert len(reading.targets) != 1


@pytest.mark.parametrize(
    "text", ["我弃权", "本轮弃权", "我今天弃权，没看懂", "我弃票了", "I abstain", "abstain, sorry"]
)
def test_an_abstention_in_prose_is_one(text: str) -> None:
    assert heard(text) == "abstain"


@pytest.mark.parametrize("text", ["我不弃权", "他弃权", "弃权的人真多", "别弃权", "弃权不好"])
def test_what_is_said_about_abstaining_is_none(text: str) -> None:
    assert heard(text) == "!unreadable"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("小三", "vote 小三"),
        ("小三。", "vote 小三"),
        ("【小三】", "vote 小三"),
        ("@小三", "vote 小三"),
        ("3", "vote 小一"),
        ("3号", "vote 小一"),
        ("③", "vote 小一"),
        ("- 小三", "vote 小三"),
        ("自己", "vote 阿甲"),
        ("小三\n他说谎", "vote 小三"),
        ("小三、小四", "vote 小三, 小四 !ambiguous"),
        ("小三 或 小四", "vote 小三, 小四 !ambiguous"),
        ("小期", "vote !near_miss"),
        ("小\u200b三", "vote !near_miss"),
        ("小三，你昨天说什么", "!unreadable"),
        ("小三？", "!unreadable"),
        ("不是小三", "!unreadable"),
        ("收到", "!unreadable"),
        ("99", "!unreadable"),
        ("小三可疑", "!unreadable"),
        ("同意小三", "!unreadable"),
    ],
)
def test_a_plain_name_is_a_vote_in_a_vote_thread_and_nowhere_else(text: str, told: str) -> None:
    assert heard(text, vote_thread=True) == told
    assert heard(text) == "!unreadable"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("投票 小一\n他说谎。\n小二也是。", "他说谎。\n小二也是。"),
        ("投票对象：小一\n投票理由：他说谎", "他说谎"),
        ("投票对象：小一\n投票理由：\n他说谎", "他说谎"),
        ("投票对象：小一 投票理由：他说谎", "他说谎"),
        ("投票 小一，他说谎", "他说谎"),
        ("投票 小一 理由：他说谎", "他说谎"),
        ("改票对象：小二\n改票理由：他刚才的话对不上。", "他刚才的话对不上。"),
        ("我投小一，因为他说谎", "因为他说谎"),
        ("小二不像。我投小一", "小二不像。我投小一"),
        ("vote 小一\nHe lied.", "He lied."),
        ("弃权，没看懂", "没看懂"),
        ("投票 无\n理由：没看懂", "没看懂"),
    ],
)
def test_a_votes_text_is_its_reason(text: str, reason: str) -> None:
    assert understood(text).readings[0].text == reason


def test_a_mail_to_the_team_holds_no_vote_in_prose() -> None:
    assert heard("我投小一", address="team") == ""
    assert heard("今晚杀谁好", address="team") == ""
    assert heard("杀 小一", address="team") == "kill 小一"
