"""More kinds of mails: `python -m tests.mails.kinds` makes the folder kinds/ beside this file.

Siblings of the mails beside it, a line each: other programs and languages, charsets and encodings,
structures, machines, and words that must stay. Names, addresses and texts are invented.
"""

# ruff: noqa: C901, E501, F541 (one mail, one line, as programs write it)

import base64
import binascii
import json
import re

from tests.mails.make import (
    FOLDER,
    FORWARDED,
    HANDLES,
    PICTURE,
    QUOTE,
    b64,
    clients,
    mail,
    multi,
    nested,
    opaque,
    page,
    part,
    qp,
    raw,
    reading,
    text,
    word,
    words_part,
    write,
)

GM, ME = clients.GM, clients.WRITER
KILL = "杀 小一\n没有风的晚上。"
KILLED = {"text": KILL, "problem": None, "readings": [reading("kill", "小一")], "automatic": None}
KILL_T = "殺 小一\n沒有風的晚上。"
KILLED_T = {"text": KILL_T, "problem": None, "readings": [reading("kill", "小一")]}
VOTED = {"problem": None, "readings": [reading("vote", "小二")]}
NOBODY = {"targets_none": True, "problem": "*"}
NOT_THREE = {"readings_lack": [{"targets": ["小三"]}]}

made: dict[str, tuple[bytes, str]] = {}


def c(name: str, data: bytes, why: str = "", phase: str = "night", **expect: object) -> None:
    """Add one mail and what must come out of it; without more it is a kill with its words."""
    name = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    while name in made:
        name += "x"
    data = data.replace(b"<NAME@example.com>", f"<{name}@example.com>".encode())
    answer = {"why": why or name.replace("-", " "), "handles": HANDLES, "ruleset": "prayer"}
    answer |= {"phase": phase, "expect": expect or KILLED}
    made[name] = data, json.dumps(answer, ensure_ascii=False, indent=1) + "\n"


def reply(name: str, tail: str, mark: str = "") -> None:
    """An answer above a quotation; the Q of tail is what is quoted, each line with its mark."""
    quoted = "\n".join(mark + line for line in QUOTE.split("\n"))
    c(f"reply {name}", text(f"{KILL}\n\n" + tail.replace("Q", quoted)))


def auto(name: str, kind: object, body: bytes | str, **fields: str) -> None:
    """A mail of a machine."""
    data = body if isinstance(body, bytes) else text(body, **fields)
    c(f"auto {name}", data, automatic=kind, readings=[])


def human(name: str, words: str, phase: str = "day", **more: object) -> None:
    """A person's mail that speaks like a machine's, or of one."""
    expect = more.pop("expect", {})
    c(f"human {name}", text(words, **more), phase=phase, **{"automatic": None, **expect})


def own(name: str, words: str) -> None:
    """Words that look like what is cut, and are not."""
    c(f"own {name}", text(words), text=words)


def h(name: str, markup: str, **expect: object) -> None:
    """A page."""
    c(f"page {name}", page(markup), **expect)


