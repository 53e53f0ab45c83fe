"""A server that begins, and one that stands idle: time to its banner, memory, its event loop."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench import games
from bench.accept import load
from bench.load import pack
from bench.report import SLOW, Figure, alternated, ratios, show
from bench.servers import running
from bench.whole import answered
from pbp.config import Config
from pbp.service.live import Live
from pbp.wiring import open_store, referee_of

START_SECONDS = 60.0
PBP = Path(sys.executable).with_name("pbp")
LOOK_SECONDS = 0.002
"""How often it is looked whether somebody listens."""

WRITTEN_TO = 100
"""Games that mail comes for, of all that run."""

SETTLE_SECONDS = 1.0
"""How long a server is left alone before its memory is read."""

_IMPORTED = """
import json, sys
import pbp.cli, pbp.commands.serve, pbp.server, pbp.wiring, pbp.post.logins
import pbp.config
pbp.config.load_config(sys.argv[1])
print(json.dumps(sorted(n for n in sys.modules if n.partition(".")[0] not in ("pbp", "__main__"))))
"""
_IMPORTS = """
import importlib, json, sys
for name in json.loads(sys.argv[1]):
    try:
        importlib.import_module(name)
    except Exception:
        pass
print("220 ready", flush=True)
sys.stdin.readline()
"""


def measure(build: Path, *, quick: bool) -> list[Figure]:
    """Take the figures of starting and standing."""
    rounds, many = (2, 50) if quick else (7, 1000)
    with TemporaryDirectory(prefix="bench-", dir=build) as folder:
        base = Path(folder)
        _keep_compiled(base / "compiled")
        names = _dependencies(_configured(base / "empty"))
        figures = [_empty(base, names, rounds), _memory(base, names, full=False)]
        figures.append(_memory(base, names, full=True))
        figures.append(_with_games(base, many, 2 if quick else 5))
        if not SLOW:
            figures += _many_running(base, 150 if quick else 10_000)
    return figures


def _keep_compiled(folder: Path) -> None:
    """Let every process that is started find what Python compiled, as after an installation.

    Where nothing is kept, pbp alone would be compiled at each start: the others have theirs.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)


def _configured(folder: Path) -> Path:
    """The configuration of a server with a folder of its own."""
    folder.mkdir()
    file = folder / "config.yaml"
    _with_port(file, 0)
    return file


