"""The games of this server that are over: for statistics, for seats by activity, for news.

People are told apart by their mailbox, which leaves this room for nobody's eyes but a comparison.
"""

from collections.abc import Callable

from pbp.game import people, seasons
from pbp.service.live import Live
from pbp.service.outcomes import ENDED
from pbp.store.interface import Store


class Archive:
    """Loads each game once; what is over does not change, but for awards that are still open."""

    def __init__(self, store: Store, load: Callable[[str], Live]) -> None:
        """load: a game as the journal has it."""
        self._store = store
        self._load = load
        self._known: dict[str, seasons.Played] = {}

    def games(self) -> list[seasons.Played]:
        """All games that are over, in order of their birth."""
        found = []
        for row in self._store.games():
            played = self._known.get(row.id)
            if played is None and row.state == ENDED:
                played = self._played(row.id)
            if played is not None:
                found.append(played)
        return found

    def _played(self, game: str) -> seasons.Played | None:
        live = self._load(game)
        table = live.play.table
        everybody = (*live.owners.values(), *live.substitutes.values())
        by_name = {owner.name: people.mailbox(owner.addresses[0]) for owner in everybody}
        played = seasons.played(table, by_name)
        awards = table.around.awards
        if played is not None and (awards is None or awards.results is not None):
            self._known[game] = played
        return played

    def analyses(self, address: str) -> int:
        """How many analyses the person behind an address has published in earlier games."""
        return seasons.analyses_of(self.games(), people.mailbox(address))
