"""What grows how: one, ten and a hundred times the games, the mails of a game, the journal.

    python -m bench.growth

Prints the table of docs/scale.md. Takes a few minutes; nothing else should run meanwhile.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import games, replay
from bench.accept import load
from bench.report import say, seconds
from bench.servers import running
from pbp.store import SqliteStore
from pbp.wiring import JOURNAL, open_store, referee_of

ROUNDS = 3
GAMES = (2, 20, 200)
TURNS = (1, 10, 100)
LETTERS = (2_000, 20_000, 200_000)


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory(prefix="bench-growth-") as folder:
        base = Path(folder)
        _games(base / "games")
        _mails(base / "mails")
        _journal(base)


def row(what: str, sizes: Sequence[int], values: Sequence[float], unit: str) -> None:
    """A line of the table: the sizes, the values, and how many times the first each is."""
    cells = [
        f"{n:,}: {v:.4g} {unit} (×{v / values[0]:.3g})" for n, v in zip(sizes, values, strict=True)
    ]
    say(f"| {what} | " + " | ".join(cells) + " |")


def _middle(work: Callable[[], float]) -> float:
    return median(work() for _ in range(ROUNDS))


def _games(folder: Path) -> None:
    """Games with 80 mails each: the time to read them again, and their size on the disk."""
    folder.mkdir()
    config = games.config_of(folder)
    with open_store(config) as store:
        games.in_a_hurry(store)
        replay._play(store, config, 8)
        names = [f"c{n}" for n in range(GAMES[-1])]
        sizes = [(folder / JOURNAL).stat().st_size]
        games.copied(store, replay.GAME, names)
        referee = referee_of(config, store)
        for name in names[:2]:
            referee.loaded(name)

        def read(count: int) -> float:
            def each() -> None:
                for name in names[:count]:
                    referee.loaded(name)

            return seconds(each)

        row("games read again", GAMES, [_middle(lambda n=n: read(n)) for n in GAMES], "s")
    kept = [replay.weighed(folder, names[:count]) / 2**20 for count in GAMES]
    row("games in memory", GAMES, kept, "MiB")
    more = ((folder / JOURNAL).stat().st_size - sizes[0]) / 2**10 / GAMES[-1]
    say(f"a game with 80 mails: {more:.0f} KiB of inputs and facts on the disk")


def _mails(folder: Path) -> None:
    """One game with more and more mails, ten minutes of a player between two of his."""
    folder.mkdir()
    config = games.config_of(folder)

    def of(turns: int) -> float:
        with SqliteStore.open(":memory:") as store:
            (live,) = games.begin(store, config, [games.prayer(1, games.now() - games.HOUR)])
            store.append_letters(list(replay._letters(config, live, turns)))
            referee = referee_of(config, store)
            return seconds(lambda: games.read_all(referee))

    of(1)
    sizes = [10 * turns for turns in TURNS]
    row("mails of one game", sizes, [_middle(lambda n=n: of(n)) for n in TURNS], "s")


def _journal(base: Path) -> None:
    """Accepting 1,000 mails into journals that hold more and more."""
    rates, sizes = [], []
    for count in LETTERS:
        folder = base / f"letters{count}"
        folder.mkdir()
        replay._fill(folder, count)
        sizes.append((folder / JOURNAL).stat().st_size / 2**20)
        with running("durable", folder) as server:
            load(server.port, 10, 200, "many")
            rates.append(_middle(lambda port=server.port: load(port, 10, 1000, "many")["rate"]))
    row("mails a second into a journal of", LETTERS, rates, "/s")
    row("journal on the disk", LETTERS, sizes, "MiB")


if __name__ == "__main__":
    main()
