"""What mail programs write around a person's words: templates for the corpus and the tests.

A template holds OWN where the words go and QUOTE where the answered mail goes; its mark says how
the program marks each line of that. Names, addresses and texts are invented.
"""

# ruff: noqa: E501 (lines as programs write them)

import html
from typing import NamedTuple

OWN, QUOTE = "@OWN@", "@QUOTE@"

GM = "gm+g41.k7m2x9q4t8w3@games.test"
WRITER = "linxd@example.com"
SECRETS = (
    GM,
    "k7m2x9q4t8w3",
    WRITER,
    "林晓东",
    "林曉東",
    "神的使者",
    "原始邮件",
    "iPhone",
    "Outlook",
)
"""What stands around the words and must not be in them."""


class Client(NamedTuple):
    """How a program answers a mail."""

    template: str
    mark: str = ""
    rich: bool = False

    def reply(self, own: str, quote: str) -> str:
        """The body of an answer, with the person's words and the mail that is answered."""
        lines = quote.split("\n")
        if self.rich:
            words = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in own.split("\n"))
            quoted = "<br>".join(html.escape(line) for line in lines)
            return self.template.replace(OWN, words).replace(QUOTE, quoted)
        quoted = "\n".join((self.mark + line).rstrip() if self.mark else line for line in lines)
        return self.template.replace(OWN, own).replace(QUOTE, quoted)


QQ_BLOCK = f"""发件人:                                                                        "神的使者"                                                                                    <{GM}&gt;;
发送时间:&nbsp;2026年3月3日(星期二) 晚上8:00
收件人:&nbsp;"林晓东"<{WRITER}&gt;;

主题:&nbsp;[g41] 第二夜"""

