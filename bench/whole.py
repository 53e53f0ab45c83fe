"""From the first byte of a mail to its answer in the outbox: all of pbp, real orders and votes.

50 people in 20 games of prayer, half of them in a night, half in a day; 10 connections. A letter's
mark and its answer are committed together, so the last mark says when the last answer stood there.
What is measured is a flood that lasts: the processes that share one have been started before, and
games and templates are loaded.
"""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import games, peers
from bench.accept import load
from bench.load import pack
from bench.report import SLOW, Figure, ratios, say, show
from bench.servers import running
from pbp.config import Config
from pbp.service.live import Live
from pbp.store import SqliteStore
from pbp.wiring import JOURNAL, open_store

GAMES, CONNECTIONS = 20, 10
START_SECONDS = 2.5
"""How long the processes that share a flood have to start, after the first."""

PATIENCE_SECONDS = 60.0


def measure(build: Path, *, quick: bool) -> list[Figure]:
    """Take the figures of the whole path."""
    rounds, turns, warm = (1, 10, 300) if quick else (5, 24, 400)
    with TemporaryDirectory(prefix="bench-", dir=build) as folder:
        base = Path(folder)
        written = _prepared(base / "prepared", turns)
        ours, bare, others = [], [], {}
        with peers.found(base) as found, running("bare", base) as sink:
            say(peers.said(found))
            for number in range(rounds):
                bare.append(_bare(sink.port, base, written))
                ours.append(_ours(base, written, number, warm))
                for peer in found:
                    others.setdefault(peer.name, []).append(peer.rate(written))
    figures = [_figure(ours, bare, "bare aiosmtpd with a sink", 0.30)]
    bars = {"Postfix to Maildir": 1.0, "Mailman 3, lmtp to out": 20.0}
    return figures + [_figure(ours, rates, name, bars[name]) for name, rates in others.items()]


def _figure(ours: list[float], theirs: list[float], baseline: str, bar: float) -> Figure:
    return show(
        Figure(
            name="first byte to answer in the outbox, 10 connections",
            value=median(ours),
            unit="/s",
            rounds=ratios(ours, theirs),
            baseline=baseline,
            bar=None if SLOW else bar,
        )
    )


def _prepared(folder: Path, turns: int) -> list[tuple[str, bytes]]:
    """A journal with the games; the mails that will be sent, first those that warm up."""
    folder.mkdir()
    config = games.config_of(folder)
    now = games.now()
    with open_store(config) as store:
        games.in_a_hurry(store)
        ago = (1, 25)
        setups = [games.prayer(n, now - ago[n % 2] * games.HOUR) for n in range(1, GAMES + 1)]
        lives = games.begin(store, config, setups)
    return list(_written(config, lives, turns))


def _written(config: Config, lives: list[Live], turns: int) -> Iterator[tuple[str, bytes]]:
    """What all players write, the games in turn; two votes of a ballot are all that are taken."""
    stories = [
        list(games.story(live, turns if live.play.table.phase.kind == "night" else 2))
        for live in lives
    ]
    number = 0
    for place in range(max(map(len, stories))):
        for live, story in zip(lives, stories, strict=True):
            if place >= len(story):
                continue
            handle, words = story[place]
            number += 1
            yield games.mail_of(config, live, handle, number, words)


def _bare(port: int, base: Path, written: list[tuple[str, bytes]]) -> float:
    pack(written, base / "mails")
    return load(port, CONNECTIONS, len(written), "many", str(base / "mails"))["rate"]


def _ours(base: Path, written: list[tuple[str, bytes]], number: int, warm: int) -> float:
    """One round on a fresh copy of the journal, after two floods of so many mails to get ready.

    The first lets the processes start that share a flood, the second lets them load what they need.
    """
    folder = base / f"round{number}"
    shutil.copytree(base / "prepared", folder)
    rest = written[2 * warm :]
    with running("whole", folder) as server:
        for flood in (1, 2):
            pack(written[(flood - 1) * warm : flood * warm], base / "warm")
            load(server.port, CONNECTIONS, warm, "many", str(base / "warm"))
            answered(folder, flood * warm)
            time.sleep(START_SECONDS if flood == 1 else 0)
        pack(rest, base / "mails")
        begun = load(server.port, CONNECTIONS, len(rest), "many", str(base / "mails"))["begun"]
        took = answered(folder, len(written)) - begun
    _checked(folder, len(written))
    shutil.rmtree(folder)
    return len(rest) / took


def answered(folder: Path, mails: int) -> float:
    """Wait until so many letters are read and answered; when that was.

    Asked so that it costs nothing: the machine is to work for the one that is measured.
    """
    asked = "SELECT (SELECT max(id) FROM letters) >= ? AND NOT EXISTS (SELECT 1 FROM unread)"
    until = time.monotonic() + PATIENCE_SECONDS
    with SqliteStore.open(folder / JOURNAL, read_only=True) as store:
        while time.monotonic() < until:
            (done,) = store._db.row(asked, (mails,))
            if done:
                return time.monotonic()
            time.sleep(0.005)
        raise TimeoutError(f"of {mails} mails {store.count_unread()} were not answered")


def _checked(folder: Path, mails: int) -> None:
    """Every mail has been taken for what it is, and has its answer."""
    with SqliteStore.open(folder / JOURNAL, read_only=True) as store:
        taken = "SELECT count(*) FROM letter_reads WHERE verdict IN ('accepted', 'replaced')"
        (good,) = store._db.row(taken)
        (answers,) = store._db.row("SELECT count(*) FROM outbox WHERE json_extract(ref, '$.mail')")
    if good < mails or answers < mails:
        raise RuntimeError(f"of {mails} mails {good} were taken, {answers} answered")
