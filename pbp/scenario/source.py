"""YAML text to plain values that still know their line: the YAML 1.2 core schema, nothing else.

`off`, `no` and times are words, anchors are fine, a repeated key is an error. Never knows what
a scenario is, and never guesses: what cannot be read is a Problem with its line.
"""

import re
from typing import Any, cast

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

Path = tuple[str | int, ...]
"""Where a value stands: ("mails", 2, "from")."""

_PLAIN_TAGS = ("null", "bool", "int", "float", "timestamp")
_NULL = re.compile(r"|~|null|Null|NULL")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_CORE_TAGS = ("null", "bool", "int", "float", "timestamp", "str", "map", "seq")
_TAG = "tag:yaml.org,2002:"
NOT_YAML = "not YAML"


class Problem(msgspec.Struct, frozen=True, order=True):
    """One thing that is wrong with a file. line: from 1; key: dotted, "" for the whole file."""

    line: int
    key: str
    message: str

    def told(self, name: str) -> str:
        """The problem as one line: file, line, key, what is wrong."""
        where = f"{self.key}: " if self.key else ""
        return f"{name}:{self.line}: {where}{self.message}"


class Source:
    """A YAML document as plain values; for each place its line and its text as it was written."""

    def __init__(self, text: str) -> None:
        """Read the text; what is wrong with it stands in `problems` afterwards."""
        self.problems: list[Problem] = []
        self._lines: dict[Path, int] = {}
        self._written: dict[Path, str] = {}
        self._open: set[int] = set()
        self.data: Any = self._load(text)
        self.is_yaml = not any(problem.message.startswith(NOT_YAML) for problem in self.problems)

    def line(self, path: Path) -> int:
        """The line of a place, or of the nearest place around it."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def written(self, path: Path) -> str:
        """A scalar as it was written: `text: 3` is the text "3", `text:` is no text."""
        return self._written.get(path, "")

    def text(self, path: Path) -> str:
        """A scalar as a text: as it was written, and no text where it is null."""
        return "" if self.value(path) is None else self.written(path)

    def value(self, path: Path) -> Any:
        """The value at a place, or None where there is none."""
        found: Any = self.data
        for part in path:
            try:
                found = found[part]
            except (KeyError, IndexError, TypeError):
                return None
        return found

    def is_scalar(self, path: Path) -> bool:
        """Whether there is a word, number or null at a place."""
        return path in self._written

    def is_wrong(self, path: Path) -> bool:
        """Whether something is noted against a place already."""
        return any(problem.key == dotted(path) for problem in self.problems)

    def wrong(self, path: Path, message: str) -> None:
        """Note a problem at a place."""
        self.problems.append(Problem(self.line(path), dotted(path), message))

    def _load(self, text: str) -> Any:
        try:
            node = YAML(typ="safe", pure=True).compose(text)
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = mark.line + 1 if mark else 1
            self.problems.append(Problem(line, "", f"{NOT_YAML}: {error.problem or error.context}"))
            return None
        except YAMLError as error:
            self.problems.append(Problem(1, "", f"{NOT_YAML}: {str(error).splitlines()[0]}"))
            return None
        except RecursionError:
            self.problems.append(Problem(1, "", f"{NOT_YAML}: nested too deeply"))
            return None
        return None if node is None else self._value(node, (), None)

    def _value(self, node: Node, path: Path, line: int | None) -> Any:
        self._lines[path] = line or node.start_mark.line + 1
        if str(node.tag).removeprefix(_TAG) not in _CORE_TAGS:
            self.wrong(path, f"the tag {node.tag} is not allowed")
            return None
        if isinstance(node, ScalarNode):
            return self._scalar(node, path)
        if id(node) in self._open:
            self.wrong(path, "an alias that contains itself")
            return None
        self._open.add(id(node))
        value = (
            self._mapping(node, path)
            if isinstance(node, MappingNode)
            else self._sequence(cast(SequenceNode, node), path)
        )
        self._open.discard(id(node))
        return value

    def _mapping(self, node: MappingNode, path: Path) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, ScalarNode):
                self.problems.append(Problem(line, dotted(path), "a key must be one word"))
                continue
            key = str(key_node.value)
            if key in result:
                first = self._lines[(*path, key)]
                message = f"the key is repeated (first in line {first})"
                self.problems.append(Problem(line, dotted((*path, key)), message))
                continue
            result[key] = self._value(value_node, (*path, key), line)
        return result

    def _sequence(self, node: SequenceNode, path: Path) -> list[Any]:
        return [self._value(item, (*path, number), None) for number, item in enumerate(node.value)]

    def _scalar(self, node: ScalarNode, path: Path) -> Any:
        text = str(node.value)
        self._written[path] = text
        plain = node.style is None and str(node.tag).removeprefix(_TAG) in _PLAIN_TAGS
        return _core(text) if plain else text


def _core(text: str) -> Any:
    """A plain scalar by the YAML 1.2 core schema."""
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text):
        return True
    if _FALSE.fullmatch(text):
        return False
    if _INT.fullmatch(text):
        return int(text)
    if _OCTAL.fullmatch(text) or _HEX.fullmatch(text):
        return int(text, 0)
    return float(text) if _FLOAT.fullmatch(text) else text


def dotted(path: Path) -> str:
    """A place as people say it; items of a list are counted from 1: mails.3.from."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
