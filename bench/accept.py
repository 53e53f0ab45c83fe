"""How many mails a second are accepted, durably, against bare aiosmtpd that stores nothing.

Rounds of the servers alternate, so that what disturbs one disturbs the others; a ratio is taken
within a round.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from bench.report import Figure, show

SLOW_SYNC_US = 5000
_SHIM_SOURCE = Path(__file__).with_name("slow_sync.c")


def measure(build: Path, *, quick: bool) -> list[Figure]:
    """Take all figures of the intake."""
    rounds, seconds = (3, 0.3) if quick else (7, 1.0)
    figures = _cheap(build, rounds, seconds)
    shim = _shim(build)
    if shim is None:
        print("no gcc: nothing measured with slow syncs")
        return figures
    slow = {"LD_PRELOAD": str(shim), "SLOW_SYNC_US": str(SLOW_SYNC_US)}
    return figures + _slow(build, rounds, seconds, slow)


def _cheap(build: Path, rounds: int, seconds: float) -> list[Figure]:
    figures = []
    with _servers(build, ["bare", "durable"], {}) as ports:
        for connections, how, bar in ((1, "many", 0.7), (10, "many", 1.0), (50, "many", 1.3),
                                      (1, "each", None), (10, "each", 0.85),
                                      (50, "each", None)):  # fmt: skip
            runs = _alternate(ports, connections, how, rounds, seconds)
            name = f"durable accept, {connections} connections, {how} "
            name += "mails a connection" if how == "many" else "mail its connection"
            figures.append(_rate(name, runs, "durable", "bare", bar))
            show(figures[-1])
            if (connections, how) == (10, "many"):
                for share, bar_at_most in ((0.5, 3), (0.99, 8)):
                    figures.append(_wait(runs, share, bar_at_most))
                    show(figures[-1])
    return figures


def _slow(build: Path, rounds: int, seconds: float, slow: Mapping[str, str]) -> list[Figure]:
    figures = []
    with _servers(build, ["bare", "single", "durable"], slow) as ports:
        for connections, bar in ((1, None), (10, 4), (50, 10)):
            runs = _alternate(ports, connections, "many", rounds, seconds)
            name = f"5 ms syncs: group commit, {connections} connections"
            figures.append(_rate(name, runs, "durable", "single", bar))
            show(figures[-1])
            figures.append(_rate(name, runs, "durable", "bare", None))
            show(figures[-1])
    return figures


Runs = dict[str, list[dict]]


def _alternate(
    ports: Mapping[str, int], connections: int, how: str, rounds: int, seconds: float
) -> Runs:
    """Run all servers in turn; how many mails each gets is found by a short run before."""
    mails = {
        kind: max(2 * connections, int(seconds * _load(port, connections, 50, how)["rate"]))
        for kind, port in ports.items()
    }
    runs: Runs = {kind: [] for kind in ports}
    for number in range(rounds):
        kinds = list(ports) if number % 2 else list(reversed(ports))
        for kind in kinds:
            runs[kind].append(_load(ports[kind], connections, mails[kind], how))
    return runs


def _load(port: int, connections: int, mails: int, how: str) -> dict:
    command = [sys.executable, "-m", "bench.load", str(port), str(connections), str(mails), how]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def _rate(name: str, runs: Runs, kind: str, baseline: str, bar: float | None) -> Figure:
    ratios = [
        ours["rate"] / theirs["rate"]
        for ours, theirs in zip(runs[kind], runs[baseline], strict=True)
    ]
    words = {"bare": "bare aiosmtpd", "single": "one commit a mail"}
    value = median(run["rate"] for run in runs[kind])
    return Figure(name, value, "/s", tuple(ratios), words[baseline], bar)


def _wait(runs: Runs, share: float, bar: float) -> Figure:
    def at(run: dict) -> int:
        return run["waits"][int(share * (len(run["waits"]) - 1))]

    ratios = [at(ours) / at(bare) for ours, bare in zip(runs["durable"], runs["bare"], strict=True)]
    name = f"final dot to 250, 10 connections, p{share * 100:g}"
    value = median(at(run) for run in runs["durable"])
    return Figure(name, value, "us", tuple(ratios), "bare aiosmtpd", bar, at_most=True)


@contextmanager
def _servers(build: Path, kinds: list[str], more: Mapping[str, str]) -> Iterator[dict[str, int]]:
    with ExitStack() as stack:
        ports = {}
        for kind in kinds:
            folder = Path(tempfile.mkdtemp(prefix="bench-", dir=build))
            stack.callback(shutil.rmtree, folder)
            process = subprocess.Popen(
                [sys.executable, "-m", "bench.servers", kind, str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, **more},
            )
            stack.callback(_end, process)
            ports[kind] = int(process.stdout.readline())
        yield ports


def _end(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


def _shim(build: Path) -> Path | None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    library = build / "slow_sync.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", library, _SHIM_SOURCE, "-ldl"], check=True
    )
    return library
