"""The words of command, in both languages, as a table.

A row says which kind of reading a word brings about and what has to stand behind it. Both languages
always work, whatever the game's locale or rule set; whether an order is allowed is the engine's
part. No sentence that a player would read stands here, only words that players write.
"""

from collections.abc import Sequence
from functools import cache

import msgspec

from pbp.game.intents import POST_KINDS
from pbp.language.folding import fold

NOTHING, NAME, NAMES, TEXT = "nothing", "name", "names", "text"
AWARD, SECOND, NUMBER, PACE, QUESTION, HERE, VOTER_WORD = (
    "award",
    "second",
    "number",
    "pace",
    "question",
    "here",
    "reason",
)


class Word(msgspec.Struct, frozen=True):
    """A word of command. Takes: what must follow. Main: the word that the row is known by.

    Weak words are single characters that everyday Chinese is full of: behind a blank they count
    only if a name and nothing else follows.
    """

    kind: str
    takes: str
    main: str
    weak: bool = False


TABLE: tuple[tuple[str, str, str, str], ...] = (
    # kind, what it takes, Chinese (main word first; blanks between words), English (commas between)
    ("kill", NAME, "杀 杀人 刀 砍", "kill"),
    ("declaration", TEXT, "宣言 杀帖 杀贴 杀人宣言", "declaration"),
    ("pray", NAME, "祈祷 祈福", "pray, pray for"),
    ("bind", NAME, "束魂 束", "bind"),
    ("heal", NAME, "治疗 巫医 治 医 救", "heal"),
    ("seal", NAME, "封刀 封", "seal"),
    ("immunity", NAME, "免投 保", "spare"),
    ("sure_kill", NAMES, "必杀", "surekill, sure kill, sure_kill, sure-kill"),
    ("pass", NOTHING, "放弃 过 空刀 不刀", "pass"),
    ("retract", NOTHING, "撤回 取消 收回 撤销", "retract"),
    ("vote", NAME, "投票 投票对象 投 票 投给 投票给 飞 挂", "vote, vote for"),
    ("vote", VOTER_WORD, "投票理由", "vote reason"),
    ("abstain", NOTHING, "弃权 弃票 空票", "abstain"),
    ("change", NAME, "改票 改票对象 改投 改投给", "change, change vote, change to, change vote to"),
    ("change", VOTER_WORD, "改票理由", "change reason"),
    ("done", NOTHING, "投票完毕 不改了 锁票", "done"),
    ("analysis", TEXT, "分析", "analysis"),
    ("last_words", TEXT, "遗言", "lastwords, last words, last_words, last-words"),
    ("plot", TEXT, "剧情", "plot"),
    ("chat", TEXT, "灌水", "chat"),
    ("unpost", NOTHING, "撤帖 撤贴", "unpost"),
    ("publish", NOTHING, "公开", "publish"),
    ("leave", TEXT, "请假", "leave"),
    ("back", NOTHING, "回归 销假", "back"),
    ("ready", NOTHING, "接替 上线 补位 顶替", "ready"),
    ("to_gm", TEXT, "天神 法官 导演 GM 申诉 请教 转天神", "to gm"),
    ("nominate", AWARD, "提名", "nominate"),
    ("award", AWARD, "评选", "award"),
    ("second", SECOND, "支持", "second"),
    ("choose", NUMBER, "选", "choose"),
    ("deliver", PACE, "收信", "deliver"),
    ("signup", TEXT, "报名", "signup, sign up"),
    ("substitute", TEXT, "替补", "substitute"),
    ("withdraw", NOTHING, "退出", "withdraw"),
    ("confirm", NOTHING, "确认", "confirm"),
    ("checkin", NOTHING, "签到", "checkin, check in, check-in"),
    ("checkin", HERE, "到 报到 收到 在", ""),
    ("new_token", NOTHING, "新令牌", "new token"),
    ("new_address", TEXT, "信箱", ""),
    ("ask", QUESTION, "状态 我的身份", "status"),
    ("ask", QUESTION, "票数", "votes"),
    ("ask", QUESTION, "票型", "tally"),
    ("ask", QUESTION, "谁没投", "unvoted"),
    ("ask", QUESTION, "名单 死亡名单", "roster"),
    ("ask", QUESTION, "规则", "rules"),
    ("ask", QUESTION, "时间", "time"),
    ("ask", QUESTION, "收据", "receipts"),
    ("ask", QUESTION, "重发", "resend"),
    ("ask", QUESTION, "网页", "web, web page, web link"),
    ("ask", QUESTION, "为何", "why"),
    ("ask", QUESTION, "帮助", "help"),
)

QUESTION_IDS = {
    "状态": "status",
    "票数": "votes",
    "票型": "tally",
    "谁没投": "unvoted",
    "名单": "roster",
    "规则": "rules",
    "时间": "time",
    "收据": "receipts",
    "重发": "resend",
    "网页": "web",
    "为何": "why",
    "帮助": "help",
}
"""A question's main Chinese word → its main English word."""

AWARDS = {
    "mvp": "mvp",
    "公平": "fairplay",
    "公平奖": "fairplay",
    "fairplay": "fairplay",
    "fair play": "fairplay",
    "剧情": "plot",
    "最佳剧情": "plot",
    "plot": "plot",
    "best plot": "plot",
}

PACES = {
    "每帖": "each",
    "每两小时": "2h",
    "每2小时": "2h",
    "每天": "daily",
    "只要公告": "notices",
    "each": "each",
    "2h": "2h",
    "daily": "daily",
    "notices": "notices",
    "新局": "games",
    "games": "games",
    "不要新局": "nogames",
    "nogames": "nogames",
    "no games": "nogames",
}

MYSELF = ("真身", "as myself")
NOBODY = ("无", "没有人", "弃权", "弃票", "空票", "nobody", "none", "no one", "abstain")
SELF = ("自己", "我", "我自己", "本人", "me", "myself")

BELOW = frozenset(
    (*POST_KINDS, "kill", "sure_kill", "declaration", "to_gm", "leave"),
)
"""Kinds below whose line everything is their text, to the end."""

VOTES = frozenset(("vote", "change"))
NAMED = frozenset(("signup", "substitute"))
"""Kinds whose text is a name, which may stand on the next line."""
STRONG_SINGLES = frozenset("杀刀砍")


@cache
def words() -> dict[str, Word]:
    """Every folded word of the table with what it means."""
    found: dict[str, Word] = {}
    for kind, takes, chinese, english in TABLE:
        han, latin = chinese.split(), [word for word in english.split(", ") if word]
        for word in han:
            weak = len(word) == 1 and word not in STRONG_SINGLES
            found[fold(word)] = Word(kind, takes, han[0], weak)
        for word in latin:
            found[fold(word)] = Word(kind, takes, latin[0])
    return found


@cache
def longest_word() -> int:
    """The length of the longest word of the table."""
    return max(map(len, words()))


def lengths(sign: str) -> Sequence[int]:
    """The lengths of all words that begin with a character, the longest first."""
    return _lengths().get(sign, ())


@cache
def _lengths() -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for word in sorted(words(), key=len, reverse=True):
        found.setdefault(word[:1], []).append(len(word))
    return {sign: list(dict.fromkeys(each)) for sign, each in found.items()}


def question_id(text: str) -> str:
    """The English word by which a question's text is known, whatever language it was asked in."""
    head = text.split(" ", maxsplit=1)[0]
    return QUESTION_IDS.get(head, head)
