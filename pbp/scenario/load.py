"""A scenario file read, checked and built – or everything that is wrong with it, told at once.

Never plays or judges, and never gives back a scenario that a key was ignored in.
"""

from email.utils import parseaddr
from pathlib import Path as File
from typing import Any

from pbp.files import NotText, written_text
from pbp.scenario.check import check_names
from pbp.scenario.model import KINDS, Expectation, Game, MailSpec, MessageIdOf, Owner, Scenario
from pbp.scenario.names import Names, items, mapping
from pbp.scenario.shape import check_shape
from pbp.scenario.source import Path, Problem, Source
from pbp.scenario.times import is_phase, parse_at, parse_local

_WORDS = ("contains", "lacks", "dead", "alive", "filled", "winner")
_WORD_MAPS = ("votes", "prizes")
_TIMES = ("opens", "closes")


class ScenarioError(Exception):
    """The file is no scenario. problems: all of them, by line; str() has one a line."""

    def __init__(self, path: File, problems: list[Problem]) -> None:
        """path: the file as the user named it."""
        self.path = path
        self.problems = sorted(set(problems))
        super().__init__("\n".join(problem.told(str(path)) for problem in self.problems))


def load(path: File) -> Scenario:
    """Read a scenario file.

    Raises:
        ScenarioError: it cannot be read, or something in it is wrong.
    """
    return loads(text_of(path), path)


def text_of(path: File) -> str:
    """The text of a file that a person wrote.

    Raises:
        ScenarioError: it cannot be read, or is not in UTF-8.
    """
    try:
        return written_text(path)
    except OSError as error:
        problem = Problem(1, "", f"cannot be read: {error.strerror or error}")
    except NotText as wrong:
        problem = Problem(wrong.line, "", str(wrong))
    raise ScenarioError(path, [problem])


def loads(text: str, path: File) -> Scenario:
    """Read a scenario from text; `raw` files are looked for beside `path`.

    Raises:
        ScenarioError: something in it is wrong.
    """
    source = Source(text)
    if source.is_yaml:
        check_shape(source)
        names = check_names(source, path.parent)
    if source.problems:
        raise ScenarioError(path, source.problems)
    return build(names, path)


def build(names: Names, path: File) -> Scenario:
    """A scenario from a source that has been checked."""
    source, data = names.source, names.source.data
    until = data.get("until")
    return Scenario(
        path=path,
        title=source.written(("title",)),
        game=_game(names),
        down=tuple(
            (parse_local(begin, names.zone), parse_local(end, names.zone))
            for begin, end in items(data.get("down"))
        ),
        mails=tuple(
            _mail(names, ("mails", index), mail, path.parent)
            for index, mail in enumerate(items(data.get("mails")))
        ),
        until=until if until is None or is_phase(until) else parse_at(until, names.zone),
        expect=tuple(
            _expectation(names, ("expect", index), expectation)
            for index, expectation in enumerate(items(data.get("expect")))
        ),
    )


def _game(names: Names) -> Game:
    game = names.game
    return Game(
        ruleset=game["ruleset"],
        starts=parse_local(game["starts"], names.zone),
        cast=game["cast"],
        owners=_owners(names),
        locale=game.get("locale", "zh"),
        timezone=game.get("timezone", "Asia/Shanghai"),
        seed=game.get("seed", 1),
        checked_in=game.get("checkin", "done") == "done",
        options=mapping(game.get("options")),
        substitutes=names.substitutes,
    )


def _owners(names: Names) -> dict[str, Owner]:
    """Of every handle, then of every substitute; who is not named is Owner N, counted on."""
    given = mapping(names.game.get("owners"))
    owners = {}
    for number, handle in enumerate((*names.handles, *names.substitutes), start=1):
        text = given.get(handle, f"Owner {number} <owner{number}@owner.test>")
        owners[handle] = Owner(*parseaddr(text))
    return owners


def _mail(names: Names, path: Path, mail: dict[str, Any], folder: File) -> MailSpec:
    source = names.source
    reply = mail.get("reply_to")
    raw = (folder / mail["raw"]).read_bytes() if "raw" in mail else None
    bodiless = raw is None and "html" not in mail
    return MailSpec(
        number=int(path[1]) + 1,
        line=source.line(path),
        at=parse_at(mail["at"], names.zone),
        sender=source.written((*path, "from")),
        auth=mail.get("auth", "token"),
        to=mail.get("to", "gm"),
        subject=source.text((*path, "subject")),
        text=source.text((*path, "text")) if bodiless else None,
        html=mail.get("html"),
        raw=raw,
        reply_to=reply if isinstance(reply, int) else None,
        reply_to_post=reply["post"] if isinstance(reply, dict) else None,
        reply_to_vote=mail.get("reply_to_vote", False),
        headers=tuple(
            (name, _header(names, (*path, "headers", name), value))
            for name, value in mapping(mail.get("headers")).items()
        ),
    )


def _header(names: Names, path: Path, value: Any) -> str | MessageIdOf:
    return MessageIdOf(value["mail"]) if isinstance(value, dict) else names.source.written(path)


def _expectation(names: Names, path: Path, written: dict[str, Any]) -> Expectation:
    kind = next(key for key in KINDS if key in written)
    values = {key: _value(names, (*path, key), key, value) for key, value in written.items()}
    return Expectation(
        kind=kind,
        value=values.pop(kind),
        line=names.source.line(path),
        more=values,
    )


def _value(names: Names, path: Path, key: str, value: Any) -> Any:
    """Words as they are written (a handle may look like a number), times as instants."""
    source = names.source
    if key in _TIMES:
        return parse_local(value, names.zone)
    if key in _WORDS:
        return [source.written((*path, index)) for index, _ in enumerate(value)]
    if key in _WORD_MAPS:
        return {
            name: None if word is None else source.written((*path, name))
            for name, word in value.items()
        }
    if key in ("to", "out", "author", "executed") and value is not None:
        return source.written(path)
    return value