def replies() -> None:
    reply(
        "qq-app",
        f'---原始邮件---\n发件人: "神的使者"<{GM}>\n发送时间: 2026年3月3日(周二) 晚上8:00\n收件人: "林晓东"<{ME}>;\n主题: [g41] 第二夜\n\nQ',
    )
    reply(
        "de-outlook",
        f"Von: 神的使者 <{GM}>\nGesendet: Dienstag, 3. März 2026 20:00\nAn: Lin <{ME}>\nBetreff: [g41]\n\nQ",
    )
    reply(
        "fr-outlook",
        f"De : 神的使者 <{GM}>\nEnvoyé : mardi 3 mars 2026 20:00\nÀ : Lin <{ME}>\nObjet : [g41]\n\nQ",
    )
    reply(
        "ja-outlook",
        f"差出人: 神的使者 <{GM}>\n送信日時: 2026年3月3日 20:00\n宛先: Lin <{ME}>\n件名: [g41]\n\nQ",
    )
    reply(
        "ko-outlook",
        f"보낸 사람: 神的使者 <{GM}>\n보낸 날짜: 2026년 3월 3일 화요일 오후 8:00\n받는 사람: Lin <{ME}>\n제목: [g41]\n\nQ",
    )
    reply("es-gmail", f"El mar, 3 mar 2026 a las 20:00, GM (<{GM}>) escribió:\n\nQ", "> ")
    reply("ru-gmail", f"вт, 3 мар. 2026 г. в 20:00, GM <{GM}>:\n\nQ", "> ")
    reply("de-gmail", f"Am Di., 3. März 2026 um 20:00 Uhr schrieb GM <{GM}>:\n\nQ", "> ")
    reply(
        "it-gmail",
        f"Il giorno mar 3 mar 2026 alle ore 20:00 GM <{GM}> ha scritto:\n\nQ",  # codespell:ignore alle,ore
        "> ",
    )
    reply("pt-gmail", f"Em ter., 3 de mar. de 2026 às 20:00, GM <{GM}> escreveu:\n\nQ", "> ")
    reply("nl-gmail", f"Op di 3 mrt 2026 om 20:00 schreef GM <{GM}>:\n\nQ", "> ")
    reply("vi-gmail", f"Vào Th 3, 3 thg 3, 2026 vào lúc 20:00 GM <{GM}> đã viết:\n\nQ", "> ")
    reply("ko-gmail", f"2026년 3월 3일 (화) 오후 8:00, GM <{GM}>님이 작성:\n\nQ", "> ")
    reply("mailspring", f"On Mar 3 2026, at 8:00 pm, GM <{GM}> wrote:\n\nQ", "> ")
    reply(
        "coremail",
        f"-----原始邮件-----\n发件人:神的使者 <{GM}>\n发送时间:2026-03-03 20:00:00 (星期二)\n收件人: {ME}\n抄送:\n主题: [g41]\n\nQ",
    )
    reply("google-group", f"在 2026年3月3日星期二 UTC+8 20:00:00，神的使者 写道：\nQ", "> ")
    reply(
        "notes-zh",
        f"发件人:\t神的使者 <{GM}>\n收件人:\t{ME}\n日期:\t2026-03-03 20:00\n主题:\t[g41]\n\n\n\nQ",
    )
    reply(
        "notes-zh2",
        f"神的使者 <{GM}>\n2026-03-03 20:00\n\n\t收件人：\t{ME}\n\t抄送：\t\n\t主题：\t[g41] 第二夜\n\n\nQ",
    )
    reply(
        "em-client",
        f'------ 原始邮件 ------\n发件人: "神的使者" <{GM}>\n收件人: {ME}\n日期: 2026/3/3 20:00:00\n主题: [g41]\n\nQ',
    )
    reply("the-bat", f"Tuesday, March 3, 2026, 8:00:00 PM, you wrote:\n\nQ", "GM> ")
    reply(
        "zimbra",
        f'----- 原始邮件 -----\n发件人: "神的使者" <{GM}>\n收件人: "Lin" <{ME}>\n发送时间: 星期二, 2026年 3 月 03日 下午 8:00:00\n主题: [g41]\n\nQ',
    )
    reply("roundcube", f"在 2026-03-03 20:00，神的使者 写道：\nQ", "> ")
    reply("horde", f"引用 神的使者 <{GM}>：\n\nQ", "> ")
    reply("horde-en", f"Quoting GM <{GM}>:\n\nQ", "> ")
    reply("evolution", f"在 2026-03-03二的 20:00 +0800，神的使者写道：\nQ", "> ")
    reply("kmail", f"在 2026年3月3日星期二 CST 20:00:00，您写道：\nQ", "> ")
    reply("claws", f"On Tue, 3 Mar 2026 20:00:00 +0800\nGM <{GM}> wrote:\n\nQ", "> ")
    reply("gnus", f"GM <{GM}> writes:\n\nQ", "> ")
    reply(
        "samsung-en",
        f"-------- Original message --------\nFrom: GM <{GM}>\nDate: 3/3/26 20:00 (GMT+08:00)\nTo: {ME}\nSubject: [g41]\n\nQ",
    )
    reply("bluemail", f'在 2026年3月3日，20:00，在20:00，"神的使者" <{GM}> 写道：\nQ', ">")
    reply("bluemail-en", f'On Mar 3, 2026, 8:00 PM, at 8:00 PM, "GM" <{GM}> wrote:\nQ', ">")
    reply(
        "dingtalk",
        f"------------------------------------------------------------------\n发件人：神的使者<{GM}>\n发送时间：2026年3月3日(星期二) 20:00\n收件人：Lin<{ME}>\n主　题：[g41]\n\nQ",
    )
    reply(
        "outlook-new-zh",
        f"________________________________\n发件人: 神的使者 <{GM}>\n已发送: 2026 年 3 月 3 日星期二 20:00\n收件人: Lin <{ME}>\n主题: [g41]\n\nQ",
    )
    reply(
        "outlook-tw-new",
        f"________________________________\n寄件者: 神的使者 <{GM}>\n已傳送: 2026年3月3日星期二 下午 8:00\n收件者: Lin <{ME}>\n主旨: [g41]\n\nQ",
    )
    reply(
        "win10-mail",
        f"从 Windows 版邮件发送\n\n发件人: 神的使者\n发送时间: 2026年3月3日 20:00\n收件人: Lin\n主题: [g41]\n\nQ",
    )
    reply(
        "wechat-work",
        f'------------------ 原始邮件 ------------------\n发件人: "神的使者"<{GM}>; \n发件时间: 2026年3月3日(星期二) 晚上8:00\n收件人: "林晓东"<{ME}>; \n主题: [g41]\n\nQ',
    )
    reply(
        "qq-tw",
        f'------------------ 原始郵件 ------------------\n寄件者: "神的使者" <{GM}>;\n發送時間: 2026年3月3日(星期二) 晚上8:00\n收件者: "林曉東"<{ME}>;\n主題: [g41]\n\nQ',
    )
    reply(
        "sohu",
        f"----- Original Message -----\nFrom: 神的使者\nTo: Lin\nSent: Tuesday, March 03, 2026 8:00 PM\nSubject: [g41]\n\nQ",
    )
    reply("foxmail-mac", f"在 2026年3月3日 +0800 20:00，神的使者 <{GM}>，写道：\nQ", "> ")
    reply("yandex", f'03.03.2026, 20:00, "GM" <{GM}>:\nQ', "> ")
    reply("mailru", f"Вторник, 3 марта 2026, 20:00 +08:00 от GM <{GM}>:\n \nQ", ">")
    reply("gmail-app-zh-tw", f"GM <{GM}>於 2026年3月3日 週二，下午8:00寫道：\n\nQ", "> ")
    reply("pipe-marks", f"在 2026/3/3 20:00, 神的使者 写道:\nQ", "| ")
    reply("deep-marks", f"在 2026/3/3 20:00, 神的使者 写道:\nQ", ">> ")
    reply("wide-marks", f"在 2026/3/3 20:00, 神的使者 写道:\nQ", "＞ ")
    reply(
        "wrote-long-name",
        f"On Tue, Mar 3, 2026 at 8:00 PM A Very Long Display Name That Is\nBroken Over Three Lines 神的使者\n<{GM}> wrote:\n\nQ",
        "> ",
    )
    reply(
        "fwd-divider-zh",
        f"---------- 转发的邮件 ---------\n发件人： 神的使者 <{GM}>\nDate: 2026年3月3日\nSubject: x\nTo: y\n\nQ",
    )
    reply("zoho", f"---- 在 星期二, 03 三月 2026 20:00:00 +0800 神的使者 <{GM}> 写道 ----\n\nQ")
    reply("zoho-en", f"---- On Tue, 03 Mar 2026 20:00:00 +0800 GM <{GM}> wrote ----\n\nQ")
    reply("tutanota", f"3. März 2026, 20:00 von {GM}:\n\nQ", "> ")
    reply("tutanota-en", f"Mar 3, 2026, 20:00 by {GM}:\n\nQ", "> ")
    reply("hey", f"On March 3, 2026, GM <{GM}> wrote:\n\nQ", "> ")
    reply("canary", f"On Tuesday, Mar 03, 2026 at 8:00 PM, GM <{GM}> wrote:\nQ")
    reply("airmail", f"On 3 March 2026 at 20:00:00, GM ({GM}) wrote:\n\nQ")
    reply("edison", f"在 3 3, 2026 8:00 下午, GM <{GM}> 写道：\n\nQ")
    reply(
        "naver",
        f'-----Original Message-----\nFrom: "GM"<{GM}>\nTo: <{ME}>;\nCc:\nSent: 2026-03-03 (화) 20:00:00 (GMT+08:00)\nSubject: [g41]\n\nQ',
    )


