"""What one value of config.yaml must be that JSON has no type for, and what keys ask of each other.

KINDS reads lengths, sizes, switches, zones and addresses; RULES is the list of checks that look at
more than one key or at the disk. Must never change anything.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from pbp.game.durations import parse_duration
from pbp.game.options import OptionsError, parse_options

Place = tuple[str | int, ...]
Finding = tuple[Place, str, str, str]
"""A place, what was found there, what is allowed, a nearer name or nothing."""


def parse_size(found: object) -> int | None:
    """Give a number of bytes: 64K, 25M, 1G, or a plain number; None where it is none."""
    match = re.fullmatch(r"(\d{1,9})([KMG]?)i?B?", str(found).strip(), re.IGNORECASE)
    if match is None or isinstance(found, bool) or not int(match[1]):
        return None
    unit = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}[match[2].upper()]
    return int(match[1]) * unit


def _switch(found: object) -> bool | None:
    words = {"on": True, "yes": True, "off": False, "no": False}
    return found if isinstance(found, bool) else words.get(str(found).lower())


def _timezone(found: object) -> str | None:
    try:
        return ZoneInfo(found).key if isinstance(found, str) else None
    except (OSError, ValueError, KeyError):
        return None


def _address(found: object) -> str | None:
    fits = isinstance(found, str) and re.fullmatch(r"[^\s@<>,;:\"]+@[A-Za-z0-9.-]+", found)
    return str(found) if fits else None


def _duration(found: object) -> object:
    return parse_duration(found) or None


KINDS: Mapping[str, Callable[[object], object]] = MappingProxyType(
    {
        "duration": _duration,
        "size": parse_size,
        "switch": _switch,
        "timezone": _timezone,
        "address": _address,
    }
)
"""Readers of values that JSON has no type for; None is what cannot be read."""


def _at(data: Any, *place: str) -> Any:
    """Give the value at a place, or None where there is none."""
    for part in place:
        data = data.get(part) if isinstance(data, dict) else None
    return data


def _options_fit(data: dict[str, Any], _: Path) -> Iterator[Finding]:
    """The options of a rule set are options of that rule set."""
    games = _at(data, "games")
    for ruleset, given in games.items() if isinstance(games, dict) else ():
        if not isinstance(given, dict):
            continue
        try:
            parse_options(ruleset, given)
        except OptionsError as error:
            for wrong in error.problems:
                if wrong.option != "ruleset":
                    place = ("games", ruleset, wrong.option)
                    yield place, wrong.found, wrong.allowed, wrong.suggestion


def _smarthost_is_named(data: dict[str, Any], _: Path) -> Iterator[Finding]:
    """Mail cannot go out over SMTP without a server that takes it."""
    if _at(data, "delivery", "transport") == "smtp" and not _at(data, "delivery", "smtp", "host"):
        allowed = "the name of a mail server, as transport is smtp"
        yield ("delivery", "smtp", "host"), "nothing found", allowed, ""


def _login_is_whole(data: dict[str, Any], _: Path) -> Iterator[Finding]:
    """A login has one password, from one place; a password has a login."""
    smtp = _at(data, "delivery", "smtp") or {}
    sources = [key for key in ("password_env", "password_file") if _at(smtp, key)]
    if len(sources) == 2:
        found = "found both password_env and password_file"
        yield ("delivery", "smtp", "password_file"), found, "one of the two", ""
    if sources and not _at(smtp, "login"):
        found = f"nothing found beside {sources[0]}"
        yield ("delivery", "smtp", "login"), found, "a text", ""
    if _at(smtp, "login") and not sources:
        place = ("delivery", "smtp", "login")
        yield place, "found no password for it", "password_env or password_file beside it", ""
    if _at(smtp, "login") and _at(smtp, "security") == "none":
        place = ("delivery", "smtp", "security")
        yield place, 'found "none" beside login', "starttls | tls, as a password is sent", ""


def _single_has_its_mailbox(data: dict[str, Any], _: Path) -> Iterator[Finding]:
    """Addressing with one mailbox names the mailbox."""
    if _at(data, "addressing", "style") == "single" and not _at(data, "addressing", "mailbox"):
        allowed = "the address of the one mailbox, as style is single"
        yield ("addressing", "mailbox"), "nothing found", allowed, ""


def _tls_is_whole(data: dict[str, Any], folder: Path) -> Iterator[Finding]:
    """A certificate comes with its key, and both are files."""
    place = ("intake", "smtp")
    files = {key: _at(data, *place, key) for key in ("tls_certificate", "tls_key")}
    for key, written in files.items():
        if isinstance(written, str) and not (folder / Path(written).expanduser()).is_file():
            yield (*place, key), f'found "{written}", which is no file', "a PEM file", ""
        if not written and any(files.values()):
            yield (*place, key), "nothing found", "a PEM file, as the other of the two is set", ""


def _templates_are_there(data: dict[str, Any], folder: Path) -> Iterator[Finding]:
    """The folder of a GM's own templates exists."""
    written = _at(data, "server", "templates_dir")
    if isinstance(written, str) and not (folder / Path(written).expanduser()).is_dir():
        place = ("server", "templates_dir")
        yield place, f'found "{written}", which is no folder', "a folder that exists", ""


Rule = Callable[[dict[str, Any], Path], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    _options_fit,
    _smarthost_is_named,
    _login_is_whole,
    _single_has_its_mailbox,
    _tls_is_whole,
    _templates_are_there,
)
