"""Names: exact ones always win, near ones are only named, others are nobody's (C-6.8)."""

import pytest

from pbp.language.likeness import same_shape, same_sound
from pbp.language.names import Found, NearMiss, Unknown, misspelt, resolve

HANDLES = ("阿甲", "阿乙", "小一", "小二", "小三", "小四", "小五", "小六", "小七")


@pytest.mark.parametrize("name", HANDLES)
def test_every_handle_names_itself(name: str) -> None:
    assert resolve(name, HANDLES, None) == Found(name)


@pytest.mark.parametrize(
    ("heard", "handles", "found"),
    [
        ("張乾", ("张乾", "小一"), "张乾"),
        ("张乾", ("張乾", "小一"), "張乾"),
        ("ＢＯＢ", ("Bob", "小一"), "Bob"),
        ("bob", ("BOB", "小一"), "BOB"),
        ("老 王", ("老王", "老 王"), "老 王"),
        ("于吉", ("于吉", "於吉"), "于吉"),
        ("於吉", ("于吉", "於吉"), "於吉"),
        ("2", ("阿甲", "阿乙", "2"), "2"),
        ("二号", ("阿甲", "阿乙", "二号"), "二号"),
        ("我", ("阿甲", "我"), "我"),
        ("Mr. X", ("Mr. X", "小一"), "Mr. X"),
        ("小一！", ("小一！", "小一"), "小一！"),
        ("@home", ("@home", "home"), "@home"),
        ("【王】", ("【王】", "王"), "【王】"),
        ("十二号", tuple("甲乙丙丁戊己庚辛壬癸子丑"), "丑"),
        ("12号", tuple("甲乙丙丁戊己庚辛壬癸子丑"), "丑"),
        ("⑫", tuple("甲乙丙丁戊己庚辛壬癸子丑"), "丑"),
        ("٣", ("阿甲", "阿乙", "小一"), "小一"),
        ("Jose\u0301", ("José", "小一"), "José"),
    ],
)
def test_an_exact_name_always_wins(heard: str, handles: tuple[str, ...], found: str) -> None:
    assert resolve(heard, handles, "阿甲") == Found(found)


@pytest.mark.parametrize(
    ("heard", "handles", "meant"),
    [
        ("小期", HANDLES, ("小七",)),
        ("小叁", HANDLES, ("小三",)),
        ("小", HANDLES, ("小一", "小二", "小三", "小四", "小五", "小六", "小七")),
        ("一", HANDLES, ("小一",)),
        ("一小", HANDLES, ("小一",)),
        ("小小一", HANDLES, ("小一",)),
        ("小一呀", HANDLES, ("小一",)),
        ("小\u200b一", HANDLES, ("小一",)),
        ("小\ufe0f一", HANDLES, ("小一",)),
        ("小\U000e0041一", HANDLES, ("小一",)),
        ("小\ue000", HANDLES, ("小一", "小二", "小三", "小四", "小五", "小六", "小七")),
        ("小\ufffd", HANDLES, ("小一", "小二", "小三", "小四", "小五", "小六", "小七")),
        ("\ufffd\ufffd甲", HANDLES, ("阿甲",)),
        ("保子", ("包子", "馒头"), ("包子",)),
        ("刺客", ("剌客", "馒头"), ("剌客",)),
        ("已土", ("己土", "小一"), ("己土",)),
        ("山蜂", ("山峰", "小一"), ("山峰",)),
        ("alicf", ("Alice", "Bob"), ("Alice",)),
        ("alcie", ("Alice", "Bob"), ("Alice",)),
        ("alce", ("Alice", "Bob"), ("Alice",)),
        ("b0b", ("Bob", "小一"), ("Bob",)),
        ("張已", ("张己", "张巳"), ("张己", "张巳")),
        ("鱼吉", ("于吉", "于洁"), ("于吉",)),
    ],
)
def test_a_name_one_step_off_is_a_near_miss(
    heard: str, handles: tuple[str, ...], meant: tuple[str, ...]
) -> None:
    assert resolve(heard, handles, None) == NearMiss(meant)


@pytest.mark.parametrize(
    "heard",
    [
        "小九",
        "小八",
        "大一一",
        "王五",
        "99",
        "0",
        "99号",
        "-3",
        "3.5",
        "",
        " ",
        "。",
        "\u200b",
        "小丙丁",
        "十十号",
    ],
)
def test_other_words_are_nobodys_name(heard: str) -> None:
    assert resolve(heard, HANDLES, None) == Unknown()


def test_two_handles_that_fold_alike_are_asked_about() -> None:
    assert resolve("ＢＯＢ", ("bob", "Bob"), None) == NearMiss(("bob", "Bob"))
    assert resolve("Bob", ("bob", "Bob"), None) == Found("Bob")


@pytest.mark.parametrize(
    "pair",
    [
        "期七",
        "叁三",
        "寺四",
        "衣一",
        "午五",
        "留六",
        "巴八",
        "久九",
        "保包",
        "曾增",
        "仇求",
        "解谢",
        "单山",
        "查渣",
        "区欧",
        "乐月",
        "蜂峰",
    ],
)
def test_these_sound_alike(pair: str) -> None:
    assert same_sound(*pair)
    assert same_sound(*reversed(pair))


@pytest.mark.parametrize(
    "pair",
    [
        "己已",
        "未末",
        "日曰",
        "土士",
        "刺剌",
        "清晴",
        "蜂峰",
        "钓钩",
        "狼狠",
        "免兔",
        "饺较",
        "折拆",
        "王玉",
    ],
)
def test_these_look_alike(pair: str) -> None:
    assert same_shape(*pair)
    assert same_shape(*reversed(pair))


@pytest.mark.parametrize(
    "pair",
    [
        "一二",
        "二三",
        "四五",
        "七九",
        "江河",
        "刘文",
        "娘梁",
        "甲乙",
        "张李",
        "红绿",
        "天地",
        "山水",
    ],
)
def test_these_are_alike_in_no_way(pair: str) -> None:
    assert not same_sound(*pair)
    assert not same_shape(*pair)


@pytest.mark.parametrize(
    ("heard", "handles", "found"),
    [
        ("小期", HANDLES, ("小七",)),
        ("【小期】。", HANDLES, ("小七",)),
        ("小", HANDLES, ()),
        ("小七七", HANDLES, ()),
        ("一小", HANDLES, ()),
        ("小七", HANDLES, ()),
        ("小\u200b期", HANDLES, ()),
        ("小\ufffd", HANDLES, ()),
        ("张已", ("张己", "张巳"), ("张己", "张巳")),
        ("保仔", ("包子",), ()),
    ],
)
def test_a_misspelling_is_one_wrong_character_that_sounds_or_looks_alike(
    heard: str, handles: tuple[str, ...], found: tuple[str, ...]
) -> None:
    assert misspelt(heard, handles) == found
