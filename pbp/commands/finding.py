"""One line of `pbp check`: what was looked at, how it is, what to do about it."""

import msgspec

FINE, WRONG, HINT, SKIPPED = "fine", "wrong", "hint", "skipped"


class Finding(msgspec.Struct, frozen=True):
    """state: fine · wrong · hint · skipped. do: what helps, "" where nothing has to be done."""

    what: str
    state: str
    found: str
    do: str = ""
