"""How long somebody wants to be away, in his words: 两天, 半天, 36h, a week. Pure."""

import re
from datetime import timedelta

from pbp.language.folding import fold

_HAN = {**dict(zip("零一二三四五六七八九", range(10), strict=True)), "两": 2}
_ENGLISH = dict(
    zip(("one", "two", "three", "four", "five", "six", "seven"), range(1, 8), strict=True)
)
_UNITS = {
    "周": 168.0,
    "星期": 168.0,
    "礼拜": 168.0,
    "week": 168.0,
    "天": 24.0,
    "日": 24.0,
    "day": 24.0,
    "d": 24.0,
    "小时": 1.0,
    "钟头": 1.0,
    "hour": 1.0,
    "hr": 1.0,
    "h": 1.0,
    "分钟": 1 / 60,
    "分": 1 / 60,
    "minute": 1 / 60,
    "m": 1 / 60,
}
"""Hours of each unit; a week counts as seven days."""

_BODY = (
    r"(?P<number>\d{1,5}|[零一二三四五六七八九十两]{1,4}|半|half an?|an?|"
    + "|".join(_ENGLISH)
    + r") ?个?(?P<unit>周|星期|礼拜|天|日|小时|钟头|分钟|分|(?:week|day|hour|hr|minute)s?(?![a-z])"
    r"|[dhm](?![a-z]))(?P<half>半)?"
)
_FURTHER = re.compile(_BODY)
_FIRST = re.compile(r"(?<![第月\d零一二三四五六七八九十两a-z])" + _BODY)
"""第二天 and 3月5日 are no lengths."""

_AGAIN = re.compile(r" ?(?:零|又|and)? ?")
"""What may stand between the parts of one length."""


def length_in(text: str) -> timedelta | None:
    """The first length of time that a text speaks of; None where there is none."""
    folded = fold(text)
    found = _FIRST.search(folded)
    if found is None:
        return None
    hours, end = 0.0, found.start()
    while found is not None:
        hours += _hours(found)
        end = found.end()
        between = _AGAIN.match(folded, end)
        found = _next(folded, between.end() if between else end)
    return timedelta(hours=hours) if hours else None


def _next(folded: str, start: int) -> re.Match[str] | None:
    """Another part of the same length: 12小时30分, 1d12h."""
    match = _FURTHER.match(folded, start)
    return match if match is not None and match["number"] != "半" else None


def _hours(part: re.Match[str]) -> float:
    unit = _UNITS[part["unit"].removesuffix("s")]
    return (_number(part["number"]) + (0.5 if part["half"] else 0.0)) * unit


def _number(written: str) -> float:
    """24, 二十四, 两; of 一两 the greater; half a day is 0.5."""
    if written.isdigit():
        return float(written)
    if written in ("半", "half a", "half an"):
        return 0.5
    if written in _ENGLISH:
        return float(_ENGLISH[written])
    if written in ("a", "an"):
        return 1.0
    tens, ten, ones = written.rpartition("十")
    if ten:
        return (_HAN.get(tens[-1:], 1) if tens else 1) * 10.0 + (_HAN.get(ones[-1:], 0))
    return float(_HAN[written[-1]])
