"""The line to the server: one question a connection, one line of JSON each way.

The web holds no secret of its own: whatever it asks goes with the key that a browser brought.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

ANSWER_MAX = 4 * 1024 * 1024
ANSWER_SECONDS = 30.0

Ask = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


class Unreachable(Exception):  # noqa: N818 - it is the server's state, not an error of ours
    """The server does not answer."""


def asks_at(path: str) -> Ask:
    """A line to the socket at a path."""

    async def ask(question: dict[str, Any]) -> dict[str, Any]:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await _talk(path, question)
        except (OSError, ValueError, TimeoutError) as error:
            raise Unreachable from error

    return ask


async def _talk(path: str, question: dict[str, Any]) -> dict[str, Any]:
    reader, writer = await asyncio.open_unix_connection(path, limit=ANSWER_MAX)
    try:
        writer.write(json.dumps(question).encode() + b"\n")
        await writer.drain()
        answer: dict[str, Any] = json.loads(await reader.readline())
        return answer
    finally:
        writer.close()
