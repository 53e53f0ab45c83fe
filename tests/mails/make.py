"""Makes the corpus beside it: `python -m tests.mails.make` from the root of the repository.

One call of `case` is one mail: NAME.eml with the bytes, NAME.json with why it is here and what
must come out of it. Names, addresses and texts are invented.
"""

import base64
import json
import quopri
from pathlib import Path

from tests.letters import clients

FOLDER = Path(__file__).parent
HANDLES = ["阿甲", "阿乙", "小一", "小二", "小三", "小四", "小五", "小六", "小七"]
QUOTE = "第二夜开始。\n请在 20:00 之前来信，例如：\n\n杀 小三\n祈祷 小三"
NOT_QUOTED = ["第二夜开始", "小三", clients.GM, "k7m2x9q4t8w3", clients.WRITER, "林晓东"]
NAME = "=?utf-8?B?5p6X5pmT5Lic?="


def b64(text: str, charset: str = "utf-8") -> str:
    return base64.encodebytes(text.encode(charset)).decode().strip()


def qp(text: str, charset: str = "utf-8") -> str:
    return quopri.encodestring(text.encode(charset)).decode()


def word(text: str, charset: str = "utf-8") -> str:
    return f"=?{charset}?B?{base64.b64encode(text.encode(charset)).decode()}?="


def head(fields: dict[str, str | None]) -> str:
    """The headers of a mail; a field given as None is left out."""
    known: dict[str, str | None] = {
        "Return-Path": "<linxd@example.com>",
        "Received": "from out.example.com (out.example.com [192.0.2.17]) by mx.games.test; "
        "Tue, 3 Mar 2026 20:00:09 +0800",
        "From": f"{NAME} <linxd@example.com>",
        "To": f"{word('神的使者')} <{clients.GM}>",
        "Subject": word("Re: [g41] 第二夜"),
        "Date": "Tue, 3 Mar 2026 20:00:07 +0800",
        "Message-ID": "<NAME@example.com>",
        "MIME-Version": "1.0",
    }
    known.update(fields)
    return "".join(f"{name}: {value}\r\n" for name, value in known.items() if value is not None)


def mail(body: bytes | str, **fields: str | None) -> bytes:
    """A mail; in the names of fields _ stands for -."""
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    data = body if isinstance(body, bytes) else body.replace("\n", "\r\n").encode()
    return head(named).encode("utf-8", "surrogateescape") + b"\r\n" + data


def text(words: str, label: str = "utf-8", codec: str = "", **fields: str | None) -> bytes:
    """A mail of one plain part, base64."""
    return mail(
        b64(words.replace("\n", "\r\n"), codec or label),
        Content_Type=f"text/plain; charset={label}",
        Content_Transfer_Encoding="base64",
        **fields,
    )


def page(markup: str, label: str = "utf-8", codec: str = "", **fields: str | None) -> bytes:
    """A mail of one HTML part, base64."""
    return mail(
        b64(markup, codec or label),
        Content_Type=f"text/html; charset={label}",
        Content_Transfer_Encoding="base64",
        **fields,
    )


def raw(words: bytes, content_type: str | None, **fields: str | None) -> bytes:
    """A mail of one part in eight bits."""
    return mail(words, Content_Type=content_type, Content_Transfer_Encoding="8bit", **fields)


def part(kind: str, body: str, **fields: str) -> str:
    named = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in fields.items())
    return f"Content-Type: {kind}\n{named}\n{body}\n"


def words_part(words: str, kind: str = "text/plain; charset=utf-8", **fields: str) -> str:
    return part(kind, b64(words), Content_Transfer_Encoding="base64", **fields)


def multi(kind: str, *parts: str, end: bool = True, **fields: str | None) -> bytes:
    """A mail of several parts."""
    body = "".join(f"--b41\n{piece}" for piece in parts) + ("--b41--\n" if end else "")
    return mail(body, Content_Type=f'{kind}; boundary="b41"', **fields)


def nested(kind: str, boundary: str, *parts: str) -> str:
    body = "".join(f"--{boundary}\n{piece}" for piece in parts)
    return f'Content-Type: {kind}; boundary="{boundary}"\n\n{body}--{boundary}--\n'


def box(tag: int, content: bytes) -> bytes:
    """A tag, a length and what is in it (DER)."""
    size = len(content)
    length = bytes((size,)) if size < 128 else bytes((0x82,)) + size.to_bytes(2, "big")
    return bytes((tag,)) + length + content


def opaque(content: str) -> bytes:
    """A SignedData without any signer around a mail part (RFC 5652)."""
    signed, data = bytes.fromhex("2a864886f70d010702"), bytes.fromhex("2a864886f70d010701")
    inside = box(6, data) + box(0xA0, box(4, content.replace("\n", "\r\n").encode()))
    fields = box(2, b"\x01") + box(0x31, b"") + box(0x30, inside) + box(0x31, b"")
    return box(0x30, box(6, signed) + box(0xA0, box(0x30, fields)))


PICTURE = part(
    "image/jpeg; name=IMG_0412.jpeg",
    "/9j/4AAAAAAAAAAAAAAAAAAAAAAA",
    Content_Transfer_Encoding="base64",
    Content_Disposition="inline; filename=IMG_0412.jpeg",
)
FORWARDED = f"From: gm <{clients.GM}>\nSubject: x\nMIME-Version: 1.0\n" + words_part(QUOTE)


