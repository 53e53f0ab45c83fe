"""Random corrections of corrections: never a stopped game, always the game its inputs tell.

One a rule set in the usual run, 60 with PBP_FAULTS=full (`make faults`).
"""

import pytest

from tests.corrections.sequences import outcome
from tests.corrections.test_random_corrections import FROM, FULL

SEEDS = range(FROM, FROM + 60) if FULL else (3,)
RULESETS = ("prayer", "three_lives", "seven_kill")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_however_often_the_gm_corrects_the_game_is_the_one_its_inputs_tell(ruleset, seed):
    _, wrong = outcome(ruleset, seed)
    assert wrong == []
