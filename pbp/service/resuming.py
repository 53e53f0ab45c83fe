"""A game that an error of ours stopped goes on: what that brings about, before it is written.

From the stop until now the game was down (C-2.9): letters that came before a deadline count, what
was due is made up for now. The letters that were kept are read again, in order of receipt.
"""

from collections.abc import Collection
from datetime import datetime

from pbp.service import inputs
from pbp.service.live import Live
from pbp.service.outcomes import STOPPED
from pbp.service.outgoing import Writer
from pbp.store.interface import Store
from pbp.store.rows import LetterRead, Outcome

LEFT_OUT = "left_out"
"""The mark of a letter that is not read again: reading it stopped the game."""


class NotStopped(Exception):  # noqa: N818  (nothing is wrong with a game that runs)
    """There is no such game, or it was not stopped."""


class Kept(Exception):  # noqa: N818  (said to the caller, who named the letter)
    """A letter that is to be left out is none of those that were kept."""


def outage(store: Store, game: str, now: datetime) -> inputs.Outage:
    """The time from the last that the game knows of until now.

    Raises:
        NotStopped: there is no such game, or it was not stopped.
    """
    row = store.game(game)
    if row is None or row.state != STOPPED:
        raise NotStopped(game)
    last = row.created_at
    for entry in store.inputs(game):
        last = max(last, entry.at)
    return inputs.Outage(at=max(now, last), since=last)


def with_letters(
    store: Store, writer: Writer, live: Live, without: Collection[int], now: datetime
) -> Outcome:
    """The letters that came since the stop, and the one that it was, unread; the GM is told.

    Raises:
        Kept: one of `without` is none of them.
    """
    game = live.setup.id
    kept = [letter.id for letter, read in store.letters_of(game) if read.verdict == STOPPED]
    if wrong := sorted(set(without) - set(kept)):
        raise Kept(", ".join(map(str, wrong)))
    left = (LetterRead(letter=n, game=game, verdict=LEFT_OUT, at=now) for n in set(without))
    return Outcome(
        letters_again=tuple(kept),
        letters=tuple(left),
        mails=tuple(writer.to_gm(live, "resumed", now, str(live.last_fact))),
    )
