"""`pbp serve` with the board on the web: it is there, it comes back, it ends with the server."""

import os
import signal
import urllib.request
from pathlib import Path

from tests.server.conftest import House


def board_of(server) -> str:
    """Where the board is, as the server says it."""
    return server.said.split("board: ")[1].split(";")[0]


def page(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read().decode()


def children(pid: int) -> list[int]:
    """The web processes among a process's children."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            words = stat.with_name("cmdline").read_bytes().split(b"\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == pid and b"pbp.web" in words:
            found.append(int(stat.parent.name))
    return found


def on_the_web(house: House) -> None:
    written = house.config.read_text(encoding="utf-8")
    house.config.write_text(written.replace("web: {enabled: false}", "web: {port: 0}"), "utf-8")


def test_the_board_is_served_comes_back_after_a_fall_and_ends_with_the_server(house: House):
    on_the_web(house)
    house.pbp("game", "new", house.game_file())
    server = house.serve()
    url = board_of(server)
    assert "小一" in page(f"{url}/g1/")
    (first,) = children(server.pid)
    os.kill(first, signal.SIGKILL)
    assert "小一" in page(f"{url}/g1/"), "the socket stays open, so nobody is turned away"
    assert children(server.pid) != [first]
    assert house.stop(server) == 0
    assert children(server.pid) == []


def test_a_port_that_is_taken_is_named_with_its_key(house: House):
    on_the_web(house)
    server = house.serve()
    port = board_of(server).rpartition(":")[2]
    (house.folder / "other").mkdir()
    other = House(house.folder / "other")
    written = other.config.read_text(encoding="utf-8")
    other.config.write_text(
        written.replace("web: {enabled: false}", f"web: {{port: {port}}}"), "utf-8"
    )
    done = other.program("serve")
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "web.port" in done.stderr
    assert "Traceback" not in done.stderr
    house.stop(server)
