"""Measure against baselines, print a table, write build/bench.json.

    python -m bench [SECTION ...]

QUICK=1: under a minute, and only for the eye. Every section is a process of its own, so that none
disturbs another and none can hang: what takes too long is ended, and said. Exit status 1 when a
bar is missed, or a section fails, in a full run; a quick run is too noisy to judge by.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from bench.report import say, write

SLOW_SYNC_US = 5000
SECTIONS = {
    "words": False,
    "whole": True,
    "accept": True,
    "send": True,
    "replay": False,
    "closing": True,
    "start": False,
    "web": False,
    "simulate": False,
}
"""The sections in their order, and whether they are measured with slow syncs too."""

PATIENCE_SECONDS = 240
"""For one section."""

BUDGET_SECONDS = 900
"""For all of them; what comes later is not begun."""
SHIM_SOURCE = Path(__file__).with_name("slow_sync.c")


def main(wanted: list[str]) -> int:
    """Run the sections; the exit status."""
    quick = bool(os.environ.get("QUICK"))
    build = Path("build").resolve()
    build.mkdir(exist_ok=True)
    say(_head(quick=quick))
    begin, rows, failed = time.monotonic(), list[dict](), list[str]()
    for name, slow in _plan(wanted or list(SECTIONS), build, quick=quick):
        left = BUDGET_SECONDS - (time.monotonic() - begin)
        got = _section(name, build, slow, min(PATIENCE_SECONDS, left)) if left > 0 else None
        rows += got or []
        if got is None:
            failed.append(f"{name}, slow syncs" if slow else name)
    write(rows, build / "bench.json")
    missed = [str(row["name"]) for row in rows if row["ok"] is False]
    say(f"{len(rows)} figures in build/bench.json, {time.monotonic() - begin:.0f} s")
    for what, names in (("bars missed", missed), ("sections that failed", failed)):
        if names:
            say(f"{what}: " + "; ".join(names))
    return 1 if (missed or failed) and not quick else 0


def _head(*, quick: bool) -> str:
    """What the reader must know of the run."""
    words = f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, Python "
    words += sys.version.split()[0]
    if quick:
        words += (
            "\na quick run: few and short rounds; take no ratio for true to better than a third"
        )
    if os.getloadavg()[0] > 0.5 * (os.cpu_count() or 1):
        words += "\nother work runs on this machine: the figures are too bad, the ratios unsure"
    return words


def _plan(wanted: list[str], build: Path, *, quick: bool) -> list[tuple[str, dict[str, str]]]:
    """The sections to run, each with what it gets in its environment."""
    shim = _shim(build)
    if shim is None:
        say("no gcc: nothing is measured with slow syncs")
    slow = {"LD_PRELOAD": str(shim), "SLOW_SYNC_US": str(SLOW_SYNC_US)}
    plan: list[tuple[str, dict[str, str]]] = [(name, {}) for name in SECTIONS if name in wanted]
    twice = [name for name in SECTIONS if SECTIONS[name] and name in wanted and shim is not None]
    if quick:
        twice = [name for name in twice if name == "accept"] or twice[:1]
    return plan + [(name, slow) for name in twice]


def _section(name: str, build: Path, more: dict[str, str], patience: float) -> list[dict] | None:
    """One section as a process; its rows, or None where it failed or took too long."""
    file = build / "bench-section.json"
    file.unlink(missing_ok=True)
    command = [sys.executable, "-m", "bench.section", name, str(build), str(file)]
    process = subprocess.Popen(command, env={**os.environ, **more}, start_new_session=True)
    try:
        status = process.wait(patience)
    except subprocess.TimeoutExpired:
        say(f"{name}: ended after {patience:.0f} s")
        status = -1
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    rows = json.loads(file.read_text("utf-8")) if file.exists() else None
    file.unlink(missing_ok=True)
    return rows if status == 0 else None


def _shim(build: Path) -> Path | None:
    """The library that makes every sync slow, built here."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    library = build / "slow_sync.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", library, SHIM_SOURCE, "-ldl"], check=True
    )
    return library


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
