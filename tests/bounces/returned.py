"""Bounces as real servers write them, about a mail of ours."""

import base64


def dsn(to: str, *, action: str = "failed", status: str = "5.1.1", original: str = "") -> bytes:
    """A delivery status notification (RFC 3464), as Postfix writes it."""
    return "\r\n".join(
        [
            "From: MAILER-DAEMON@mx.owner3.test (Mail Delivery System)",
            f"To: {to}",
            "Subject: Undelivered Mail Returned to Sender",
            "Auto-Submitted: auto-replied",
            "Message-ID: <dsn.1@mx.owner3.test>",
            "MIME-Version: 1.0",
            'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
            "",
            "--B",
            "Content-Type: text/plain; charset=us-ascii",
            "",
            "I'm sorry to have to inform you that your message could not be delivered.",
            "",
            "--B",
            "Content-Type: message/delivery-status",
            "",
            "Reporting-MTA: dns; mx.owner3.test",
            "",
            "Final-Recipient: rfc822; private3@owner3.test",
            f"Action: {action}",
            f"Status: {status}",
            "Diagnostic-Code: smtp; 550 5.1.1 <private3@owner3.test>: user unknown",
            "",
            "--B",
            "Content-Type: text/rfc822-headers",
            "",
            f"Message-ID: {original or '<nobody.knows@else.test>'}",
            "Subject: =?utf-8?q?x?=",
            "",
            "--B--",
            "",
        ]
    ).encode()


def html(to: str, words: str, *, sender: str = "PostMaster@qq.com") -> bytes:
    """What QQ and 163 send: HTML alone, and no header that says that a machine wrote it."""
    body = base64.encodebytes(f"<html><body><div>{words}</div></body></html>".encode()).decode()
    return "\r\n".join(
        [
            f"From: {sender}",
            f"To: {to}",
            "Subject: =?utf-8?B?" + base64.b64encode("来自qq.com的退信".encode()).decode() + "?=",
            "Message-ID: <bounce.1@qq.com>",
            "MIME-Version: 1.0",
            "Content-Type: text/html; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            "",
            body,
        ]
    ).encode()


def vacation(to: str, words: str, *, sender: str = "private3@owner3.test") -> bytes:
    """A vacation answer with the header that RFC 3834 asks for."""
    return "\r\n".join(
        [
            f"From: {sender}",
            f"To: {to}",
            "Subject: Re: hello",
            "Auto-Submitted: auto-replied",
            "Message-ID: <vacation.1@owner3.test>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            "",
            base64.b64encode(words.encode()).decode(),
            "",
        ]
    ).encode()
