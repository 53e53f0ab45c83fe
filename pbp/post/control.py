"""Commands of the same machine to a running server: one JSON line in, one JSON line out.

A unix socket in the data folder, which only the server's own user may open. What is said here is
answered when it has been carried out. Must never be reachable from a network.
"""

import asyncio
import json
import logging
import os
import pwd
import socket
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pbp.post.trouble import name_of

_log = logging.getLogger(__name__)

LINE_MAX = 1024 * 1024
"""Bytes of one command."""

ANSWER_SECONDS = 120.0
"""How long the asking side waits."""

Handler = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


class NotRunning(Exception):  # noqa: N818  (it is no error that no server runs)
    """No server listens there."""


class Control:
    """The listening side."""

    def __init__(self, path: Path, handler: Handler) -> None:
        """handler: carries a command out, gives the answer."""
        self._path = path
        self._handler = handler
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen; a socket that a killed server left behind is replaced."""
        self._path.unlink(missing_ok=True)
        old = os.umask(0o177)
        try:
            self._server = await asyncio.start_unix_server(
                self._talk, str(self._path), limit=LINE_MAX
            )
        finally:
            os.umask(old)

    async def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._path.unlink(missing_ok=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = {**json.loads(await reader.readline()), "by": _caller(writer)}
            answer = await self._handler(asked)
        except Exception as error:
            _log.error("a command failed: error=%s", name_of(error))
            answer = {"error": "failed"}
        writer.write(json.dumps(answer).encode() + b"\n")
        try:
            await writer.drain()
            writer.close()
            await writer.wait_closed()
        except OSError:
            _log.info("nobody waited for the answer")


def _caller(writer: asyncio.StreamWriter) -> str:
    """Who asks, as the kernel knows it."""
    line = writer.get_extra_info("socket")
    found = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, uid, _ = struct.unpack("3i", found)
    return user(uid)


def user(uid: int) -> str:
    """The name of a user of this machine, or his number."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def whoami() -> str:
    """The user of this process."""
    return user(os.getuid())


def ask(path: Path, command: dict[str, Any], seconds: float = ANSWER_SECONDS) -> dict[str, Any]:
    """Hand a command to the server that listens at `path`, and wait so long for its answer.

    Raises:
        NotRunning: no server listens there.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(seconds)
        try:
            line.connect(str(path))
        except OSError as error:
            raise NotRunning(str(path)) from error
        line.sendall(json.dumps(command).encode() + b"\n")
        with line.makefile("rb") as answer:
            try:
                found: dict[str, Any] = json.loads(answer.readline() or b"{}")
            except TimeoutError:
                return {"error": "no_answer"}
        return found
