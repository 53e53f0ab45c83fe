"""`pbp login ADDRESS`: the line of somebody who may log in and hand in mail."""

import sys

import click

from pbp.commands.common import fail


@click.command("login")
@click.argument("address")
def login(address: str) -> None:
    """Print a line for the file intake.submission.users: ADDRESS and the hash of a password.

    The password is asked for twice, or read from the first line of standard input where that is no
    terminal.
    """
    from pbp.post.logins import new_line

    if sys.stdin.isatty():
        password = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    if not password or "@" not in address or len(address.split()) != 1:
        fail("an address and a password are needed")
    click.echo(new_line(address, password))
