"""How often Python looks for garbage among the games: seldom, for nearly all of it lives on.

Each look at everything stops the process, 67 to 171 ms with 10,000 games in memory; and every game
that is loaded brings the next look nearer.
"""

import gc

NEW_OBJECTS = 10_000
"""So many are made before the new ones are looked through; Python's own number is 700."""


def look_seldom() -> None:
    """Leave what is loaded now out of every look, and look at what comes later less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
