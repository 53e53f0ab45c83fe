"""docs/commands.md from the commands themselves: python -m tests.house.command_pages."""

from collections.abc import Iterator

import click

from pbp.cli import main
from tests.house.sources import ROOT

PAGE = ROOT / "docs" / "commands.md"
WIDTH = 92
HEAD = """# The command line

What `--help` says of every command, made from the code by `python -m tests.house.command_pages`;
a test compares. What a GM writes by mail, and with `pbp gm`, is in his guide
([中文](gm-guide.zh.md), [English](gm-guide.en.md)); what players write is in
[mail commands](mail-commands.md).
"""


def every_command(command: click.Command, *path: str) -> Iterator[tuple[str, str]]:
    """The name and the help of a command and all below it, in the order of their names."""
    context = click.Context(
        command,
        info_name=" ".join(path),
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    command._help_option = None  # click keeps the one of whoever called the command first
    yield " ".join(path), command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None, name
            yield from every_command(below, *path, name)


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name, told in every_command(main, "pbp"):
        lines = "\n".join(line.rstrip() for line in told.splitlines())
        parts.append(f"## `{name}`\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
