"""`pbp restore`, `pbp resume`: a backup becomes a data folder, which says nothing until it may."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from pbp.commands.common import carried_out, configured, fail
from pbp.config import Config

if TYPE_CHECKING:
    from pbp.service.referee import Referee

REPORT = "restored.json"
"""In the data folder: what the restored copy missed, until it is let go on."""


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--with-keys", is_flag=True, help="Put back keys, passwords and logins too.")
@click.option("--replace", is_flag=True, help="Put the journal that is there aside.")
@configured
def restore(config: Config, file: Path, with_keys: bool, replace: bool) -> None:
    """Make the data folder from FILE, which pbp backup wrote.

    The copy is held: it takes mail, but reads, settles and sends nothing until pbp resume. What
    was sent and announced after the backup is listed, as far as can be known.
    """
    from pbp import archive
    from pbp.commands.backup import passphrase_to_open

    try:
        content = file.read_bytes()
        locked = archive.is_locked(content)
        pieces = archive.unpack(content, passphrase_to_open() if locked else None)
        manifest = archive.manifest_of(pieces)
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror or error}")
    except archive.ArchiveWrong as wrong:
        fail(f"{file}: {wrong}")
    if with_keys and not any(name.startswith(archive.KEYS) for name in pieces):
        fail(f"{file} has no keys in it; it was made without --with-keys")
    try:
        missed = _put_back(config, file, pieces, manifest, replace=replace)
        kept = _put_back_files(config, pieces, with_keys=with_keys)
    except OSError as error:
        fail(f"{config.data_path()} cannot be written: {error.strerror or error}")
    for line in (*missed.lines(), *kept):
        click.echo(line)
    click.echo("nothing is read, settled or sent before: pbp resume")


def _put_back(
    config: Config, file: Path, pieces: Mapping[str, bytes], manifest: Any, *, replace: bool
) -> Any:
    """The journal, held from the first moment on; what it missed."""
    from pbp import archive
    from pbp.board.file import remove
    from pbp.files import PRIVATE, write_whole
    from pbp.post.clock import SystemClock
    from pbp.store import SqliteStore
    from pbp.store.lock import ProcessLock
    from pbp.website import board_path
    from pbp.wiring import JOURNAL, data_folder

    folder, now = data_folder(config), SystemClock().now()
    journal = folder / JOURNAL
    if journal.exists() and not replace:
        fail(f"there is a journal in {folder}; to put it aside: pbp restore --replace FILE")
    lock = ProcessLock(journal)
    try:
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as made, ExitStack() as at:
            copy = Path(made) / JOURNAL
            write_whole(copy, pieces[archive.JOURNAL], PRIVATE)
            before = at.enter_context(_before(journal)) if journal.exists() else None
            _check_copy(file, copy)
            with SqliteStore.open(copy) as store:
                missed = _held(config, store, manifest, now, before)
            write_whole(folder / REPORT, msgspec.json.encode(missed), PRIVATE)
            at.close()
            if journal.exists():
                _put_aside(journal, now)
            copy.rename(journal)
            remove(board_path(config))
    finally:
        lock.release()
    return missed


def _check_copy(file: Path, copy: Path) -> None:
    """Whether the journal of a backup is whole, and none of a newer pbp."""
    from pbp.store import SqliteStore, StoreError, StoreTooNew
    from pbp.store.integrity import damages

    try:
        with SqliteStore.open(copy) as store:
            said = damages(store)
    except StoreTooNew:
        fail(f"{file}: its journal was written by a newer pbp")
    except StoreError as error:
        said = [str(error)]
    if said:
        fail(f"{file}: its journal is damaged ({said[0]}); take another backup")


def _held(config: Config, store: Any, manifest: Any, now: datetime, before: Any) -> Any:
    from pbp.service import restored

    restored.hold(store, now)
    traces = _traces(config) if config.delivery.transport == "maildir" else iter(())
    return restored.look(store, manifest.made, now, traces, before, manifest.letters)


class _Before:
    """The journal that was there before, where it can still be read; else None."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._store: Any = None

    def __enter__(self) -> Any:
        from pbp.store import SqliteStore, StoreError

        try:
            self._store = SqliteStore.open(self._journal, read_only=True)
            self._store.count_letters()
        except StoreError:
            self.__exit__()
        return self._store

    def __exit__(self, *_: object) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None


_before = _Before


