"""Nothing that an outsider gets depends on what he may not know: not one byte, time or number."""

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pbp.game import facts as f
from tests.property.stories import HANDLES, LENGTH_SECONDS, OPTIONS, ORDERS, SHORT, VOTES, few
from tests.service.office import START, Office, seen_by, setup_for

TWINS = ("阿甲", "小一")
"""The two who hold each other's roles in the two games."""

MATE = "阿乙"
"""The other killer: his seat notice names one of the two, so he is no outsider."""

OUTSIDERS = tuple(who for who in HANDLES if who not in (*TWINS, MATE))

PUBLIC = st.one_of(
    VOTES,
    st.sampled_from(
        (
            "分析 两个人都可疑，再看看。",
            "灌水 早上好",
            "剧情 月黑风高。",
            "遗言 别了，各位。",
            "票数",
            "名单",
            "状态",
            "谁没投",
            "投票完毕",
            "乱写一通",
        )
    ),
)
SECRET_WORDS = st.one_of(
    ORDERS, st.sampled_from(("放弃", "撤回", "宣言 今夜有雨", "收据", "帮助", "天神 请教一事"))
)


def cast(swapped: bool) -> dict[str, str]:
    first, second = TWINS[::-1] if swapped else TWINS
    roles = dict.fromkeys(HANDLES, "villager") | {
        MATE: "killer",
        first: "killer",
        second: "villager",
    }
    return {who: roles[who] for who in HANDLES}


def tell(game: "Told", mails: list[tuple[int, str, str]]) -> None:
    """Bring mails to a game and let its time pass. Each person counts his own Message-IDs."""
    counts: dict[str, int] = {}
    for seconds, who, text in sorted(mails, key=lambda mail: mail[0]):
        counts[who] = counts.get(who, 0) + 1
        game.mail_at(seconds, who, text, f"<{HANDLES.index(who)}.{counts[who]}@client.test>")
    game.tick(START + timedelta(seconds=LENGTH_SECONDS + 3600))


class Told(Office):
    """An office whose mails have Message-IDs of the test's choice."""

    def mail_at(self, seconds: int, who: str, text: str, name: str) -> None:
        at = START + timedelta(seconds=seconds)
        self.store_mail(who, text, at, message_id=name)
        self.read(at)


def told_game(options: dict, mails: list[tuple[int, str, str]], *, swapped: bool = False) -> Told:
    game = Told(setup_for(cast(swapped), options=options, checked_in=True))
    tell(game, mails)
    return game


def revealed_at(game: Office) -> datetime:
    """When a rule first tells the two games apart: one of the twins dies, or the game is over."""
    for fact in game.facts():
        if isinstance(fact, f.GameEnded):
            return fact.at
        if isinstance(fact, f.Died) and fact.death.who in TWINS:
            return fact.at
    return START + timedelta(days=365)


def seen(game: Office, until: datetime, readers: tuple[str, ...] = OUTSIDERS) -> dict[str, list]:
    """Everything that outsiders get before an instant, reader by reader, in its order."""
    return {
        who: [
            seen_by(row)
            for row in game.outbox()
            if row.recipient == game.address(who) and row.created_at < until
        ]
        for who in readers
    }


def order_of(game: Office, until: datetime) -> list[tuple[str, str]]:
    """In which order outsiders' mails go out among themselves."""
    places = {game.address(who): who for who in OUTSIDERS}
    rows = [row for row in game.outbox() if row.created_at < until and row.recipient in places]
    return [(places[row.recipient], row.message_id) for row in rows]


SECONDS = st.integers(1, LENGTH_SECONDS)


@few
@given(
    OPTIONS,
    st.lists(st.tuples(SECONDS, st.sampled_from((*OUTSIDERS, MATE, *TWINS)), PUBLIC), max_size=12),
    st.lists(st.tuples(SECONDS, st.sampled_from((0, 1)), SECRET_WORDS), max_size=8),
    st.lists(st.tuples(SECONDS, st.sampled_from((*OUTSIDERS, MATE)), SECRET_WORDS), max_size=8),
)
def test_two_games_that_differ_in_two_secret_roles_are_the_same_to_everybody_else(
    options, public, of_the_roles, of_others
):
    """What the killer of the two writes in one game, the other one of them writes in the other."""
    options = options | {"checkin": "off", "settle_wait": "0"}

    def mails(killer_first: bool) -> list[tuple[int, str, str]]:
        twins = TWINS if killer_first else TWINS[::-1]
        acts = [(seconds, twins[part], text) for seconds, part, text in of_the_roles]
        return [*public, *acts, *of_others]

    one = told_game(options, mails(killer_first=True))
    other = told_game(options, mails(killer_first=False), swapped=True)
    until = min(revealed_at(one), revealed_at(other))
    assert revealed_at(one) == revealed_at(other)
    assert seen(one, until) == seen(other, until)
    assert order_of(one, until) == order_of(other, until)


