"""The board on the web behind nginx, with the block of docs/deploy.md."""

import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from tests.servers.guide import block, replaced
from tests.servers.machines import Pbp, free_port, listens, program, until
from tests.servers.reading import with_game

KEY = "k=mfzwizltmfzwizltmfzwizlt"
REQUESTS = 12
GAME = """\
title: A game
game:
  ruleset: prayer
  cast: {阿甲: killer, 阿乙: killer, 小一: villager, 小二: villager, 小三: villager}
"""


class Nginx:
    """nginx with one server, in front of one port of this machine."""

    def __init__(self, folder: Path, certificates: Path, board: int) -> None:
        self.port = free_port()
        self.log, self.errors = folder / "games.log", folder / "games.error.log"
        self.certificate = certificates / "localhost.pem"
        site = replaced(
            block("The web behind a web server", "log_format bare"),
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("games.example.org;", "localhost;"),
            ("/etc/letsencrypt/live/games.example.org/fullchain.pem", self.certificate),
            ("/etc/letsencrypt/live/games.example.org/privkey.pem", certificates / "localhost.key"),
            ("/var/log/nginx/games.error.log", self.errors),
            ("/var/log/nginx/games.log", self.log),
            ("127.0.0.1:8080", f"127.0.0.1:{board}"),
        )
        own = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{name}_temp_path {folder}/{name};\n" for name in own)
        config = folder / "nginx.conf"
        config.write_text(
            f"daemon off; user root; pid {folder}/pid; error_log {folder}/first.log;\n"
            f"events {{}}\nhttp {{\n{temporary}{site}}}\n",
            "utf-8",
        )
        self.process = subprocess.Popen([program("nginx"), "-c", str(config), "-p", str(folder)])
        until(lambda: listens(self.port), (folder / "first.log").read_text)

    def ask(self, path: str, **headers: str) -> tuple[int, Message, str]:
        """Ask for a page as a browser would."""
        trust = ssl.create_default_context(cafile=str(self.certificate))
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        asked = urllib.request.Request(f"https://localhost:{self.port}{path}", headers=named)
        try:
            with urllib.request.urlopen(asked, context=trust, timeout=60) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


@pytest.fixture
def behind_nginx(house: Path, folder: Path, pbp) -> Iterator[tuple[Nginx, Pbp]]:
    """A board with one game, and nginx in front of it."""
    board = free_port()
    (folder / "nginx").mkdir()
    nginx = Nginx(folder / "nginx", house, board)
    server = pbp(
        f"server: {{host: games.test}}\nintake: {{smtp: {{port: {free_port()}}}}}\n"
        f"web:\n  port: {board}\n  base_url: https://localhost:{nginx.port}\n"
        f"  requests_per_minute: {REQUESTS}\n"
    )
    with_game(server, GAME)
    server.start()
    yield nginx, server
    nginx.close()


def test_the_board_behind_nginx_knows_tls_and_visitors_and_no_log_holds_a_key(
    behind_nginx, monkeypatch
):
    """One start for all of it, the limit last: it takes one visitor for many whatever he says."""
    nginx, server = behind_nginx
    status, headers, page = nginx.ask("/g1/")
    assert (status, "小一" in page) == (200, True)
    assert headers["strict-transport-security"]
    assert headers["content-security-policy"].count("default-src") == 1
    _, headers, _ = nginx.ask("/g1/key")
    assert "Secure" in headers["set-cookie"]
    assert f'href="https://localhost:{nginx.port}/g1/' in nginx.ask("/g1/atom.xml")[2]
    monkeypatch.setenv("SSL_CERT_FILE", str(nginx.certificate))
    assert f"{nginx.port}: the board answers" in server.try_out("check", "--no-mail").stdout
    assert nginx.ask(f"/g1/enter?{KEY}")[0] == 200
    said = {nginx.ask("/", X_Forwarded_For=f"192.0.2.{n}")[0] for n in range(REQUESTS)}
    assert 429 in said, "whoever writes X-Forwarded-For himself is still one visitor"
    server.stop()
    assert nginx.ask(f"/g1/enter?{KEY}")[0] == 502
    written = nginx.log.read_text("utf-8") + nginx.errors.read_text("utf-8") + server.said()
    assert "GET /g1/enter 200" in written
    assert KEY not in written
