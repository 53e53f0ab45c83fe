"""`pbp gm [GAME [COMMAND…]]`: the GM's commands from the server's own machine, and his desk.

A running server carries them out like a letter received now; without one they are carried out
here, and what follows is sent when a server runs.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pbp.commands.common import carried_out, configured, fail
from pbp.config import Config

if TYPE_CHECKING:
    from pbp.service.referee import Referee


@click.command("gm", context_settings={"ignore_unknown_options": True})
@click.argument("game", required=False)
@click.argument("words", metavar="[COMMAND]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="The answer as one JSON object.")
@configured
def gm(config: Config, game: str | None, words: tuple[str, ...], as_json: bool) -> None:
    """Do what a mail of the GM would do: pbp gm g1 extend 12h, pbp gm g1 摘要.

    Without a command the desk opens: the digest, its questions, commands one by one. Several words
    are one line; to give several lines, or a text below a command, quote them as one word with
    line breaks.
    """
    if game is None or not words:
        if as_json:
            fail("--json needs a command; an example: pbp gm g1 status --json")
        _sit(config, game)
        return
    lines = " ".join(words)
    if not lines.strip():
        fail(f'the command is empty; an example: pbp gm {game} "extend 12h"')
    if any("\ud800" <= letter <= "\udfff" for letter in lines):
        fail(f'the command is not in UTF-8; an example: pbp gm {game} "extend 12h"')
    asked = {"command": "gm", "game": game, "lines": lines}
    answer = carried_out(config, asked, command_gm)
    if "error" in answer:
        fail(f"{game}: {answer['error']}")
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo("\n".join(answer["pages"]))
    raise SystemExit(2 if answer["refused"] else 0)


def command_gm(asked: dict[str, Any]) -> Callable[["Referee"], dict[str, Any]]:
    """The command of the control socket that carries out the GM's lines."""
    from pbp.game.facts import Notified
    from pbp.post.clock import SystemClock
    from pbp.service.outgoing import about_of
    from pbp.service.private import with_addresses

    def act(referee: "Referee") -> dict[str, Any]:
        game = str(asked["game"])
        try:
            facts = referee.command(game, str(asked["lines"]), SystemClock().now())
        except LookupError:
            row = referee.store.game(game)
            if row is not None:
                return {"error": f"it was {row.state} by an error of ours; see: pbp game resume"}
            known = ", ".join(sorted(referee.known_games())) or "none"
            return {"error": f"there is no such running game; there are: {known}"}
        live = referee.live(game)
        told = [fact for fact in facts if isinstance(fact, Notified) and fact.to == "gm"]
        if live is None:
            return {"error": "the game was stopped by an error of ours"}
        about = about_of(live, referee.settings)
        rows = [row for fact in told for row in fact.data.get("rows", ())]
        return {
            "pages": [
                referee.writer.renderer.notice(
                    with_addresses(fact, live, referee.settings), about
                ).text
                for fact in told
            ],
            "refused": any(row["problem"] for row in rows),
            "rows": [_row(row) for row in rows],
        }

    return act


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """What a script may want of one command's answer."""
    data = row["data"]
    return {
        "word": row["word"],
        "problem": row["problem"],
        "draft": data.get("draft"),
        "number": row.get("number"),
        "waits": bool(data.get("pending")) and not data.get("dry"),
    }


def command_desk(asked: dict[str, Any]) -> Callable[["Referee"], dict[str, Any]]:
    """The command of the control socket that looks at all games, or at one; it changes nothing."""
    from pbp.desk import view
    from pbp.post.clock import SystemClock

    def act(referee: "Referee") -> dict[str, Any]:
        game = asked.get("game")
        if game is None:
            return {"games": view.games(referee)}
        seen = view.one_game(referee, str(game), SystemClock().now())
        if seen is not None:
            return seen
        known = ", ".join(sorted(referee.known_games())) or "none"
        return {"error": f"there is no such running game; there are: {known}"}

    return act


def _sit(config: Config, game: str | None) -> None:
    """Open the desk."""
    from pbp.desk.loop import Desk
    from pbp.desk.talk import talk_here
    from pbp.wiring import JOURNAL

    if not (config.data_path() / JOURNAL).exists():
        fail(f"there is no journal in {config.data_path()}; make a game first: pbp game new FILE")
    try:
        Desk(talk_here(), lambda asked: _asked(config, asked), _words_of(config)).sit(game)
    except LookupError as error:
        fail(f"{game}: {error.args[0]}")


def _asked(config: Config, asked: dict[str, Any]) -> dict[str, Any]:
    """Hand a command of the desk on; a look needs no place in the list of acts."""
    from pbp.post.control import NotRunning, ask
    from pbp.wiring import control_path, open_store, referee_of

    if asked["command"] == "gm":
        return carried_out(config, asked, command_gm)
    try:
        return ask(control_path(config), asked)
    except NotRunning:
        with open_store(config, read_only=True) as store:
            return command_desk(asked)(referee_of(config, store))


def _words_of(config: Config) -> Callable[[str], dict[str, str]]:
    """The desk's own words by locale: terminal.txt of the templates, the GM's own first."""
    from pbp.render import About
    from pbp.wiring import renderer_of

    renderer = renderer_of(config)

    def words(locale: str) -> dict[str, str]:
        about = About(game="", locale=locale or config.server.locale)
        lines = renderer.template("terminal.txt", about).render().splitlines()
        rows = (line.partition(": ") for line in lines if ": " in line)
        return {key.strip(): text for key, _, text in rows}

    return words