def reading(kind: str, *targets: str, **more: list[str]) -> dict:
    return {"kind": kind, "targets": list(targets), **more}


made: dict[str, tuple[bytes, str]] = {}
"""The mails and expectations by name."""


def case(
    name: str,
    why: str,
    data: bytes,
    ruleset: str = "prayer",
    phase: str = "night",
    **expect: object,
) -> None:
    """Add one mail and what must come out of it."""
    answer = {
        "why": why,
        "handles": HANDLES,
        "ruleset": ruleset,
        "phase": phase,
        "expect": expect,
    }
    data = data.replace(b"<NAME@example.com>", f"<{name}@example.com>".encode())
    made[name] = data, json.dumps(answer, ensure_ascii=False, indent=1) + "\n"


def charsets() -> None:
    kill = "杀 小一\n没有风的晚上。"
    expected = {"text": kill, "problem": None, "readings": [reading("kill", "小一")]}
    for label, codec in {
        "x-gbk": "gbk",
        "cp936": "gbk",
        "gb_2312-80": "gbk",
        "utf8mb4": "utf-8",
        "uft-8": "utf-8",
        "unknown": "gbk",
        "x-unknown": "utf-8",
        "1": "utf-8",
        "iso-8859-1": "gbk",
        "us-ascii": "utf-8",
        "unicode-1-1-utf-7": "utf-7",
    }.items():
        case(
            f"charset-{label}",
            f"the label {label} over {codec} bytes",
            text(kill, label, codec),
            **expected,
        )
    case(
        "charset-escape-in-label",
        "an ISO-2022-JP escape in the name of the charset (django-mailbox#34)",
        mail(
            b64(kill),
            Content_Type='text/plain; charset="utf-8\x1b(B"',
            Content_Transfer_Encoding="base64",
        ),
        **expected,
    )
    case(
        "charset-rfc2231-label",
        "the charset parameter is RFC 2231 encoded itself (cpython PR#117994)",
        mail(
            b64(kill, "gbk"),
            Content_Type="text/plain; charset*=us-ascii'en'gbk",
            Content_Transfer_Encoding="base64",
        ),
        **expected,
    )
    case(
        "charset-comma-for-semicolon",
        "text/plain, charset=gbk with a comma",
        mail(
            b64(kill, "gbk"),
            Content_Type="text/plain, charset=gbk",
            Content_Transfer_Encoding="base64",
        ),
        **expected,
    )
    case(
        "charset-gb2312-label-utf8-bytes",
        "the label is gb2312, the bytes are UTF-8 and valid in both",
        raw("投票 小二".encode(), "text/plain; charset=gb2312"),
        phase="day",
        text="投票 小二",
        problem=None,
        readings=[reading("vote", "小二")],
    )
    case(
        "charset-none-gbk-valid-utf8",
        "no label; these GBK bytes are valid UTF-8 as well, but nonsense",
        raw("杀 小一".encode("gbk"), None),
        text="杀 小一",
        problem=None,
        readings=[reading("kill", "小一")],
    )
    case(
        "charset-none-big5",
        "no label, Big5 bytes",
        raw("投票 小二\n理由：他昨天說的話前後矛盾，我覺得很奇怪。".encode("big5"), "text/plain"),
        phase="day",
        text_has=["前後矛盾"],
    )
    case(
        "charset-hz-without-label",
        "HZ text that calls itself us-ascii",
        raw(b"~{Jx;j~} ~{P!H}~}", "text/plain; charset=us-ascii"),
        ruleset="three_lives",
        text="束魂 小三",
        problem=None,
        readings=[reading("bind", "小三")],
    )
    case(
        "charset-gb2312-dash-and-emoji",
        "an em dash, a rare character and an emoji under gb2312 (glpi#8986)",
        text("杀 小一\n——镕喆瞭😀，风停了。", "gb2312", "gb18030"),
        text="杀 小一\n——镕喆瞭😀，风停了。",
        problem=None,
    )
    case(
        "charset-utf8-broken-byte",
        "one byte of the name was lost under way: ask, never guess",
        raw("杀 小一".encode()[:-1] + "\n夜深了，风停了。".encode(), "text/plain; charset=utf-8"),
        targets_none=True,
        problem="*",
        text_has=["夜深了"],
    )
    case(
        "charset-utf16",
        "UTF-16 with its mark",
        mail(
            base64.b64encode("杀 小一".encode("utf-16")).decode(),
            Content_Type="text/plain; charset=utf-16",
            Content_Transfer_Encoding="base64",
        ),
        text="杀 小一",
        problem=None,
        readings=[reading("kill", "小一")],
    )
    case(
        "charset-html-meta-only",
        "HTML without a charset in the header, only in its meta element",
        mail(
            b'<html><head><meta charset="gbk"></head><body>' + "杀 小一".encode("gbk"),
            Content_Type="text/html",
            Content_Transfer_Encoding="8bit",
        ),
        text="杀 小一",
        problem=None,
    )