PLAIN = {
    "qq-desk": Client(
        f"{OWN}\n\n\n\n\n------------------&nbsp;原始邮件&nbsp;------------------\n{QQ_BLOCK}\n\n\n\n{QUOTE}"
    ),
    "qq-english": Client(
        f"{OWN}\n\n\n\n------------------ Original ------------------\n"
        f'From:  "神的使者" <{GM}>;\nDate:  Tue, Mar 3, 2026 08:00 PM\n'
        f'To:  "林晓东" <{WRITER}>;\n\nSubject:  [g41] 2\n\n\n\n{QUOTE}'
    ),
    "qq-new": Client(
        f"{OWN}\n\n\n\n\n\n\n原始邮件\n\n\n\n发件人：神的使者 <{GM}>\n发件时间：2026年3月3日 20:00\n"
        f"收件人：林晓东 <{WRITER}>\n主题：[g41] 第二夜\n\n\n\n{QUOTE}"
    ),
    "netease-web": Client(
        f'{OWN}\n\n\n\n\n\n\n\n在 2026-03-03 20:00:00，"神的使者" <{GM}> 写道：\n\n{QUOTE}'
    ),
    "netease-web-english": Client(
        f'{OWN}\n\n\n\nAt 2026-03-03 20:00:00, "神的使者" <{GM}> wrote:\n\n{QUOTE}'
    ),
    "netease-marked": Client(f"{OWN}\n\n在2026年03月03日 20:00，神的使者 写道：\n{QUOTE}", "> "),
    "netease-unmarked": Client(f"{OWN}\n\n在2026年03月03日 20:00，神的使者 写道：\n\n{QUOTE}"),
    "netease-table": Client(
        f"{OWN}\n\n\n| |\n林晓东\n|\n|\n{WRITER}\n|\n---- 回复的原邮件 ----\n"
        f"| 发件人 | 神的使者<{GM}> |\n| 发送日期 | 2026年03月03日 20:00 |\n"
        f"| 收件人 | <{WRITER}> |\n| 主题 | [g41] 第二夜 |\n{QUOTE}"
    ),
    "netease-table-english": Client(
        f"{OWN}\n\n\n| |\n林晓东\n|\n|\n{WRITER}\n|\n---- Replied Message ----\n"
        f"| From | 神的使者<{GM}> |\n| Date | 03/03/2026 20:00 |\n"
        f"| To | <{WRITER}> |\n| Subject | [g41] 2 |\n{QUOTE}"
    ),
    "netease-custom": Client(
        f"{OWN}\n\n\n| |\n林晓东\n|\n|\n邮箱：{WRITER}\n|\n\n签名由 网易邮箱大师 定制\n\n"
        f"在2026年03月03日 20:00，神的使者 写道：\n{QUOTE}"
    ),
    "outlook-zh": Client(
        f"{OWN}\n\n发件人: 神的使者 <{GM}> \n发送时间: 2026年3月3日 20:00\n"
        f"收件人: 林晓东 <{WRITER}>\n主题: [g41] 第二夜\n\n{QUOTE}"
    ),
    "outlook-zh-wide-colon": Client(
        f"{OWN}\n\n发件人：神的使者 <{GM}>\n发送时间：2026年3月3日 20:00\n"
        f"收件人：林晓东 <{WRITER}>\n抄送：小东 <x@example.org>\n主题：[g41] 第二夜\n\n{QUOTE}"
    ),
    "outlook-zh-divider": Client(
        f"{OWN}\n\n-----邮件原件-----\n发件人: 神的使者 <{GM}> \n发送时间: 2026年3月3日 20:00\n"
        f"收件人: 林晓东\n主题: [g41] 第二夜\n\n{QUOTE}"
    ),
    "outlook-en": Client(
        f"{OWN}\n\nFrom: 神的使者 <{GM}>\nSent: Tuesday, March 3, 2026 8:00 PM\n"
        f"To: 林晓东 <{WRITER}>\nSubject: [g41] 2\n\n{QUOTE}"
    ),
    "outlook-en-divider": Client(
        f"{OWN}\n\n-----Original Message-----\nFrom: 神的使者 <{GM}> \n"
        f"Sent: Tuesday, March 3, 2026 8:00 PM\nTo: 林晓东\nSubject: [g41] 2\n\n{QUOTE}"
    ),
    "outlook-en-marked": Client(
        f"{OWN}\n\n> -----Original Message-----\n> From: 神的使者 <{GM}>\n> Sent: Tuesday\n{QUOTE}",
        "> ",
    ),
    "outlook-starred": Client(
        f"{OWN}\n\n*发件人:* 神的使者 <{GM}>\n*发送时间:* 2026年3月3日 20:00\n"
        f"*收件人:* 林晓东 <{WRITER}>\n*主题:* [g41] 第二夜\n\n{QUOTE}"
    ),
    "outlook-ios": Client(
        f"{OWN}\n\n获取 Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n"
        f"发件人: 神的使者 <{GM}>\n发送时间: Tuesday, March 3, 2026 8:00:00 PM\n"
        f"收件人: 林晓东 <{WRITER}>\n主题: [g41] 第二夜\n\n{QUOTE}"
    ),
    "outlook-android-traditional": Client(
        f"{OWN}\n\n取得 Android 版 Outlook<https://aka.ms/AAb9ysg>\n"
        f"________________________________\nFrom: 神的使者 <{GM}>\n"
        f"Sent: Tuesday, March 3, 2026 8:00:00 PM\nTo: 林曉東 <{WRITER}>\n"
        f"Subject: [g41] 第二夜\n\n{QUOTE}"
    ),
    "outlook-traditional": Client(
        f"{OWN}\n\n寄件者： 神的使者 <{GM}>\n寄件日期： 2026年3月3日 下午 08:00\n"
        f"收件者： 林曉東 <{WRITER}>\n主旨： [g41] 第二夜\n\n{QUOTE}"
    ),
    "gmail-zh": Client(f"{OWN}\n\n神的使者 <{GM}> 于2026年3月3日周二 20:00写道：\n\n{QUOTE}", "> "),
    "gmail-traditional": Client(
        f"{OWN}\n\n神的使者 <{GM}> 於 2026年3月3日 週二 下午8:00寫道：\n\n{QUOTE}", "> "
    ),
    "gmail-zh-wrapped": Client(
        f"{OWN}\n\n神的使者 <{GM}>\n于2026年3月3日周二 20:00写道：\n\n{QUOTE}", "> "
    ),
    "gmail-en": Client(
        f"{OWN}\n\nOn Tue, Mar 3, 2026 at 8:00 PM 神的使者 <{GM}>\nwrote:\n\n{QUOTE}", "> "
    ),
    "gmail-en-wrapped-name": Client(
        f"{OWN}\n\nOn Tue, Mar 3, 2026 at 8:00 PM 神的使者\n<{GM}> wrote:\n\n{QUOTE}", "> "
    ),
    "gmail-fr": Client(
        f"{OWN}\n\nLe mar. 3 mars 2026 à 20:00, 神的使者 <{GM}> a écrit :\n\n{QUOTE}", "> "
    ),
    "gmail-ja": Client(f"{OWN}\n\n2026年3月3日(火) 20:00 神的使者 <{GM}>:\n\n{QUOTE}", "> "),
    "gmail-forward": Client(
        f"{OWN}\n\n---------- Forwarded message ---------\n发件人： 神的使者 <{GM}>\n"
        f"Date: 2026年3月3日周二 20:00\nSubject: [g41] 第二夜\nTo: 林晓东 <{WRITER}>\n\n\n{QUOTE}"
    ),
    "apple-zh": Client(
        f"{OWN}\n\n> 在 2026年3月3日，20:00，神的使者 <{GM}> 写道：\n> \n{QUOTE}", "> "
    ),
    "apple-zh-iphone": Client(
        f"{OWN}\n\n发自我的iPhone\n\n> 在 2026年3月3日，20:00，神的使者 <{GM}> 写道：\n> \n> \ufeff{QUOTE}",
        "> ",
    ),
    "apple-zh-bare": Client(
        f"{OWN}\n\n2026年3月3日 20:00，神的使者 <{GM}> 写道：\n\n{QUOTE}", "> "
    ),
    "apple-en": Client(
        f"{OWN}\n\nSent from my iPhone\n\n> On Mar 3, 2026, at 20:00, 神的使者 <{GM}> wrote:\n> \n{QUOTE}",
        "> ",
    ),
    "apple-traditional": Client(
        f"{OWN}\n\n從我的 iPhone 傳送\n\n> 神的使者 <{GM}> 於 2026年3月3日 晚上8:00 寫道：\n> \n{QUOTE}",
        "> ",
    ),
    "apple-forward": Client(
        f"{OWN}\n\n开始转发的邮件：\n\n> 发件人: 神的使者 <{GM}>\n> 主题: [g41]\n> 日期: 2026年3月3日\n{QUOTE}",
        "> ",
    ),
    "thunderbird-zh": Client(f"{OWN}\n\n在 2026/3/3 20:00, 神的使者 写道:\n{QUOTE}", "> "),
    "thunderbird-en": Client(f"{OWN}\n\nOn 3/3/26 20:00, 神的使者 wrote:\n{QUOTE}", "> "),
    "thunderbird-forward": Client(
        f"{OWN}\n\n\n-------- 转发的消息 --------\n主题: \t[g41] 第二夜\n日期: \tTue, 3 Mar 2026 20:00:00 +0800\n"
        f"发件人: \t神的使者 <{GM}>\n收件人: \t林晓东 <{WRITER}>\n\n\n\n{QUOTE}"
    ),
    "foxmail": Client(
        f"{OWN}\n\n\n\n{WRITER}\n \n发件人： 神的使者\n发送时间： 2026-03-03 20:00\n"
        f"收件人： linxd\n主题： [g41] 第二夜\n{QUOTE}"
    ),
    "foxmail-english": Client(
        f"{OWN}\n\n\n\n{WRITER}\n \nFrom: 神的使者\nDate: 2026-03-03 20:00\n"
        f"To: linxd\nSubject: [g41] 2\n{QUOTE}"
    ),
    "yahoo-en": Client(
        f"{OWN}\n\n    On Tuesday, March 3, 2026 at 08:00:00 PM GMT+8, 神的使者 <{GM}> wrote:  \n \n{QUOTE}",
        "  ",
    ),
    "yahoo-zh": Client(
        f"{OWN}\n\n    2026年3月3日 星期二 20:00:00 [GMT+8]， 神的使者 <{GM}> 写道：  \n \n{QUOTE}",
        " ",
    ),
    "aliyun": Client(
        f"{OWN}\n\n------------------------------------------------------------------\n"
        f"发件人：神的使者 <{GM}>\n日　期：2026年03月03日 20:00:00\n收件人：林晓东<{WRITER}>\n"
        f"主　题：[g41] 第二夜\n\n{QUOTE}"
    ),
    "sina": Client(
        f"{OWN}\n\n\n----- 原始邮件 -----\n发件人：神的使者 <{GM}>\n收件人：林晓东 <{WRITER}>\n"
        f"主题：[g41] 第二夜\n日期：2026年03月03日 20点00分\n\n{QUOTE}"
    ),
    "mobile-139": Client(
        f'{OWN}\n\n\n\n----邮件原文----\n发件人："神的使者" <{GM}>\n收件人：林晓东 <{WRITER}>\n'
        f"抄 送： (无)\n发送时间：2026-03-03 20:00:00\n主题：[g41] 第二夜\n\n{QUOTE}"
    ),
    "samsung": Client(
        f"{OWN}\n\n\n从我的 Galaxy 发送\n\n\n-------- 原始信息 --------\n发件人： 神的使者 <{GM}> \n"
        f"日期： 2026/3/3 20:00 (GMT+08:00) \n收件人： 林晓东 <{WRITER}> \n主题： [g41] 第二夜 \n\n{QUOTE}"
    ),
    "huawei": Client(
        f"{OWN}\n\n发自我的华为手机\n\n\n-------- 原始邮件 --------\n发件人： 神的使者 <{GM}>\n"
        f"日期： 2026年3月3日周二 20:00\n收件人： {WRITER}\n主 题： [g41] 第二夜\n{QUOTE}"
    ),
    "xiaomi": Client(
        f"{OWN}\n\n发自我的小米手机\n\n神的使者 <{GM}> 于 2026年3月3日周二 20:00 写道：\n\n{QUOTE}"
    ),
    "proton": Client(
        f"{OWN}\n\n使用 Proton Mail 安全邮件发送。\n\n在 2026年3月3日星期二 20:00，神的使者 <{GM}> 写道：\n\n{QUOTE}",
        "> ",
    ),
    "proton-en": Client(
        f"{OWN}\n\nSent with Proton Mail secure email.\n\n------- Original Message -------\n"
        f"On Tuesday, March 3rd, 2026 at 8:00 PM, 神的使者 <{GM}> wrote:\n\n\n{QUOTE}",
        "> ",
    ),
    "notes": Client(
        f"{OWN}\n\n\n-----神的使者 <{GM}> wrote: -----\nTo: {WRITER}\nFrom: 神的使者 <{GM}>\n"
        f"Date: 03/03/2026 08:00PM\nSubject: [g41] 2\n\n{QUOTE}"
    ),
    "fastmail": Client(f"{OWN}\n\nOn Tue, Mar 3, 2026, at 8:00 PM, 神的使者 wrote:\n{QUOTE}", "> "),
    "mutt": Client(
        f"{OWN}\n\nOn Tue, Mar 03, 2026 at 08:00:00PM +0800, 神的使者 wrote:\n{QUOTE}", "> "
    ),
    "k9-tight-marks": Client(
        f"{OWN}\n\nOn March 3, 2026 8:00:00 PM GMT+08:00, 神的使者 <{GM}> wrote:\n{QUOTE}", ">"
    ),
    "feishu": Client(
        f'{OWN}\n\n\n发件人: "神的使者"<{GM}>\n时间: 2026年3月3日 (周二) 20:00\n主题: [g41] 第二夜\n'
        f'收件人: "林晓东"<{WRITER}>\n\n{QUOTE}'
    ),
    "spark": Client(
        f"{OWN}\n\n在 2026年3月3日 +0800 20:00，神的使者 <{GM}>，写道：\n{QUOTE}", "> "
    ),
    "spaced-marks": Client(
        f"{OWN}\n\nOn 2026-03-03 20:00, 神的使者 <{GM}> wrote:\n\n{QUOTE}", " > "
    ),
    "entity-marks": Client(
        f"{OWN}\n\n神的使者 <{GM}> 于2026年3月3日周二 20:00写道：\n\n{QUOTE}", "&gt; "
    ),
    "marks-alone": Client(f"{OWN}\n\n{QUOTE}", "> "),
}

