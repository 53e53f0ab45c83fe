"""The front door: `pbp` and its subcommands. What a command needs is loaded when it is called.

No rule and no wording of mails stands here.
"""

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import click

ELSEWHERE = {
    "acts": "pbp.commands.acts:acts",
    "audit": "pbp.commands.inspect:audit",
    "backup": "pbp.commands.backup:backup",
    "check": "pbp.commands.check:check",
    "demo": "pbp.demo.command:demo",
    "doctor": "pbp.commands.doctor:doctor",
    "export": "pbp.commands.export:export",
    "forget": "pbp.commands.forget:forget",
    "game": "pbp.commands.game:game",
    "gm": "pbp.commands.gm:gm",
    "login": "pbp.commands.login:login",
    "record": "pbp.commands.inspect:record",
    "restore": "pbp.commands.restore:restore",
    "resume": "pbp.commands.restore:resume",
    "scenario": "pbp.commands.scenario:scenario_command",
    "serve": "pbp.commands.serve:serve",
    "simulate": "pbp.commands.simulate:simulate",
    "stats": "pbp.commands.stats:stats",
    "verify": "pbp.commands.verify:verify_command",
}
"""Subcommands that live in rooms of their own: name → module:function, loaded when called."""


class Commands(click.Group):
    """A group whose subcommands may live elsewhere, and are not loaded before they are called."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand; an error of ours is one line, with PBP_DEBUG=1 a traceback."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.ClickException, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get("PBP_DEBUG"):
                raise
            name = type(error).__name__
            click.echo(f"pbp: an error of ours ({name}); PBP_DEBUG=1 shows where", err=True)
            raise SystemExit(2) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, those of other rooms too."""
        return sorted({*super().list_commands(ctx), *ELSEWHERE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name."""
        if cmd_name not in ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        module, _, function = ELSEWHERE[cmd_name].partition(":")
        command = getattr(importlib.import_module(module), function)
        return command if isinstance(command, click.Command) else None


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print name and version, as the installed package says them, and end."""
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"pbp {version('pbp')}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show name and version and exit.",
)
def main() -> None:
    """Referee Chinese forum killer games by e-mail."""


@main.command("read")
@click.argument("files", metavar="FILE.eml...", nargs=-1, required=True, type=Path)
@click.option("--handles", default="", help="The handles in roster order, with commas between.")
@click.option("--ruleset", default=None, help="prayer, three_lives or seven_kill.")
@click.option("--phase", default=None, help="night or day.")
@click.option("--game", default=None, help="Take handles, rule set and phase from a running game.")
@click.option(
    "--to",
    type=click.Choice(["gm", "board", "team"]),
    default="gm",
    help="Where it was sent to, where its To line does not say (default gm).",
)
@click.option("--host", default=None, help="The host of our addresses.")
def read_command(files: tuple[Path, ...], game: str | None, **options: str | None) -> None:
    """Tell why mails were, or were not, understood: one JSON object a mail."""
    from pbp.post.reader_process import BoundedReader
    from pbp.reading import Wanted, answer

    if game is not None:
        raise click.UsageError(f"there is no running game {game!r} to take names from")
    handles = [name.strip() for name in _as_utf8(options.pop("handles")).split(",")]
    wanted = Wanted(handles=tuple(filter(None, handles)), **_given(options))
    reader, failed = BoundedReader(), False
    for file in files:
        try:
            raw = file.read_bytes()
        except OSError as error:
            failed = True
            click.echo(f"{file}: {error.strerror or error}", err=True)
            continue
        told = answer(
            str(file),
            raw,
            wanted,
            open_mail=lambda raw: reader.open(raw).letter,
            read_words=reader.read,
        )
        _print_line(told)
    reader.close()
    raise SystemExit(2 if failed else 0)


def _as_utf8(argument: str | None) -> str:
    """An argument as it was typed: in UTF-8, whatever the locale took it for."""
    return os.fsencode(argument or "").decode("utf-8", "replace")


def _given(options: dict[str, str | None]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _print_line(value: dict[str, Any]) -> None:
    """One JSON value a line, in UTF-8 whatever the locale."""
    line = json.dumps(value, ensure_ascii=False) + "\n"
    sys.stdout.buffer.write(line.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
