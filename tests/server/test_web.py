"""`pbp serve` with the board on the web: it is there, it comes back, it ends with the server."""

import json
import os
import signal
import socket
import urllib.request
from email import message_from_bytes
from email.policy import default
from pathlib import Path

from tests.server.conftest import House
from tests.server.test_serve import until


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


def texts(house: House, address: str) -> list[str]:
    mails = (message_from_bytes(raw, policy=default) for raw in house.mailbox(address))
    return [str(mail.get_body(("plain",)).get_content()) for mail in mails]


def on_the_web(house: House, where: str = "port: 0") -> None:
    written = house.config.read_text(encoding="utf-8")
    house.config.write_text(written.replace("web: {enabled: false}", f"web: {{{where}}}"), "utf-8")


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


def test_the_gm_gets_his_link_on_the_machine_too(house: House):
    on_the_web(house, "base_url: https://play.example.org")
    house.pbp("game", "new", house.game_file())
    done = house.pbp("gm", "g1", "网页")
    assert "https://play.example.org/g1/enter?k=" in done.stdout
    assert done.returncode == 0


def test_a_port_that_is_taken_keeps_no_mail_away_and_is_named_with_its_key(house: House):
    house.pbp("game", "new", house.game_file())
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        on_the_web(house, f"port: {port}")
        server = house.serve()
        assert f"no board, for 127.0.0.1 port {port} is not to be had" in server.said
        assert "web.port" in server.said
        house.mail(server, "gm+g1@games.test", "状态")
        until(lambda: any("网页版没有开起来" in text for text in texts(house, "referee@gm.test")))
        checked = json.loads(house.pbp("check", "--json", "--no-mail").stdout)
        assert {row["what"]: row["state"] for row in checked}["port of web"] == "wrong"
    assert house.stop(server) == 0
