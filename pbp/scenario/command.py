"""`pbp scenario`: play scenario files and say which expectations fail; or print a game record.

Says it on standard output, trouble with a file on standard error. Exit status 0: all passed,
1: some failed, 2: a file could not be read. Never touches a real game, a mailbox or the network.
"""

import json
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click
import msgspec

from pbp.scenario.judge import judge
from pbp.scenario.load import ScenarioError, load

FEW = 8
"""So many files are played in this process; more are shared out among several."""


class Outcome(msgspec.Struct, frozen=True):
    """What became of one file. broken: what is wrong with the file itself."""

    path: Path
    title: str = ""
    failures: tuple[str, ...] = ()
    broken: str | None = None


@click.command("scenario", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument(
    "paths",
    metavar="FILE|FOLDER...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@click.option("--record", is_flag=True, help="Print the game record as JSON and judge nothing.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=None,
    help="Processes at work when there are many files (default: one for each processor).",
)
def scenario_command(paths: tuple[Path, ...], record: bool, jobs: int | None) -> None:
    """Play scenario files (folders: every *.yaml in them) and judge what came of them."""
    files = list(_files(paths))
    if not files:
        raise click.UsageError("there is no *.yaml file in there")
    if record:
        raise SystemExit(_print_records(files))
    passed = failed = broken = 0
    for number, outcome in enumerate(_outcomes(files, jobs or os.cpu_count() or 1), start=1):
        _progress("")
        _tell(outcome)
        _progress(f"{number} of {len(files)} played")
        if outcome.broken is not None:
            broken += 1
        elif outcome.failures:
            failed += 1
        else:
            passed += 1
    _progress("")
    click.echo(f"{passed} passed, {failed} failed")
    raise SystemExit(2 if broken else 1 if failed else 0)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and those in the folders named, in order, each once."""
    found = (
        file
        for path in paths
        for file in (sorted(path.rglob("*.yaml")) if path.is_dir() else [path])
    )
    yield from dict.fromkeys(found)


def play_file(path: Path) -> Outcome:
    """Read, play and judge one file. A bug in the program is that file's failure, not the end."""
    try:
        scenario = load(path)
    except ScenarioError as error:
        return Outcome(path, broken=str(error))
    from pbp.scenario.play import play

    try:
        failures = judge(scenario, play(scenario))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{Path(where.filename).name}:{where.lineno}"
        failures = [f"could not be played to the end: {type(error).__name__}: {error} ({at})"]
    return Outcome(path, title=scenario.title, failures=tuple(failures))


def _outcomes(files: list[Path], jobs: int) -> Iterator[Outcome]:
    """In the order of the files; many are shared out among several processes."""
    if len(files) <= FEW or jobs == 1:
        yield from map(play_file, files)
        return
    with ProcessPoolExecutor(min(jobs, len(files))) as pool:
        yield from pool.map(play_file, files)


def _tell(outcome: Outcome) -> None:
    if outcome.broken is not None:
        click.echo(outcome.broken, err=True)
    elif outcome.failures:
        click.echo(f"FAILED {outcome.path}: {outcome.title}")
        for failure in outcome.failures:
            click.echo(f"  {failure}")


def _progress(text: str) -> None:
    """One line that is written over, and only where somebody watches."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)


def _print_records(files: Iterable[Path]) -> int:
    """The game record of each file as JSON; the exit status."""
    from pbp.scenario.play import play

    status = 0
    for path in files:
        try:
            scenario = load(path)
        except ScenarioError as error:
            click.echo(str(error), err=True)
            status = 2
            continue
        click.echo(json.dumps(play(scenario), ensure_ascii=False, indent=1))
    return status