def transfers() -> None:
    case(
        "transfer-8-bit",
        "Content-Transfer-Encoding: 8-bit (cpython#105285)",
        mail(
            "祈祷 小二".encode(),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="8-bit",
        ),
        text="祈祷 小二",
        problem=None,
        readings=[reading("pray", "小二")],
    )
    case(
        "transfer-base64-that-is-plain",
        "base64 is declared, the body is plain",
        mail(
            "祈祷 小二".encode(),
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="base64",
        ),
        text="祈祷 小二",
        problem=None,
    )
    case(
        "transfer-base64-list-footer",
        "a list appended its footer to a base64 body without padding",
        mail(
            b64("祈祷 小二\n夜\n")
            + "\n_______________________________________________\nGame mailing list\n"
            "Game@lists.example.org\n",
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="base64",
        ),
        text="祈祷 小二\n夜",
        problem=None,
    )
    case(
        "transfer-qp-percentage",
        "a bare equals sign before two digits, in an encoder's output that escapes none",
        mail(
            "=E6=8A=95=E7=A5=A8 =E5=B0=8F=E4=B8=83\nx = y, p=50%, q=41",
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="quoted-printable",
        ),
        phase="day",
        text="投票 小七\nx = y, p=50%, q=41",
    )
    case(
        "transfer-qp-cut-in-character",
        "soft line ends of quoted-printable inside a GBK character",
        mail(
            "=C9=B1 =\n=D0=\n=A1=D2=BB",
            Content_Type="text/plain; charset=gbk",
            Content_Transfer_Encoding="quoted-printable",
        ),
        text="杀 小一",
        problem=None,
    )


def headers() -> None:
    body = "祈祷 小二"
    case(
        "subject-utf8-cut",
        "encoded words cut inside a UTF-8 character (node-imap PR#360)",
        text(
            "",
            Subject="=?utf-8?B?"
            + base64.b64encode("祈祷 小一".encode()[:4]).decode()
            + "?=\r\n =?utf-8?B?"
            + base64.b64encode("祈祷 小一".encode()[4:]).decode()
            + "?=",
        ),
        text="",
        subject_has=["祈祷 小一"],
        readings=[reading("pray", "小一")],
    )
    case(
        "subject-q-encoding",
        "a Q-encoded subject with underscores for blanks",
        text("", Subject="=?GBK?Q?=C6=ED=B5=BB_=D0=A1=D2=BB?="),
        subject_has=["祈祷 小一"],
        readings=[reading("pray", "小一")],
    )
    for name, subject, said, why in (
        ("word", "报名", "报名 小白", "the word of the sign-up in subject and body"),
        ("alone", "报名", "小白", "the word in the subject, the name in the body"),
        ("english", "substitute", "substitute Lisa", "the same in English"),
    ):
        kind, wanted = ("substitute", "Lisa") if name == "english" else ("signup", "小白")
        case(
            f"subject-sign-up-{name}",
            why,
            text(said, Subject=word(subject)),
            readings=[{"kind": kind, "targets": [], "text": wanted}],
        )
    case(
        "subject-unknown-charset",
        "an encoded word of a charset nobody knows (Mailman #445)",
        text("", Subject="=?x-unknown?B?" + base64.b64encode("祈祷 小一".encode()).decode() + "?="),
        subject_has=["祈祷 小一"],
        readings=[reading("pray", "小一")],
    )
    case(
        "subject-invisible-inside-name",
        "a zero-width space inside the name: a near miss, and nothing invisible is left",
        text("", Subject=word("祈祷 小\u200b一")),
        subject_lacks=["\u200b"],
        targets_none=True,
        problem="*",
    )
    case(
        "subject-line-separator",
        "U+2028 and a vertical tab in the subject",
        text(body, Subject=word("Re: [g41] a\u2028杀 小一\x0bx")),
        subject_lacks=["\u2028", "\x0b"],
        text=body,
        problem=None,
    )
    for name, value, why in (
        ("from-two-addresses", "a@example.com, linxd@example.com", "two addresses in From"),
        ("from-unquoted-address-name", "linxd@example.com <x@evil.test>", "an @ outside brackets"),
        (
            "from-encoded-address-name",
            f"{word('linxd@example.com')} <x@evil.test>",
            "an @ outside the brackets, hidden in an encoded word",
        ),
        ("from-comment-address", "x@evil.test (linxd@example.com)", "an @ in the comment"),
        ("from-empty", "", "an empty From"),
    ):
        case(
            name,
            f"{why}: the sender is not to be believed",
            text(body, From=value),
            text=body,
            from_not="x@evil.test" if "evil" in value else "a@example.com",
            any=[{"from_not": "linxd@example.com"}],
        )
    case(
        "from-two-headers",
        "two From headers: no sender",
        text(body, From="a@example.com\r\nFrom: linxd@example.com"),
        text=body,
        from_not="a@example.com",
        any=[{"from_not": "linxd@example.com"}],
    )
    case(
        "message-id-empty-and-quote-in-to",
        "a Message-ID of empty brackets, a To of a single quote mark (cpython#105802, #148518)",
        text(body, Message_ID="<>", Cc="'", In_Reply_To="<[x]@example.com>"),
        text=body,
        problem=None,
    )
    case(
        "headers-junk-line",
        "a line that is no header between the headers, and one whose name is headers",
        text(body, X_A="1\r\nthis line is junk\r\nHeaders: x"),
        text=body,
        problem=None,
    )
    case(
        "headers-without-empty-line",
        "the empty line before the body is missing",
        f"From: linxd@example.com\r\nTo: {clients.GM}\r\nSubject: [g41]\r\n{body}\r\n".encode(),
        text=body,
        problem=None,
    )


