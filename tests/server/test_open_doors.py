"""After an outage mail is taken at once, and heard when every game has made up for it."""

import asyncio
import threading
from datetime import datetime
from pathlib import Path

import pytest

from pbp import wiring
from pbp.post.clock import StandingClock
from pbp.server import Server
from tests.faults.child import config_of
from tests.service.office import START


def test_the_banner_does_not_wait_for_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, greeted, order = config_of(tmp_path), threading.Event(), list[str]()
    with wiring.open_store(config) as store:
        server = Server(config, store, StandingClock(START))

        def slow(_now: datetime) -> None:
            order.append("greeted" if greeted.wait(20) else "never")
            order.append("made up")

        def read(_until: datetime | None = None) -> int:
            order.append("read")
            return 0

        monkeypatch.setattr(server.referee, "wake", slow)
        monkeypatch.setattr(server.referee, "read_letters", read)

        async def greet() -> bytes:
            await server.start()
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            line = await reader.readline()
            greeted.set()
            writer.close()
            await server.stop()
            return line

        assert asyncio.run(greet()).startswith(b"220 ")
        assert store.last_beat() == START
    assert order[:3] == ["greeted", "made up", "read"]
