"""Lengths of time and values of options in a GM's words. Pure: text in, values out."""

import re
from datetime import timedelta

from pbp.game.durations import parse_duration, show_duration
from pbp.game.options import OPTIONS, Option, parse_value
from pbp.language.folding import fold
from pbp.language.gm_words import SETTINGS, UNITS

_SPAN = re.compile(r"(\d{1,15})\s{0,3}(天|日|个小时|小时|分钟|分|秒|[dhms])", re.IGNORECASE)

SEVERAL = ("durations", "holidays", "timetable")
"""Kinds of options whose values may be written with blanks in them."""

SPAN_MAX = 60
"""Characters within which a length of time stands."""


def span_of(text: str) -> tuple[timedelta | None, int]:
    """A length of time at the beginning of a text, in either language, and where it ends."""
    end, written = 0, ""
    for match in _SPAN.finditer(text[:SPAN_MAX]):
        if text[end : match.start()].strip():
            break
        unit = match[2].lower()
        written += match[1] + UNITS.get(unit, unit)
        end = match.end()
    return (parse_duration(written), end) if written else (None, 0)


def setting_of(name: str, text: str) -> tuple[str, str]:
    """The value that an option is to have, and the rest of the line.

    As many words as the option takes; where it takes none of it, the first word as it stands.
    """
    option, words = OPTIONS.get(name), text.split(" ")
    if option is not None and option.kind == "duration":
        span, end = span_of(text)
        if span is not None and text[end : end + 1] in ("", " "):
            return show_duration(span), text[end:]
    most = len(words) if option is not None and option.kind in SEVERAL else 1
    for count in range(most, 1, -1):
        written = " ".join(words[:count])
        if option is not None and _takes(option, written):
            return written, " ".join(words[count:])
    return _plain(option, words[0]), " ".join(words[1:])


def _takes(option: Option, written: str) -> bool:
    try:
        parse_value(option, written)
    except ValueError:
        return False
    return True


def _plain(option: Option | None, word: str) -> str:
    """One word as the option writes it; a text stays as it is."""
    if option is None or option.kind == "text":
        return word
    said = next((value for value, words in SETTINGS.items() if word in words), "")
    return said or (fold(word) if option.kind in ("count", "bool", "choice") else word)