def structures() -> None:
    order = words_part("祈祷 小五\n")
    expected = {"text": "祈祷 小五", "problem": None, "readings": [reading("pray", "小五")]}
    case(
        "mime-lost-boundary",
        "multipart whose header lost the boundary",
        mail("--b41\n" + order + "--b41--\n", Content_Type="multipart/mixed"),
        **expected,
    )
    case(
        "mime-multipart-with-one-string",
        "multipart is declared, the body is plain words (cpython PR#14119)",
        mail("祈祷 小五\n", Content_Type='multipart/mixed; boundary="none"'),
        **expected,
    )
    case(
        "mime-no-closing-boundary",
        "the last boundary line is missing",
        multi("multipart/mixed", order, end=False),
        **expected,
    )
    case(
        "mime-boundary-is-a-prefix",
        "the outer boundary is the beginning of the inner one",
        multi("multipart/mixed", nested("multipart/alternative", "b411", order)),
        **expected,
    )
    case(
        "mime-two-plain-parts",
        "two inline texts one after the other",
        multi("multipart/mixed", words_part("束魂 小二\n"), words_part("治疗 小三\n")),
        ruleset="three_lives",
        text="束魂 小二\n治疗 小三",
        readings=[reading("bind", "小二"), reading("heal", "小三")],
        problem=None,
    )
    case(
        "mime-named-text-first",
        "a text file without a disposition stands before the words",
        multi("multipart/mixed", words_part("杀 小三", "text/plain; name=notes.txt"), order),
        dropped={"attachments_has": ["notes.txt"]},
        **expected,
    )
    case(
        "mime-attached-text",
        "a text file is attached; it is not the words",
        multi(
            "multipart/mixed",
            order,
            words_part("杀 小三", Content_Disposition="attachment; filename=a.txt"),
        ),
        dropped={"attachments_has": ["a.txt"]},
        **expected,
    )
    case(
        "mime-blank-plain-zwsp",
        "the plain part holds nothing but invisible characters, the words are in the HTML",
        multi(
            "multipart/alternative",
            words_part("\u200b \n \n\ufeff"),
            words_part("<p>祈祷 小五</p>", "text/html; charset=utf-8"),
        ),
        **expected,
    )
    case(
        "mime-stub-of-plain",
        "the plain part says that the program cannot show HTML",
        multi(
            "multipart/alternative",
            words_part("您的邮件客户端不支持HTML格式，请使用其他客户端查看。"),
            words_part("<p>祈祷 小五</p>", "text/html; charset=utf-8"),
        ),
        **expected,
    )
    case(
        "mime-struck-out-in-twin",
        "the plain twin does not show that an order was struck out",
        multi(
            "multipart/alternative",
            words_part("杀 小三\n祈祷 小五"),
            words_part(
                "<p><strike>杀 小三</strike></p><p>祈祷 小五</p>", "text/html; charset=utf-8"
            ),
        ),
        readings_lack=[{"targets": ["小三"]}],
        text_lacks=["小三"],
    )
    case(
        "mime-apple-html-picture-html",
        "Apple Mail: a plain version, and HTML, picture, HTML in a mixed one",
        multi(
            "multipart/alternative",
            words_part("束魂 小二\n\n治疗 小三\n"),
            nested(
                "multipart/mixed",
                "b2",
                words_part("<div>束魂 小二</div>", "text/html; charset=utf-8"),
                PICTURE,
                words_part("<div>治疗 小三</div>", "text/html; charset=utf-8"),
            ),
        ),
        ruleset="three_lives",
        text="束魂 小二\n治疗 小三",
        dropped={"attachments_has": ["IMG_0412.jpeg"]},
        readings=[reading("bind", "小二"), reading("heal", "小三")],
    )
    case(
        "mime-related-in-alternative",
        "QQ: alternative of plain and a related part with HTML and a picture",
        multi(
            "multipart/alternative",
            order,
            nested(
                "multipart/related",
                "b2",
                words_part("<div>祈祷 小五<img src='cid:1'></div>", "text/html; charset=utf-8"),
                PICTURE,
            ),
        ),
        dropped={"attachments_has": ["IMG_0412.jpeg"]},
        **expected,
    )
    case(
        "mime-signed-smime",
        "S/MIME: the signature is machinery, no attachment",
        multi(
            'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256',
            order,
            part(
                "application/pkcs7-signature; name=smime.p7s",
                "MIIBAAAA",
                Content_Transfer_Encoding="base64",
                Content_Disposition="attachment; filename=smime.p7s",
            ),
        ),
        **expected,
    )
    case(
        "mime-signed-inline-pgp",
        "clear-signed text in the body",
        mail(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n祈祷 小五\n- -- 夜 --\n"
            "-----BEGIN PGP SIGNATURE-----\n\niHUEARYKAB0WIQ\n=abcd\n-----END PGP SIGNATURE-----\n",
            Content_Type="text/plain; charset=utf-8",
            Content_Transfer_Encoding="8bit",
        ),
        text="祈祷 小五\n-- 夜 --",
    )
    case(
        "mime-signed-disposition",
        "the multipart inside the signed one calls itself an attachment (mail_to_misp PR#42)",
        multi(
            "multipart/signed",
            nested("multipart/mixed", "b2", order).replace(
                "\n\n", "\nContent-Disposition: attachment\n\n", 1
            ),
            part("application/pgp-signature; name=signature.asc", "-----BEGIN PGP SIGNATURE-----"),
        ),
        **expected,
    )
    case(
        "mime-signed-opaque",
        "S/MIME in one piece: the words stand inside the signature",
        mail(
            base64.encodebytes(opaque(words_part("祈祷 小五\n"))).decode(),
            Content_Type="application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
            Content_Transfer_Encoding="base64",
            Content_Disposition="attachment; filename=smime.p7m",
        ),
        **expected,
    )
    case(
        "mime-plain-and-html-in-mixed",
        "a gateway made a mixed multipart of an alternative one: the words are there twice",
        multi(
            "multipart/mixed",
            order,
            words_part("<p>祈祷 小五</p>", "text/html; charset=utf-8"),
        ),
        **expected,
    )
    case(
        "mime-encrypted",
        "PGP/MIME encrypted: nothing to read, ask",
        multi(
            'multipart/encrypted; protocol="application/pgp-encrypted"',
            part("application/pgp-encrypted", "Version: 1"),
            part("application/octet-stream; name=encrypted.asc", "-----BEGIN PGP MESSAGE-----"),
            Subject="...",
        ),
        targets_none=True,
        problem="*",
        text="",
    )
    case(
        "mime-calendar-only",
        "an invitation and nothing else",
        mail(
            "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
            Content_Type="text/calendar; method=REQUEST",
            Subject="[g41]",
        ),
        targets_none=True,
        problem="*",
        text="",
        dropped={"attachments_has": ["text/calendar"]},
    )
    case(
        "mime-winmail-only",
        "the words are only in winmail.dat: ask",
        multi(
            "multipart/mixed",
            part(
                "application/ms-tnef; name=winmail.dat",
                "eJ8+IgEAAQ==",
                Content_Transfer_Encoding="base64",
            ),
            Subject="[g41]",
        ),
        targets_none=True,
        problem="*",
        text="",
        dropped={"attachments_has": ["winmail.dat"]},
    )
    case(
        "mime-forwarded-with-words",
        "words, and the GM's mail forwarded as an attachment",
        multi("multipart/mixed", order, part("message/rfc822", FORWARDED)),
        text_lacks=NOT_QUOTED,
        dropped={"attachments_has": ["message/rfc822"]},
        **expected,
    )
    case(
        "mime-filename-cut-in-character",
        "RFC 2231 pieces of a file name cut inside a character (cpython#132794)",
        multi(
            "multipart/mixed",
            order,
            part(
                "application/pdf",
                "JVBERi0=",
                Content_Transfer_Encoding="base64",
                Content_Disposition="attachment;\n filename*0*=gb18030''%C3%FC%C1;\n"
                " filename*1*=%EE.pdf",
            ),
        ),
        dropped={"attachments_has": ["命令.pdf"]},
        **expected,
    )
    case(
        "mime-filename-encoded-word",
        "a file name written as an encoded word, as Chinese programs do",
        multi(
            "multipart/mixed",
            order,
            part(
                "application/pdf",
                "JVBERi0=",
                Content_Transfer_Encoding="base64",
                Content_Disposition=f'attachment; filename="{word("命令.pdf", "gbk")}"',
            ),
        ),
        dropped={"attachments_has": ["命令.pdf"]},
        **expected,
    )
    case(
        "mime-list-footer-part",
        "a list put its footer in a part of its own",
        multi(
            "multipart/mixed",
            order,
            words_part(
                "_______________________________________________\n"
                "Game mailing list\nhttps://lists.example.org/game\n"
            ),
        ),
        **expected,
    )
    case(
        "flowed-without-delsp",
        "format=flowed without DelSp: no blank between two Chinese lines",
        mail(
            "杀 小一\n夜色像一块浸透了 \n墨的布，one long \nnight。\n",
            Content_Type="text/plain; charset=utf-8; format=flowed",
            Content_Transfer_Encoding="8bit",
        ),
        text="杀 小一\n夜色像一块浸透了墨的布，one long night。",
    )
    case(
        "flowed-quote-and-stuffing",
        "flowed quotation, a stuffed line, and a signature",
        mail(
            f"祈祷 小五\n >_< 今晚\n\nOn 3/3/26 20:00, {clients.GM} wrote:\n>> 杀 \n>> 小三\n> x\n"
            "-- \n林晓东\n",
            Content_Type="text/plain; charset=utf-8; format=flowed",
            Content_Transfer_Encoding="8bit",
        ),
        text="祈祷 小五\n>_< 今晚",
    )
    case(
        "html-in-plain",
        "the part calls itself plain and is HTML",
        text("<!DOCTYPE html><html><body><p>祈祷 小五</p></body></html>"),
        **expected,
    )
    case(
        "html-without-tags",
        "the part calls itself HTML and has no tag",
        page("束魂 小二\n治疗 小三"),
        ruleset="three_lives",
        text="束魂 小二\n治疗 小三",
    )
    case(
        "html-source-wrapped-inside-name",
        "Word wraps its source between two Chinese characters",
        page("<p>祈祷 小\n五</p>"),
        **expected,
    )
    case(
        "html-hidden-by-size-and-colour",
        "invisible by size, by colour, by visibility",
        page(
            "<p>祈祷 小五</p><span style='font-size:0px'>杀 小一</span>"
            "<p style='color:#FFFFFF'>杀 小二</p><p style='visibility: hidden'>杀 小四</p>"
            "<p hidden>杀 小六</p><p><span style='text-decoration:line-through'>杀 小七</span></p>"
        ),
        text="祈祷 小五",
        readings_lack=[{"kind": "kill"}],
    )
    case(
        "html-dark-mode",
        "white words on a dark ground are words",
        page("<div style='background-color:#000'><p style='color:white'>祈祷 小五</p></div>"),
        **expected,
    )
    case(
        "html-table-and-entities",
        "words in a table, with entities between word and name",
        page("<table><tr><td>祈祷&nbsp;&#23567;&#x4E94;</td></tr></table>"),
        **expected,
    )
    case(
        "html-inline-replies",
        "words between the quoted pieces of a Gmail thread",
        page(
            '<div class="gmail_quote"><div class="gmail_attr">On Tue, Mar 3, 2026 X &lt;'
            f"{clients.GM}&gt; wrote:<br></div><blockquote class=gmail_quote>今晚束魂谁？束魂 小一"
            "</blockquote><div>束魂 小四</div><blockquote class=gmail_quote>治疗谁？治疗 小一"
            "</blockquote><div>治疗 小五</div></div>"
        ),
        ruleset="three_lives",
        text="束魂 小四\n治疗 小五",
        readings=[reading("bind", "小四"), reading("heal", "小五")],
    )


