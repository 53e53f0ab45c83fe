"""`pbp check`: tries a configuration for real, and says what is fine, what is wrong, what to do.

Exit status 0 where nothing is wrong, 1 where something is, 2 where the configuration cannot be
read.
"""

import json
import sys
from collections.abc import Iterator

import click

from pbp.commands.common import configured
from pbp.commands.finding import WRONG, Finding
from pbp.config import Config

MARKS = {"fine": "ok", "wrong": "WRONG", "hint": "hint", "skipped": "-"}


@click.command("check")
@click.option("--json", "as_json", is_flag=True, help="One JSON array instead of a table.")
@click.option("--no-mail", is_flag=True, help="Send nothing: look, and log in.")
@click.option(
    "--wait",
    default=20.0,
    show_default=True,
    type=click.FloatRange(0, 600),
    help="Seconds to wait for the mail to ourselves.",
)
@configured
def check(config: Config, *, as_json: bool, no_mail: bool, wait: float) -> None:
    """Try a configuration for real: folders, ports, login, TLS, DNS, mail, clock."""
    found = list(findings(config, wait=wait, send=not no_mail))
    if as_json:
        rows = [{"what": f.what, "state": f.state, "found": f.found, "do": f.do} for f in found]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        _print(found)
    sys.exit(1 if any(finding.state == WRONG for finding in found) else 0)


def findings(config: Config, *, wait: float, send: bool) -> Iterator[Finding]:
    """All that is looked at, in order."""
    from pbp.commands.check_list import list_board, not_tried
    from pbp.commands.check_machine import is_running, machine
    from pbp.commands.check_mail import login, sample_dawn, to_ourselves
    from pbp.commands.check_mailbox import mailbox
    from pbp.commands.check_names import names
    from pbp.commands.check_web import web
    from pbp.post.clock import SystemClock

    running, now = is_running(config), SystemClock().now()
    found = list(machine(config, now, running=running))
    yield from found
    yield from web(config, running=running)
    yield from names(config)
    yield from mailbox(config, now)
    way_out, *more = login(config, now)
    yield from (way_out, *more)
    templates_work = all(f.state != WRONG for f in found if f.what in ("templates", "DKIM key"))
    if send and way_out.state != WRONG and templates_work:
        yield to_ourselves(config, now, wait, running=running)
        yield sample_dawn(config, now)
        if config.board.list_address:
            yield list_board(config, now, wait, running=running)
    elif config.board.list_address:
        yield not_tried(config)


def _print(found: list[Finding]) -> None:
    width = max(len(finding.what) for finding in found)
    for finding in found:
        click.echo(f"{MARKS[finding.state]:5}  {finding.what:{width}}  {finding.found}")
        if finding.do:
            click.echo(f"{'':5}  {'':{width}}  -> {finding.do}")
    wrong = sum(finding.state == WRONG for finding in found)
    click.echo("nothing is wrong" if not wrong else f"{wrong} to put right, marked WRONG")
