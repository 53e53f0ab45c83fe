"""Loaded games: few stay in memory, and nobody can tell which."""

import weakref
from datetime import timedelta

import msgspec

from pbp.service.referee import Referee
from pbp.store import NewLetter
from tests.service.office import SETTINGS, START, Office, setup_for

HOUR = timedelta(hours=1)
NAMES = ("g41", "g42", "g43")


def played(kept: int) -> tuple[Referee, list[bytes]]:
    """Three games that are written to in turn, by a server that keeps so many of them."""
    office = Office(settings=msgspec.structs.replace(SETTINGS, games_kept=kept))
    for name in NAMES[1:]:
        office.referee.new_game(setup_for(game=name), b"known to the tests alone", START)
    for place, name in enumerate(NAMES * 2):
        live = office.referee.live(name)
        to = f"gm+{name}.{live.token('小一')}@games.test"
        other = ("小二", "小三")[place // len(NAMES)]
        raw = f"Message-ID: <{place}@x.test>\r\nTo: {to}\r\n\r\n祈祷 {other}\r\n".encode()
        at = START + HOUR + place * timedelta(minutes=1)
        office.store.append_letters([NewLetter(received_at=at, recipients=(to,), raw=raw)])
        office.read()
    office.referee.tick(START + timedelta(days=3))
    return office.referee, [fact.body for name in NAMES for fact in office.store.facts(name)]


def test_as_many_games_stay_as_are_to_be_kept_and_those_asked_for_last() -> None:
    referee, _ = played(kept=2)
    assert len(referee.games) == 2
    referee.live("g41")
    referee.live("g43")
    referee.tick(START + timedelta(days=4))
    assert "g43" in referee.games


def test_a_game_that_was_let_go_goes_on_as_if_it_had_stayed() -> None:
    assert played(kept=1)[1] == played(kept=200)[1]


def test_a_game_that_is_let_go_takes_no_more_memory() -> None:
    """Without a look for what refers to itself, which may be a thousand games away."""
    referee, _ = played(kept=1)
    gone = weakref.ref(referee.loaded("g41"))
    assert gone() is None
    kept = weakref.ref(referee.live("g41"))
    referee.live("g42")
    referee.tick(START + timedelta(days=4))
    assert kept() is None
