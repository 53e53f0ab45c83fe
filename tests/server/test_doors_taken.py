"""Where a door cannot be opened: which key, who has it, what to do – and mail goes on if it can."""

import os
import re
import smtplib
import socket
from collections.abc import Iterator

import pytest

from tests.server.conftest import House


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that this process listens on."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield door.getsockname()[1]


def port_of(server) -> int:
    return int(server.said.split("port ")[1].split(";")[0])


def test_a_port_of_mail_that_is_taken_names_its_key_and_who_has_it(
    house: House, taken: int
) -> None:
    text = house.config.read_text("utf-8").replace("port: 0", f"port: {taken}")
    house.config.write_text(text, "utf-8")
    done = house.program("serve")
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{house.config}:2: intake.smtp.port: found {taken}; ")
    assert re.search(rf"another program listens there \(py\S+, process {os.getpid()}\)", line)
    assert "stop it, or write another port" in line
    assert "start" not in house.pbp("acts").stdout


def test_a_port_of_figures_that_is_taken_keeps_no_mail_away(house: House, taken: int) -> None:
    house.configure(f"metrics: {{enabled: true, port: {taken}}}\n")
    server = house.serve()
    assert f"no figures, for 127.0.0.1 port {taken} is not to be had" in server.said
    assert "metrics.port" in server.said
    with smtplib.SMTP("127.0.0.1", port_of(server), timeout=20) as client:
        assert client.noop()[0] == 250
    assert house.stop(server) == 0


def test_a_port_of_the_board_that_is_taken_names_who_has_it(house: House, taken: int) -> None:
    text = house.config.read_text("utf-8")
    text = text.replace("web: {enabled: false}", f"web: {{port: {taken}}}")
    house.config.write_text(text, "utf-8")
    server = house.serve()
    assert f"process {os.getpid()}" in server.said
    assert "web.port" in server.said
    assert house.stop(server) == 0


def test_a_second_server_is_told_where_the_first_is_and_how_to_stop_it(house: House) -> None:
    server = house.serve()
    greeting = house.folder / "greeting.txt"
    greeting.write_text("your first game\n", "utf-8")
    done = house.pbp("serve", "--show", greeting)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        f"a server runs already on {house.folder / 'data'} (process {server.pid})"
    )
    assert f"it listens on 127.0.0.1 port {port_of(server)}" in line
    assert f"kill {server.pid}" in line
    assert house.stop(server) == 0


def test_what_is_to_be_shown_comes_when_mail_is_taken(house: House) -> None:
    greeting = house.folder / "greeting.txt"
    greeting.write_text("your first game\n", "utf-8")
    server = house.serve("--show", greeting)
    assert server.said.startswith("listening on 127.0.0.1 port ")
    assert server.stdout.readline() == "your first game\n"
    assert house.stop(server) == 0


def test_another_command_that_holds_the_journal_is_no_server(house: House) -> None:
    from pbp.config import load_config
    from pbp.wiring import open_store

    with open_store(load_config(house.config)):
        done = house.pbp("serve")
    assert done.returncode == 2
    assert done.stderr.startswith("another pbp command works on ")
    assert f"process {os.getpid()}" in done.stderr


def test_a_data_folder_that_may_not_be_written_is_told_by_its_key(
    house: House, monkeypatch
) -> None:
    (house.folder / "data").mkdir()
    monkeypatch.setattr(os, "access", lambda path, _: not str(path).endswith("data"))
    done = house.pbp("serve")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{house.folder / 'data'}: server.data: may not be written by ")


def test_a_data_folder_with_too_long_a_name_is_told_by_its_key(house: House) -> None:
    text = house.config.read_text("utf-8")
    house.config.write_text(text.replace("{host:", f"{{data: {'d' * 120}, host:"), "utf-8")
    done = house.program("serve")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "server.data: the path is too long for a socket" in line


def test_a_folder_that_others_use_is_not_closed_to_them(house: House) -> None:
    """server.data: a folder that holds other things; only one of ours is made private."""
    shared = house.folder / "data"
    shared.mkdir(mode=0o755)
    (shared / "somebody's").write_text("x", "utf-8")
    shared.chmod(0o755)
    house.pbp("game", "new", house.game_file())
    assert shared.stat().st_mode & 0o777 == 0o755


def with_socket(house: House, path) -> None:
    house.configure(f"intake: {{smtp: {{port: 0}}, lmtp: {{enabled: true, socket: {path}}}}}\n")
    text = house.config.read_text("utf-8").replace("intake: {smtp: {port: 0}}\n", "", 1)
    house.config.write_text(text, "utf-8")


def test_a_file_that_is_no_socket_is_left_where_it_is(house: House) -> None:
    mine = house.folder / "letters.txt"
    mine.write_text("mine", "utf-8")
    with_socket(house, mine)
    done = house.program("serve")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert f"intake.lmtp.socket: found {mine}; it is there and is no socket" in line
    assert mine.read_text("utf-8") == "mine"


def test_a_socket_that_somebody_listens_on_is_not_taken_from_him(house: House) -> None:
    path = house.folder / "lmtp.sock"
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))
        door.listen()
        with_socket(house, path)
        done = house.program("serve")
        assert done.returncode == 2
        (line,) = done.stderr.splitlines()
        assert f"intake.lmtp.socket: found {path}; another program listens there" in line
        assert path.is_socket()
    server = house.serve()  # whoever had it is gone
    assert str(path) in server.said
    assert house.stop(server) == 0
