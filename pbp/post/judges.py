"""Judges in processes of their own, started when many letters wait; they end when few do.

Each has games of his own, as far as that shares the work evenly: to load one costs time. While they
are being started, and where one is gone, the referee judges alone. Must never commit, and never
lose a letter: what is not answered is judged by the referee.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import chain

import msgspec

from pbp.post.child import Child
from pbp.post.judge_child import Ask, Brief, Line, Told
from pbp.service.sharing import Share
from pbp.store.rows import Outcome

log = logging.getLogger("pbp.judges")

MODULE = "pbp.post.judge_child"

GRACE_SECONDS = 30.0
"""How long an answer may take beyond what its letters may."""

REST_SECONDS = 60.0
"""After one has fallen, the referee judges alone for so long."""

GAMES_KNOWN = 10_000
"""So many games have a judge of their own before they are shared out anew."""


class Judges:
    """The judges of a server. For one thread."""

    def __init__(
        self,
        brief: Brief,
        count: int,
        now: Callable[[], float] = time.monotonic,
        grace_seconds: float = GRACE_SECONDS,
    ) -> None:
        """brief: what they are told; count: how many; now: a clock that nobody sets."""
        self._brief = brief
        self._count = count
        self._now = now
        self._grace_seconds = grace_seconds
        self._children: list[Child] = []
        self._greeted = False
        self._rests_until = 0.0
        self._anew = False
        self._of: dict[str, int] = {}

    # -- pbp.service.sharing.Judges --------------------------------------------------------------

    def judge(self, shares: Sequence[Share], then: Sequence[Share] = ()) -> list[Outcome] | None:
        """What follows from each letter, in order; None where it must be done at home."""
        if not self._are_ready():
            return None
        parts, next_parts = self._parts(shares), self._parts(then)
        told = self._told(
            [
                Ask(self._anew, shares=tuple(part), then=tuple(s.letter for s in next_part))
                for part, next_part in zip(parts, next_parts, strict=True)
            ]
        )
        if told is None:
            return None
        by_letter = {read.letter: o for outcomes in told for o in outcomes for read in o.letters}
        return [by_letter[share.letter] for share in shares if share.letter in by_letter]

    def settle(self, games: Sequence[str], now: datetime) -> list[Outcome] | None:
        """What is due in each of these games by an instant, in order; None as above."""
        if not self._are_ready():
            return None
        parts: list[list[str]] = [[] for _ in self._children]
        for game, place in zip(games, self._places(games), strict=True):
            parts[place].append(game)
        told = self._told([Ask(self._anew, due=tuple(part), until=now) for part in parts])
        if told is None or any(len(a) != len(b) for a, b in zip(parts, told, strict=True)):
            return None
        by_game = dict(zip(chain(*parts), chain(*told), strict=True))
        return [by_game[game] for game in games]

    def are_there(self) -> bool:
        """Whether they answer at once."""
        return self._greeted and all(child.is_running() for child in self._children)

    def forget(self) -> None:
        """What was judged last was not committed: the games are read anew."""
        self._anew = True

    def close(self) -> None:
        """End them."""
        for child in self._children:
            child.end()
        self._children, self._greeted = [], False

    # -- the processes -----------------------------------------------------------------------------

    def _are_ready(self) -> bool:
        """Whether all can be asked; where there are none they are started, and not waited for."""
        if self._now() < self._rests_until:
            return False
        gone = [child for child in self._children if not child.is_running()]
        if gone and (any(child.end() for child in gone) or not self._greeted):
            self._fallen("ended")
            return False
        if gone:
            self.close()
        try:
            if not self._children:
                self._start()
            elif not self._greeted and all(child.has_spoken() for child in self._children):
                for child in self._children:
                    child.hear(0)
                self._greeted = True
                log.info("judges share what waits: count=%d", self._count)
        except (OSError, EOFError, TimeoutError) as error:
            self._fallen(type(error).__name__)
        return self._greeted

    def _start(self) -> None:
        for _ in range(self._count):
            child = Child(MODULE)
            self._children.append(child)
            child.send(msgspec.msgpack.encode(self._brief))
        self._of.clear()

    def _fallen(self, error: str) -> None:
        log.warning("the referee judges alone: error=%s", error)
        self.close()
        self._rests_until = self._now() + REST_SECONDS

    def _parts(self, shares: Sequence[Share]) -> list[list[Share]]:
        """Each one's letters."""
        parts: list[list[Share]] = [[] for _ in self._children]
        for share, place in zip(shares, self._places([s.game for s in shares]), strict=True):
            parts[place].append(share)
        return parts

    def _places(self, games: Sequence[str]) -> list[int]:
        """Who judges in each game: who did before, unless he has more than his share of this."""
        if len(self._of) > GAMES_KNOWN:
            self._of.clear()
        work, fair = [0] * len(self._children), len(games) / len(self._children)
        for game, often in Counter(games).most_common():
            before = self._of.get(game)
            if before is None or work[before] + often > fair:
                self._of[game] = work.index(min(work))
            work[self._of[game]] += often
        return [self._of[game] for game in games]

    def _told(self, asks: list[Ask]) -> list[tuple[Outcome, ...]] | None:
        """Ask all, then hear them; None where one fails.

        Who has nothing to do is asked too: he stays, and knows what was not committed.
        """
        told: list[Told] = []
        try:
            for child, ask in zip(self._children, asks, strict=True):
                child.send(msgspec.msgpack.encode(ask))
            for child, ask in zip(self._children, asks, strict=True):
                seconds = self._brief.reading_seconds * (len(ask.shares) + len(ask.due))
                heard = child.hear(self._grace_seconds + seconds)
                told.append(msgspec.msgpack.decode(heard, type=Told))
        except (OSError, EOFError, TimeoutError, msgspec.MsgspecError) as error:
            self._fallen(type(error).__name__)
            return None
        failed = next((each.failed for each in told if each.failed), "")
        if failed:
            self._fallen(failed)
            return None
        self._anew = False
        for line in (line for each in told for line in each.lines):
            _write(line)
        return [each.outcomes for each in told]


def _write(line: Line) -> None:
    """Log what one of them would have logged."""
    logging.getLogger(line.name).log(line.level, line.words, *line.fields)
