"""Commands taken back, again and again, leave the game that would have been without them."""

from datetime import timedelta

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from pbp.audit import audit_game
from tests.property.stories import few
from tests.service.office import DAY, GAME, SETTINGS, START, Office

COMMANDS = st.sampled_from(
    (
        "警告 小三 离题",
        "出局 小四 违规",
        "代令 小一 “祈祷 小二”",
        "禁言 小二 2h",
        "作废 2",
        "延长 30m",
    )
)
MAILS = st.tuples(
    st.sampled_from(("小一", "小二", "小三", "阿甲")), st.sampled_from(("放弃", "撤回", "状态"))
)
STEPS = st.lists(st.one_of(COMMANDS, st.just("撤销"), st.just("撤销"), MAILS), max_size=12)


@few
@given(STEPS)
def test_what_was_taken_back_is_as_if_it_had_never_been_asked_for(steps):
    """The same mails with the commands that stand alone: the same orders, warnings and deaths."""
    game, standing = Office(), []
    for number, step in enumerate(steps):
        at = START + timedelta(hours=1, minutes=number)
        if not isinstance(step, str):
            game.mail(*step, at)
            standing.append((at, *step))
            continue
        game.mail("gm", step, at)
        done = game.last_mail().verdict == "accepted"
        if step != "撤销":
            standing.append((at, "gm", step if done else "状态"))
            continue
        if done:
            place = max(n for n, (_, who, said) in enumerate(standing) if taken(who, said))
            standing[place] = (standing[place][0], "gm", "状态")
        standing.append((at, "gm", "状态"))
    plain = Office()
    for at, who, said in standing:
        plain.mail(who, said, at)
    for office in (game, plain):
        office.tick(START + 2 * DAY)
    for part in ("orders", "deaths", "ballots", "warnings", "out", "players", "phases"):
        assert game.record()[part] == plain.record()[part], part
    found = audit_game(game.store, game.store.game(GAME), SETTINGS)
    assert found.first_difference is None, (found.expected, found.derived)
    read = game.referee.loaded(GAME).play.table
    assert [msgspec.json.encode(post) for post in read.posts] == [
        msgspec.json.encode(post) for post in game.table.posts
    ]


def taken(who: str, said: str) -> bool:
    """Whether an entry is a command that stands."""
    return who == "gm" and said not in ("撤销", "状态")
