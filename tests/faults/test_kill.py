"""kill -9 at any moment of a game: restarted, it is the game that nothing had disturbed."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.faults.child import GM_ADDRESS
from tests.faults.driver import FULL, Driver, Played

GAMES, KILLS = (40, 25) if FULL else (2, 17)
"""So many games, in each of which the server dies so many times."""

MAILS_A_VERSION = 1 if FULL else 6


@cache
def undisturbed() -> Played:
    folder = Path(mkdtemp())
    driver = Driver(folder)
    driver.play()
    assert driver.kills == 0
    return Played(folder)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_server_that_is_killed_again_and_again_tells_the_same_game(seed, tmp_path):
    driver = Driver(tmp_path, kills=KILLS, seed=seed)
    driver.play()
    assert driver.kills >= KILLS, "it was to be disturbed"
    played, calm = Played(tmp_path), undisturbed()
    assert played.without_duplicates() == calm.without_duplicates()
    assert played.record["result"]["state"] == "won"
    assert played.audit.first_difference is None
    no_letter_is_lost(driver, played)
    all_mails_are_the_same_and_have_gone_out(played, calm)


class Restarted(Driver):
    """New versions in the middle of a game: stopped as systemd does it, installed, started."""

    def _send(self, recipient: str, raw: bytes) -> None:
        super()._send(recipient, raw)
        if len(self.accepted) % MAILS_A_VERSION:
            return
        assert self.child.end() == 0
        self.child = self._born()


def test_a_server_that_is_stopped_and_started_again_and_again_tells_the_same_game(tmp_path):
    driver = Restarted(tmp_path)
    driver.play()
    played, calm = Played(tmp_path), undisturbed()
    assert played.record == calm.record
    assert played.audit.first_difference is None
    no_letter_is_lost(driver, played)
    all_mails_are_the_same_and_have_gone_out(played, calm)


def no_letter_is_lost(driver: Driver, played: Played) -> None:
    """What was acknowledged is kept; what came twice is known as that."""
    assert played.unread == 0
    kept = [letter.raw for letter in played.letters]
    for raw in driver.accepted:
        assert kept.count(raw) >= 1
    duplicates = [mail for mail in played.record["mails"] if mail["code"] == "duplicate"]
    assert len(kept) - len(duplicates) == len(driver.mails)


def all_mails_are_the_same_and_have_gone_out(played: Played, calm: Played) -> None:
    """Same Message-IDs, same bytes, each in its mailbox."""
    names = [row.message_id for row in played.rows]
    assert len(names) == len(set(names))
    assert set(names) == {row.message_id for row in calm.rows}
    assert for_players(played) == for_players(calm)
    assert [row.state for row in played.rows] == ["sent"] * len(names)
    assert sorted(played.delivered) == sorted(row.data for row in played.rows)


def for_players(played: Played) -> dict[str, bytes]:
    """Message-ID → bytes of all that is not the GM's: his digests name mails by number."""
    return {row.message_id: row.data for row in played.rows if row.recipient != GM_ADDRESS}