def _with_port(file: Path, port: int) -> None:
    words = f"server: {{host: {games.HOST}, data: {file.parent}}}\n"
    file.write_text(f"{words}intake: {{smtp: {{port: {port}}}}}\n", "utf-8")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def _dependencies(config: Path) -> str:
    """The modules that are not ours and that `pbp serve` has loaded once it listens."""
    command = [sys.executable, "-c", _IMPORTED, str(config)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.dumps(json.loads(done.stdout))


@contextmanager
def _imported(names: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that has imported these modules, and waits."""
    command = [sys.executable, "-c", _IMPORTS, names]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        if not process.stdout.readline().startswith(b"220"):
            raise RuntimeError("the dependencies cannot be imported")
        yield process
        process.stdin.close()


def _to_banner(config: Path) -> float:
    """Seconds from exec to "220": the door opens before the board on the web does."""
    port = _free_port()
    _with_port(config, port)
    begin = time.monotonic()
    with _process(config) as process:
        while not _greeted(port):
            if process.poll() is not None or time.monotonic() - begin > START_SECONDS:
                raise RuntimeError(f"no banner: {config.with_name('log').read_text()}")
            time.sleep(LOOK_SECONDS)
        return time.monotonic() - begin


def _greeted(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), START_SECONDS) as client:
            return client.recv(100).startswith(b"220")
    except ConnectionRefusedError:
        return False


@contextmanager
def _process(config: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """`pbp serve`."""
    command = [PBP, "serve", "--config", str(config)]
    with (
        config.with_name("log").open("wb") as heard,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=heard) as process,
    ):
        try:
            yield process
        finally:
            process.terminate()


@contextmanager
def _serving(config: Path) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """`pbp serve` that has opened all its doors: its port, its process."""
    with _process(config) as process:
        said = process.stdout.readline().decode()
        if "port " not in said:
            raise RuntimeError(f"pbp serve did not start: {config.with_name('log').read_text()}")
        yield int(said.partition("port ")[2].partition(";")[0]), process


def _to_imported(names: str) -> float:
    begin = time.monotonic()
    with _imported(names):
        return time.monotonic() - begin


def _empty(base: Path, names: str, rounds: int) -> Figure:
    config = base / "empty" / "config.yaml"
    _to_banner(config)
    ours, theirs = alternated(lambda: _to_banner(config), lambda: _to_imported(names), rounds)
    return show(
        Figure(
            name="exec to the 220 banner, empty journal",
            value=1e3 * median(ours),
            unit="ms",
            rounds=ratios(ours, theirs),
            baseline="the same dependencies imported",
            bar=1.3,
            at_most=True,
        )
    )


def _with_games(base: Path, many: int, rounds: int) -> Figure:
    """How much later the banner comes where many games are running."""
    config = _configured(base / "many")
    _running(base / "many", many)
    empty = base / "empty" / "config.yaml"
    ours, theirs = alternated(lambda: _to_banner(config), lambda: _to_banner(empty), rounds)
    later = [one - other for one, other in zip(ours, theirs, strict=True)]
    return show(
        Figure(
            name=f"the 220 banner with {many} games, later than without",
            value=median(later),
            unit="s",
            rounds=ratios(ours, theirs),
            baseline="exec to banner, empty journal",
            bar=2,
            at_most=True,
            of_value=True,
        )
    )


def _running(folder: Path, many: int) -> list[tuple[str, bytes]]:
    """A journal with games of prayer in their first night; a mail for each of some of them."""
    folder.mkdir(exist_ok=True)
    config = games.config_of(folder)
    with open_store(config) as store:
        games.in_a_hurry(store)
        games.begin(store, config, [games.prayer(1, games.now() - games.HOUR)])
        games.copied(store, "g1", [f"g{n}" for n in range(2, many + 1)])
        store.beat(games.now())
        referee = referee_of(config, store)
        written = [referee.loaded(f"g{n}") for n in range(1, many + 1, max(1, many // WRITTEN_TO))]
    return [_mail(config, live, number) for number, live in enumerate(written)]


def _mail(config: Config, live: Live, number: int) -> tuple[str, bytes]:
    """A mail of the last player of a game: an order that any villager may give."""
    handle = live.setup.seats[-1].handle
    words = f"祈祷 {live.setup.seats[0].handle}"
    return games.mail_of(config, live, handle, number, words)


def _memory(base: Path, names: str, *, full: bool) -> Figure:
    """What an idle server holds. full: after mail for a game of each rule set."""
    config = base / "empty" / "config.yaml"
    written: list[tuple[str, bytes]] = []
    if full:
        config = _configured(base / "full")
        written = _of_all_rulesets(base / "full")
    with _serving(config) as (port, process):
        if written:
            pack(written, base / "mails")
            load(port, 1, len(written), "many", str(base / "mails"))
        time.sleep(SETTLE_SECONDS)
        ours = _resident(process.pid)
    with _imported(names) as bare:
        theirs = _resident(bare.pid)
    after = "after mail for each rule set" if full else "no game"
    return show(
        Figure(
            name=f"memory of an idle server, {after}",
            value=ours,
            unit="MiB",
            rounds=(ours / theirs,),
            baseline="the same dependencies imported",
            bar=130 if full else 60,
            at_most=True,
            of_value=True,
        )
    )


def _of_all_rulesets(folder: Path) -> list[tuple[str, bytes]]:
    """A journal with a game of each rule set, and a mail to each."""
    config = games.config_of(folder)
    starts = games.now() - games.HOUR
    setups = [games.prayer(1, starts), games.dealt(2, "three_lives", starts)]
    setups.append(games.dealt(3, "seven_kill", starts))
    with open_store(config) as store:
        games.in_a_hurry(store)
        lives = games.begin(store, config, setups)
    return [_mail(config, live, number) for number, live in enumerate(lives)]


def _many_running(base: Path, many: int) -> list[Figure]:
    """A server with many running games, mail for some: its memory, how late its loop is."""
    few, full = base / "few", base / "running"
    written = {few: _running(few, WRITTEN_TO), full: _running(full, many)}
    held, late = {}, {}
    for folder in (few, full):
        pack(written[folder], base / "mails")
        with running("whole", folder) as server:
            load(server.port, 2, len(written[folder]), "many", str(base / "mails"))
            answered(folder, len(written[folder]))
            time.sleep(SETTLE_SECONDS)
            held[folder] = _resident(server.pid)
            late[folder] = [int(word) / 1000 for word in server.end().split()]
    more = held[full] - held[few]
    return [
        show(
            Figure(
                name=f"memory: {many} running games, more than {WRITTEN_TO}",
                value=more,
                unit="MiB",
                rounds=(held[full] / held[few],),
                baseline=f"{WRITTEN_TO} running games",
                bar=250,
                at_most=True,
                of_value=True,
            )
        ),
        show(
            Figure(
                name=f"event loop late at p99.9, {many} games, mail for {WRITTEN_TO}",
                value=late[full][0],
                unit="ms",
                rounds=(late[full][0] / max(late[few][0], 0.001),),
                baseline=f"{WRITTEN_TO} running games",
                bar=50,
                at_most=True,
                of_value=True,
            )
        ),
    ]


def _resident(pid: int) -> float:
    """Resident memory of a process, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the process has ended")
