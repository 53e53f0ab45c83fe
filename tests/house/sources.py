"""What the tests of the house look at: the repository's own files."""

import ast
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]

MODULES = sorted((ROOT / "pbp").rglob("*.py"))


def module_name(path: Path) -> str:
    """Give the path of a file as one writes it in the repository."""
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    """Give the parsed module."""
    return ast.parse(path.read_text(encoding="utf-8"))


def kept_files() -> list[Path]:
    """Give every file that git keeps or would keep."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    paths = [ROOT / name for name in listed.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]
