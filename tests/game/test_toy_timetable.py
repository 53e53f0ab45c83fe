"""The engine plays a timetable it has never heard of: waits, run-offs, skips, boards and more."""

from datetime import UTC, datetime, timedelta

import pytest

from pbp.game import engine, listening
from pbp.game import facts as f
from pbp.game.fold import run
from pbp.game.hearing import Heard
from pbp.game.intents import Reading, Understood
from pbp.game.law import Law
from pbp.game.table import Table
from tests.game.toy import LAW, seats

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Played:
    """A toy game: hear() a reading at an hour, go() on to one."""

    def __init__(self, east: str = "abcd", west: str = "wxyz") -> None:
        self.table, self.law = Table(), LAW
        options = {"freeze": "0", "vote_freeze": "0", "checkin": "off", "early_end": "off"}
        options |= {
            "silence_at": "off",
            "publish_hold": "0",
            "publish_tick": "0",
            "reminders": "off",
        }
        started = f.GameStarted(
            at=START,
            game="toy",
            ruleset="prayer",
            locale="zh",
            timezone="Asia/Shanghai",
            options=options,
            seats=seats(east, west),
            seed="1",
            checked_in=True,
        )
        self.facts = run(self.table, engine.start(self.table, self.law, started))

    def go(self, hour: float) -> None:
        at = START + hour * HOUR
        self.facts += run(self.table, engine.settle(self.table, self.law, at))

    def hear(self, hour: float, who: str, kind: str, *targets: str, text: str = "") -> f.MailHeard:
        self.go(hour)
        heard = Heard(
            at=START + hour * HOUR,
            sender=who,
            understood=Understood(readings=(Reading(kind=kind, targets=targets, text=text),)),
            text=text,
        )
        self.facts += run(self.table, listening.hear(self.table, self.law, heard))
        return list(self.table.mails.values())[-1]

    def phases(self) -> list[tuple[str, float, float]]:
        hours = [((p.opens - START) / HOUR, (p.closes - START) / HOUR) for p in self.table.phases]
        return [(p.id, *times) for p, times in zip(self.table.phases, hours, strict=True)]


def test_the_toy_answers_all_that_the_engine_asks_of_a_law():
    law: Law = LAW
    asked = [name for name in vars(Law) if not name.startswith("_")]
    assert all(hasattr(law, name) for name in asked)


def test_a_wait_for_last_words_ends_when_they_have_come():
    game = Played()
    game.hear(0.5, "a", "kill", "b")
    game.go(1)
    assert game.phases()[-1] == ("W1", 1, 3)
    game.hear(1.5, "b", "last_words", text="别了。")
    game.go(2)
    assert game.phases()[1:3] == [("W1", 1, 1.5), ("D1", 1.5, 4.5)]


def test_a_wait_ends_at_its_cut_off_where_nobody_speaks():
    game = Played()
    game.hear(0.5, "a", "kill", "b")
    assert game.hear(3, "b", "last_words", text="别了。").verdict == "refused"
    assert game.phases()[1:] == [("W1", 1, 3), ("D1", 3, 6)]


def test_an_order_in_a_wait_is_for_the_coming_night_and_lapses_when_that_is_skipped():
    game = Played()
    game.hear(0.5, "a", "kill", "b")
    game.hear(1.5, "c", "kill", "d")
    assert game.table.orders[2].phase == "N2"
    game.go(6.5)
    assert game.table.skipped == ["N2"]
    assert game.table.orders[2].state == "lapsed"
    told = [n for n in game.table.notices if n.kind == "order_refused" and n.to == "c"]
    assert [n.phase for n in told] == ["N2"]


def test_two_boards_vote_apart_in_one_phase():
    game = Played()
    for voter, target in ("ab", "cb", "wx", "yx", "zx"):
        game.hear(1.5, voter, "vote", target)
    assert game.hear(1.6, "a", "vote", "x").code == "wrong_life"
    game.go(4)
    counts = {c.life: c.tally for c in game.table.counts}
    assert counts == {"east": {"b": 2}, "west": {"x": 3}}
    assert {d.who for d in game.table.deaths} == {"b", "x"}


def test_a_tie_on_one_board_leads_to_a_run_off_there_alone():
    game = Played()
    for voter, target in ("ab", "ba", "wx", "yx"):
        game.hear(1.5, voter, "vote", target)
    game.go(4)
    runoff = game.table.phase
    assert (runoff.id, runoff.boards, runoff.candidates) == ("R1", ("east",), ("a", "b"))
    assert game.hear(4.2, "w", "vote", "y").code == "late"
    assert game.hear(4.2, "c", "vote", "d").code == "not_candidate"
    assert game.hear(4.2, "c", "abstain").code == "not_permitted"
    game.hear(4.2, "c", "vote", "a")
    game.go(5)
    assert [d.who for d in game.table.deaths] == ["x", "a"]


def test_a_skipped_night_keeps_its_number_and_the_next_one_is_played():
    game = Played()
    game.go(13)
    assert [p[0] for p in game.phases()] == ["N1", "D1", "D2", "N3", "D3", "D4"]
    assert game.table.skipped == ["N2", "N4"]


@pytest.mark.parametrize("hours", [1, 30])
def test_an_extension_moves_one_close_and_all_that_follows(hours):
    game = Played()
    game.go(1.5)
    closes = game.table.phase.closes + hours * HOUR
    moved = engine.move_cut_off(game.table, closes, START + 1.5 * HOUR)
    game.facts += run(game.table, moved)
    assert game.hear(4 + hours - 0.001, "a", "vote", "b").verdict == "accepted"
    assert game.hear(4 + hours, "c", "vote", "d").phase == "D2"
    assert game.phases()[1:] == [("D1", 1, 4 + hours), ("D2", 4 + hours, 7 + hours)]
    posted = [p for p in game.table.posts if p.kind == "extension"]
    assert [p.phase for p in posted] == ["D1"]
    assert "why" not in posted[0].data


def test_a_whole_toy_game_is_the_same_with_and_without_a_ticking_clock():
    def play(step: float | None) -> list[f.AnyFact]:
        game = Played()
        story = [
            (0.5, "a", "kill", "b"),
            (1.25, "b", "last_words"),
            (2.0, "a", "vote", "c"),
            (2.0, "c", "vote", "a"),
            (2.0, "w", "vote", "x"),
            (4.5, "d", "vote", "c"),
            (8.6, "w", "kill", "y"),
            (12.0, "w", "vote", "z"),
            (12.0, "z", "vote", "w"),
        ]
        clock = 0.0
        for hour, who, kind, *targets in story:
            while step is not None and clock < hour:
                game.go(clock)
                clock += step
            game.hear(hour, who, kind, *targets, text="别了。")
        game.go(60)
        return game.facts

    assert play(None) == play(1 / 60)


def test_the_end_is_looked_for_at_every_close_and_nothing_follows_it():
    game = Played("ab", "w")
    game.hear(0.5, "a", "kill", "b")
    game.go(50)
    assert game.table.ended is not None
    assert game.table.phase.id == "N1"
    assert engine.closing_due(game.table) is None, "no phase follows; awards do (C-8.2)"
    assert game.hear(51, "a", "kill", "w").code == "game_over"
