"""`pbp doctor`, the public view: whether its file is whole and says what the journal gives.

All in it can be derived anew, so all that is wrong with it can be mended: it is made anew.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbp.config import Config
from pbp.doctor import Finding
from pbp.store import SqliteStore


def look_at_view(config: Config, store: SqliteStore, *, running: bool) -> Iterator[Finding]:
    """What is wrong with the file. running: a server needs it; without one it may be missing."""
    from pbp.board.comparing import wrong_with
    from pbp.website import board_path

    path = board_path(config)

    def mend() -> None:
        _make(config, store, path)

    if not path.exists():
        if running and config.web.enabled:
            yield Finding("view", f"{path.name}, the public view, is not there", None, mend)
        return
    said = wrong_with(path, lambda: _derived(config, store, ":memory:"))
    if said:
        yield Finding("view", f"{path.name}, the public view, {said}", None, mend)


def _derived(config: Config, store: SqliteStore, path: Path | str) -> Any:
    """A view made from the journal alone."""
    from pbp.board.file import open_to_write
    from pbp.board.writer import BoardWriter
    from pbp.service.referee import Referee
    from pbp.website import gate_of, publisher_of
    from pbp.wiring import renderer_of, settings_of

    connection = open_to_write(path)
    referee = Referee(store, settings_of(config), renderer_of(config))
    publisher_of(
        store,
        referee.writer.renderer,
        BoardWriter(connection),
        gate_of(referee),
        config.server.host,
        referee.archive.games,
    ).publish_all()
    return connection


def _make(config: Config, store: SqliteStore, path: Path) -> None:
    """The file anew; only its owner may read it."""
    from pbp.board.file import remove
    from pbp.files import private_files

    remove(path)
    with private_files():
        _derived(config, store, path).close()
