"""Dividers: where in a mail the mail that it answers begins.

Knows the lines that mail programs write above what they quote: a divider, a block of header
lines, an attribution. Must never take prose for one of them: each needs more than a word.
Every test looks at a bounded number of short lines, so the whole is linear.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from pbp.letters.tables import same_meaning, word_set

LINE_MAX = 400
"""A longer line is prose."""

DIVIDER_WORDS = word_set("""
    原始邮件 原邮件 回复的原邮件 回覆的原郵件 转发的邮件 转发邮件 转发邮件信息 轉寄郵件 轉寄的郵件
    原始郵件 原始信件 原始信息 原始訊息 原始消息 原始邮件信息 邮件原件 邮件原文 郵件原文
    被转发邮件 转发的信息 转发的消息 转发消息
    已转发邮件 已轉寄郵件 轉寄訊息 原文 原信 回复邮件 转寄的邮件 引用邮件
    original originalmessage originalmail originalemail originalappointment repliedmessage
    replymessage forwardedmessage forwardedmail forwardedemail forwardedby forwardmessage
    messagetransféré messaged'origine ursprünglichenachricht mensajeoriginal
    元のメッセージ 원본메시지
    """)
"""Words between two rows of dashes (without blanks, lower case)."""

BARE_DIVIDERS = word_set("""
    beginforwardedmessage: 下面是被转发的邮件： 下面是被转发的邮件: 开始转发的邮件：
    开始转发的邮件: 以下是转发的邮件： 以下是轉寄的郵件： 以下為轉寄郵件： 開始轉寄郵件：
    下面是轉寄的郵件：
    """)
DASHES = "-—–_=~*·─━＿－"
RULE = re.compile(rf"[{DASHES}]{{2,}}")
DIVIDERS_BEGIN = frozenset(DASHES) | {word[0] for word in BARE_DIVIDERS}
ONLY_RULE = re.compile(r"[-—–_=~*─━＿－]{5,}")

KEYS = {
    **same_meaning("from", "发件人 发信人 發件人 寄件者 寄件人 發信人 from von de 差出人 보낸사람"),
    **same_meaning("sent", "gesendet envoyé enviado fecha date 送信日時 보낸날짜 날짜"),
    **same_meaning("to", "para destinataire 受信者 받는사람"),
    **same_meaning("subject", "asunto assunto 제목"),
    **same_meaning("sent", "发送时间 发送日期 发件时间 发信时间 时间 日期 sent date datum 日時"),
    **same_meaning("sent", "時間 寄件日期 傳送時間 傳送日期 寄件時間 發送時間 發送日期"),
    **same_meaning("to", "收件人 收信人 收件者 收信者 to an à 宛先"),
    **same_meaning("cc", "抄送 抄送人 副本 密送 密件副本 cc bcc"),
    **same_meaning("subject", "主题 主旨 主題 标题 標題 邮件主题 subject betreff 件名"),
    "objet": "subject",  # codespell:ignore objet
}
"""The names of headers in what mail programs quote, and which header each means."""
KEY_MAX = 24
KEY_LEADS = "|>*•· \t"
COLON = re.compile(r"[:：∶|\t]")
KEY_END = re.compile(r"[:：∶|\t]|$")
DECORATION = re.compile(r"[\s*_•·>]+")
BLOCK_LINES = 16
"""How many lines a block of header lines may take, empty ones included."""

ATTRIBUTION_ENDS = tuple(
    word_set("""
    写道： 写道: 寫道： 寫道: 写道﹕ wrote: wrote： writes: 写到： 写到: 来信： 来信: 写道 wrote
    schrieb: écrit: escribió: 说道： 說道：
    """)
)
LAST_LETTERS = frozenset("，,-—_:：>*•·") | {word[-1] for word in (*ATTRIBUTION_ENDS, *KEYS)}
"""One of these ends every attribution, every bare key, and every line with a name's address."""
STARTS = re.compile(
    r"[\s>]*(?:on\s|at\s|在|于|於|am\s|le\s|el\s|--- on\s|\d|[\"“<])", re.IGNORECASE
)
DATE = re.compile(
    r"\d{4}\s?[-年/.]\s?\d{1,2}\s?[-月/.]\s?\d{1,2}"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+\d{1,2}"
    r"|\d{1,2}\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
    re.IGNORECASE,
)
TIME = re.compile(r"\d{1,2}[:：时時點点]\d{2}|\d{1,2}\s?[ap]\.?m", re.IGNORECASE)
ADDRESS = re.compile(r"[^\s@<>，。：（）]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+")
NAMED = re.compile(r"<[^\s@<>]{1,80}@[^\s@<>]{1,80}>$")
"""A line that ends in an address: the first half of a broken attribution."""

ENTITIES = {"&nbsp;": " ", "&gt;": ">", "&lt;": "<", "&amp;": "&", "&quot;": '"'}


def plain(line: str) -> str:
    """A line without the entities that some programs leave in plain text, and trimmed."""
    return _plain(line if len(line) <= LINE_MAX else line[: LINE_MAX + 1])


@lru_cache(maxsize=512)
def _plain(line: str) -> str:
    """Kept for a while: a line is looked at a dozen times, each time by another test."""
    if "&" in line:
        for entity, char in ENTITIES.items():
            line = line.replace(entity, char)
    return line.replace("\xa0", " ").replace("\u3000", " ").replace("\ufeff", "").strip()