@few
@given(
    OPTIONS,
    st.lists(st.tuples(SECONDS, st.sampled_from((*OUTSIDERS, MATE, *TWINS)), PUBLIC), max_size=12),
)
def test_the_same_mails_in_both_games_tell_the_roles_to_nobody_but_their_writers(options, public):
    """Even where both try everything: who is refused what, nobody else sees."""
    options = options | {"checkin": "off", "early_end": "ask", "settle_wait": "0"}
    tries = [
        (60 + 60 * number, who, f"{word} 小四")
        for number, (who, word) in enumerate(
            (w, v) for w in TWINS for v in ("祈祷", "宣言", "放弃")
        )
    ]
    one = told_game(options, [*public, *tries])
    other = told_game(options, [*public, *tries], swapped=True)
    until = min(revealed_at(one), revealed_at(other))
    assert seen(one, until) == seen(other, until)


@few
@given(
    st.lists(st.tuples(SECONDS, st.sampled_from(HANDLES), VOTES), max_size=12),
    st.lists(st.tuples(st.integers(1, 1100), st.sampled_from(HANDLES)), min_size=1, max_size=18),
)
def test_how_often_and_when_others_act_by_night_is_seen_by_nobody(votes, acts):
    """Nobody acts in one game; in the other the killers pass, villagers pray, ask, take back."""
    options = _options()
    quiet = told_game(options, votes)
    actors = {who for _, who in acts}
    if actors & {"阿甲", MATE}:
        actors |= {"阿甲", MATE}  # killers are told of each other's orders (P-1.2)
    busy = told_game(
        options, [*votes, *((s, who, _act(who, n)) for n, (s, who) in enumerate(acts))]
    )
    outsiders = tuple(who for who in HANDLES if who not in actors)
    until = min(_first_death(quiet), _first_death(busy))
    assert seen(quiet, until, outsiders) == seen(busy, until, outsiders)


def test_nobody_acts_and_everybody_acts_thrice_are_the_same_nights_to_an_onlooker():
    """小四 writes nothing; forty secret mails of the others change nothing that he gets."""
    options = _options()
    others = tuple(who for who in HANDLES if who != "小四")
    acts = [
        (60 + 120 * turn + 7 * place, who, _act(who, turn))
        for turn in range(8)
        for place, who in enumerate(others)
    ]
    quiet, busy = told_game(options, []), told_game(options, acts)
    until = START + timedelta(minutes=40)
    assert seen(quiet, until, ("小四",)) == seen(busy, until, ("小四",))
    assert len(seen(quiet, until, ("小四",))["小四"]) >= 4
    assert len(busy.outbox()) >= len(quiet.outbox()) + 40


def test_the_gm_alone_hears_that_everybody_is_done():
    """early_end: ask. A night in which all have acted looks like any other, but to the GM."""
    options = _options()
    done = told_game(options, [(60 + n, who, "放弃") for n, who in enumerate(HANDLES)])
    quiet = told_game(options, [(60 + n, who, "放弃") for n, who in enumerate(HANDLES[:-1])])
    until = START + timedelta(minutes=30)
    assert seen(done, until) | {"小四": []} == seen(quiet, until) | {"小四": []}
    assert [q.kind for q in _questions(done)] == ["early_end"]
    assert _questions(quiet) == []


def _questions(game: Office) -> list[f.QuestionAsked]:
    until = START + timedelta(minutes=19)
    return [x for x in game.facts() if isinstance(x, f.QuestionAsked) and x.at < until]


def _options() -> dict:
    return dict(SHORT)


def _act(who: str, turn: int) -> str:
    if who in ("阿乙", "阿甲"):
        return ("放弃", "状态", "宣言 今夜有雨")[turn % 3]
    return ("祈祷 自己", "祈祷 小二", "撤回", "状态")[turn % 4]


def _first_death(game: Office) -> datetime:
    return next((x.at for x in game.facts() if isinstance(x, f.Died)), START + timedelta(days=365))
