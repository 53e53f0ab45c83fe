"""Charset: from the bytes of a mail to characters, whatever its label says.

A fixed ladder, no statistical guesser: what is declared, then strict UTF-8, then strict GB18030,
then Big5. A lost character is never dropped in silence: it stays as U+FFFD and is reported.
Must never call a codec that is not on the list below: charset names are chosen by strangers.
"""

import re
from typing import NamedTuple

from pbp.letters.marks import FORBIDDEN
from pbp.letters.tables import same_meaning

REPLACEMENT = "\ufffd"

GB = "gb18030"
BIG5 = "big5hkscs"
UTF8 = "utf-8"

ALIASES = {
    **same_meaning(
        GB,
        "gb2312 gbk gb18030 gb_2312 gb_2312-80 gb-2312 gb2312-80 csgb2312 chinese x-gbk x-cp936 "
        "cp936 936 ms936 windows-936 euc-cn euccn x-euc-cn x-mac-chinesesimp iso-ir-58 "
        "gb18030-2000 gb18030-2022 gb-18030",
    ),
    **same_meaning(
        BIG5,
        "big5 big-5 big5-hkscs big5hkscs x-big5 cn-big5 csbig5 cp950 windows-950 950 ms950 "
        "x-windows-950 x-mac-chinesetrad big5-eten",
    ),
    **same_meaning(
        UTF8,
        "utf-8 utf8 utf_8 utf8mb4 utf8mb3 utf-8-sig x-utf-8 unicode-1-1-utf-8 unicode cp65001 "
        "65001 csutf8",
    ),
    **same_meaning("utf-7", "utf-7 utf7 unicode-1-1-utf-7 x-unicode-2-0-utf-7"),
    **same_meaning("hz", "hz hz-gb-2312 hzgb2312 hz-gb2312 x-hz"),
    **same_meaning("utf-16", "utf-16 utf16 ucs-2 iso-10646-ucs-2"),
    **same_meaning("utf-16-le", "utf-16le utf16le"),
    **same_meaning("utf-16-be", "utf-16be utf16be"),
    **same_meaning("ascii", "us-ascii ascii ansi_x3.4-1968 iso646-us 646"),
    **same_meaning("cp1252", "iso-8859-1 latin1 latin-1 iso8859-1 l1 windows-1252 cp1252"),
    "iso-8859-15": "iso8859-15",
    "iso-8859-2": "iso8859-2",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "koi8-r": "koi8-r",
    **same_meaning("cp932", "shift_jis shift-jis sjis x-sjis cp932 windows-31j ms_kanji"),
    **same_meaning("euc-jp", "euc-jp eucjp x-euc-jp"),
    "iso-2022-jp": "iso2022_jp_ext",
    **same_meaning("cp949", "euc-kr ks_c_5601-1987 ks_c_5601 cp949 windows-949 uhc"),
    "iso-2022-kr": "iso2022_kr",
    **same_meaning("johab", "johab"),
}
WESTERN = frozenset({"cp1252", "iso8859-15", "iso8859-2", "cp1250"})
"""Labels that old programs put on anything: every byte string is valid in them."""
NOT_ASCII = frozenset(
    {"hz", "utf-7", "iso2022_jp_ext", "iso2022_kr", "utf-16", "utf-16-le", "utf-16-be"}
)
"""Codecs in which bytes below 0x80 need not mean themselves."""

LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:+-]{0,39}")
HZ_RUN = re.compile(rb"~\{(?:[\x21-\x77][\x21-\x7e])+~\}")
CJK = re.compile("[\u2e80-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
LATIN_ONLY = re.compile("[\x00-\u024f]*")
ONE_ALPHABET = re.compile(
    "(?:[\x00-\u024f]*|[\x00-\x7f\u0370-\u03ff]*|[\x00-\x7f\u0400-\u04ff]*"
    "|[\x00-\x7f\u0590-\u05ff]*|[\x00-\x7f\u0600-\u06ff]*)"
)


class Decoded(NamedTuple):
    """Characters, and whether some of them were lost (U+FFFD stands for those)."""

    text: str
    damaged: bool


def codec_of(label: str | None) -> str | None:
    """The codec that a charset label means, or None where nobody knows it (RFC 2978 names)."""
    found = LABEL.search(label or "")
    return ALIASES.get(found.group().lower()) if found else None


def decode(data: bytes, label: str | None = None) -> Decoded:
    """Decode the bytes of a header or of a text part; never raises.

    Args:
        data: the bytes, with their transfer encoding already taken off.
        label: the charset parameter as it stands in the mail, quotes and junk included.
    """
    codec = codec_of(label)
    text = _try_each(data, codec)
    if text is None:
        text = _with_losses(data, codec)
    text = _tidy(text)
    return Decoded(text, is_damaged(text))


def is_damaged(text: str) -> bool:
    """Whether characters of the text were lost on the way, here or before it came to us."""
    return REPLACEMENT in text


def _tidy(text: str) -> str:
    """One kind of line end, no byte order mark in front, nothing that UTF-8 cannot hold."""
    text = text.removeprefix("\ufeff").translate(FORBIDDEN)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return re.sub("[\ud800-\udfff]", REPLACEMENT, text)


def _strict(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, ValueError):
        return None


def _try_each(data: bytes, codec: str | None) -> str | None:
    """The first rung that holds, or None."""
    if data.isascii() and codec not in NOT_ASCII:
        return _hz_or_ascii(data)
    if codec in (None, "ascii"):
        return _undeclared(data)
    if codec == UTF8:
        return _declared_utf8(data)
    if codec in (GB, BIG5) and (text := _utf8_in_disguise(data)) is not None:
        return text
    if codec in WESTERN and (text := _chinese_under_western_label(data)) is not None:
        return text
    text = _strict(data, str(codec))
    return text if text is not None else _undeclared(data)


def _hz_or_ascii(data: bytes) -> str:
    """HZ (RFC 1843) is seven-bit: without a label only its brackets tell."""
    if HZ_RUN.search(data) and (text := _strict(data, "hz")) is not None:
        return text
    return data.decode("ascii")


def _undeclared(data: bytes) -> str | None:
    text = _strict(data, UTF8)
    if text is not None:
        return text if LATIN_ONLY.fullmatch(text) else _gbk_twin(data, text) or text
    if _mostly_utf8(data):
        return None
    return _gb_or_big5(data)


def _declared_utf8(data: bytes) -> str | None:
    """UTF-8, unless the words are GBK that happens to be valid UTF-8, or plainly are not UTF-8."""
    text = _strict(data, UTF8)
    if text is None:
        return None if _mostly_utf8(data) else _gb_or_big5(data)
    return text if ONE_ALPHABET.fullmatch(text) else _gbk_twin(data, text) or text


def _gbk_twin(data: bytes, as_utf8: str) -> str | None:
    """GBK text of common characters can be valid UTF-8: two-byte sequences only, no Han in it."""
    if any(char >= "\u0800" for char in as_utf8):
        return None
    return _strict(data, "gb2312")


def _utf8_in_disguise(data: bytes) -> str | None:
    """UTF-8 under a Chinese label: strictly valid, and with Han or Chinese punctuation in it."""
    text = _strict(data, UTF8)
    return text if text is not None and CJK.search(text) else None


def _chinese_under_western_label(data: bytes) -> str | None:
    text = _strict(data, UTF8)
    if text is not None:
        return text
    high = sum(byte > 0x7F for byte in data)
    if _strict(data, "gb2312") is not None or high * 3 > len(data):
        return _strict(data, GB)
    return None


def _mostly_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8 with a few broken characters, not another encoding."""
    text = data.decode(UTF8, "replace")
    good = sum(char >= "\u0800" for char in text) - text.count(REPLACEMENT)
    return good > text.count(REPLACEMENT)


def _gb_or_big5(data: bytes) -> str | None:
    """GB18030 before Big5; Big5 where the GB reading would be a heap of rare characters."""
    simplified, traditional = _strict(data, GB), _strict(data, BIG5)
    if simplified is None:
        return traditional
    if traditional is None or _share(simplified, "gb2312") >= 0.6:
        return simplified
    common = sum(_is_common_big5(char) for char in traditional)
    others = sum(char > "\x7f" for char in traditional) - common
    return traditional if common > 9 * others else simplified


def _share(text: str, codec: str) -> float:
    """Which part of the characters beyond ASCII a narrow codec holds."""
    wide = [char for char in text if char > "\x7f"]
    kept = "".join(wide).encode(codec, "ignore").decode(codec)
    return len(kept) / len(wide) if wide else 1.0


def _is_common_big5(char: str) -> bool:
    code = char.encode("big5", "ignore")
    return len(code) == 2 and 0xA1 <= code[0] <= 0xC6


def _with_losses(data: bytes, codec: str | None) -> str:
    """The last rung: whatever can be had, with U+FFFD for the rest."""
    tries = [data.decode(name, "replace") for name in dict.fromkeys((codec or UTF8, UTF8, GB))]
    return min(tries, key=lambda text: text.count(REPLACEMENT))