HEADER_ROWS = (
    f"<b>发件人:</b> 神的使者 &lt;{GM}&gt;<br><b>发送时间:</b> 2026年3月3日 20:00<br>"
    f"<b>收件人:</b> 林晓东 &lt;{WRITER}&gt;<br><b>主题:</b> [g41] 第二夜"
)

RICH = {
    "gmail": Client(
        f'<div dir="ltr">{OWN}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">神的使者 &lt;<a href="mailto:{GM}">{GM}</a>&gt; '
        "于2026年3月3日周二 20:00写道：<br></div>"
        f'<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid">'
        f"{QUOTE}</blockquote></div>",
        rich=True,
    ),
    "gmail-forward": Client(
        f'<div dir="ltr">{OWN}<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        "---------- Forwarded message ---------<br>发件人： <strong>神的使者</strong> "
        f"&lt;{GM}&gt;<br>Date: 2026年3月3日周二 20:00<br>Subject: [g41]<br>To: {WRITER}<br></div>"
        f"<br><br>{QUOTE}</div></div>",
        rich=True,
    ),
    "outlook-desk": Client(
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal '
        '{margin:0cm;} .x {content:"杀 小五"} --></style></head><body><div class="WordSection1">'
        f"{OWN}<p class=MsoNormal><o:p>&nbsp;</o:p></p>"
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>"
        f"<p class=MsoNormal>{HEADER_ROWS}</p></div><p class=MsoNormal>{QUOTE}</p></div></body></html>",
        rich=True,
    ),
    "outlook-web": Client(
        f'<div>{OWN}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font>{HEADER_ROWS}</font><div>&nbsp;</div></div>'
        f"<div>{QUOTE}</div>",
        rich=True,
    ),
    "outlook-mac": Client(
        f'<div>{OWN}</div><div id="mail-editor-reference-message-container"><div>{HEADER_ROWS}'
        f"</div><div>{QUOTE}</div></div>",
        rich=True,
    ),
    "outlook-phone": Client(
        f'<div>{OWN}</div><div id="ms-outlook-mobile-signature"><div></div>获取 <a href="#">'
        f"Outlook for iOS</a></div><hr><div id='divRplyFwdMsg'>{HEADER_ROWS}</div>{QUOTE}",
        rich=True,
    ),
    "apple": Client(
        f'<html><head></head><body dir="auto">{OWN}<div><br></div><div dir="ltr">发自我的iPhone</div>'
        f'<div dir="ltr"><br><blockquote type="cite">在 2026年3月3日，20:00，神的使者 &lt;{GM}&gt; '
        f'写道：<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">﻿{QUOTE}</div>'
        "</blockquote></body></html>",
        rich=True,
    ),
    "qq-phone": Client(
        f"<div>{OWN}</div><div><br></div><div>发自我的iPhone</div><div><br></div>"
        '<div style="font-size: 12px;font-family: Arial Narrow;padding:2px 0 2px 0;">'
        "------------------&nbsp;原始邮件&nbsp;------------------</div>"
        '<div style="font-size: 12px;background:#efefef;padding:8px;">'
        f'<div><b>发件人:</b>&nbsp;"神的使者"&lt;{GM}&gt;;</div>'
        "<div><b>发送时间:</b>&nbsp;2026年3月3日(星期二) 晚上8:00</div>"
        f'<div><b>收件人:</b>&nbsp;"林晓东"&lt;{WRITER}&gt;;<wbr></div><div></div>'
        f"<div><b>主题:</b>&nbsp;[g41] 第二夜</div></div><div><br></div>{QUOTE}",
        rich=True,
    ),
    "qq-includetail": Client(
        f"<div>{OWN}</div><div><includetail><div>&nbsp;</div><div style='font:Verdana'>"
        f'<div style="FONT-SIZE: 12px">原始邮件</div></div><div>{QUOTE}</div></includetail></div>',
        rich=True,
    ),
    "netease-web": Client(
        f'<div style="line-height:1.7"><div>{OWN}</div><br><br><p>在 2026-03-03 20:00:00，"神的使者" '
        f'&lt;{GM}&gt; 写道：</p><blockquote id="isReplyContent" style="PADDING-LEFT: 1ex">'
        f"<div>{QUOTE}</div></blockquote></div>",
        rich=True,
    ),
    "netease-master": Client(
        f"<html><body><div id='mail-editor'>{OWN}</div><div class=\"ntes-mailmaster-signature\">"
        f"<table><tr><td>林晓东</td><td>{WRITER}</td></tr></table></div>"
        '<div class="J-reply" style="color: #999">---- 回复的原邮件 ----<table><tr><td>发件人</td>'
        f"<td>神的使者&lt;{GM}&gt;</td></tr><tr><td>发送日期</td><td>2026年03月03日 20:00</td></tr>"
        f"<tr><td>收件人</td><td>{WRITER}</td></tr><tr><td>主题</td><td>[g41]</td></tr></table></div>"
        f"<blockquote>{QUOTE}</blockquote></body></html>",
        rich=True,
    ),
    "foxmail": Client(
        f'<html><body><div>{OWN}</div><div><br></div><hr style="width: 210px; height: 1px;">'
        f"<div><span>{WRITER}</span></div>"
        '<blockquote style="margin-Top: 0px; margin-Bottom: 0px; margin-Left: 0.5em">'
        '<div>&nbsp;</div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt">'
        "<div><b>发件人：</b>&nbsp;神的使者</div><div><b>发送时间：</b>&nbsp;2026-03-03&nbsp;20:00</div>"
        f"<div><b>收件人：</b>&nbsp;linxd</div><div><b>主题：</b>&nbsp;[g41]</div></div>"
        f"<div>{QUOTE}</div></blockquote></body></html>",
        rich=True,
    ),
    "yahoo": Client(
        f'<div class="yahoo-style-wrap"><div>{OWN}</div><div><br></div></div>'
        f'<div id="ydp1yahoo_quoted_1" class="ydp1yahoo_quoted"><div><div>On Tuesday, March 3, 2026 '
        f"at 08:00:00 PM GMT+8, 神的使者 &lt;{GM}&gt; wrote:</div><div><br></div>{QUOTE}</div></div>",
        rich=True,
    ),
    "thunderbird": Client(
        f'<html><body>{OWN}<div class="moz-cite-prefix">在 2026/3/3 20:00, 神的使者 写道:<br></div>'
        f'<blockquote type="cite" cite="mid:x@games.test">{QUOTE}</blockquote></body></html>',
        rich=True,
    ),
    "thunderbird-signed": Client(
        f'<html><body>{OWN}<pre class="moz-signature" cols="72">-- \n林晓东</pre>'
        f'<blockquote type="cite" cite="mid:x@games.test">{QUOTE}</blockquote></body></html>',
        rich=True,
    ),
    "gmail-signed": Client(
        f'<div dir="ltr">{OWN}<div><br></div><span class="gmail_signature_prefix">-- </span><br>'
        '<div dir="ltr" class="gmail_signature">林晓东<br>13900001234</div></div><br>'
        f'<div class="gmail_quote"><div class="gmail_attr">On Tue, Mar 3, 2026 at 8:00 PM X '
        f'&lt;{GM}&gt; wrote:<br></div><blockquote class="gmail_quote">{QUOTE}</blockquote></div>',
        rich=True,
    ),
    "proton": Client(
        f'<div>{OWN}</div><div class="protonmail_signature_block">Sent with Proton Mail</div>'
        f'<div class="protonmail_quote">在 2026年3月3日 20:00，神的使者 &lt;{GM}&gt; 写道：<br>'
        f'<blockquote class="protonmail_quote" type="cite">{QUOTE}</blockquote></div>',
        rich=True,
    ),
}

ALL = {f"plain-{name}": client for name, client in PLAIN.items()} | {
    f"html-{name}": client for name, client in RICH.items()
}
