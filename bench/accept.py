"""How many mails a second are accepted, durably, against bare aiosmtpd that stores nothing.

Rounds of the servers alternate, so that what disturbs one disturbs the others; a ratio is taken
within a round.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.report import SLOW, Figure, say, show
from bench.servers import running

WORDS = {"bare": "bare aiosmtpd with a sink", "single": "one commit a mail"}
LOAD_SECONDS = 60
CHEAP = (
    (1, "many", 0.7),
    (10, "many", 1.0),
    (50, "many", 1.3),
    (1, "each", None),
    (10, "each", 0.85),
    (50, "each", None),
)
"""Connections, whether each brings many mails or each one mail, and the bar."""


def measure(build: Path, *, quick: bool) -> list[Figure]:
    """Take all figures of the intake."""
    rounds, seconds = (2, 0.12) if quick else (5, 0.7)
    if SLOW:
        return list(_slow(build, rounds, seconds))
    return [*_cheap(build, rounds, seconds), *_syncs(build, quick=quick)]


def _cheap(build: Path, rounds: int, seconds: float) -> Iterator[Figure]:
    with servers(build, ["bare", "durable"]) as ports:
        for connections, how, bar in CHEAP:
            runs = alternate(ports, connections, how, rounds, seconds)
            each = "many mails each" if how == "many" else "one mail each"
            name = f"durable accept, {connections} connections, {each}"
            yield _rate(name, runs, "durable", "bare", bar)
            if (connections, how) == (10, "many"):
                yield _wait(runs, 0.5, 3)
                yield _wait(runs, 0.99, 8)


def _slow(build: Path, rounds: int, seconds: float) -> Iterator[Figure]:
    with servers(build, ["bare", "single", "durable"]) as ports:
        for connections, bar in ((1, None), (10, 4), (50, 10)):
            runs = alternate(ports, connections, "many", rounds, seconds)
            name = f"durable accept, {connections} connections"
            yield _rate(name, runs, "durable", "single", bar)
            yield _rate(name, runs, "durable", "bare", None)


def _syncs(build: Path, *, quick: bool) -> Iterator[Figure]:
    """How many syncs a mail costs, counted from outside: what "on the disk before 250" rests on."""
    if shutil.which("strace") is None:
        say("no strace: syncs not counted")
        return
    mails = 50 if quick else 200
    for connections, bar in ((1, 1.0), (10, None)):
        counted = _counted(build, connections, mails)
        if counted is None:
            say("strace may not look into a process here: syncs not counted")
            return
        yield show(
            Figure(
                name=f"syncs a mail before its 250, {connections} connections",
                value=counted,
                unit="/mail",
                rounds=(counted,),
                baseline="one a mail",
                bar=bar,
            )
        )


def _counted(build: Path, connections: int, mails: int) -> float | None:
    """Syncs a mail, less those of a server to which nobody writes."""
    strace = ("strace", "-f", "-qq", "-e", "trace=fsync,fdatasync", "-e", "signal=none", "-o")
    with TemporaryDirectory(prefix="bench-", dir=build) as folder:
        log = Path(folder) / "syncs"
        with running("durable", Path(folder), *strace, str(log)) as server:
            before = len(re.findall(r"sync\(", log.read_text()))
            if not before:
                return None
            load(server.port, connections, mails, "many")
            after = len(re.findall(r"sync\(", log.read_text()))
    return (after - before) / mails


Runs = dict[str, list[dict]]


def alternate(
    ports: Mapping[str, int], connections: int, how: str, rounds: int, seconds: float
) -> Runs:
    """Run all servers in turn; how many mails each gets is found by a short run before."""
    mails = {
        kind: max(2 * connections, int(seconds * load(port, connections, 50, how)["rate"]))
        for kind, port in ports.items()
    }
    runs: Runs = {kind: [] for kind in ports}
    for number in range(rounds):
        kinds = list(ports) if number % 2 else list(reversed(ports))
        for kind in kinds:
            runs[kind].append(load(ports[kind], connections, mails[kind], how))
    return runs


def load(port: int, connections: int, mails: int, how: str, *given: str) -> dict:
    """Send mails from a process of its own; what it found."""
    words = [str(port), str(connections), str(mails), how, *given]
    command = [sys.executable, "-m", "bench.load", *words]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=LOAD_SECONDS)
    return json.loads(done.stdout)


def _rate(name: str, runs: Runs, kind: str, baseline: str, bar: float | None) -> Figure:
    pairs = zip(runs[kind], runs[baseline], strict=True)
    rounds = tuple(ours["rate"] / theirs["rate"] for ours, theirs in pairs)
    value = median(run["rate"] for run in runs[kind])
    words = WORDS[baseline]
    return show(Figure(name=name, value=value, unit="/s", rounds=rounds, baseline=words, bar=bar))


def _wait(runs: Runs, share: float, bar: float) -> Figure:
    def at(run: dict) -> int:
        return run["waits"][int(share * (len(run["waits"]) - 1))]

    pairs = zip(runs["durable"], runs["bare"], strict=True)
    return show(
        Figure(
            name=f"final dot to 250, 10 connections, p{share * 100:g}",
            value=median(at(run) for run in runs["durable"]),
            unit="us",
            rounds=tuple(at(ours) / at(bare) for ours, bare in pairs),
            baseline=WORDS["bare"],
            bar=bar,
            at_most=True,
        )
    )


@contextmanager
def servers(build: Path, kinds: list[str]) -> Iterator[dict[str, int]]:
    """Servers of these kinds, by their ports, each in a folder of its own."""
    with ExitStack() as stack:
        ports = {}
        for kind in kinds:
            folder = stack.enter_context(TemporaryDirectory(prefix="bench-", dir=build))
            ports[kind] = stack.enter_context(running(kind, Path(folder))).port
        yield ports
