"""How an exception is named in a log line: what and where, never its text, which may quote mail."""

import traceback
from pathlib import Path


def name_of(error: BaseException) -> str:
    """Give the type of an exception and the place it came from, "KeyError at smtp_in.py:12"."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    return f"{type(error).__name__} at {Path(frames[-1].filename).name}:{frames[-1].lineno}"
