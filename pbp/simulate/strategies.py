"""How simulated players decide: by lot, or by what the public votes tell.

Both are honest: they see a View and nothing besides, and say what they mean. They are no good
players; they show how a set-up leans, not how a clever table would play it.
"""

from collections.abc import Callable
from typing import Protocol

from pbp.simulate.views import Lots, View, leading

FOLLOW_PERCENT = 50
"""How often an informed voter also looks at who has votes already."""

IMMUNITY_PERCENT = 20
"""How often the two stars use their one immunity on a day, where they decide by lot."""


class Strategy(Protocol):
    """Whom a player names. None: nobody."""

    def vote(self, view: View, lots: Lots) -> str:
        """Whom he votes for."""
        ...

    def kill(self, view: View, lots: Lots, names: int) -> list[str]:
        """Whom he kills; names: how many he has to name."""
        ...

    def guard(self, view: View, lots: Lots) -> str:
        """Whom he prays for, binds or heals."""
        ...

    def seal(self, view: View, lots: Lots) -> str:
        """Who the two stars think will kill tonight."""
        ...

    def spare(self, view: View, lots: Lots) -> str | None:
        """Whom the two stars keep from the vote today."""
        ...


class ByLot:
    """Everybody decides by lot among those who may be against him."""

    def vote(self, view: View, lots: Lots) -> str:
        """Somebody who is no friend."""
        return lots.one_of(_electable(view))

    def kill(self, view: View, lots: Lots, names: int) -> list[str]:
        """So many who are no friends."""
        return _enough(lots.shuffled(view.others()), view, names)

    def guard(self, view: View, lots: Lots) -> str:
        """Anybody here, but nobody twice running (L-3.4)."""
        return lots.one_of(_not_again(view))

    def seal(self, view: View, lots: Lots) -> str:
        """Somebody who is no friend."""
        return lots.one_of(view.others())

    def spare(self, view: View, lots: Lots) -> str | None:
        """Now and then, anybody."""
        return lots.one_of(view.here) if lots.percent(IMMUNITY_PERCENT) else None


class ByVotes:
    """Everybody looks at who voted for whom: whoever voted for one's own side is an enemy.

    Half of the voters also follow the votes that stand. Killers strike at who voted against them,
    and at who had the votes and yet stayed; guards keep whom the killers would strike at.
    """

    def vote(self, view: View, lots: Lots) -> str:
        """The greatest enemy; for every other voter the standing votes count as well.

        After a ballot that executed nobody half of the voters decide by lot, else the same votes
        are cast for ever.
        """
        if view.tied and lots.percent(FOLLOW_PERCENT):
            return lots.one_of(_electable(view))
        counted = leading(view.present) if lots.percent(FOLLOW_PERCENT) else {}
        return _first(
            _electable(view), lots, lambda other: view.enmity(other) + counted.get(other, 0)
        )

    def kill(self, view: View, lots: Lots, names: int) -> list[str]:
        """Who stayed although he had most votes, then the greatest enemies.

        Whoever survived the last attempt comes last: it may have been one of his own (L-2.3).
        """
        order = sorted(
            lots.shuffled(view.others()),
            key=lambda o: (o == view.last, o not in view.spared, -view.enmity(o)),
        )
        return _enough(order, view, names)

    def guard(self, view: View, lots: Lots) -> str:
        """Whom the others would strike at: who voted against them; nobody twice running."""
        return _first(_not_again(view), lots, lambda other: -view.enmity(other))

    def seal(self, view: View, lots: Lots) -> str:
        """The greatest enemy."""
        return _first(view.others(), lots, view.enmity)

    def spare(self, view: View, lots: Lots) -> str | None:  # noqa: ARG002 - all strategies alike
        """Whoever leads the vote, if he is known to have voted against the killers."""
        counted = leading(view.present)
        if not counted:
            return None
        (most, _), *_ = counted.most_common(1)
        return most if most not in view.friends and view.enmity(most) < 0 else None


STRATEGIES: dict[str, Strategy] = {"random": ByLot(), "votes": ByVotes()}
"""By their names on the command line."""


def _electable(view: View) -> list[str]:
    """Whom he may vote for. Where two are left he may also name himself, else they never part."""
    if view.candidates:
        others = [who for who in view.candidates if who != view.who and who not in view.friends]
        return others or [who for who in view.candidates if who != view.who] or [view.who]
    return view.here if len(view.here) <= 2 else view.others()


def _not_again(view: View) -> list[str]:
    return [who for who in view.here if who != view.last] or view.here


def _enough(order: list[str], view: View, names: int) -> list[str]:
    """The first of an order; friends only where there are not enough others."""
    rest = [who for who in view.here if who not in order and who != view.who]
    return [*order, *rest][:names]


def _first(items: list[str], lots: Lots, rank: Callable[[str], int]) -> str:
    """One of those with the highest rank, by lot."""
    best = max(map(rank, items))
    return lots.one_of([item for item in items if rank(item) == best])