def own_words() -> None:
    faces = ">_< 好冷\n>3 票的人要小心\n>.< 啊\n>///<\n- 一\n- 二\n-- 夜 --\n注意：\n不要回头"
    case(
        "own-faces-and-figures",
        "faces and figures that begin with >, dashes, a line that ends in a colon",
        text(f"分析\n{faces}", To="board+g41@games.test"),
        phase="day",
        text=f"分析\n{faces}",
        automatic=None,
    )
    case(
        "own-story-with-letter",
        "a story with a letter in it is no quotation",
        text("剧情\n发件人：无名氏\n收件人：全村\n主题：今夜三更\n老地方见。"),
        text="剧情\n发件人：无名氏\n收件人：全村\n主题：今夜三更\n老地方见。",
    )
    case(
        "own-said-in-prose",
        "prose that says who wrote what",
        text("分析\n小一昨天写道：\n他在家。\nHe wrote:\nnothing.\nOn 大局，我信小二。"),
        phase="day",
        text="分析\n小一昨天写道：\n他在家。\nHe wrote:\nnothing.\nOn 大局，我信小二。",
    )
    case(
        "own-cites-a-post",
        "a person cites a post with its day and hour, and somebody with an @",
        text("分析\n小一 2026-03-03 20:00 写道：\n我在家\n刚才@小三 写道：\n我不信"),
        phase="day",
        text="分析\n小一 2026-03-03 20:00 写道：\n我在家\n刚才@小三 写道：\n我不信",
    )
    case(
        "own-letter-in-a-declaration",
        "a declaration that is a letter, signed by somebody else",
        text("宣言\n亲爱的各位：\n今夜无风。\n祝好\n—— 凶手\n2026年3月3日"),
        text="宣言\n亲爱的各位：\n今夜无风。\n祝好\n—— 凶手\n2026年3月3日",
    )
    case(
        "own-rule-in-a-story",
        "a row of dashes between two scenes is no signature",
        text("剧情\n第一幕\n--\n第二幕\n----------\n第三幕，天亮了。"),
        text="剧情\n第一幕\n--\n第二幕\n----------\n第三幕，天亮了。",
    )
    case(
        "own-speaks-of-phones",
        "prose about telephones and letters",
        text("分析\n从手机上看不清，先投小一。\n发自内心地说，我信小二。\n来自邮件的线索很少。"),
        phase="day",
        text="分析\n从手机上看不清，先投小一。\n发自内心地说，我信小二。\n来自邮件的线索很少。",
    )
    case(
        "quote-by-hand",
        "a person quotes a line by hand and answers it",
        text("分析\n> 小一说他在家\n我不信。", To="board+g41@games.test"),
        phase="day",
        text="分析\n我不信。",
        dropped={"quoted_min": 5},
    )
    case(
        "quote-below-and-above",
        "words above and below a marked quotation",
        text(
            f"束魂 小四\n\n在 2026/3/3 20:00, {clients.GM} 写道:\n"
            "> 今晚束魂谁？\n> 束魂 小一\n\n治疗 小五"
        ),
        ruleset="three_lives",
        text="束魂 小四\n治疗 小五",
        readings=[reading("bind", "小四"), reading("heal", "小五")],
    )


