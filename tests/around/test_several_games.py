"""Several games in one server, the three rule sets together, with people and a GM in all (mail.md).

Each mail finds its game by its address, the tag in its subject, the mail that it answers, or the
only game that fits; else its writer is asked. Nothing is guessed.
"""

from functools import cache

import pytest

from pbp.store.rows import GameState, Outcome
from tests.around.town import DAY, GM_ADDRESS, HOST, NAMES, Town, address_of
from tests.service.office import opened, text_of

GAMES = {"g1": "prayer", "g2": "three_lives", "g3": "seven_kill"}
COUNTS = {"g1": 9, "g2": 15, "g3": 17}
WANG = address_of("王五")
"""He plays in all three."""


@cache
def _built() -> Town:
    town = Town()
    for game, ruleset in GAMES.items():
        town.open(game, ruleset)
    for game, count in COUNTS.items():
        town.sign_up(game, NAMES[:count])
    town.until(town.now + DAY)
    return town


@pytest.fixture(scope="module")
def town() -> Town:
    """Three games that have started; tests only look, or write what changes nothing for others."""
    return _built()


def game_of(rows) -> str:
    """Which game answered: the tag in the subject."""
    (row,) = rows
    return str(opened(row)["Subject"]).partition("]")[0].strip("[")


def test_all_three_have_begun_with_everybody_seated(town: Town):
    assert {game: len(town.table(game).players) for game in GAMES} == COUNTS


@pytest.mark.parametrize("game", GAMES)
def test_by_the_address(town: Town, game):
    assert game_of(town.mail(WANG, "状态", f"gm+{game}@{HOST}")) == game


@pytest.mark.parametrize("game", GAMES)
def test_by_the_tag_in_the_subject(town: Town, game):
    assert game_of(town.mail(WANG, "状态", subject=f"Re: [{game}] 神的使者给你的信")) == game


@pytest.mark.parametrize(
    "subject",
    [
        "【g2】问一句",
        "［Ｇ２］",
        "[ g2 ]",
        "[EXTERNAL] Re: [g2] 神的使者给你的信",
        "Re: 【外部邮件】[ext] [g2]",
    ],
)
def test_by_a_tag_in_any_brackets_whatever_tags_others_wrote_before_it(town: Town, subject):
    assert game_of(town.mail(WANG, "状态", subject=subject)) == "g2"


@pytest.mark.parametrize("game", GAMES)
def test_by_the_mail_that_it_answers_whatever_the_address(town: Town, game):
    seat = next(r for r in town.got(WANG, "seat") if r.game == game)
    assert game_of(town.mail(WANG, "状态", answers=seat)) == game


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_goes_to_its_game_as_a_mail_program_sends_it(town: Town, game):
    seat = next(r for r in town.got(WANG, "seat") if r.game == game)
    assert game_of(town.reply(seat, "状态")) == game


def test_by_the_only_game_that_fits(town: Town):
    """朱十 plays seven kill and nothing else."""
    assert game_of(town.mail(address_of("朱十"), "状态")) == "g3"


def test_who_plays_in_several_is_asked_and_nothing_counts(town: Town):
    before = {game: len(town.table(game).mails) for game in GAMES}
    (row,) = town.mail(WANG, "签到\n这一句是我写的")
    assert {game: len(town.table(game).mails) for game in GAMES} == before
    text = text_of(row)
    assert [f"gm+{game}@{HOST}" in text for game in GAMES] == [True] * 3
    assert "> 这一句是我写的" in text
    assert "[" not in str(opened(row)["Subject"])
    letter = town.store.letter_read(town.count)
    assert letter is not None
    assert letter.verdict == "which_game"


def test_the_gm_of_three_games_is_asked_too(town: Town):
    (row,) = town.mail(GM_ADDRESS, "延长 12h")
    assert row.kind == "which_game"
    assert all(not table.moved for table in map(town.table, GAMES))


def test_somebody_who_writes_on_and_on_is_not_asked_each_time(town: Town):
    town.until(town.now + DAY / 12)
    answers = [town.mail(address_of("李四"), f"喂 {n}", vouched=False) for n in range(6)]
    assert [len(rows) for rows in answers] == [1, 1, 1, 0, 0, 0]


def test_his_seats_have_keys_of_their_own(town: Town):
    """A private address of one game opens none in another."""
    token = {game: town.live(game).token(_handle(town, game)) for game in GAMES}
    assert len(set(token.values())) == 3
    rows = town.mail("stranger@x.test", "状态", f"gm+g2.{token['g1']}@{HOST}", vouched=False)
    assert rows == []


def _handle(town: Town, game: str) -> str:
    return next(who for who, name in town.table(game).start.names.items() if name == "王五")


def test_a_sign_up_without_a_game_goes_to_the_only_one_that_takes_any():
    """Though its writer plays elsewhere; with two of them he is asked."""
    town = Town()
    town.open("g1", "prayer", options={"killers": "1", "villagers": "2"})
    town.sign_up("g1", NAMES[:3])
    town.until(town.now + DAY)
    town.open("g2", "prayer")
    (row,) = town.mail(WANG, "报名 王五")
    assert row.kind == "confirm"
    assert row.game == "g2"
    town.open("g3", "seven_kill")
    (row,) = town.mail(WANG, "报名 王五")
    assert row.kind == "which_game"


def test_a_letter_with_the_tag_of_a_game_that_was_stopped_is_kept_with_it():
    town = Town()
    for game in ("g1", "g2"):
        town.open(game, "prayer")
        town.sign_up(game, NAMES[:9])
    town.referee.games.pop("g1")
    town.store.commit(Outcome(states=(GameState("g1", "stopped", None),)))
    assert town.mail(WANG, "状态", subject="Re: [g1] 神的使者给你的信") == []
    read = town.store.letter_read(town.store.count_letters())
    assert (read.game, read.verdict) == ("g1", "stopped")


def test_who_withdrew_from_another_game_or_got_no_seat_there_is_not_asked():
    town = Town()
    for game in ("g1", "g2"):
        town.open(game, "prayer")
    town.sign_up("g1", [*NAMES[:8], "褚四"])
    town.sign_up("g2", NAMES[8::-1])
    town.sign_up("g2", NAMES[9:12])
    (asked,) = town.mail(WANG, "退出", f"gm+g2@{HOST}")
    assert game_of(town.reply(asked, "确认")) == "g2"
    assert game_of(town.mail(WANG, "状态")) == "g1"
    town.until(town.now + DAY)
    assert game_of(town.mail(WANG, "状态")) == "g1"
    assert game_of(town.mail(address_of("褚四"), "状态")) == "g1"
    (row,) = town.mail(address_of("李四"), "状态")
    assert row.kind == "which_game"


def test_a_game_that_is_over_asks_nobody():
    """The one that runs is meant; with none, the last that he was in."""
    town = Town()
    for game in ("g1", "g2"):
        town.open(game, "prayer", options={"killers": "1", "villagers": "2"})
        town.sign_up(game, NAMES[:3])
    town.until(town.now + DAY)
    town.gm("g1", "平局 说好的")
    assert game_of(town.mail(WANG, "状态")) == "g2"
    town.gm("g2", "平局 说好的")
    assert game_of(town.mail(WANG, "票型")) == "g2"


def test_a_stranger_is_asked_which_game_without_his_words():
    """Anybody can have written them; who plays gets his own back."""
    town = Town()
    town.open("g1", "prayer")
    town.open("g2", "prayer")
    (row,) = town.mail("nobody@elsewhere.test", "报名 王五\n便宜好货 win.example")
    assert row.kind == "which_game"
    assert "win.example" not in text_of(row)
