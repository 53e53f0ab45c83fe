"""The words of the demo's people, from zh.toml and en.toml beside this file."""

import tomllib
from functools import cache
from importlib import resources

import msgspec


class Phrases(msgspec.Struct, frozen=True):
    """How the letters of one language say what a player looks for: regular expressions, most."""

    private: str
    handle: str
    role: str
    life: str
    mates: str
    knows: str
    example: str
    confirm: str
    check_in: str
    living: str
    until: str
    freeze: str
    my_turn: str
    my_phase: str
    wait: str
    only: str
    vote: str
    cast: str
    nightfall: str
    vote_open: str
    dawn: str
    execution: str
    over: str
    last_words: str
    not_found: str
    where: str
    help: str
    posts: str
    team: str
    team_word: str
    sign_up: str
    names: str


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of one language. handles: each with a way in which one mistypes it."""

    names: tuple[str, ...]
    handles: dict[str, str]
    titles: dict[str, str]
    analyses: tuple[str, ...]
    reasons: tuple[str, ...]
    last_words: str
    declaration: str
    team_talk: str
    automatic_subject: str
    automatic_text: str
    joined: str
    myself: str
    change: str
    numbered: str
    checkins: tuple[str, ...]
    phone: str
    phrases: Phrases
    remarks: dict[str, str]
    labels: dict[str, str]


@cache
def words_of(locale: str) -> Words:
    """The words of a language: zh or en."""
    text = (resources.files("pbp.demo") / f"{locale}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Words)


MAILBOXES = (
    *("zhou", "nan", "man", "peng", "jing", "jiu", "ding", "lin", "kele"),
    *("zimo", "abu", "jiang", "duo", "feng", "shitou", "mixian", "qi", "dousha"),
)
"""The local parts of the people's addresses."""
