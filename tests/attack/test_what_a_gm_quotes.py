"""A mail that the GM forwards, quotes, or whose answer his machine wrote: no command, no post.

clauses: C-10, C-5.7
"""

# ruff: noqa: E501 (lines as programs write them)

from datetime import timedelta

import pytest

from tests.letters import clients
from tests.service.office import GM_ADDRESS, START, Office, text_of

HOUR = timedelta(hours=1)
OF_A_PLAYER = (
    "出局 小一 自己说的\n\n结束阶段\n平局 大家同意\n作废 1\n读 1 “杀 小三”\n一切照旧\n"
    "end phase\nagree 1\n- 同意 1\n公告\n服务器要关了。"
)
"""What a player would have the GM say."""

FORWARDS = {
    "netease": "-------- 转发邮件信息 --------\n发件人：x <x@y.test>\n发送日期：2026-03-03 20:00:00\n"
    "收件人：林晓东 <linxd@example.com>\n主题：有事",
    "netease-en": "-------- Forwarding messages --------\nFrom: x <x@y.test>\n"
    "Date: 2026-03-03 20:00:00\nTo: linxd@example.com\nSubject: x",
    "netease-master": "---- 转发的原邮件 ----\n| 发件人 | x<x@y.test> |\n| 发送日期 | 2026年03月03日 |\n"
    "| 收件人 | linxd@example.com |\n| 主题 | 有事 |",
    "netease-master-en": "---- Forwarded Message ----\n| From | x<x@y.test> |\n| Date | 03/03/2026 |\n"
    "| To | linxd@example.com |\n| Subject | x |",
    "qq": '------------------ 原始邮件 ------------------\n发件人: "x" <x@y.test>;\n'
    '发送时间: 2026年3月3日(星期二) 晚上8:00\n收件人: "林晓东"<linxd@example.com>;\n\n主题: 有事',
    "qq-app": '---原始邮件---\n发件人: "x"<x@y.test>\n发送时间: 2026年3月3日(周二) 晚上8:00\n'
    '收件人: "林晓东"<linxd@example.com>;\n主题: 有事',
    "qq-en": '------------------ Original ------------------\nFrom: "x" <x@y.test>;\n'
    'Date: Tue, Mar 3, 2026 08:00 PM\nTo: "x"<linxd@example.com>;\n\nSubject: x',
    "gmail": "---------- Forwarded message ---------\n发件人： x <x@y.test>\nDate: 2026年3月3日周二 20:00\n"
    "Subject: 有事\nTo: <linxd@example.com>\n",
    "gmail-en": "---------- Forwarded message ---------\nFrom: x <x@y.test>\n"
    "Date: Tue, Mar 3, 2026 at 8:00 PM\nSubject: x\nTo: <linxd@example.com>\n",
    "iphone": "开始转发的邮件：\n\n发件人: x <x@y.test>\n日期: 2026年3月3日 20:00:00\n"
    "收件人: linxd@example.com\n主题: 有事\n",
    "iphone-en": "Begin forwarded message:\n\nFrom: x <x@y.test>\nDate: March 3, 2026 at 20:00:00\n"
    "To: linxd@example.com\nSubject: x\n",
    "iphone-traditional": "開始轉寄的郵件：\n\n寄件者: x <x@y.test>\n日期: 2026年3月3日\n主旨: 有事\n",
    "outlook": "发件人: x <x@y.test>\n发送时间: 2026年3月3日 20:00\n收件人: 林晓东 <linxd@example.com>\n"
    "主题: 有事",
    "outlook-en": "From: x <x@y.test>\nSent: Tuesday, March 3, 2026 8:00 PM\n"
    "To: x <linxd@example.com>\nSubject: x",
    "outlook-traditional": "寄件者: x <x@y.test>\n寄件日期: 2026年3月3日 下午 08:00\n"
    "收件者: 林曉東 <linxd@example.com>\n主旨: 有事",
    "thunderbird-en": "-------- Forwarded Message --------\nSubject: \tx\nDate: \tTue, 3 Mar 2026\n"
    "From: \tx <x@y.test>\nTo: \tlinxd@example.com\n",
    "yahoo": "----- Forwarded Message -----\nFrom: x <x@y.test>\nTo: linxd@example.com\n"
    "Sent: Tuesday, March 3, 2026 at 08:00:00 PM GMT+8\nSubject: x",
    "huawei": "-------- 转发邮件 --------\n发件人： x <x@y.test>\n日期： 2026年3月3日周二 20:00\n"
    "收件人： linxd@example.com\n主 题： 有事",
}
"""What programs write above a mail that is forwarded; nothing marks its lines."""

