"""Random corrections of random games: the audit holds, and the game is the one it should be.

Two a rule set in the usual run, 200 in all with PBP_FAULTS=full (`make faults`); other ones with
PBP_CORRECTIONS_FROM=1000.
"""

import os

import pytest

from tests.corrections.games import outcome

FULL = os.environ.get("PBP_FAULTS") == "full"
FROM = int(os.environ.get("PBP_CORRECTIONS_FROM", "0"))
SEEDS = {
    "prayer": range(FROM, FROM + 80) if FULL else (2, 5),
    "three_lives": range(FROM, FROM + 60) if FULL else (2,),
    "seven_kill": range(FROM, FROM + 60) if FULL else (2,),
}
CASES = [(ruleset, seed) for ruleset, seeds in SEEDS.items() for seed in seeds]


@pytest.mark.parametrize(("ruleset", "seed"), CASES)
def test_a_corrected_game_is_the_one_in_which_the_mail_had_come_that_way(ruleset, seed):
    _, wrong = outcome(ruleset, seed)
    assert wrong == []
