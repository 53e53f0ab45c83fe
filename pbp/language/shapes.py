"""Shapes of what is personal: addresses, numbers, accounts, lines of devices (C-9.2).

Looked for in a text as it would be printed, and folded: width, case, script, invisible characters,
letters of other alphabets that look alike, and blanks in between make no difference. Never asks
whose an address or a number is, so its answer tells nothing of anybody. Whoever wants to can tell
his number in a riddle; this finds what slips out, and what is spelt so that a program is blind.
"""

import re

from pbp.language.folding import fold

_ALIKE = str.maketrans("авеёкмнорстухіјѕԛԝαεικνορτυχ", "abeekmhopctyxijsqwaeikvoptux")
_HAN_DIGITS = str.maketrans("〇零一二三四五六七八九幺", "001234567891")

_HAN_NUMBER = re.compile(r"[〇零一二三四五六七八九幺 ]{5,}")

_ENDING = r"(?:com|net|org|edu|cn|hk|tw|jp|me|io|co|cc|vip|info|xyz|top)(?![a-z])"
_DOT = r"(?:[.。·]|点|[(\[{<]?dot[)\]}>]?)"
_PROVIDER = (
    r"(?:vip\.)?(?:qq|163|126|139|189|188|yeah|gmail|hotmail|outlook|sina|sohu|foxmail|yahoo|icloud"
    r"|live|msn|aliyun|21cn|tom|proton(?:mail)?|gmx)"
)
_AT = r"(?:[(\[{<]a?t?[)\]}>]|[(\[{<](?:艾特|圈a)[)\]}>]|艾特|爱特|圈a|a圈|小老鼠|#)"
_DOMAIN = re.compile(r" ?\[?[\w-]+(?:\.[\w-]+)+")
_BEFORE_AT = re.compile(r"[\w.+%\"'\\-] ?$")
_SPELT = re.compile(
    rf"@\W?[\w-]{{1,40}}?{_DOT}{_ENDING}"
    rf"|@\W{{0,2}}{_PROVIDER}(?:{_DOT})?{_ENDING}"
    rf"|(?<=[a-z0-9_]){_AT}[\w-]{{1,40}}?{_DOT}{_ENDING}"
    rf"|(?<=[a-z0-9_]){_AT}?at{_PROVIDER}{_DOT}{_ENDING}"
    rf"|(?<=[a-z0-9_])at[\w-]{{1,40}}?[(\[{{<]?dot[)\]}}>]?{_ENDING}"
)

_RUN = re.compile(r"\d(?:[ .·_/()\u2010-\u2015-]{0,3}\d)*")
_MOBILE = re.compile(r"(?:(?:00)?86)?1[3-9]\d{9}")
_AREA = re.compile(r"0(?:10|2\d|[3-9]\d\d)")
_ABROAD = re.compile(r"\+\d{1,3}(?:[ .()-]{0,2}\d{2,4}){2,5}")
_DATE = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?")
_GROUPS_MAX = 5
_LONG = 7
_WORDED = re.compile(
    r"(?:qq|扣扣|企鹅|球球|叩叩|(?<![a-z])q|电话|手机|座机|热线|(?:tele)?phone|mobile|(?<![a-z])tel)"
    r"[^a-z\d]{0,6}(\d(?:[ .-]?\d){4,})"
)
_ACCOUNT = re.compile(
    r"(?:微信|薇信|威信|v信|加v|wechat|weixin|(?<![a-z])(?:vx|wx|tg)|telegram|whatsapp|微博|weibo)"
    r"[^a-z\d]{0,6}(?:id)?[^a-z\d]{0,3}(?:[a-z][a-z0-9_-]{5,}|\d{5,})"
)

_MACHINE = (
    r"(?:iphone|ipad|android|安卓|华为|huawei|小米|红米|荣耀|honor|oppo|vivo|三星|samsung|galaxy"
    r"|魅族|一加|手机|平板|网易|qq邮箱|新浪邮箱|foxmail|outlook|windows)"
)
_DEVICE = re.compile(
    rf"(?:发自|来自|发送自)(?:我的)?{_MACHINE}|(?:从|由|通过)(?:我的)?{_MACHINE}.{{0,8}}?发[送出]"
    r"|sent(?:from|via)(?:my|outlook|gmail|yahoo|samsung|mail|iphone|ipad)|(?:get|获取)outlookfor"
)
_DEVICE_LINE = re.compile(r"(?:发自我|来自我的|sent from my )")


def plain(text: str) -> str:
    """A printable text with all that makes no difference to its readers folded away."""
    return fold(text).translate(_ALIKE)


def is_personal(text: str) -> bool:
    """Whether a text has an address, a telephone or QQ number, an account, or a device's line."""
    said = plain(text)
    close = said.replace(" ", "")
    return (
        _has_address(said)
        or _SPELT.search(close) is not None
        or _has_number(said)
        or _has_number(_digits_of(said))
        or _ACCOUNT.search(said) is not None
        or _DEVICE.search(close) is not None
        or any(_DEVICE_LINE.match(fold(line)) for line in text.split("\n"))
    )


def _has_address(said: str) -> bool:
    for sign in re.finditer("@", said):
        before, after = (
            said[max(0, sign.start() - 2) : sign.start()],
            said[sign.end() : sign.end() + 200],
        )
        if _BEFORE_AT.search(before) and _DOMAIN.match(after):
            return True
    return False


def _digits_of(said: str) -> str:
    """The text with the digits of Chinese as digits, where enough of them stand together."""
    return _HAN_NUMBER.sub(lambda run: run[0].replace(" ", "").translate(_HAN_DIGITS), said)


def _has_number(said: str) -> bool:
    worded = (match[1] for match in _WORDED.finditer(said))
    if any(not _DATE.fullmatch(re.sub(r"\D", "", number)) for number in worded):
        return True
    if any(9 <= len(re.sub(r"\D", "", m[0])) <= 15 for m in _ABROAD.finditer(said)):
        return True
    return any(_is_number(re.findall(r"\d+", run[0])) for run in _RUN.finditer(said))


def _is_number(groups: list[str]) -> bool:
    """Whether some groups of digits that stand together are somebody's number."""
    if len(groups) == len("".join(groups)):
        return _MOBILE.fullmatch("".join(groups)) is not None
    for start, first in enumerate(groups):
        if _is_long(first):
            return True
        for stop in range(start + 1, min(start + _GROUPS_MAX, len(groups)) + 1):
            joined = "".join(groups[start:stop])
            if _MOBILE.fullmatch(joined):
                return True
            rest = len(joined) - len(first)
            if _AREA.fullmatch(first) and stop - start <= 3 and rest in (7, 8):
                return True
    return False


def _is_long(digits: str) -> bool:
    """Whether digits without a gap are somebody's number: no date, laughter or row of seats."""
    if len(digits) < _LONG or len(set(digits)) <= 2 or _DATE.fullmatch(digits):
        return False
    return list(digits) != sorted(set(digits))
