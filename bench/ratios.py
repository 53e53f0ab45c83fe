"""Measure against baselines, print a table, write build/bench.json. QUICK=1: under a minute.

Exit status 1 when a bar is missed in a full run; a quick run is too noisy to judge by.
"""

import os
import sys
from pathlib import Path

from bench import accept, send
from bench.report import write


def main() -> int:
    quick = bool(os.environ.get("QUICK"))
    build = Path("build")
    build.mkdir(exist_ok=True)
    if quick:
        print("a quick run: few and short rounds, take no ratio for true to better than a fifth")
    figures = accept.measure(build, quick=quick) + send.measure(build, quick=quick)
    write(figures, build / "bench.json")
    missed = [figure.name for figure in figures if figure.ok is False]
    return 1 if missed and not quick else 0


if __name__ == "__main__":
    sys.exit(main())
