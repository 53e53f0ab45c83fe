"""Charset: from the bytes of a mail to characters, whatever its label says.

A fixed ladder, no statistical guesser: what is declared, then strict UTF-8, then strict GB18030,
then Big5. A lost character is never dropped in silence: it stays as U+FFFD and is reported.
Must never call a codec that is not on the list of pbp.letters.charset_names.
"""

import re
from typing import NamedTuple

from pbp.letters.charset_names import BIG5, GB, ISO_2022_CN, NOT_ASCII, UTF8, WESTERN, codec_of
from pbp.letters.marks import without_marks

REPLACEMENT = "\ufffd"

MORE_THAN_ASCII = re.compile(rb"[\x00\x0e\x0f\r]|~\{")
"""Where plain bytes are not the text already: line ends, marks of ours, and HZ."""
SHIFTED = re.compile(rb"\x1b\$\)A|\x0e((?:[\x21-\x77][\x21-\x7e])*)\x0f?")
"""ISO-2022-CN (RFC 1922): GB 2312 between SO and SI, and the words that announce it."""
PAIR = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")
HALF_WIDTH = re.compile("[\uff61-\uff9f]")
EASTERN = frozenset({"cp932", "euc-jp", "cp949", "johab"})
"""Labels of neighbours that programs put on Chinese."""
HZ_RUN = re.compile(rb"~\{(?:[\x21-\x77][\x21-\x7e])+~\}")
SURROGATES = re.compile("[\ud800-\udfff]")
CJK = re.compile("[\u2e80-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
PRIVATE = re.compile("[\ue000-\uf8ff]")
"""Where GB18030 has no character: a sign that the bytes are no Chinese of its kind."""
LATIN_ONLY = re.compile("[\x00-\u024f]*")
ONE_ALPHABET = re.compile(
    "(?:[\x00-\u024f]*|[\x00-\x7f\u0370-\u03ff]*|[\x00-\x7f\u0400-\u04ff]*"
    "|[\x00-\x7f\u0590-\u05ff]*|[\x00-\x7f\u0600-\u06ff]*)"
)


class Decoded(NamedTuple):
    """Characters, and whether some of them were lost (U+FFFD stands for those)."""

    text: str
    damaged: bool


def decode(data: bytes, label: str | None = None) -> Decoded:
    """Decode the bytes of a header or of a text part; never raises.

    Args:
        data: the bytes, with their transfer encoding already taken off.
        label: the charset parameter as it stands in the mail, quotes and junk included.
    """
    codec = codec_of(label)
    if data.isascii() and codec not in NOT_ASCII and not MORE_THAN_ASCII.search(data):
        return Decoded(data.decode("ascii"), False)
    if codec == ISO_2022_CN:
        data, codec = _unshifted(data), GB
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
    text = without_marks(text.removeprefix("\ufeff"))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return SURROGATES.sub(REPLACEMENT, text)


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
    if codec in (GB, BIG5):
        return _declared_chinese(data, codec)
    if codec in WESTERN and (text := _chinese_under_western_label(data)) is not None:
        return text
    if codec in EASTERN and (text := _chinese_under_eastern_label(data, codec)) is not None:
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
    text = _strict(data, UTF8) or _with_pairs(data)
    if text is None:
        return None if _mostly_utf8(data) else _gb_or_big5(data)
    return text if ONE_ALPHABET.fullmatch(text) else _gbk_twin(data, text) or text


def _with_pairs(data: bytes) -> str | None:
    """UTF-8 of a program that writes a face as two halves, each as three bytes (CESU-8)."""
    if not PAIR.search(data):
        return None
    try:
        halves = data.decode(UTF8, "surrogatepass")
        return halves.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeError:
        return None


def _gbk_twin(data: bytes, as_utf8: str) -> str | None:
    """GBK text of common characters can be valid UTF-8: two-byte sequences only, no Han in it."""
    if any(char >= "\u0800" for char in as_utf8):
        return None
    return _strict(data, "gb2312")


def _declared_chinese(data: bytes, codec: str) -> str | None:
    """A Chinese label may stand over the other Chinese encoding, or over UTF-8 with Han in it."""
    text = _strict(data, UTF8)
    if text is not None and CJK.search(text):
        return text
    text = _strict(data, codec)
    if text is None:
        return _undeclared(data)
    if codec == GB:
        return _gb_or_big5(data) if PRIVATE.search(text) else text
    common, others = _common_and_rare(text)
    simplified = _strict(data, "gb2312") if others > common else None
    return text if simplified is None else simplified


def _chinese_under_western_label(data: bytes) -> str | None:
    if _strict(data, UTF8) is not None:
        return _undeclared(data)
    high = sum(byte > 0x7F for byte in data)
    if _strict(data, "gb2312") is not None or high * 3 > len(data):
        return _strict(data, GB)
    return None


def _chinese_under_eastern_label(data: bytes, codec: str) -> str | None:
    text = _strict(data, UTF8)
    if text is not None and CJK.search(text):
        return text
    text = _strict(data, codec)
    if text is None or 2 * len(HALF_WIDTH.findall(text)) > len(CJK.findall(text)):
        return _strict(data, "gb2312")
    return None


def _unshifted(data: bytes) -> bytes:
    """ISO-2022-CN as GBK, as far as it is GB 2312; nobody writes the rest of it."""
    return SHIFTED.sub(lambda run: bytes(byte | 0x80 for byte in run[1] or b""), data)


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
    common, others = _common_and_rare(traditional)
    return traditional if common > 9 * others else simplified


def _share(text: str, codec: str) -> float:
    """Which part of the characters beyond ASCII a narrow codec holds."""
    wide = [char for char in text if char > "\x7f"]
    kept = "".join(wide).encode(codec, "ignore").decode(codec)
    return len(kept) / len(wide) if wide else 1.0


def _common_and_rare(traditional: str) -> tuple[int, int]:
    """How many characters beyond ASCII stand in Big5's first plane, and how many do not."""
    codes = [char.encode("big5", "ignore") for char in traditional if char > "\x7f"]
    common = sum(len(code) == 2 and 0xA1 <= code[0] <= 0xC6 for code in codes)
    return common, len(codes) - common


def _with_losses(data: bytes, codec: str | None) -> str:
    """The last rung: whatever can be had, with U+FFFD for the rest."""
    tries = [data.decode(name, "replace") for name in dict.fromkeys((codec or UTF8, UTF8, GB))]
    return min(tries, key=lambda text: text.count(REPLACEMENT))
