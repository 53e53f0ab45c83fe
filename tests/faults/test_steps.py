"""kill -9 at every single step between DATA and mailbox: each statement, each mail."""

import random

import pytest

from tests.faults.driver import FULL, Driver, Played
from tests.faults.test_kill import (
    all_mails_are_the_same_and_have_gone_out,
    no_letter_is_lost,
    undisturbed,
)

GAMES, DEATHS = (12, 200) if FULL else (1, 30)
EVERY_STEP = {
    "BEGIN",
    "COMMIT",
    "INSERT letters",
    "INSERT letter_reads",
    "INSERT delivery_keys",
    "INSERT inputs",
    "INSERT facts",
    "INSERT outbox",
    "INSERT deliveries",
    "UPDATE games",
    "UPDATE deliveries",
    "before sending",
    "behind sending",
}
"""What a letter goes through on its way, step by step."""


def steps_of(seed: int) -> list[int]:
    """How many steps each server does before it dies: few, so that none is left out."""
    chance = random.Random(seed)
    return [chance.randrange(9, 90) for _ in range(DEATHS)]


def died(folder) -> set[str]:
    """At which kinds of step servers died."""
    return set((folder / "died").read_text("utf-8").splitlines())


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_server_that_dies_at_every_step_tells_the_same_game(seed, tmp_path):
    driver = Driver(tmp_path, steps=steps_of(seed))
    driver.play()
    played, calm = Played(tmp_path), undisturbed()
    assert played.without_duplicates() == calm.without_duplicates()
    assert played.audit.first_difference is None
    no_letter_is_lost(driver, played)
    all_mails_are_the_same_and_have_gone_out(played, calm)
    assert len((tmp_path / "died").read_text("utf-8").splitlines()) >= DEATHS // 3


def test_a_server_dies_at_the_first_step_of_each_kind(tmp_path):
    calm = undisturbed()
    driver = Driver(tmp_path, steps=[kind for kind in sorted(EVERY_STEP) for _ in range(2)])
    driver.play()
    played = Played(tmp_path)
    assert played.without_duplicates() == calm.without_duplicates()
    all_mails_are_the_same_and_have_gone_out(played, calm)
    assert died(tmp_path) == EVERY_STEP
