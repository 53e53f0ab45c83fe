"""The mails that are measured with: what people's programs send, no line of one like another's.

Every line carries the mail's number, so that nothing that is kept from one mail helps with the
next.
"""

import base64
from datetime import UTC, datetime
from email.utils import format_datetime

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def plain(number: int, words: str, *, sender: str, to: str, game: str, lines: int = 5) -> bytes:
    """A plain mail of 2 KB with 13 headers, answering one of ours, from a telephone."""
    own = "".join(f"第{number}次想了想，{n}号今天说的话还是不大对。\n" for n in range(lines))
    quoted = "".join(f"> 现在是第一夜，{n}号请在截止前发来（{number}）。\n" for n in range(12))
    attribution = f"在 2026年3月2日，20:00，神的使者 <{to}> 写道：\n"
    body = f"{words}\n\n{own}\n发自我的iPhone\n\n{attribution}\n{quoted}"
    head = headers(number, sender=sender, to=to, game=game)
    head += "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    return (head + body).replace("\n", "\r\n").encode()


def rich(number: int, words: str, *, sender: str, to: str, game: str) -> bytes:
    """A mail of 20 KB: the words in GB18030 as base64, once plain and once as HTML."""
    rows = [f"第{number}封信第{n}行：昨天的发言我又看了一遍。" for n in range(110)]
    text = "\r\n".join([words, "", *rows])
    cells = "".join(
        f"<div><span style='font-size:14px'>{row}</span></div>" for row in [words, *rows]
    )
    page = f"<html><head><meta charset='gb18030'></head><body>{cells}</body></html>"
    mark = f"----=_NextPart_{number:08d}"
    parts = "".join(
        f'--{mark}\nContent-Type: text/{kind}; charset="gb18030"\n'
        f"Content-Transfer-Encoding: base64\n\n"
        f"{base64.encodebytes(said.encode('gb18030')).decode()}\n"
        for kind, said in (("plain", text), ("html", page))
    )
    head = headers(number, sender=sender, to=to, game=game)
    head += f'Content-Type: multipart/alternative; boundary="{mark}"\n\n'
    return f"{head}{parts}--{mark}--\n".replace("\n", "\r\n").encode()


def headers(number: int, *, sender: str, to: str, game: str) -> str:
    """Thirteen headers with the two that follow: as a provider's server passes them on."""
    name = base64.b64encode(f"某人{number}".encode()).decode()
    return f"""\
Received: from out{number % 9}.provider.test (out.provider.test [203.0.113.9])
\tby mx.host.example with ESMTPS id {number:012x}
\tfor <{to}>; {format_datetime(NOON)}
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=provider.test; s=s{number};
\th=from:to:subject:date:message-id; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=;
\tb=dzdVyOfAKCdLXdJOc9G2q8LoXSlEniSbav+yuU4zGeeruD00lszZ
From: =?utf-8?B?{name}?= <{sender}>
To: <{to}>
Subject: =?utf-8?B?{base64.b64encode(f"回复：[{game}] 第一夜".encode()).decode()}?=
Date: {format_datetime(NOON)}
Message-ID: <{number}.bench@provider.test>
In-Reply-To: <{number}.x@host.example>
References: <{number}.x@host.example>
X-Mailer: iPhone Mail (21F90)
MIME-Version: 1.0
"""
