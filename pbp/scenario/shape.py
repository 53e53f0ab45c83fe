"""The shape of a scenario: its JSON Schema, and what the schema finds said in plain sentences.

Knows keys and types only; names, roles and numbers are check.py's part.
"""

import functools
import json
from collections.abc import Iterable
from importlib import resources
from typing import TYPE_CHECKING, Any

from pbp.scenario.sentences import shown, stranger
from pbp.scenario.source import Path, Source

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

_TYPES = {
    "object": "keys and values",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


@functools.cache
def _validator() -> "Draft202012Validator":
    from jsonschema import Draft202012Validator

    text = resources.files("pbp").joinpath("schemas/scenario.schema.json").read_text("utf-8")
    return Draft202012Validator(json.loads(text))


def check_shape(source: Source) -> None:
    """Note every key and value that the schema does not allow, each at its line."""
    for error in _validator().iter_errors(source.data):
        path: Path = tuple(error.absolute_path)
        _note(source, path, str(error.validator), error.validator_value, error.schema)


def _note(source: Source, path: Path, rule: str, wanted: Any, schema: Any) -> None:
    """One error of the schema, said in our words. rule and wanted: `enum` and its values …"""
    found = source.value(path)
    if rule == "additionalProperties":
        known = schema["properties"]
        for key in found:
            if key not in known:
                source.wrong((*path, key), stranger(key, known))
        return
    source.wrong(path, _sentence(rule, wanted, found, schema.get("description")))


def _sentence(rule: str, wanted: Any, found: Any, described: str | None) -> str:
    if rule == "required":
        missing = [key for key in wanted if key not in found]
        return f"the key {' and '.join(missing)} is missing"
    if rule == "enum":
        return f"{shown(found)} is not allowed; allowed: {_list(wanted)}"
    if rule == "anyOf" and str(described).startswith("names no"):
        kinds = [choice["required"][0] for choice in wanted]
        return f"{shown(found)} {described}; allowed: {', '.join(kinds)}"
    if rule == "type" or described is None:
        return f"{shown(found)} must be {_types(wanted) if rule == 'type' else f'{rule} {wanted}'}"
    return f"{shown(found)} {described}"


def _types(types: str | list[str]) -> str:
    return " or ".join(_TYPES[name] for name in ([types] if isinstance(types, str) else types))


def _list(values: Iterable[Any]) -> str:
    return ", ".join("null" if value is None else str(value) for value in values)
