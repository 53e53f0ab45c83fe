"""Statistics on the web: the tables of `pbp stats`, names only where a game has revealed them."""

import re

from msgspec.structs import replace

from pbp.board.file import open_to_write
from pbp.game.seasons import Part, Played
from pbp.service.seasonsheet import season_sheets
from tests.around.test_next_game import first_game
from tests.around.town import DAY, GM_ADDRESS, HOST
from tests.service.office import RENDERER
from tests.web.counter import client_of, publisher_over


def shown(town, year: str = "", lang: str = "zh"):
    """The page after all is published, and the file."""
    connection = open_to_write(":memory:")
    publisher_over(town.referee, connection).publish_all()
    client = client_of(connection, lambda: town.now)
    path = f"/statistics?year={year}" if year else "/statistics"
    return client.get(path, headers={"accept-language": lang}), "\n".join(connection.iterdump())


def row_of(page: str, first: str) -> list[str]:
    (row,) = re.findall(rf'<tr><th scope="row">{first}</th>(.*?)</tr>', page)
    return re.findall(r"<td[^>]*>(.*?)</td>", row)


def test_a_game_counts_once_it_is_over_and_its_people_as_in_pbp_stats():
    town = first_game()
    assert "还没有结束的对局" in shown(town)[0].text
    town.gm("g1", "平局 说好的")
    town.until(town.now + 4 * DAY)
    answer, dump = shown(town)
    assert row_of(answer.text, "李四")[:3] == ["1", "0", "3"]
    assert row_of(answer.text, "赵六")[:3] == ["1", "0", "1"]
    year = str(town.now.year)
    assert f'href="/statistics?year={year}"' in answer.text
    assert row_of(shown(town, year, "en")[0].text, "李四")[:3] == ["1", "0", "3"]
    assert shown(town, "1999")[0].status_code == 404
    assert not set(re.findall(r"[\w.-]+@[\w.-]+", dump.replace(f"@{HOST}", ""))) - {GM_ADDRESS}


def test_nobody_is_named_whose_game_did_not_reveal_its_owners():
    town = first_game(reveal_owners="no")
    town.gm("g1", "平局 说好的")
    town.until(town.now + 4 * DAY)
    answer, dump = shown(town)
    assert "李四" not in answer.text
    assert "李四" not in "".join(line for line in dump.split("\n") if '"seasons"' in line)


def test_camps_awards_and_rates_are_told_in_words_of_both_languages():
    town = first_game()
    award = {"award": "mvp", "side": "villagers", "who": "橘猫", "name": "王五"}
    part = Part(handle="橘猫", name="王五", person="w@x", won=True, analyses=2)
    game = Played(
        game="g1",
        ruleset="prayer",
        started=town.now,
        ended=town.now + DAY,
        year=2026,
        state="won",
        winners=("villagers",),
        parts=(part,),
        awards=(award,),
    )
    older = replace(game, game="g0", year=2025, winners=("killers",), awards=())
    sheets = season_sheets([older, game], RENDERER)
    assert list(sheets) == ["", "2026", "2025"]
    (prayer,) = sheets[""]["rulesets"]
    assert {(win["camp"]["en"], win["percent"]) for win in prayer["wins"]} == {
        ("the killers", 50),
        ("the villagers", 50),
    }
    (told,) = sheets["2026"]["awards"]
    assert told["award"]["zh"].startswith("MVP · ")
    assert sheets["2025"]["awards"] == []
    assert "w@x" not in str(sheets)
