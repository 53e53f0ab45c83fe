"""A running server seen by its operator: systemd, Prometheus, a health check, the list of acts."""

import getpass
import json
import socket
import urllib.error
import urllib.request

import pytest

from tests.server.conftest import House, environment
from tests.server.test_serve import until


@pytest.fixture
def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def got(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_systemd_hears_when_it_is_ready_and_the_port_tells_how_it_is(
    house: House, monkeypatch, free_port
):
    """One start for all of it: READY, WATCHDOG, /metrics, /health, strange requests, STOPPING."""
    house.configure(f"metrics: {{enabled: true, port: {free_port}}}\nlog: {{format: json}}\n")
    house.pbp("game", "new", house.game_file())
    path = str(house.folder / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", path)
    monkeypatch.setenv("WATCHDOG_USEC", "200000")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        systemd.settimeout(60)
        assert environment()["NOTIFY_SOCKET"] == path
        server = house.serve()
        assert systemd.recv(1000).startswith(b"READY=1\nSTATUS=listening on 127.0.0.1 port ")
        assert systemd.recv(1000) == b"WATCHDOG=1"
        until(lambda: len(house.mailbox("w5@owner.test")) >= 2)
        until(lambda: 'pbp_mails{state="queued"} 0.0' in got(free_port, "/metrics")[1])
        status, metrics = got(free_port, "/metrics")
        assert status == 200
        assert 'pbp_games{state="running"} 1.0' in metrics
        assert "pbp_healthy 1.0" in metrics
        assert "g1" not in metrics
        assert got(free_port, "/health") == (200, '{"status": "ok", "troubles": []}\n')
        assert got(free_port, "/")[0] == 404
        with socket.create_connection(("127.0.0.1", free_port), timeout=20) as line:
            line.sendall(b"POST /health HTTP/1.1\r\n\r\n")
            assert line.recv(1000).startswith(b"HTTP/1.1 405 ")
        assert house.stop(server) == 0
        said = [systemd.recv(1000)]
        while said[-1] != b"STOPPING=1":
            said.append(systemd.recv(1000))
            assert set(said) <= {b"WATCHDOG=1", b"STOPPING=1"}


def test_what_is_done_on_the_machine_is_written_down_with_a_server_and_without(house: House):
    house.pbp("game", "new", house.game_file())
    server = house.serve()
    house.pbp("gm", "g1", "extend", "2h")
    house.pbp("gm", "g7", "extend", "2h")
    assert house.stop(server) == 0
    house.pbp("gm", "g1", "nonsense")
    listed = house.pbp("acts", "--json").stdout.splitlines()
    acts = [json.loads(line) for line in listed]
    assert [(a["command"], a["game"], a["outcome"], a["words"]) for a in acts] == [
        ("game_new", "g1", "done", ""),
        ("start", None, "done", ""),
        ("gm", "g1", "done", "extend 2h"),
        ("gm", "g7", "refused", "extend 2h"),
        ("stop", None, "done", ""),
        ("gm", "g1", "refused", "nonsense"),
    ]
    assert {act["who"] for act in acts} == {getpass.getuser()}
    assert "extend 2h" in house.pbp("acts", "--game", "g1").stdout
