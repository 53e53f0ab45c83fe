"""From one game to the next: news of it, seats by activity, the waiting list, a story (C-3)."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbp.cli import main
from pbp.evidence import read_mail
from pbp.game.seasons import Part, Played, season
from pbp.verify import verify
from tests.around.town import DAY, GM_ADDRESS, HOST, NAMES, OPENS, Town, address_of
from tests.service.office import opened, text_of

SMALL = {"killers": "1", "villagers": "2"}
WANG, LI, ZHAO, SUN = map(address_of, NAMES[:4])


def handle_of(town: Town, game: str, name: str) -> str:
    return next(who for who, owner in town.table(game).start.names.items() if owner == name)


def first_game(journal: str | Path = ":memory:", **options: str) -> Town:
    """王五, 李四 and 赵六 have played: 李四 wrote three analyses, 赵六 one."""
    town = Town(journal)
    town.open("g1", "prayer", options={**SMALL, **options})
    town.sign_up("g1", NAMES[:3])
    town.until(town.now + DAY)
    for name, count in (("李四", 3), ("赵六", 1)):
        for number in range(count):
            town.say("g1", handle_of(town, "g1", name), f"分析\n我看第{number}个人很可疑。")
    return town


# -- news -----------------------------------------------------------------------------------------


def test_who_asked_for_news_is_told_of_the_next_game_and_can_sign_up_by_answering():
    town = first_game()
    (row,) = town.say("g1", handle_of(town, "g1", "李四"), "收信 新局")
    assert "开新局时会寄信" in text_of(row)
    town.gm("g1", "平局 说好的")
    town.open("g2", "prayer", options=SMALL)
    (news,) = town.got(LI, "news")
    assert town.got(WANG, "news") == []
    assert "收信 不要新局" in text_of(news)
    shown = opened(news)
    assert "gm+g1." in str(shown["List-Unsubscribe"])
    (asked,) = town.reply(news, "报名 李四")
    (counts,) = town.reply(asked, "确认")
    assert counts.kind == "signed_up"
    assert counts.game == "g2"


@pytest.mark.parametrize("how", ["in the new game", "in the old one, after its end"])
def test_news_can_be_ended_at_any_time(how):
    town = first_game()
    who = handle_of(town, "g1", "李四")
    town.say("g1", who, "deliver games")
    town.gm("g1", "平局 说好的")
    if how == "in the new game":
        town.open("g2", "prayer", options=SMALL)
        (row,) = town.reply(town.got(LI, "news")[0], "收信 不要新局")
        assert "不再寄信" in text_of(row)
        town.open("g3", "prayer", options=SMALL)
        assert len(town.got(LI, "news")) == 1
    else:
        town.say("g1", who, "收信 不要新局")
        town.open("g2", "prayer", options=SMALL)
        assert town.got(LI, "news") == []


def test_an_onlooker_can_ask_for_news_too():
    town = first_game()
    looker = "looker@onlookers.test"
    (asked,) = town.mail(looker, "小明", f"board+g1-subscribe@{HOST}")
    town.reply(asked, "确认")
    town.mail(looker, "收信 新局", f"gm+g1@{HOST}")
    town.gm("g1", "平局 说好的")
    town.open("g2", "prayer", options=SMALL)
    assert len(town.got(looker, "news")) == 1


def test_after_the_end_other_wishes_about_mail_are_game_over():
    town = first_game()
    town.gm("g1", "平局 说好的")
    town.say("g1", handle_of(town, "g1", "李四"), "收信 每帖")
    assert list(town.table("g1").mails.values())[-1].code == "game_over"


# -- seats ----------------------------------------------------------------------------------------


def verified(town: Town, game: str, address: str) -> list[str]:
    mails = [read_mail(bytes(row.data)) for row in town.got(address) if row.game == game]
    found = verify([mail for mail in mails if mail is not None])
    return [finding.line() for finding in found[game]]


def test_seats_by_activity_go_to_who_wrote_most_in_earlier_games():
    town = first_game()
    town.gm("g1", "平局 说好的")
    town.open("g2", "prayer", options={**SMALL, "select": "activity"})
    town.sign_up("g2", ["孙七", "周八", "赵六", "李四"])
    town.until(town.now + DAY)
    assert set(town.table("g2").start.names.values()) == {"李四", "赵六", "孙七"}
    town.gm("g2", "平局 说好的")
    lines = verified(town, "g2", LI)
    assert "ok: the seats went to the most active of those who signed up" in lines
    assert "ok: the commitment to the selection was kept" in lines
    assert not any(line.startswith("WRONG") for line in lines)


def test_activity_in_a_game_that_revealed_nobody_does_not_count():
    town = first_game(reveal_owners="false")
    town.gm("g1", "平局 说好的")
    assert town.referee.archive.analyses(LI) == 0


@pytest.mark.parametrize(
    ("select", "told"),
    [
        ("first", "the seats went to the first of those who signed up"),
        ("random", "the seats were given by lot"),
    ],
)
def test_who_got_a_seat_can_be_checked_from_the_published_mails_alone(select, told):
    """C-3.5: selection and lots follow from what is posted at the end."""
    town = Town()
    town.open("g1", "prayer", options={**SMALL, "select": select})
    town.sign_up("g1", NAMES[:6])
    town.until(town.now + DAY)
    town.gm("g1", "平局 说好的")
    seated = next(iter(town.table("g1").start.names.values()))
    lines = verified(town, "g1", address_of(seated))
    assert f"ok: {told}" in lines
    assert "ok: the roles are as drawn" in lines
    assert not any(line.startswith("WRONG") for line in lines)


def test_a_forged_order_of_sign_ups_is_found():
    town = Town()
    town.open("g1", "prayer", options=SMALL)
    town.sign_up("g1", NAMES[:5])
    town.until(town.now + DAY)
    town.gm("g1", "平局 说好的")
    mails = [read_mail(bytes(row.data)) for row in town.got(WANG)]
    forged = []
    for mail in mails:
        lines = list(mail.lines) if mail else []
        if "=sheet select" in lines:
            at = lines.index("=sheet select")
            lines[at + 4], lines[at + 8] = lines[at + 8], lines[at + 4]
        forged.append(type(mail)(game=mail.game, lines=tuple(lines)))
    found = [finding.line() for finding in verify(forged)["g1"]]
    assert any("WRONG" in line and "selection" in line for line in found)
    assert any("WRONG" in line and "first of those" in line for line in found)


# -- the waiting list -----------------------------------------------------------------------------


def test_who_has_no_seat_waits_and_moves_up_when_one_is_freed_before_the_start():
    town = Town()
    town.open("g1", "prayer", options=SMALL, begins=OPENS + 2 * DAY)
    town.sign_up("g1", NAMES[:5])
    town.until(OPENS + DAY)
    (first,), (second,) = town.got(SUN, "not_seated"), town.got(address_of("周八"), "not_seated")
    assert "候补名单第 1 位" in text_of(first)
    assert "候补名单第 2 位" in text_of(second)
    town.mail(LI, "退出", f"gm+g1@{HOST}")
    assert "座位轮到你了" in text_of(town.got(SUN, "signed_up")[-1])
    town.gm("g1", "出局 王五 改主意了")
    assert "座位轮到你了" in text_of(town.got(address_of("周八"), "signed_up")[-1])
    town.until(OPENS + 2 * DAY)
    assert set(town.table("g1").start.names.values()) == {"赵六", "孙七", "周八"}


def test_too_few_after_the_close_is_asked_about_once_more():
    town = Town()
    town.open("g1", "prayer", options=SMALL, begins=OPENS + 2 * DAY)
    town.sign_up("g1", NAMES[:3])
    town.until(OPENS + DAY)
    town.mail(LI, "退出", f"gm+g1@{HOST}")
    town.until(OPENS + 2 * DAY)
    assert town.table("g1").started is None
    assert [q.kind for q in town.table("g1").open_questions()] == ["too_few"]


# -- a story --------------------------------------------------------------------------------------

STORY = "那年冬天，【更夫】在桥头捡到一盏灯。【货郎】说那是【哑女】的。"


def test_the_handles_can_come_from_the_gms_story_which_is_posted_at_the_start():
    town = Town()
    town.open("g1", "prayer", options=SMALL, story=STORY, handles=("更夫", "货郎", "哑女"))
    town.sign_up("g1", NAMES[:3])
    town.until(town.now + DAY)
    assert set(town.table("g1").handles) == {"更夫", "货郎", "哑女"}
    assert any("桥头捡到一盏灯" in text_of(row) for row in town.got(WANG, "plot"))


# -- statistics -----------------------------------------------------------------------------------


def test_statistics_of_a_season_for_the_gm_and_then_for_all():
    town = first_game()
    town.gm("g1", "平局 说好的")
    town.until(town.now + 4 * DAY)
    town.open("g2", "prayer", options=SMALL)
    said = town.gm("g2", "统计 2026")
    assert "李四：1 局，胜 0，分析 3" in said
    assert "平局 1" in said
    assert "@" not in said.replace(f"@{HOST}", "").replace(GM_ADDRESS, "")
    town.gm("g2", "发 1001")
    post = next(p for p in town.table("g2").posts if p.kind == "stats")
    assert post.data["players"][0]["name"] == "李四"
    assert "历来共 1 局" in town.gm("g2", "stats")
    assert "共 0 局" in town.gm("g2", "统计 1999")


def test_win_rates_are_of_games_that_were_played_to_an_end():
    base = {"ruleset": "prayer", "started": OPENS, "ended": OPENS + DAY, "year": 2026}
    parts = (Part(handle="甲", name="王五", person="w@x", won=True, analyses=2),)
    games = [
        Played(game="g1", state="won", winners=("villagers",), parts=parts, **base),
        Played(game="g2", state="won", winners=("killers",), parts=parts, **base),
        Played(game="g3", state="won", winners=("villagers",), **base),
        Played(game="g4", state="draw", **base),
        Played(game="g5", state="aborted", **base),
        Played(game="g6", state="won", winners=("villagers",), **{**base, "year": 2025}),
    ]
    found = season(games, 2026)
    (row,) = found.rulesets
    assert row["wins"] == {"killers": 1, "villagers": 2}
    assert row["rates"] == {"killers": 0.25, "villagers": 0.5}
    assert (row["draws"], row["aborted"], row["games"]) == (1, 1, 5)
    assert found.players[0]["games"] == 2
    assert "w@x" not in json.dumps(found.plain())


def test_pbp_stats_prints_tables_and_json(tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text(f"server: {{data: {tmp_path}}}\n", encoding="utf-8")

    def stats(*more: str):
        return CliRunner().invoke(main, ["stats", "--config", str(config), *more])

    assert stats().exit_code == 2
    town = first_game(journal=tmp_path / "journal.sqlite")
    assert "no game is over yet" in stats().output
    town.gm("g1", "平局 说好的")
    town.store.close()
    shown = stats()
    assert shown.exit_code == 0, shown.output
    assert "李四" in shown.output
    found = json.loads(stats("--json", "--season", "2026").output)
    assert found["rulesets"][0]["draws"] == 1
    assert [row["name"] for row in found["players"]] == ["李四", "赵六", "王五"]
    assert json.loads(stats("--json", "--season", "1999").output)["games"] == []
    wrong = stats("--season", "last")
    assert wrong.exit_code == 2
    assert "is no year" in wrong.output