def signatures() -> None:
    for n, s in {
        "oppo": "从 OPPO 手机发送",
        "honor": "发自我的荣耀手机",
        "vivo": "来自 vivo 手机",
        "iphone-client": "发自我的iPhone客户端",
        "master": "发自 网易邮箱大师",
        "win10": "发送自 Windows 10 版邮件应用",
        "win": "从 Windows 版邮件发送",
        "outlook-android": "获取 Outlook for Android",
        "yahoo": "Sent from Yahoo Mail on Android",
        "pt": "Enviado do meu iPhone",  # codespell:ignore meu
        "ja": "iPhoneから送信",
        "de": "Von meinem iPhone gesendet",
        "fr": "Envoyé de mon iPhone",
        "ru": "Отправлено с iPhone",
        "ko": "나의 iPhone에서 보냄",
        "vi": "Được gửi từ iPhone của tôi",
        "it": "Inviato da iPhone",
        "nl": "Verstuurd vanaf mijn iPhone",
        "sv": "Skickat från min iPhone",
        "pl": "Wysłane z iPhone'a",
        "es": "Enviado desde mi iPhone",
        "tr": "iPhone'umdan gönderildi",
        "tw-ipad": "從我的iPad傳送",
        "huawei-en": "Sent from my Huawei phone",
        "mail-win": "Sent from Mail for Windows",
        "mob": "Sent from my mobile device. Please excuse typos.",
        "sina": "--\n发自新浪邮箱客户端",
        "126": "发自我的126手机智能邮箱",
        "qqmail-app": "发自我的QQ邮箱",
        "galaxy-en": "Sent from my Galaxy",
        "harmony": "发自我的 HUAWEI Mate 60 Pro",
        "mate": "来自我的HarmonyOS设备",
        "xiaomi14": "来自我的小米14",
        "dingtalk": "来自钉钉专属商务邮箱",
        "aliapp": "来自阿里邮箱 iPhone版",
        "wechat": "来自微信",
        "spark": "使用 Spark 发送",
        "spark-en": "Sent with Spark",
        "airmail": "Sent via Airmail",
        "gmail-mobile": "Sent from Gmail Mobile",
        "139": "发自139邮箱手机客户端",
        "foxmail": "发自我的Foxmail",
        "mailspring": "Sent from Mailspring (https://getmailspring.com/), the best free email app for work",
        "edge": "通过 Outlook for iOS 发送",
        "lark": "发自飞书邮箱",
        "bluemail": "获取 BlueMail Android 版",
        "bluemail-en": "Get BlueMail for Android",
        "k9": "-- \n使用 KILL-9 Mail 发送自我的Android设备，请原谅我的简短。",
        "proton-tw": "使用 Proton Mail 安全電子郵件傳送。",
        "apple-watch": "发自我的Apple Watch",
        "avast": "不含病毒。www.avast.com",
        "avast-en": "This email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
    }.items():
        c("sign-" + n, text(KILL + "\n\n" + s + "\n"))


def subjects() -> None:
    for n, s in enumerate(
        [
            "Re: [g41] 投票 小二",
            "AW: WG: [g41] 投票 小二",
            "答复: 回复：[g41] 投票 小二",
            "RE：RE: 投票 小二",
            "Re[3]: [g41] 投票 小二",
            "Re(2): [g41] 投票 小二",
            "Re^2: [g41] 投票 小二",
            "SV: [g41] 投票 小二",
            "TR: [g41] 投票 小二",
            "RV: [g41] 投票 小二",
            "Antw: [g41] 投票 小二",
            "R: [g41] 投票 小二",
            "Odp: [g41] 投票 小二",
            "YNT: [g41] 投票 小二",
            "VS: [g41] 投票 小二",
            "RES: [g41] 投票 小二",
            "ENC: [g41] 投票 小二",
            "返信: [g41] 投票 小二",
            "转发: [g41] 投票 小二",
            "[game-list] Re: [g41] 投票 小二",
            "Re: [game] Fwd: [g41] 投票 小二",
            "回复:[g41]投票小二",
            "RIF: [g41] 投票 小二",
            "Réf: [g41] 投票 小二",
            "回复（2）：[g41] 投票 小二",
            "回信：[g41] 投票 小二",
            "Reply: [g41] 投票 小二",
            "Re : [g41] 投票 小二",
            "ＲＥ：[g41] 投票 小二",
        ]
    ):
        c("subject " + str(n), text("", Subject=word(s)), why=s, phase="day", **VOTED)


def charsets() -> None:
    c(
        "cs-utf16le-nobom",
        mail(
            base64.b64encode(KILL.encode("utf-16-le")).decode(),
            Content_Type="text/plain; charset=utf-16le",
            Content_Transfer_Encoding="base64",
        ),
    )
    c(
        "cs-utf16-nobom-le",
        mail(
            base64.b64encode(KILL.encode("utf-16-le")).decode(),
            Content_Type="text/plain; charset=utf-16",
            Content_Transfer_Encoding="base64",
        ),
    )
    c(
        "cs-utf32",
        mail(
            base64.b64encode(KILL.encode("utf-32")).decode(),
            Content_Type="text/plain; charset=utf-32",
            Content_Transfer_Encoding="base64",
        ),
    )
    c("cs-bom", text("\ufeff" + KILL))
    c(
        "cs-cesu",
        raw(
            (KILL).encode()
            + "\n😀".encode("utf-16-be", "surrogatepass")[:0]
            + b"\n\xed\xa0\xbd\xed\xb8\x80",
            "text/plain; charset=utf-8",
        ),
        readings=[reading("kill", "小一")],
    )

    def i2022cn(t):
        o = b""
        inx = False
        for ch in t:
            if ord(ch) < 128:
                if inx:
                    o += b"\x0f"
                    inx = False
                o += ch.encode()
            else:
                if not inx:
                    o += b"\x1b$)A\x0e"
                    inx = True
                o += bytes(b & 0x7F for b in ch.encode("gb2312"))
        return o + (b"\x0f" if inx else b"")

    c(
        "cs-iso-2022-cn",
        mail(
            i2022cn(KILL),
            Content_Type="text/plain; charset=iso-2022-cn",
            Content_Transfer_Encoding="7bit",
        ),
    )
    for label in [
        "gbk",
        "GB2312",
        "gb18030",
        "GB18030-2005",
        "x-gb18030",
        '"gb2312"',
        "'gbk'",
        "gbk;",
        "zh-cn",
        "cn-gb",
        "csiso58gb231280",
        "hz-gb-2312",
    ]:
        cod = {"hz-gb-2312": "hz"}.get(label, "gb18030")
        if cod == "hz":
            c(
                "cs-" + label,
                mail(KILL.encode("hz"), Content_Type=f"text/plain; charset={label}"),
            )
        else:
            c("cs-" + label, raw(KILL.encode(cod), f"text/plain; charset={label}"))
    for label in [
        "utf-8",
        "UTF8",
        "utf-8;",
        "utf_8",
        '"utf-8"; x=y',
        "utf-8-mac",
        "UTF-8 ",
        "utf-8,gbk",
        "utf-8&quot;",
    ]:
        c("cs-" + label, raw(KILL.encode(), f"text/plain; charset={label}"))
    for label in [
        "windows-1252",
        "iso-8859-15",
        "koi8-r",
        "windows-1251",
        "euc-kr",
        "shift_jis",
        "iso-2022-jp",
    ]:
        c("cs-wrong-" + label, raw(KILL.encode(), f"text/plain; charset={label}"))
    for label in ["windows-1252", "koi8-r", "euc-kr", "shift_jis", "windows-1251"]:
        c("cs-wronggbk-" + label, raw(KILL.encode("gbk"), f"text/plain; charset={label}"))
    for label in ["big5", "Big5-HKSCS", "cp950", "big5-hkscs", "x-x-big5"]:
        c("cs-t-" + label, raw(KILL_T.encode("big5"), f"text/plain; charset={label}"), **KILLED_T)
    c("cs-big5-as-gb", raw(KILL_T.encode("big5"), "text/plain; charset=gb2312"), **KILLED_T)
    c("cs-big5-as-utf8", raw(KILL_T.encode("big5"), "text/plain; charset=utf-8"), **KILLED_T)
    c("cs-gbk-as-big5", raw(KILL.encode("gbk"), "text/plain; charset=big5"))
    c("cs-trad-in-gbk", raw(KILL_T.encode("gbk"), "text/plain; charset=gb2312"), **KILLED_T)
    c("cs-none-utf8", raw(KILL.encode(), None))
    c("cs-none-gbk", raw(KILL.encode("gbk"), None))
    c(
        "cs-none-html-gbk",
        raw(("<div>" + KILL.replace("\n", "</div><div>") + "</div>").encode("gbk"), "text/html"),
    )
    c(
        "cs-html-meta-lies",
        raw(
            ("<meta charset=gb2312><div>" + KILL.replace("\n", "</div><div>") + "</div>").encode(),
            "text/html; charset=utf-8",
        ),
    )
    c(
        "cs-html-meta-lies2",
        raw(
            ("<meta charset=utf-8><div>" + KILL.replace("\n", "</div><div>") + "</div>").encode(
                "gbk"
            ),
            "text/html; charset=gbk",
        ),
    )


