"""The board on the web beside a running server: what shows it, who answers it, what serves it.

Three parts: the publisher in the referee's thread, the reception behind a socket in the data
folder, and the web process, which is given that socket's path and the public view, no more.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbp.board.file import open_to_write
from pbp.board.reader import BoardReader
from pbp.board.writer import BoardWriter
from pbp.config import Config
from pbp.game.seasons import Played
from pbp.post.control import Control
from pbp.post.doors import why_shut
from pbp.reception.reception import Reception
from pbp.render import Renderer
from pbp.server import Server
from pbp.service.lastgate import LastGate
from pbp.service.publishing import Gate, Publisher
from pbp.service.referee import Referee
from pbp.service.restored import is_held
from pbp.store import NewLetter
from pbp.store.interface import Store
from pbp.web.process import WebProcess
from pbp.web.settings import WebSettings
from pbp.wiring import PUBLIC, data_folder, web_url_of
from pbp.wiring import WEB as SOCKET

log = logging.getLogger("pbp.website")

AGAIN_SECONDS = 30.0
"""How long a port that is taken is left alone."""


class NoBoard(Exception):  # noqa: N818 - mail goes on without it
    """There can be no board here."""


class Website:
    """The board of one server. start() it after the server, stop() it before."""

    def __init__(self, config: Config, server: Server) -> None:
        """Make the public view's file, and fill it in the server's own thread.

        Raises:
            NoBoard: the file cannot be made.
        """
        folder = data_folder(config)
        self._server = server
        try:
            self._board = BoardWriter(open_to_write(folder / PUBLIC))
        except OSError as error:
            raise NoBoard(f"{folder / PUBLIC}: {error}") from error
        self._opening: asyncio.Task[None] | None = None
        self.trouble = ""
        self._publisher = publisher_of(
            server.store,
            server.referee.writer.renderer,
            self._board,
            gate_of(server.referee),
            config.server.host,
            server.referee.archive.games,
        )
        web = config.web
        self._port = web.port
        self._reception = Reception(
            server.submit, self._store, server.clock.now, web.link_valid, web.session
        )
        self._control = Control(folder / SOCKET, self._answer)
        self._process = WebProcess(web.listen, web.port, settings_of(config))
        server.on_round(self._show)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._process.port

    async def start(self) -> None:
        """Show what there is, then open the door.

        Mail never depends on the web: where another program has the port the GMs are told, and it
        is tried again until it is free. trouble says why it is not open.
        """
        await asyncio.wrap_future(self._server.submit(self._show_all))
        await self._control.start()
        if not await self._open():
            log.error("no board on the web: port=%d, error=%s", self._port, self.trouble)
            self._server.submit(self._tell)
            self._opening = asyncio.create_task(self._open_later())

    async def _open(self) -> bool:
        try:
            await self._process.start()
        except OSError as error:
            self.trouble = why_shut(error, self._port)
            return False
        self.trouble = ""
        return True

    async def _open_later(self) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        while not await self._open():
            await asyncio.sleep(AGAIN_SECONDS)
        log.warning("the board is open now: port=%d", self._process.port)

    def _tell(self, referee: Referee) -> dict[str, object]:
        if not is_held(self._server.store):
            referee.tell_gms("web_closed", self._server.clock.now(), "web")
        return {}

    async def stop(self) -> None:
        """Close the door; the file stays, and is brought up to date at the next start."""
        if self._opening is not None:
            self._opening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._opening
        await self._process.stop()
        await self._control.stop()

    async def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Answer the web process; a restored copy says and does nothing before pbp resume."""
        if is_held(self._server.store):
            return {"error": "unreachable"}
        return await self._reception.answer(asked)

    def _show(self, referee: Referee, now: datetime, busy: bool) -> None:
        loaded = {game: live.last_fact for game, live in referee.games.items()}
        self._publisher.publish(loaded, now, busy=busy)

    def _show_all(self, _: Referee) -> dict[str, object]:
        self._publisher.publish_all()
        return {}

    def _store(self, letter: NewLetter) -> "asyncio.Future[int]":
        """Into the journal like any letter, with the time at which it is taken."""
        return self._server.writer.take(lambda now: replace(letter, received_at=now))


def settings_of(config: Config) -> WebSettings:
    """What the web process is told: nothing that is secret."""
    web, written = config.web, config.server.templates_dir
    folder = data_folder(config).absolute()
    return WebSettings(
        board=str(folder / PUBLIC),
        control=str(folder / SOCKET),
        templates=(str(config.path(written).absolute()),) if written else (),
        locale=config.server.locale,
        base_url=web_url_of(config) if web.base_url else "",
        posts_per_page=web.posts_per_page,
        requests_per_minute=web.requests_per_minute,
        forms_per_minute=web.forms_per_minute,
        form_max=web.form_max,
        connections_max=web.connections_max,
        trusted_proxies=web.trusted_proxies,
        session=int(web.session.total_seconds()),
        log_format=config.log.format,
        log_level=config.log.level,
    )


def gate_of(referee: Referee) -> Gate:
    """The last gate of a game, loaded or not."""
    return lambda game: LastGate(referee.games.get(game) or referee.loaded(game)).is_clean


def publisher_of(
    store: Store,
    renderer: Renderer,
    board: BoardWriter,
    gate: Gate,
    host: str,
    ended: Callable[[], Sequence[Played]] | None = None,
) -> Publisher:
    """Who writes the public view."""
    return Publisher(store, renderer, board, gate, host, ended)


def archive_of(config: Config, referee: Referee, game: str, now: datetime) -> dict[str, bytes]:
    """Name → content of a game's pages as files.

    Raises:
        LookupError: there is no such game.
    """
    from pbp.web.archive import archive

    connection = open_to_write(":memory:")
    board = BoardWriter(connection)
    publisher_of(
        referee.store,
        referee.writer.renderer,
        board,
        gate_of(referee),
        config.server.host,
    ).publish_one(game)
    return archive(BoardReader(connection), game, settings_of(config), now)


def board_path(config: Config) -> Path:
    """The file of the public view."""
    return config.data_path() / PUBLIC
