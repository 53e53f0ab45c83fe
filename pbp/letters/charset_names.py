"""Charset names: which codec a charset label means (RFC 2978), misspelt and outdated ones too.

The list is closed: a label is chosen by a stranger, and must never choose a codec that is not here.
"""

import re

from pbp.letters.tables import same_meaning

GB = "gb18030"
BIG5 = "big5hkscs"
UTF8 = "utf-8"
ISO_2022_CN = "iso-2022-cn"
"""No codec: charset.py turns it into GB."""

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
    **same_meaning("utf-32", "utf-32 utf32 ucs-4 iso-10646-ucs-4"),
    **same_meaning(ISO_2022_CN, "iso-2022-cn iso-2022-cn-ext csiso2022cn"),
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
WESTERN = frozenset({"cp1252", "iso8859-15", "iso8859-2", "cp1250", "cp1251", "koi8-r"})
"""Labels that old programs put on anything: every byte string is valid in them."""
NOT_ASCII = frozenset(
    {
        "hz",
        "utf-7",
        "iso2022_jp_ext",
        "iso2022_kr",
        "utf-16",
        "utf-16-le",
        "utf-16-be",
        "utf-32",
        ISO_2022_CN,
    }
)
"""Codecs in which bytes below 0x80 need not mean themselves."""

LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:+-]{0,39}")


def codec_of(label: str | None) -> str | None:
    """The codec that a charset label means, or None where nobody knows it (RFC 2978 names)."""
    if label is None:
        return None
    found = LABEL.search(label)
    return ALIASES.get(found.group().lower()) if found else None
