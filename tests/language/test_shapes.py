"""What is personal is known by its shape, however it is spelt; what a game talks about is not."""

import pytest

from pbp.language.shapes import is_personal

PERSONAL = [
    "写信给我 foo@bar.com 吧",
    "foo＠bar.com",
    "foo@bar．com",
    "foo@bar。com",
    "foo @ bar . com",
    "f o o @ q q . c o m",
    "foo@\nqq.com",
    "foo(at)qq.com",
    "foo [at] qq [dot] com",
    "user at qq.com",
    "foo at somewhere dot com",
    "foo#qq.com",
    "foo艾特qq.com",
    "foo@qq点com",
    "foo@qq com",
    "foo@\u200bqq.com",
    "fo\u200bo@q\u200bq.co\u2063m",
    "foo@qԛ.com",
    "foo@例子.中国",
    '"foo bar"@qq.com',
    "foo\\@qq.com",
    "foo@[192.0.2.1]",
    "QQ:12345678",
    "QQ号码：12345678",
    "ＱＱ：１２３４５６７８",
    "QQ一二三四五六七",
    "加我qq 1 2 3 4 5 6 7",
    "我的Q是 12345678",
    "企鹅 12345678",
    "号码 87654321 加我",
    "微信号abcdef123",
    "V信 abcdef123",
    "加v：abcdef123",
    "wx：abcdef123",
    "telegram @abcdef",
    "13812345678",
    "138 1234 5678",
    "138.1234.5678",
    "138–1234—5678",
    "13 8123 45678",
    "1 3 8 1 2 3 4 5 6 7 8",
    "1381234\n5678",
    "138\u200b1234\u200b5678",
    "①③⑧①②③④⑤⑥⑦⑧",
    "一三八一二三四五六七八",
    "008613812345678",
    "(+86) 138-1234-5678",
    "010-62345678",
    "(0755) 8345 6789",
    "+44 20 7183 8750",
    "电话 62345",
    "11010519491231002X",
    "大家好 发自我的iPhone",
    "发\u200b自我的iPhone",
    "发 自 我 的 iPhone",
    "由小米手机发送",
    "發自我的手機",
    "Sent from Outlook for Android",
]

NOBODYS = [
    "2026-03-02 第 1 夜 20:00，6 人中 5 人没说话，我给 100 分。",
    "20260302 结算，202603022000 截止",
    "2333333333，66666666666",
    "1234567号都活着",
    "1 3 5 7 9 10 11 12 13",
    "1、3、5、7、9、11、13、15",
    "13 15 17 19 21 23",
    "1/2/3/4/5/6/7/8/9/10/11/12 号，1-2-3-4-5-6-7-8-9-10-11",
    "一二三四五六七八九十",
    "D1 3-2-1, N2 10:20, 13:45 14.30 15.20, +1 +1 +1 10 20 30",
    "我在QQ上等你到2026-03-02",
    "微信群里大家好啊，微信上聊过的别说了",
    "我觉得@小一 说得对。大家看呢",
    "我觉得@小一。大家好",
    "agree @Ann. Come on, look at me. Com on, what a shame at noon",
    "我从手机上看的，电话里说好了，他发自内心，口口声声说自己是好人",
    "QQ农场偷菜 q2 q3 a1 #小一 是狼# 小一#2: 投 5",
]


@pytest.mark.parametrize("text", PERSONAL)
def test_an_address_a_number_an_account_or_a_device_is_known_however_it_is_spelt(text):
    assert is_personal(text)


@pytest.mark.parametrize("text", NOBODYS)
def test_what_a_game_talks_about_is_nobodys(text):
    assert not is_personal(text)


@pytest.mark.parametrize("piece", ["1 ", "@", "a.b-", "一二 ", "+1 23 ", "(at)", "p2a", "从手机"])
def test_a_long_text_is_looked_through_in_one_go(piece):
    """A rule whose time grew with the square would never end here."""
    is_personal(piece * (100_000 // len(piece)))
