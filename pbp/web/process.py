"""Starting the web process, watching over it, ending it: the server's side.

The server opens the socket, so that it knows at once whether it can; the process may fall over and
be started again without a visitor being turned away. It gets no open file but that socket.
"""

import asyncio
import contextlib
import logging
import socket
import sys

import msgspec

from pbp.web.settings import WebSettings

log = logging.getLogger("pbp.web")

AGAIN_SECONDS = (1.0, 5.0, 30.0)
"""How long to wait before the process is started again, the last one again and again."""

END_SECONDS = 5.0


class WebProcess:
    """One web process. start() it in an event loop, stop() it there."""

    def __init__(self, host: str, port: int, settings: WebSettings) -> None:
        """host, port: where to listen; 0 takes any free port."""
        self._where = host, port
        self._settings = settings
        self._door: socket.socket | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._door.getsockname()[1]) if self._door is not None else 0

    async def start(self) -> None:
        """Open the socket and start the process.

        Raises:
            OSError: nobody can listen there.
        """
        host, port = self._where
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._door = socket.create_server((host, port), family=family, backlog=128)
        self._door.setblocking(False)
        await self._launch()
        self._watch = asyncio.create_task(self._watch_over())

    async def stop(self) -> None:
        """End the process, and listen no more."""
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
        process = self._process
        if process is not None and process.returncode is None:
            if process.stdin is not None:
                process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), END_SECONDS)
            except TimeoutError:
                process.kill()
                await process.wait()
        if self._door is not None:
            self._door.close()

    async def _launch(self) -> None:
        assert self._door is not None  # noqa: S101 - start() has opened it
        number = self._door.fileno()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "pbp.web",
            str(number),
            stdin=asyncio.subprocess.PIPE,
            pass_fds=(number,),
        )
        if self._process.stdin is not None:
            self._process.stdin.write(msgspec.json.encode(self._settings) + b"\n")
            await self._process.stdin.drain()

    async def _watch_over(self) -> None:
        times = 0
        while self._process is not None:
            status = await self._process.wait()
            wait = AGAIN_SECONDS[min(times, len(AGAIN_SECONDS) - 1)]
            log.error("web process ended: status=%d, again_in_seconds=%d", status, wait)
            await asyncio.sleep(wait)
            times += 1
            await self._launch()
