"""The repository works anywhere: no path or name of the machine that it was written on."""

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from tests.house.sources import MODULES, ROOT, kept_files, module_name, tree_of

MACHINE_PATH = re.compile(rb"(?<![\w.$\"-])/(?:wo" rb"rk|home/\w+|root|Users|opt)/[\w.-]+")
ELSEWHERE = ("tests/letters/", "tests/mails/")
"""Mails as real programs write them, paths of their makers included."""


def test_no_path_of_a_machine_stands_in_the_repository() -> None:
    found = []
    for path in kept_files():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(ELSEWHERE):
            continue
        found += [(name, match[0]) for match in MACHINE_PATH.finditer(path.read_bytes())]
    assert found == []


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_every_pinned_library_has_hashes_and_no_place(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    pins = re.findall(r"^([a-z0-9-]+)==\S+ \\\n    --hash=sha256:", text, re.MULTILINE)
    lines = [line for line in text.splitlines() if re.match(r"[^ #]", line)]
    assert len(pins) == len(lines)
    assert "://" not in text
    assert "--find-links" not in text


def test_every_library_that_pbp_asks_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = {
        "requirements.lock": project["project"]["dependencies"],
        "requirements-dev.lock": project["dependency-groups"]["dev"],
    }
    for name, wanted in asked.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        for library in wanted:
            plain = re.match(r"[\w.-]+", library)[0].lower().replace(".", "-")
            assert re.search(rf"^{plain}==", text, re.MULTILINE), library


def test_the_makefile_says_what_each_target_is_for() -> None:
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    targets = {}
    for before, line in pairwise(lines):
        if match := re.match(r"([a-z]+):", line):
            targets[match[1]] = before
    wanted = {"setup", "run", "test", "check", "bench", "demo", "clean", "fmt", "faults", "fuzz"}
    assert wanted <= set(targets)
    assert all(re.match(r"# .+\.$", comment) for comment in targets.values()), targets


def test_only_the_store_and_the_public_view_speak_sql() -> None:
    speakers = {
        module_name(path)
        for path in MODULES
        if re.search(r"^\s*(?:import|from) (?:sqlite3|sqlite_utils)\b", read(path), re.MULTILINE)
    }
    assert all(name.startswith(("pbp/store/", "pbp/board/")) for name in speakers), speakers


def test_only_the_clock_asks_what_time_it_is() -> None:
    askers = {
        module_name(path)
        for path in MODULES
        if re.search(r"\b(?:datetime\.now|utcnow|time\.time|date\.today)\(", read(path))
    }
    assert askers <= {"pbp/post/clock.py"}


def test_every_module_can_be_read_by_python() -> None:
    assert all(tree_of(path) for path in MODULES)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
