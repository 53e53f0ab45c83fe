"""One wrong character by sound or shape is accepted, nothing that is two off (S-5.4)."""

from itertools import combinations, pairwise

import pytest

from pbp.language.names import Found, misspelt, resolve

SOUND = """
包保宝饱抱报 青清轻氢情晴请 李里理礼力立丽 王忘网往望 张章掌账 刘流留六 陈晨沉尘
杨羊阳洋养样 赵照找招 黄皇煌荒慌 周州洲粥 吴无五午武舞物 徐许需须 孙损笋 马妈麻骂 朱猪珠竹主
胡湖虎互护 林临邻淋 郭国果过 何河和合禾 高糕搞告 罗落洛骆 郑正证政挣 梁凉良粮亮 谢写邪鞋
宋送松颂 唐糖堂汤 韩寒含汉汗 冯风丰封凤 于鱼雨语玉 董懂东冬洞 萧小笑晓 程成城诚称 曹草槽
袁元园圆远 邓等灯 傅付父富福 沈审深神 曾增 彭朋棚碰 吕旅绿 苏酥素 卢路炉 蒋讲江将 蔡菜才财
贾假家甲 丁顶钉 魏位喂胃 薛学雪血 叶夜业 阎言盐烟 余愚 潘盘判 杜肚毒 戴带代 夏下吓 钟中种
汪旺 田天甜 任人仁认 姜僵 范饭反 方房放 石时食是 姚腰药 谭谈坛 廖料 邹走奏 熊雄凶 金今斤
陆录 郝好号 孔空恐 白百 崔脆 康 毛猫帽 邱秋球 秦琴亲 史使 顾古鼓 侯后厚 邵少 孟梦 龙笼聋
万玩晚 段短断 雷泪类 钱前千 黎离 贺喝 花华画 饺脚角叫
"""
"""In each group all sound the same, tone aside."""

HETERONYMS = (
    "行航 行形 长常 长掌 乐月 乐勒 重虫 重种 曾层 解谢 还环 还孩 调条 都嘟 得德 着找 觉叫 角觉 便变"
)
"""One of the readings is enough."""

SHAPE = """
未末 己已巳 土士 日曰 人入 太大犬 千干于 天夫 刀力 兔免 戊戌戍 晴睛 侯候 今令 午牛 王玉 鸟乌
木本 问间 免兔 折拆 贝见 师帅 要耍 真直 徒徙 崇祟 茶荼 拔拨 辩辨 赢羸 肓盲 治冶 拆析 冼洗
爪瓜 九丸 子孑 白自 田由 田甲 由甲 侍待 住往 淋琳
"""
"""In each group all are easily taken for one another by the eye."""

SCRIPTS = """
龙龍 马馬 陈陳 张張 赵趙 刘劉 吴吳 孙孫 郑鄭 谢謝 韩韓 冯馮 董董 萧蕭 许許 苏蘇 卢盧 蒋蔣
贾賈 阎閻 叶葉 钟鐘 邓鄧 罗羅 杨楊 卫衛 华華 钱錢 顾顧 万萬 龟龜 凤鳳 乌烏 鱼魚 鸟鳥 云雲
飞飛 风風 门門 儿兒
"""
"""Two scripts of one character: no mistake at all (C-6.8)."""

LATIN = "0o 1l 1i 5s 2z 8b"
"""Digits and letters that look alike; a name is compared without regard to case."""

NEITHER = (
    "水火山石田木金土风雨雷电云雪花草鸟鱼虫马牛羊狗猫鼠龙虎兔蛇猴鸡猪"
    "红黄蓝绿黑白东南西北春夏秋冬笔墨纸砚"
)
"""Neighbours neither sound nor look alike."""


def groups(text):
    return [group for group in text.split() if len(group) > 1]


def pairs_of(text):
    """Every two of each group, each once."""
    return sorted(
        {pair for group in groups(text) for pair in combinations(dict.fromkeys(group), 2)}
    )


ACCEPTED = [pair for text in (SOUND, HETERONYMS, SHAPE, LATIN) for pair in pairs_of(text)]
REFUSED = list(pairwise(NEITHER))


def handle_with(character):
    return f"王{character}子" if character > "\u2e80" else f"w{character}k7"


def test_there_are_more_than_three_hundred_pairs():
    assert len(ACCEPTED) + len(REFUSED) + len(groups(SCRIPTS)) > 300


@pytest.mark.parametrize("table", ["SOUND", "HETERONYMS", "SHAPE", "LATIN"])
def test_one_character_that_sounds_or_looks_the_same_is_that_player(table):
    for one, other in pairs_of(globals()[table]):
        handle = handle_with(one)
        assert misspelt(handle_with(other), (handle, "馒头", "张三丰")) == (handle,), (one, other)


def test_a_character_that_does_neither_is_nobody():
    for one, other in REFUSED:
        assert misspelt(handle_with(other), (handle_with(one),)) == (), (one, other)


def test_the_other_script_is_the_name_itself():
    for one, other in groups(SCRIPTS):
        handle = handle_with(one)
        assert resolve(handle_with(other), (handle,), None) == Found(handle)


def test_two_such_characters_are_one_too_many():
    for one, other in ACCEPTED:
        assert misspelt(f"{other}{other}", (f"{one}{one}",)) == (), (one, other)
        assert misspelt(f"{other}明{other}", (f"{one}明{one}",)) == (), (one, other)


def test_a_character_more_or_less_is_no_misspelling():
    for one, other in ACCEPTED:
        handle = handle_with(one)
        assert misspelt(f"{handle_with(other)}子", (handle,)) == (), (one, other)
        assert misspelt(handle_with(other)[:-1], (handle,)) == (), (one, other)
