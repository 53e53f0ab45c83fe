"""Whatever a program quotes, and wherever: the orders are those in the person's words."""

import base64
import quopri

from hypothesis import given
from hypothesis import strategies as st

from pbp.language.context import Context
from pbp.language.reader import read
from pbp.letters.opening import open_letter
from tests.letters import clients

HANDLES = ("阿甲", "阿乙", "小一", "小二", "小三", "小四", "小五")
NIGHT = Context(handles=HANDLES, writer="阿甲", ruleset="prayer", phase="night")
DAY = Context(handles=HANDLES, writer="阿甲", ruleset="seven_kill", phase="day")

NAME = st.sampled_from((*HANDLES, "3", "3号", "③", "【小二】", "@小三", "「小四」", "自己"))
PROSE = st.sampled_from(
    ("月黑风高。", "他昨天的话前后矛盾", ">_< 好冷", "他写道：我不在", "- 第一", "收件人是谁？")
)
ORDER = st.builds(
    "{} {}".format,
    st.sampled_from(("杀", "刀", "祈祷", "投票", "票", "封刀", "免投", "kill", "vote", "改票")),
    NAME,
) | st.sampled_from(("放弃", "弃权", "撤回", "签到", "状态", "投票对象：小二", "请假 三天 出差"))
OWN = st.builds(lambda order, prose: [order, *prose], ORDER, st.lists(PROSE, max_size=3))
SEVERAL = st.lists(ORDER, min_size=1, max_size=3, unique=True)
QUOTED = st.lists(PROSE | ORDER | st.just(""), max_size=7).map(
    lambda rows: "\n".join(["夜。", *rows])
)
CLIENTS = st.sampled_from(sorted(clients.ALL))
MARKED = st.sampled_from(
    sorted(
        name
        for name, client in clients.PLAIN.items()
        if client.mark.strip() == ">" and client.template.index(clients.OWN) == 0
    )
)
CODING = st.sampled_from(
    [
        (codec, how)
        for codec in ("utf-8", "gb18030")
        for how in ("8bit", "base64", "quoted-printable")
    ]
)


def mail(body: str, kind: str, coding: tuple[str, str]) -> bytes:
    """An answer with that body, as a program sends it."""
    codec, how = coding
    data = body.replace("\n", "\r\n").encode(codec)
    encode = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(how, bytes)
    head = (
        "From: =?utf-8?B?5p6X5pmT5Lic?= <linxd@example.com>\r\n"
        f"To: {clients.GM}\r\nSubject: Re: [g41] x\r\nMIME-Version: 1.0\r\n"
        f"Content-Type: text/{kind}; charset={codec}\r\nContent-Transfer-Encoding: {how}\r\n\r\n"
    )
    return head.encode() + encode(data)


def same(own: list[str], raw: bytes) -> None:
    letter = open_letter(raw)
    assert letter.automatic is None
    for context in (NIGHT, DAY):
        wanted = read("Re: [g41] x", "\n".join(own), context)
        assert read(letter.subject, letter.text, context) == wanted


@given(CLIENTS, OWN, QUOTED, CODING)
def test_orders_above_a_quotation(name, own, quoted, coding):
    client = clients.ALL[name]
    kind = "html" if client.rich else "plain"
    same(own, mail(client.reply("\n".join(own), quoted), kind, coding))


@given(MARKED, OWN, QUOTED, CODING)
def test_orders_below_a_quotation(name, own, quoted, coding):
    body = clients.PLAIN[name].reply("", quoted) + "\n\n" + "\n".join(own)
    same(own, mail(body, "plain", coding))


@given(SEVERAL, QUOTED, CODING, st.sampled_from(("> ", ">", ">> ", "> > ")))
def test_orders_between_quoted_lines(own, quoted, coding, mark):
    lines = ["在 2026/3/3 20:00, 神的使者 写道:", mark + "第二夜开始。"]
    for order in own:
        lines += [*(mark + line for line in quoted.split("\n")), "", order, ""]
    same(own, mail("\n".join([*lines, mark + "完"]), "plain", coding))


@given(SEVERAL, QUOTED, CODING)
def test_orders_between_the_lines_of_a_quoted_page(own, quoted, coding):
    piece = '<blockquote type="cite">{}</blockquote>'.format("<br>".join(quoted.split("\n")))
    page = "".join(f"{piece}<div>{order}</div>" for order in own) + piece
    same(own, mail(f"<html><body>{page}</body></html>", "html", coding))
