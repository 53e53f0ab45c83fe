"""`pbp backup`: all that a server needs to go on somewhere else, in one file, while it runs."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from pbp.commands.common import configured, fail
from pbp.config import Config

PASSPHRASE = "PBP_BACKUP_PASSPHRASE"  # noqa: S105 - the name of a variable, no passphrase

KEY_SETTINGS = (
    "intake.smtp.tls_key",
    "intake.smtp.tls_certificate",
    "intake.submission.tls_key",
    "intake.submission.tls_certificate",
    "intake.submission.users",
    "intake.imap.password_file",
    "delivery.smtp.password_file",
    "delivery.dkim.key_file",
)
"""Settings that name a file with a key, a password or logins."""


@click.command("backup")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--encrypt", is_flag=True, help=f"With a passphrase: of {PASSPHRASE}, else asked.")
@click.option("--with-keys", is_flag=True, help="Keys, passwords and logins too; keep it safe.")
@configured
def backup(config: Config, file: Path | None, encrypt: bool, with_keys: bool) -> None:
    """Write journal, configuration and templates into FILE, also while the server runs.

    Whoever has the file knows every role: only its owner may read it, and --encrypt locks it.
    """
    from pbp.archive import pack
    from pbp.files import PRIVATE, write_whole
    from pbp.post.clock import SystemClock

    now = SystemClock().now()
    file = file or Path(f"pbp-{now:%Y%m%d-%H%M%S}.backup{'.age' if encrypt else ''}")
    if file.exists():
        fail(f"{file} is there already; another name: pbp backup {file.stem}-2{file.suffix}")
    if not file.absolute().parent.is_dir():
        fail(f"{file.absolute().parent}: there is no such folder; example: pbp backup today.backup")
    passphrase = passphrase_to_lock() if encrypt else None
    pieces = _pieces(config, now, with_keys=with_keys)
    try:
        write_whole(file, pack(pieces, passphrase), PRIVATE)
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror or error}")
    _tell(file, pieces, locked=encrypt)


def _pieces(config: Config, now: datetime, *, with_keys: bool) -> dict[str, bytes]:
    """What goes in: the journal as it is at one instant, and the files that belong to it."""
    import msgspec

    from pbp import archive
    from pbp.store import SqliteStore

    keys = key_files(config) if with_keys else {}
    with _copied(config) as copy:
        pieces = {archive.JOURNAL: copy.read_bytes()}
        with SqliteStore.open(copy, read_only=True) as store:
            games = {row.id: row.state for row in store.games()}
            letters, mails = store.count_letters(), sum(store.count_outbox().values())
    manifest = archive.Manifest(
        format=archive.FORMAT,
        made=now.isoformat(" ", "seconds"),
        host=config.server.host,
        letters=letters,
        mails=mails,
        games=games,
        keys={name: str(path) for name, path in keys.items()},
    )
    pieces = {archive.MANIFEST: msgspec.json.encode(manifest), **pieces}
    for name, path in _plain_files(config):
        try:
            pieces[name] = path.read_bytes()
        except OSError as error:
            fail(f"{path} cannot be read: {error.strerror or error}")
    for name, path in keys.items():
        try:
            pieces[archive.KEYS + name] = path.read_bytes()
        except OSError as error:
            fail(f"{name}: {path} cannot be read: {error.strerror or error}")
    return pieces


@contextmanager
def _copied(config: Config) -> Iterator[Path]:
    """The journal at one instant, though a server writes on; gone afterwards."""
    from rich.console import Console
    from rich.progress import Progress

    from pbp.store.copying import copy_journal
    from pbp.wiring import JOURNAL

    journal = config.data_path() / JOURNAL
    if not journal.exists():
        fail(f"there is no journal in {config.data_path()}; make a game first: pbp game new FILE")
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=config.data_path()) as folder:
        copy = Path(folder) / JOURNAL
        console = Console(stderr=True)
        with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("journal", total=None)
            copy_journal(journal, copy, lambda done, of: bar.update(task, completed=done, total=of))
        yield copy


def _plain_files(config: Config) -> list[tuple[str, Path]]:
    """The configuration and the GM's own templates; neither holds a password."""
    from pbp import archive
    from pbp.config import USUAL_FILE

    found = []
    written = Path(config.folder) / USUAL_FILE
    if written.is_file():
        found.append((archive.CONFIG, written))
    if config.server.templates_dir is not None:
        folder = config.path(config.server.templates_dir)
        names = sorted(path for path in folder.rglob("*") if path.is_file())
        found += [(archive.TEMPLATES + str(path.relative_to(folder)), path) for path in names]
    return found


def key_files(config: Config) -> dict[str, Path]:
    """Setting → the file with a key, a password or logins that it names."""
    found = {}
    for name in KEY_SETTINGS:
        value: object = config
        for part in name.split("."):
            value = getattr(value, part)
        if isinstance(value, str):
            found[name] = config.path(value)
    return found


def passphrase_to_lock() -> str:
    """The passphrase that a new backup gets; an empty one is none."""
    found = os.environ.get(PASSPHRASE) or _asked(twice=True)
    if not found:
        fail(f"an empty passphrase locks nothing; set {PASSPHRASE}")
    return found


def passphrase_to_open() -> str:
    """The passphrase with which a backup was locked."""
    return os.environ.get(PASSPHRASE) or _asked(twice=False)


def _asked(*, twice: bool) -> str:
    """Asked at the keyboard, never shown."""
    import sys

    if not sys.stdin.isatty():
        fail(f"a passphrase is needed: set {PASSPHRASE}, or call it at a terminal")
    return str(click.prompt("Passphrase", hide_input=True, confirmation_prompt=twice, err=True))


def _tell(file: Path, pieces: dict[str, bytes], *, locked: bool) -> None:
    from pbp import archive

    manifest = archive.manifest_of(pieces)
    keys = sum(name.startswith(archive.KEYS) for name in pieces)
    games = ", ".join(f"{game} ({state})" for game, state in manifest.games.items()) or "none"
    click.echo(f"{file}: games {games}; letters {manifest.letters}, mails {manifest.mails}")
    click.echo(f"keys and logins: {keys or 'not in it (--with-keys)'}")
    if not locked:
        click.echo("it holds every secret and is not locked; --encrypt locks it")
