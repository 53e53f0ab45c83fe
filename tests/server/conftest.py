"""A folder with a configuration, and `pbp` as a user calls it."""

import json
import os
import signal
import smtplib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbp.cli import main

CAST = ("阿甲: killer", "阿乙: killer", "小一: villager", "小二: villager", "小三: villager")


class House:
    """A data folder and the commands on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = folder / "config.yaml"
        self.configure("")
        self.count = 0
        self.running: list[subprocess.Popen[str]] = []

    def configure(self, more: str) -> None:
        self.config.write_text(
            "server: {host: games.test}\n"
            "intake: {smtp: {port: 0}}\n"
            "web: {enabled: false}\n"
            "gm: {addresses: [referee@gm.test]}\n" + more,
            encoding="utf-8",
        )

    def game_file(self, options: str = "night: 24h", more: str = "") -> Path:
        file = self.folder / "game.yaml"
        cast = ", ".join(CAST)
        file.write_text(
            "title: A game\n"
            f"game:\n  ruleset: prayer\n  options: {{{options}}}\n  cast: {{{cast}}}\n"
            '  owners: {小一: "王五 <w5@owner.test>"}\n' + more,
            encoding="utf-8",
        )
        return file

    def command(self, *words: str | Path) -> list[str]:
        program = [sys.executable, "-c", "from pbp.cli import main; main()"]
        return [*program, *map(str, words), "--config", str(self.config)]

    def pbp(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """One command, in this process; whatever is no exit with a status is an error."""
        done = CliRunner().invoke(main, [*map(str, words), "--config", str(self.config)])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)

    def program(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """One command, as a process."""
        return subprocess.run(
            self.command(*words),
            capture_output=True,
            check=False,
            encoding="utf-8",
            env=environment(),
        )

    def serve(self, *words: str | Path) -> subprocess.Popen[str]:
        """A running server; returns once it says where it listens."""
        server = subprocess.Popen(
            self.command("serve", *words),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(),
        )
        self.running.append(server)
        server.said = server.stdout.readline()
        return server

    def stop(self, server: subprocess.Popen[str], number: int = signal.SIGTERM) -> int:
        server.send_signal(number)
        rest, _ = server.communicate(timeout=30)
        server.said += rest
        return server.returncode

    def record(self, game: str = "g1") -> dict:
        done = self.pbp("record", game)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def mail(
        self, server: subprocess.Popen[str], to: str, text: str, sender: str = "x@x.test"
    ) -> None:
        port = int(server.said.split("port ")[1].split(";")[0])
        with smtplib.SMTP("127.0.0.1", port, timeout=20) as client:
            self.count += 1
            head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <{self.count}@client.test>\r\n"
            words = f"{head}Subject: x\r\n\r\n{text}\r\n"
            client.sendmail(sender, [to], words.encode())

    def mailbox(self, address: str) -> list[bytes]:
        folder = self.folder / "data" / "mailboxes" / address / "new"
        return [path.read_bytes() for path in sorted(folder.glob("*"))]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONWARNINGS": "ignore", "COLUMNS": "200"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    for server in made.running:
        if server.poll() is None:
            server.kill()
            server.wait()
        server.stdout.close()
