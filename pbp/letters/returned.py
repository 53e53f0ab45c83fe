"""Returned mail: what a bounce says (RFC 3464, and what QQ and 163 write instead).

Whose mail came back is not read here: only our own Message-ID in it, or the address that the bounce
was sent to, tells that, and both are our own unguessable words. Must never raise.
"""

import re
from collections.abc import Callable

import msgspec

from pbp.letters import charset, headers, html, mime

RAW_MAX = 256 * 1024
REASON_MAX = 300

_ACTION = re.compile(r"^action:\s*([a-z]+)", re.IGNORECASE | re.MULTILINE)
_STATUS = re.compile(r"^status:\s*([245])\.(\d{1,3})\.(\d{1,3})", re.IGNORECASE | re.MULTILINE)
_DIAGNOSTIC = re.compile(r"^diagnostic-code:\s*(?:[\w-]+;)?\s*(.+(?:\n[ \t].+)*)", re.I | re.M)
_ENHANCED = re.compile(r"(?<![\d.])([45])\.\d{1,3}\.\d{1,3}(?![\d.])")
_REPLY = re.compile(r"(?<![\d.-])([45])[0-7]\d(?=[ \-]|\s*[:：])")
_DELAY = re.compile(
    r"delay|will (?:be )?retr(?:y|ied)|still (?:be )?trying|not (?:a )?final|延迟|延遲|稍后重试"
    r"|重試|warning message only|将继续尝试|仍在尝试",
    re.IGNORECASE,
)
_FOR_GOOD = re.compile(
    r"退信|退回|无法送达|無法送達|无法投递|無法投遞|投递失败|投遞失敗|发送失败|傳送失敗|不存在|被拒|拒收|拒絕|拒绝"
    r"|undeliver|could not be delivered|permanent|failed|failure|returned to sender|no such user"
    r"|user unknown|does not exist|rejected",
    re.IGNORECASE,
)
_OUR_ID = re.compile(r"<[!-;=?-~]{1,200}>")


class Returned(msgspec.Struct, frozen=True, kw_only=True):
    """A bounce. for_good: 5.x.x; else it is a delay, or nobody can say. reason: for the GM.

    ids: Message-IDs of ours that stand in it, in order.
    """

    for_good: bool
    reason: str = ""
    ids: tuple[str, ...] = ()


def read(raw: bytes, subject: str, ours: Callable[[str], bool]) -> Returned:
    """What a bounce says. ours: whether a Message-ID is one that we made."""
    reports, texts = _parts(raw)
    ids = dict.fromkeys(
        name for text in (*reports, *texts) for name in _OUR_ID.findall(text) if ours(name)
    )
    for report in reports:
        verdict = _of_report(report)
        if verdict is not None:
            return Returned(for_good=verdict, reason=_reason(report), ids=tuple(ids))
    words = "\n".join((subject, *texts))
    return Returned(for_good=_of_words(words), reason=_line_of(words), ids=tuple(ids))


def _parts(raw: bytes) -> tuple[list[str], list[str]]:
    """The machine's reports, and all other words (the original's headers among them)."""
    data = raw[:RAW_MAX].replace(b"\r\n", b"\n").lstrip(b"\n")
    try:
        leaves = mime.parse(data).leaves()
    except Exception:
        return [], [data.decode("utf-8", "replace")]
    reports: list[str] = []
    texts: list[str] = []
    for leaf in leaves:
        words = charset.decode(leaf.content()[:RAW_MAX], leaf.charset).text
        if leaf.kind in ("message/delivery-status", "message/global-delivery-status"):
            reports.append(words)
        elif leaf.kind == "text/html":
            texts.append(_said_in(words))
        else:
            texts.append(words)
    return reports, texts


def _said_in(markup: str) -> str:
    try:
        return html.words(markup).text
    except html.TangledError:
        return ""


def _of_report(report: str) -> bool | None:
    """Whether a report is final; None where it has neither an action nor a status."""
    action, status = _ACTION.search(report), _STATUS.search(report)
    if action is not None and action[1].lower() != "failed":
        return False
    if status is not None:
        return status[1] == "5"
    return None if action is None else True


def _of_words(words: str) -> bool:
    """Whether words alone say that it is final: a code first, else what is said."""
    coded = _ENHANCED.search(words) or _REPLY.search(words)
    if coded is not None:
        return coded[1] == "5"
    if _DELAY.search(words):
        return False
    return _FOR_GOOD.search(words) is not None


def _reason(report: str) -> str:
    found = _DIAGNOSTIC.search(report)
    if found is not None:
        return headers.one_line(found[1])[:REASON_MAX]
    status = _STATUS.search(report)
    return headers.one_line(status[0])[:REASON_MAX] if status is not None else ""


def _line_of(words: str) -> str:
    """The line that says why: the first with a code, else the first that says it came back."""
    lines = [headers.one_line(line) for line in words.split("\n") if line.strip()]
    for pattern in (_ENHANCED, _REPLY, _FOR_GOOD):
        for line in lines:
            if pattern.search(line):
                return line[:REASON_MAX]
    return ""
