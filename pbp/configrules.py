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


def _rights(found: object) -> str | None:
    written = str(found)
    return written if re.fullmatch(r"0?[0-7]{3}", written) and found is not True else None


KINDS: Mapping[str, Callable[[object], object]] = MappingProxyType(
    {
        "duration": _duration,
        "rights": _rights,
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
    yield from _one_password(data, ("delivery", "smtp"))
    yield from _one_password(data, ("intake", "imap"))
    if _at(data, "delivery", "smtp", "login") and _is_in_clear(data, "delivery", "smtp"):
        place = ("delivery", "smtp", "security")
        yield place, 'found "none" beside login', "starttls | tls, as a password is sent", ""


def _one_password(data: dict[str, Any], place: tuple[str, ...]) -> Iterator[Finding]:
    section = _at(data, *place) or {}
    sources = [key for key in ("password_env", "password_file") if _at(section, key)]
    if len(sources) == 2:
        found = "found both password_env and password_file"
        yield (*place, "password_file"), found, "one of the two", ""
    if sources and not _at(section, "login"):
        yield (*place, "login"), f"nothing found beside {sources[0]}", "a text", ""
    if _at(section, "login") and not sources:
        found, allowed = "found no password for it", "password_env or password_file beside it"
        yield (*place, "login"), found, allowed, ""


def _is_in_clear(data: dict[str, Any], *place: str) -> bool:
    return bool(_at(data, *place, "security") == "none")


def _is_on(data: dict[str, Any], *place: str) -> bool:
    return _switch(_at(data, *place, "enabled")) is True


def _mailbox_is_named(data: dict[str, Any], folder: Path) -> Iterator[Finding]:
    """A mailbox is somewhere, somebody's, and no password goes over a network in clear."""
    place = ("intake", "imap")
    yield from _files_are_there(data, folder, place, ("ca_file",))
    if not _is_on(data, *place):
        return
    for key, what in (("host", "the name of a mail server"), ("login", "a text")):
        if not _at(data, *place, key):
            yield (*place, key), "nothing found", f"{what}, as imap is enabled", ""
    if _is_in_clear(data, *place) and not _is_near(_at(data, *place, "host")):
        found = 'found "none", and the host is another machine'
        yield (*place, "security"), found, "starttls | tls, as a password is sent", ""


def _is_near(host: object) -> bool:
    return str(host) in ("localhost", "::1") or str(host).startswith("127.")


def _submission_is_whole(data: dict[str, Any], folder: Path) -> Iterator[Finding]:
    """Whoever logs in does so inside TLS, and is somebody."""
    place = ("intake", "submission")
    yield from _files_are_there(data, folder, place, ("users",))
    if not _is_on(data, *place):
        return
    if not _at(data, *place, "users"):
        allowed = "a file that exists, written by pbp login"
        yield (*place, "users"), "nothing found", f"{allowed}, as submission is enabled", ""
    if not _at(data, *place, "tls_certificate") and not _at(data, *place, "tls_key"):
        allowed = "a PEM file, as submission is enabled"
        yield (*place, "tls_certificate"), "nothing found", allowed, ""


def _files_are_there(
    data: dict[str, Any], folder: Path, place: tuple[str, ...], keys: tuple[str, ...]
) -> Iterator[Finding]:
    for key in keys:
        written = _at(data, *place, key)
        if isinstance(written, str) and not (folder / Path(written).expanduser()).is_file():
            yield (*place, key), f'found "{written}", which is no file', "a file that exists", ""


def _single_has_its_mailbox(data: dict[str, Any], _: Path) -> Iterator[Finding]:
    """Addressing with one mailbox names the mailbox."""
    if _at(data, "addressing", "style") == "single" and not _at(data, "addressing", "mailbox"):
        allowed = "the address of the one mailbox, as style is single"
        yield ("addressing", "mailbox"), "nothing found", allowed, ""


def _tls_is_whole(data: dict[str, Any], folder: Path) -> Iterator[Finding]:
    """A certificate comes with its key, and both are files."""
    for place in (("intake", "smtp"), ("intake", "submission")):
        files = {key: _at(data, *place, key) for key in ("tls_certificate", "tls_key")}
        for key, written in files.items():
            if isinstance(written, str) and not (folder / Path(written).expanduser()).is_file():
                yield (*place, key), f'found "{written}", which is no file', "a PEM file", ""
            if not written and any(files.values()):
                found = "a PEM file, as the other of the two is set"
                yield (*place, key), "nothing found", found, ""


def _web_is_called(data: dict[str, Any], _: Path) -> Iterator[Finding]:
    """The address of the board is one that a link can begin with."""
    url = _at(data, "web", "base_url")
    if isinstance(url, str) and not re.fullmatch(r"https?://[^\s/?#@]+/?", url):
        allowed = "https:// and a name, as in https://games.example.org"
        yield ("web", "base_url"), f'found "{url}"', allowed, ""


def _outgoing_is_whole(data: dict[str, Any], folder: Path) -> Iterator[Finding]:
    """The key that signs our mail, and the certificates that we believe, are files."""
    for place in (("delivery", "dkim", "key_file"), ("delivery", "smtp", "ca_file")):
        written = _at(data, *place)
        if isinstance(written, str) and not (folder / Path(written).expanduser()).is_file():
            yield place, f'found "{written}", which is no file', "a PEM file that exists", ""


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
    _mailbox_is_named,
    _submission_is_whole,
    _single_has_its_mailbox,
    _tls_is_whole,
    _web_is_called,
    _outgoing_is_whole,
    _templates_are_there,
)
