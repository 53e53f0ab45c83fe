"""How an error of ours is named in a log: its type and the places it went through.

Never its words: the text of a KeyError is a handle, that of a ValueError may be a line of a mail.
"""

import traceback
from pathlib import Path

PLACES_MAX = 8
"""So many places of one error are named, from the innermost."""


def trace_of(error: BaseException, places_max: int = PLACES_MAX) -> str:
    """Give one line: "KeyError at votes.py:12 < engine.py:80 < playing.py:66"."""
    frames = traceback.extract_tb(error.__traceback__)[::-1][:places_max]
    places = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return f"{type(error).__name__} at {places}" if places else type(error).__name__
