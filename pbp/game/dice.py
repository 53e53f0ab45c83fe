"""Chance as an input: every lot is a function of the game's seed and the lot's purpose.

Lots come from sha256(seed | purpose | attempt), so that adding a draw disturbs no other, and
anybody can draw them again once the seed is posted (C-3.5). Never from the `random` module.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Lots from one seed."""

    def __init__(self, seed: str) -> None:
        """seed: any text; 256 random bits in a real game."""
        self._seed = seed

    def below(self, limit: int, purpose: str) -> int:
        """A number from 0 to limit - 1, each equally likely (by rejection).

        Raises:
            ValueError: limit is below 1.
        """
        if limit < 1:
            raise ValueError("a lot needs at least one possibility")
        fair = 2**256 - 2**256 % limit
        attempt = 0
        while True:
            text = f"{self._seed}|{purpose}|{attempt}"
            number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
            if number < fair:
                return number % limit
            attempt += 1

    def shuffled(self, items: Sequence[T], purpose: str) -> list[T]:
        """The items in an order by lot, each order equally likely (Fisher-Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1, f"{purpose}/{last}")
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def one_of(self, items: Sequence[T], purpose: str) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items), purpose)]