def transfers() -> None:
    c(
        "te-qp-lower",
        mail(
            qp(KILL).lower(),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="Quoted-Printable",
        ),
    )
    c(
        "te-qp-softspace",
        mail(
            qp(KILL).replace("=9D", "=\n=9D").replace("=\n", "=  \n"),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="quoted-printable",
        ),
    )
    bb = base64.b64encode(KILL.encode()).decode()
    c(
        "te-b64-percol",
        mail(
            "\n".join(bb),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="BASE64",
        ),
    )
    c(
        "te-b64-spaces",
        mail(
            " ".join(bb[i : i + 8] for i in range(0, len(bb), 8)),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="base64",
        ),
    )
    c(
        "te-b64-nopad",
        mail(
            base64.b64encode((KILL + "x").encode()).decode().rstrip("="),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="base64",
        ),
        text=KILL + "x",
    )
    k1 = KILL.encode()
    c(
        "te-b64-concat",
        mail(
            base64.b64encode(k1[:10]).decode() + "\n" + base64.b64encode(k1[10:]).decode(),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="base64",
        ),
    )
    c(
        "te-b64-quoted",
        mail(bb, Content_Type="text/plain; charset=utf-8", Content_Transfer_Encoding='"base64"'),
    )
    c(
        "te-b64-comment",
        mail(bb, Content_Type="text/plain; charset=utf-8", Content_Transfer_Encoding="base64 (x)"),
    )
    c(
        "te-b64-urlsafe",
        mail(
            bb.replace("+", "-").replace("/", "_"),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="base64",
        ),
    )
    c(
        "te-b64-x",
        mail(bb, Content_Type="text/plain; charset=utf-8", Content_Transfer_Encoding="x-base64"),
    )
    uu = (
        "begin 644 mail.txt\n"
        + "".join(binascii.b2a_uu(k1[i : i + 45]).decode() for i in range(0, len(k1), 45))
        + "`\nend\n"
    )
    c(
        "te-uu",
        mail(uu, Content_Type="text/plain; charset=utf-8", Content_Transfer_Encoding="x-uuencode"),
    )
    c("te-b64-undeclared", mail(bb + "\n", Content_Type="text/plain; charset=utf-8"), readings=[])
    c("te-qp-undeclared", mail(qp(KILL), Content_Type="text/plain; charset=utf-8"), readings=[])
    c(
        "te-double-b64",
        mail(
            base64.b64encode(bb.encode()).decode(),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="base64",
        ),
        readings=[],
    )


def headers() -> None:
    whole = text(KILL)
    c("hd-lf", whole.replace(b"\r\n", b"\n"))
    c("hd-cr", whole.replace(b"\r\n", b"\r"))
    c("hd-mbox", b"From linxd@example.com Tue Mar  3 20:00:00 2026\r\n" + whole)
    c("hd-mboxgt", b">From linxd@example.com Tue Mar  3 20:00:00 2026\r\n" + whole)
    c("hd-bom", b"\xef\xbb\xbf" + whole)
    c("hd-blank", b"\r\n\r\n" + whole)
    c(
        "hd-spacecolon",
        whole.replace(b"Content-Type:", b"Content-Type :").replace(
            b"Content-Transfer-Encoding:", b"Content-Transfer-Encoding\t:"
        ),
    )
    c("hd-ct-noslash", raw(KILL.encode(), "text"))
    c("hd-ct-empty-cs", raw(KILL.encode(), "text/plain; charset="))
    c("hd-ct-two-cs", raw(KILL.encode(), "text/plain; charset=utf-8; charset=gbk"))
    c(
        "hd-ct-two",
        raw(KILL.encode(), "text/plain; charset=utf-8\r\nContent-Type: text/html; charset=gbk"),
    )
    c("hd-upper", raw(KILL.encode("gbk"), "TEXT/PLAIN; CHARSET=GBK"))
    c("hd-ct-plain-only", raw(KILL.encode(), "plain/text; charset=utf-8"))
    c("hd-no-mimever", text(KILL, MIME_Version=None))
    c("hd-ct-folded", raw(KILL.encode(), "text/plain;\r\n\tcharset=utf-8;\r\n format=flowed"))
    c("hd-html-as-plain-text", raw(KILL.encode(), "text/html; charset=utf-8"))
    c(
        "hd-dup-subject",
        text("", Subject=word("[g41] 投票 小二") + "\r\nSubject: " + word("[g41] 投票 小三")),
        phase="day",
        targets_none=True,
    )