def signatures() -> None:
    for name, tail, why in (
        ("dashes", "-- \n林晓东\n示例公司", "the mark of RFC 3676"),
        ("dashes-trimmed", "--\n林晓东\n13900001234", "the mark without its blank, and a number"),
        ("ipad", "从我的 iPad 发送", "an iPad"),
        ("huawei", "发自我的华为手机", "a Huawei phone"),
        ("windows", "从 Windows 版邮件发送", "Mail for Windows"),
        ("english", "Sent from my iPhone", "a phone in English"),
        ("outlook", "Get Outlook for Android<https://aka.ms/AAb9ysg>", "Outlook's advert"),
        ("outlook-zh", "获取 Outlook for iOS", "Outlook's advert in Chinese"),
        ("qq-phone", "来自QQ邮箱手机版", "QQ's phone program"),
        ("netease", "发自网易邮箱大师", "NetEase's program"),
        ("yahoo", "從 Android 版 Yahoo 奇摩電子信箱傳送", "Yahoo in traditional Chinese"),
        ("samsung", "从我的 Galaxy 发送", "Samsung"),
        ("virus", "Virus-free. www.avast.com", "a virus scanner's advert"),
        ("rule", "________________________________\n林晓东\nlinxd@example.com", "below a rule"),
        ("own-name", "祝好\n林晓东", "a closing line and the sender's display name"),
        (
            "disclaimer-en",
            "This email and any attachments are confidential and intended solely for the\n"
            "recipient. If you are not the intended recipient, delete it.",
            "an English disclaimer",
        ),
        (
            "disclaimer-zh",
            "保密提示：本邮件及其附件含有机密信息，仅限收件人使用。如果您错收了本邮件，请删除。",
            "a Chinese disclaimer",
        ),
        (
            "environment",
            "Please consider the environment before printing this e-mail. It may be confidential.",
            "printing",
        ),
        ("closing-en", "Best regards,\nLin Xiaodong", "a closing line and a Latin name"),
        (
            "card",
            "林晓东\n示例公司 市场部\n电话：010-12345678\n邮箱：linxd@example.com",
            "the sender's name and his company without any mark",
        ),
        ("netease-advert", "【网易自营|30天无忧退货】限时仅16.9元一提>>", "NetEase's advert"),
        ("tablet-139", "【来自新版139手机邮箱】", "China Mobile's program"),
        (
            "google-group",
            "-- \n您收到此邮件是因为您订阅了Google群组上的“game”群组。\n要退订请发送邮件",
            "a group's footer",
        ),
    ):
        case(
            f"signature-{name}",
            f"what stands below the words: {why}",
            text(f"祈祷 小五\n夜深了。\n\n{tail}"),
            text="祈祷 小五\n夜深了。",
            dropped={"signature_min": 4},
            automatic=None,
        )


