"""A file has one subject and opens with what it is for; functions are short."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import MODULES, module_name, tree_of

FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 50


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_opens_with_what_it_is_for(path: Path) -> None:
    said = ast.get_docstring(tree_of(path), clean=False)
    assert said
    assert said.splitlines()[0].strip(), "the first line says it"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_no_file_is_too_long_to_read_at_one_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= FILE_LINES_MAX


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_no_function_is_the_crossing_of_everything(path: Path) -> None:
    long = {
        node.name: node.end_lineno - node.lineno + 1
        for node in functions(tree_of(path))
        if node.end_lineno is not None and node.end_lineno - node.lineno >= FUNCTION_LINES_MAX
    }
    assert long == {}