def _put_aside(journal: Path, now: datetime) -> None:
    """The old journal under another name, with what belongs to it; nothing is deleted."""
    for suffix in ("", "-wal", "-shm"):
        old = journal.with_name(journal.name + suffix)
        if old.exists():
            old.rename(journal.with_name(f"{journal.name}.before-{now:%Y%m%d-%H%M%S}{suffix}"))


def _traces(config: Config) -> Iterator[Any]:
    """Mails of ours that lie in the mailboxes of the maildir transport."""
    from email import policy
    from email.parser import BytesHeaderParser

    from pbp.service.restored import Sent
    from pbp.service.tokens import is_ours

    parse = BytesHeaderParser(policy=policy.default).parsebytes
    for path in sorted(config.mailboxes_path().glob("*/[nc][eu][wr]/*")):
        headers = parse(path.read_bytes())
        name = str(headers.get("Message-ID", "")).strip()
        if is_ours(name):
            yield Sent(name, " ".join(str(headers.get("Subject", "")).split()))


def _put_back_files(config: Config, pieces: Mapping[str, bytes], *, with_keys: bool) -> list[str]:
    """Configuration, templates and keys that are not there yet; what is there is left as it is."""
    from pbp import archive
    from pbp.config import USUAL_FILE
    from pbp.files import PRIVATE, PUBLIC, write_whole

    places: dict[str, tuple[Path, int]] = {}
    folder = Path(config.folder)
    for name in pieces:
        if name == archive.CONFIG:
            places[name] = (folder / USUAL_FILE, PUBLIC)
        elif name.startswith(archive.TEMPLATES) and config.server.templates_dir is not None:
            top = config.path(config.server.templates_dir)
            inside = (top / name.removeprefix(archive.TEMPLATES)).resolve()
            if inside.is_relative_to(top.resolve()):
                places[name] = (inside, PUBLIC)
        elif name.startswith(archive.KEYS) and with_keys:
            places[name] = (_place_of_key(config, name.removeprefix(archive.KEYS)), PRIVATE)
    told = []
    for name, (path, mode) in places.items():
        if path.exists():
            told.append(f"left as it is: {path}")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, pieces[name], mode)
        told.append(f"written: {path}")
    return told


def _place_of_key(config: Config, setting: str) -> Path:
    """Where the configuration that is here wants it; else in the data folder, under its name."""
    from pbp.commands.backup import KEY_SETTINGS, key_files

    if setting not in KEY_SETTINGS:
        fail("the backup names a key that no setting has")
    return key_files(config).get(setting, config.data_path() / setting)


def _missed(report: Path) -> list[str]:
    """What the copy missed, as it was listed when it was restored."""
    from pbp.service.restored import Missed

    try:
        return msgspec.json.decode(report.read_bytes(), type=Missed).lines()
    except (OSError, msgspec.DecodeError):
        return [f"{report}: the list of what was missed cannot be read"]


@click.command("resume")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--discard", is_flag=True, help="Do not send what waited when the backup was made.")
@configured
def resume(config: Config, yes: bool, discard: bool) -> None:
    """Let a restored copy speak: what is due is settled, what waits is sent.

    The time since the backup counts as an outage (mail received before a deadline still counts).
    """
    from pbp.service.restored import is_held
    from pbp.wiring import JOURNAL, open_store

    if not (config.data_path() / JOURNAL).exists():
        fail(f"there is no journal in {config.data_path()}; first: pbp restore FILE")
    with open_store(config, read_only=True) as store:
        held = is_held(store)
    if not held:
        fail("nothing is held here; this is for what pbp restore made")
    report = config.data_path() / REPORT
    if report.exists():
        for line in _missed(report):
            click.echo(line)
    if not yes and not click.confirm("Let it speak now?", default=False):
        fail("nothing was done")
    asked = {"command": "resume", "discard": discard}
    answer = carried_out(config, asked, command_resume)
    if "error" in answer:
        fail(f"it cannot go on: {answer['error']}")
    report.unlink(missing_ok=True)
    click.echo(f"it goes on; mails that were not sent again: {answer['discarded']}")


def command_resume(asked: dict[str, Any]) -> Callable[["Referee"], dict[str, Any]]:
    """The command of the control socket that lets a restored copy go on."""
    from pbp.post.clock import SystemClock
    from pbp.service import restored

    def act(referee: "Referee") -> dict[str, Any]:
        now = SystemClock().now()
        discarded = restored.let_go(referee.store, discard=bool(asked.get("discard")))
        referee.wake(now)
        referee.store.beat(now)
        referee.tell_gms("restored", now, "restored")
        return {"discarded": discarded}

    return act
