"""Which loaded games are kept in memory: those that were asked for last, and so many at most.

A game is a fold over its facts, so that one that is let go is read again when it is due or written
to. Must never let go of a game between what happens in it and the commit.
"""

from pbp.service.live import Live


class Kept(dict[str, Live]):
    """Loaded games by id, the one that was asked for last at the end."""

    def __init__(self, most: int) -> None:
        """most: how many are kept after a commit."""
        super().__init__()
        self._most = most

    def __getitem__(self, game: str) -> Live:
        """The game; it moves to the end."""
        live = self[game] = self.pop(game)
        return live

    def let_go(self) -> list[str]:
        """Forget those that nobody asked for longest; which they were."""
        gone = list(self)[: max(0, len(self) - self._most)]
        for game in gone:
            del self[game]
        return gone
