"""What the code logs: each call is an event with named fields (pbp/logs.py says why)."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_line_that_we_log_is_an_event_with_named_fields():
    """A constant of words, then key=value pairs; no f-string, no traceback, no address."""
    said = 0
    for path in (ROOT / "pbp").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not _is_log(call):
                continue
            said += 1
            where = f"{path.name}:{call.lineno}"
            assert call.func.attr != "exception", where
            template, *values = call.args
            assert isinstance(template, ast.Constant), where
            head, _, fields = template.value.partition(": ")
            assert "%" not in head, where
            assert re.fullmatch(r"(\w+=%[sdg](, \w+=%[sdg])*)?", fields), where
            assert len(values) == template.value.count("="), where
            assert not any("address" in ast.unparse(value) for value in values), where
    assert said > 25


def _is_log(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("debug", "info", "warning", "error", "critical", "exception")
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in ("log", "_log")
    )
