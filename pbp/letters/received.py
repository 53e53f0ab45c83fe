"""Received lines: which host wrote one, and when it says that it took the mail (RFC 5321, 4.4).

A line is the word of the host that wrote it. Ours are to be believed; everything below the first
of ours may be the sender's own invention. Must never raise, whatever stands in the headers.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple

from pbp.letters import headers

LINES_MAX = 100

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(
    r"(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?"
    r"\s*([+-]\d{4}|GMT|UTC|UT|Z)(?![\w])"
)
_COMMENT_OR_QUOTE = re.compile(r"[()\"\\]")


class Stamp(NamedTuple):
    """One Received line. by: the host that wrote it, lower case, "" where it does not say.

    at: when that host took the mail, in UTC; None where it does not say so in a way that has only
    one meaning ("CST" is two time zones).
    """

    by: str
    at: datetime | None


def stamps(raw: bytes, *, from_below: bool = False) -> Iterator[Stamp]:
    """The Received lines of a mail, from the top, which is the last host, or from the bottom."""
    lines = headers.head_of(raw).all("received")[:LINES_MAX]
    for line in reversed(lines) if from_below else lines:
        yield stamp(line.decode("ascii", "replace"))


def stamp(line: str) -> Stamp:
    """One Received line: its host and its instant."""
    text = _without_comments(line)
    clauses, semicolon, date = text.rpartition(";")
    if not semicolon:
        clauses = date = text
    return Stamp(_host(clauses), instant(date))


def edge_stamp(raw: bytes, hosts: tuple[str, ...]) -> datetime | None:
    """When our own edge took a mail: the topmost line that one of our hosts wrote.

    Lines of hosts behind it may stand above. A line above that does not say who wrote it ends the
    search, for then the line that is found next could be the sender's. hosts: names in lower case;
    ".example.org" means every host below that domain.
    """
    for found in stamps(raw):
        if not found.by:
            return None
        if is_one_of(found.by, hosts):
            return found.at
    return None


def handed_over(raw: bytes) -> datetime | None:
    """When the sender's provider says that it took the mail: the lowest line that has a time.

    Shown to the GM, never believed: whoever sends can write it.
    """
    return next((found.at for found in stamps(raw, from_below=True) if found.at is not None), None)


def is_one_of(host: str, hosts: tuple[str, ...]) -> bool:
    """Whether a host is named in a list: by its name, or by a domain with a dot in front."""
    return any(host == name or (name.startswith(".") and host.endswith(name)) for name in hosts)


def instant(text: str) -> datetime | None:
    """The one date in a text without comments, in UTC."""
    found = _DATE.search(text)
    if found is None:
        return None
    day, month, year, hour, minute, second, zone = found.groups()
    if month.lower() not in _MONTHS:
        return None
    try:
        at = datetime(
            int(year),
            _MONTHS.index(month.lower()) + 1,
            int(day),
            int(hour),
            int(minute),
            min(int(second or 0), 59),
            tzinfo=_zone(zone),
        )
        return at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _zone(written: str) -> timezone:
    if written[0] not in "+-":
        return UTC
    hours, minutes = int(written[1:3]), int(written[3:5])
    away = timedelta(hours=hours, minutes=minutes)
    return timezone(-away if written[0] == "-" else away)


def _host(clauses: str) -> str:
    """The host after "by", which stands first or after "from" and one name, nowhere else.

    Were it looked for anywhere, a sender who calls himself "by" could hide our line.
    """
    words = clauses.split()
    if words[:1] and words[0].lower() == "from":
        words = words[2:]
    if len(words) < 2 or words[0].lower() != "by":
        return ""
    return words[1].strip("[];").rstrip(".").lower()


def _without_comments(line: str) -> str:
    """The line without (comments), which may be nested, and with "quoted strings" as they are."""
    if not _COMMENT_OR_QUOTE.search(line):
        return line
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for letter in line:
        if escaped:
            escaped = False
        elif letter == "\\":
            escaped = True
        elif letter == '"' and not depth:
            quoted = not quoted
        elif letter == "(" and not quoted:
            depth += 1
            kept.append(" ")
            continue
        elif letter == ")" and depth:
            depth -= 1
            continue
        if not depth:
            kept.append(letter)
    return "".join(kept)
