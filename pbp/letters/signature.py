"""Signature: takes off what a mail program, a company or a habit writes below a person's words.

Signatures, "sent from my phone", disclaimers, list footers, adverts. Must never take off a line
that only looks like one: a dash list, a face, a closing line of a story.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbp.letters.dividers import is_rule, plain
from pbp.letters.marks import SIGNED
from pbp.letters.tables import word_set

DEVICES = (
    r"(?:iphone|ipad|ipod|apple watch|手机|手機|平板|电脑|電腦|笔记本|android|安卓|鸿蒙|harmonyos|"
    r"outlook|foxmail|邮箱|郵箱|邮件|郵件|信箱|mail|客户端|用戶端|galaxy|samsung|三星|huawei|华为|"
    r"華為|荣耀|honor|小米|xiaomi|miui|redmi|红米|oppo|vivo|realme|魅族|meizu|一加|oneplus|moto|"
    r"nokia|诺基亚|blackberry|黑莓|windows|thunderbird|雷鸟|spark|proton|微信|wechat|钉钉|飞书|lark|"
    r"网易|新浪|搜狐|阿里云|139|189|qq|gmail|yahoo|airmail|phone|mobile|tablet|pixel|mac|"
    r"device|smartphone|zoho|mailmaster|sony|xperia|lenovo|联想|zte|中兴)"
)
TAIL = r"[\w\s.。!！<>:/?=&%#()（）\-\[\]】》,]"
CLIENT_LINE = re.compile(
    r"[\s\-—–|*~·_【\[(（]*(?:"
    rf"(?:发自|發自|傳自|发送自|發送自|傳送自|寄自)[^，,。；;！!？?：:]{{0,40}}?{DEVICES}{TAIL}{{0,60}}"
    rf"|(?:来自|來自)[^，,。；;！!？?：:]{{0,20}}?{DEVICES}[\w\s]{{0,12}}(?<![的很是得地])"
    r"|(?:从|從|通过|透過|使用|用)[^，,。；;！!？?：:]{0,40}(?:发送|发出|發送|傳送|寄出|发来|发送的)"
    rf"(?:的?(?:邮件|郵件|信))?[\s。.]*"
    rf"|sent\s+(?:from|via|with|by|using)\s[^,;!?]{{0,50}}?{DEVICES}{TAIL}{{0,120}}"
    rf"|(?:get|获取|取得|下载|下載|獲取)\s?[^，,。；;！!？?]{{0,30}}outlook{TAIL}{{0,120}}"
    r"|签名由.{0,20}(?:网易|邮箱|大师).{0,20}|由网易.{0,20}发送.{0,10}"
    r"|.{0,12}(?:邮箱大师|郵箱大師).{0,12}"
    r"|virus-free\..{0,60}|不含病毒。.{0,60}|do you yahoo!\?.{0,60}"
    r"|(?:网易|126|163|新浪|搜狐|qq)[^，,]{0,12}(?:免费邮|免费邮箱|邮箱大师)[^，,]{0,40}"
    r"|网易[^】]{0,30}】.{0,120}"
    r"|(?:iphone|ipad|android)から送信|나의\s?\w{0,20}에서 보냄|yahoo mail: .{0,80}"
    r"|(?:envoyé de(?:puis)? mon|von meinem|gesendet mit"
    r"|enviado (?:desde mi|do meu|de mi)"  # codespell:ignore meu
    r"|inviato da(?:l mio)?|verstuurd vanaf mijn|verzonden (?:vanaf|met)|skickat från min"
    r"|sendt fra min|lähetetty|wysłane z|отправлено (?:с|из)|надіслано з|được gửi từ"
    r"|odesláno z|ส่งจาก)\s?.{0,40}"
    r"|.{0,20}['’]?\w{0,8}\s(?:gönderildi|で送信|から送信しました)"
    r"|(?:获取|獲取|下载|get)\s?(?:bluemail|outlook|spark|foxmail|mailspring)\b.{0,60}"
    r"|this e-?mail has been checked for viruses.{0,80}|www\.avast\.com"
    r")[\s】\]）)]*",
    re.IGNORECASE,
)
BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))
CLIENT_LINE_LEADS = BLANKS + "-—–|*~·_【[(（"
CLIENT_LINE_LETTERS = frozenset("发發傳寄来來从從通透使用sg获獲取下签由v不d网1新搜qiıa나yetwloонđส")
CLIENT_LINE_WORDS = ("大师", "大師", "送信", "nderildi")
"""How a client's line begins, or what stands in the middle of it: without either it is none."""
PROSE = re.compile(r"[的是了吗呢吧]\s*$")