def is_prose(line: str) -> bool:
    """Whether its first and last letters rule it out that a line is any of what is known here.

    Nearly every line of a person is told apart by that; what stands around it makes no difference.
    """
    text = plain(line)
    if not text:
        return True
    if text[0].lower() in DIVIDERS_BEGIN or text[-1].lower() in LAST_LETTERS:
        return False
    bare = text.lstrip(KEY_LEADS)
    colon = COLON.search(bare)
    before = bare[colon.start() - 1] if colon and colon.start() else ""
    return before.lower() not in LAST_LETTERS and not before.isspace()


def is_divider(line: str) -> bool:
    """Whether a line is a program's divider: known words between two rows of dashes."""
    text = plain(line)
    if not 4 <= len(text) <= 120 or text[0].lower() not in DIVIDERS_BEGIN:
        return False
    words = "".join(text.split()).lower()
    if words in BARE_DIVIDERS:
        return True
    first = RULE.match(words)
    if not first:
        return False
    middle = words[first.end() :]
    last = RULE.search(middle)
    if not last or last.end() != len(middle):
        return False
    return middle[: last.start()].strip(":：") in DIVIDER_WORDS


def is_rule(line: str) -> bool:
    """Whether a line is nothing but a row of dashes."""
    return ONLY_RULE.fullmatch("".join(plain(line)[:200].split())) is not None


def is_headline(line: str) -> bool:
    """Whether a line is a row of dashes or a divider's bare words: no proof of a quotation."""
    words = "".join(plain(line).split()).lower().strip(":：")
    return is_rule(line) or words in DIVIDER_WORDS


def key_of(line: str) -> str | None:
    """Which header a line of a quoted header block is: from, sent, to, cc, subject."""
    text = plain(line).lstrip(KEY_LEADS)[: KEY_MAX + 2]
    end = KEY_END.search(text)
    key = text[: end.start()] if end else text
    return KEYS.get(DECORATION.sub("", key).lower()) if len(key) <= KEY_MAX else None


def starts_header_block(lines: Sequence[str], at: int) -> bool:
    """Whether a block of header lines begins here (Outlook, Foxmail, QQ, NetEase, Notes).

    It takes three different headers, From among them, and an address or a date: a letter that
    somebody writes into a story has neither. Notes begins with the name, its address, and the
    date on a line of its own.
    """
    named = NAMED.search(plain(lines[at])) is not None and at + 1 < len(lines)
    named = named and DATE.match(plain(lines[at + 1])) is not None
    if not named and not _may_head_a_block(lines[at]):
        return False
    kinds: set[str] = {"from", "sent"} if named else set()
    proved, strangers = named, 0
    for line in lines[at + 2 * named : at + BLOCK_LINES]:
        text = plain(line)
        kind = key_of(line)
        if kind:
            kinds.add(kind)
            strangers = 0
        elif text.strip("| "):
            strangers += 1
        if strangers > 2:
            break
        proved = proved or bool(ADDRESS.search(text) or DATE.search(text))
    return proved and "from" in kinds and len(kinds) >= 3 + named


def _may_head_a_block(line: str) -> bool:
    """A header with its colon; a bare word heads a block only as the cell of a table."""
    kind = key_of(line)
    if kind is None:
        return False
    bare = not COLON.search(plain(line))
    return not bare or (kind == "from" and not line.isascii())


def ends_attribution(lines: Sequence[str], at: int, *, quote_follows: bool) -> int | None:
    """The first line of the attribution that ends at a line, or None where none ends there.

    An attribution names an address, or begins with a date and a time; above lines that are marked
    as quoted an address or a date and any colon are enough.
    """
    text = plain(lines[at])
    if not text or len(text) > LINE_MAX:
        return None
    said = text.lower().replace(" :", ":").rstrip("，,-—_ ").endswith(ATTRIBUTION_ENDS)
    if not said and not _dated_address(text, quote_follows=quote_follows):
        return None
    for first in range(at, max(at - 4, -1), -1):
        joined = " ".join(plain(line) for line in lines[first : at + 1])
        if not plain(lines[first]) or len(joined) > LINE_MAX:
            return None
        if _proves(joined, quote_follows=quote_follows):
            return _reach_up(lines, first)
    return None


def _dated_address(text: str, *, quote_follows: bool) -> bool:
    """Attributions without a verb: "2026-03-03 20:00 GMT+08:00 NAME <address>:"."""
    if not text.endswith((":", "：")):
        return False
    address, date = ADDRESS.search(text), DATE.search(text)
    return bool(address or date) if quote_follows else bool(address and date and TIME.search(text))


def _proves(text: str, *, quote_follows: bool) -> bool:
    if ADDRESS.search(text):
        return True
    if DATE.search(text) is None:
        return False
    return quote_follows or (TIME.search(text) is not None and STARTS.match(text) is not None)


def _reach_up(lines: Sequence[str], first: int) -> int:
    """Take in the head of an attribution whose later lines already prove it."""
    text = plain(lines[first])
    if STARTS.match(text) and DATE.search(text):
        named = first > 0 and not ADDRESS.search(text) and NAMED.search(plain(lines[first - 1]))
        return first - 1 if named else first
    for above in range(first - 1, max(first - 3, -1), -1):
        text = plain(lines[above])
        if not text or len(text) > LINE_MAX:
            break
        if STARTS.match(text) and (DATE.search(text) or text.lower().startswith("on ")):
            return above
    return first