def structures() -> None:
    plain_part = words_part(KILL)
    rich_part = words_part(
        "<div>" + KILL.replace("\n", "</div><div>") + "</div>", "text/html; charset=utf-8"
    )
    c(
        "mm-amp",
        multi(
            "multipart/alternative",
            plain_part,
            words_part(
                "<html amp4email><body>杀 小三</body></html>", "text/x-amp-html; charset=utf-8"
            ),
            rich_part,
        ),
    )
    c("mm-html-first", multi("multipart/alternative", rich_part, plain_part))
    c(
        "mm-calendar-alt",
        multi(
            "multipart/alternative",
            plain_part,
            words_part(
                "BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR",
                "text/calendar; charset=utf-8; method=REPLY",
            ),
        ),
    )
    c(
        "mm-mixed-rel-alt",
        multi(
            "multipart/mixed",
            nested(
                "multipart/related",
                "r1",
                nested("multipart/alternative", "a1", plain_part, rich_part),
                PICTURE,
            ),
        ),
    )
    c(
        "mm-rel-alt-pic",
        multi(
            'multipart/related; type="multipart/alternative"',
            nested("multipart/alternative", "a1", plain_part, rich_part),
            PICTURE,
        ),
    )
    c(
        "mm-vcard",
        multi(
            "multipart/mixed",
            plain_part,
            part("text/vcard; name=me.vcf", "BEGIN:VCARD\nTEL:13900001234\nEND:VCARD"),
        ),
        text=KILL,
        dropped={"attachments_has": ["me.vcf"]},
    )
    c(
        "mm-vcard-noname",
        multi(
            "multipart/mixed",
            plain_part,
            part("text/x-vcard", "BEGIN:VCARD\nTEL:13900001234\nEND:VCARD"),
        ),
        text=KILL,
    )
    c(
        "mm-enriched",
        multi(
            "multipart/alternative",
            plain_part,
            words_part("<bold>" + KILL + "</bold>", "text/enriched; charset=utf-8"),
        ),
    )
    c(
        "mm-enriched-only",
        mail(
            b64("<bold>杀 小一</bold>\n\n没有风的晚上。"),
            Content_Type="text/enriched; charset=utf-8",
            Content_Transfer_Encoding="base64",
        ),
        readings=[reading("kill", "小一")],
    )
    c(
        "mm-rtf",
        mail(b64("{\\rtf1 x}"), Content_Type="application/rtf", Content_Transfer_Encoding="base64"),
        problem="*",
        readings=[],
    )
    c(
        "mm-digest",
        multi("multipart/digest", "\n" + FORWARDED, "\n" + FORWARDED),
        readings=[],
        targets_none=True,
    )
    c(
        "mm-partial",
        mail(KILL, Content_Type='message/partial; id="x"; number=1; total=2'),
        targets_none=True,
    )
    c(
        "mm-external",
        mail(
            "Content-Type: text/plain\n\nx",
            Content_Type='message/external-body; access-type=URL; URL="http://x"',
        ),
        targets_none=True,
    )
    c("mm-fwd-html", multi("multipart/mixed", rich_part, part("message/rfc822", FORWARDED)))
    c("mm-parallel", multi("multipart/parallel", plain_part, PICTURE))
    c("mm-report-human", multi('multipart/report; report-type="x"', plain_part))
    c(
        "mm-boundary-quotes",
        mail(
            "--a b'c\n" + plain_part + "--a b'c--\n",
            Content_Type='multipart/mixed; boundary="a b\'c"',
        ),
    )
    c(
        "mm-boundary-space",
        mail("--b41 \n" + plain_part + "--b41-- \n", Content_Type="multipart/mixed; boundary=b41"),
    )
    c(
        "mm-boundary-missing-param",
        mail("--b41\n" + plain_part + "--b41--\n", Content_Type="multipart/mixed"),
    )
    c(
        "mm-boundary-case",
        mail("--B41\n" + plain_part + "--B41--\n", Content_Type="multipart/mixed; boundary=b41"),
    )
    c(
        "mm-boundary-rfc2231",
        mail(
            "--b41\n" + plain_part + "--b41--\n",
            Content_Type="multipart/mixed; boundary*0=b; boundary*1=41",
        ),
    )
    c(
        "mm-preamble",
        mail(
            "This is a multi-part message in MIME format.\n杀 小三\n--b41\n"
            + plain_part
            + "--b41--\n杀 小四\n",
            Content_Type="multipart/mixed; boundary=b41",
        ),
    )
    c(
        "mm-inner-same-boundary",
        mail(
            "--b41\n"
            + nested("multipart/alternative", "b41x", plain_part, rich_part)
            + "--b41--\n",
            Content_Type="multipart/mixed; boundary=b41",
        ),
    )
    c(
        "mm-disp-inline-plain",
        multi("multipart/mixed", words_part(KILL, Content_Disposition="inline"), PICTURE),
    )
    c(
        "mm-att-txt",
        multi(
            "multipart/mixed",
            plain_part,
            words_part(
                "杀 小三",
                "text/plain; charset=utf-8; name=a.txt",
                Content_Disposition="attachment; filename=a.txt",
            ),
        ),
    )
    c(
        "mm-att-txt-noname",
        multi(
            "multipart/mixed", plain_part, words_part("杀 小三", Content_Disposition="attachment")
        ),
    )
    c(
        "mm-att-html-noname",
        multi(
            "multipart/mixed",
            plain_part,
            words_part("<p>杀 小三", "text/html", Content_Disposition="attachment"),
        ),
    )
    c(
        "mm-listfooter-html",
        multi(
            "multipart/mixed",
            nested("multipart/alternative", "a1", plain_part, rich_part),
            part(
                "text/plain; charset=us-ascii",
                "_______________________________________________\nGame mailing list -- game@lists.example.org\nTo unsubscribe send an email to game-leave@lists.example.org\n",
                Content_Disposition="inline",
            ),
        ),
    )
    c(
        "mm-protected-legacy",
        multi(
            'multipart/mixed; protected-headers="v1"',
            part(
                'text/plain; protected-headers="v1"',
                "Subject: [g41] x\n",
                Content_Disposition="inline",
            ),
            plain_part,
        ),
    )
    c(
        "mm-smime-opaque",
        mail(
            base64.encodebytes(
                opaque(
                    "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
                    + b64(KILL)
                )
            ).decode(),
            Content_Type="application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
            Content_Transfer_Encoding="base64",
        ),
    )
    c(
        "mm-smime-enc",
        mail(
            b64("xx"),
            Content_Type="application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
            Content_Transfer_Encoding="base64",
            Subject="x",
        ),
        problem="*",
        readings=[],
    )
    c(
        "mm-pgp-inline-enc",
        text("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----", Subject="..."),
        problem="*",
        readings=[],
    )
    c(
        "mm-autocrypt-key",
        multi(
            "multipart/mixed",
            plain_part,
            part(
                "application/pgp-keys; name=OpenPGP_0x1.asc",
                "-----BEGIN PGP PUBLIC KEY BLOCK-----\nx\n",
                Content_Disposition="attachment; filename=OpenPGP_0x1.asc",
            ),
        ),
    )
    c(
        "mm-apple-double",
        multi(
            "multipart/mixed",
            nested(
                "multipart/appledouble",
                "d",
                part("application/applefile", "x"),
                part("image/jpeg; name=a.jpg", "x"),
            ),
            plain_part,
        ),
    )
    c("mm-skeleton", multi("multipart/skeleton", plain_part))


