"""Posts, bundles, list copies, receipts, holds and reminders tell nobody what he may not know."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from pbp.game import facts as f
from tests.board.board import LOOKER, Board, vouched
from tests.property.stories import HANDLES, SHORT, few
from tests.service.office import START, seen_by

ACTORS = ("阿甲", "阿乙", "小一", "小二")
WATCHERS = ("小三", "小四")
"""They write in public alone, each as the board comes to him; so does an onlooker."""

MODES = st.sampled_from(("每帖", "每两小时", "每天", "只要公告"))
SECONDS = st.integers(60, 3 * 3600)
SPOKEN = st.sampled_from(
    (
        "灌水\n早上好",
        "分析\n两个人都可疑，再看看。",
        "剧情\n月黑风高。",
        "真身 灌水\n我来看看",
        "真身 分析\n我看不出来",
        "灌水\n我是 Person1Secret 的朋友",
        "灌水\n打我电话 13812345678",
        "撤帖",
        "公开",
        "收据",
        "票数",
        "投票 小三",
        "随便说说",
    )
)
PUBLIC = st.lists(st.tuples(SECONDS, st.sampled_from(HANDLES), SPOKEN), max_size=10)
SECRETS = st.lists(st.tuples(SECONDS, st.sampled_from(ACTORS), st.integers(0, 5)), max_size=14)
OPTIONS = st.fixed_dictionaries(
    {
        "publish_hold": st.sampled_from(("0", "3m")),
        "publish_tick": st.sampled_from(("0", "1m")),
        "reminders": st.sampled_from(("10m, 5m", "off")),
        "checkin": st.just("off"),
    }
).map(lambda chosen: {**SHORT, "night": "3h", "day": "3h", **chosen})


def secret(who: str, number: int) -> str:
    """Something that only its writer, his mate and the GM ever hear of."""
    if who in ("阿甲", "阿乙"):
        return ("放弃", "宣言\n今夜有雨", "状态", "撤回", "收据", "放弃")[number]
    return ("祈祷 小三", "祈祷 小四", "撤回", "状态", "放弃", "天神\n请教一事")[number]


def told(options: dict, modes: list[str], public: list, secrets: list) -> Board:
    """The game; a person's own mails are counted for him, so that their ids tell nothing."""
    board = Board(**options)
    board.subscribed()
    for who, mode in zip(WATCHERS, modes, strict=False):
        board.mail(who, f"收信 {mode}", START + timedelta(seconds=30))
    board.mail(LOOKER, f"收信 {modes[-1]}", START + timedelta(seconds=31), headers=vouched(LOOKER))
    mails = [(second, 0, who, text) for second, who, text in public]
    mails += [(second, 1, who, secret(who, number)) for second, who, number in secrets]
    for place, (second, _, who, text) in enumerate(sorted(mails)):
        board.mail(
            who,
            text,
            START + timedelta(seconds=second),
            message_id=f"<{who.encode().hex()}.{place if who in ACTORS else second}@client.test>",
        )
    board.tick(START + timedelta(hours=3, minutes=30))
    return board


def seen(board: Board) -> dict[str, list]:
    """Everything that the watchers got until the first night is over, in its order."""
    until = START + timedelta(hours=3)
    return {
        who: [seen_by(row) for row in board.got(who) if row.created_at < until]
        for who in (*WATCHERS, LOOKER)
    }


@few
@given(OPTIONS, st.lists(MODES, min_size=3, max_size=3), PUBLIC, SECRETS)
def test_how_much_and_when_others_write_in_secret_is_seen_by_nobody(
    options, modes, public, secrets
):
    """Equal bytes, order, times and ids, with no secret mail at all and with some."""
    quiet = told(options, modes, public, [])
    busy = told(options, modes, public, secrets)
    assert not any(
        isinstance(x, f.Died) and x.at < START + timedelta(hours=3) for x in busy.facts()
    )
    assert seen(quiet) == seen(busy)


@few
@given(
    OPTIONS,
    st.lists(MODES, min_size=3, max_size=3),
    st.lists(st.tuples(SECONDS, st.sampled_from(WATCHERS), SPOKEN), max_size=10),
    SECRETS,
)
def test_numbers_of_receipts_and_bundles_run_for_their_reader_alone(
    options, modes, public, secrets
):
    quiet = told(options, modes, public, [])
    busy = told(options, modes, public, secrets)
    for who in WATCHERS:
        assert quiet.table.receipts.get(who) == busy.table.receipts.get(who)
    bundles = [
        [(x.to, x.at, x.first, x.last) for x in board.facts() if isinstance(x, f.Bundled)]
        for board in (quiet, busy)
    ]
    assert bundles[0] == bundles[1]
