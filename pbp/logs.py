"""The log: one line an event, as text or as JSON (`log.format`), never a secret, never a mail.

A call writes `log.warning("mail given up: mail=%d, attempts=%d", 7, 3)`: the words before the colon
are the event, what follows are its fields. An error is named by type and place (trace_of); its
words and its traceback are never written, nor what a library says, for both may quote a mail.
"""

import json
import logging
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, TextIO

from pbp.service.trouble import trace_of

OURS = "pbp"
_FIELD = re.compile(r"(\w+)=%[a-z]")


def configure(form: str, level: str = "info", stream: TextIO | None = None) -> None:
    """Send all that is logged to standard error, form: text · json; level: debug · info · warning.

    Libraries are heard from "warning" on, whatever our own level.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(OURS).setLevel(level.upper())


def fields_of(record: logging.LogRecord) -> tuple[str, dict[str, Any]]:
    """The event of a line and its fields; a library's words are left out."""
    found: dict[str, Any] = {}
    if record.name.partition(".")[0] != OURS:
        event, found["at"] = "a library says", f"{record.filename}:{record.lineno}"
    else:
        event = str(record.msg).partition(":")[0]
        values = record.args if isinstance(record.args, tuple) else ()
        names = _FIELD.findall(str(record.msg))
        found.update(zip(names, map(_plain, values), strict=False))
    if record.exc_info and record.exc_info[1] is not None:
        found["error"] = trace_of(record.exc_info[1])
    return event, found


class TextLines(logging.Formatter):
    """2026-03-02T12:00:00.000Z WARNING pbp.post.outbox_worker mail given up: mail=7, attempts=3."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever is in it."""
        event, fields = fields_of(record)
        told = ", ".join(f"{name}={value}" for name, value in fields.items())
        said = f"{event}: {told}" if told else event
        return _one_line(f"{_time_of(record)} {record.levelname} {record.name} {said}")


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, event, then the event's own fields."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever is in it."""
        event, fields = fields_of(record)
        head = {
            "time": _time_of(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": event,
        }
        return json.dumps({**head, **{k: v for k, v in fields.items() if k not in head}})


def _time_of(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _plain(value: object) -> Any:
    return value if isinstance(value, int | float | str) else str(value)


def _one_line(text: str) -> str:
    return "".join(_escaped(text))


def _escaped(text: str) -> Iterator[str]:
    for character in text:
        yield character if character.isprintable() else f"\\x{ord(character):02x}"