CONTACT = re.compile(
    r"\d{7,}|\d{3,4}[- ]\d{4,8}|@|https?://|www\.|电话|電話|手机|手機|传真|邮箱[:：]|地址[:：]|"
    r"\b(?:tel|mobile|phone|fax|e-?mail|qq|wechat)\b|微信[:：]|有限公司|mailing list|scanned by|"
    r"扫描|掃描|退订|unsubscribe",
    re.IGNORECASE,
)
DISCLAIMER_STARTS = re.compile(
    r"[\s*【\[（(]*(?:本邮件|本电子邮件|本電子郵件|本郵件|此邮件|此電子郵件|此电子邮件|该邮件|这封邮件|"
    r"免责声明|免責聲明|保密声明|保密聲明|保密提示|重要提示|声明[:：】]|聲明[:：】]|"
    r"this e-?mail|this message|this communication|this transmission|"
    r"the (?:information|contents?) (?:contained|of this|in this)|"
    r"confidentiality|disclaimer|important notice|notice:|privileged|"
    r"如果您错收|如果您錯收|如您错误|若您錯誤|if you (?:are not|have received)|"
    r"please consider the environment|请考虑环境|打印本邮件前|打印前请)",
    re.IGNORECASE,
)
DISCLAIMER_WORDS = re.compile(
    r"保密|机密|機密|错收|誤收|误收|錯收|收件人|收件者|病毒|法律|披露|泄露|洩露|删除|刪除|环境|環境|"
    r"confidential|intended|privileged|recipient|unauthori[sz]ed|delete|virus|environment|legal|"
    r"disclos",
    re.IGNORECASE,
)
DISCLAIMER_LINES = 12
"""So many lines of a paragraph are looked at to tell whether it is one."""
CLOSINGS = word_set(
    "祝好 此致 敬礼 敬上 谨启 顺颂商祺 谢谢 thanks regards bestregards best cheers sincerely "
    "kindregards yours bestwishes 商祺 顺祝商祺 祝商祺 thankyou"
)
LATIN_NAME = re.compile(r"[A-Z][a-z]{0,20}\.?(?: [A-Z][a-z]{0,20}\.?){0,3}")
PIPES = re.compile(r"[|\s]*\|[|\s]*")
NAME_LINES = 8
"""A signature without its proper mark has at most so many lines."""
TAIL_MAX = 40
"""So far from the end such a signature may begin, empty lines included."""
LOOSE_MARKS = ("--", "—", "——", "---", "————")


class Signed(NamedTuple):
    """The lines that are left, and how many characters were taken off."""

    lines: list[str]
    taken: int


def strip(lines: Sequence[str], name: str = "", address: str | None = None) -> Signed:
    """Take signatures off a person's own lines.

    Args:
        lines: his lines, quotations already taken off; marked ones begin with marks.SIGNED.
        name: the display name of the sender, "" where there is none.
        address: his address.
    """
    kept = [line for line in lines if not (line.startswith(SIGNED) or _is_client_line(line))]
    kept = _trimmed(_without_disclaimers(kept))
    kept = kept[: _end_of_words(kept, name, address or "")]
    kept = _trimmed(_without_name(_trimmed(kept), name, address or ""))
    taken = sum(len(line.strip()) for line in lines) - sum(len(line.strip()) for line in kept)
    return Signed(kept, taken)


def _is_client_line(line: str) -> bool:
    text = plain(line)
    if not 0 < len(text) <= 200 or not may_be_client_line(text):
        return False
    return CLIENT_LINE.fullmatch(text) is not None


