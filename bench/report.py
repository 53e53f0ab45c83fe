"""What was measured: one line a figure, and build/bench.json for machines."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec

SLOW = int(os.environ.get("SLOW_SYNC_US", "0")) // 1000
"""Milliseconds that are added to every sync here; 0: the disk as it is."""


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure, its ratio to a baseline of the same rounds, and the bar it must reach.

    rounds: the ratio of each round, so that the noise is seen. bar: for the ratio, or with
    of_value for the value itself. at_most: the bar is a ceiling.
    """

    name: str
    value: float
    unit: str
    rounds: tuple[float, ...]
    baseline: str
    bar: float | None = None
    at_most: bool = False
    of_value: bool = False

    @property
    def ratio(self) -> float:
        """The median of the rounds."""
        return median(self.rounds)

    @property
    def ok(self) -> bool | None:
        """Whether the bar is reached; None where there is none."""
        if self.bar is None:
            return None
        reached = self.value if self.of_value else self.ratio
        return reached <= self.bar if self.at_most else reached >= self.bar

    def row(self) -> dict[str, object]:
        """The figure as build/bench.json has it."""
        return {
            "name": self.name,
            "value": round(self.value, 3),
            "unit": self.unit,
            "ratio": round(self.ratio, 3),
            "baseline": self.baseline,
            "bar": self.bar,
            "ok": self.ok,
        }


def show(figure: Figure) -> Figure:
    """Print a figure as a line of the table, and give it back; slow syncs stand in its name."""
    if SLOW:
        figure = msgspec.structs.replace(figure, name=f"{figure.name}; {SLOW} ms syncs")
    verdict = {True: "ok", False: "MISSED", None: ""}[figure.ok]
    spread = f"{min(figure.rounds):.2f}..{max(figure.rounds):.2f}"
    print(
        f"{figure.name:<58} {figure.value:>10.4g} {figure.unit:<6}"
        f" {figure.ratio:>6.2f} ({spread:<12}) × {figure.baseline:<38} {_bar(figure):<9} {verdict}",
        flush=True,
    )
    return figure


def _bar(figure: Figure) -> str:
    if figure.bar is None:
        return ""
    unit = figure.unit if figure.of_value else "×"
    return f"{'≤' if figure.at_most else '≥'} {figure.bar:g} {unit}"


def say(words: str) -> None:
    """Say something that is no figure."""
    print(words, flush=True)


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def alternated(
    first: Callable[[], float], second: Callable[[], float], rounds: int
) -> tuple[list[float], list[float]]:
    """Both in turn, the one that begins changing, so that what disturbs one disturbs the other."""
    ones, others = [], []
    for number in range(rounds):
        if number % 2:
            others.append(second())
            ones.append(first())
        else:
            ones.append(first())
            others.append(second())
    return ones, others


def ratios(ones: list[float], others: list[float]) -> tuple[float, ...]:
    """One over the other, round by round."""
    return tuple(one / other for one, other in zip(ones, others, strict=True))


def write(rows: list[dict[str, object]], path: Path) -> None:
    """Write all figures as a list of JSON objects."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
