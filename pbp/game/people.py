"""People before they have a handle: public names, wished handles, whose mailbox is whose (C-3.1).

Pure words and addresses. Whether two names look alike is the language room's part (Heard.likes).
"""

import re
import unicodedata
from collections.abc import Iterable

from pbp.game.clauses import clause

LONGEST = 12
"""Characters of a public name or a handle."""

RESERVED = frozenset(
    [
        *("神的使者", "天神", "法官", "导演", "上帝", "主持", "主持人", "管理员", "系统", "公告板"),
        *("旁观", "旁观者", "真身", "替补", "本人", "自己", "我", "无", "没有人", "弃权", "全体"),
        *("所有人", "gm", "god", "host", "admin", "server", "board", "nobody", "none", "noone"),
        *("me", "myself", "all"),
    ]
)
"""Names that would pass for somebody else, or for nobody."""

DOTLESS = frozenset(("gmail.com", "googlemail.com"))
TAGGED = DOTLESS | frozenset(
    (
        *("outlook.com", "hotmail.com", "live.com", "msn.com", "icloud.com", "me.com", "mac.com"),
        *("fastmail.com", "proton.me", "protonmail.com", "pm.me", "yandex.com", "yandex.ru"),
    )
)
"""Providers that drop what stands behind a plus sign."""

ONE_PROVIDER = {
    "googlemail.com": "gmail.com",
    "me.com": "icloud.com",
    "mac.com": "icloud.com",
    "protonmail.com": "proton.me",
    "pm.me": "proton.me",
    "foxmail.com": "qq.com",
    "vip.qq.com": "qq.com",
}
"""Domains of one provider at which one local part is one mailbox."""

_LABEL = re.compile(r"(?:公开名|名字|昵称|马甲|想要的?马甲|name|handle)\s*[:：=]\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,，、;；/|]+")
_AROUND = "【】[]《》「」『』“”\"'()（）<>。.!！"
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
"""Characters that are letters to Unicode and nothing to the eye."""


@clause("C-3.1")
def mailbox(address: str) -> str:
    """What two addresses have in common if they lead to one mailbox: case, dots, plus-tags …"""
    local, _, domain = address.strip().lower().rpartition("@")
    if domain in TAGGED:
        local = local.partition("+")[0]
    if domain in DOTLESS:
        local = local.replace(".", "")
    return f"{local}@{ONE_PROVIDER.get(domain, domain)}"


def folded(name: str) -> str:
    """A name without the differences that nobody sees."""
    return unicodedata.normalize("NFKC", name).casefold()


def wanted(text: str) -> tuple[str, str, str]:
    """公开名 [马甲] as it was written: the public name, the wish, and what is wrong with them."""
    line = _LABEL.sub(" ", next(iter(text.strip().split("\n")), ""))
    words = [word.strip(_AROUND) for word in _BETWEEN.split(line)]
    words = [word for word in words if word]
    if not words:
        return "", "", "no_name"
    if len(words) > 2:
        return words[0], "", "too_many_words"
    name, wish = (*words, "")[:2]
    problem = wrong_with(name)
    if problem:
        return name, wish, problem
    problem = wrong_with(wish) if wish else ""
    if wish and not problem and wish.isdigit():
        problem = "a_number"
    return name, wish, f"wish_{problem}" if problem else ""


@clause("C-3.1")
def wrong_with(name: str) -> str:
    """Why a name cannot be a public name or a handle; "" where it can."""
    if "@" in name or "＠" in name or re.search(r"\w\.\w", name) or "://" in name:
        return "address"
    if any(unicodedata.category(char)[0] in "CZM" or char in _BLANKS for char in name):
        return "invisible"
    if len(name) > LONGEST:
        return "too_long"
    if folded(name) in RESERVED:
        return "reserved"
    if not all(char.isalnum() or char in "·-_" for char in name) or not any(
        char.isalnum() for char in name
    ):
        return "odd"
    return ""


def same(name: str, names: Iterable[str]) -> list[str]:
    """Which of the names nobody could tell from this one."""
    return [other for other in names if folded(other) == folded(name)]