def machines() -> None:
    vote = "投票 小一"
    plain = "我休假到周五。"

    def machine(name: str, why: str, kind: object, data: bytes) -> None:
        case(f"automatic-{name}", why, data, phase="day", automatic=kind, readings=[])

    def person(name: str, why: str, data: bytes) -> None:
        case(f"person-{name}", why, data, phase="day", automatic=None)

    machine(
        "qq-plain",
        "QQ's own vacation text without a header",
        "auto_reply",
        text(
            "这是来自QQ邮箱的自动回复邮件。\n\n您好，我最近正在休假中，无法亲自回复您的邮件。"
            "我将在假期结束后，尽快给您回复。"
        ),
    )
    machine(
        "qq-holiday",
        "QQ's holiday text",
        "auto_reply",
        text("您好，我最近正在休假中，无法亲自回复您的邮件。我将在假期结束后，尽快给您回复。"),
    )
    machine(
        "received-free-form",
        "your letter has been received, I am NAME",
        "auto_reply",
        text("您好！\n您的来信已收到，我是林晓东，我会尽快回复您。祝好！"),
    )
    machine(
        "received-with-thanks",
        "your letter has been received, thanks, and a name",
        "auto_reply",
        text("您的邮件已收到，谢谢！\n林晓东"),
    )
    machine(
        "office-without-header",
        "away from the office, and no header says so",
        "auto_reply",
        text("我目前不在办公室，将于周五回来。如有急事请联系小二。"),
    )
    machine(
        "recall-report",
        "Outlook's report on a recall",
        "auto_reply",
        text(plain, Subject=word("邮件撤回报告")),
    )
    machine(
        "qq-english",
        "QQ's vacation text in English",
        "auto_reply",
        text("This is a (vacation) automatic reply from QQ Mail.\nI am away."),
    )
    machine(
        "vacation-to-bounces",
        "a vacation text to the envelope sender (Mailman #939)",
        "auto_reply",
        text(plain, To="bounce+g41.88@games.test"),
    )
    machine(
        "loop-handle",
        "a post of a handle of this game comes back",
        "loop",
        text(vote, From="阿甲+g41@games.test", To="board+g41@games.test"),
    )
    machine(
        "netease-subject",
        "NetEase: NAME 自动回复: subject",
        "auto_reply",
        text(plain, Subject=word("林晓东 自动回复: [g41] 第一天投票")),
    )
    for name, subject in (
        ("outlook-zh", "自动答复: [g41] 第一天投票"),
        ("outlook-en", "Automatic reply: [g41] 2"),
        ("traditional", "自動回覆：[g41]"),
        ("office", "Out of Office: [g41]"),
        ("receipt-zh", "已读: [g41] 第二夜"),
        ("receipt-en", "Read: [g41] 2"),
    ):
        machine(
            f"subject-{name}",
            "only the subject tells",
            "auto_reply",
            text(plain, Subject=word(subject)),
        )
    for name, fields in (
        ("generated", {"Auto_Submitted": "auto-generated"}),
        ("precedence", {"Precedence": "auto_reply"}),
        ("x-autoreply", {"X_Autoreply": "yes"}),
        ("suppress", {"X_Auto_Response_Suppress": "All"}),
        ("null-path", {"Return_Path": "<>"}),
    ):
        machine(f"header-{name}", "a header tells", "auto_reply", text(vote, **fields))
    machine(
        "read-receipt",
        "a read receipt (RFC 8098)",
        "auto_reply",
        multi(
            "multipart/report; report-type=disposition-notification",
            words_part("您的邮件已被阅读。"),
            part("message/disposition-notification", "Final-Recipient: rfc822;linxd@example.com"),
        ),
    )
    machine(
        "list",
        "list traffic",
        "list",
        text(vote, List_Id="<talk.lists.example.org>", Precedence="list"),
    )
    machine("list-precedence", "Precedence: list alone", "list", text(vote, Precedence="list"))
    machine("loop-x-loop", "our own mark comes back", "loop", text(vote, X_Loop="g41@games.test"))
    machine(
        "loop-list-id", "our own list comes back", "loop", text(vote, List_Id="<g41.games.test>")
    )
    machine(
        "loop-our-address",
        "from our own address (discourse PR#5843)",
        "loop",
        text(vote, From="board+g41@games.test"),
    )
    machine(
        "bounce-qq-html",
        "QQ's bounce: HTML only, no report",
        "bounce",
        page(
            "<p>抱歉，您的邮件被退回来了……</p><p>投票 小一</p>",
            From="PostMaster <PostMaster@qq.com>",
            Subject=word("来自qq.com的退信"),
        ),
    )
    machine(
        "bounce-plain",
        "an old bounce without a report",
        "bounce",
        text(
            vote,
            From="Mail Delivery Subsystem <MAILER-DAEMON@example.org>",
            Subject="failure notice",
        ),
    )
    machine(
        "bounce-delay",
        "a notice of delay",
        "bounce",
        multi(
            "multipart/report; report-type=delivery-status",
            words_part("Delayed."),
            part("message/delivery-status", "Action: delayed\nStatus: 4.4.1"),
        ),
    )
    machine(
        "bounce-null-path-subject",
        "from nobody, with the subject of a bounce",
        "bounce",
        text(vote, Return_Path="<>", Subject="Undelivered Mail Returned to Sender"),
    )
    for name, words in (
        ("received", "收到，谢谢！"),
        ("received-and-here", "收到您的邮件了，签到"),
        ("leaves", "请假 2d 我要出差，回来后会尽快回复大家"),
        ("asks", "这是自动回复吗？"),
        ("vacation", "请假 12h 我在休假，邮件回得慢"),
        ("mentions", "分析\n小一的邮件已收到，我会尽快回复他的问题。\n他说那是自动回复。"),
        ("bounced", "我的邮件被退回来了，退信说地址不对，投票 小一"),
    ):
        person(name, "a person who speaks of such things", text(words))
    person(
        "answers-autoreply",
        "a person answers an automatic reply",
        text("投票 小一", Subject=word("Re: 自动回复: [g41]")),
    )
    person(
        "read-in-subject", "a person's subject begins with Read", text("x", Subject="Reading 小一")
    )
    person(
        "auto-submitted-no",
        "Auto-Submitted: no is a person",
        text(vote, Auto_Submitted="no"),
    )
    case(
        "recall-outlook-en",
        "Outlook's recall in English",
        text(
            'Lin would like to recall the message, "[g41] 投票 阿甲".',
            Subject=word("Recall: [g41] 投票 阿甲"),
        ),
        phase="day",
        automatic=None,
        readings_lack=[{"kind": "vote"}, {"kind": "change"}],
    )


