"""What was measured: one line a figure, and build/bench.json for machines."""

import json
from pathlib import Path
from statistics import median

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """A figure, its ratio to a baseline of the same rounds, and the bar it must reach.

    rounds: the ratio of each round, for the reader to see the noise. at_most: the bar is a ceiling.
    """

    name: str
    value: float
    unit: str
    rounds: tuple[float, ...]
    baseline: str
    bar: float | None
    at_most: bool = False

    @property
    def ratio(self) -> float:
        return median(self.rounds)

    @property
    def ok(self) -> bool | None:
        if self.bar is None:
            return None
        return self.ratio <= self.bar if self.at_most else self.ratio >= self.bar


def show(figure: Figure) -> None:
    """Print a figure as a line of the table."""
    bar = "" if figure.bar is None else f"{'≤' if figure.at_most else '≥'} {figure.bar:g}"
    verdict = {True: "ok", False: "MISSED", None: ""}[figure.ok]
    spread = f"{min(figure.rounds):.2f}..{max(figure.rounds):.2f}"
    print(
        f"{figure.name:<58} {figure.value:>9.0f} {figure.unit:<5}"
        f" {figure.ratio:>6.2f} ({spread:<12}) × {figure.baseline:<24} {bar:<7} {verdict}",
        flush=True,
    )


def write(figures: list[Figure], path: Path) -> None:
    """Write all figures as a list of JSON objects."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "name": figure.name,
            "value": round(figure.value, 2),
            "unit": figure.unit,
            "ratio": round(figure.ratio, 3),
            "rounds": [round(ratio, 3) for ratio in figure.rounds],
            "baseline": figure.baseline,
            "bar": figure.bar,
            "ok": figure.ok,
        }
        for figure in figures
    ]
    path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
