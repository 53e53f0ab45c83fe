"""The GM's letter to one game's address that answers another game's: nothing is done unasked.

clauses: C-10
"""

import re

from pbp.game import facts as f
from tests.around.town import DAY, GM_ADDRESS, HOST, NAMES, Town
from tests.service.office import text_of


def flat(text: str) -> str:
    return re.sub(r"\s+", "", text)


def two_games() -> Town:
    town = Town()
    for game in ("g1", "g2"):
        town.open(game, "prayer")
    for game in ("g1", "g2"):
        town.sign_up(game, NAMES[:9])
    town.until(town.now + DAY)
    return town


def key(town: Town, game: str) -> str:
    return f"gm+{game}.{town.live(game).token('gm')}@{HOST}"


def letter_of(town: Town, game: str):
    """A letter of that game to the GM: what he answers."""
    town.gm(game, "摘要")
    rows = [row for row in town.got(GM_ADDRESS) if row.game == game]
    return rows[-1]


def said(rows) -> str:
    return flat("\n".join(text_of(row) for row in rows))


def test_what_answers_another_games_letter_is_only_shown_and_says_for_which_game():
    town = two_games()
    who = town.table("g1").living()[0]
    row = letter_of(town, "g2")
    told = said(town.mail(GM_ADDRESS, f"警告 {who} 骂人", key(town, "g1"), answers=row))
    assert "寄到g1的地址，回的却是g2的信" in told
    assert "什么都还没有做" in told
    assert town.table("g1").players[who].warnings == 0
    told = said(town.mail(GM_ADDRESS, "确认", key(town, "g1")))
    assert "✓" in told
    assert town.table("g1").players[who].warnings == 1


def test_an_answer_to_a_question_of_another_game_does_no_harm():
    town = two_games()
    who = town.table("g1").living()[0]
    town.say("g1", who, "请假 两天 出差")
    row = letter_of(town, "g2")
    for line in ("同意 1", "改 1 不准", "一切照旧", "延 1 12h"):
        town.mail(GM_ADDRESS, line, key(town, "g1"), answers=row)
        assert not [x for x in town.table("g1").answered if x == 1], line
    told = said(town.mail(GM_ADDRESS, "同意 7", key(town, "g1"), answers=row))
    assert "没有这个编号的问题" in told
    assert not town.table("g2").answered


def test_undo_and_confirm_are_for_the_game_whose_letter_is_answered():
    town = two_games()
    who = town.table("g1").living()[0]
    town.gm("g1", f"警告 {who} 骂人")
    row = letter_of(town, "g2")
    told = said(town.mail(GM_ADDRESS, "撤销", key(town, "g1"), answers=row))
    assert "这一条只在回复寄给你的信时有用" in told
    assert town.table("g1").players[who].warnings == 1


def test_the_tag_in_the_subject_of_another_game_asks_likewise():
    town = two_games()
    told = said(town.mail(GM_ADDRESS, "延长 12h", key(town, "g1"), subject="Re: [g2] 主持台"))
    assert "寄到g1的地址，回的却是g2的信" in told
    assert not [x for x in town.table("g1").posts if x.kind == "extension"]


def test_answering_the_right_games_letter_is_done_at_once():
    town = two_games()
    row = letter_of(town, "g1")
    told = said(town.reply(row, "延长 12h"))
    assert "什么都还没有做" not in told
    assert any(x.kind == "extension" for x in town.table("g1").posts)
    assert not any(
        isinstance(x, f.Posted) and x.kind == "extension" for x in town.table("g2").posts
    )
