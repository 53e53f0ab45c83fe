"""What `pbp` shows: its version, and tables that are whole where they are piped."""

import importlib.metadata
import json
import os
import pty
import re
import subprocess
from contextlib import suppress

from click.testing import CliRunner

from pbp.cli import main
from tests.server.conftest import House, environment


def piped(house: House, *words: str) -> str:
    """What comes through a pipe, where nothing says how wide it may be."""
    env = {name: value for name, value in environment().items() if name != "COLUMNS"}
    done = subprocess.run(
        house.command(*words), capture_output=True, check=True, encoding="utf-8", env=env
    )
    return done.stdout


def at_a_terminal(house: House, columns: int, *words: str) -> str:
    """What a person sees at a terminal of that width."""
    inside, outside = pty.openpty()
    env = {**environment(), "COLUMNS": str(columns), "TERM": "xterm"}
    running = subprocess.Popen(house.command(*words), stdout=outside, env=env)
    os.close(outside)
    seen = b""
    with os.fdopen(inside, "rb", buffering=0) as told, suppress(OSError):
        while chunk := told.read(65536):
            seen += chunk
    assert running.wait(30) == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", seen.decode())


def plainly(*words: str) -> str:
    """What a command says that needs no configuration."""
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0
    return done.stdout


def test_the_version_is_that_of_the_package(house: House) -> None:
    version = importlib.metadata.version("pbp")
    assert plainly("--version") == f"pbp {version}\n"
    assert "--version" in plainly("--help")


def test_what_is_due_next_in_a_game_is_told_on_its_own_clock(house: House) -> None:
    """For people with weekday and zone (C-2.2), for programs in UTC; here the check-in (C-3.4)."""
    zone = "  timezone: America/New_York\n  starts: 2099-01-05 20:00\n"
    house.pbp("game", "new", house.game_file(more=zone))
    assert "Tue 2099-01-06 08:00 America/New_York" in house.pbp("game", "list").stdout
    (row,) = [json.loads(line) for line in house.pbp("game", "list", "--json").stdout.splitlines()]
    assert row["next"] == "2099-01-06T13:00:00+00:00"


def test_a_game_that_was_made_tells_its_cut_off_on_its_own_clock(house: House) -> None:
    zone = "  timezone: America/New_York\n  starts: 2099-01-05 20:00\n"
    made = house.pbp("game", "new", house.game_file(more=zone))
    assert "its first cut-off is Tue 2099-01-06 20:00 America/New_York" in made.stdout


def test_acts_are_whole_where_they_are_piped_and_wrapped_at_a_terminal(house: House) -> None:
    house.pbp("game", "new", house.game_file())
    words = "announce the quick brown fox jumps over the lazy dog and goes on and on and on"
    reason = "unbroken" * 20
    house.pbp("gm", "g1", f"{words} {reason}")
    assert f"{words} {reason}" in piped(house, "acts")
    seen = at_a_terminal(house, 60, "acts")
    assert "…" not in seen
    lines = [line for line in seen.splitlines() if line.strip()]
    assert max(map(len, lines)) <= 60
    last = "".join(line.rstrip("│ ").rpartition("│")[2].strip() for line in lines)
    assert reason in last