def pages() -> None:
    def h(name, m, **e):
        c("ht-" + name, page(m), **(e or KILLED))

    rows = "<div>杀 小一</div><div>没有风的晚上。</div>"
    h("mso-cond", "<!--[if mso]><p>杀 小三</p><![endif]-->" + rows)
    h("mso-cond-rev", "<![if !mso]>" + rows + "<![endif]>")
    h(
        "ruby",
        "<div>杀 <ruby>小一<rp>(</rp><rt>xiao yi</rt><rp>)</rp></ruby></div><div>没有风的晚上。</div>",
    )
    h("noframes", "<noframes>杀 小三</noframes><noembed>杀 小四</noembed>" + rows)
    h("datalist", "<datalist><option value=x>杀 小三</option></datalist>" + rows)
    h("template-select", "<select><option>杀 小三</select><template>杀 小四</template>" + rows)
    h(
        "id-hidden",
        "<style>#q{display:none}</style><div id=q>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
        any=[{"readings": [reading("kill", "小一")]}, {"problem": "*"}],
    )
    h(
        "class-comma",
        "<style>.a,.q{display:none}</style><div class=q>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "class-tag",
        "<style>div.q{display:none}</style><div class=q>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "class-nested",
        "<style>@media screen{.q{display:none}}</style><div class=q>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "scale0",
        "<div style='transform:scale(0)'>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "clip",
        "<div style='position:absolute;clip:rect(0,0,0,0)'>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "w0",
        "<div style='width:0;height:0;overflow:hidden'>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "lh0",
        "<div style='line-height:0;font-size:0'>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "fontwhite",
        "<font color='#FFFFFF'>杀 小三</font>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "samecolor",
        "<div style='background:#000;color:#000'>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "font-size-attr",
        "<div style='font:0/0 a'>杀 小三</div>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "details",
        "<details><summary>x</summary>杀 小三</details>" + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "ins-del",
        "<div><del>杀 小三</del><ins>杀 小一</ins></div><div>没有风的晚上。</div>",
        readings_lack=[{"targets": ["小三"]}],
    )
    h("name-partly-struck", "<div>杀 小<s>三</s>一</div>", targets_none=True, problem="*")
    h("ol", "<ol><li>杀 小一</li></ol><div>没有风的晚上。</div>")
    h("entities", "<div>&#x6740;&nbsp;&#23567;&#19968;</div><div>没有风的晚上。</div>")
    h("wbr", "<div>杀 小<wbr>一</div><div>没有风的晚上。</div>")
    h("shy", "<div>杀 小&shy;一</div>", targets_none=True, problem="*")
    h("button", "<button>杀 小三</button>" + rows, readings_lack=[{"targets": ["小三"]}])
    h("marquee", "<marquee>杀 小一</marquee><div>没有风的晚上。</div>")
    h(
        "qq-editor",
        '<meta http-equiv="Content-Type" content="text/html; charset=GB18030"><div style="min-height:22px;margin-bottom:8px;">杀 小一</div><div>没有风的晚上。</div><div><includetail><!--<![endif]--></includetail></div>',
    )
    h(
        "qq-sign",
        '<div>杀 小一<br>没有风的晚上。</div><div><sign signid="1"><div style="color:#909090;font-family:Arial Narrow;font-size:12px">------------------</div><div>林晓东</div></sign></div>',
    )
    h(
        "qq-xm",
        '<div id="xm-0">'
        + rows
        + '</div><div class="xmail-signature">林晓东<br>13900001234</div><div id="QQMailBlockStart"></div>',
    )
    h(
        "qq-new-quote",
        rows
        + '<div style="position:relative;"><div id="quote-wrap"><div class="qmbox"><div>------------------&nbsp;原始邮件&nbsp;------------------</div><div>发件人: gm</div></div></div></div>杀 小三',
    )
    h("wps", "<p>杀 小一</p><p>没有风的晚上。</p>")
    h("table-layout", "<table><tr><td>杀 小一</td></tr><tr><td>没有风的晚上。</td></tr></table>")
    h("br-only", "杀 小一<br/>没有风的晚上。<br/><br/>")
    h(
        "span-split",
        "<div><span>杀</span><span> </span><span>小</span><span>一</span></div><div>没有风的晚上。</div>",
    )
    h(
        "base64-img",
        '<div>杀 小一</div><img src="data:image/png;base64,AAAA" alt="杀 小三"><div>没有风的晚上。</div>',
    )
    h("svg-text", "<svg><text>杀 小三</text></svg>" + rows)
    h(
        "outlook-x-hidden",
        '<div style="display:none!important;mso-hide:all">杀 小三</div>' + rows,
        readings_lack=[{"targets": ["小三"]}],
    )
    h(
        "feishu-quote",
        rows
        + f'<div class="history-quote-wrapper"><div>发件人: gm&lt;{GM}&gt;</div><div>杀 小三</div></div>',
    )
    h(
        "dingtalk-quote",
        rows
        + f'<div class="__aliyun_previous_content_wrap"><div>------------------------------------------------------------------</div><div>发件人：gm&lt;{GM}&gt;</div><div>发送时间：2026年3月3日(星期二) 20:00</div><div>收件人：x</div><div>主　题：y</div><div>杀 小三</div></div>',
    )
    h(
        "zoho-quote",
        rows
        + '<div class="zmail_extra"><div>---- On Tue wrote ----</div><blockquote>杀 小三</blockquote></div>',
    )
    h(
        "icloud-web",
        rows
        + '<blockquote type="cite"><div>On Mar 3, 2026, at 8:00 PM, GM &lt;x@y.z&gt; wrote:</div><div>杀 小三</div></blockquote>',
    )
    h(
        "spark-quote",
        rows
        + '<div name="messageReplySection">在 2026年3月3日 +0800 20:00，GM &lt;x@y.z&gt;，写道：<br><blockquote type="cite">杀 小三</blockquote></div>',
    )
    h(
        "mailmaster-quote2",
        rows
        + '<div class="ntes-mailmaster-quote"><div>---- 回复的原邮件 ----</div><blockquote>杀 小三</blockquote></div>',
    )
    h(
        "xmail-quote",
        rows
        + '<div class="xm_mail_oringinal_describe" style="background:#f9f9f9"><div>发件人: gm</div></div><div class="xm_compose_origin_mail_container">杀 小三</div>',
    )


