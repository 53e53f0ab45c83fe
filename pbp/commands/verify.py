"""`pbp verify`: check a game from its published mails alone."""

import contextlib
import json
import mailbox
import re
from collections.abc import Iterator
from pathlib import Path

import click

from pbp.commands.common import fail

_QUOTED_FROM = re.compile(rb"^>(?=>*From )", re.MULTILINE)


@click.command("verify")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=Path)
@click.option("--json", "as_json", is_flag=True, help="The findings as JSON.")
def verify_command(files: tuple[Path, ...], as_json: bool) -> None:
    """Check commitments, lots and receipts from mails: .eml files, mbox files, folders, a Maildir.

    The board.mbox of `pbp export` is enough for what is public: commitments, seats and roles.

    Exit status 0: nothing is wrong; 1: something is; 2: a file cannot be read.
    """
    from pbp.evidence import Mail, read_mail
    from pbp.verify import WRONG, verify

    mails: list[Mail] = []
    for file in _files(files):
        try:
            found_here = [read_mail(raw) for raw in _mails_in(file)]
        except (OSError, ValueError) as error:
            fail(f"{file}: {error}")
        mails += [mail for mail in found_here if mail is not None]
    if not mails:
        fail("there is no mail of a game in these files")
    found = verify(mails)
    if as_json:
        rows = {
            game: [{"verdict": one.verdict, "what": one.what} for one in findings]
            for game, findings in found.items()
        }
        click.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for game, findings in found.items():
            for one in findings:
                click.echo(f"{game}: {one.line()}")
    wrong = any(one.verdict == WRONG for findings in found.values() for one in findings)
    raise SystemExit(1 if wrong else 0)


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The files that are named, and those in the folders that are named."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if _is_mail(file))
        else:
            yield path


def _is_mail(file: Path) -> bool:
    """Mail in a folder: an .eml or .mbox file, or anything in a Maildir's cur and new."""
    named = file.suffix in (".eml", ".mbox")
    return file.is_file() and (named or file.parent.name in ("cur", "new"))


def _mails_in(file: Path) -> Iterator[bytes]:
    """The mails of a file: one, or those of an mbox (RFC 4155; ">From " as in mboxrd).

    Raises:
        OSError: it cannot be read.
    """
    raw = file.read_bytes()
    if not raw.startswith(b"From "):
        yield raw
        return
    with contextlib.closing(mailbox.mbox(file, create=False)) as box:
        for key in box.iterkeys():
            yield _QUOTED_FROM.sub(b"", box.get_bytes(key))
