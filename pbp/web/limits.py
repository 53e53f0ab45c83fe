"""How often one visitor may come: a bucket each, forgotten when it is full again."""

from collections import OrderedDict

VISITORS_MAX = 20_000
"""Buckets that are kept; beyond that the ones that were used longest ago go."""


class Buckets:
    """A token bucket a name. Time is handed in, in seconds of any steady clock."""

    def __init__(self, per_minute: int) -> None:
        """per_minute: how fast a bucket fills; it holds a minute's worth."""
        self._rate = per_minute / 60
        self._size = float(per_minute)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, name: str, now: float) -> bool:
        """Take one out of a bucket; False where it is empty."""
        left, since = self._left.pop(name, (self._size, now))
        left = min(self._size, left + (now - since) * self._rate)
        taken = left >= 1
        self._left[name] = (left - 1 if taken else left, now)
        if len(self._left) > VISITORS_MAX:
            self._left.popitem(last=False)
        return taken
