"""The words of the GM's commands, in both languages (mail.md, "The GM's commands"). Data only.

A form says what follows the word: who (a handle), name (anybody), n (a number), span, time,
choice (one of the words given), quoted (a player's words), value, option and setting (a rule's name
and its value), reason (the rest of the line), text (the lines below, to the end).
"""

from typing import NamedTuple


class Form(NamedTuple):
    """One command: its English name, the words for it, what follows."""

    word: str
    words: tuple[str, ...]
    parts: tuple[str, ...] = ()


FORMS = (
    Form("open signup", ("open signup", "开放报名")),
    Form("close signup", ("close signup", "截止报名")),
    Form("start", ("start", "开始"), ("time?",)),
    Form("cast", ("cast", "定身份"), ("value",)),
    Form("beacon", ("beacon", "公共数"), ("value", "reason")),
    Form("status", ("status", "状态")),
    Form("digest", ("digest", "摘要")),
    Form("web", ("web", "网页")),
    Form("extend", ("extend", "延长"), ("span", "reason")),
    Form("pause", ("pause", "暂停"), ("reason",)),
    Form("resume", ("resume", "继续", "恢复"), ("reason",)),
    Form("end phase", ("end phase", "结束阶段"), ("reason",)),
    Form("open day", ("open day", "开帖"), ("reason",)),
    Form("deadline", ("deadline", "截止"), ("time", "reason")),
    Form("order", ("order", "代令"), ("who", "quoted", "reason")),
    Form("void", ("void", "作废"), ("n", "reason")),
    Form("vote", ("vote", "代计"), ("who", "target", "reason")),
    Form("proxy", ("proxy", "代投"), ("who", "target", "reason")),
    Form("restore change", ("restore change", "还改票"), ("who", "reason")),
    Form("read", ("read", "读作", "读"), ("n", "quoted", "reason")),
    Form("admit", ("admit", "补收"), ("n", "reason")),
    Form("publish", ("publish", "发"), ("n",)),
    Form("hold", ("hold", "扣"), ("n", "reason")),
    Form("reclassify", ("reclassify", "改类"), ("n", "choice", "reason")),
    Form("approve", ("approve", "准"), ("n", "reason")),
    Form("reject", ("reject", "废"), ("n", "reason")),
    Form("warn", ("warn", "警告"), ("who", "reason")),
    Form("mute", ("mute", "禁言"), ("name", "span?", "reason")),
    Form("out", ("out", "出局"), ("who", "reason")),
    Form("kill", ("kill", "判死"), ("who", "reason")),
    Form("revive", ("revive", "复活"), ("who", "reason")),
    Form("strike", ("strike", "除名"), ("who", "reason")),
    Form("replace", ("replace", "换人"), ("who", "reason")),
    Form("leave grant", ("准假",), ("who", "span?", "reason")),
    Form("leave refuse", ("不准",), ("who", "reason")),
    Form("leave", ("leave",), ("who", "choice", "span?", "reason")),
    Form("expose", ("expose", "曝光"), ("who", "reason")),
    Form("new token", ("new token", "换令牌"), ("who",)),
    Form("answer", ("answer", "答复"), ("n", "all?", "text")),
    Form("rule", ("rule", "裁定"), ("n", "all?", "text")),
    Form("story", ("story", "剧情"), ("text",)),
    Form("announce", ("announce", "公告"), ("text",)),
    Form("remind", ("remind", "催"), ("choice?",)),
    Form("poll", ("poll", "征求"), ("span?", "text")),
    Form("deputy", ("deputy", "代理"), ("value", "span?")),
    Form("why", ("why", "为何"), ("phase",)),
    Form("stats", ("stats", "统计"), ("value",)),
    Form("nominate", ("nominate", "提名"), ("nominee", "reason")),
    Form("awards close", ("awards close", "评奖结束")),
    Form("option", ("option", "规则"), ("option", "setting", "reason")),
    Form("draw", ("draw", "平局"), ("reason",)),
    Form("abort", ("abort", "中止"), ("reason",)),
    Form("dry", ("dry", "试"), ("command",)),
    Form("undo", ("undo", "撤销")),
    Form("confirm", ("confirm", "确认"), ("choice?",)),
    Form("agree", ("agree", "同意"), ("n", "reason")),
    Form("change", ("change", "改"), ("n", "answer")),
    Form("postpone", ("postpone", "延"), ("n", "span")),
    Form("as usual", ("as usual", "一切照旧")),
)


def word_in(locale: str, word: str) -> str:
    """A command's word as it is written in a language: its first there."""
    words = next(form.words for form in FORMS if form.word == word)
    own = [one for one in words if one.isascii() == (locale == "en")]
    return (own or list(words))[0]


ROLES = {
    "killer": ("killer", "杀手"),
    "villager": ("villager", "平民", "水民", "村民"),
    "tianfu": ("tianfu", "天府"),
    "tianliang": ("tianliang", "天梁"),
    "tianji": ("tianji", "天机"),
    "tiantong": ("tiantong", "天同"),
    "tianxiang": ("tianxiang", "天相"),
    "qisha": ("qisha", "七杀"),
    "pojun": ("pojun", "破军"),
    "tanlang": ("tanlang", "贪狼"),
}
"""What a GM may call the roles that he casts, folded."""

CHOICES = {
    "analysis": ("analysis", "分析"),
    "last_words": ("lastwords", "last words", "遗言"),
    "plot": ("plot", "剧情"),
    "chat": ("chat", "灌水"),
    "grant": ("grant", "准假", "准"),
    "refuse": ("refuse", "不准"),
    "vote": ("vote", "投票"),
    "checkin": ("checkin", "签到"),
    "orders": ("orders", "命令"),
    "revive": ("revive", "复活"),
}
"""Choices that a command takes."""

ANSWERS = {
    "end phase": ("end phase", "结束阶段", "提前结束"),
    "resume": ("resume", "继续", "恢复"),
    "wait": ("wait", "照原定时间", "等"),
    "publish": ("publish", "发"),
    "keep": ("keep", "先扣着", "扣着", "扣"),
    "let be": ("let be", "不管", "算了"),
    "refuse": ("refuse", "不准"),
    "grant": ("grant", "准假", "准"),
    "warn": ("warn", "警告"),
    "out": ("out", "出局"),
    "expose": ("expose", "曝光"),
    "reject": ("reject", "废"),
    "replace": ("replace", "换人"),
    "longer": ("longer", "延长报名", "延长"),
    "cancel": ("cancel", "取消"),
    "start": ("start", "照样开始", "开始"),
    "draw": ("draw", "平局"),
    "first": ("first", "先到先得"),
    "random": ("random", "抽签"),
    "out all": ("out all", "全部不收"),
    "keep all": ("keep all", "都收"),
}
"""Answers to questions, as 改 3 … names them."""

UNITS = {"天": "d", "日": "d", "小时": "h", "个小时": "h", "分钟": "m", "分": "m", "秒": "s"}
"""Chinese units of time and those of durations.py."""

SETTINGS = {"true": ("是", "开", "要"), "off": ("关", "否", "无", "不要")}
"""Values of options as people say them."""

TO_ALL = ("all", "全体", "所有人")
UNTIL_END = ("end", "到底", "到结束")