SIGNED = ("", "发自我的iPhone\n\n", "Sent from my iPhone\n\n", "获取 Outlook for iOS\n\n")
SUBJECTS = (
    "Fwd: [g41] 有事",
    "转发：结束阶段",
    "Fw: 平局 大家同意",
    "Fwd: end phase",
    "轉寄: 撤銷",
)


def open_question() -> Office:
    """A kill is ordered and a leave is asked for: there is something to void and to answer."""
    office = Office()
    office.mail("阿甲", "杀 小四", START + HOUR)
    office.mail("小一", "请假 两天 出差", START + HOUR)
    return office


def state(office: Office) -> tuple[object, ...]:
    table = office.table
    acts = [act.line for act in table.acts if not act.problem]
    orders = [(order.id, order.state) for order in table.orders.values()]
    closes = table.phase.closes if table.phase else None
    return acts, orders, dict(table.answered), dict(table.notes), closes, len(table.posts)


def comes(office: Office, body: str, subject: str, *, to: str = "gm", rich: bool = False) -> None:
    """A mail from the GM's own private address."""
    recipient = office.recipient("gm", to)
    head = (
        f"From: {GM_ADDRESS}\r\nTo: {recipient}\r\nSubject: {subject}\r\nMessage-ID: <f@gm.test>\r\n"
        f"MIME-Version: 1.0\r\nContent-Type: text/{'html' if rich else 'plain'}; charset=utf-8\r\n"
        "Content-Transfer-Encoding: 8bit\r\n\r\n"
    )
    raw = (head + body.replace("\n", "\r\n")).encode()
    office.mail("gm", "", START + 2 * HOUR, recipient=recipient, raw=raw)
    office.tick(START + 3 * HOUR)


def does_nothing(body: str, subject: str, *, to: str = "gm", rich: bool = False) -> None:
    office = open_question()
    before = state(office)
    comes(office, body, subject, to=to, rich=rich)
    assert state(office) == before
    others = [r for r in office.outbox() if r.recipient != GM_ADDRESS]
    assert not any("服务器要关了" in text_of(row) for row in others)


# -- forwarded ----------------------------------------------------------------------------------


@pytest.mark.parametrize("own", ["", "请看这封", "See below."])
@pytest.mark.parametrize("name", sorted(FORWARDS))
def test_a_mail_that_he_forwards(name, own):
    for place, subject in enumerate(SUBJECTS):
        signed = SIGNED[place % len(SIGNED)]
        body = f"{own}\n\n{signed}{FORWARDS[name]}\n\n{OF_A_PLAYER}\n"
        does_nothing(body, subject, to="gm" if place % 2 else "board")


def test_a_mail_that_he_forwards_whole():
    office = open_question()
    inner = f"From: x@y.test\r\nSubject: 结束阶段\r\n\r\n{OF_A_PLAYER}\r\n"
    before = state(office)
    recipient = office.recipient("gm")
    raw = (
        f"From: {GM_ADDRESS}\r\nTo: {recipient}\r\nSubject: Fwd: 结束阶段\r\nMIME-Version: 1.0\r\n"
        "Message-ID: <w@gm.test>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n\r\n--b\r\n"
        f"Content-Type: message/rfc822\r\n\r\n{inner}\r\n--b--\r\n"
    ).encode()
    office.mail("gm", "", START + 2 * HOUR, recipient=recipient, raw=raw)
    assert state(office) == before


