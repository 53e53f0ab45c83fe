"""The shelf: which rule sets there are; a new one is one line. Each is loaded when first used."""

from importlib import import_module

from pbp.game.law import Law

SHELF = {
    "prayer": "pbp.rulesets.prayer.law",
    "three_lives": "pbp.rulesets.three_lives.law",
    "seven_kill": "pbp.rulesets.seven_kill.law",
}
"""Rule set id → module with its LAW."""


def law_of(ruleset: str) -> Law:
    """The rule set with that id.

    Raises:
        KeyError: there is none.
    """
    law: Law = import_module(SHELF[ruleset]).LAW
    return law