def machines() -> None:
    auto("exchange-zh", "auto_reply", "我在出差。", Subject=word("自动答复: [g41] 第二夜"))
    auto("exchange-tw", "auto_reply", "我在出差。", Subject=word("自動回覆: [g41] 第二夜"))
    auto("exchange-de", "auto_reply", "Ich bin weg.", Subject="Automatische Antwort: [g41]")
    auto("exchange-fr", "auto_reply", "Absent", Subject=word("Réponse automatique : [g41]"))
    auto("exchange-es", "auto_reply", "x", Subject=word("Respuesta automática: [g41]"))
    auto("exchange-it", "auto_reply", "x", Subject="Risposta automatica: [g41]")
    auto("exchange-pt", "auto_reply", "x", Subject=word("Resposta automática: [g41]"))
    auto("exchange-ja", "auto_reply", "x", Subject=word("自動応答: [g41]"))
    auto("exchange-ja2", "auto_reply", "x", Subject=word("自動返信: [g41]"))
    auto("exchange-ko", "auto_reply", "x", Subject=word("자동 회신: [g41]"))
    auto("exchange-ru", "auto_reply", "x", Subject=word("Автоматический ответ: [g41]"))
    auto("abwesend", "auto_reply", "x", Subject="Abwesenheitsnotiz: [g41]")
    auto(
        "163-name",
        "auto_reply",
        "您好，邮件已收到。",
        Subject=word("林晓东 自动回复:Re: [g41] 第二夜"),
    )
    auto("163-plain", "auto_reply", "我已收到邮件", Subject=word("自动回复:[g41] 第二夜"))
    auto("126-brackets", "auto_reply", "ok", Subject=word("【自动回复】[g41]"))
    auto("feishu", "auto_reply", "ok", Subject=word("[自动回复] [g41] 第二夜"))
    auto("dingtalk", "auto_reply", "您好，我正在休假，将于3月10日返回，期间无法及时回复邮件。")
    auto("exmail", "auto_reply", "这是来自腾讯企业邮箱的自动回复邮件。\n\n您好，我最近正在休假中。")
    auto(
        "exmail-wecom",
        "auto_reply",
        "您好，我最近正在休假中，无法亲自回复您的邮件。我将在假期结束后，尽快给您回复。",
    )
    auto(
        "qq-new",
        "auto_reply",
        "您好，您的邮件我已收到，我会尽快回复您。\n——————————————————\n这是来自QQ邮箱的自动回复邮件。",
    )
    auto("aliyun", "auto_reply", "【自动回复】您的来信已收到！我会尽快回复。")
    auto("sina", "auto_reply", "您好！您的来信已经收到，我会尽快给您回复，谢谢！")
    auto("sohu", "auto_reply", "邮件已收到，谢谢！\n此邮件为系统自动回复，请勿回复。")
    auto("139", "auto_reply", "您好，我已收到您的邮件，会尽快与您联系。[自动回复]")
    auto(
        "gmail-vac",
        "auto_reply",
        "I am away.",
        Precedence="bulk",
        Auto_Submitted="auto-replied",
        Subject="Out of town Re: [g41]",
    )
    auto("ooo", "auto_reply", "I am currently out of the office with limited access to email.")
    auto(
        "ooo2", "auto_reply", "Thank you for your email. I will be out of the office until Monday."
    )
    auto(
        "ticket",
        "auto_reply",
        "您的请求已收到，工单号 10023。请勿直接回复本邮件。",
        From="support <noreply@example.com>",
    )
    auto("challenge", "auto_reply", "请点击下面的链接以确认您的邮件。", From="noreply@example.com")
    auto("xaf", "auto_reply", "x", X_Autogenerated="reply")
    auto("xms", "auto_reply", "x", X_MS_Exchange_Inbox_Rules_Loop="a@b")
    auto("feedback-id-none", "auto_reply", "x", X_Auto_Response_Suppress="OOF")
    auto(
        "qq-bounce",
        ["bounce"],
        "对不起，您的邮件被退回，收件人不存在",
        From="PostMaster <PostMaster@qq.com>",
        Subject=word("系统退信/The email is returned"),
    )
    auto(
        "163-bounce",
        "bounce",
        "很抱歉，您发送的邮件被退回",
        From="Postmaster@163.com",
        Subject=word("系统退信"),
    )
    auto(
        "qmail",
        "bounce",
        "Hi. This is the qmail-send program.",
        From="MAILER-DAEMON@example.com",
        Subject="failure notice",
    )
    auto(
        "exim",
        "bounce",
        "This message was created automatically by mail delivery software.",
        From="Mail Delivery System <Mailer-Daemon@example.com>",
        Subject="Mail delivery failed: returning message to sender",
    )
    auto(
        "exch-bounce",
        "bounce",
        "x",
        From="Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.com>",
        Subject=word("无法送达: [g41]"),
    )
    auto(
        "gmail-bounce",
        "bounce",
        "x",
        From="Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
        Subject="Delivery Status Notification (Failure)",
    )
    auto(
        "icloud-bounce",
        "bounce",
        "x",
        From="Mail Delivery Subsystem <MAILER-DAEMON@icloud.com>",
        Subject="Undelivered Mail Returned to Sender",
    )
    auto(
        "mdn-zh",
        "auto_reply",
        "您的邮件 已于 2026年3月3日 阅读",
        Subject=word("已读: [g41]"),
        Content_Disposition_X="x",
    )
    auto("mdn-en", "auto_reply", "Your message was read on", Subject="Read: [g41]")
    auto(
        "mdn-163",
        "auto_reply",
        "您的邮件已于2026年3月3日被收件人阅读",
        Subject=word("已读回执：[g41] 第二夜"),
    )
    auto(
        "mdn-tb",
        "auto_reply",
        multi(
            "multipart/report; report-type=disposition-notification",
            words_part("这是对您发给 x 的邮件的回执。"),
            part(
                "message/disposition-notification",
                "Final-Recipient: rfc822;x\nDisposition: manual-action/MDN-sent-manually; displayed\n",
            ),
        ),
    )
    auto("mdn-notread", "auto_reply", "x", Subject=word("未读: [g41]"))
    auto(
        "arf",
        "bounce",
        multi(
            "multipart/report; report-type=feedback-report",
            words_part("abuse"),
            part("message/feedback-report", "Feedback-Type: abuse\n"),
        ),
    )
    auto(
        "dsn-success",
        "bounce",
        multi(
            "multipart/report; report-type=delivery-status",
            words_part("ok"),
            part("message/delivery-status", "Action: delivered\nStatus: 2.0.0\n"),
        ),
    )
    auto(
        "calendar-accept",
        ["auto_reply", None],
        multi(
            "multipart/alternative",
            words_part("x"),
            words_part(
                "BEGIN:VCALENDAR\nMETHOD:REPLY", "text/calendar; method=REPLY; charset=utf-8"
            ),
        ),
    )
    auto(
        "google-cal",
        ["auto_reply", None],
        "林晓东 已接受此邀请。",
        Subject=word("已接受: [g41] @ 2026年3月3日"),
    )
    auto(
        "ezmlm",
        "list",
        "杀 小一",
        Mailing_List="contact x; run by ezmlm",
        Delivered_To="mailing list x@y",
    )
    auto("group", "list", "杀 小一", List_Id="<x.googlegroups.com>", X_Google_Group_Id="1")
    auto("newsletter", "list", "杀 小一", List_Unsubscribe="<mailto:x@y>")
    auto("xlist", "list", "杀 小一", X_Mailing_List="x")
    auto("x-loop", "loop", "杀 小一", X_Loop="x")
    auto("facebook", ["auto_reply", "list"], "x", From="notify@example.com", Precedence="list")
    auto("wordpress", "auto_reply", "x", Auto_Submitted="auto-generated")
    auto("as-comment", "auto_reply", "x", Auto_Submitted="auto-replied (vacation)")


