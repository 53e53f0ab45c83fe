"""What a reader must know besides the words: who plays, who writes, where to, in which phase.

It never holds anything secret: no role, no order, no vote.
"""

import msgspec


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """The circumstances in which a mail is read.

    handles: in roster order; the first has number 1.
    writer: the writer's own handle, if he has one. address: gm · board · team.
    phase: night · day · runoff · wait · None. ruleset: its id or None.
    vote_thread: the mail answers something in the vote thread; a plain name is a vote there.
    seat_thread: the mail answers the seat notice; a plain "here" is a check-in there.
    recalls: the letter says that it recalls or replaces another one.
    damaged: characters of the words were lost on the way.
    """

    handles: tuple[str, ...] = ()
    writer: str | None = None
    address: str = "gm"
    phase: str | None = None
    ruleset: str | None = None
    vote_thread: bool = False
    seat_thread: bool = False
    recalls: bool = False
    damaged: bool = False
