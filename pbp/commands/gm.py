"""`pbp gm GAME COMMAND…`: the GM's commands from the server's own machine.

A running server carries them out like a letter received now; without one they are carried out
here, and what follows is sent when a server runs.
"""

import json
from collections.abc import Callable
from typing import Any

import click

from pbp.commands.common import carried_out, configured, fail
from pbp.config import Config
from pbp.service.referee import Referee


@click.command("gm", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("words", metavar="COMMAND...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="The answer as one JSON object.")
@configured
def gm(config: Config, game: str, words: tuple[str, ...], as_json: bool) -> None:
    """Do what a mail of the GM would do: pbp gm g1 extend 12h, pbp gm g1 摘要.

    Several words are one line; to give several lines, or a text below a command, quote them
    as one word with line breaks.
    """
    asked = {"command": "gm", "game": game, "lines": " ".join(words)}
    answer = carried_out(config, asked, command_gm)
    if "error" in answer:
        fail(f"{game}: {answer['error']}")
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo("\n".join(answer["pages"]))
    raise SystemExit(2 if answer["refused"] else 0)


def command_gm(asked: dict[str, Any]) -> Callable[[Referee], dict[str, Any]]:
    """The command of the control socket that carries out the GM's lines."""
    from pbp.game.facts import Notified
    from pbp.post.clock import SystemClock
    from pbp.service.outgoing import about_of

    def act(referee: Referee) -> dict[str, Any]:
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
            "pages": [referee.writer.renderer.notice(fact, about).text for fact in told],
            "refused": any(row["problem"] for row in rows),
        }

    return act