def people() -> None:
    human("yidu-word", "已读: 这个词他昨天用过。\n分析 他总说已读不回。")
    human(
        "auto-word", "自动回复？他说的。\n投票 小二", expect={"readings": [reading("vote", "小二")]}
    )
    human("received-thanks", "收到，谢谢。")
    human("signin", "签到", expect={"readings": [reading("checkin")]})
    human("shoudao", "收到")
    human("leave", "请假 三天 我在出差，无法上网", expect={"readings": [reading("leave")]})
    human(
        "holiday",
        "分析\n我目前在外出差，无法细看，但是小二的话前后对不上。我会尽快回复大家。",
        expect={"readings": [reading("analysis")]},
    )
    human(
        "plot-ooo",
        "剧情\n本邮件由系统自动发送：村长办公室无人。",
        expect={"readings": [reading("plot")]},
    )
    human(
        "vote-mail",
        "投票 小二\n你的邮件我已收到，谢谢。",
        expect={"readings": [reading("vote", "小二")]},
    )
    human(
        "kill-auto-decl",
        "杀 小一\n这是来自地狱的自动回复。",
        expect={"readings": [reading("kill", "小一")]},
    )
    human(
        "noreply-like",
        "杀 小一",
        From="No Reply Fan <replyfan@example.com>",
        expect={"readings": [reading("kill", "小一")]},
    )
    human("as-no", "杀 小一", Auto_Submitted="no", expect={"readings": [reading("kill", "小一")]})
    human(
        "prec-first",
        "杀 小一",
        Precedence="first-class",
        expect={"readings": [reading("kill", "小一")]},
    )
    human("exchange-human", "杀 小一", X_Auto_Response_Suppress="")
    human(
        "subject-reread",
        "杀 小一",
        Subject=word("已读完规则: 我来了"),
        expect={"readings": [reading("kill", "小一")]},
    )
    human(
        "subject-return",
        "投票 小二",
        Subject=word("退信是怎么回事"),
        expect={"readings": [reading("vote", "小二")]},
    )
    human(
        "to-postmaster-name",
        "投票 小二",
        From=f"{word('postmaster')} <linxd@example.com>",
        expect={"readings": [reading("vote", "小二")]},
    )


def own_words() -> None:
    own("faces", "杀 小一\n>_< 好冷\n>.< 真的\n(>_<)\n<(￣︶￣)>")
    own("lines", "杀 小一\n-----\n夜里有人敲门\n-----\n没有开")
    own("dialog", "杀 小一\n他写道：“今晚来。”\n发件人：无名\n主题：死亡\n收件人：小一\n时间：午夜")
    own("dashes-list", "分析\n- 小二\n-- 小三\n--- 小四")
    own("url", "分析\n看 https://example.org/a?b=c 这里")
    own("jia", "杀 小一\n发自内心地讨厌你")
    own("fromheart", "杀 小一\n来自地狱的问候")
    own("sentfrom", "kill 小一\nsent from hell with love")
    own("thanks", "杀 小一\n谢谢你的邮件，小一")
    own("legal", "遗言\n本邮件是我的遗言：我是平民，请大家替我报仇，小二的话前后矛盾。")
    own("footnote", "分析\n[1] 小二\n[2] 小三\n_______\n注：以上")
    own("quoteown", "分析\n他说：\n“> 我是平民”\n这话不对")
    own("onwrote", "分析\nOn the whole, he wrote: nothing.\nAt 3 am somebody wrote on the wall.")
    own(
        "numbers",
        ">3 票就出局，所以\n投票 小二",
    )
    own("gt10", "分析\n>10 票的有小二\n>5 票的有小三\n>1 票的有小四")
    own("sig-like", "杀 小一\n--\n这是凶手留下的记号\n--\n没有别的")
    own("tab", "分析\n\t第一\n\t第二")
    own("emoji", "杀 小一\n🔪😈 🈶")
    own("closing", "遗言\n我死得冤，请替我查小二。\n此致\n敬礼")
    own("long", "分析\n" + "很长的一行，" * 300)
    own("star", "分析\n*重点*：小二\n**不是**小三")
    own("table", "分析\n| 人 | 票 |\n| 小二 | 3 |\n| 小三 | 1 |")
    own("date", "分析\n2026年3月3日 20:00 小二 写道：我不在\n这句是假的")
    own("colonend", "分析\n2026-03-03 20:00 小二说的话:\n我是好人\n这句是假的")
    own("phoneword", "分析\n他说“发自我的iPhone”，可他没有手机")


def make() -> dict[str, tuple[bytes, str]]:
    """Every mail with its expectations, by name."""
    made.clear()
    for chapter in (
        replies,
        signatures,
        subjects,
        charsets,
        transfers,
        headers,
        structures,
        pages,
        machines,
        people,
        own_words,
    ):
        chapter()
    return dict(made)


if __name__ == "__main__":
    write(FOLDER / "kinds", make())
