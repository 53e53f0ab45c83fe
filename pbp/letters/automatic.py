"""Automatic: tells mail that no person wrote from mail that one did.

auto_reply, bounce, list or loop; None is a person. Headers first (RFC 3834, 3464, 8098), then
the fixed sentences of programs that send no such header. Must never call a person's mail
automatic because it speaks of an automatic answer.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from pbp.letters.headers import Headers
from pbp.letters.tables import word_set

BOUNCE_SENDERS = word_set(
    "mailer-daemon postmaster mail-daemon mailerdaemon mailsubsystem mail-delivery-system"
)
MACHINE_SENDERS = word_set(
    "noreply no-reply no_reply donotreply do-not-reply do_not_reply autoreply auto-reply "
    "autoresponder auto-responder vacation"
)
LIST_HEADERS = (
    "list-id",
    "list-post",
    "list-help",
    "list-unsubscribe",
    "list-subscribe",
    "list-owner",
    "mailing-list",
    "x-mailing-list",
    "x-mailman-version",
    "x-beenthere",
    "x-google-group-id",
)
REPLY_HEADERS = (
    "x-autoreply",
    "x-autorespond",
    "x-autoresponder",
    "x-auto-response-suppress",
    "x-autoreply-from",
    "x-mail-autoreply",
    "x-vacation",
    "x-auto-reply",
)
BOUNCE_SUBJECT = re.compile(
    r"undeliver|delivery (?:status|has failed|failure|report|delayed|incomplete)|"
    r"mail delivery|returned mail|failure notice|delivery notification|returned to sender|"
    r"退信|退回|无法送达|無法送達|无法投递|無法投遞|未送达|未送達|无法传递|無法傳遞|投递失败|投遞失敗|"
    r"发送失败|傳送失敗|传送失败|未能送达|未傳遞的主旨|无法传送",
    re.IGNORECASE,
)
REPLY_WORD = (
    r"(?:自动回复|自動回覆|自動回復|自动答复|自動答覆|自动答覆|自动应答|假期回复|休假回复|外出回复|"
    r"automatic reply|auto[- ]?reply|autoreply|auto[- ]?response|out of (?:the )?office|"
    r"vacation (?:reply|response)|automatische antwort|réponse automatique)"
)
REPLY_SUBJECT = re.compile(
    rf"[\s\[【(（]*{REPLY_WORD}(?:[\s\]】)）]*[:：]|\s*[\]】)）]|\s*$)"
    rf"|[^\s:：,，。!！?？\[\]【】]{{1,20}}\s?{REPLY_WORD}\s?[:：]"
    r"|(?:不在办公室|不在辦公室|外出|ooo|auto)\s?[:：]"
    r"|(?:邮件|郵件)?(?:撤回|收回|回收)(?:报告|報告|成功|失败|失敗)"
    r"|(?:message )?recall (?:report|success|failure)",
    re.IGNORECASE,
)
RECEIPT_SUBJECT = re.compile(
    r"(?:已读|已讀|未读|未讀|已阅读|read|not read|阅读回执|已读回执|讀取回條|讀信回條|read receipt|"
    r"已送达|回执|回條|return receipt \(displayed\))\s?[:：-]\s?(?:\[|【|re\b|回复|回覆|答复)",
    re.IGNORECASE,
)
SENTENCES = re.compile(
    r"这是来自.{0,20}的.{0,6}(?:自动|自動)(?:回复|回覆|答复)"
    r"|這是來自.{0,20}的.{0,6}(?:自动|自動)(?:回复|回覆|答覆)"
    r"|(?:此|本|该|這|这)(?:邮件|郵件|信|封信|封邮件|封郵件)?(?:为|為|是|系|係).{0,12}"
    r"(?:自动|自動)(?:回复|回覆|发送|發送|答复|发出|答覆|生成).{0,12}[，,。.！!]"
    r"|(?:您好|你好)?[，,！!。 ]{0,2}(?:我|本人)?(?:目前|现在|正在|因).{0,8}不在(?:办公室|辦公室)"
    r"|(?:您好|你好)?[，,！!。 ]{0,2}(?:我|本人)?(?:目前|现在|正在|最近|因).{0,8}"
    r"(?:休假|度假|出差|外出)"
    r".{0,12}(?:无法|無法|不能|不便|将于|將於)"
    r"|.{0,10}我最近正在休假中，?无法亲自回复"
    r"|.{0,20}(?:将|會|会|將)在(?:假期|休假|度假).{0,10}(?:结束|結束|回来|回來|归来)后?"
    r".{0,20}(?:回复|回覆|联系|處理|处理)"
    r"|(?:this is an?\W.{0,20}?|\W*)auto(?:mat(?:ic|ed))?[- ]?(?:reply|response|e-?mail|message)\b"
    r"|.{0,40}i(?:'m| am| will be) (?:currently |now )?"
    r"(?:out of (?:the )?office|on (?:vacation|leave|holiday))"
    r"|(?:这|此|這)是.{0,10}(?:已读|已讀|阅读|閱讀|讀取)(?:回执|回執|回條)"
    r"|.{0,30}(?:您|你)的(?:邮件|郵件).{0,40}(?:已被|已经被|已經被).{0,10}(?:阅读|閱讀|打开|開啟|查看)",
    re.IGNORECASE,
)
RECEIVED = re.compile(
    r"(?:您|你)(?:发|寄|發)?(?:来|來)?的?(?:邮件|郵件|来信|來信|信件|来函|mail|email|e-mail).{0,6}"
    r"(?:已收到|已经收到|已經收到|收悉|已收悉|我已收到|已查收|已送达|已成功)"
    r"|(?:来信|來信|邮件|郵件|信件)(?:我)?(?:已|已经|已經)(?:收到|收悉|查收)"
    r"|(?:已|已经|已經)(?:收到|收悉|查收)了?(?:您|你)(?:发|寄|發)?(?:来|來)?的?"
    r"(?:邮件|郵件|来信|來信|信件|mail|email)"
    r"|your (?:e-?mail|message|mail) (?:has been|was) received",
    re.IGNORECASE,
)
POLITE = re.compile(
    r"感谢您|谢谢您|感谢你|谢谢你|祝您|祝好|此致|您的.{0,12}收到.{0,4}谢谢|尽快|盡快|儘快|尽早|稍后|稍後|我会|我會|(?:回复|回覆|答复|联系)(?:您|你)|处理后|处理完|第一时间|"
    r"我是.{1,12}(?:。|，|,|\.|$)|as soon as|get back to you|reply (?:to you )?(?:soon|shortly)",
    re.IGNORECASE,
)
GREETING = re.compile(
    r"(?:您|你|大家)好.{0,6}|(?:尊敬的|亲爱的|親愛的|dear\b).{0,30}|(?:hi|hello|hey)\b.{0,20}",
    re.IGNORECASE,
)
ENDS_GREETING = (":", "：", "!", "！", ",", "，", "。", "~", "好", "i", "o")
FREE_FORM_MAX = 300
QUESTION = ("?", "？", "吗", "呢")

RECALL_SUBJECT = re.compile(
    r"(?:撤回|收回|回收|召回|recall)\s?(?:邮件|郵件|message)?\s?(?:[:：]\s*\S|\s?\[)", re.IGNORECASE
)
RECALL_SENTENCE = re.compile(
    r".{0,60}(?:将撤回邮件|要撤回邮件|想撤回邮件|希望撤回邮件|将要撤回邮件|想要撤回邮件|將收回郵件|"
    r"想要收回郵件|要回收郵件|想回收郵件|would like to recall the message)",
    re.IGNORECASE,
)
GAME = re.compile(r"\+([^+@.]+)")
"""What stands behind the plus in HANDLE+GAME@HOST and gm+GAME.TOKEN@HOST."""
OUR_LOCAL = re.compile(r"(?:gm|board|team|bounce|神的使者)(?:[+-].*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Seen:
    """What of a mail tells whether a person wrote it.

    kinds: the content types of its parts. report: the report-type of a multipart/report, or "".
    text: the words without quotation.
    """

    headers: Headers
    sender: str | None
    to: tuple[str, ...]
    subject: str
    message_id: str | None
    kinds: frozenset[str] = frozenset()
    report: str = ""
    text: str = ""


def kind_of(seen: Seen, ours: Callable[[str], bool]) -> str | None:
    """auto_reply, bounce, list, loop, or None for a person.

    Args:
        seen: what is known of the mail.
        ours: whether a Message-ID, a List-Id or an X-Loop mark is one that we made.
    """
    if _is_loop(seen, ours):
        return "loop"
    if _is_bounce(seen):
        return "bounce"
    if _is_reply(seen):
        return "auto_reply"
    if _is_list(seen):
        return "list"
    return None


def recalls(headers: Headers, subject: str, text: str) -> bool:
    """Whether the mail takes back or replaces another one (RFC 5536, Outlook's recall)."""
    if headers.has("supersedes", "replaces", "x-supersedes"):
        return True
    first = _first_line(text)
    return bool(RECALL_SUBJECT.match(subject) or RECALL_SENTENCE.match(first))


def _is_loop(seen: Seen, ours: Callable[[str], bool]) -> bool:
    if seen.headers.has("x-loop") or (seen.message_id and ours(seen.message_id)):
        return True
    list_id = seen.headers.text("list-id")
    if list_id and (ours(list_id) or _is_under_our_host(list_id, seen.to)):
        return True
    return seen.sender is not None and _is_our_address(seen.sender, seen.to)


def _our_hosts(to: tuple[str, ...]) -> set[str]:
    """The hosts of those recipients whose local part is one of ours."""
    parts = (address.rpartition("@") for address in to)
    return {host for local, _, host in parts if OUR_LOCAL.fullmatch(local)}


def _is_under_our_host(list_id: str, to: tuple[str, ...]) -> bool:
    mark = list_id.rpartition("<")[2].rstrip("> ").lower()
    return any(mark.endswith(("." + host, "@" + host)) for host in _our_hosts(to))


def _is_our_address(sender: str, to: tuple[str, ...]) -> bool:
    local, _, host = sender.rpartition("@")
    if host not in _our_hosts(to):
        return False
    game = GAME.search(local)
    games = {found.group(1) for address in to if (found := GAME.search(address))}
    return OUR_LOCAL.fullmatch(local) is not None or (game is not None and game.group(1) in games)


def _local(seen: Seen) -> str:
    """The local part of the sender, also of a From line that is not to be believed."""
    address = seen.sender or seen.headers.text("from").rpartition("<")[2].split(" ")[0]
    return address.partition("@")[0].strip('<>" ').lower()


def _is_bounce(seen: Seen) -> bool:
    if seen.report == "disposition-notification":
        return False
    if seen.report in ("delivery-status", "feedback-report") or seen.kinds & {
        "message/delivery-status",
        "message/global-delivery-status",
    }:
        return True
    local = _local(seen)
    if (
        local in BOUNCE_SENDERS
        or local.startswith("microsoftexchange")
        or seen.headers.has("x-failed-recipients")
    ):
        return True
    machine = _null_path(seen) or _auto_submitted(seen) not in ("", "no")
    machine = machine or local in MACHINE_SENDERS
    return machine and BOUNCE_SUBJECT.search(seen.subject) is not None


def _null_path(seen: Seen) -> bool:
    values = seen.headers.all("return-path")
    return bool(values) and values[0].strip() == b"<>"


def _auto_submitted(seen: Seen) -> str:
    value = seen.headers.text("auto-submitted").lower()
    return re.split(r"[;\s(]", value, maxsplit=1)[0]


def _precedence(seen: Seen) -> str:
    return seen.headers.text("precedence").lower()


def _is_reply(seen: Seen) -> bool:
    submitted = _auto_submitted(seen)
    if submitted.startswith("auto-replied") or seen.report == "disposition-notification":
        return True
    if "message/disposition-notification" in seen.kinds or _precedence(seen) == "auto_reply":
        return True
    if _is_list(seen):
        return False
    if submitted not in ("", "no") or _null_path(seen) or _local(seen) in MACHINE_SENDERS:
        return True
    if _precedence(seen) in ("bulk", "junk") or _goes_to_bounces(seen):
        return True
    if any(seen.headers.text(name).lower() not in ("", "no") for name in REPLY_HEADERS):
        return True
    return submitted != "no" and _reads_like_reply(seen)


def _goes_to_bounces(seen: Seen) -> bool:
    """Whether it goes only to envelope senders of ours, to which no person writes."""
    return bool(seen.to) and all(address.startswith("bounce+") for address in seen.to)


def _is_list(seen: Seen) -> bool:
    return seen.headers.has(*LIST_HEADERS) or _precedence(seen) == "list"


def _reads_like_reply(seen: Seen) -> bool:
    """The fixed subjects and sentences of programs that set no header (QQ, NetEase)."""
    if REPLY_SUBJECT.match(seen.subject) or RECEIPT_SUBJECT.match(seen.subject):
        return True
    first = _first_line(seen.text)
    if first.endswith(QUESTION):
        return False
    if SENTENCES.match(first):
        return True
    text = seen.text.strip()
    if len(text) > FREE_FORM_MAX or not RECEIVED.search(first):
        return False
    return POLITE.search(text) is not None


def _first_line(text: str) -> str:
    """The first line that says something beyond a greeting."""
    rows = [row.strip() for row in text.split("\n", 20) if row.strip()]
    first = rows[0] if rows else ""
    if len(rows) > 1 and GREETING.fullmatch(first) and first.lower().endswith(ENDS_GREETING):
        first = rows[1]
    return first[:400]
