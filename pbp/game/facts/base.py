"""What every fact has: the instant that it carries, and who may know."""

from datetime import datetime

from pbp.game.nouns import Value

EVERYBODY = ("*",)
"""The audience of what is posted on the board."""

THE_DESK = ()
"""The audience of what only the GM may know."""


class Fact(Value, frozen=True, tag=True, kw_only=True):
    """at: the instant that it carries (UTC). audience: handles, or EVERYBODY; the GM knows all."""

    at: datetime
    audience: tuple[str, ...] = THE_DESK
