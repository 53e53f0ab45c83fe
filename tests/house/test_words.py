"""What a player reads stands in templates and data, never in the code between."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import MODULES, module_name, tree_of

SENTENCE = re.compile(r"[\u3400-\u9fff][^\"]*[，。！？；]|[\u3400-\u9fff]{7,}")
"""A Chinese mark after a character, or more characters than a name or a word has."""

DATA = ("pbp/language/", "pbp/letters/")
"""Tables of words that players write and of phrases that mail programs add."""

DATA_OF_THEIR_OWN = ("pbp/game/text.py",)
"""Ranges of characters."""


def docstrings(tree: ast.Module) -> set[int]:
    """Strings that stand alone: docstrings, and what is said about a constant below it."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def strings(tree: ast.Module) -> Iterator[ast.Constant]:
    said = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_no_chinese_sentence_stands_in_the_code(path: Path) -> None:
    name = module_name(path)
    if not name.startswith(DATA) and name not in DATA_OF_THEIR_OWN:
        found = {
            node.lineno: node.value
            for node in strings(tree_of(path))
            if SENTENCE.search(str(node.value))
        }
        assert found == {}
