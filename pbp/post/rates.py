"""How much one host or one sender may bring in a time: counts in memory, forgotten with the hour.

A limit never loses mail: whoever is over it is told to come again later (4xx). Must never grow
without bounds, whatever addresses are invented.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable

import msgspec

KEYS_MAX = 10_000
"""So many hosts or senders are remembered; the one that has been quiet longest is forgotten."""

HOUR = 3600.0


class Rate:
    """At most so many a span for each key. limit 0: no limit."""

    def __init__(
        self, limit: int, seconds: float = HOUR, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """monotonic: seconds that only grow."""
        self._limit = limit
        self._seconds = seconds
        self._monotonic = monotonic
        self._taken: OrderedDict[str, deque[float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """Count one for a key; False, and nothing counted, where it has had its share."""
        if not self._limit:
            return True
        now = self._monotonic()
        taken = self._taken.setdefault(key, deque())
        self._taken.move_to_end(key)
        while taken and taken[0] <= now - self._seconds:
            taken.popleft()
        if len(taken) >= self._limit:
            return False
        taken.append(now)
        if len(self._taken) > KEYS_MAX:
            self._taken.popitem(last=False)
        return True


class Open:
    """How many connections of each host are open. limit 0: no limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._counts: dict[str, int] = {}

    def enter(self, key: str) -> bool:
        """Count one in; False, and nothing counted, where there are enough."""
        if self._limit and self._counts.get(key, 0) >= self._limit:
            return False
        self._counts[key] = self._counts.get(key, 0) + 1
        return True

    def leave(self, key: str) -> None:
        """Count one out."""
        left = self._counts.get(key, 0) - 1
        if left > 0:
            self._counts[key] = left
        else:
            self._counts.pop(key, None)


class GateLimits(msgspec.Struct, frozen=True, kw_only=True):
    """0 is no limit. spare_near: nothing of this holds for this machine itself."""

    connections_per_host: int = 0
    mails_per_hour_host: int = 0
    mails_per_hour_sender: int = 0
    spare_near: bool = True


_NO_LIMITS = GateLimits()


class Gate:
    """What a door asks before it lets a connection or a mail in.

    Whoever comes from this machine is spared where the door says so: behind a mail server of our
    own all mail comes from there, and that server has limits of its own. A sender is counted
    together with the host that he comes from: else a stranger could use up a player's share by
    writing under his name.
    """

    def __init__(self, limits: GateLimits = _NO_LIMITS) -> None:
        self._limits = limits
        self._open = Open(limits.connections_per_host)
        self._hosts = Rate(limits.mails_per_hour_host)
        self._senders = Rate(limits.mails_per_hour_sender)

    def enter(self, peer: str) -> bool:
        """A connection comes; False where its host has enough of them."""
        return self._spared(peer) or self._open.enter(peer)

    def leave(self, peer: str) -> None:
        """A connection that entered is gone."""
        if not self._spared(peer):
            self._open.leave(peer)

    def refusal(self, peer: str, sender: str) -> str | None:
        """A mail begins; what is answered where it is one too many, else None."""
        if self._spared(peer):
            return None
        if not self._hosts.take(peer):
            return "450 4.7.1 Too many mails from your host, come again in an hour"
        if sender and not self._senders.take(f"{peer} {sender.lower()}"):
            return "450 4.7.1 Too many mails from this sender, come again in an hour"
        return None

    def _spared(self, peer: str) -> bool:
        return self._limits.spare_near and is_near(peer)


def is_near(peer: str) -> bool:
    """Whether a peer is this machine: loopback, or a socket in its file system."""
    return peer in ("::1", "local") or peer.startswith(("127.", "::ffff:127."))