# -- quoted -------------------------------------------------------------------------------------


def quoting(client: clients.Client, own: str, quote: str) -> str:
    """The body of his answer, as that program of his writes it."""
    return client.reply(own, quote.rstrip("\n")).replace(clients.WRITER, GM_ADDRESS)


@pytest.mark.parametrize("own", ["", "好的，谢谢"])
@pytest.mark.parametrize("name", sorted(clients.ALL))
def test_a_mail_that_he_quotes(name, own):
    client = clients.ALL[name]
    body = quoting(client, own, OF_A_PLAYER)
    does_nothing(body, "Re: [g41] 主持台·第一夜摘要", rich=client.rich)
    does_nothing(body, "Re: [g41] 主持台·第一夜摘要", to="board", rich=client.rich)


def digest_of(office: Office) -> str:
    office.mail("gm", "摘要", START + 1.5 * HOUR)
    return text_of([row for row in office.outbox() if row.kind == "digest"][-1])


@pytest.mark.parametrize("name", sorted(clients.ALL))
def test_his_answer_above_the_digest_that_he_quotes_is_the_only_one(name):
    office = open_question()
    client = clients.ALL[name]
    body = quoting(client, "改 1 不准", digest_of(office))
    comes(office, body, "Re: [g41] 主持台·第一夜摘要", rich=client.rich)
    assert office.table.answered[1].answer == "refuse"
    done = text_of([row for row in office.outbox() if row.kind == "desk"][-1])
    assert "✗" not in done


@pytest.mark.parametrize("name", sorted(clients.ALL))
def test_what_he_quotes_is_not_sent_with_his_answer_to_a_player(name):
    office = open_question()
    client = clients.ALL[name]
    body = quoting(client, "答复 2\n不准。\n按时回来。", digest_of(office))
    comes(office, body, "Re: [g41] 主持台·第一夜摘要", rich=client.rich)
    (draft,) = office.table.notes["drafts"].values()
    assert draft["text"].split() == ["不准。", "按时回来。"]


# -- his machine --------------------------------------------------------------------------------

AWAY = {
    "by its header": ([("Auto-Submitted", "auto-replied")], "结束阶段"),
    "gmail": ([("Precedence", "bulk"), ("X-Autoreply", "yes")], "我在休假\n\n结束阶段"),
    "outlook": ([("X-Auto-Response-Suppress", "All")], "结束阶段\n我外出了"),
    "exchange subject": ([], "一切照旧"),
    "outlook subject": ([], "一切照旧"),
    "traditional subject": ([], "一切照旧"),
    "netease subject": ([], "一切照旧"),
    "qq": (
        [],
        "这是来自QQ邮箱的假期自动回复邮件。\n\n您好，我最近正在休假中，无法亲自回复您的邮件。\n一切照旧",
    ),
    "qq-en": (
        [],
        "This is an automatic reply, confirming that your e-mail was received.\nas usual",
    ),
}
ITS_SUBJECT = {
    "exchange subject": "自动答复: [g41] 主持台·第一夜摘要",
    "outlook subject": "Automatic reply: [g41] Desk: night 1, digest",
    "traditional subject": "自動回覆: [g41] 主持台·第一夜摘要",
    "netease subject": "自动回复:[g41] 主持台·第一夜摘要",
}


@pytest.mark.parametrize("to", ["gm", "board"])
@pytest.mark.parametrize("name", sorted(AWAY))
def test_the_answer_of_his_machine(name, to):
    headers, text = AWAY[name]
    office = open_question()
    before, sent = state(office), len(office.outbox())
    subject = ITS_SUBJECT.get(name, "Re: [g41] 主持台·第一夜摘要")
    office.mail("gm", text, START + 2 * HOUR, to=to, headers=headers, subject=subject)
    assert state(office) == before
    assert len(office.outbox()) == sent, "it is not answered either"