def replies() -> None:
    """One answer of each mail program; tests/letters turns all of them over with random words."""
    for name in (
        "qq-english", "netease-web", "netease-table", "netease-table-english", "outlook-en",
        "outlook-android-traditional", "gmail-traditional", "gmail-en-wrapped-name", "aliyun",
        "apple-traditional", "foxmail", "yahoo-en", "samsung", "notes", "spaced-marks",
        "thunderbird-zh", "k9-tight-marks",
    ):  # fmt: skip
        client = clients.PLAIN[name]
        case(
            f"reply-{name}",
            f"an answer of {name}",
            text(client.reply("祈祷 小五\n夜深了。", QUOTE)),
            text="祈祷 小五\n夜深了。",
            text_lacks=NOT_QUOTED,
            readings=[reading("pray", "小五")],
            dropped={"quoted_min": 10},
        )
    for name in (
        "gmail-forward", "outlook-web", "outlook-mac", "apple", "qq-includetail", "netease-master",
        "foxmail", "yahoo", "thunderbird-signed",
    ):  # fmt: skip
        client = clients.RICH[name]
        case(
            f"reply-html-{name}",
            f"an answer of {name} in HTML",
            page(client.reply("祈祷 小五", QUOTE), "gb18030"),
            text="祈祷 小五",
            text_lacks=NOT_QUOTED,
            readings=[reading("pray", "小五")],
        )


def make() -> dict[str, tuple[bytes, str]]:
    """Every mail of the corpus with its expectations, by name."""
    made.clear()
    for chapter in (
        charsets,
        transfers,
        headers,
        structures,
        own_words,
        signatures,
        machines,
        replies,
    ):
        chapter()
    return dict(made)


def write(folder: Path, mails: dict[str, tuple[bytes, str]]) -> None:
    """Write a folder of mails anew."""
    folder.mkdir(exist_ok=True)
    for old in (*folder.glob("*.eml"), *folder.glob("*.json")):
        old.unlink()
    for name, (data, answer) in mails.items():
        (folder / f"{name}.eml").write_bytes(data)
        (folder / f"{name}.json").write_text(answer, "utf-8")


if __name__ == "__main__":
    write(FOLDER, make())
