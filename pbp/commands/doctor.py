"""`pbp doctor`: is the journal whole, and does everything in it follow from what came in?"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbp.commands.common import configured, fail
from pbp.config import Config

if TYPE_CHECKING:
    from pbp.doctor import Doctor, Finding


@click.command("doctor")
@click.option("--repair", is_flag=True, help="Mend what follows from the rest; no server may run.")
@click.option("--json", "as_json", is_flag=True, help="The findings as one JSON array.")
@configured
def doctor(config: Config, *, repair: bool, as_json: bool) -> None:
    """Look at the journal: the file, its tables, each game's facts, mails and place in time.

    And at the public view, which is made anew from it where it is broken.
    A server may run meanwhile. Exit status 0: all is well (or has been mended); 1: it is not.
    """
    from pbp.wiring import JOURNAL

    file = config.data_path() / JOURNAL
    if not file.exists():
        fail(f"there is no journal in {config.data_path()}")
    found = _repaired(config, file) if repair else _looked_at(config, file)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        for finding in found:
            click.echo(finding["line"])
        left = sum(not finding["mended"] for finding in found)
        click.echo("nothing is wrong" if not left else f"{left} not as they must be")
        if any(finding["cure"] and not finding["mended"] for finding in found):
            click.echo("stop the server, then: pbp doctor --repair")
    raise SystemExit(1 if any(not finding["mended"] for finding in found) else 0)


def _looked_at(config: Config, file: Path) -> list[dict[str, Any]]:
    """What is found, in a copy: nobody writes to that."""
    from pbp.doctor import Doctor
    from pbp.store import SqliteStore
    from pbp.wiring import renderer_of, settings_of

    with _copied(file) as copy, SqliteStore.open(copy, read_only=True) as store:
        looking = Doctor(store, settings_of(config), renderer_of(config))
        found = _all(config, looking, running=_runs(config))
        return [_told(finding, mended=False) for finding in found]


def _all(config: Config, looking: "Doctor", *, running: bool) -> list["Finding"]:
    """What is wrong with the journal, and with what is derived from it where it can be read."""
    from pbp.commands.doctor_view import look_at_view

    found = list(looking.look())
    if not any(finding.what == "file" for finding in found):
        found += look_at_view(config, looking.store, running=running)
    return found


def _runs(config: Config) -> bool:
    """Whether a server answers on this data folder."""
    from pbp.commands.common import SECONDS
    from pbp.post.control import NotRunning, ask
    from pbp.wiring import control_path

    try:
        ask(control_path(config), {"command": "doors"}, SECONDS)
    except NotRunning:
        return False
    return True


@contextmanager
def _copied(file: Path) -> Iterator[Path]:
    """A copy that is gone afterwards; the file itself where none can be made of it."""
    from pbp.store import StoreBroken
    from pbp.store.copying import copy_journal

    copy = file.with_name(f".doctor-{file.name}")
    copy.unlink(missing_ok=True)
    try:
        try:
            copy_journal(file, copy)
        except (StoreBroken, OSError):
            yield file
            return
        yield copy
    finally:
        for name in (copy.name, f"{copy.name}-wal", f"{copy.name}-shm"):
            file.with_name(name).unlink(missing_ok=True)


def _repaired(config: Config, file: Path) -> list[dict[str, Any]]:
    """Mend until nothing is left that can be; the journal as it was is kept beside it."""
    from pbp.doctor import Doctor
    from pbp.post.clock import SystemClock
    from pbp.post.control import whoami
    from pbp.service.administering import noted
    from pbp.wiring import open_store, renderer_of, settings_of

    now, done, kept = SystemClock().now(), list[dict[str, Any]](), False
    with open_store(config) as store:
        looking = Doctor(store, settings_of(config), renderer_of(config))
        while True:
            found = _all(config, looking, running=False)
            first = next((one for one in found if one.cure is not None), None)
            if first is None or _told(first, mended=True) in done:
                break
            if not kept:
                _keep(file, file.parent / f"before-doctor-{now:%Y%m%d-%H%M%S}")
                kept = True
            assert first.cure is not None  # noqa: S101
            first.cure()
            done.append(_told(first, mended=True))
        words = ", ".join(finding["what"] for finding in done)
        asked = {"command": "doctor", "by": whoami(), "words": words}
        if done:
            noted(store, asked, now)
    return done + [_told(finding, mended=False) for finding in found]


def _keep(file: Path, folder: Path) -> None:
    """The journal's files as they are, for whoever wants to look again; nobody else writes now."""
    folder.mkdir(mode=0o700)
    for part in file.parent.glob(f"{file.name}*"):
        if part.is_file() and not part.name.endswith(".lock"):
            shutil.copy2(part, folder / part.name)


def _told(finding: Any, *, mended: bool) -> dict[str, Any]:
    return {
        "what": finding.what,
        "game": finding.game,
        "found": finding.found,
        "cure": finding.cure is not None,
        "mended": mended,
        "line": f"{finding.line}: mended" if mended else finding.line,
    }
