"""Facts to try templates with: at least one of every kind, and one for every code of an answer.

samples.json holds them as data, so that a person can see what a template gets. An `answer` names
only what is particular to it; the rest of its fields have usual values here.
"""

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pbp.game.facts import Notified, Posted
from pbp.render.page import About

FILE = Path(__file__).with_name("samples.json")

AT = datetime.fromisoformat("2026-03-03T10:30:00+00:00")
"""When all samples were brought about."""

_ANSWER: dict[str, Any] = {"receipt": 12, "unchecked": False, "checkin_until": None, "quote": ""}
_READING: dict[str, Any] = {
    "kind": "chat",
    "targets": [],
    "text": "",
    "heard": "",
    "meant": [],
    "verdict": "accepted",
    "code": None,
}


class Sample(msgspec.Struct, frozen=True):
    """One fact and the rule set of its game. name: kind and case."""

    name: str
    fact: Notified | Posted
    about: About


class _Written(msgspec.Struct, frozen=True):
    kind: str
    case: str
    data: dict[str, Any]
    phase: str | None = None
    life: str | None = None
    ruleset: str = "prayer"
    to: str = ""
    author: str | None = None
    mail: int | None = None
    answer: bool = False


class _File(msgspec.Struct, frozen=True):
    handles: tuple[str, ...]
    notices: list[_Written]
    posts: list[_Written]


@cache
def samples(locale: str) -> tuple[Sample, ...]:
    """All samples in a locale: notices, then posts."""
    file = msgspec.json.decode(FILE.read_bytes(), type=_File)
    return tuple(
        Sample(
            name=f"{room}/{written.kind}.{written.case}",
            fact=_notice(written, file.handles) if room == "notice" else _post(written),
            about=About(
                game="g41",
                locale=locale,
                ruleset=written.ruleset,
                host="play.example.org",
                handles=file.handles,
            ),
        )
        for room, all_written in (("notice", file.notices), ("post", file.posts))
        for written in all_written
    )


def _notice(written: _Written, handles: tuple[str, ...]) -> Notified:
    return Notified(
        at=AT,
        kind=written.kind,
        to=written.to or handles[0],
        phase=written.phase,
        life=written.life,
        mail=written.mail or (7 if written.answer else None),
        data=_answer(written.data) if written.answer else written.data,
    )


def _answer(data: dict[str, Any]) -> dict[str, Any]:
    results = [_whole(result) for result in data["results"]]
    return {"cut_off": None, "code": None, **_ANSWER, **data, "results": results}


def _whole(result: dict[str, Any]) -> dict[str, Any]:
    whole = {**_READING, **result}
    if "confirmed" in whole:
        whole["confirmed"] = [_whole(inner) for inner in whole["confirmed"]]
    return whole


def _post(written: _Written) -> Posted:
    return Posted(
        at=AT,
        kind=written.kind,
        phase=written.phase,
        life=written.life,
        author=written.author,
        mail=7 if written.author else None,
        data=written.data,
    )
