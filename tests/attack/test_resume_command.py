"""`pbp game resume`, and what else is said of a game that was stopped."""

import signal

from pbp.config import load_config
from pbp.post.clock import SystemClock
from pbp.store import NewLetter
from pbp.store.rows import GameState, Outcome
from pbp.wiring import open_store
from tests.server.conftest import House


def stopped(house: House) -> None:
    """A game that an error of ours stopped, and a letter that came afterwards."""
    house.pbp("game", "new", house.game_file())
    with open_store(load_config(house.config)) as store:
        state = GameState(game="g1", state="stopped", next_deadline=None)
        store.commit(Outcome(states=(state,)))
        mail = b"From: x@y.test\r\nTo: gm+g1@games.test\r\nMessage-ID: <1@y.test>\r\n\r\nhello\r\n"
        letter = NewLetter(
            received_at=SystemClock().now(),
            recipients=("gm+g1@games.test",),
            raw=mail,
            envelope_from=b"x@y.test",
        )
        store.append_letters([letter])


def state(house: House) -> str:
    with open_store(load_config(house.config), read_only=True) as store:
        return store.game("g1").state


def test_a_stopped_game_goes_on_without_a_server(house: House):
    stopped(house)
    assert "stopped" in house.pbp("game", "list").stdout
    done = house.pbp("game", "resume", "g1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("game g1 goes on")
    assert state(house) == "running"
    assert "identical" in house.pbp("audit", "g1").stdout


def test_a_stopped_game_goes_on_in_the_running_server(house: House):
    stopped(house)
    server = house.serve()
    done = house.pbp("game", "resume", "g1")
    assert done.returncode == 0, done.stderr
    house.stop(server, signal.SIGTERM)
    assert state(house) == "running"


def test_a_gm_of_a_stopped_game_is_told_what_to_do(house: House):
    stopped(house)
    done = house.pbp("gm", "g1", "status")
    assert done.returncode == 2
    assert "pbp game resume" in done.stderr


def test_a_game_that_runs_or_is_not_there_is_not_resumed(house: House):
    house.pbp("game", "new", house.game_file())
    for game, word in (("g1", "no such stopped game"), ("g7", "there are: g1")):
        done = house.pbp("game", "resume", game)
        assert done.returncode == 2
        assert word in done.stderr
        assert "Traceback" not in done.stderr


def test_a_letter_that_was_not_kept_cannot_be_left_out(house: House):
    stopped(house)
    done = house.pbp("game", "resume", "g1", "--without", "77")
    assert done.returncode == 2
    assert "77" in done.stderr
    assert state(house) == "stopped"
