"""The journal read again: games folded from their facts, letters judged anew, how both grow."""

import gc
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import games, mails
from bench.accept import load, servers
from bench.report import Figure, alternated, ratios, say, seconds, show
from bench.servers import running
from pbp.audit import audit_game
from pbp.config import Config
from pbp.service.live import Live
from pbp.service.referee import Referee
from pbp.store import NewLetter, SqliteStore
from pbp.wiring import JOURNAL, open_store, referee_of, settings_of

GAME = "g1"
MINUTE = timedelta(minutes=1)
"""Between two mails of a long game: nobody comes near the cap on answers."""
TEN = 10


def measure(build: Path, *, quick: bool) -> list[Figure]:
    """Take the figures of replay, audit and growth."""
    rounds = 2 if quick else 5
    with TemporaryDirectory(prefix="bench-", dir=build) as folder:
        base = Path(folder)
        return [
            *_replay(base / "played", rounds, quick=quick),
            _many_mails(base / "mails", rounds, quick=quick),
            _grown_journal(base, rounds, quick=quick),
        ]


def _replay(folder: Path, rounds: int, *, quick: bool) -> Iterable[Figure]:
    """A game with a few hundred mails, and copies of it."""
    turns, copies = (8, 20) if quick else (24, 60)
    config = games.config_of(folder)
    folder.mkdir()
    with open_store(config) as store:
        games.in_a_hurry(store)
        written = _play(store, config, turns)
        games.copied(store, GAME, [f"c{n}" for n in range(copies)])
        referee = referee_of(config, store)
        names = [f"c{n}" for n in range(copies)]
        few = names[: copies // TEN]
        facts = referee.loaded(GAME).last_fact * copies
        yield _folded(referee, names, facts, rounds)
        yield _games_in_time(referee, few, names, 7 if quick else rounds)
        yield _audited(store, config, written, folder.parent, rounds)
    yield _games_in_memory(folder, few, names)


def _play(store: SqliteStore, config: Config, turns: int) -> int:
    """One night of a game, with so many orders of every player; how many letters."""
    (live,) = games.begin(store, config, [games.prayer(1, games.now() - games.HOUR)])
    letters = list(_letters(config, live, turns))
    store.append_letters(letters)
    games.read_all(referee_of(config, store))
    return len(letters)


def _letters(config: Config, live: Live, turns: int) -> Iterable[NewLetter]:
    begin = games.now()
    for number, (handle, words) in enumerate(games.story(live, turns)):
        to, raw = games.mail_of(config, live, handle, number, words)
        yield games.letter(raw, to, begin + number * MINUTE)


def _folded(referee: Referee, names: list[str], facts: int, rounds: int) -> Figure:
    store = referee.store

    def ours() -> float:
        return facts / seconds(lambda: [referee.loaded(name) for name in names])

    def theirs() -> float:
        sql = "SELECT seq, input_seq, body FROM facts WHERE game = ? ORDER BY seq"
        return facts / seconds(
            lambda: [[json.loads(row[2]) for row in store._db.rows(sql, (name,))] for name in names]
        )

    one, other = alternated(ours, theirs, rounds)
    return show(
        Figure(
            name="replay: facts of the journal folded into games",
            value=median(one),
            unit="/s",
            rounds=ratios(one, other),
            baseline="rows and json.loads",
            bar=0.40,
        )
    )


def _games_in_time(referee: Referee, few: list[str], names: list[str], rounds: int) -> Figure:
    def of(some: list[str]) -> float:
        def each() -> None:
            for name in some:
                referee.loaded(name)

        return seconds(each)

    def of_few() -> float:
        """As long as the other takes, so that what disturbs the machine disturbs both."""
        return sum(of(few) for _ in range(TEN)) / TEN

    many, one = alternated(lambda: of(names), of_few, rounds)
    return show(
        Figure(
            name=f"growth: {len(names)} games replayed, game by game, time",
            value=median(many),
            unit="s",
            rounds=ratios(many, one),
            baseline=f"{len(few)} games",
            bar=11,
            at_most=True,
        )
    )


def _audited(store: SqliteStore, config: Config, letters: int, base: Path, rounds: int) -> Figure:
    """Letters a second that an audit of the game reads and judges again, against accepting them."""
    row = store.game(GAME)
    settings = settings_of(config)
    with servers(base, ["durable"]) as ports:
        accept, audit = alternated(
            lambda: load(ports["durable"], 10, 1000, "many")["rate"],
            lambda: letters / seconds(lambda: audit_game(store, row, settings)),
            rounds,
        )
    if audit_game(store, row, settings).first_difference is not None:
        raise RuntimeError("the audit found a difference")
    return show(
        Figure(
            name="audit: letters read and judged again",
            value=median(audit),
            unit="/s",
            rounds=ratios(audit, accept),
            baseline="durable accept, 10 connections",
            bar=5,
        )
    )


_WEIGH = """
import gc, resource, sys
from pathlib import Path
from bench import games
from pbp.wiring import open_store, referee_of
config = games.config_of(Path(sys.argv[1]))
with open_store(config, read_only=True) as store:
    referee = referee_of(config, store)
    referee.loaded(sys.argv[2])
    gc.collect()
    import tracemalloc
    tracemalloc.start()
    kept = [referee.loaded(name) for name in sys.argv[2:]]
    gc.collect()
    print(tracemalloc.get_traced_memory()[0])
"""


def weighed(folder: Path, names: Sequence[str]) -> int:
    """Bytes that these games take once they are loaded, in a process of its own."""
    command = [sys.executable, "-c", _WEIGH, str(folder), *names]
    return int(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def _games_in_memory(folder: Path, few: list[str], names: list[str]) -> Figure:
    one, many = weighed(folder, few), weighed(folder, names)
    return show(
        Figure(
            name=f"growth: {len(names)} games kept, memory",
            value=many / 2**20,
            unit="MiB",
            rounds=(many / one,),
            baseline=f"{len(few)} games",
            bar=11,
            at_most=True,
        )
    )


def _many_mails(folder: Path, rounds: int, *, quick: bool) -> Figure:
    """One game that gets ten times the mails: each must cost what the first ones cost."""
    few = 3 if quick else 10
    folder.mkdir()

    def of(turns: int) -> float:
        config = games.config_of(folder)
        with SqliteStore.open(":memory:") as store:
            (live,) = games.begin(store, config, [games.prayer(1, games.now() - games.HOUR)])
            store.append_letters(list(_letters(config, live, turns)))
            gc.collect()
            return seconds(lambda: games.read_all(referee_of(config, store)))

    def of_few() -> float:
        return sum(of(few) for _ in range(TEN)) / TEN

    of(2)
    many, one = alternated(lambda: of(TEN * few), of_few, 2 if quick else rounds)
    return show(
        Figure(
            name=f"growth: {100 * few} mails of one game read and answered",
            value=median(many),
            unit="s",
            rounds=ratios(many, one),
            baseline=f"{10 * few} mails",
            bar=11,
            at_most=True,
        )
    )


def _grown_journal(base: Path, rounds: int, *, quick: bool) -> Figure:
    """Accepting into a journal that holds many mails already, against an empty one."""
    count = 2_000 if quick else 200_000
    full, empty = base / "full", base / "empty"
    full.mkdir()
    empty.mkdir()
    say(f"writing a journal of {count} mails ...")
    _fill(full, count)
    with running("durable", full) as grown, running("durable", empty) as fresh:
        for server in (grown, fresh):
            load(server.port, 10, 200, "many")
        ours, theirs = alternated(
            lambda: load(grown.port, 10, 1000, "many")["rate"],
            lambda: load(fresh.port, 10, 1000, "many")["rate"],
            rounds,
        )
    return show(
        Figure(
            name=f"durable accept into a journal of {count} mails",
            value=median(ours),
            unit="/s",
            rounds=ratios(ours, theirs),
            baseline="an empty journal",
            bar=0.5,
        )
    )


def _fill(folder: Path, count: int) -> None:
    with SqliteStore.open(folder / JOURNAL) as store:
        games.in_a_hurry(store)
        raw, now = (
            mails.plain(1, "祈祷 小一", sender="p@p.test", to="gm@h.test", game=GAME),
            games.now(),
        )
        for begin in range(0, count, 1000):
            some = [raw + b"%d\r\n" % number for number in range(begin, begin + 1000)]
            store.append_letters([games.letter(each, "gm@h.test", now) for each in some])
