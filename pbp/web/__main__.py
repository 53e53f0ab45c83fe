"""The web process: python -m pbp.web FD, with its settings as one line on standard input.

It listens on a socket that the server opened, and ends when standard input does: so it never
outlives the server.
"""

import asyncio
import contextlib
import signal
import socket
import sys
import time
from collections.abc import Iterator

import msgspec
import uvicorn

from pbp import logs
from pbp.board.file import open_to_read
from pbp.board.reader import BoardReader
from pbp.post.clock import SystemClock
from pbp.web.app import application
from pbp.web.line import asks_at
from pbp.web.patience import Patient
from pbp.web.settings import WebSettings
from pbp.web.site import Site

GOODBYE_SECONDS = 2


def main() -> None:
    """Serve until standard input ends."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the server says when it is over
    door = socket.socket(fileno=int(sys.argv[1]))
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=WebSettings)
    logs.configure(settings.log_format, settings.log_level)
    asyncio.run(_serve(door, settings))


class _Server(uvicorn.Server):
    """A server that is ended by its parent, never by a signal."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


async def _serve(door: socket.socket, settings: WebSettings) -> None:
    board = BoardReader(open_to_read(settings.board))
    site = Site(board, settings, SystemClock().now, asks_at(settings.control))
    server = _Server(
        uvicorn.Config(
            application(site, time.monotonic),
            http=Patient,
            ws="none",
            lifespan="off",
            loop="asyncio",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=list(settings.trusted_proxies),
            limit_concurrency=settings.connections_max,
            timeout_graceful_shutdown=GOODBYE_SECONDS,
            h11_max_incomplete_event_size=16 * 1024,
        )
    )
    serving = asyncio.create_task(server.serve([door]))
    await asyncio.to_thread(sys.stdin.buffer.read)
    server.should_exit = True
    await serving
    board.close()


if __name__ == "__main__":
    main()
