"""Whether what a scenario names exists: roles, options, times, senders, mails, files.

Comes after shape.py and looks only at values of the right type, so that one run tells everything
that is wrong. Never builds anything; expectations are check_expect.py's.
"""

from pathlib import Path as File
from typing import Any

from pbp.game.options import OptionsError, parse_options
from pbp.scenario.check_expect import check_expectations
from pbp.scenario.model import LIVES, ROLES
from pbp.scenario.names import Names, items, mapping
from pbp.scenario.sentences import stranger
from pbp.scenario.source import Path, Source
from pbp.scenario.times import At


def check_names(source: Source, folder: File) -> Names:
    """Note everything that is named and does not exist; folder: where `raw` files are."""
    names = Names(source)
    _check_game(names)
    _check_times(names)
    before: At | None = None
    for index, mail in enumerate(items(mapping(source.data).get("mails"))):
        before = _check_mail(names, ("mails", index), mapping(mail), before, folder)
    check_expectations(names)
    return names


def _check_game(names: Names) -> None:
    for handle, entry in mapping(names.game.get("cast")).items():
        _check_cast(names, ("game", "cast", handle), entry)
    seated = (*names.handles, *names.substitutes)
    for handle in mapping(names.game.get("owners")):
        names.known(("game", "owners", handle), handle, seated)
    if names.substitutes and names.ruleset not in (None, "three_lives"):
        names.source.wrong(("game", "substitutes"), f"{names.ruleset} has no substitutes")
    for index, name in enumerate(names.substitutes):
        if name in (*names.handles, *names.substitutes[:index]):
            names.source.wrong(("game", "substitutes", index), f"“{name}” is named twice")
    _check_options(names)


def _check_cast(names: Names, path: Path, entry: Any) -> None:
    if names.ruleset is None:
        return
    roles = ROLES[names.ruleset]
    if names.ruleset != "three_lives":
        names.one_of(path, entry, roles, "role")
    elif not isinstance(entry, dict):
        names.source.wrong(path, "must name start, past, present and next")
    else:
        _check_lives(names, path, entry, roles)


def _check_lives(names: Names, path: Path, entry: dict[str, Any], roles: tuple[str, ...]) -> None:
    for key in ("start", *LIVES):
        if key not in entry:
            names.source.wrong(path, f"the key {key} is missing")
        elif key == "start":
            names.one_of((*path, key), entry[key], LIVES, "life")
        else:
            names.one_of((*path, key), entry[key], roles, "role")
    for key in entry:
        if key not in ("start", *LIVES, "arrival"):
            names.source.wrong((*path, key), stranger(key, ("start", *LIVES, "arrival")))
    if not isinstance(entry.get("arrival", 1), int):
        names.source.wrong((*path, "arrival"), "must be a whole number")


def _check_options(names: Names) -> None:
    options = names.game.get("options")
    if names.ruleset is None or not isinstance(options, dict):
        return
    try:
        parse_options(names.ruleset, options, scenario=True)
    except OptionsError as error:
        for problem in error.problems:
            path = ("game", "options", problem.option)
            names.source.wrong(path, str(problem).removeprefix(f"{problem.option}: "))


def _check_times(names: Names) -> None:
    names.time(("game", "starts"))
    last = None
    for index, pair in enumerate(items(mapping(names.source.data).get("down"))):
        ends = [names.time(("down", index, side)) for side, _ in enumerate(items(pair))]
        begin, end = (*ends, None, None)[:2]
        if begin is None or end is None:
            continue
        if end <= begin or (last is not None and begin < last):
            names.source.wrong(("down", index), "must end after it begins, one after another")
        last = end
    names.moment(("until",))


def _check_mail(
    names: Names, path: Path, mail: dict[str, Any], before: At | None, folder: File
) -> At | None:
    at = names.moment((*path, "at"))
    if at and before and _earlier(at, before):
        message = f"{at.text} is earlier than the mail above ({before.text})"
        names.source.wrong((*path, "at"), message)
    _check_sender(names, (*path, "from"))
    arrived = int(path[1])
    names.mail((*path, "reply_to"), arrived)
    names.mail((*path, "reply_to", "post"), arrived)
    for name in mapping(mail.get("headers")):
        names.mail((*path, "headers", name, "mail"))
    _check_body(names, path, mail, folder)
    return at or before


def _earlier(at: At, before: At) -> bool:
    """Whether the file alone says for certain that the one comes before the other."""
    if at.instant is not None and before.instant is not None:
        return at.instant < before.instant
    same = at.phase is not None and at.phase == before.phase
    return same and at.before_close == before.before_close and at.offset < before.offset


def _check_sender(names: Names, path: Path) -> None:
    if not names.source.is_scalar(path):
        return
    sender = names.source.written(path)
    if sender.startswith("owner:"):
        names.known(path, sender.removeprefix("owner:"), names.handles)
    elif "@" not in sender:
        names.known(path, sender, (*names.handles, *names.substitutes, "gm"))


def _check_body(names: Names, path: Path, mail: dict[str, Any], folder: File) -> None:
    bodies: list[str] = [key for key in ("text", "html", "raw") if key in mail]
    for key in bodies[1:]:
        names.source.wrong((*path, key), f"there is a body already: {bodies[0]}")
    name = mail.get("raw")
    if name is None:
        return
    for key in ("subject", "reply_to", "reply_to_vote", "headers"):
        if key in mail:
            names.source.wrong((*path, key), "a raw mail has its own headers")
    if isinstance(name, str) and not (folder / name).is_file():
        names.source.wrong((*path, "raw"), f"there is no file {name}")
