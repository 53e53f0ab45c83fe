"""After an outage mail is taken at once, and heard when every game has made up for it."""

import asyncio
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pbp import wiring
from pbp.post.clock import StandingClock
from pbp.server import Server
from pbp.service.referee import Referee
from tests.faults.child import config_of
from tests.service.office import GAME, HOST, START, setup_for


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


def test_mail_for_a_new_game_is_taken_as_soon_as_its_maker_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players may write the moment after; a refusal would bounce for good."""
    config, known, doors = config_of(tmp_path), list[bool](), list[Callable[[str], bool]]()
    open_them = wiring.intakes_of

    def noted(*given: Any) -> Any:
        doors.append(given[4])
        return open_them(*given)

    monkeypatch.setattr(wiring, "intakes_of", noted)

    def make(referee: Referee) -> dict[str, Any]:
        referee.new_game(setup_for(), b"secret", START)
        return {}

    async def run(server: Server) -> None:
        await server.start()
        told = server.submit(make)
        told.add_done_callback(lambda _: known.append(doors[0](f"gm+{GAME}@{HOST}")))
        await asyncio.wrap_future(told)
        await server.stop()

    with wiring.open_store(config) as store:
        asyncio.run(run(Server(config, store, StandingClock(START))))
    assert known == [True]
