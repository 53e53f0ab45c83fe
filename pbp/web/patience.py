"""How long a visitor may take: for the head of a request, and for a whole request with its answer.

uvicorn itself waits for ever, and each connection that waits is one of `web.connections_max`. What
takes too long is cut off, without an answer: a visitor who hears nothing for so long is none.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""From the first moment of a connection, or the first byte of a later request, to its last line."""

WHOLE_SECONDS = 60.0
"""For a request: its body, the page, and the taking of it. The server answers within half of it."""


class Patient(H11Protocol):
    """One connection."""

    head_seconds = HEAD_SECONDS
    whole_seconds = WHOLE_SECONDS

    def __init__(self, *given: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*given, **named)
        self._timer: asyncio.TimerHandle | None = None
        self._waits = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        self._wait("head", self.head_seconds)

    def data_received(self, data: bytes) -> None:
        """He says something."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """He has his answer; uvicorn lets him rest for a few seconds."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """He is gone."""
        self._wait("", None)
        super().connection_lost(exc)

    def _look(self) -> None:
        """Say what is waited for now. What was waited for before goes on as it was."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait("whole", self.whole_seconds)
        elif self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._wait("", None)
        else:
            self._wait("head", self.head_seconds)

    def _wait(self, what: str, seconds: float | None) -> None:
        if what == self._waits:
            return
        self._waits = what
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if seconds is not None:
            self._timer = self.loop.call_later(seconds, self.transport.abort)
