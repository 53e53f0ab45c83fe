"""`pbp game`: make a game, list games, let a stopped one go on."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from pbp.commands.common import carried_out, configured, fail, journal_of
from pbp.commands.importing import import_signups
from pbp.commands.shown import local_time, show_table
from pbp.config import Config

if TYPE_CHECKING:
    from pbp.service import setup
    from pbp.service.referee import Referee


@click.group("game")
def game() -> None:
    """Make games, list them, take in a sign-up list, let a stopped one go on."""


game.add_command(import_signups)


@game.command("new")
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--rehearse", "rehearsal", is_flag=True, help="Only play it with bots, to see it.")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    help="The rehearsal's mails go into this new folder (default rehearsal-RULESET).",
)
@click.option("--mail-to-me", is_flag=True, help="The rehearsal's mails go to you as well.")
@configured
def new(
    config: Config, file: Path | None, rehearsal: bool, into: Path | None, mail_to_me: bool
) -> None:
    """Make a game: from FILE (a cast, or a sign-up plan), else by a few questions.

    With a cast it starts; with a plan its sign-up opens. With --rehearse no game is made: bots play
    the set-up to its end, and you see every mail that your players would get.
    """
    if not rehearsal and (into is not None or mail_to_me):
        fail("--into and --mail-to-me are for a rehearsal: pbp game new FILE --rehearse")
    from pbp.commands.check_list import is_proved
    from pbp.commands.dialogue import ask_for_game
    from pbp.commands.newgame import Unfit, from_file
    from pbp.post.clock import SystemClock

    if not is_proved(config):
        address = config.board.list_address
        fail(f"{address} may take posts from strangers: try it with `pbp check` first")
    now = SystemClock().now()
    try:
        made = ask_for_game(config, now) if file is None else from_file(config, file, now)
    except Unfit as error:
        fail(str(error))
    if rehearsal:
        from pbp.commands.rehearse import rehearse

        rehearse(config, made, into, mail_to_me)
    asked = {"command": "game_new", "setup": msgspec.to_builtins(made)}
    answer = carried_out(config, asked, command_new_game)
    if "error" in answer:
        fail(f"the game was not made: {answer['error']}")
    click.echo(_told(made, answer))


def _told(made: "setup.Setup", answer: dict[str, Any]) -> str:
    if made.plan is None:
        return f"game {answer['game']} has started; its first cut-off is {answer['closes']}"
    return f"sign-up for game {answer['game']} is open; it closes {answer['closes']}"


def command_new_game(asked: dict[str, Any]) -> Callable[["Referee"], dict[str, Any]]:
    """The command of the control socket that makes a game."""
    from pbp.post.clock import SystemClock
    from pbp.service import setup
    from pbp.wiring import new_secret

    made = msgspec.convert(asked["setup"], setup.Setup)

    def act(referee: "Referee") -> dict[str, Any]:
        numbered = msgspec.structs.replace(made, id=referee.free_id())
        live = referee.new_game(numbered, new_secret(), SystemClock().now())
        table = live.play.table
        due = table.phase.closes if table.phase else table.signup.closes if table.signup else None
        closes = local_time(due, numbered.timezone) if due else ""
        return {"game": numbered.id, "closes": closes}

    return act


@game.command("resume")
@click.argument("name", metavar="GAME")
@click.option(
    "--without",
    type=int,
    multiple=True,
    metavar="LETTER",
    help="Leave this letter unread, for it stops the game (its number stands in the log).",
)
@configured
def resume(config: Config, name: str, without: tuple[int, ...]) -> None:
    """Let a game go on that an error of ours stopped.

    The time since the stop counts as an outage; mail that was kept is read by its time of receipt.
    """
    journal_of(config, name)[0].close()
    asked = {"command": "game_resume", "game": name, "without": list(without)}
    answer = carried_out(config, asked, command_resume_game)
    if "error" in answer:
        fail(f"{name}: {answer['error']}")
    letters = ", ".join(map(str, answer["letters"])) or "none"
    click.echo(f"game {name} goes on; letters that are read again: {letters}")


def command_resume_game(asked: dict[str, Any]) -> Callable[["Referee"], dict[str, Any]]:
    """The command of the control socket that lets a stopped game go on."""
    from pbp.post.clock import SystemClock
    from pbp.service.resuming import Kept, NotStopped
    from pbp.store import StoreError

    game, without = str(asked["game"]), [int(letter) for letter in asked.get("without", ())]

    def act(referee: "Referee") -> dict[str, Any]:
        try:
            return {"letters": referee.resume(game, SystemClock().now(), without)}
        except NotStopped:
            return {"error": "there is no such stopped game; see: pbp game list"}
        except Kept as wrong:
            return {"error": f"no letter of this game was kept with the number {wrong}"}
        except StoreError:
            raise
        except Exception as error:
            return {"error": f"it cannot go on: an error of ours ({type(error).__name__})"}

    return act


@game.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
@configured
def list_games(config: Config, as_json: bool) -> None:
    """List the games of this server; times are on the clock of each game, in JSON in UTC."""
    import json

    from rich.table import Table

    from pbp.service import setup
    from pbp.service.restored import HELD_COPY, is_held
    from pbp.wiring import JOURNAL, open_store

    if not (config.data_path() / JOURNAL).exists():
        fail("there are no games yet; make one: pbp game new FILE")
    with open_store(config, read_only=True) as store:
        rows = store.games()
        if is_held(store):
            click.echo(HELD_COPY, err=True)
    table = Table("game", "ruleset", "state", "next due")
    for row in rows:
        due = row.next_deadline
        if as_json:
            told = {"game": row.id, "ruleset": row.ruleset, "state": row.state}
            click.echo(json.dumps({**told, "next": due.isoformat() if due else None}))
        else:
            zone = setup.from_bytes(row.config).timezone
            table.add_row(row.id, row.ruleset, row.state, local_time(due, zone) if due else "–")
    if not as_json:
        show_table(table)
