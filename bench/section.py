"""One section of the bench as a process of its own.

    python -m bench.section NAME BUILD FILE

Prints its part of the table, and writes its rows into FILE.
"""

import importlib
import os
import sys
from pathlib import Path

from bench.report import write

if __name__ == "__main__":
    name, build, file = sys.argv[1:4]
    module = importlib.import_module(f"bench.{name}")
    figures = module.measure(Path(build), quick=bool(os.environ.get("QUICK")))
    write([figure.row() for figure in figures], Path(file))
