"""What a reader makes of some words, in one short line that a table can hold."""

from typing import Any

from pbp.game.intents import Reading, Understood
from pbp.language.reader import Context, read

HANDLES = ("阿甲", "阿乙", "小一", "小二", "小三", "小四", "小五", "小六", "小七")


def understood(text: str, subject: str = "", **circumstances: Any) -> Understood:
    """Read a mail to the GM identity, by 阿甲, among nine players."""
    given = {"handles": HANDLES, "writer": "阿甲", **circumstances}
    return read(subject, text, Context(**given))


def heard(text: str, subject: str = "", **circumstances: Any) -> str:
    """Give kind and targets of each reading, and the problem of the whole behind a mark."""
    found = understood(text, subject, **circumstances)
    told = "; ".join(shown(reading) for reading in found.readings)
    return f"{told} !{found.problem}".strip() if found.problem else told


def shown(reading: Reading) -> str:
    """Give kind, targets and, for what has no target but a word, that word."""
    words = [reading.kind, ", ".join(reading.targets)]
    if reading.kind in ("ask", "choose", "deliver", "nominate", "award"):
        words.append(f"({reading.text})")
    return " ".join(word for word in words if word)
