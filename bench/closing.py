"""Nights that end: one game of three lives with every order in, and many games at one second."""

import shutil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import games
from bench.report import SLOW, Figure, alternated, ratios, seconds, show
from pbp.config import Config
from pbp.helpers import judges_of
from pbp.service import collector
from pbp.service.live import Live
from pbp.store import SqliteStore
from pbp.wiring import JOURNAL, open_store, referee_of

DECLARATION = "今夜有雨，没有人听见脚步声，也没有人点灯。" * 8
TEN = 10
ORDER_OF = {
    "killer": f"杀 {{other}}\n宣言：{DECLARATION}",
    "wolf": f"杀 {{other}}\n宣言：{DECLARATION}",
    "binder": "束魂 {other}",
    "healer": "治疗 {other}",
}


def measure(build: Path, *, quick: bool) -> list[Figure]:
    """Take the figures of closing."""
    collector.look_seldom()
    with TemporaryDirectory(prefix="bench-", dir=build) as folder:
        base = Path(folder)
        night = _night(base, 3 if quick else 7)
        return [night] if SLOW else [night, _at_one_second(base, quick=quick)]


def _night(base: Path, rounds: int) -> Figure:
    """From the due instant to all that is said about it in the outbox, against the bare commit."""
    config = _prepared(base / "night", [games.dealt(1, "three_lives", games.now() - games.HOUR)])
    ours, commits = [], []
    for number in range(rounds + 1):
        folder = base / f"night{number}"
        shutil.copytree(base / "night", folder)
        with SqliteStore.open(folder / JOURNAL) as store:
            referee = referee_of(config, store)
            live = referee.live("g1")
            due = live.play.table.phase.closes
            while (early := live.play.next_due()) < due:
                referee.tick(early)
            kept: list = []
            commit = store.commit

            def noted(*outcomes: object, kept: list = kept, commit=commit) -> None:
                kept.append((outcomes, seconds(lambda: commit(*outcomes))))

            store.commit = noted
            took = seconds(lambda referee=referee, due=due: referee.tick(due))
            if not any(mail.kind == "dawn" for out in kept for one in out[0] for mail in one.mails):
                raise RuntimeError("no dawn came")
        if number:  # the first round loads the templates
            ours.append(took)
            commits.append(sum(each[1] for each in kept))
    return show(
        Figure(
            name="closing a night of three_lives, every order in",
            value=1e3 * median(ours),
            unit="ms",
            rounds=ratios(ours, commits),
            baseline="the commit alone",
            bar=50,
            at_most=True,
            of_value=True,
        )
    )


def _prepared(folder: Path, setups: list) -> Config:
    """A journal with games in their first night, every player's order read."""
    folder.mkdir()
    config = games.config_of(folder)
    with open_store(config) as store:
        games.in_a_hurry(store)
        lives = games.begin(store, config, setups)
        for live in lives:
            _order(store, config, live)
        games.read_all(referee_of(config, store))
    return config


def _order(store: SqliteStore, config: Config, live: Live) -> None:
    """Everybody's order for the night, each for somebody else of the same life."""
    players = list(live.play.table.players.values())
    letters = []
    for number, player in enumerate(players):
        mates = [p.handle for p in players if p.life == player.life and p is not player]
        words = ORDER_OF.get(player.role, "放弃" if player.life else "祈祷 {other}")
        words = words.format(other=mates[number % len(mates)])
        to, raw = games.mail_of(config, live, player.handle, number, words, lines=0)
        letters.append(games.letter(raw, to, games.now()))
    store.append_letters(letters)


def _at_one_second(base: Path, *, quick: bool) -> Figure:
    """Many games of prayer whose nights end at one instant, against a tenth of them."""
    many = 40 if quick else 1000
    few = many // TEN
    config = _prepared(base / "one", [games.prayer(1, games.now() - games.HOUR)])
    for count in (few, many):
        shutil.copytree(base / "one", base / f"one{count}")
        with SqliteStore.open(base / f"one{count}" / JOURNAL) as store:
            games.in_a_hurry(store)
            games.copied(store, "g1", [f"c{n}" for n in range(1, count)])

    def close(count: int) -> float:
        folder = base / "closing"
        shutil.copytree(base / f"one{count}", folder)
        with SqliteStore.open(folder / JOURNAL) as store:
            judges = judges_of(games.config_of(folder))
            referee = referee_of(config, store, judges)
            due = referee.loaded("g1").play.table.phase.closes
            took = seconds(lambda: _all_closed(referee, due))
            told = "SELECT count(DISTINCT game) FROM outbox WHERE kind = 'dawn'"
            (announced,) = store._db.row(told)
        if judges is not None:
            judges.close()
        shutil.rmtree(folder)
        if announced != count:
            raise RuntimeError(f"of {count} games {announced} were announced")
        return took

    def close_few() -> float:
        """As long as the other takes, so that what disturbs the machine disturbs both."""
        return sum(close(few) for _ in range(TEN)) / TEN

    close(few)
    longer, shorter = alternated(lambda: close(many), close_few, 1 if quick else 2)
    return show(
        Figure(
            name=f"{many} games that close at one second, all announced",
            value=median(longer),
            unit="s",
            rounds=ratios(longer, shorter),
            baseline=f"{few} games",
            bar=10,
            at_most=True,
        )
    )


def _all_closed(referee: object, due: object) -> None:
    while referee.tick(due):
        pass
