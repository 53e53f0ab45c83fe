"""Random games of random mails, in short phases so that a clock can tick every second of them."""

from datetime import timedelta
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from tests.service.office import CAST, START, Office, setup_for

few = settings(
    max_examples=max(1, settings().max_examples // 3), derandomize=settings().max_examples <= 100
)
"""For tests that play whole games: the usual run always tries the same, `make fuzz` others."""

SHORT = {
    "night": "20m",
    "day": "20m",
    "runoff": "10m",
    "freeze": "5m",
    "vote_freeze": "5m",
    "late_tolerance": "2m",
}
"""Options of a game that is over within two hours."""

LENGTH_SECONDS = 2 * 3600
HANDLES = tuple(CAST)

ORDERS = st.sampled_from(HANDLES).flatmap(
    lambda who: st.sampled_from(
        (f"杀 {who}", f"祈祷 {who}", f"pray {who}", f"kill {who}\n宣言文字")
    )
)
VOTES = st.sampled_from(HANDLES).flatmap(
    lambda who: st.sampled_from(
        (
            f"投票 {who}",
            f"改票 {who}",
            f"投票对象：{who}\n投票理由：直觉",
            f"vote {who}",
            f"我投{who}",
        )
    )
)
OTHER = st.sampled_from(
    (
        "放弃",
        "撤回",
        "投票完毕",
        "确认",
        "签到",
        "弃权",
        "投票 自己",
        "投票 谁也不",
        "杀 小一、小二",
        "如果小一不说话就投票 小二，否则 小三",
        "分析 我看小二很可疑，发言前后矛盾。",
        "遗言 别了，各位。请投阿甲。",
        "剧情 月黑风高。",
        "灌水 大家好",
        "宣言 今夜有雨",
        "撤帖",
        "公开",
        "状态",
        "票数",
        "票型",
        "名单",
        "收据",
        "时间",
        "谁没投",
        "帮助",
        "请假 两天 出差",
        "天神 这一条怎么算",
        "杀手是谁？",
        "",
        "?!\u200b",
        "完全看不懂的一句话",
    )
)
WORDS = st.one_of(ORDERS, VOTES, VOTES, OTHER)

PLACES = st.sampled_from(("gm", "gm", "gm", "gm", "board", "team", "seat3"))
PROOFS = st.sampled_from(("token", "token", "token", "token", "none"))

# Anywhere, and often at a cut-off or a freeze, one second before, at, after.
SECONDS = st.one_of(
    st.integers(1, LENGTH_SECONDS),
    st.builds(
        lambda turn, off: turn * 300 + off,
        st.integers(1, LENGTH_SECONDS // 300),
        st.sampled_from((-1, 0, 1)),
    ),
)


class Mail(NamedTuple):
    """One mail of a story. seconds: after the start."""

    seconds: int
    who: str
    text: str
    to: str
    auth: str


class Story(NamedTuple):
    """A whole game: its mails in order of receipt, when the server was stopped, its options."""

    mails: tuple[Mail, ...]
    stopped: tuple[int, int] | None
    options: dict[str, str]


MAILS = st.lists(
    st.builds(Mail, SECONDS, st.sampled_from(HANDLES), WORDS, PLACES, PROOFS), max_size=30
).map(lambda mails: tuple(sorted(mails, key=lambda mail: mail.seconds)))

STOPS = st.one_of(
    st.none(),
    st.tuples(SECONDS, st.integers(40, 1800)).map(lambda pair: (pair[0], pair[0] + pair[1])),
)

OPTIONS = st.fixed_dictionaries(
    {
        "publish_hold": st.sampled_from(("0", "3m")),
        "publish_tick": st.sampled_from(("0", "1m")),
        "settle_wait": st.sampled_from(("0", "30s")),
        "early_end": st.sampled_from(("ask", "auto", "off")),
        "checkin": st.sampled_from(("off", "25m")),
        "reveal_night_deaths": st.booleans(),
    }
).map(lambda chosen: {**SHORT, **chosen})

STORIES = st.builds(Story, MAILS, STOPS, OPTIONS)


def office_for(story: Story) -> Office:
    """A game before the first mail of its story."""
    return Office(
        setup_for(options=dict(story.options), checked_in=story.options["checkin"] == "off")
    )


def post(office: Office, mail: Mail) -> None:
    """Bring a mail to the journal; nobody reads it yet."""
    office.store_mail(
        mail.who,
        mail.text,
        START + timedelta(seconds=mail.seconds),
        to=mail.to,
        auth=mail.auth if mail.to != "team" else "token",
        message_id=f"<story.{office.count}@client.test>",
    )
