"""Automatic phrases: what machines write, as tables (RFC 3834, 3464, 8098, and their real texts).

Senders, headers, subjects and first sentences; nothing here decides. Must never hold a word that
is a command of a player.
"""

import re

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