def may_be_client_line(text: str) -> bool:
    """Whether a trimmed line has a letter where CLIENT_LINE wants one: most have not."""
    bare = text.lstrip(CLIENT_LINE_LEADS).casefold()
    return bare[:1] in CLIENT_LINE_LETTERS or any(word in bare for word in CLIENT_LINE_WORDS)


def _without_disclaimers(lines: list[str]) -> list[str]:
    """Lines without the paragraphs in which a company speaks of its secrets."""
    kept: list[str] = []
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line.strip():
            paragraph.append(line)
            continue
        kept.extend(_before_disclaimer(paragraph))
        kept.append(line)
        paragraph = []
    return kept


def _before_disclaimer(paragraph: list[str]) -> list[str]:
    for at, line in enumerate(paragraph):
        text = plain(line)
        if DISCLAIMER_STARTS.match(text):
            rest = " ".join(plain(other) for other in paragraph[at : at + DISCLAIMER_LINES])
            if len(set(DISCLAIMER_WORDS.findall(rest.lower()))) >= 2:
                above = at - 1 if at and is_rule(paragraph[at - 1]) else at
                return paragraph[:above]
    return paragraph


def _end_of_words(lines: Sequence[str], name: str, address: str) -> int:
    """The index of the first line that belongs to a signature below the words."""
    for at, line in enumerate(lines):
        if line in ("-- ", "--\xa0"):
            return at
        if len(lines) - at <= TAIL_MAX and _opens_tail(lines, at, name, address):
            return at
    return len(lines)


def _opens_tail(lines: Sequence[str], at: int, name: str, address: str) -> bool:
    """Whether a line that is no proper mark has a signature below it, to the end."""
    text = plain(lines[at])
    if text in LOOSE_MARKS or is_rule(lines[at]):
        return _speaks_of_sender(lines[at + 1 :], name, address)
    if at and name and text == name and not lines[at - 1].strip():
        return any(CONTACT.search(plain(line)) for line in lines[at + 1 :])
    return bool(text) and PIPES.fullmatch(text) is not None and _is_card(lines[at:])


def _speaks_of_sender(lines: Sequence[str], name: str, address: str) -> bool:
    """Whether there is nothing, or a few short lines with a name, a number or the like."""
    rows = [text for line in lines if (text := plain(line))]
    if len(rows) > NAME_LINES or any(len(row) > 120 for row in rows):
        return False
    return not rows or any(
        CONTACT.search(row) or row == name or row.lower() == address for row in rows
    )


def _is_card(lines: Sequence[str]) -> bool:
    """NetEase's visiting card: a table of pipes with the name and address in it, to the end."""
    rows = [text for line in lines if (text := plain(line))]
    return 2 <= len(rows) <= NAME_LINES * 2 and rows[-1].endswith("|")


def _trimmed(lines: list[str]) -> list[str]:
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return lines[start:end]


def _without_name(lines: list[str], name: str, address: str) -> list[str]:
    """Lines without the sender's own name or address at the very end, and its closing words."""
    end = len(lines)
    while end and _is_sender(plain(lines[end - 1]), name if end > 1 else "", address):
        end -= 1
        while end and not lines[end - 1].strip():
            end -= 1
    if end == len(lines):
        return lines[: _before_english_closing(lines)]
    closing = "".join(plain(lines[end - 1]).split()).strip("，,。.!！").lower()
    return lines[: end - 1] if end > 1 and closing in CLOSINGS else lines[:end]


def _before_english_closing(lines: Sequence[str]) -> int:
    """Where "Best regards," and a Latin name below it begin, at the very end."""
    rows = [at for at, line in enumerate(lines[-6:], max(len(lines) - 6, 0)) if line.strip()]
    if len(rows) < 2 or rows[-2] == 0 or not LATIN_NAME.fullmatch(plain(lines[rows[-1]])):
        return len(lines)
    closing = "".join(plain(lines[rows[-2]]).split()).strip(",.!，！").lower()
    return rows[-2] if closing.isascii() and closing in CLOSINGS else len(lines)


def _is_sender(text: str, name: str, address: str) -> bool:
    if address and text.strip("<> ").lower() == address:
        return True
    return bool(name) and text.strip("—-– ") == name
