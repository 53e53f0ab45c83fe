"""`pbp simulate`: whole games a second on one core, rule set by rule set; without a bar."""

import subprocess
import sys
from pathlib import Path
from statistics import median

from bench.report import Figure, alternated, ratios, seconds, show

PBP = Path(sys.executable).with_name("pbp")
RULESETS = ("prayer", "three_lives", "seven_kill")


def measure(_build: Path, *, quick: bool) -> list[Figure]:
    """Play games by the command that a GM uses; the start of the process is taken off."""
    rounds, games = (1, 2) if quick else (5, 10)
    figures = []
    for ruleset in RULESETS:
        one, many = alternated(
            lambda ruleset=ruleset: _took(ruleset, 1),
            lambda ruleset=ruleset: _took(ruleset, 1 + games),
            rounds,
        )
        each = [max(more - less, 1e-9) / games for less, more in zip(one, many, strict=True)]
        figures.append(
            show(
                Figure(
                    name=f"pbp simulate, whole games of {ruleset}, one core",
                    value=1 / median(each),
                    unit="/s",
                    rounds=ratios(one, each),
                    baseline="the command with one game",
                )
            )
        )
    return figures


def _took(ruleset: str, games: int) -> float:
    command = [PBP, "simulate", ruleset, "--games", str(games), "--jobs", "1", "--no-files"]
    return seconds(
        lambda: subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120
        )
    )
