"""Reading config.yaml: every mistake at once, with file, line, key, what is there and what may be.

The shape stands in schemas/config.schema.json (`description` says what is allowed, `x-kind` names
a reader of pbp.configrules), what one key asks of another in pbp.configrules. Must never stop at
the first mistake, nor let a key that it does not know pass.
"""

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from pbp.configrules import KINDS, RULES, Finding, Place
from pbp.files import NotText, written_text
from pbp.game.options import shown, suggest


class ConfigProblem(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong. line: from 1, or 0 where the file itself is the trouble."""

    file: str
    line: int
    key: str
    found: str
    allowed: str = ""
    suggestion: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        key = f"{self.key}: " if self.key else ""
        hint = f'; did you mean "{self.suggestion}"?' if self.suggestion else ""
        allowed = f"; allowed: {self.allowed}" if self.allowed else ""
        return f"{where}: {key}{self.found}{hint}{allowed}"


class ConfigError(Exception):
    """Everything that is wrong with a configuration. The front door prints it and exits 2."""

    def __init__(self, problems: tuple[ConfigProblem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def read_config(path: Path) -> dict[str, Any]:
    """Give the values of a configuration file, ready for the tree of pbp.config."""
    from pbp.scenario.source import Source, dotted

    source = Source(_text_of(path))
    problems = [
        ConfigProblem(str(path), wrong.line, wrong.key, wrong.message) for wrong in source.problems
    ]
    data = {} if source.data is None else source.data
    schema = config_schema()
    if isinstance(data, dict):
        data = _with_sections(_without_nothing(data, schema))
    for place, found, allowed, near in _findings(data, schema, path.parent):
        line = source.line(place)
        problems.append(ConfigProblem(str(path), line, dotted(place), found, allowed, near))
    if problems:
        raise ConfigError(tuple(sorted(set(problems))))
    result: dict[str, Any] = _converted(data, schema)
    return result


def line_of(path: Path, place: Place) -> int:
    """The line in which a key stands, or the section around it; 0 where neither does."""
    from pbp.scenario.source import Source

    try:
        source = Source(written_text(path))
    except (OSError, NotText):
        return 0
    return source.line(place) if source.value(place[:1]) is not None else 0


def config_schema() -> dict[str, Any]:
    """Give the JSON Schema of config.yaml."""
    file = resources.files("pbp") / "schemas" / "config.schema.json"
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return schema


def _text_of(path: Path) -> str:
    line = 0
    try:
        return written_text(path)
    except OSError as error:
        found = f"cannot be read: {error.strerror or error}"
    except NotText as wrong:
        line, found = wrong.line, str(wrong)
    raise ConfigError((ConfigProblem(str(path), line, "", found, "a file in YAML 1.2"),))


def _without_nothing(data: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Leave out the keys that are known but have no value: they say nothing."""
    known = schema.get("properties", {})
    kept = {key: value for key, value in data.items() if value is not None or key not in known}
    return {
        key: _without_nothing(value, known[key])
        if isinstance(value, dict) and key in known
        else value
        for key, value in kept.items()
    }


def _with_sections(data: dict[str, Any]) -> dict[str, Any]:
    """`addressing: single` is short for `addressing: {style: single}`."""
    addressing = data.get("addressing")
    return {**data, "addressing": {"style": addressing}} if isinstance(addressing, str) else data


def _findings(data: Any, schema: dict[str, Any], folder: Path) -> Iterator[Finding]:
    """Say what is wrong with each key by itself, then with keys beside each other."""
    yield from _shape(data, schema)
    if isinstance(data, dict):
        for rule in RULES:
            yield from rule(data, folder)


def _shape(data: Any, schema: dict[str, Any]) -> Iterator[Finding]:
    """Say what the schema says: unknown keys, wrong types, values out of bounds."""
    from jsonschema import Draft202012Validator, ValidationError, validators

    def kind(_: object, name: str, value: object, __: object) -> Iterator[ValidationError]:
        if KINDS[name](value) is None:
            yield ValidationError(name)

    extend: Any = validators.extend
    checker = extend(Draft202012Validator, {"x-kind": kind})
    seen: set[Place] = set()
    for error in checker(schema).iter_errors(data):
        place: Place = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            yield from _strangers(place, error.instance, error.schema)
        elif place not in seen:
            seen.add(place)
            near = _nearest_zone(error.instance) if error.validator_value == "timezone" else ""
            yield (
                place,
                f"found {_shown(error.instance)}",
                error.schema.get("description", ""),
                near,
            )


def _nearest_zone(found: object) -> str:
    from pbp.scenario.sentences import nearest_zone

    return nearest_zone(found)


def _strangers(place: Place, found: Mapping[str, Any], schema: Any) -> Iterator[Finding]:
    known = tuple(schema["properties"])
    for key, value in found.items():
        if key not in known:
            said = f"unknown key, found {_shown(value)}"
            yield (*place, key), said, ", ".join(known), suggest(key, known)


def _shown(found: object) -> str:
    if isinstance(found, dict):
        return "a mapping"
    if isinstance(found, list):
        return "a list" if found else "an empty list"
    return shown(found)


def _converted(data: Any, schema: dict[str, Any]) -> Any:
    """Turn lengths, sizes and switches into values, everywhere the schema says so."""
    if "x-kind" in schema:
        return KINDS[schema["x-kind"]](data)
    if isinstance(data, dict) and "properties" in schema:
        return {key: _converted(value, schema["properties"][key]) for key, value in data.items()}
    if isinstance(data, list):
        return [_converted(item, schema.get("items", {})) for item in data]
    return data
