"""Letters that are judged by several: each game hears what it would have heard, in that order."""

import pytest

from pbp.game import facts as f
from pbp.service import referee
from pbp.store.errors import StoreBusy
from tests.service.office import CAST, HOST, START
from tests.sharing.city import GAMES, MINUTE, City, Panel


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    """So that a few letters are many."""
    monkeypatch.setattr(referee, "BATCH", 4)
    monkeypatch.setattr(referee, "SHARED", 2)
    monkeypatch.setattr(referee, "FLOOD", 40)


def twins(folder) -> tuple[City, City]:
    return City(folder / "alone"), City(folder / "shared", Panel)


def panel(city: City) -> Panel:
    return city.referee._judges


def same(one: City, other: City) -> None:
    here, there = one.all_rows(), other.all_rows()
    for table in here:
        assert here[table] == there[table], table


def everybody(city: City, words: str, minutes: float) -> None:
    """One letter of everybody in each game."""
    for number, game in enumerate(GAMES):
        city.put(*(city.letter(game, handle, words, minutes + number / 60) for handle in CAST))


def test_what_several_judge_is_what_one_judges(tmp_path):
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
        city.read(5)
        everybody(city, "祈祷 小一", 6)
        city.read(3 * 24 * 60)
    assert len(panel(shared).asked) == 2 * len(GAMES) * len(CAST)
    same(alone, shared)


@pytest.mark.parametrize("seed", range(12))
def test_so_it_is_with_any_letters(tmp_path, seed):
    """Copies, commands, answers to other games' mails, letters for no game or a strange one."""
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        for day in range(4):
            minutes = 20 + day * 1440
            city.put(*city.letters_by_lot(100 * seed + day, 120, minutes))
            city.read(minutes + 30)
        city.read(6 * 1440)
    assert panel(shared).asked
    assert panel(shared).due
    same(alone, shared)


def test_a_letter_that_names_no_game_is_judged_after_those_before_it(tmp_path):
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        for n in range(6):
            city.put(city.letter("g1", "小一", "状态", 1 + n / 60))
        city.put(city.letter("g1", "小二", "状态", 2, to=f"gm@{HOST}"))
        for n in range(6):
            city.put(city.letter("g2", "小一", "状态", 3 + n / 60))
        city.read(5)
    assert [share.game for share in panel(shared).asked] == 6 * ["g1"] + 6 * ["g2"]
    same(alone, shared)


def test_the_same_mail_for_two_games_is_known_again(tmp_path):
    """Two judges see one copy each; it is judged at home, and is a copy there as ever."""
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        for game in GAMES[:2]:
            to = f"gm+{game}@{HOST}"
            city.put(*(city.letter(game, "小一", "状态", 1, to=to, name=f"m{n}") for n in range(3)))
        first = city.letter("g1", "小一", "祈祷 小二", 2)
        city.put(first, city.letter("g1", "小一", "", 2, raw=first.raw))
        everybody(city, "祈祷 小三", 3)
        city.read(5)
    same(alone, shared)


def test_games_that_are_loaded_here_go_on_from_there(tmp_path):
    """What the GM orders next, the next deadline and the board see what others judged."""
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
        city.read(5)
        for game in GAMES:
            city.referee.command(game, "延长 2h", START + 6 * MINUTE)
        everybody(city, "祈祷 小一", 7)
        city.read(9)
        for game in GAMES:
            live = city.referee.live(game)
            assert (live.last_input, live.last_fact) == city.store.last_seqs(game)
            again = city.referee.loaded(game)
            assert [f.to_bytes(x) for x in live.play.facts] == [
                f.to_bytes(x) for x in again.play.facts
            ]
    same(alone, shared)


def test_letters_up_to_an_instant_are_judged_before_its_deadline(tmp_path):
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 24 * 60 - 1)
        everybody(city, "祈祷 小一", 24 * 60 + 1)
        city.read(24 * 60)
        city.read(25 * 60)
    same(alone, shared)


def test_where_a_commit_fails_nothing_is_lost_and_nothing_counts_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(referee, "FLOOD", 12)
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
    commit, fails = shared.store.commit, [True, False, True]

    def failing(*outcomes):
        if fails and fails.pop():
            raise StoreBusy("locked")
        commit(*outcomes)

    monkeypatch.setattr(shared.store, "commit", failing)
    for city in (alone, shared):
        for _ in range(3):
            try:
                city.read(5)
            except StoreBusy:
                assert city is shared
    assert not fails
    same(alone, shared)


def test_a_game_that_falls_over_a_letter_stops_here_and_no_other(tmp_path, monkeypatch, caplog):
    from pbp.service import judging

    hear = judging.hear

    def falls(opened, live, *rest, **how):
        if live.setup.id == "g2" and "小二" in opened.letter.text:
            raise ValueError("a bug")
        return hear(opened, live, *rest, **how)

    monkeypatch.setattr(judging, "hear", falls)
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        city.put(*(city.letter("g2", h, "祈祷 小二", 1) for h in CAST))
        everybody(city, "祈祷 小三", 2)
        city.read(5)
    same(alone, shared)
    assert {row.id for row in shared.store.games() if row.state == "stopped"} == {"g2"}


def test_a_deadline_that_falls_stops_its_game_alone(tmp_path, monkeypatch):
    from pbp.service.playing import Play

    settle = Play.settle

    def falls(play, now):
        if play.setup.id == "g3" and now > START + 10 * MINUTE:
            raise ValueError("a bug")
        return settle(play, now)

    monkeypatch.setattr(Play, "settle", falls)
    alone, shared = twins(tmp_path)
    for city in (alone, shared):
        everybody(city, "祈祷 小三", 1)
        city.read(3 * 24 * 60)
    assert panel(shared).due
    same(alone, shared)
    assert {row.id for row in shared.store.games() if row.state == "stopped"} == {"g3"}


def test_one_who_takes_no_share_is_not_asked(tmp_path):
    """Few letters are judged at home, whoever could be asked."""
    shared = City(tmp_path / "shared", Panel)
    shared.put(*(shared.letter("g1", "小一", "状态", 1) for _ in range(3)))
    shared.read(5)
    assert panel(shared).asked == []
