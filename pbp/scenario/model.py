"""A scenario as values: who plays what, which mails arrive when, what must come of it.

Frozen, checked by load.py before it exists; never holds a thing that is not in the file, save the
defaults of the format. All instants are aware and in UTC.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from pbp.scenario.times import At

LIVES = ("past", "present", "next")

ROLES: dict[str, tuple[str, ...]] = {
    "prayer": ("killer", "villager"),
    "three_lives": ("plain", "binder", "healer", "killer", "wolf"),
    "seven_kill": (
        "tianfu",
        "tianliang",
        "tianji",
        "tiantong",
        "tianxiang",
        "qisha",
        "pojun",
        "tanlang",
        "villager",
    ),
}
"""The roles of each rule set."""

PHASE_LETTERS = {"prayer": "NDR", "three_lives": "ND", "seven_kill": "NDRW"}
"""Night, day, run-off and wait for last words, where a rule set has them."""

CAMPS: dict[str, tuple[str, ...]] = {
    "prayer": ("killers", "villagers"),
    "three_lives": tuple(
        f"{life}.{side}" for life in LIVES for side in ("villagers", "killers", "wolves")
    ),
    "seven_kill": ("killers", "good"),
}
"""Who can win."""

REVEALED = {**ROLES, "three_lives": ("villager", "killer", "wolf")}
"""What an announcement can say of the dead."""

KINDS = (
    "dead",
    "alive",
    "answer",
    "notice",
    "no_notice",
    "post",
    "executed",
    "ballot",
    "order",
    "warnings",
    "out",
    "phase",
    "silence",
    "winner",
    "prizes",
    "held",
    "published",
)
"""The kinds of expectation; each is the key that tells it from the others."""

Cast = Mapping[str, str | Mapping[str, Any]]
"""Handle → role, or (three lives) start, past, present, next and perhaps arrival."""


class Owner(msgspec.Struct, frozen=True):
    """The person behind a handle."""

    name: str
    address: str


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """The set-up. options: as written; `pbp.game.options.parse_options` reads them.

    cast: in roster order (number 1, 2, …). owners: of every handle and substitute.
    checked_in: nobody needs to check in (`checkin: done`).
    """

    ruleset: str
    starts: datetime
    cast: Cast
    owners: Mapping[str, Owner]
    locale: str = "zh"
    timezone: str = "Asia/Shanghai"
    seed: int | str = 1
    checked_in: bool = True
    options: Mapping[str, Any] = {}
    substitutes: tuple[str, ...] = ()


class MessageIdOf(msgspec.Struct, frozen=True):
    """In a header: the Message-ID of that mail."""

    mail: int


class MailSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One mail. number: from 1, in the order of the file. line: where it stands there.

    sender: a handle, `owner:` and a handle, `gm`, a substitute, or an address.
    Exactly one of text, html and raw is not None; raw is the file's bytes, unchanged.
    reply_to: the mail whose answer In-Reply-To names; reply_to_post: the mail whose post it names.
    """

    number: int
    line: int
    at: At
    sender: str
    auth: str = "token"
    to: str = "gm"
    subject: str = ""
    text: str | None = None
    html: str | None = None
    raw: bytes | None = None
    reply_to: int | None = None
    reply_to_post: int | None = None
    reply_to_vote: bool = False
    headers: tuple[tuple[str, str | MessageIdOf], ...] = ()


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """What must come of it. kind: dead, answer, ballot …; value: what stands beside the kind.

    more: the other keys (`in`, `to`, `verdict` …); times among them are instants.
    """

    kind: str
    value: Any
    line: int
    more: Mapping[str, Any] = {}


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A whole scenario. until: a phase id (to its close), a time, or None (to the end).

    down: stretches in which the server is stopped, from … to, in order.
    """

    path: Path
    title: str
    game: Game
    down: tuple[tuple[datetime, datetime], ...] = ()
    mails: tuple[MailSpec, ...] = ()
    until: str | At | None = None
    expect: tuple[Expectation, ...] = ()
