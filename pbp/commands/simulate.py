"""`pbp simulate RULESET [NAME=VALUE…]`: whole games by the thousand, to choose a set-up from."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbp.commands.common import configured, fail
from pbp.config import Config
from pbp.game.optiontable import RULESETS

if TYPE_CHECKING:
    from rich.table import Table

    from pbp.simulate.game import Result
    from pbp.simulate.outcomes import Outcome
    from pbp.simulate.setups import Varied

GAMES_MAX = 1_000_000


@click.command("simulate")
@click.argument("ruleset", type=click.Choice(RULESETS))
@click.argument("words", metavar="[NAME=VALUE]...", nargs=-1)
@click.option(
    "--games", type=click.IntRange(1, GAMES_MAX), default=200, help="Games a set-up (default 200)."
)
@click.option(
    "--vary",
    "varied",
    multiple=True,
    metavar="NAME=VALUES",
    help="An option with several values: killers=1..4, night=12h,24h. Can be given again.",
)
@click.option(
    "--strategy",
    type=click.Choice(["random", "votes"]),
    default="votes",
    help="How the players decide: by lot, or informed by the public votes (default).",
)
@click.option("--seed", default="1", help="The same seed plays the same games (default 1).")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes (default: all cores).")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where chart and table go: OUT.svg, OUT.csv (default simulate-RULESET here).",
)
@click.option("--no-files", is_flag=True, help="Write neither chart nor table.")
@click.option("--json", "as_json", is_flag=True, help="All of it as one JSON object.")
@configured
def simulate(
    config: Config,
    ruleset: str,
    words: tuple[str, ...],
    games: int,
    varied: tuple[str, ...],
    strategy: str,
    seed: str,
    jobs: int | None,
    out: Path | None,
    no_files: bool,
    as_json: bool,
) -> None:
    """Play many games of a rule set; who wins how often, how long it takes.

    NAME=VALUE sets an option of the game, as in its configuration; with several values (1..4 or
    a,b,c) every combination is played and compared:

    pbp simulate prayer --games 500 --vary killers=1..3 --vary villagers=5..9
    """
    from pbp.simulate.outcomes import as_json as told
    from pbp.simulate.outcomes import outcome
    from pbp.simulate.setups import SetupsWrong, setups

    try:
        wanted = setups(ruleset, (*words, *varied), config.games.get(ruleset, {}))
    except SetupsWrong as wrong:
        fail(str(wrong))
    folder = (out.parent if out else Path()).absolute()
    if not no_files and not folder.is_dir():
        fail(f"{folder}: there is no such folder; an example: --out results/prayer")
    results = _played(config, ruleset, wanted, strategy, seed, games, jobs)
    found = [
        outcome(ruleset, setup, results[place * games : (place + 1) * games])
        for place, setup in enumerate(wanted)
    ]
    files = [] if no_files else _write(ruleset, strategy, out, found)
    if as_json:
        click.echo(json.dumps(told(ruleset, strategy, seed, found), ensure_ascii=False))
    else:
        _show(ruleset, strategy, seed, found, files)
    raise SystemExit(1 if any(one.stuck for one in found) else 0)


def _played(
    config: Config,
    ruleset: str,
    wanted: "Sequence[Varied]",
    strategy: str,
    seed: str,
    games: int,
    jobs: int | None,
) -> "list[Result]":
    """All games; a bar on standard error shows how far it is, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from pbp.simulate.crowd import cores, play_all
    from pbp.simulate.game import Case

    defaults = config.games.get(ruleset, {})
    cases = [
        Case(ruleset, {**defaults, **setup.options}, strategy, f"{seed}/{number}")
        for setup in wanted
        for number in range(games)
    ]
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=len(cases))
        return play_all(cases, jobs or cores(), lambda more: bar.advance(task, more))


def _write(ruleset: str, strategy: str, out: Path | None, found: "Sequence[Outcome]") -> list[Path]:
    """The chart and the table, each whole or not at all; their names."""
    from pbp.files import write_whole
    from pbp.simulate.chart import chart

    base = out or Path(f"simulate-{ruleset}")
    base = base.with_suffix("") if base.suffix in (".svg", ".csv") else base
    title = f"{ruleset}, {found[0].games} games a set-up, strategy {strategy}"
    drawn, table = Path(f"{base}.svg"), Path(f"{base}.csv")
    try:
        write_whole(drawn, chart(title, found).encode())
        write_whole(table, as_csv(found).encode())
    except OSError as error:
        fail(f"{base}: cannot be written: {error.strerror or error}")
    return [drawn, table]


def as_csv(found: "Sequence[Outcome]") -> str:
    """One line a set-up: its options, each camp's share with its interval, days, stuck games."""
    shares = list(found[0].shares)
    head = [*found[0].varied, "players", "games"]
    head += [f"{name} {what}" for name in shares for what in ("share", "low", "high")]
    head += [f"days {which}" for which in found[0].days] + ["nights", "stuck"]
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(head)
    for one in found:
        row: list[object] = [*one.varied.values(), one.players, one.games]
        for name in shares:
            share = one.shares[name]
            row += [share.share, share.low, share.high]
        lines.writerow([*row, *one.days.values(), one.nights, len(one.stuck)])
    return text.getvalue()


def _show(
    ruleset: str, strategy: str, seed: str, found: "Sequence[Outcome]", files: list[Path]
) -> None:
    """Tables for a person: one line a set-up, or for a single one a line a camp."""
    from rich.table import Table

    from pbp.commands.shown import show_table
    from pbp.simulate.outcomes import most_even

    even = most_even(found)
    title = f"{ruleset}: {found[0].games} games a set-up, strategy {strategy}, seed {seed}"
    if len(found) == 1 or len(found[0].shares) > 4:
        click.echo(title)
        for one in found:
            show_table(_table_of(one))
            what = ", ".join(f"{k}={v}" for k, v in one.varied.items())
            click.echo(f"{what or f'{one.players} players'}; {_length(one)}")
    else:
        names = [name for name in found[0].shares if any(o.shares[name].games for o in found)]
        click.echo(title)
        table = Table(*found[0].varied, "players", *names, "days", "stuck", "")
        for place, one in enumerate(found):
            shares = [_short(one, name) for name in names]
            days = f"{one.days['50%']:g} ({one.days['10%']:g}–{one.days['90%']:g})"
            mark = "most even" if place == even else ""
            row = [*one.varied.values(), str(one.players), *shares, days]
            table.add_row(*row, str(len(one.stuck)), mark)
        show_table(table)
    for one in found:
        for stuck in one.stuck:
            click.echo(f"stuck: seed {stuck['seed']} ({stuck['why']})", err=True)
    if files:
        click.echo("written: " + ", ".join(map(str, files)))


def _table_of(one: "Outcome") -> "Table":
    """One set-up: a line a camp."""
    from rich.table import Table

    table = Table("outcome", "games", "share", "95 % sure between")
    for name, share in one.shares.items():
        between = f"{share.low:.1%} – {share.high:.1%}"
        table.add_row(name, str(share.games), f"{share.share:.1%}", between)
    return table


def _short(one: "Outcome", name: str) -> str:
    share = one.shares[name]
    return f"{share.share:.0%} ({100 * share.low:.0f}–{100 * share.high:.0f})"


def _length(one: "Outcome") -> str:
    """How long games take, in words."""
    days = one.days
    return (
        f"days: half end by {days['50%']:g}, nine of ten by {days['90%']:g}, the longest "
        f"{days['longest']:g}; nights: {one.nights:g}; stuck: {len(one.stuck)}"
    )
